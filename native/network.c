/* The kernels of victor/labelers/neural/network.py: what lies between its matrix products.

   Rows of single precision, which compilers turn into vector instructions: on x86 for several
   kinds of processors, of which the one at hand is chosen when the part is loaded. */

#include "kernels.h"

#include <math.h>

#if defined(__GNUC__) && !defined(__clang__)
/* No value is infinite or NaN, and nothing looks at the flags of floating point. */
#pragma GCC optimize("no-trapping-math", "finite-math-only", "no-signed-zeros", "no-math-errno")
#endif

#if defined(__GNUC__) && !defined(__clang__) && defined(__x86_64__) && defined(__linux__)
#define VECTORS __attribute__((target_clones("arch=x86-64-v4", "arch=x86-64-v3", "default")))
#else
#define VECTORS
#endif

typedef PyObject *const *Arguments;

enum { LANES = 16 };

typedef float Lanes __attribute__((vector_size(sizeof(float) * LANES), aligned(4)));

static const float EPSILON = 1e-5f; /* of _network.py */

enum { TILE = 256 };

VECTORS static void find_places(const float *value, int n, float low, float scale, float last,
                                int *place)
{
    for (int i = 0; i < n; i++) {
        float unit = fminf(fmaxf((value[i] - low) * scale, 0), 1);
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

/* [f, n] the ranks of values. (values [f, n], low [f], scale [f], table [f, places]) */
static PyObject *ranked(PyObject *Py_UNUSED(module), Arguments given, Py_ssize_t count)
{
    Held held = {.count = 0};
    PyObject *made = NULL;
    Py_ssize_t size = 0, f = 0, scales = 0, all = 0;
    const float *values = expect(count, 4) ? input(&held, given[0], 4, &size) : NULL;
    const float *low = values ? input(&held, given[1], 4, &f) : NULL;
    const float *scale = low ? input(&held, given[2], 4, &scales) : NULL;
    const float *table = scale ? input(&held, given[3], 4, &all) : NULL;
    int fits = table && f && scales == f && size % f == 0 && all % f == 0;
    Py_ssize_t n = fits ? size / f : 0, places = fits ? all / f : 0;
    float *out = fits ? output(&held, &made, "f4", 4, f, n) : NULL;
    for (Py_ssize_t c = 0; out && c < f; c++)
        rank_column(values + c * n, n, low[c], scale[c], table + c * places, (int)places,
                    out + c * n);
    return finish(&held, made, out != NULL);
}

VECTORS static void normal_row(const float *row, Py_ssize_t width, float *out)
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
    float scale = 1 / sqrtf(sum / (float)width + EPSILON);
    for (i = 0; i < width; i++)
        out[i] = row[i] * scale;
}

/* [n, d] rows of root mean square 1. (hidden [n, d], d) */
static PyObject *normal(PyObject *Py_UNUSED(module), Arguments given, Py_ssize_t count)
{
    Held held = {.count = 0};
    PyObject *made = NULL;
    Py_ssize_t size = 0, width = count == 2 ? PyLong_AsSsize_t(given[1]) : 0;
    const float *hidden = expect(count, 2) ? input(&held, given[0], 4, &size) : NULL;
    int fits = hidden && width > 0 && size % width == 0;
    float *out = fits ? output(&held, &made, "f4", 4, size / width, width) : NULL;
    for (Py_ssize_t at = 0; out && at < size; at += width)
        normal_row(hidden + at, width, out + at);
    return finish(&held, made, out != NULL);
}

/* [stop - start, 3 d] each row with those `dilation` before and after it, nought past the ends.
   (rows [n, d], d, start, stop, dilation) */
static PyObject *windows(PyObject *Py_UNUSED(module), Arguments given, Py_ssize_t count)
{
    Held held = {.count = 0};
    PyObject *made = NULL;
    Py_ssize_t size = 0, number[4] = {0};
    for (int i = 0; i < 4 && count == 5; i++)
        number[i] = PyLong_AsSsize_t(given[i + 1]);
    Py_ssize_t width = number[0], start = number[1], stop = number[2];
    const float *rows = expect(count, 5) ? input(&held, given[0], 4, &size) : NULL;
    int fits = rows && width > 0 && 0 <= start && start <= stop && stop * width <= size;
    float *out = fits ? output(&held, &made, "f4", 4, stop - start, 3 * width) : NULL;
    for (Py_ssize_t i = start; out && i < stop; i++)
        for (int place = -1; place <= 1; place++, out += width) {
            Py_ssize_t seen = (i + place * number[3]) * width;
            if (seen < 0 || seen >= size)
                memset(out, 0, (size_t)width * sizeof *out);
            else
                memcpy(out, rows + seen, (size_t)width * sizeof *out);
        }
    return finish(&held, made, fits);
}

VECTORS static void rectify(float *row, const float *bias, Py_ssize_t width)
{
    for (Py_ssize_t i = 0; i < width; i++) {
        float sum = row[i] + bias[i];
        row[i] = sum > 0 ? sum : 0;
    }
}

VECTORS static void add_rectified(float *row, const float *more, const float *bias,
                                  Py_ssize_t width)
{
    for (Py_ssize_t i = 0; i < width; i++) {
        float sum = more[i] + bias[i];
        row[i] += sum > 0 ? sum : 0;
    }
}

/* What is above nought of rows + bias, in place. (rows [n, d], bias [d]) */
static PyObject *rectified(PyObject *Py_UNUSED(module), Arguments given, Py_ssize_t count)
{
    Held held = {.count = 0};
    Py_ssize_t size = 0, width = 0;
    float *rows = expect(count, 2) ? input(&held, given[0], 4, &size) : NULL;
    const float *bias = rows ? input(&held, given[1], 4, &width) : NULL;
    int fits = bias && width && size % width == 0 && !held.views[0].readonly;
    for (Py_ssize_t at = 0; fits && at < size; at += width)
        rectify(rows + at, bias, width);
    return finish(&held, fits ? Py_NewRef(given[0]) : NULL, fits);
}

/* rows += what is above nought of more + bias. (rows [n, d], more [n, d], bias [d]) */
static PyObject *add_positive(PyObject *Py_UNUSED(module), Arguments given, Py_ssize_t count)
{
    Held held = {.count = 0};
    Py_ssize_t size = 0, other = 0, width = 0;
    float *rows = expect(count, 3) ? input(&held, given[0], 4, &size) : NULL;
    const float *more = rows ? input(&held, given[1], 4, &other) : NULL;
    const float *bias = more ? input(&held, given[2], 4, &width) : NULL;
    int fits = bias && width && size == other && size % width == 0 && !held.views[0].readonly;
    for (Py_ssize_t at = 0; fits && at < size; at += width)
        add_rectified(rows + at, more + at, bias, width);
    return finish(&held, fits ? Py_NewRef(Py_None) : NULL, fits);
}

/* e to the power of each number, which is at most 80: 2 to a whole number and a polynomial of what
   is left (Cephes' expf), relative error below 2e-7. */
VECTORS static void exponentials(float *row, Py_ssize_t size)
{
    for (Py_ssize_t i = 0; i < size; i++) {
        float x = fminf(fmaxf(row[i], -80), 80);
        float shifted = x * 1.44269504f + 12582912.0f; /* 1.5 * 2^23: the last bits are whole */
        float whole = shifted - 12582912.0f;
        float y = x - whole * 0.693359375f + whole * 2.12194440e-4f;
        float p = 1.9875691500e-4f;
        p = p * y + 1.3981999507e-3f;
        p = p * y + 8.3334519073e-3f;
        p = p * y + 4.1665795894e-2f;
        p = p * y + 1.6666665459e-1f;
        p = p * y + 5.0000001201e-1f;
        int bits = ((int)whole + 127) << 23;
        float power;
        memcpy(&power, &bits, sizeof power);
        row[i] = (p * y * y + y + 1) * power;
    }
}

/* The values of each head in panels of LANES columns, the last filled up with noughts:
   [heads, panels, m, LANES]. */
static float *in_panels(const float *values, Py_ssize_t m, Py_ssize_t width, Py_ssize_t heads)
{
    Py_ssize_t part = width / heads, panels = (part + LANES - 1) / LANES;
    float *made = PyMem_Calloc((size_t)(heads * panels * m * LANES), sizeof *made), *out = made;
    for (Py_ssize_t panel = 0; made && panel < heads * panels; panel++)
        for (Py_ssize_t s = 0; s < m; s++, out += LANES)
            for (Py_ssize_t c = panel % panels * LANES, i = 0; c < part && i < LANES; c++, i++)
                out[i] = values[s * width + panel / panels * part + c];
    return made;
}

/* LANES columns of what a head is told; two sums, as each waits for its last addition. */
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

/* [n, d] what each head is told. (logits [n, heads * m], values [m, d], n, heads) */
static PyObject *attended(PyObject *Py_UNUSED(module), Arguments given, Py_ssize_t count)
{
    Held held = {.count = 0};
    PyObject *made = NULL;
    Py_ssize_t size = 0, values_size = 0, n = count == 4 ? PyLong_AsSsize_t(given[2]) : 0;
    Py_ssize_t heads = count == 4 ? PyLong_AsSsize_t(given[3]) : 0;
    const float *logits = expect(count, 4) ? input(&held, given[0], 4, &size) : NULL;
    const float *values = logits ? input(&held, given[1], 4, &values_size) : NULL;
    int fits = values && n > 0 && heads > 0 && size % (n * heads) == 0;
    Py_ssize_t m = fits ? size / (n * heads) : 0, width = m ? values_size / m : 0;
    fits = m && width && values_size % m == 0 && width % heads == 0;
    float *out = fits ? output(&held, &made, "f4", 4, n, width) : NULL;
    float *row = out ? PyMem_Malloc((size_t)(heads * m) * sizeof *row) : NULL;
    float *panels = row ? in_panels(values, m, width, heads) : NULL;
    for (Py_ssize_t i = 0; panels && i < n; i++) {
        memcpy(row, logits + i * heads * m, (size_t)(heads * m) * sizeof *row);
        exponentials(row, heads * m);
        attend_row(row, (const Lanes *)panels, m, width / heads, heads, out + i * width);
    }
    if (out && panels == NULL)
        PyErr_NoMemory();
    PyMem_Free(panels);
    PyMem_Free(row);
    return finish(&held, made, out != NULL);
}

#define KERNEL(name) {#name, (PyCFunction)(void (*)(void))name, METH_FASTCALL, NULL}

static PyMethodDef methods[] = {
    KERNEL(ranked),    KERNEL(normal),       KERNEL(windows),
    KERNEL(rectified), KERNEL(add_positive), KERNEL(attended),
    {NULL, NULL, 0, NULL},
};

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT,
    .m_name = "victor._network",
    .m_doc = "Kernels of the network, compiled.",
    .m_size = -1,
    .m_methods = methods,
};

PyMODINIT_FUNC PyInit__network(void)
{
    return make_module(&definition);
}
