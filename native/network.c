/* The doors of the network and of decoding: everything between its matrix products, and the chain.

   Rows of single precision, which compilers turn into vector instructions: on x86 for several
   kinds of processors, of which the one at hand is chosen when the part is loaded. NaN and infinite
   values go through as they do in Python. */

#include "doors.h"

#include <math.h>

#ifndef __GNUC__
#error "needs the vectors of GCC or Clang"
#endif

#if !defined(__clang__) && defined(__x86_64__) && defined(__gnu_linux__) &&                       \
    !defined(__SANITIZE_ADDRESS__)
#define VECTORS __attribute__((target_clones("arch=x86-64-v4", "arch=x86-64-v3", "default")))
#else
#define VECTORS
#endif

enum { LANES = 16, TILE = 256 };

typedef float Lanes __attribute__((vector_size(sizeof(float) * LANES), aligned(4)));

static const Constant constants[] = {{NULL, 0, NULL}};

/* NaN goes to the first place. */
VECTORS static void find_places(const float *value, int n, float low, float scale, float last,
                                int *place)
{
    for (int i = 0; i < n; i++) {
        float unit = (value[i] - low) * scale;
        unit = unit > 0 ? unit : 0;
        unit = unit < 1 ? unit : 1;
        place[i] = (int)(sqrtf(unit) * last + 0.5f);
    }
}

static void rank_column(const float *value, Py_ssize_t n, float low, float scale,
                        const float *table, int places, float *out)
{
    int place[TILE];
    for (Py_ssize_t start = 0; start < n; start += TILE) {
        int size = n - start < TILE ? (int)(n - start) : TILE;
        find_places(value + start, size, low, scale, (float)(places - 1), place);
        for (int i = 0; i < size; i++)
            out[start + i] = table[place[i]];
    }
}

/* [f, n] the ranks of values. */
static PyObject *ranked(PyObject *Py_UNUSED(module), Arguments given, Py_ssize_t count)
{
    static const Argument wanted[] = {{"values", "f4", "fn", NULL, 0},
                                      {"low", "f4", "f", NULL, 0},
                                      {"scale", "f4", "f", NULL, 0},
                                      {"table", "f4", "fp", NULL, 0},
                                      {0}};
    Call call;
    int ready = enter(&call, wanted, given, count);
    const float *values = call.given[0].items, *low = call.given[1].items;
    const float *scale = call.given[2].items, *table = call.given[3].items;
    Py_ssize_t n = call.size['n'], places = call.size['p'];
    if (ready && (places < 1 || places > 1 << 20)) /* single precision counts so far */
        ready = fail(PyExc_ValueError, "table", "expected 1 to 1048576 places");
    float *out = ready ? result(&call, "f4", "fn") : NULL;
    for (Py_ssize_t c = 0; out && c < call.size['f']; c++)
        rank_column(values + c * n, n, low[c], scale[c], table + c * places, (int)places,
                    out + c * n);
    return leave(&call);
}

VECTORS static float scale_of(const float *row, Py_ssize_t width, float epsilon)
{
    float sums[LANES] = {0}, sum = 0;
    Py_ssize_t i = 0;
    for (; i + LANES <= width; i += LANES)
        for (int lane = 0; lane < LANES; lane++)
            sums[lane] += row[i + lane] * row[i + lane];
    for (; i < width; i++)
        sum += row[i] * row[i];
    for (int lane = 0; lane < LANES; lane++)
        sum += sums[lane];
    return 1 / sqrtf(sum / (float)width + epsilon);
}

VECTORS static void scale_row(const float *row, Py_ssize_t width, float scale, float *out)
{
    for (Py_ssize_t i = 0; i < width; i++)
        out[i] = row[i] * scale;
}

/* [n, d] rows of root mean square 1. */
static PyObject *normal(PyObject *Py_UNUSED(module), Arguments given, Py_ssize_t count)
{
    static const Argument wanted[] = {
        {"hidden", "f4", "nd", NULL, 0}, {"epsilon", "real", "", NULL, 0}, {0}};
    Call call;
    float *out = enter(&call, wanted, given, count) ? result(&call, "f4", "nd") : NULL;
    const float *row = call.given[0].items;
    Py_ssize_t width = call.size['d'];
    for (Py_ssize_t i = 0; out && i < call.size['n']; i++, row += width, out += width)
        scale_row(row, width, scale_of(row, width, (float)call.given[1].real), out);
    return leave(&call);
}

/* [c, 3 d] c rows from `start` on, each with those `dilation` before and after it, all of root mean
   square 1; zeros beyond the ends. */
static PyObject *windows(PyObject *Py_UNUSED(module), Arguments given, Py_ssize_t count)
{
    static const Argument wanted[] = {
        {"hidden", "f4", "nd", NULL, 0},    {"epsilon", "real", "", NULL, 0},
        {"start", "number", "s", NULL, 0},  {"chunk", "number", "c", NULL, 0},
        {"dilation", "number", "b", NULL, 0}, {0}};
    Call call;
    int ready = enter(&call, wanted, given, count);
    const float *hidden = call.given[0].items;
    Py_ssize_t n = call.size['n'], width = call.size['d'], start = call.size['s'];
    Py_ssize_t chunk = call.size['c'], dilation = call.size['b'];
    if (ready && (start > n || chunk > n - start || dilation > INT_MAX))
        ready = fail(PyExc_IndexError, "start", "rows are out of range");
    call.size['w'] = 3 * width;
    float *out = ready ? result(&call, "f4", "cw") : NULL;
    float *scales = out ? room((size_t)n, sizeof *scales) : NULL;
    for (Py_ssize_t i = 0; scales && i < n; i++)
        scales[i] = scale_of(hidden + i * width, width, (float)call.given[1].real);
    for (Py_ssize_t i = start; scales && i < start + chunk; i++)
        for (Py_ssize_t seen = i - dilation, k = 0; k < 3; k++, seen += dilation, out += width)
            if (seen < 0 || seen >= n)
                memset(out, 0, (size_t)width * sizeof *out);
            else
                scale_row(hidden + seen * width, width, scales[seen], out);
    PyMem_Free(scales);
    return leave(&call);
}

VECTORS static void add_row(const float *row, const float *more, const float *bias,
                            Py_ssize_t width, float *out)
{
    for (Py_ssize_t i = 0; i < width; i++) {
        float sum = more[i] + bias[i];
        out[i] = row[i] + (sum < 0 ? 0 : sum);
    }
}

/* [n, d] rows plus the rectified sum of more and bias. */
static PyObject *add_rectified(PyObject *Py_UNUSED(module), Arguments given, Py_ssize_t count)
{
    static const Argument wanted[] = {
        {"rows", "f4", "nd", NULL, 0}, {"more", "f4", "nd", NULL, 0},
        {"bias", "f4", "d", NULL, 0}, {0}};
    Call call;
    float *out = enter(&call, wanted, given, count) ? result(&call, "f4", "nd") : NULL;
    const float *rows = call.given[0].items, *more = call.given[1].items;
    Py_ssize_t width = call.size['d'];
    for (Py_ssize_t i = 0, at = 0; out && i < call.size['n']; i++, at += width)
        add_row(rows + at, more + at, call.given[2].items, width, out + at);
    return leave(&call);
}

/* e to the power of each number, clipped to +-`most`, at most 80: 2 to a whole number and a
   polynomial of the remainder (Cephes' expf), relative error below 2e-7. */
VECTORS static void exponentials(float *row, Py_ssize_t size, float most)
{
    for (Py_ssize_t i = 0; i < size; i++) {
        float x = row[i] > most ? most : row[i];
        x = x < -most ? -most : x;
        float shifted = x * 1.44269504f + 12582912.0f; /* 1.5 * 2^23: the last bits are whole */
        float whole = shifted - 12582912.0f;
        float y = x - whole * 0.693359375f + whole * 2.12194440e-4f;
        float p = 1.9875691500e-4f;
        p = p * y + 1.3981999507e-3f;
        p = p * y + 8.3334519073e-3f;
        p = p * y + 4.1665795894e-2f;
        p = p * y + 1.6666665459e-1f;
        p = p * y + 5.0000001201e-1f;
        uint32_t bits; /* not by a cast: NaN has no whole number */
        memcpy(&bits, &shifted, sizeof bits);
        bits = (bits - 0x4B400000u + 127) << 23;
        float power;
        memcpy(&power, &bits, sizeof power);
        row[i] = (p * y * y + y + 1) * power;
    }
}

/* The values of each head in panels of LANES columns, the last padded with zeros:
   [heads, panels, m, LANES]. */
static float *in_panels(const float *values, Py_ssize_t m, Py_ssize_t width, Py_ssize_t heads)
{
    Py_ssize_t part = width / heads, panels = (part + LANES - 1) / LANES;
    float *made = room((size_t)(heads * panels * m * LANES), sizeof *made), *out = made;
    for (Py_ssize_t panel = 0; made && panel < heads * panels; panel++)
        for (Py_ssize_t s = 0; s < m; s++, out += LANES)
            for (Py_ssize_t c = panel % panels * LANES, i = 0; c < part && i < LANES; c++, i++)
                out[i] = values[s * width + panel / panels * part + c];
    return made;
}

/* LANES columns of what a head sees; two sums, as each waits for its last addition. */
VECTORS static void attend(const float *weight, const Lanes *panel, Py_ssize_t m, Lanes *out)
{
    Lanes even = {0}, odd = {0};
    float total = 0;
    for (Py_ssize_t s = 0; s + 2 <= m; s += 2) {
        even += weight[s] * panel[s];
        odd += weight[s + 1] * panel[s + 1];
        total += weight[s] + weight[s + 1];
    }
    if (m % 2) {
        even += weight[m - 1] * panel[m - 1];
        total += weight[m - 1];
    }
    *out = (even + odd) / total;
}

static void attend_row(const float *weight, const Lanes *panels, Py_ssize_t m, Py_ssize_t part,
                       Py_ssize_t heads, float *out)
{
    Lanes told;
    for (Py_ssize_t head = 0; head < heads; head++, weight += m)
        for (Py_ssize_t left = part; left > 0; left -= LANES, panels += m) {
            Py_ssize_t columns = left < LANES ? left : LANES;
            attend(weight, panels, m, &told);
            memcpy(out, &told, (size_t)columns * sizeof *out);
            out += columns;
        }
}

/* [n, heads * part] what each head sees. */
static PyObject *attended(PyObject *Py_UNUSED(module), Arguments given, Py_ssize_t count)
{
    static const Argument wanted[] = {{"logits", "f4", "nhm", NULL, 0},
                                      {"values", "f4", "mhp", NULL, 0},
                                      {"most", "real", "", NULL, 0},
                                      {0}};
    Call call;
    int ready = enter(&call, wanted, given, count);
    const float *logits = call.given[0].items;
    Py_ssize_t heads = call.size['h'], m = call.size['m'], part = call.size['p'];
    if (ready && !(heads && m && part))
        ready = fail(PyExc_ValueError, "values", "expected some");
    call.size['d'] = heads * part;
    float *out = ready ? result(&call, "f4", "nd") : NULL;
    float *row = out ? room((size_t)(heads * m), sizeof *row) : NULL;
    float *panels = row ? in_panels(call.given[1].items, m, heads * part, heads) : NULL;
    for (Py_ssize_t i = 0; panels && i < call.size['n']; i++) {
        memcpy(row, logits + i * heads * m, (size_t)(heads * m) * sizeof *row);
        exponentials(row, heads * m, (float)call.given[2].real);
        attend_row(row, (const Lanes *)panels, m, part, heads, out + i * heads * part);
    }
    PyMem_Free(panels);
    PyMem_Free(row);
    return leave(&call);
}

/* ---- decoding: victor/decode.py ---- */

static double *to_sum_1(double *row, Py_ssize_t k, double sum)
{
    for (Py_ssize_t a = 0; a < k; a++)
        row[a] /= sum < 1e-300 ? 1e-300 : sum;
    return row + k;
}

/* [2, n, k] the forward and the backward recursion over a chain, rows scaled to sum to 1. */
static PyObject *chain(PyObject *Py_UNUSED(module), Arguments given, Py_ssize_t count)
{
    static const Argument wanted[] = {
        {"local", "f8", "nk", NULL, 0}, {"edge", "f8", "kk", NULL, 0}, {0}};
    Call call;
    int ready = enter(&call, wanted, given, count);
    const double *local = call.given[0].items, *edge = call.given[1].items;
    Py_ssize_t n = call.size['n'], k = call.size['k'];
    call.size['r'] = 2;
    double *forward = ready ? result(&call, "f8", "rnk") : NULL, *row = forward;
    for (Py_ssize_t i = 0; forward && i < n; i++) {
        double sum = 0;
        for (Py_ssize_t b = 0; b < k; b++) {
            row[b] = i == 0;
            for (Py_ssize_t a = 0; i && a < k; a++)
                row[b] += row[a - k] * edge[a * k + b];
            sum += row[b] *= local[i * k + b];
        }
        row = to_sum_1(row, k, sum);
    }
    for (Py_ssize_t i = n - 1; forward && i >= 0; i--) {
        double sum = 0;
        row = forward + (n + i) * k;
        for (Py_ssize_t a = 0; a < k; a++) {
            row[a] = i == n - 1;
            for (Py_ssize_t b = 0; i < n - 1 && b < k; b++)
                row[a] += edge[a * k + b] * local[(i + 1) * k + b] * row[k + b];
            sum += row[a];
        }
        to_sum_1(row, k, sum);
    }
    return leave(&call);
}

PART(network, DOOR(ranked), DOOR(normal), DOOR(windows), DOOR(add_rectified), DOOR(attended), DOOR(chain))
