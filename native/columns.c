/* The doors of feature columns: what is above what in a tree, tags between blocks, what is around
   blocks, groups of blocks.

   m elements in document order, so that an element comes after its parent; t texts; n blocks.
   Columns come out in single precision. */

#include "doors.h"

enum { LEVELS = 5, MEASURES = 5 }; /* victor/features/ancestor.py */
enum { GROUP_MEASURES = 6 };       /* victor/features/columns.py */

static const Constant constants[] = {{"LEVELS", LEVELS, NULL},
                                     {"MEASURES", MEASURES, NULL},
                                     {"GROUP_MEASURES", GROUP_MEASURES, NULL},
                                     {NULL, 0, NULL}};

#define PARENT {"parent", "i4", "m", "<", 0}
#define OPENED {"opened", "i4", "m", "=t", 0}
#define CLOSED {"closed", "i4", "m", "=t", 0}

/* [2, m] the nearest chosen element at or above each, the root for none; the steps up to it. */
static PyObject *nearest(PyObject *Py_UNUSED(module), Arguments given, Py_ssize_t count)
{
    static const Argument wanted[] = {{"chosen", "b1", "m", NULL, 0}, PARENT, {0}};
    Call call;
    int ready = enter(&call, wanted, given, count);
    const char *chosen = call.given[0].items;
    const int *parent = call.given[1].items;
    call.size['r'] = 2;
    int *out = ready ? result(&call, "i4", "rm") : NULL;
    Py_ssize_t m = call.size['m'];
    for (Py_ssize_t e = 0; out && e < m; e++) {
        int here = chosen[e] || e == 0;
        out[e] = here ? (int)e : out[parent[e]];
        out[m + e] = here ? 0 : out[m + parent[e]] + 1;
    }
    return leave(&call);
}

/* [m] the bits of each element and of all its ancestors. */
static PyObject *ancestor_bits(PyObject *Py_UNUSED(module), Arguments given, Py_ssize_t count)
{
    static const Argument wanted[] = {{"bits", "u8", "m", NULL, 0}, PARENT, {0}};
    Call call;
    int ready = enter(&call, wanted, given, count);
    const uint64_t *bits = call.given[0].items;
    const int *parent = call.given[1].items;
    Py_ssize_t m = call.size['m'];
    uint64_t *out = ready ? result(&call, "u8", "m") : NULL;
    for (Py_ssize_t e = 0; out && e < m; e++)
        out[e] = bits[e] | (e ? out[parent[e]] : 0);
    return leave(&call);
}

static void count_tag(uint64_t sets, Py_ssize_t n, float *counts)
{
    for (; sets; sets &= sets - 1)
        counts[__builtin_ctzll(sets) * n]++;
}

/* [k, n] the number of tags of each set between a block and the previous one. */
static PyObject *tags_by_set(PyObject *Py_UNUSED(module), Arguments given, Py_ssize_t count)
{
    static const Argument wanted[] = {{"sets", "u8", "m", NULL, 0},
                                      {"ends", "b1", "m", NULL, 0},
                                      {"opened", "i4", "m", "b", 0},
                                      {"closed", "i4", "m", "b", 0},
                                      {"block", "i4", "b", "n", -1},
                                      {"k", "number", "k", NULL, 0},
                                      {"n", "number", "n", NULL, 0},
                                      {0}};
    Call call;
    int ready = enter(&call, wanted, given, count);
    if (ready && call.size['k'] > 64)
        ready = fail(PyExc_ValueError, "k", "more than 64 sets");
    const uint64_t *sets = call.given[0].items;
    const char *ends = call.given[1].items;
    const int *opened = call.given[2].items, *closed = call.given[3].items;
    const int *block = call.given[4].items;
    Py_ssize_t k = call.size['k'], n = call.size['n'];
    float *out = ready ? result(&call, "f4", "kn") : NULL;
    if (out)
        memset(out, 0, (size_t)(k * n) * sizeof *out);
    uint64_t known = k < 64 ? (UINT64_C(1) << (k & 63)) - 1 : UINT64_MAX;
    for (Py_ssize_t e = 0; out && e < call.size['m']; e++) {
        int first = block[opened[e]], after = block[closed[e]];
        if (first >= 0)
            count_tag(sets[e] & known, n, out + first);
        if (after >= 0 && ends[e])
            count_tag(sets[e] & known, n, out + after);
    }
    return leave(&call);
}

/* victor/features/columns.py */
static float ratio(double part, double whole)
{
    return (float)(part / (whole < 1e-9 ? 1e-9 : whole) * (whole > 0));
}

/* What blocks low to high hold, into every n-th place of `out`. (sums [n + 1, 4] before each block
   of words, those in links, sentences, those in p) */
static void measure(const double *sums, Py_ssize_t n, Py_ssize_t low, Py_ssize_t high, float *out)
{
    const double *before = sums + 4 * low, *after = sums + 4 * high;
    double words = after[0] - before[0], count = (double)(high - low);
    out[0] = ratio(words, sums[4 * n]);
    out[n] = ratio(after[1] - before[1], words);
    out[2 * n] = (float)(words / count);
    out[3 * n] = (float)((after[2] - before[2]) / count);
    out[4 * n] = ratio(after[3] - before[3], words);
}

static double *add_up(const Call *call)
{
    const float *words = call->given[6].items, *link = call->given[7].items;
    const int *sentences = call->given[8].items;
    const char *in_p = call->given[9].items;
    Py_ssize_t n = call->size['n'];
    double *sums = room((size_t)(n + 1) * 4, sizeof *sums), *sum = sums;
    for (Py_ssize_t i = 0; sums && i < n; i++, sum += 4) {
        sum[4] = sum[0] + words[i];
        sum[5] = sum[1] + (double)words[i] * link[i];
        sum[6] = sum[2] + sentences[i];
        sum[7] = sum[3] + (double)words[i] * (in_p[i] != 0);
    }
    return sums;
}

/* [LEVELS * MEASURES, n] what the elements around each block hold. */
static PyObject *around_blocks(PyObject *Py_UNUSED(module), Arguments given, Py_ssize_t count)
{
    static const Argument wanted[] = {{"node", "i4", "n", "m", 0},
                                      {"nearest", "i4", "m", "m", 0},
                                      PARENT,
                                      OPENED,
                                      CLOSED,
                                      {"of_text", "i4", "t", "n", 0},
                                      {"words", "f4", "n", NULL, 0},
                                      {"link", "f4", "n", NULL, 0},
                                      {"sentences", "i4", "n", NULL, 0},
                                      {"in_p", "b1", "n", NULL, 0},
                                      {0}};
    Call call;
    int ready = enter(&call, wanted, given, count);
    const int *node = call.given[0].items, *nearest = call.given[1].items;
    const int *parent = call.given[2].items, *opened = call.given[3].items;
    const int *closed = call.given[4].items, *of_text = call.given[5].items;
    Py_ssize_t n = call.size['n'], t = call.size['t'];
    call.size['r'] = LEVELS * MEASURES;
    float *out = ready ? result(&call, "f4", "rn") : NULL;
    double *sums = out ? add_up(&call) : NULL;
    for (Py_ssize_t i = 0; sums && i < n; i++) {
        int element = nearest[node[i]];
        for (int level = 0; level < LEVELS; level++) {
            Py_ssize_t low = opened[element] < t ? of_text[opened[element]] : n - 1;
            Py_ssize_t high = closed[element] ? of_text[closed[element] - 1] + 1 : 0;
            measure(sums, n, low, high, out + level * MEASURES * n + i);
            int above = nearest[parent[element]];
            element = above ? above : element;
        }
    }
    PyMem_Free(sums);
    return leave(&call);
}

typedef struct {
    uint64_t key;
    double words, linked;
    Py_ssize_t count, first, last; /* count 0: the slot is free */
} Group;

static Group *group_of(Group *groups, size_t mask, uint64_t key)
{
    size_t place = (size_t)((key * UINT64_C(0x9E3779B97F4A7C15)) >> 32) & mask;
    while (groups[place].count && groups[place].key != key)
        place = (place + 1) & mask;
    return &groups[place];
}

/* [GROUP_MEASURES, n] of the blocks with the same key: how many, share of all words, link density,
   distance from the first to the last of them, words per block; which of them the block is, from 1.
   0 where all bits of the key are set. */
static PyObject *group_measures(PyObject *Py_UNUSED(module), Arguments given, Py_ssize_t count)
{
    static const Argument wanted[] = {
        {"keys", "u8", "n", NULL, 0}, {"words", "f4", "n", NULL, 0},
        {"link", "f4", "n", NULL, 0}, {0}};
    Call call;
    int ready = enter(&call, wanted, given, count);
    const uint64_t *keys = call.given[0].items;
    const float *words = call.given[1].items, *link = call.given[2].items;
    Py_ssize_t n = call.size['n'];
    call.size['r'] = GROUP_MEASURES;
    float *out = ready ? result(&call, "f4", "rn") : NULL;
    size_t mask = 15;
    while (mask < 2 * (size_t)n)
        mask = 2 * mask + 1;
    Group *groups = out ? room(mask, sizeof *groups) : NULL;
    double total = 0;
    for (Py_ssize_t i = 0; groups && i < n; i++) {
        Group *one = group_of(groups, mask, keys[i]);
        one->key = keys[i];
        one->first = one->count++ ? one->first : i;
        one->last = i;
        one->words += words[i];
        one->linked += (double)(words[i] * link[i]);
        total += words[i];
        out[5 * n + i] = (float)one->count;
    }
    for (Py_ssize_t i = 0; groups && i < n; i++) {
        const Group *one = group_of(groups, mask, keys[i]);
        if (keys[i] == UINT64_MAX) {
            for (int row = 0; row < GROUP_MEASURES; row++)
                out[row * n + i] = 0;
            continue;
        }
        out[i] = (float)one->count;
        out[n + i] = ratio(one->words, total);
        out[2 * n + i] = ratio(one->linked, one->words);
        out[3 * n + i] = (float)((double)(one->last - one->first) / (double)n);
        out[4 * n + i] = (float)(one->words / (double)one->count);
    }
    PyMem_Free(groups);
    return leave(&call);
}

PART(columns, DOOR(nearest), DOOR(ancestor_bits), DOOR(tags_by_set), DOOR(around_blocks),
     DOOR(group_measures))
