/* The kernels of victor/features that measure what is around blocks.

   m elements in document order, t texts, n blocks; columns come out in single precision. */

#include "kernels.h"

typedef PyObject *const *Arguments;

enum { LEVELS = 5, MEASURES = 5 }; /* of victor/features/ancestor.py */

static float ratio(double part, double whole)
{
    return whole > 0 ? (float)(part / whole) : 0;
}

typedef struct {
    const float *words, *link;
    const int *sentences;
    const char *in_p;
    double *sums; /* [n + 1, 4] of words, those in links, sentences, those in p; before each block */
    Py_ssize_t n;
} Page;

static int add_up(Page *page)
{
    double *sum = page->sums = PyMem_Calloc((size_t)(page->n + 1) * 4, sizeof *sum);
    if (sum == NULL) {
        PyErr_NoMemory();
        return -1;
    }
    for (Py_ssize_t i = 0; i < page->n; i++, sum += 4) {
        double words = page->words[i];
        sum[4] = sum[0] + words;
        sum[5] = sum[1] + words * page->link[i];
        sum[6] = sum[2] + page->sentences[i];
        sum[7] = sum[3] + words * page->in_p[i];
    }
    return 0;
}

/* What blocks low to high hold, into every n-th place of `out`. */
static void measure(const Page *page, Py_ssize_t low, Py_ssize_t high, float *out)
{
    const double *before = page->sums + 4 * low, *after = page->sums + 4 * high;
    double words = after[0] - before[0], count = (double)(high - low);
    out[0] = ratio(words, page->sums[4 * page->n]);
    out[page->n] = ratio(after[1] - before[1], words);
    out[2 * page->n] = (float)(words / count);
    out[3 * page->n] = (float)((after[2] - before[2]) / count);
    out[4 * page->n] = ratio(after[3] - before[3], words);
}

/* [LEVELS * MEASURES, n]. (node [n], nearest [m], parent [m], opened [m], closed [m], of_text [t],
   words [n], link [n], sentences [n], in_p [n]) */
static PyObject *around_blocks(PyObject *Py_UNUSED(module), Arguments given, Py_ssize_t count)
{
    Held held = {.count = 0};
    PyObject *made = NULL;
    Page page = {0};
    Py_ssize_t size[10] = {0};
    const int *column[6] = {0};
    int fits = expect(count, 10);
    for (int i = 0; fits && i < 6; i++)
        fits = (column[i] = input(&held, given[i], 4, &size[i])) != NULL;
    const int *node = column[0], *nearest = column[1], *parent = column[2];
    const int *opened = column[3], *closed = column[4], *of_text = column[5];
    page.words = fits ? input(&held, given[6], 4, &size[6]) : NULL;
    page.link = page.words ? input(&held, given[7], 4, &size[7]) : NULL;
    page.sentences = page.link ? input(&held, given[8], 4, &size[8]) : NULL;
    page.in_p = page.sentences ? input(&held, given[9], 1, &size[9]) : NULL;
    page.n = size[0];
    for (int i = 6; i < 10; i++)
        fits = fits && size[i] == page.n;
    for (int i = 2; i < 5; i++)
        fits = fits && size[i] == size[1];
    fits = fits && page.in_p && add_up(&page) == 0;
    Py_ssize_t n = page.n, t = size[5];
    float *out = fits ? output(&held, &made, "f4", 4, LEVELS * MEASURES, n) : NULL;
    for (Py_ssize_t i = 0; out && i < n; i++) {
        int element = node[i] < 0 ? -1 : nearest[node[i]];
        for (int level = 0; level < LEVELS; level++) {
            Py_ssize_t low = element < 0 || opened[element] >= t ? 0 : of_text[opened[element]];
            Py_ssize_t high = element < 0 ? n : closed[element] ? of_text[closed[element] - 1] + 1 : 0;
            measure(&page, low, high, out + level * MEASURES * n + i);
            int above = element < 0 || parent[element] < 0 ? -1 : nearest[parent[element]];
            element = above < 0 ? element : above;
        }
    }
    PyMem_Free(page.sums);
    return finish(&held, made, out != NULL);
}

/* [5, n] of the blocks of each group: how many, share of all words, link density, distance from
   the first to the last of them, words per block. (group [n], words [n], link [n]) */
static PyObject *group_measures(PyObject *Py_UNUSED(module), Arguments given, Py_ssize_t count)
{
    typedef struct {
        double words, linked;
        Py_ssize_t count, first, last;
    } Group;
    Held held = {.count = 0};
    PyObject *made = NULL;
    Py_ssize_t n = 0, sizes[2] = {0};
    const int *group = expect(count, 3) ? input(&held, given[0], 4, &n) : NULL;
    const float *words = group ? input(&held, given[1], 4, &sizes[0]) : NULL;
    const float *link = words ? input(&held, given[2], 4, &sizes[1]) : NULL;
    int fits = link && n == sizes[0] && n == sizes[1];
    float *out = fits ? output(&held, &made, "f4", 4, 5, n) : NULL;
    Group *groups = out ? PyMem_Calloc((size_t)n + 1, sizeof *groups) : NULL;
    double total = 0;
    for (Py_ssize_t i = 0; groups && i < n; i++) {
        Group *one = &groups[group[i]];
        one->first = one->count++ ? one->first : i;
        one->last = i;
        one->words += words[i];
        one->linked += (double)(words[i] * link[i]);
        total += words[i];
    }
    for (Py_ssize_t i = 0; groups && i < n; i++) {
        const Group *one = &groups[group[i]];
        out[i] = (float)one->count;
        out[n + i] = ratio(one->words, total);
        out[2 * n + i] = ratio(one->linked, one->words);
        out[3 * n + i] = (float)((double)(one->last - one->first) / (double)n);
        out[4 * n + i] = (float)(one->words / (double)one->count);
    }
    if (out && groups == NULL)
        PyErr_NoMemory();
    PyMem_Free(groups);
    return finish(&held, made, out != NULL);
}

/* [n] the share of all weights that a block's group has; 0 in no group, which is -1.
   (group [n] below m, weights [n], m) */
static PyObject *group_shares(PyObject *Py_UNUSED(module), Arguments given, Py_ssize_t count)
{
    Held held = {.count = 0};
    PyObject *made = NULL;
    Py_ssize_t n = 0, size = 0, m = count == 3 ? PyLong_AsSsize_t(given[2]) : 0;
    const int *group = expect(count, 3) ? input(&held, given[0], 4, &n) : NULL;
    const float *weights = group ? input(&held, given[1], 4, &size) : NULL;
    float *out = weights && n == size && m >= 0 ? output(&held, &made, "f4", 4, n, -1) : NULL;
    double *sums = out ? PyMem_Calloc((size_t)m + 1, sizeof *sums) : NULL, total = 0;
    for (Py_ssize_t i = 0; sums && i < n; i++) {
        sums[group[i] + 1] += weights[i];
        total += weights[i];
    }
    for (Py_ssize_t i = 0; sums && i < n; i++)
        out[i] = group[i] < 0 ? 0 : (float)(sums[group[i] + 1] / (total > 1e-9 ? total : 1e-9));
    if (out && sums == NULL)
        PyErr_NoMemory();
    PyMem_Free(sums);
    return finish(&held, made, out != NULL);
}

#define KERNEL(name) {#name, (PyCFunction)(void (*)(void))name, METH_FASTCALL, NULL}

static PyMethodDef methods[] = {
    KERNEL(around_blocks),
    KERNEL(group_measures),
    KERNEL(group_shares),
    {NULL, NULL, 0, NULL},
};

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT,
    .m_name = "victor._blocks",
    .m_doc = "Kernels over blocks, compiled.",
    .m_size = -1,
    .m_methods = methods,
};

PyMODINIT_FUNC PyInit__blocks(void)
{
    return make_module(&definition);
}
