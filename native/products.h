/* Products of matrices for one kind of processor: included once for each, with

   KIND(name)  the name of a function or type of this kind
   TARGET      the attribute of functions that may use its instructions
   VECTOR      the number of values in one of its registers
   ROWS, WIDE  the numbers of rows and of vectors of columns multiplied at once: their sums stay in
               its registers

   All kinds compute the same sums, in the same order. */

enum { KIND(PARTS) = LANES / VECTOR, KIND(TILE) = WIDE * VECTOR };
_Static_assert((int)KIND(TILE) <= (int)WIDEST, "`spare` has room for a tile");
typedef float KIND(Vector) __attribute__((vector_size(sizeof(float) * VECTOR)));
typedef KIND(Vector) KIND(Stored) __attribute__((aligned(4), may_alias)); /* in an array of floats */
typedef int32_t KIND(Bits) __attribute__((vector_size(sizeof(int32_t) * VECTOR)));

/* Adds vectors of columns times a weight to a sum. */
static inline __attribute__((always_inline)) void
KIND(add)(KIND(Vector) *sum, float weight, const float *columns, int parts)
{
    for (int part = 0; part < parts; part++)
        sum[part] += weight * *(const KIND(Stored) *)(columns + part * VECTOR);
}

/* Stores VECTOR columns from `first` on, or those that are left, without changing others. */
static inline __attribute__((always_inline)) void
KIND(store)(const Product *given, const KIND(Vector) *sums, Py_ssize_t first, Py_ssize_t count,
            float *out)
{
    KIND(Vector) sum = *sums, bias = {0}, before = {0};
    size_t size = (size_t)count * sizeof *out;
    if (given->bias)
        memcpy(&bias, given->bias + first, size);
    if (given->added)
        memcpy(&before, out, size);
    sum += bias;
    if (given->rectified)
        sum = (KIND(Vector))((KIND(Bits))sum & ~(sum < 0));
    sum += before;
    memcpy(out, &sum, size);
}

/* Multiplies up to ROWS rows by TILE columns: enough sums to hide the latency of additions. */
static inline __attribute__((always_inline)) void
KIND(multiply_rows)(const Product *given, Py_ssize_t at, int rows, const float *panel,
                    Py_ssize_t stride, Py_ssize_t first)
{
    KIND(Vector) sum[ROWS][WIDE] = {0};
    const float *row = given->rows + at * given->row;
    for (Py_ssize_t tap = 0; tap < given->taps; tap++) {
        const float *left = row + tap * given->tap;
        for (Py_ssize_t i = 0; i < given->inner; i++, panel += stride, left += given->place)
            for (int r = 0; r < rows; r++)
                KIND(add)(sum[r], left[r * given->row], panel, WIDE);
    }
    float *out = given->out + at * given->out_row;
    for (int r = 0; r < rows; r++, out += given->out_row)
        for (int part = 0; part < WIDE; part++) {
            Py_ssize_t place = first + part * VECTOR, count = given->columns - place;
            if (count >= VECTOR)
                KIND(store)(given, &sum[r][part], place, VECTOR, out + place); /* one instruction */
            else if (count > 0)
                KIND(store)(given, &sum[r][part], place, count, out + place);
        }
}

/* Multiplies n rows; `spare` has room for TILE columns of the matrix. */
TARGET static void KIND(multiply)(Product given, Py_ssize_t n, float *spare)
{
    for (Py_ssize_t first = 0; first < given.columns; first += KIND(TILE)) {
        int whole = given.columns - first >= KIND(TILE);
        const float *panel = whole ? given.matrix + first
                                   : padded(&given, first, KIND(TILE), spare);
        Py_ssize_t stride = whole ? given.columns : KIND(TILE), row = 0;
        for (; row + ROWS <= n; row += ROWS)
            KIND(multiply_rows)(&given, row, ROWS, panel, stride, first);
        for (; row + ROWS / 3 <= n; row += ROWS / 3)
            KIND(multiply_rows)(&given, row, ROWS / 3, panel, stride, first);
        for (; row < n; row++)
            KIND(multiply_rows)(&given, row, 1, panel, stride, first);
    }
}

/* LANES columns of the output of a head; two sums hide the latency of additions. */
TARGET static void KIND(attend)(const float *weight, const float *panel, Py_ssize_t m, float *out)
{
    KIND(Vector) even[KIND(PARTS)] = {0}, odd[KIND(PARTS)] = {0};
    float total = 0;
    for (Py_ssize_t s = 0; s + 2 <= m; s += 2, panel += 2 * LANES) {
        KIND(add)(even, weight[s], panel, KIND(PARTS));
        KIND(add)(odd, weight[s + 1], panel + LANES, KIND(PARTS));
        total += weight[s] + weight[s + 1];
    }
    if (m % 2) {
        KIND(add)(even, weight[m - 1], panel, KIND(PARTS));
        total += weight[m - 1];
    }
    for (int part = 0; part < KIND(PARTS); part++)
        *(KIND(Stored) *)(out + part * VECTOR) = (even[part] + odd[part]) / total;
}

#undef KIND
#undef TARGET
#undef VECTOR
#undef ROWS
#undef WIDE
