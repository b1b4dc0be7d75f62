/* The kernels of victor/tree/blocks.py and victor/features: what is above what in a tree, and groups.

   m elements in document order, so that an element comes after its parent; t texts; n blocks. */

#include "kernels.h"

typedef PyObject *const *Arguments;

/* [m] the nearest chosen element at or above each, -1 for none. (chosen [m], parent [m]) */
static PyObject *nearest(PyObject *Py_UNUSED(module), Arguments given, Py_ssize_t count)
{
    Held held = {.count = 0};
    PyObject *made = NULL;
    Py_ssize_t m = 0, size = 0;
    const char *chosen = expect(count, 2) ? input(&held, given[0], 1, &m) : NULL;
    const int *parent = chosen ? input(&held, given[1], 4, &size) : NULL;
    int *out = parent && m == size ? output(&held, &made, "i4", 4, m, -1) : NULL;
    if (out)
        for (Py_ssize_t e = 0; e < m; e++)
            out[e] = chosen[e] ? (int)e : parent[e] < 0 ? -1 : out[parent[e]];
    return finish(&held, made, out != NULL);
}

/* [m] how many elements hold each. (parent [m]) */
static PyObject *depth(PyObject *Py_UNUSED(module), Arguments given, Py_ssize_t count)
{
    Held held = {.count = 0};
    PyObject *made = NULL;
    Py_ssize_t m = 0;
    const int *parent = expect(count, 1) ? input(&held, given[0], 4, &m) : NULL;
    int *out = parent ? output(&held, &made, "i4", 4, m, -1) : NULL;
    for (Py_ssize_t e = 0; out && e < m; e++)
        out[e] = parent[e] < 0 ? 0 : out[parent[e]] + 1;
    return finish(&held, made, out != NULL);
}

/* [m + 1] the bits of each element and of all above it; last 0, for -1.
   (bits [m] of 64, parent [m]) */
static PyObject *ancestor_bits(PyObject *Py_UNUSED(module), Arguments given, Py_ssize_t count)
{
    Held held = {.count = 0};
    PyObject *made = NULL;
    Py_ssize_t m = 0, size = 0;
    const uint64_t *bits = expect(count, 2) ? input(&held, given[0], 8, &m) : NULL;
    const int *parent = bits ? input(&held, given[1], 4, &size) : NULL;
    uint64_t *out = parent && m == size ? output(&held, &made, "u8", 8, m + 1, -1) : NULL;
    if (out) {
        for (Py_ssize_t e = 0; e < m; e++)
            out[e] = bits[e] | (parent[e] < 0 ? 0 : out[parent[e]]);
        out[m] = 0;
    }
    return finish(&held, made, out != NULL);
}

/* [t] how many of the chosen elements hold each text, or, if `between`, how many of their tags
   stand before it. (chosen [m], opened [m], closed [m], t) */
static PyObject *tally(Arguments given, Py_ssize_t count, int between)
{
    Held held = {.count = 0};
    PyObject *made = NULL;
    Py_ssize_t m = 0, sizes[2] = {0}, t = count == 4 ? PyLong_AsSsize_t(given[3]) : 0;
    const char *chosen = expect(count, 4) ? input(&held, given[0], 1, &m) : NULL;
    const int *opened = chosen ? input(&held, given[1], 4, &sizes[0]) : NULL;
    const int *closed = opened ? input(&held, given[2], 4, &sizes[1]) : NULL;
    int fits = closed && m == sizes[0] && m == sizes[1] && t >= 0;
    int *out = fits ? output(&held, &made, "i4", 4, t, -1) : NULL;
    if (out) {
        int step = between ? 1 : -1, sum = 0;
        memset(out, 0, (size_t)t * sizeof *out);
        for (Py_ssize_t e = 0; e < m; e++)
            if (chosen[e]) {
                if (opened[e] < t)
                    out[opened[e]]++;
                if (closed[e] < t)
                    out[closed[e]] += step;
            }
        for (Py_ssize_t i = 0; i < t && !between; i++)
            out[i] = sum += out[i];
    }
    return finish(&held, made, out != NULL);
}

static PyObject *enclosing_count(PyObject *Py_UNUSED(module), Arguments given, Py_ssize_t count)
{
    return tally(given, count, 0);
}

static PyObject *tags_before(PyObject *Py_UNUSED(module), Arguments given, Py_ssize_t count)
{
    return tally(given, count, 1);
}

/* [columns, n] 1 where a bit is set, else 0. (bits [n] of 64, columns) */
static PyObject *unpack_bits(PyObject *Py_UNUSED(module), Arguments given, Py_ssize_t count)
{
    Held held = {.count = 0};
    PyObject *made = NULL;
    Py_ssize_t n = 0, columns = count == 2 ? PyLong_AsSsize_t(given[1]) : 0;
    const uint64_t *bits = expect(count, 2) ? input(&held, given[0], 8, &n) : NULL;
    int fits = bits && columns >= 0 && columns <= 64;
    float *out = fits ? output(&held, &made, "f4", 4, columns, n) : NULL;
    if (out)
        for (Py_ssize_t bit = 0; bit < columns; bit++)
            for (Py_ssize_t i = 0; i < n; i++)
                *out++ = (float)(bits[i] >> bit & 1);
    return finish(&held, made, out != NULL);
}

/* [sets, n] the tags of each set that stand between a block and the one before it.
   (sets [m] as bits, ends [m] whether an end tag counts, opened [m], closed [m],
   block [t + 1] of which a text is the first, else -1; sets, n) */
static PyObject *tags_by_set(PyObject *Py_UNUSED(module), Arguments given, Py_ssize_t count)
{
    Held held = {.count = 0};
    PyObject *made = NULL;
    Py_ssize_t m = 0, sizes[4] = {0};
    Py_ssize_t k = count == 7 ? PyLong_AsSsize_t(given[5]) : 0;
    Py_ssize_t n = count == 7 ? PyLong_AsSsize_t(given[6]) : 0;
    const uint64_t *sets = expect(count, 7) ? input(&held, given[0], 8, &m) : NULL;
    const char *ends = sets ? input(&held, given[1], 1, &sizes[0]) : NULL;
    const int *opened = ends ? input(&held, given[2], 4, &sizes[1]) : NULL;
    const int *closed = opened ? input(&held, given[3], 4, &sizes[2]) : NULL;
    const int *block = closed ? input(&held, given[4], 4, &sizes[3]) : NULL;
    int fits = block && m == sizes[0] && m == sizes[1] && m == sizes[2] && k >= 0 && k <= 64;
    float *out = fits && n >= 0 ? output(&held, &made, "f4", 4, k, n) : NULL;
    if (out) {
        memset(out, 0, (size_t)(k * n) * sizeof *out);
        for (Py_ssize_t e = 0; e < m; e++)
            for (uint64_t left = sets[e]; left; left &= left - 1) {
                float *row = out + __builtin_ctzll(left) * n;
                int first = block[opened[e]], after = block[closed[e]];
                if (first >= 0)
                    row[first]++;
                if (after >= 0 && ends[e])
                    row[after]++;
            }
    }
    return finish(&held, made, out != NULL);
}

/* [n] the number of each key, new ones in the order in which they come. (keys [n] of 64) */
static PyObject *factorize(PyObject *Py_UNUSED(module), Arguments given, Py_ssize_t count)
{
    Held held = {.count = 0};
    PyObject *made = NULL;
    Py_ssize_t n = 0;
    const uint64_t *keys = expect(count, 1) ? input(&held, given[0], 8, &n) : NULL;
    int *out = keys ? output(&held, &made, "i4", 4, n, -1) : NULL;
    size_t room = 16, mask;
    while (room < 2 * (size_t)n)
        room *= 2;
    mask = room - 1;
    int *slots = out ? PyMem_Malloc(room * sizeof *slots) : NULL; /* blocks; -1: free */
    if (slots) {
        int known = 0;
        memset(slots, 0xFF, room * sizeof *slots);
        for (Py_ssize_t i = 0; i < n; i++) {
            uint64_t mixed = keys[i] * UINT64_C(0x9E3779B97F4A7C15);
            size_t place = (size_t)(mixed >> 32) & mask;
            while (slots[place] >= 0 && keys[slots[place]] != keys[i])
                place = (place + 1) & mask;
            if (slots[place] < 0) {
                slots[place] = (int)i;
                out[i] = known++;
            } else
                out[i] = out[slots[place]];
        }
        PyMem_Free(slots);
    } else if (out)
        PyErr_NoMemory();
    return finish(&held, made, out != NULL);
}

/* The recursions of a linear chain, both scaled: each row sums to 1.
   [2, n, k] forward and backward. (local [n, k], edge [k, k]), doubles */
static PyObject *chain(PyObject *Py_UNUSED(module), Arguments given, Py_ssize_t count)
{
    Held held = {.count = 0};
    PyObject *made = NULL;
    Py_ssize_t size = 0, square = 0, k = 0;
    const double *local = expect(count, 2) ? input(&held, given[0], 8, &size) : NULL;
    const double *edge = local ? input(&held, given[1], 8, &square) : NULL;
    while (k * k < square)
        k++;
    Py_ssize_t n = k ? size / k : 0;
    int fits = edge && k && k * k == square && n * k == size && n;
    double *forward = fits ? output(&held, &made, "f8", 8, 2, size) : NULL;
    if (forward) {
        double *backward = forward + size;
        for (Py_ssize_t i = 0; i < n; i++) {
            double *row = forward + i * k, sum = 0;
            for (Py_ssize_t b = 0; b < k; b++) {
                row[b] = 0;
                for (Py_ssize_t a = 0; i && a < k; a++)
                    row[b] += row[a - k] * edge[a * k + b];
                sum += row[b] = (i ? row[b] : 1) * local[i * k + b];
            }
            for (Py_ssize_t b = 0; b < k; b++)
                row[b] /= sum;
        }
        for (Py_ssize_t i = n - 1; i >= 0; i--) {
            double *row = backward + i * k, sum = 0;
            for (Py_ssize_t a = 0; a < k; a++) {
                row[a] = i == n - 1;
                for (Py_ssize_t b = 0; i < n - 1 && b < k; b++)
                    row[a] += edge[a * k + b] * local[(i + 1) * k + b] * row[k + b];
                sum += row[a];
            }
            for (Py_ssize_t a = 0; a < k; a++)
                row[a] /= sum;
        }
    }
    return finish(&held, made, forward != NULL);
}

#define KERNEL(name) {#name, (PyCFunction)(void (*)(void))name, METH_FASTCALL, NULL}

static PyMethodDef methods[] = {
    KERNEL(nearest), KERNEL(depth),    KERNEL(ancestor_bits), KERNEL(enclosing_count), KERNEL(tags_before),
    KERNEL(tags_by_set), KERNEL(unpack_bits),    KERNEL(factorize),   KERNEL(chain),
    {NULL, NULL, 0, NULL},
};

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT,
    .m_name = "victor._tree",
    .m_doc = "Kernels over trees and sequences, compiled.",
    .m_size = -1,
    .m_methods = methods,
};

PyMODINIT_FUNC PyInit__tree(void)
{
    return make_module(&definition);
}
