/* The doors of feature columns: ancestors in a tree, tags between blocks, elements around blocks,
   groups of blocks.

   m elements in document order, so that an element comes after its parent; t texts; n blocks, whose
   texts begin at `first`, which has f = n + 1 entries. Columns have single precision. */

#include "doors.h"

#include <math.h>

enum { LEVELS = 5, MEASURES = 5 }; /* victor/features/ancestor.py */
enum { GROUP_MEASURES = 7 };       /* victor/features/columns.py */
enum { STEPS = 3, REPEAT_MEASURES = 5 }; /* victor/features/repeat.py */
enum { LANDMARKS = 6 };            /* victor/features/landmark.py */
enum { TITLE_TEXTS = 4, TITLE_COLUMNS = 9 }; /* victor/features/title_words.py */
enum { ITEM = 1, HEADING = 2, BREAK = 4, PARTED = 4 }; /* victor/tree/blocks.py */
/* victor/tree/tables.py */
enum { TABLE = 1, ROW = 2, CELL = 4, MARK = 8, LINE = 16, LONG_CELL = 400, MANY_LINES = 8 };

/* victor/text/statistics.py: COLUMNS */
#define ALL_STATISTICS(X)                                                                          \
    X(length) X(alpha) X(num) X(punct) X(white) X(other) X(tokens) X(alpha_tokens) X(num_tokens)   \
    X(mixed_tokens) X(other_tokens) X(spaced_words) X(ideographs) X(kana) X(south_east)            \
    X(capitals) X(uppers) X(word_run) X(sentences) X(begins) X(ends)
#define AS_ENUM(name) name,
#define AS_TEXT(name) #name " "
enum { ALL_STATISTICS(AS_ENUM) STATISTICS };
enum { UNSPACED = 3 };     /* rows from ideographs on: characters of scripts without spaces */
enum { TEXT_COLUMNS = 34 }; /* victor/features/texts.py */

static const Constant constants[] = {{"STATISTICS", 0, ALL_STATISTICS(AS_TEXT)},
                                     {"TEXT_COLUMNS", TEXT_COLUMNS, NULL},
                                     {"LEVELS", LEVELS, NULL},
                                     {"MEASURES", MEASURES, NULL},
                                     {"GROUP_MEASURES", GROUP_MEASURES, NULL},
                                     {"STEPS", STEPS, NULL},
                                     {"REPEAT_MEASURES", REPEAT_MEASURES, NULL},
                                     {"LANDMARKS", LANDMARKS, NULL},
                                     {"TITLE_TEXTS", TITLE_TEXTS, NULL},
                                     {"TITLE_COLUMNS", TITLE_COLUMNS, NULL},
                                     {"ITEM", ITEM, NULL},
                                     {"HEADING", HEADING, NULL},
                                     {"BREAK", BREAK, NULL},
                                     {"PARTED", PARTED, NULL},
                                     {"TABLE", TABLE, NULL},
                                     {"ROW", ROW, NULL},
                                     {"CELL", CELL, NULL},
                                     {"MARK", MARK, NULL},
                                     {"LINE", LINE, NULL},
                                     {"LONG_CELL", LONG_CELL, NULL},
                                     {"MANY_LINES", MANY_LINES, NULL},
                                     {NULL, 0, NULL}};

#define PARENT {"parent", "i4", "m", "<", 0}
#define OPENED {"opened", "i4", "m", "=t", 0}
#define CLOSED {"closed", "i4", "m", "=t", 0}
#define FIRST {"first", "i4", "f", ">t", 0}
#define TEXTS {"t", "number", "t", NULL, 0}

/* Sets n, the number of blocks, from `first`. */
static int count_blocks(Call *call)
{
    Py_ssize_t n = call->size['f'] - 1;
    if (n < 0)
        return fail(PyExc_ValueError, "first", "is empty");
    if (call->size['n'] >= 0 && call->size['n'] != n)
        return fail(PyExc_ValueError, "first", "expected one more than blocks");
    call->size['n'] = n;
    return 1;
}

/* [c] the bits of each tag. */
static PyObject *set_bits(PyObject *Py_UNUSED(module), Arguments given, Py_ssize_t count)
{
    static const Argument wanted[] = {
        {"tags", "strings", "c", NULL, 0}, {"bits", "object", "", NULL, 0}, {0}};
    Call call;
    int ready = enter(&call, wanted, given, count);
    PyObject *bits = call.given[1].object;
    if (ready && !PyDict_Check(bits))
        ready = fail(PyExc_TypeError, "bits", "expected a dictionary");
    uint64_t *out = ready ? result(&call, "u8", "c") : NULL;
    for (Py_ssize_t i = 0; out && i < call.size['c'] && !PyErr_Occurred(); i++) {
        PyObject *found = PyDict_GetItemWithError(bits, call.given[0].strings[i]);
        out[i] = found ? PyLong_AsUnsignedLongLong(found) : 0;
    }
    return leave(&call);
}

#define SETS {"sets", "u8", "c", NULL, 0}
#define TAG {"tag", "i4", "m", "c", 0}
#define TEXT_NODE {"text_node", "i4", "t", "m", 0}

/* [c] whether each tag is one of some names; NULL for an error; freed by the caller. */
static char *named_tags(PyObject *codes, PyObject *names, Py_ssize_t c)
{
    char *chosen = room((size_t)c, sizeof *chosen);
    PyObject *all = chosen ? PySequence_Fast(names, "names: expected names of tags") : NULL;
    for (Py_ssize_t i = 0; all && i < PySequence_Fast_GET_SIZE(all) && !PyErr_Occurred(); i++) {
        PyObject *found = PyDict_GetItemWithError(codes, PySequence_Fast_GET_ITEM(all, i));
        Py_ssize_t code = found ? PyLong_AsSsize_t(found) : -1;
        if (code >= c)
            fail(PyExc_IndexError, "codes", "are out of range");
        else if (code >= 0)
            chosen[code] = 1;
    }
    Py_XDECREF(all);
    if (PyErr_Occurred()) {
        PyMem_Free(chosen);
        return NULL;
    }
    return chosen;
}

/* [m] whether each tag is one of at most 64 chosen ones, which compilers do many at a time. */
VECTORS static void with_bits(const int *tag, Py_ssize_t m, uint64_t chosen, char *out)
{
    for (Py_ssize_t e = 0; e < m; e++)
        out[e] = (char)(chosen >> tag[e] & 1);
}

/* [m] whether the tag of each element is one of some names. */
static PyObject *with_tags(PyObject *Py_UNUSED(module), Arguments given, Py_ssize_t count)
{
    static const Argument wanted[] = {TAG,
                                      {"codes", "object", "", NULL, 0},
                                      {"count", "number", "c", NULL, 0},
                                      {"names", "object", "", NULL, 0},
                                      {0}};
    Call call;
    int ready = enter(&call, wanted, given, count);
    const int *tag = call.given[0].items;
    PyObject *codes = call.given[1].object;
    if (ready && !PyDict_Check(codes))
        ready = fail(PyExc_TypeError, "codes", "expected a dictionary");
    char *chosen = ready ? named_tags(codes, call.given[3].object, call.size['c']) : NULL;
    char *out = chosen ? result(&call, "?", "m") : NULL;
    uint64_t bits = 0;
    for (Py_ssize_t c = 0; out && c < call.size['c'] && c < 64; c++)
        bits |= (uint64_t)chosen[c] << c;
    if (out && call.size['c'] <= 64)
        with_bits(tag, call.size['m'], bits, out);
    for (Py_ssize_t e = 0; out && call.size['c'] > 64 && e < call.size['m']; e++)
        out[e] = chosen[tag[e]];
    PyMem_Free(chosen);
    return leave(&call);
}

/* [m] the nearest element of a set at or above each, or else the root; freed by the caller. */
static int *nearest_in(const uint64_t *sets, int place, const int *tag, const int *parent,
                       Py_ssize_t m)
{
    int *out = room((size_t)m, sizeof *out);
    for (Py_ssize_t e = 1; out && e < m; e++)
        out[e] = sets[tag[e]] >> place & 1 ? (int)e : out[parent[e]];
    return out;
}

/* [m] the nearest chosen element at or above each, or else the root. */
static PyObject *nearest(PyObject *Py_UNUSED(module), Arguments given, Py_ssize_t count)
{
    static const Argument wanted[] = {{"chosen", "b1", "m", NULL, 0}, PARENT, {0}};
    Call call;
    int ready = enter(&call, wanted, given, count);
    const char *chosen = call.given[0].items;
    const int *parent = call.given[1].items;
    int *out = ready ? result(&call, "i4", "m") : NULL;
    for (Py_ssize_t e = 0; out && e < call.size['m']; e++)
        out[e] = chosen[e] || e == 0 ? (int)e : out[parent[e]];
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

/* [t + 1] the number of start tags of chosen elements between each text and the previous one, plus
   `end` times that of their end tags; freed by the caller. */
static int *count_tags(const Call *call, int end)
{
    const char *chosen = call->given[0].items;
    const int *opened = call->given[1].items, *closed = call->given[2].items;
    int *tags = room((size_t)call->size['t'] + 1, sizeof *tags);
    for (Py_ssize_t e = 0; tags && e < call->size['m']; e++)
        if (chosen[e]) { /* few are, and sums at one place wait for each other */
            tags[opened[e]]++;
            tags[closed[e]] += end;
        }
    return tags;
}

/* Replaces t counts by their cumulative sums; does nothing for NULL. */
static int *accumulated(int *counts, Py_ssize_t t)
{
    for (Py_ssize_t i = 1; counts && i < t; i++)
        counts[i] += counts[i - 1];
    return counts;
}

/* [t + 1] the number of start tags minus end tags of elements of a set between each text and the
   previous one; accumulated, how many of them contain each text. Freed by the caller. */
static int *tags_in(const uint64_t *sets, int place, const int *tag, const int *opened,
                    const int *closed, Py_ssize_t m, Py_ssize_t t)
{
    int *tags = room((size_t)t + 1, sizeof *tags);
    for (Py_ssize_t e = 0; tags && e < m; e++)
        if (sets[tag[e]] >> place & 1) {
            tags[opened[e]]++;
            tags[closed[e]]--;
        }
    return tags;
}

/* [t + 1] how many chosen elements contain each text; freed by the caller. */
static int *count_around(const Call *call)
{
    return accumulated(count_tags(call, -1), call->size['t']);
}

/* [t] how many of the chosen elements contain each text. */
static PyObject *enclosing(PyObject *Py_UNUSED(module), Arguments given, Py_ssize_t count)
{
    static const Argument wanted[] = {
        {"chosen", "b1", "m", NULL, 0}, OPENED, CLOSED, TEXTS, {0}};
    Call call;
    int ready = enter(&call, wanted, given, count);
    int *out = ready ? result(&call, "i4", "t") : NULL;
    int *around = out ? count_around(&call) : NULL;
    if (around)
        memcpy(out, around, (size_t)call.size['t'] * sizeof *out);
    PyMem_Free(around);
    return leave(&call);
}

/* [t] the number of tags of chosen elements between each text and the previous one. */
static PyObject *tags_before(PyObject *Py_UNUSED(module), Arguments given, Py_ssize_t count)
{
    static const Argument wanted[] = {
        {"chosen", "b1", "m", NULL, 0}, OPENED, CLOSED, TEXTS, {0}};
    Call call;
    int ready = enter(&call, wanted, given, count);
    int *out = ready ? result(&call, "i4", "t") : NULL;
    int *before = out ? count_tags(&call, 1) : NULL;
    if (before)
        memcpy(out, before, (size_t)call.size['t'] * sizeof *out);
    PyMem_Free(before);
    return leave(&call);
}

enum { LANES = 64, MOST_SUM = 255 };

/* How often a sign follows '<'. The sums are bytes, so that compilers use vector instructions. */
VECTORS static int64_t pairs(const unsigned char *source, Py_ssize_t size, unsigned char sign)
{
    int64_t found = 0;
    Py_ssize_t i = 0;
    while (i + LANES < size) {
        unsigned char sums[LANES] = {0};
        for (int rounds = 0; rounds < MOST_SUM && i + LANES < size; rounds++, i += LANES)
            for (int lane = 0; lane < LANES; lane++)
                sums[lane] += (source[i + lane] == '<') & (source[i + lane + 1] == sign);
        for (int lane = 0; lane < LANES; lane++)
            found += sums[lane];
    }
    for (; i + 1 < size; i++)
        found += source[i] == '<' && source[i + 1] == sign;
    return found;
}

/* Whether the kept blocks exist and contain texts. */
static int are_blocks(const Call *call, const int *first, const int *kept)
{
    for (Py_ssize_t i = 0; i < call->size['k']; i++)
        if (kept[i] >= call->size['n'] || first[kept[i]] == first[kept[i] + 1])
            return fail(PyExc_IndexError, "kept", "expected blocks with texts");
    return 1;
}

/* [1] whether a chosen element without text directly precedes a sibling with a tag. */
static PyObject *directly_before(PyObject *Py_UNUSED(module), Arguments given, Py_ssize_t count)
{
    static const Argument wanted[] = {
        {"tag", "i4", "m", "c", 0},     {"parent", "i4", "m", NULL, 0},
        {"opened", "i4", "m", NULL, 0}, {"closed", "i4", "m", NULL, 0},
        {"chosen", "b1", "c", NULL, 0}, {"code", "number", "x", NULL, 0}, {0}};
    Call call;
    int ready = enter(&call, wanted, given, count);
    const int *tag = call.given[0].items, *parent = call.given[1].items;
    const int *opened = call.given[2].items, *closed = call.given[3].items;
    const char *chosen = call.given[4].items;
    call.size['r'] = 1;
    char *out = ready ? result(&call, "?", "r") : NULL;
    if (out)
        *out = 0;
    for (Py_ssize_t e = 1; out && e < call.size['m']; e++)
        *out |= chosen[tag[e - 1]] && tag[e] == call.size['x'] && parent[e] == parent[e - 1] &&
                opened[e - 1] == closed[e - 1] && opened[e] == opened[e - 1];
    return leave(&call);
}

/* [1] how often one of some signs follows '<'. */
static PyObject *tags_starting(PyObject *Py_UNUSED(module), Arguments given, Py_ssize_t count)
{
    static const Argument wanted[] = {
        {"source", "u1", "b", NULL, 0}, {"signs", "u1", "s", NULL, 0}, {0}};
    Call call;
    int ready = enter(&call, wanted, given, count);
    const unsigned char *source = call.given[0].items, *signs = call.given[1].items;
    call.size['r'] = 1;
    int64_t *out = ready ? result(&call, "i8", "r") : NULL;
    if (out)
        *out = 0;
    for (Py_ssize_t i = 0; out && i < call.size['s']; i++)
        *out += pairs(source, call.size['b'], signs[i]);
    return leave(&call);
}

/* [k - 1] the number of tags of chosen elements between each of k blocks and the next. */
static PyObject *tags_between(PyObject *Py_UNUSED(module), Arguments given, Py_ssize_t count)
{
    static const Argument wanted[] = {{"chosen", "b1", "m", NULL, 0},
                                      OPENED,
                                      CLOSED,
                                      FIRST,
                                      {"kept", "i4", "k", "f", 0},
                                      TEXTS,
                                      {0}};
    Call call;
    int ready = enter(&call, wanted, given, count) && count_blocks(&call);
    const int *first = call.given[3].items, *kept = call.given[4].items;
    ready = ready && are_blocks(&call, first, kept);
    call.size['p'] = call.size['k'] > 1 ? call.size['k'] - 1 : 0;
    int *out = ready ? result(&call, "i4", "p") : NULL;
    int *before = out ? accumulated(count_tags(&call, 1), call.size['t']) : NULL;
    for (Py_ssize_t i = 0; before && i < call.size['p']; i++)
        out[i] = before[first[kept[i + 1]]] - before[first[kept[i] + 1] - 1];
    PyMem_Free(before);
    return leave(&call);
}

/* [t] the block of each text. */
static PyObject *block_of_each(PyObject *Py_UNUSED(module), Arguments given, Py_ssize_t count)
{
    static const Argument wanted[] = {FIRST, TEXTS, {0}};
    Call call;
    int ready = enter(&call, wanted, given, count) && count_blocks(&call);
    const int *first = call.given[0].items;
    Py_ssize_t n = call.size['n'], t = call.size['t'];
    if (ready && (first[0] || first[n] != t)) {
        PyErr_SetString(PyExc_IndexError, "first: blocks do not hold every text");
        ready = 0;
    }
    int *out = ready ? result(&call, "i4", "t") : NULL;
    for (Py_ssize_t i = 0; out && i < n; i++)
        for (Py_ssize_t text = first[i]; text < first[i + 1]; text++)
            out[text] = (int)i;
    return leave(&call);
}

/* [n] whether some text of each block, or every text, is inside a chosen element. */
static PyObject *texts_inside(Arguments given, Py_ssize_t count, int every)
{
    static const Argument wanted[] = {
        {"chosen", "b1", "m", NULL, 0}, OPENED, CLOSED, FIRST, TEXTS, {0}};
    Call call;
    int ready = enter(&call, wanted, given, count) && count_blocks(&call);
    const int *first = call.given[3].items;
    char *out = ready ? result(&call, "?", "n") : NULL;
    int *around = out ? count_around(&call) : NULL;
    for (Py_ssize_t i = 0; around && i < call.size['n']; i++) {
        int inside = 0;
        for (Py_ssize_t text = first[i]; text < first[i + 1]; text++)
            inside += around[text] != 0;
        out[i] = every ? inside == first[i + 1] - first[i] : inside > 0;
    }
    PyMem_Free(around);
    return leave(&call);
}

static PyObject *holding(PyObject *Py_UNUSED(module), Arguments given, Py_ssize_t count)
{
    return texts_inside(given, count, 0);
}

static PyObject *within(PyObject *Py_UNUSED(module), Arguments given, Py_ssize_t count)
{
    return texts_inside(given, count, 1);
}

/* [n] bits of each block: whether it is in an item or a heading, and whether block-level tags or
   several breaks separate it from the previous block. */
static PyObject *signs_of_tags(PyObject *Py_UNUSED(module), Arguments given, Py_ssize_t count)
{
    static const Argument wanted[] = {{"kind", "u1", "m", NULL, 0},
                                      {"level", "b1", "m", NULL, 0},
                                      PARENT,
                                      OPENED,
                                      CLOSED,
                                      {"node", "i4", "t", "m", 0},
                                      FIRST,
                                      {0}};
    Call call;
    int ready = enter(&call, wanted, given, count) && count_blocks(&call);
    const unsigned char *kind = call.given[0].items;
    const char *level = call.given[1].items;
    const int *parent = call.given[2].items, *opened = call.given[3].items;
    const int *closed = call.given[4].items, *node = call.given[5].items;
    const int *first = call.given[6].items;
    unsigned char *out = ready ? result(&call, "u1", "n") : NULL;
    unsigned char *around = out ? room((size_t)call.size['m'], 1) : NULL;
    int *tags = around ? room((size_t)call.size['t'] + 1, sizeof *tags) : NULL; /* by text */
    for (Py_ssize_t e = 0; tags && e < call.size['m']; e++) {
        around[e] = (kind[e] & (ITEM | HEADING)) | around[parent[e]];
        int tag = kind[e] & BREAK ? 1 : level[e] ? 3 : 0; /* two tags per break; over 2 separate */
        tags[opened[e]] += tag;
        tags[closed[e]] += tag;
    }
    for (Py_ssize_t i = 0; tags && i < call.size['n']; i++) {
        out[i] = tags[first[i]] > 2 ? PARTED : 0;
        for (Py_ssize_t text = first[i]; text < first[i + 1]; text++)
            out[i] |= around[node[text]];
    }
    PyMem_Free(tags);
    PyMem_Free(around);
    return leave(&call);
}

/* ---- tables: victor/tree/tables.py ---- */

typedef struct {
    int table, row;       /* the nearest ones at or above an element, 0 for none */
    int cells, of;        /* the cells of a row; the table of the last one */
    int64_t count;        /* the cells of a table */
    int64_t chars, lines; /* characters and tags of lines in them */
    int wide, outer, marked;
} Around;

/* The number of characters of a text without the white space around it. */
static Py_ssize_t length_of(PyObject *text)
{
    int kind = PyUnicode_KIND(text);
    const void *data = PyUnicode_DATA(text);
    Py_ssize_t start = 0, end = PyUnicode_GET_LENGTH(text);
    while (start < end && Py_UNICODE_ISSPACE(PyUnicode_READ(kind, data, start)))
        start++;
    while (start < end && Py_UNICODE_ISSPACE(PyUnicode_READ(kind, data, end - 1)))
        end--;
    return end - start;
}

/* [t + 2, 2] the number of characters, of tags of lines before each text; freed by the caller. */
static int64_t *lengths_before(const Call *call)
{
    const unsigned char *kind = call->given[0].items;
    const int *opened = call->given[3].items, *closed = call->given[4].items;
    PyObject **text = call->given[5].strings;
    Py_ssize_t t = call->size['t'];
    int64_t *sums = room((size_t)(t + 2) * 2, sizeof *sums), *sum = sums;
    for (Py_ssize_t e = 0; sums && e < call->size['m']; e++)
        if (kind[e] & LINE) {
            sums[2 * opened[e] + 3]++;
            sums[2 * closed[e] + 3]++;
        }
    for (Py_ssize_t i = 0; sums && i < t; i++, sum += 2) {
        sum[2] = sum[0] + length_of(text[i]);
        sum[3] += sum[1];
    }
    return sums;
}

static void add_cell(Around *all, Around *cell, const int64_t *opened, const int64_t *closed)
{
    Around *table = &all[cell->table], *row = &all[cell->row];
    row->cells++;
    row->of = cell->table;
    table->count++;
    table->chars += closed[0] - opened[0];
    table->lines += closed[1] - opened[1];
}

static int is_long(const Around *table)
{
    return table->chars > LONG_CELL * table->count || table->lines > MANY_LINES * table->count;
}

/* [m] whether a table is layout by its columns and cells; undefined for other elements. */
static PyObject *layout_by_shape(PyObject *Py_UNUSED(module), Arguments given, Py_ssize_t count)
{
    static const Argument wanted[] = {{"kind", "u1", "m", NULL, 0},
                                      {"holds", "b1", "m", NULL, 0},
                                      PARENT,
                                      OPENED,
                                      CLOSED,
                                      {"text", "strings", "t", NULL, 0},
                                      {0}};
    Call call;
    int ready = enter(&call, wanted, given, count);
    const unsigned char *kind = call.given[0].items;
    const char *holds = call.given[1].items;
    const int *parent = call.given[2].items, *opened = call.given[3].items;
    const int *closed = call.given[4].items;
    char *out = ready ? result(&call, "?", "m") : NULL;
    int64_t *sums = out ? lengths_before(&call) : NULL;
    Around *all = sums ? room((size_t)call.size['m'], sizeof *all) : NULL;
    Py_ssize_t m = all ? call.size['m'] : 0;
    for (Py_ssize_t e = 0; e < m; e++) {
        Around *above = &all[parent[e]];
        all[e].table = kind[e] & TABLE ? (int)e : above->table;
        all[e].row = kind[e] & ROW ? (int)e : above->row;
        all[above->table].outer |= holds[e] && kind[e] & TABLE;
        all[all[e].table].marked |= holds[e] && kind[e] & MARK;
        if (holds[e] && kind[e] & CELL)
            add_cell(all, &all[e], sums + 2 * opened[e], sums + 2 * closed[e]);
    }
    for (Py_ssize_t e = 0; e < m; e++)
        all[all[e].of].wide |= all[e].cells > 1;
    for (Py_ssize_t e = 0; e < m; e++)
        out[e] = !all[e].wide || all[e].outer || (is_long(&all[e]) && !all[e].marked);
    PyMem_Free(all);
    PyMem_Free(sums);
    return leave(&call);
}

/* [t] whether a text is inside an element with a given tag and attribute. */
static PyObject *inside_marked(PyObject *Py_UNUSED(module), Arguments given, Py_ssize_t count)
{
    static const Argument wanted[] = {{"element", "i4", "a", "m", 0},
                                      {"name", "i4", "a", NULL, 0},
                                      {"tag", "i4", "m", NULL, 0},
                                      OPENED,
                                      CLOSED,
                                      {"attribute", "number", "n", NULL, 0},
                                      {"code", "number", "c", NULL, 0},
                                      TEXTS,
                                      {0}};
    Call call;
    int ready = enter(&call, wanted, given, count);
    const int *element = call.given[0].items, *name = call.given[1].items;
    const int *tag = call.given[2].items, *opened = call.given[3].items;
    const int *closed = call.given[4].items;
    char *out = ready ? result(&call, "?", "t") : NULL;
    int *ended = out ? room((size_t)call.size['t'], sizeof *ended) : NULL; /* by first text */
    for (Py_ssize_t i = 0; ended && i < call.size['a']; i++) {
        int e = element[i];
        if (name[i] == call.size['n'] && tag[e] == call.size['c'] && closed[e] > ended[opened[e]])
            ended[opened[e]] = closed[e];
    }
    for (Py_ssize_t i = 0, end = 0; ended && i < call.size['t']; i++) {
        end = ended[i] > end ? ended[i] : end;
        out[i] = i < end;
    }
    PyMem_Free(ended);
    return leave(&call);
}

/* Whether a value contains `sign`, ignoring ASCII case and, if `spaces`, spaces within it. */
static int has_sign(PyObject *value, const char *sign, int spaces)
{
    int kind = PyUnicode_KIND(value);
    const void *data = PyUnicode_DATA(value);
    Py_ssize_t size = PyUnicode_GET_LENGTH(value);
    for (Py_ssize_t start = 0; start < size; start++) {
        const char *next = sign;
        for (Py_ssize_t i = start; i < size && *next; i++) {
            Py_UCS4 here = PyUnicode_READ(kind, data, i);
            if (spaces && here == ' ' && next > sign)
                continue;
            if ((here >= 'A' && here <= 'Z' ? here + 32 : here) != (unsigned char)*next)
                break;
            next++;
        }
        if (!*next)
            return 1;
    }
    return 0;
}

static int is_hidden_style(PyObject *style)
{
    return (has_sign(style, "none", 0) || has_sign(style, "hidden", 0)) &&
           (has_sign(style, "display:none", 1) || has_sign(style, "visibility:hidden", 1));
}

/* [m] whether an attribute hides each element. */
static PyObject *hidden_by(PyObject *Py_UNUSED(module), Arguments given, Py_ssize_t count)
{
    static const Argument wanted[] = {{"element", "i4", "a", "m", 0},
                                      {"name", "i4", "a", NULL, 0},
                                      {"value", "i4", "a", "v", -1},
                                      {"values", "strings", "v", NULL, 0},
                                      {"names", "i4", "w", NULL, 0},
                                      {"m", "number", "m", NULL, 0},
                                      {0}};
    Call call;
    int ready = enter(&call, wanted, given, count);
    const int *element = call.given[0].items, *name = call.given[1].items;
    const int *value = call.given[2].items, *names = call.given[4].items;
    if (ready && call.size['w'] != 3)
        ready = fail(PyExc_ValueError, "names", "expected three");
    char *out = ready ? result(&call, "?", "m") : NULL;
    char *hides = out ? room((size_t)call.size['v'], 1) : NULL; /* by style: 1 no, 2 yes */
    if (hides)
        memset(out, 0, (size_t)call.size['m']);
    for (Py_ssize_t i = 0; hides && i < call.size['a']; i++) {
        PyObject *text = value[i] < 0 ? NULL : call.given[3].strings[value[i]];
        if (name[i] == names[0])
            out[element[i]] = 1;
        else if (text && name[i] == names[1])
            out[element[i]] |= PyUnicode_GET_LENGTH(text) == 4 && has_sign(text, "true", 0);
        else if (text && name[i] == names[2]) {
            char *known = &hides[value[i]];
            *known = *known ? *known : (char)(1 + is_hidden_style(text));
            out[element[i]] |= *known == 2;
        }
    }
    PyMem_Free(hides);
    return leave(&call);
}

/* Adds the bits of all ancestors to those of each element. */
static void add_above(uint64_t *bits, const int *parent, Py_ssize_t m)
{
    for (Py_ssize_t e = 1; e < m; e++)
        bits[e] |= bits[parent[e]];
}

/* The union of the bits of a block's texts. */
static uint64_t of_texts(const uint64_t *bits, const int *text_node, const int *first)
{
    uint64_t all = 0;
    for (Py_ssize_t text = first[0]; text < first[1]; text++)
        all |= bits[text_node[text]];
    return all;
}

/* [n] the union of the bits of all elements that contain some text of each block. */
static PyObject *bits_around(PyObject *Py_UNUSED(module), Arguments given, Py_ssize_t count)
{
    static const Argument wanted[] = {
        {"bits", "u8", "m", NULL, 0}, PARENT, TEXT_NODE, FIRST, {0}};
    Call call;
    int ready = enter(&call, wanted, given, count) && count_blocks(&call);
    const int *text_node = call.given[2].items, *first = call.given[3].items;
    Py_ssize_t m = call.size['m'];
    uint64_t *out = ready ? result(&call, "u8", "n") : NULL;
    uint64_t *bits = out ? room((size_t)m, sizeof *bits) : NULL;
    if (bits) {
        memcpy(bits, call.given[0].items, (size_t)m * sizeof *bits);
        add_above(bits, call.given[1].items, m);
    }
    for (Py_ssize_t i = 0; bits && i < call.size['n']; i++)
        out[i] = of_texts(bits, text_node, first + i);
    PyMem_Free(bits);
    return leave(&call);
}

/* [k, n] 1 where one of the first k bits of a block is set, else 0. */
static void indicate(const uint64_t *bits, Py_ssize_t k, Py_ssize_t n, float *out)
{
    for (Py_ssize_t place = 0; place < k; place++)
        for (Py_ssize_t i = 0; i < n; i++)
            *out++ = (float)(int)(bits[i] >> place & 1);
}

/* [k, n] 1 where some text of a block is inside an element of a set, else 0. */
static PyObject *inside_sets(PyObject *Py_UNUSED(module), Arguments given, Py_ssize_t count)
{
    static const Argument wanted[] = {SETS,
                                      TAG,
                                      {"hidden", "b1", "m", NULL, 0},
                                      PARENT,
                                      TEXT_NODE,
                                      FIRST,
                                      {"place", "number", "p", NULL, 0},
                                      {"k", "number", "k", NULL, 0},
                                      {0}};
    Call call;
    int ready = enter(&call, wanted, given, count) && count_blocks(&call);
    const uint64_t *sets = call.given[0].items;
    const int *tag = call.given[1].items;
    const char *hidden = call.given[2].items;
    const int *text_node = call.given[4].items, *first = call.given[5].items;
    Py_ssize_t m = call.size['m'], n = call.size['n'], k = call.size['k'], place = call.size['p'];
    if (ready && k > 64)
        ready = fail(PyExc_ValueError, "k", "more than 64 sets");
    float *out = ready ? result(&call, "f4", "kn") : NULL;
    uint64_t *bits = out ? room((size_t)(m + n), sizeof *bits) : NULL;
    for (Py_ssize_t e = 0; bits && e < m; e++)
        bits[e] = sets[tag[e]] | (place < k ? (uint64_t)(hidden[e] != 0) << place : 0);
    if (bits)
        add_above(bits, call.given[3].items, m);
    for (Py_ssize_t i = 0; bits && i < n; i++)
        bits[m + i] = of_texts(bits, text_node, first + i);
    if (bits)
        indicate(bits + m, k, n, out);
    PyMem_Free(bits);
    return leave(&call);
}

/* The (upper) median of n > 0 numbers, by radix: they are not negative, so that their bits have the
   same order. */
static float median(const float *values, Py_ssize_t n)
{
    uint32_t found = 0, bits;
    Py_ssize_t rank = n / 2;
    for (int shift = 24; shift >= 0; shift -= 8) {
        Py_ssize_t counts[256] = {0}, digit = 0;
        for (Py_ssize_t i = 0; i < n; i++) {
            memcpy(&bits, &values[i], sizeof bits);
            counts[bits >> shift & 255] += shift == 24 || (bits ^ found) >> (shift + 8) == 0;
        }
        while (digit < 255 && rank >= counts[digit])
            rank -= counts[digit++];
        found |= (uint32_t)digit << shift;
    }
    float value;
    memcpy(&value, &found, sizeof value);
    return value;
}

/* [3 + k] headings, median words of blocks, words in k sets of elements, words in long blocks. */
static PyObject *page_shape(PyObject *Py_UNUSED(module), Arguments given, Py_ssize_t count)
{
    static const Argument wanted[] = {SETS,
                                      TAG,
                                      PARENT,
                                      OPENED,
                                      CLOSED,
                                      TEXT_NODE,
                                      FIRST,
                                      {"words", "f4", "n", NULL, 0},
                                      {"long", "real", "", NULL, 0},
                                      {"k", "number", "k", NULL, 0},
                                      {0}};
    Call call;
    int ready = enter(&call, wanted, given, count) && count_blocks(&call);
    const uint64_t *sets = call.given[0].items;
    const int *tag = call.given[1].items, *opened = call.given[3].items;
    const int *closed = call.given[4].items, *text_node = call.given[5].items;
    const int *first = call.given[6].items;
    const float *words = call.given[7].items;
    Py_ssize_t m = call.size['m'], n = call.size['n'], k = call.size['k'];
    if (ready && (k > 63 || !n))
        ready = fail(PyExc_ValueError, "k", "more than 63 sets, or no blocks");
    call.size['r'] = 3 + k;
    double *out = ready ? result(&call, "f8", "r") : NULL;
    uint64_t *bits = out ? room((size_t)m, sizeof *bits) : NULL;
    if (bits)
        memset(out, 0, (size_t)(3 + k) * sizeof *out);
    for (Py_ssize_t e = 0; bits && e < m; e++) {
        bits[e] = sets[tag[e]];
        out[0] += (bits[e] >> k & 1) && closed[e] > opened[e];
    }
    if (bits) {
        add_above(bits, call.given[2].items, m);
        out[1] = median(words, n);
    }
    for (Py_ssize_t i = 0; bits && i < n; i++) {
        uint64_t inside = of_texts(bits, text_node, first + i) & ((UINT64_C(1) << k) - 1);
        for (; inside; inside &= inside - 1)
            out[2 + __builtin_ctzll(inside)] += words[i];
        out[2 + k] += words[i] >= call.given[8].real ? words[i] : 0;
    }
    PyMem_Free(bits);
    return leave(&call);
}

/* [m] the union of the bits of each element's values, for the attributes that are read; 0 for
   frames. Freed by the caller. */
static uint64_t *bits_of_elements(const Call *call)
{
    const int *element = call->given[0].items, *name = call->given[1].items;
    const int *value = call->given[2].items, *of_value = call->given[3].items;
    const char *read = call->given[4].items;
    const int *frame = call->given[5].items;
    uint64_t *own = room((size_t)call->size['m'], sizeof *own);
    for (Py_ssize_t i = 0; own && i < call->size['a']; i++)
        if (read[name[i]] && value[i] >= 0)
            own[element[i]] |= (uint64_t)of_value[value[i]];
    for (Py_ssize_t i = 0; own && i < call->size['z']; i++)
        own[frame[i]] = 0;
    return own;
}

/* [2 k, n] 1 where an element around a block has a cue; where one of the nearest ones has it. */
static PyObject *cue_columns(PyObject *Py_UNUSED(module), Arguments given, Py_ssize_t count)
{
    static const Argument wanted[] = {{"element", "i4", "a", "m", 0},
                                      {"name", "i4", "a", "w", 0},
                                      {"value", "i4", "a", "v", -1},
                                      {"of_value", "i4", "v", NULL, 0},
                                      {"read", "b1", "w", NULL, 0},
                                      {"frame", "i4", "z", "m", 0},
                                      PARENT,
                                      TEXT_NODE,
                                      FIRST,
                                      {"node", "i4", "n", "m", 0},
                                      {"k", "number", "k", NULL, 0},
                                      {"steps", "number", "s", NULL, 0},
                                      {0}};
    Call call;
    int ready = enter(&call, wanted, given, count) && count_blocks(&call);
    const int *parent = call.given[6].items, *text_node = call.given[7].items;
    const int *first = call.given[8].items, *node = call.given[9].items;
    Py_ssize_t n = call.size['n'], k = call.size['k'];
    if (ready && k > 32)
        ready = fail(PyExc_ValueError, "k", "more than 32 cues");
    call.size['r'] = 2 * k;
    float *out = ready ? result(&call, "f4", "rn") : NULL;
    uint64_t *bits = out ? bits_of_elements(&call) : NULL;
    uint64_t *found = bits ? room((size_t)n, sizeof *found) : NULL;
    for (Py_ssize_t i = 0; found && i < n; i++) {
        int e = node[i];
        for (Py_ssize_t step = 0; step < call.size['s'] && (step == 0 || e); step++) {
            e = step ? parent[e] : e;
            found[i] |= bits[e];
        }
    }
    if (found) {
        indicate(found, k, n, out + k * n);
        add_above(bits, parent, call.size['m']);
    }
    for (Py_ssize_t i = 0; found && i < n; i++)
        found[i] = of_texts(bits, text_node, first + i);
    if (found)
        indicate(found, k, n, out);
    PyMem_Free(found);
    PyMem_Free(bits);
    return leave(&call);
}

static void count_tag(uint64_t sets, Py_ssize_t n, float *counts)
{
    for (; sets; sets &= sets - 1)
        counts[__builtin_ctzll(sets) * n]++;
}

/* [t + 1] the block that begins with each text, from 1, or 0; freed by the caller. */
static int *begun_by(const Call *call, const int *first)
{
    int *block = room((size_t)call->size['t'] + 1, sizeof *block);
    for (Py_ssize_t i = 0; block && i < call->size['n']; i++)
        block[first[i]] = (int)i + 1;
    return block;
}

/* [k, n] the number of tags of each set between a block and the previous one. */
static PyObject *tags_by_set(PyObject *Py_UNUSED(module), Arguments given, Py_ssize_t count)
{
    static const Argument wanted[] = {{"sets", "u8", "c", NULL, 0},
                                      {"ends", "b1", "c", NULL, 0},
                                      {"tag", "i4", "m", "c", 0},
                                      OPENED,
                                      CLOSED,
                                      FIRST,
                                      TEXTS,
                                      {"k", "number", "k", NULL, 0},
                                      {0}};
    Call call;
    int ready = enter(&call, wanted, given, count) && count_blocks(&call);
    if (ready && call.size['k'] > 64)
        ready = fail(PyExc_ValueError, "k", "more than 64 sets");
    const uint64_t *sets = call.given[0].items;
    const char *ends = call.given[1].items;
    const int *tag = call.given[2].items;
    const int *opened = call.given[3].items, *closed = call.given[4].items;
    Py_ssize_t k = call.size['k'], n = call.size['n'];
    float *out = ready ? result(&call, "f4", "kn") : NULL;
    int *block = out ? begun_by(&call, call.given[5].items) : NULL;
    if (block)
        memset(out, 0, (size_t)(k * n) * sizeof *out);
    uint64_t known = k < 64 ? (UINT64_C(1) << (k & 63)) - 1 : UINT64_MAX;
    for (Py_ssize_t e = 0; block && e < call.size['m']; e++) {
        uint64_t in = sets[tag[e]] & known;
        int begun = block[opened[e]], after = block[closed[e]];
        if (begun)
            count_tag(in, n, out + begun - 1);
        if (after && ends[tag[e]])
            count_tag(in, n, out + after - 1);
    }
    PyMem_Free(block);
    return leave(&call);
}

/* victor/features/columns.py */
static float ratio(double part, double whole)
{
    return (float)(part / (whole < 1e-9 ? 1e-9 : whole) * (whole > 0));
}

static float *count_row(const int *counts, Py_ssize_t n, float *out)
{
    for (Py_ssize_t i = 0; i < n; i++)
        out[i] = (float)counts[i];
    return out + n;
}

static float *share_row(const int *part, const int *whole, Py_ssize_t n, float *out)
{
    for (Py_ssize_t i = 0; i < n; i++)
        out[i] = ratio(part[i], whole[i]);
    return out + n;
}

/* Columns of characters: their counts, and their shares of each block's length. */
static float *character_rows(const int *stats, Py_ssize_t n, float *out)
{
    for (int row = alpha; row <= other; row++, out += n) {
        out = count_row(stats + row * n, n, out);
        for (Py_ssize_t i = 0; i < n; i++)
            out[i] = (float)((double)stats[row * n + i] / (double)stats[i]);
    }
    return out;
}

/* Columns of tokens: their counts and their shares of all tokens, then other measures. */
static float *token_rows(const int *stats, const float *words, Py_ssize_t n, float *out)
{
    const int *all = stats + tokens * n;
    for (int row = alpha_tokens; row <= other_tokens; row++)
        out = share_row(stats + row * n, all, n, count_row(stats + row * n, n, out));
    memcpy(out, words, (size_t)n * sizeof *out);
    out += n;
    for (Py_ssize_t i = 0; i < n; i++)
        out[i] = ratio((double)stats[i] - ((double)all[i] - 1), all[i]);
    out = count_row(stats + word_run * n, n, out + n);
    return share_row(stats + uppers * n, all, n, share_row(stats + capitals * n, all, n, out));
}

static float *sentence_rows(const int *stats, const float *words, Py_ssize_t n, float *out)
{
    const int *ended = stats + sentences * n;
    out = count_row(ended, n, out);
    for (Py_ssize_t i = 0; i < n; i++)
        out[i] = ratio(words[i], ended[i] > 1 ? ended[i] : 1);
    return count_row(stats + ends * n, n, count_row(stats + begins * n, n, out + n));
}

static void position_rows(const float *words, Py_ssize_t n, float *out)
{
    float sum = 0, total = 0;
    for (Py_ssize_t i = 0; i < n; i++)
        total += words[i];
    for (Py_ssize_t i = 0; i < n; i++) {
        out[i] = (float)((double)i / (double)n);
        out[n + i] = (float)i;
        out[2 * n + i] = (float)(n - 1 - i);
        sum += words[i];
        out[3 * n + i] = (sum - words[i]) / (total < 1 ? 1 : total);
    }
}

/* [TEXT_COLUMNS, n] counts and shares of characters, tokens, sentences; densities, positions. */
static PyObject *text_columns(PyObject *Py_UNUSED(module), Arguments given, Py_ssize_t count)
{
    static const Argument wanted[] = {{"stats", "i4", "sn", NULL, 0},  {"words", "f4", "n", NULL, 0},
                                      {"link", "f4", "n", NULL, 0},    {"linked", "real", "", NULL, 0},
                                      {"wrap", "number", "w", NULL, 0}, {0}};
    Call call;
    int ready = enter(&call, wanted, given, count);
    if (ready && call.size['s'] != STATISTICS)
        ready = fail(PyExc_ValueError, "stats", "wrong number of rows");
    const int *stats = call.given[0].items;
    const float *words = call.given[1].items, *link = call.given[2].items;
    Py_ssize_t n = call.size['n'], wrap = call.size['w'];
    call.size['r'] = TEXT_COLUMNS;
    float *out = ready ? result(&call, "f4", "rn") : NULL;
    if (out) {
        out = character_rows(stats, n, out);
        out = token_rows(stats, words, n, out);
        out = sentence_rows(stats, words, n, out);
        memcpy(out, link, (size_t)n * sizeof *out);
        for (Py_ssize_t i = 0; i < n; i++) {
            float wrapped = (float)((double)(words[i] * (float)wrap) / (double)stats[i]);
            out[n + i] = stats[i] > wrap ? wrapped : words[i];
            out[2 * n + i] = (float)call.given[3].real;
        }
        position_rows(words, n, out + 3 * n);
    }
    return leave(&call);
}

/* [n] the number of words of each text, estimated from characters in scripts without spaces. */
static PyObject *word_counts(PyObject *Py_UNUSED(module), Arguments given, Py_ssize_t count)
{
    static const Argument wanted[] = {
        {"stats", "i4", "sn", NULL, 0}, {"lengths", "f8", "l", NULL, 0}, {0}};
    Call call;
    int ready = enter(&call, wanted, given, count);
    if (ready && (call.size['s'] != STATISTICS || call.size['l'] != UNSPACED))
        ready = fail(PyExc_ValueError, "stats", "wrong number of rows, or of lengths");
    const int *stats = call.given[0].items;
    const double *lengths = call.given[1].items;
    Py_ssize_t n = call.size['n'];
    float *out = ready ? result(&call, "f4", "n") : NULL;
    for (Py_ssize_t i = 0; out && i < n; i++) {
        out[i] = (float)stats[spaced_words * n + i];
        for (int kind = 0; kind < UNSPACED; kind++)
            out[i] += (float)ceil(stats[(ideographs + kind) * n + i] / lengths[kind]);
    }
    return leave(&call);
}

/* [n] the number of words of each block outside links. */
static PyObject *outside_links(PyObject *Py_UNUSED(module), Arguments given, Py_ssize_t count)
{
    static const Argument wanted[] = {
        {"words", "f4", "n", NULL, 0}, {"link", "f4", "n", NULL, 0}, {0}};
    Call call;
    int ready = enter(&call, wanted, given, count);
    const float *words = call.given[0].items, *link = call.given[1].items;
    float *out = ready ? result(&call, "f4", "n") : NULL;
    for (Py_ssize_t i = 0; out && i < call.size['n']; i++)
        out[i] = words[i] * (1 - link[i]);
    return leave(&call);
}

/* Measures of blocks low to high. (sums: [n + 1, 4] the words, words in links, sentences and words
   in p before each block) */
static void measure(const double *sums, Py_ssize_t n, Py_ssize_t low, Py_ssize_t high, float *out)
{
    const double *before = sums + 4 * low, *after = sums + 4 * high;
    double words = after[0] - before[0], count = (double)(high - low);
    out[0] = ratio(words, sums[4 * n]);
    out[1] = ratio(after[1] - before[1], words);
    out[2] = (float)(words / count);
    out[3] = (float)((after[2] - before[2]) / count);
    out[4] = ratio(after[3] - before[3], words);
}

/* Whether a text of a block has a count other than 0. */
static int has_some(const int *counts, const int *first)
{
    int found = 0;
    for (Py_ssize_t text = first[0]; text < first[1]; text++)
        found |= counts[text] != 0;
    return found;
}

typedef struct {
    int known;
    float measures[MEASURES];
} Held; /* cached by element, as most contain many blocks */

/* The sums for `measure`. (in_p: the number of p around each text) */
static double *add_up(const Call *call, const int *in_p)
{
    const int *first = call->given[6].items, *sentences = call->given[10].items;
    const float *words = call->given[8].items, *link = call->given[9].items;
    Py_ssize_t n = call->size['n'];
    double *sums = room((size_t)(n + 1) * 4, sizeof *sums), *sum = sums;
    for (Py_ssize_t i = 0; sums && i < n; i++, sum += 4) {
        sum[4] = sum[0] + words[i];
        sum[5] = sum[1] + (double)words[i] * link[i];
        sum[6] = sum[2] + sentences[i];
        sum[7] = sum[3] + (double)words[i] * has_some(in_p, first + i);
    }
    return sums;
}

/* [LEVELS * MEASURES, n] measures of the elements around each block. */
static PyObject *around_blocks(PyObject *Py_UNUSED(module), Arguments given, Py_ssize_t count)
{
    static const Argument wanted[] = {{"node", "i4", "n", "m", 0},
                                      SETS,
                                      TAG,
                                      PARENT,
                                      OPENED,
                                      CLOSED,
                                      FIRST,
                                      {"of_text", "i4", "t", "n", 0},
                                      {"words", "f4", "n", NULL, 0},
                                      {"link", "f4", "n", NULL, 0},
                                      {"sentences", "i4", "n", NULL, 0},
                                      {0}};
    Call call;
    int ready = enter(&call, wanted, given, count) && count_blocks(&call);
    const int *node = call.given[0].items, *tag = call.given[2].items;
    const int *parent = call.given[3].items, *opened = call.given[4].items;
    const int *closed = call.given[5].items, *of_text = call.given[7].items;
    const uint64_t *sets = call.given[1].items;
    Py_ssize_t m = call.size['m'], n = call.size['n'], t = call.size['t'];
    call.size['r'] = LEVELS * MEASURES;
    float *out = ready ? result(&call, "f4", "rn") : NULL;
    int *nearest = out ? nearest_in(sets, 0, tag, parent, m) : NULL;
    int *tags = nearest ? tags_in(sets, 1, tag, opened, closed, m, t) : NULL;
    int *in_p = accumulated(tags, t);
    double *sums = in_p ? add_up(&call, in_p) : NULL;
    Held *held = sums ? room((size_t)m, sizeof *held) : NULL;
    for (Py_ssize_t i = 0; held && i < n; i++) {
        int element = nearest[node[i]];
        for (int level = 0; level < LEVELS; level++) {
            Held *here = &held[element];
            if (!here->known) {
                Py_ssize_t low = opened[element] < t ? of_text[opened[element]] : n - 1;
                Py_ssize_t high = closed[element] ? of_text[closed[element] - 1] + 1 : 0;
                measure(sums, n, low, high, here->measures);
                here->known = 1;
            }
            for (int one = 0; one < MEASURES; one++)
                out[(level * MEASURES + one) * n + i] = here->measures[one];
            int above = nearest[parent[element]];
            element = above ? above : element;
        }
    }
    PyMem_Free(held);
    PyMem_Free(sums);
    PyMem_Free(in_p);
    PyMem_Free(nearest);
    return leave(&call);
}

/* [TITLE_COLUMNS, n] words in common with titles, and position relative to the first h1, which is
   blocks low to high, if any. */
static PyObject *title_columns(PyObject *Py_UNUSED(module), Arguments given, Py_ssize_t count)
{
    static const Argument wanted[] = {{"shares", "f8", "rkn", NULL, 0},
                                      {"low", "number", "l", NULL, 0},
                                      {"high", "number", "h", NULL, 0},
                                      {"far", "number", "f", NULL, 0},
                                      {0}};
    Call call;
    int ready = enter(&call, wanted, given, count);
    if (ready && (call.size['r'] != 2 || call.size['k'] != TITLE_TEXTS))
        ready = fail(PyExc_ValueError, "shares", "wrong number of rows");
    const double *inside = call.given[0].items;
    Py_ssize_t n = call.size['n'], low = call.size['l'], high = call.size['h'];
    Py_ssize_t far = call.size['f'];
    const double *covered = inside + TITLE_TEXTS * n;
    call.size['r'] = TITLE_COLUMNS;
    float *out = ready ? result(&call, "f4", "rn") : NULL;
    for (Py_ssize_t i = 0; out && i < n; i++, inside++, covered++, out++) {
        Py_ssize_t from = i - low < -far ? -far : i - low > far ? far : i - low;
        out[0] = (float)inside[0];
        for (int text = 0; text < 3; text++)
            out[(1 + text) * n] = (float)covered[text * n];
        out[4 * n] = low <= i && i < high;
        out[5 * n] = low == high ? .5f : i >= low;
        out[6 * n] = low == high ? 0 : (float)from;
        out[7 * n] = inside[0] * covered[0] == 1 || inside[n] * covered[n] == 1;
        out[8 * n] = (float)inside[3 * n];
    }
    return leave(&call);
}

enum { OF_GROUP = 5 }; /* measures that blocks of a group share */

typedef struct {
    uint64_t key;
    double words, linked;
    Py_ssize_t count, first, last;
    float measures[OF_GROUP];
} Group;

/* The number of a key's group, from 1; `slots` has numbers by hash, `size` counts the groups. */
static int group_of(int *slots, size_t mask, Group *groups, int *size, uint64_t key)
{
    size_t place = (size_t)((key * UINT64_C(0x9E3779B97F4A7C15)) >> 32) & mask;
    while (slots[place] && groups[slots[place]].key != key)
        place = (place + 1) & mask;
    if (!slots[place]) {
        slots[place] = ++*size;
        groups[*size].key = key;
    }
    return slots[place];
}

static void measure_group(Group *one, double total, Py_ssize_t n)
{
    if (one->key == UINT64_MAX)
        return;
    one->measures[0] = (float)one->count;
    one->measures[1] = ratio(one->words, total);
    one->measures[2] = ratio(one->linked, one->words);
    one->measures[3] = (float)((double)(one->last - one->first) / (double)n);
    one->measures[4] = (float)(one->words / (double)one->count);
}

/* Fills rows of n. For the blocks with the same key: their number, share of all words, link
   density, distance from the first to the last one, words per block; then the number of the block
   among them, from 1, and whether it is the first of several. 0 where all bits of the key are
   set. */
static void measure_groups(const uint64_t *keys, const float *words, const float *link,
                           Py_ssize_t n, float *out)
{
    size_t mask = 15;
    while (mask < 2 * (size_t)n)
        mask = 2 * mask + 1;
    int size = 0, *slots = room(mask, sizeof *slots);
    int *group = slots ? room((size_t)n, sizeof *group) : NULL;
    Group *groups = group ? room((size_t)n, sizeof *groups) : NULL;
    double total = 0;
    for (Py_ssize_t i = 0; groups && i < n; i++) {
        group[i] = group_of(slots, mask, groups, &size, keys[i]);
        Group *one = &groups[group[i]];
        one->first = one->count++ ? one->first : i;
        one->last = i;
        one->words += words[i];
        one->linked += (double)(words[i] * link[i]);
        total += words[i];
        out[5 * n + i] = keys[i] == UINT64_MAX ? 0 : (float)one->count;
    }
    for (int one = 1; groups && one <= size; one++)
        measure_group(&groups[one], total, n);
    for (Py_ssize_t i = 0; groups && i < n; i++) {
        const Group *one = &groups[group[i]];
        for (int row = 0; row < OF_GROUP; row++)
            out[row * n + i] = one->measures[row];
        out[6 * n + i] = one->first == i && one->count > 1 && one->key != UINT64_MAX;
    }
    PyMem_Free(groups);
    PyMem_Free(group);
    PyMem_Free(slots);
}

/* [GROUP_MEASURES, n] measures of the blocks with the same key. */
static PyObject *group_measures(PyObject *Py_UNUSED(module), Arguments given, Py_ssize_t count)
{
    static const Argument wanted[] = {
        {"keys", "u8", "n", NULL, 0}, {"words", "f4", "n", NULL, 0},
        {"link", "f4", "n", NULL, 0}, {0}};
    Call call;
    int ready = enter(&call, wanted, given, count);
    call.size['r'] = GROUP_MEASURES;
    float *out = ready ? result(&call, "f4", "rn") : NULL;
    if (out)
        measure_groups(call.given[0].items, call.given[1].items, call.given[2].items,
                       call.size['n'], out);
    return leave(&call);
}

/* [2 n] keys, equal for blocks whose element, parent and grandparent have the same tags and
   classes; the same tags. Freed by the caller. */
static uint64_t *structure_keys(const Call *call)
{
    const int *node = call->given[0].items, *parent = call->given[1].items;
    const int *tag = call->given[2].items, *element = call->given[4].items;
    const int *name = call->given[5].items, *value = call->given[6].items;
    uint64_t tags = (uint64_t)call->size['c'] + 1, values = (uint64_t)call->size['v'] + 1;
    Py_ssize_t n = call->size['n'];
    uint64_t *keys = room((size_t)(2 * n), sizeof *keys);
    int *class = keys ? room((size_t)call->size['m'], sizeof *class) : NULL;
    for (Py_ssize_t i = 0; class && i < call->size['a']; i++)
        if (name[i] == call->size['k'])
            class[element[i]] = value[i] + 1;
    for (Py_ssize_t i = 0; class && i < n; i++)
        for (int step = 0, e = node[i]; step < STEPS; step++, e = parent[e]) {
            uint64_t code = (uint64_t)tag[e] + 1;
            keys[i] = keys[i] * tags * values + code * values + (uint64_t)class[e];
            keys[n + i] = keys[n + i] * tags + code;
        }
    PyMem_Free(class);
    return keys;
}

/* [2 * REPEAT_MEASURES, n] measures of the blocks in elements with the same tags and classes; with
   the same tags. */
static PyObject *structures(PyObject *Py_UNUSED(module), Arguments given, Py_ssize_t count)
{
    static const Argument wanted[] = {{"node", "i4", "n", "m", 0},
                                      PARENT,
                                      TAG,
                                      {"c", "number", "c", NULL, 0},
                                      {"element", "i4", "a", "m", 0},
                                      {"name", "i4", "a", NULL, 0},
                                      {"value", "i4", "a", "v", -1},
                                      {"number", "number", "k", NULL, 0},
                                      {"v", "number", "v", NULL, 0},
                                      {"words", "f4", "n", NULL, 0},
                                      {"link", "f4", "n", NULL, 0},
                                      {0}};
    Call call;
    int ready = enter(&call, wanted, given, count);
    const float *words = call.given[9].items, *link = call.given[10].items;
    Py_ssize_t n = call.size['n'];
    call.size['r'] = 2 * REPEAT_MEASURES;
    float *out = ready ? result(&call, "f4", "rn") : NULL;
    uint64_t *keys = out ? structure_keys(&call) : NULL;
    float *rows = keys ? room((size_t)(GROUP_MEASURES * n), sizeof *rows) : NULL;
    for (int kind = 0; rows && kind < 2; kind++, out += REPEAT_MEASURES * n) {
        measure_groups(keys + kind * n, words, link, n, rows);
        memcpy(out, rows, (size_t)(REPEAT_MEASURES * n) * sizeof *rows);
    }
    PyMem_Free(rows);
    PyMem_Free(keys);
    return leave(&call);
}

typedef struct {
    double words;
    Py_ssize_t count;
} Share;

/* [k, 2, n] for the blocks with the same nearest element of a set: their share of all words, and of
   all blocks. */
static PyObject *tag_groups(PyObject *Py_UNUSED(module), Arguments given, Py_ssize_t count)
{
    static const Argument wanted[] = {SETS,
                                      TAG,
                                      PARENT,
                                      {"holder", "i4", "n", "m", 0},
                                      {"words", "f4", "n", NULL, 0},
                                      {"k", "number", "k", NULL, 0},
                                      {0}};
    Call call;
    int ready = enter(&call, wanted, given, count);
    const int *tag = call.given[1].items, *parent = call.given[2].items;
    const int *holder = call.given[3].items;
    const float *words = call.given[4].items;
    Py_ssize_t m = call.size['m'], n = call.size['n'], k = call.size['k'];
    if (ready && k > 64)
        ready = fail(PyExc_ValueError, "k", "more than 64 sets");
    call.size['2'] = 2;
    float *out = ready ? result(&call, "f4", "k2n") : NULL;
    double total = 0;
    for (Py_ssize_t i = 0; out && i < n; i++)
        total += words[i];
    for (int place = 0; out && place < k; place++, out += 2 * n) {
        int *group = nearest_in(call.given[0].items, place, tag, parent, m);
        Share *shares = group ? room((size_t)m, sizeof *shares) : NULL;
        for (Py_ssize_t i = 0; shares && i < n; i++) {
            shares[group[holder[i]]].words += words[i];
            shares[group[holder[i]]].count++;
        }
        for (Py_ssize_t i = 0; shares && i < n; i++) {
            int e = group[holder[i]];
            out[i] = e ? ratio(shares[e].words, total) : 0;
            out[n + i] = e ? (float)shares[e].count / (float)n : 0;
        }
        PyMem_Free(shares);
        PyMem_Free(group);
    }
    return leave(&call);
}

/* ---- landmarks: victor/features/landmark.py ---- */

/* [t + 1] how many main elements contain each text; freed by the caller. */
static int *texts_in_main(const Call *call)
{
    const uint64_t *sets = call->given[0].items;
    const int *tag = call->given[1].items, *opened = call->given[3].items;
    const int *closed = call->given[4].items, *element = call->given[6].items;
    const int *name = call->given[7].items, *value = call->given[8].items;
    Py_ssize_t t = call->size['t'];
    int *tags = tags_in(sets, 0, tag, opened, closed, call->size['m'], t);
    for (Py_ssize_t i = 0; tags && i < call->size['a']; i++)
        if (name[i] == call->size['r'] && value[i] >= 0 &&
            PyUnicode_CompareWithASCIIString(call->given[9].strings[value[i]], "main") == 0) {
            tags[opened[element[i]]]++;
            tags[closed[element[i]]]--;
        }
    return accumulated(tags, t);
}

static void main_row(const int *in_main, const int *first, Py_ssize_t n, float *out)
{
    int some = 0;
    for (Py_ssize_t i = 0; i < n; i++)
        some |= has_some(in_main, first + i);
    for (Py_ssize_t i = 0; i < n; i++)
        out[i] = some && !has_some(in_main, first + i);
}

/* [m] the outermost articles with text, then 0; counts them. Freed by the caller. */
static int *outermost_articles(const Call *call, Py_ssize_t *articles)
{
    const uint64_t *sets = call->given[0].items;
    const int *tag = call->given[1].items, *parent = call->given[2].items;
    const int *opened = call->given[3].items, *closed = call->given[4].items;
    int *out = room((size_t)call->size['m'], sizeof *out);
    char *inside = out ? room((size_t)call->size['m'], 1) : NULL; /* it is one, or is in one */
    for (Py_ssize_t e = 0; inside && e < call->size['m']; e++) {
        int is_article = (sets[tag[e]] >> 1 & 1) && closed[e] > opened[e];
        if (is_article && !inside[parent[e]])
            out[(*articles)++] = (int)e;
        inside[e] = e && (is_article || inside[parent[e]]);
    }
    PyMem_Free(inside);
    return out;
}

/* The number of the article around a text, from 1, or 0. (last: how many begin up to it) */
static Py_ssize_t article_of(const Call *call, const int *articles, Py_ssize_t size, int text,
                             Py_ssize_t *last)
{
    const int *opened = call->given[3].items, *closed = call->given[4].items;
    while (*last < size && opened[articles[*last]] <= text)
        ++*last;
    return *last && closed[articles[*last - 1]] > text ? *last : 0;
}

/* Rows of articles: their number; the article around each block, its share of all words; whether
   there are articles, but none around the block. (held: [size + 1] zeros) */
static void article_rows(const Call *call, const int *articles, Py_ssize_t size, double *held,
                         float *out)
{
    const int *first = call->given[11].items;
    const float *words = call->given[13].items;
    Py_ssize_t n = call->size['n'];
    for (Py_ssize_t i = 0, last = 0; i < n; i++)
        held[article_of(call, articles, size, first[i], &last)] += words[i];
    held[0] = 0;
    for (Py_ssize_t i = 0, last = 0; i < n; i++) {
        Py_ssize_t number = article_of(call, articles, size, first[i], &last);
        out[i] = (float)size;
        out[n + i] = (float)number;
        out[2 * n + i] = ratio(held[number], call->given[14].real);
        out[3 * n + i] = size && !number;
    }
}

/* Levels up to an element around the first h1, at most `far`. */
static int step_row(const Call *call, float *out)
{
    const int *parent = call->given[2].items, *node = call->given[12].items;
    Py_ssize_t h1 = call->size['h'], far = call->size['l'];
    char *around = room((size_t)call->size['m'], 1);
    for (Py_ssize_t e = h1; around && e; e = parent[e])
        around[e] = 1;
    for (Py_ssize_t i = 0; around && i < call->size['n']; i++) {
        Py_ssize_t steps = h1 ? 0 : far;
        for (int e = node[i]; steps < far && e && !around[e]; e = parent[e])
            steps++;
        out[i] = (float)steps;
    }
    PyMem_Free(around);
    return around != NULL;
}

/* [LANDMARKS, n] positions of blocks relative to main, articles and the first h1. */
static PyObject *landmarks(PyObject *Py_UNUSED(module), Arguments given, Py_ssize_t count)
{
    static const Argument wanted[] = {SETS,
                                      TAG,
                                      PARENT,
                                      OPENED,
                                      CLOSED,
                                      TEXTS,
                                      {"element", "i4", "a", "m", 0},
                                      {"name", "i4", "a", NULL, 0},
                                      {"value", "i4", "a", "v", -1},
                                      {"values", "strings", "v", NULL, 0},
                                      {"role", "number", "r", NULL, 0},
                                      FIRST,
                                      {"node", "i4", "n", "m", 0},
                                      {"words", "f4", "n", NULL, 0},
                                      {"total", "real", "", NULL, 0},
                                      {"h1", "number", "h", NULL, 0},
                                      {"far", "number", "l", NULL, 0},
                                      {0}};
    Call call;
    int ready = enter(&call, wanted, given, count) && count_blocks(&call);
    Py_ssize_t n = call.size['n'], articles = 0;
    if (ready && call.size['h'] && call.size['h'] >= call.size['m'])
        ready = fail(PyExc_IndexError, "h1", "is out of range");
    call.size['k'] = LANDMARKS;
    float *out = ready ? result(&call, "f4", "kn") : NULL;
    int *in_main = out ? texts_in_main(&call) : NULL;
    int *outermost = in_main ? outermost_articles(&call, &articles) : NULL;
    double *held = outermost ? room((size_t)articles + 1, sizeof *held) : NULL;
    if (held && step_row(&call, out + 5 * n)) {
        main_row(in_main, call.given[11].items, n, out);
        article_rows(&call, outermost, articles, held, out + n);
    }
    PyMem_Free(held);
    PyMem_Free(outermost);
    PyMem_Free(in_main);
    return leave(&call);
}

/* ---- repeated content: victor/filters/repeats/__init__.py ---- */

typedef struct {
    uint64_t hash;
    Py_ssize_t start, end; /* end 0: the slot is free */
} Run;

typedef struct {
    Py_ssize_t n;
    double *total;   /* [n + 1] the words before each block */
    uint64_t *until; /* [n + 1] a polynomial hash of the blocks before each */
    uint64_t *power; /* [n + 1] of its base */
    int *changes;    /* [n + 1] runs that begin minus those that end */
    Run *runs;       /* the first run of each hash */
    size_t mask;
} Repeats;

/* How many of the n + 1 sums are below `most`, or, with `at`, at most `most`. */
static Py_ssize_t sums_below(const Repeats *given, double most, int at)
{
    Py_ssize_t low = 0, high = given->n + 1;
    while (low < high) {
        Py_ssize_t middle = low + (high - low) / 2;
        if (given->total[middle] < most || (at && given->total[middle] == most))
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/* Marks a run that also occurs earlier, without overlap. */
static void add_run(Repeats *given, Py_ssize_t start, Py_ssize_t end)
{
    if (start < 0 || end > given->n)
        return;
    uint64_t hash = given->until[end] - given->until[start] * given->power[end - start];
    size_t place = (size_t)((hash * UINT64_C(0x9E3779B97F4A7C15)) >> 32) & given->mask;
    while (given->runs[place].end && given->runs[place].hash != hash)
        place = (place + 1) & given->mask;
    if (!given->runs[place].end)
        given->runs[place] = (Run){hash, start, end};
    if (given->runs[place].end <= start) {
        given->changes[start]++;
        given->changes[end]--;
    }
}

static void add_runs(Repeats *given, const uint64_t *ids, const float *words, double least)
{
    Py_ssize_t n = given->n;
    given->power[0] = 1;
    for (Py_ssize_t i = 0; i < n; i++) {
        given->total[i + 1] = given->total[i] + words[i];
        given->power[i + 1] = given->power[i] * UINT64_C(0x9E3779B97F4A7C15);
        given->until[i + 1] = given->until[i] * UINT64_C(0x9E3779B97F4A7C15) + ids[i];
    }
    for (Py_ssize_t i = 0; i < n; i++) {
        Py_ssize_t end = sums_below(given, given->total[i] + least, 0);
        add_run(given, i, end > i + 1 ? end : i + 1);
    }
    for (Py_ssize_t i = 0; i < n; i++) {
        Py_ssize_t start = sums_below(given, given->total[i + 1] - least, 1) - 1;
        add_run(given, start < i ? start : i, i + 1);
    }
}

/* [n] whether a block belongs to a run that also occurs earlier, without overlap. */
static PyObject *repeated(PyObject *Py_UNUSED(module), Arguments given, Py_ssize_t count)
{
    static const Argument wanted[] = {{"ids", "u8", "n", NULL, 0},
                                      {"words", "f4", "n", NULL, 0},
                                      {"least", "real", "", NULL, 0},
                                      {0}};
    Call call;
    Repeats all = {0};
    int ready = enter(&call, wanted, given, count);
    Py_ssize_t n = all.n = ready ? call.size['n'] : 0;
    char *out = ready ? result(&call, "?", "n") : NULL;
    for (all.mask = 16; (Py_ssize_t)all.mask < 4 * n; all.mask *= 2)
        ;
    all.runs = out ? room(all.mask--, sizeof *all.runs) : NULL;
    all.total = room((size_t)n + 1, sizeof *all.total);
    all.until = room((size_t)n + 1, sizeof *all.until);
    all.power = room((size_t)n + 1, sizeof *all.power);
    all.changes = room((size_t)n + 1, sizeof *all.changes);
    if (out && all.runs && all.total && all.until && all.power && all.changes) {
        add_runs(&all, call.given[0].items, call.given[1].items, call.given[2].real);
        for (Py_ssize_t i = 0, open = 0; i < n; i++)
            out[i] = (open += all.changes[i]) > 0;
    }
    void *made[] = {all.runs, all.total, all.until, all.power, all.changes};
    for (size_t i = 0; i < sizeof made / sizeof *made; i++)
        PyMem_Free(made[i]);
    return leave(&call);
}

PART(columns, DOOR(set_bits), DOOR(with_tags), DOOR(nearest), DOOR(ancestor_bits), DOOR(enclosing),
     DOOR(tags_before), DOOR(tags_between), DOOR(tags_starting), DOOR(directly_before),
     DOOR(block_of_each), DOOR(holding), DOOR(bits_around), DOOR(inside_sets), DOOR(page_shape),
     DOOR(cue_columns), DOOR(structures), DOOR(tags_by_set), DOOR(text_columns),
     DOOR(around_blocks), DOOR(group_measures), DOOR(tag_groups), DOOR(inside_marked),
     DOOR(hidden_by), DOOR(landmarks), DOOR(title_columns), DOOR(repeated), DOOR(within),
     DOOR(signs_of_tags), DOOR(layout_by_shape), DOOR(word_counts), DOOR(outside_links))
