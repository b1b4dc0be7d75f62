/* The kernels of victor/labelers/_network.py: what lies between its matrix products.

   Rows of single precision, which compilers turn into vector instructions: on x86 for several
   kinds of processors, of which the one at hand is chosen when the part is loaded. */

#include "kernels.h"

#include <math.h>

#if defined(__GNUC__) && !defined(__clang__) && defined(__x86_64__) && defined(__linux__)
#define VECTORS __attribute__((target_clones("arch=x86-64-v4", "arch=x86-64-v3", "default")))
#else
#define VECTORS
#endif

typedef PyObject *const *Arguments;

enum { LANES = 16 };

static const float EPSILON = 1e-5f; /* of _network.py */

VECTORS static void rank_column(const float *value, Py_ssize_t n, float low, float scale,
                                const float *table, int places, float *out)
{
    for (Py_ssize_t i = 0; i < n; i++) {
        float unit = (value[i] - low) * scale;
        unit = unit > 0 ? unit : 0;
        unit = sqrtf(unit < 1 ? unit : 1);
        out[i] = table[(int)(unit * (float)(places - 1) + 0.5f)];
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

VECTORS static void divide_row(const float *told, Py_ssize_t part, Py_ssize_t heads, float *out)
{
    for (Py_ssize_t head = 0; head < heads; head++) {
        float scale = 1 / told[heads * part + head];
        for (Py_ssize_t i = 0; i < part; i++)
            out[head * part + i] = told[head * part + i] * scale;
    }
}

/* [n, d] each head's part divided by its sum. (told [n, d + heads], n, heads) */
static PyObject *divided(PyObject *Py_UNUSED(module), Arguments given, Py_ssize_t count)
{
    Held held = {.count = 0};
    PyObject *made = NULL;
    Py_ssize_t size = 0, n = count == 3 ? PyLong_AsSsize_t(given[1]) : 0;
    Py_ssize_t heads = count == 3 ? PyLong_AsSsize_t(given[2]) : 0;
    const float *told = expect(count, 3) ? input(&held, given[0], 4, &size) : NULL;
    int fits = told && n > 0 && heads > 0 && size % n == 0 && (size / n) % heads == 0;
    Py_ssize_t part = fits ? (size / n) / heads - 1 : 0, width = part * heads;
    float *out = fits ? output(&held, &made, "f4", 4, n, width) : NULL;
    for (Py_ssize_t i = 0; out && i < n; i++)
        divide_row(told + i * (width + heads), part, heads, out + i * width);
    return finish(&held, made, out != NULL);
}

#define KERNEL(name) {#name, (PyCFunction)(void (*)(void))name, METH_FASTCALL, NULL}

static PyMethodDef methods[] = {
    KERNEL(ranked),    KERNEL(normal),       KERNEL(windows),
    KERNEL(rectified), KERNEL(add_positive), KERNEL(divided),
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
