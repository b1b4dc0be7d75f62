/* The doors of feature columns: what is above what in a tree, tags between blocks, what is around
   blocks, groups of blocks.

   m elements in document order, so that an element comes after its parent; t texts; n blocks, whose
   texts begin at `first`, which has f = n + 1 entries. Columns come out in single precision. */

#include "doors.h"

enum { LEVELS = 5, MEASURES = 5 }; /* victor/features/ancestor.py */
enum { GROUP_MEASURES = 7 };       /* victor/features/columns.py */
enum { STEPS = 3 };                /* victor/features/repeat.py */
enum { TITLE_TEXTS = 4, TITLE_COLUMNS = 9 }; /* victor/features/title.py */
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
enum { TEXT_COLUMNS = 34 }; /* victor/features/texts.py */

static const Constant constants[] = {{"STATISTICS", 0, ALL_STATISTICS(AS_TEXT)},
                                     {"TEXT_COLUMNS", TEXT_COLUMNS, NULL},
                                     {"LEVELS", LEVELS, NULL},
                                     {"MEASURES", MEASURES, NULL},
                                     {"GROUP_MEASURES", GROUP_MEASURES, NULL},
                                     {"STEPS", STEPS, NULL},
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

/* Sets n, the number of blocks, by `first`. */
static int count_blocks(Call *call)
{
    call->size['n'] = call->size['f'] - 1;
    return call->size['f'] > 0 || fail(PyExc_ValueError, "first", "is empty");
}

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

/* [t + 1] the start tags of the chosen elements between each text and the one before, and their end
   tags, each counted as `end`; freed by the caller. */
static int *count_tags(const Call *call, int end)
{
    const char *chosen = call->given[0].items;
    const int *opened = call->given[1].items, *closed = call->given[2].items;
    int *tags = room((size_t)call->size['t'] + 1, sizeof *tags);
    for (Py_ssize_t e = 0; tags && e < call->size['m']; e++) {
        tags[opened[e]] += chosen[e] != 0;
        tags[closed[e]] += chosen[e] != 0 ? end : 0;
    }
    return tags;
}

/* Each of the t counts with all before it; nothing for NULL. */
static int *accumulated(int *counts, Py_ssize_t t)
{
    for (Py_ssize_t i = 1; counts && i < t; i++)
        counts[i] += counts[i - 1];
    return counts;
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

/* [t] the tags of the chosen elements before each text, from the one before. */
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

/* How often a sign follows a bracket. Sums of bytes, for vector instructions. */
static int64_t pairs(const unsigned char *source, Py_ssize_t size, unsigned char sign)
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

/* Whether blocks are some of the page's, and hold texts. */
static int are_blocks(const Call *call, const int *first, const int *kept)
{
    for (Py_ssize_t i = 0; i < call->size['k']; i++)
        if (kept[i] >= call->size['n'] || first[kept[i]] == first[kept[i] + 1])
            return fail(PyExc_IndexError, "kept", "expected blocks with texts");
    return 1;
}

/* [1] how many tags begin with one of some signs after the bracket. */
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

/* [k - 1] the tags of the chosen elements between one of k blocks and the next. */
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

/* [t] the block that each text is in. */
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

/* [n] whether some text of each block is inside one of the chosen elements. */
static PyObject *holding(PyObject *Py_UNUSED(module), Arguments given, Py_ssize_t count)
{
    static const Argument wanted[] = {
        {"chosen", "b1", "m", NULL, 0}, OPENED, CLOSED, FIRST, TEXTS, {0}};
    Call call;
    int ready = enter(&call, wanted, given, count) && count_blocks(&call);
    const int *first = call.given[3].items;
    char *out = ready ? result(&call, "?", "n") : NULL;
    int *around = out ? count_around(&call) : NULL;
    for (Py_ssize_t i = 0; around && i < call.size['n']; i++) {
        out[i] = 0;
        for (Py_ssize_t text = first[i]; text < first[i + 1]; text++)
            out[i] |= around[text] != 0;
    }
    PyMem_Free(around);
    return leave(&call);
}

/* [n] whether all text of each block is inside one of the chosen elements. */
static PyObject *within(PyObject *Py_UNUSED(module), Arguments given, Py_ssize_t count)
{
    static const Argument wanted[] = {
        {"chosen", "b1", "m", NULL, 0}, OPENED, CLOSED, FIRST, TEXTS, {0}};
    Call call;
    int ready = enter(&call, wanted, given, count) && count_blocks(&call);
    const int *first = call.given[3].items;
    char *out = ready ? result(&call, "?", "n") : NULL;
    int *around = out ? count_around(&call) : NULL;
    for (Py_ssize_t i = 0; around && i < call.size['n']; i++) {
        out[i] = 1;
        for (Py_ssize_t text = first[i]; text < first[i + 1]; text++)
            out[i] &= around[text] != 0;
    }
    PyMem_Free(around);
    return leave(&call);
}

/* [n] what tags say of each block: whether it is in an item or a heading, and whether block-level
   tags or several breaks are between the block before and it. */
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
        int tag = kind[e] & BREAK ? 1 : level[e] ? 3 : 0; /* more than two breaks part blocks */
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
    int table, row;       /* the nearest of each element, 0 for none */
    int cells, of;        /* a row's cells; the table of the last of them */
    int64_t count;        /* a table's cells */
    int64_t chars, lines; /* in them */
    int wide, outer, marked;
} Around;

/* [t + 2, 2] the characters and the tags of lines before each text; freed by the caller. */
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
        sum[2] = sum[0] + PyUnicode_GET_LENGTH(text[i]);
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

/* [m] whether what would be a table of data by its tag is layout by its columns and cells. */
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

/* [t] whether a text is inside an element of a tag with an attribute. */
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

/* Whether a value has `sign`, in letters of any case, with or without spaces in it. */
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

/* [m] the elements that an attribute hides. */
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
    char *hides = out ? room((size_t)call.size['v'], 1) : NULL; /* a style: 1 no, 2 yes */
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

/* [n] the union of the bits of all elements that contain some text of each block. */
static PyObject *bits_around(PyObject *Py_UNUSED(module), Arguments given, Py_ssize_t count)
{
    static const Argument wanted[] = {{"bits", "u8", "m", NULL, 0}, PARENT,
                                      {"node", "i4", "t", "m", 0},  FIRST, {0}};
    Call call;
    int ready = enter(&call, wanted, given, count) && count_blocks(&call);
    const uint64_t *bits = call.given[0].items;
    const int *parent = call.given[1].items, *node = call.given[2].items;
    const int *first = call.given[3].items;
    uint64_t *out = ready ? result(&call, "u8", "n") : NULL;
    uint64_t *with_above = out ? room((size_t)call.size['m'], sizeof *with_above) : NULL;
    for (Py_ssize_t e = 0; with_above && e < call.size['m']; e++)
        with_above[e] = bits[e] | with_above[parent[e]];
    for (Py_ssize_t i = 0; with_above && i < call.size['n']; i++) {
        out[i] = 0;
        for (Py_ssize_t text = first[i]; text < first[i + 1]; text++)
            out[i] |= with_above[node[text]];
    }
    PyMem_Free(with_above);
    return leave(&call);
}

/* [n] the union of the bits of k elements: each node and those above it. */
static PyObject *bits_near(PyObject *Py_UNUSED(module), Arguments given, Py_ssize_t count)
{
    static const Argument wanted[] = {{"bits", "u8", "m", NULL, 0},
                                      PARENT,
                                      {"node", "i4", "n", "m", 0},
                                      {"k", "number", "k", NULL, 0},
                                      {0}};
    Call call;
    int ready = enter(&call, wanted, given, count);
    const uint64_t *bits = call.given[0].items;
    const int *parent = call.given[1].items, *node = call.given[2].items;
    uint64_t *out = ready ? result(&call, "u8", "n") : NULL;
    for (Py_ssize_t i = 0; out && i < call.size['n']; i++) {
        out[i] = 0;
        int e = node[i];
        for (Py_ssize_t step = 0; step < call.size['k']; step++, e = parent[e])
            out[i] |= bits[e];
    }
    return leave(&call);
}

/* [m] the union of the bits of each element's values, of the attributes that are read. */
static PyObject *cues_by_element(PyObject *Py_UNUSED(module), Arguments given, Py_ssize_t count)
{
    static const Argument wanted[] = {{"element", "i4", "a", "m", 0},
                                      {"name", "i4", "a", "w", 0},
                                      {"value", "i4", "a", "v", -1},
                                      {"of_value", "i4", "v", NULL, 0},
                                      {"read", "b1", "w", NULL, 0},
                                      {"m", "number", "m", NULL, 0},
                                      {0}};
    Call call;
    int ready = enter(&call, wanted, given, count);
    const int *element = call.given[0].items, *name = call.given[1].items;
    const int *value = call.given[2].items, *of_value = call.given[3].items;
    const char *read = call.given[4].items;
    uint64_t *out = ready ? result(&call, "u8", "m") : NULL;
    if (out)
        memset(out, 0, (size_t)call.size['m'] * sizeof *out);
    for (Py_ssize_t i = 0; out && i < call.size['a']; i++)
        if (read[name[i]] && value[i] >= 0)
            out[element[i]] |= (uint64_t)of_value[value[i]];
    return leave(&call);
}

/* [k, n] 1 where a bit is set, else 0. */
static PyObject *indicators(PyObject *Py_UNUSED(module), Arguments given, Py_ssize_t count)
{
    static const Argument wanted[] = {
        {"bits", "u8", "n", NULL, 0}, {"k", "number", "k", NULL, 0}, {0}};
    Call call;
    int ready = enter(&call, wanted, given, count);
    if (ready && call.size['k'] > 64)
        ready = fail(PyExc_ValueError, "k", "more than 64 bits");
    const uint64_t *bits = call.given[0].items;
    float *out = ready ? result(&call, "f4", "kn") : NULL;
    for (Py_ssize_t k = 0; out && k < call.size['k']; k++)
        for (Py_ssize_t i = 0; i < call.size['n']; i++)
            *out++ = (float)(int)(bits[i] >> k & 1);
    return leave(&call);
}

/* [2, n] the same number for blocks whose element, its parent and the parent's parent are alike:
   in tag and class; in tag. */
static PyObject *structures(PyObject *Py_UNUSED(module), Arguments given, Py_ssize_t count)
{
    static const Argument wanted[] = {{"node", "i4", "n", "m", 0},
                                      PARENT,
                                      {"tag", "i4", "m", "k", 0},
                                      {"element", "i4", "a", "m", 0},
                                      {"value", "i4", "a", "v", 0},
                                      {"k", "number", "k", NULL, 0},
                                      {"v", "number", "v", NULL, 0},
                                      {0}};
    Call call;
    int ready = enter(&call, wanted, given, count);
    const int *node = call.given[0].items, *parent = call.given[1].items;
    const int *tag = call.given[2].items, *element = call.given[3].items;
    const int *value = call.given[4].items;
    uint64_t tags = (uint64_t)call.size['k'] + 1, values = (uint64_t)call.size['v'] + 1;
    Py_ssize_t n = call.size['n'];
    call.size['r'] = 2;
    uint64_t *out = ready ? result(&call, "u8", "rn") : NULL;
    int *class = out ? room((size_t)call.size['m'], sizeof *class) : NULL;
    for (Py_ssize_t i = 0; class && i < call.size['a']; i++)
        class[element[i]] = value[i] + 1;
    for (Py_ssize_t i = 0; class && i < n; i++) {
        out[i] = out[n + i] = 0;
        for (int step = 0, e = node[i]; step < STEPS; step++, e = parent[e]) {
            uint64_t code = (uint64_t)tag[e] + 1;
            out[i] = out[i] * tags * values + code * values + (uint64_t)class[e];
            out[n + i] = out[n + i] * tags + code;
        }
    }
    PyMem_Free(class);
    return leave(&call);
}

static void count_tag(uint64_t sets, Py_ssize_t n, float *counts)
{
    for (; sets; sets &= sets - 1)
        counts[__builtin_ctzll(sets) * n]++;
}

/* [t + 1] the block that a text is the first of, from 1, else 0; freed by the caller. */
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
    for (int row = alpha; row <= other; row++)
        out = count_row(stats + row * n, n, out);
    for (int row = alpha; row <= other; row++, out += n)
        for (Py_ssize_t i = 0; i < n; i++)
            out[i] = (float)((double)stats[row * n + i] / (double)stats[i]);
    return out;
}

/* Columns of tokens: their counts, their shares of all, what else is divided by their number. */
static float *token_rows(const int *stats, const float *words, Py_ssize_t n, float *out)
{
    const int *all = stats + tokens * n;
    for (int row = alpha_tokens; row <= other_tokens; row++)
        out = count_row(stats + row * n, n, out);
    for (int row = alpha_tokens; row <= other_tokens; row++)
        out = share_row(stats + row * n, all, n, out);
    out = share_row(stats + capitals * n, all, n, out);
    out = share_row(stats + uppers * n, all, n, out);
    for (Py_ssize_t i = 0; i < n; i++)
        out[i] = ratio((double)stats[i] - ((double)all[i] - 1), all[i]);
    memcpy(out + n, words, (size_t)n * sizeof *out);
    return count_row(stats + word_run * n, n, out + 2 * n);
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

/* [TEXT_COLUMNS, n] counts and shares of characters, tokens and sentences, densities, places. */
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

/* What blocks low to high hold. (sums [n + 1, 4] before each block of words, those in links,
   sentences, those in p) */
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

typedef struct {
    int known;
    float measures[MEASURES];
} Held; /* by an element: most are around many blocks */

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
    Held *held = sums ? room((size_t)call.size['m'], sizeof *held) : NULL;
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
    return leave(&call);
}

/* [TITLE_COLUMNS, n] words in common with titles, and the place of the first h1: blocks low to
   high, if any. */
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
   distance from the first to the last of them, words per block; which of them the block is, from 1;
   whether it is the first of several. 0 where all bits of the key are set. */
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
        out[6 * n + i] = one->first == i && one->count > 1;
    }
    PyMem_Free(groups);
    return leave(&call);
}

/* ---- repeated content: victor/filters/repeats.py ---- */

typedef struct {
    uint64_t hash;
    Py_ssize_t start, end; /* end 0: the slot is free */
} Run;

typedef struct {
    Py_ssize_t n;
    double *total;   /* [n + 1] the words before each block */
    uint64_t *until; /* [n + 1] a polynomial over the blocks before each */
    uint64_t *power; /* [n + 1] */
    int *changes;    /* [n + 1] runs that begin less those that end */
    Run *runs;       /* by hash, the first of each */
    size_t mask;
} Repeats;

/* How many of the n + 1 sums are below a number, or at it, too. */
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

/* Marks a run that occurs, without overlap, before itself. */
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

/* [n] whether a block belongs to a run that also occurs, without overlap, before itself. */
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

PART(columns, DOOR(nearest), DOOR(ancestor_bits), DOOR(enclosing), DOOR(tags_before), DOOR(tags_between),
     DOOR(tags_starting), DOOR(block_of_each),
     DOOR(holding), DOOR(bits_around),
     DOOR(bits_near), DOOR(cues_by_element), DOOR(indicators), DOOR(structures), DOOR(tags_by_set), DOOR(text_columns),
     DOOR(around_blocks), DOOR(group_measures), DOOR(inside_marked), DOOR(hidden_by),
     DOOR(title_columns), DOOR(repeated),
     DOOR(within), DOOR(signs_of_tags), DOOR(layout_by_shape))
