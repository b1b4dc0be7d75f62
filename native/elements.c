/* The doors of victor/document/kinds/elements.py: the uses of elements in the text. Functions have
   the same names as there.

   m elements in document order, so that an element comes after its parent; t texts. */

#include "doors.h"

enum { LEVEL = 256, BREAK = 512, LINE = 8, LINK = 4096, HOLDER = 8192, FIGURE = 16384 };
enum { MOST_TAGS = 8, LONG_LINE = 120, SHORT = 10, MOST_TEXTS = 3 };
enum { IMAGE = 1, RULE = 2 }; /* negated kinds */

static const Constant constants[] = {
    {"LEVEL", LEVEL, NULL},         {"BREAK", BREAK, NULL}, {"LINE", LINE, NULL},
    {"LINK", LINK, NULL},           {"HOLDER", HOLDER, NULL}, {"FIGURE", FIGURE, NULL},
    {"MOST_TAGS", MOST_TAGS, NULL}, {"SHORT", SHORT, NULL},   {"MOST_TEXTS", MOST_TEXTS, NULL},
    {"IMAGE", IMAGE, NULL},         {"RULE", RULE, NULL},
    {"LONG_LINE", LONG_LINE, NULL}, {0}};

typedef const unsigned short *Uses;

#define USES {"uses", "u2", "m", NULL, 0}
#define PARENT {"parent", "i4", "m", "<", 0}
#define OPENED {"opened", "i4", "m", "=t", 0}
#define CLOSED {"closed", "i4", "m", "=t", 0}
#define HOLDS {"holds", "b1", "m", NULL, 0}
#define STRINGS {"text", "strings", "t", NULL, 0}
#define TEXTS {"t", "number", "t", NULL, 0}

/* Adds a result: the first `count` numbers of `found`. */
static void give(Call *call, int letter, const int *found, Py_ssize_t count)
{
    call->size[letter] = count;
    char shape[2] = {(char)letter, 0};
    int *out = found ? result(call, "i4", shape) : NULL;
    if (out && count)
        memcpy(out, found, (size_t)count * sizeof *out);
}

/* [t + 1] the number of texts before each that are content, or that are not */
static int *texts_before(const Call *call, const char *texts, int content)
{
    int *before = room((size_t)call->size['t'], sizeof *before);
    for (Py_ssize_t i = 0; before && i < call->size['t']; i++)
        before[i + 1] = before[i] + (texts[i] == content);
    return before;
}

/* [m] whether an element holds any of the texts */
static PyObject *holding_content(PyObject *Py_UNUSED(module), Arguments given, Py_ssize_t count)
{
    static const Argument wanted[] = {{"texts", "b1", "t", NULL, 0}, OPENED, CLOSED, {0}};
    Call call;
    int ready = enter(&call, wanted, given, count);
    const char *texts = call.given[0].items;
    const int *opened = call.given[1].items, *closed = call.given[2].items;
    char *out = ready ? result(&call, "?", "m") : NULL;
    int *before = out ? texts_before(&call, texts, 1) : NULL;
    for (Py_ssize_t e = 0; before && e < call.size['m']; e++)
        out[e] = before[closed[e]] > before[opened[e]];
    PyMem_Free(before);
    return leave(&call);
}

/* [t + 1] the number of tags of elements with a role from the start of the page to each text */
static int *tags_before(const Call *call, Uses uses, int use, const int *opened, const int *closed)
{
    int *tags = room((size_t)call->size['t'], sizeof *tags);
    for (Py_ssize_t e = 0; tags && e < call->size['m']; e++)
        if (uses[e] & use) {
            tags[opened[e]]++;
            tags[closed[e]]++;
        }
    for (Py_ssize_t i = 1; tags && i <= call->size['t']; i++)
        tags[i] += tags[i - 1];
    return tags;
}

/* Whether texts have many characters for a heading. */
static int is_long(PyObject **text, int first, int last)
{
    Py_ssize_t size = 0;
    for (int i = first; i < last && i < first + LONG_LINE && size <= LONG_LINE; i++)
        size += PyUnicode_GET_LENGTH(text[i]);
    return size > LONG_LINE;
}

/* The headings, terms and captions with too many block-level tags; those with long text */
static PyObject *wide_lines(PyObject *Py_UNUSED(module), Arguments given, Py_ssize_t count)
{
    static const Argument wanted[] = {USES, OPENED, CLOSED, STRINGS, {0}};
    Call call;
    int ready = enter(&call, wanted, given, count);
    Uses uses = call.given[0].items;
    const int *opened = call.given[1].items, *closed = call.given[2].items;
    int *ends = ready ? tags_before(&call, uses, LEVEL, opened, closed) : NULL;
    int *wide = ends ? room((size_t)call.size['m'], sizeof *wide) : NULL;
    int *large = wide ? room((size_t)call.size['m'], sizeof *large) : NULL;
    Py_ssize_t found = 0, others = 0;
    for (Py_ssize_t e = 0; large && e < call.size['m']; e++) {
        if (!(uses[e] & LINE) || closed[e] <= opened[e])
            continue;
        if (ends[closed[e] - 1] - ends[opened[e]] > MOST_TAGS)
            wide[found++] = (int)e;
        if (is_long(call.given[3].strings, opened[e], closed[e]))
            large[others++] = (int)e;
    }
    give(&call, 'w', wide, found);
    give(&call, 'l', large, others);
    PyMem_Free(ends);
    PyMem_Free(wide);
    PyMem_Free(large);
    return leave(&call);
}

/* [m] the uses of elements in the text, without tags that end no line of the content */
static PyObject *uses_in_content(PyObject *Py_UNUSED(module), Arguments given, Py_ssize_t count)
{
    static const Argument wanted[] = {USES,  PARENT,
                                      {"opened", "i4", "m", NULL, 0}, {"closed", "i4", "m", NULL, 0},
                                      {"hidden", "b1", "m", NULL, 0}, HOLDS, {0}};
    Call call;
    int ready = enter(&call, wanted, given, count);
    Uses uses = call.given[0].items;
    const int *parent = call.given[1].items, *opened = call.given[2].items;
    const int *closed = call.given[3].items;
    const char *hidden = call.given[4].items, *holds = call.given[5].items;
    unsigned short *out = ready ? result(&call, "u2", "m") : NULL;
    int *level = out ? room((size_t)call.size['m'], sizeof *level) : NULL; /* nearest block-level */
    char *within = level ? room((size_t)call.size['m'], 1) : NULL; /* a hidden element */
    for (Py_ssize_t e = 0; within && e < call.size['m']; e++) {
        int above = parent[e];
        level[e] = e == 0 ? 0 : uses[e] & LEVEL ? (int)e : level[above];
        within[e] = e && (hidden[e] || within[above]);
        int around = level[e];
        int idle = !holds[above] && around && !holds[around] && closed[around] > opened[around];
        int less = (within[e] && !holds[e] ? LEVEL : 0) | (idle ? BREAK : 0);
        out[e] = (unsigned short)(uses[e] & ~less);
    }
    PyMem_Free(level);
    PyMem_Free(within);
    return leave(&call);
}

/* [t] twice: the block-level tags and the ``br`` from the start of the page to each text */
static PyObject *line_tags(PyObject *Py_UNUSED(module), Arguments given, Py_ssize_t count)
{
    static const Argument wanted[] = {USES, OPENED, CLOSED, TEXTS, {0}};
    Call call;
    int ready = enter(&call, wanted, given, count);
    Uses uses = call.given[0].items;
    const int *opened = call.given[1].items, *closed = call.given[2].items;
    int *ends = ready ? tags_before(&call, uses, LEVEL, opened, closed) : NULL;
    int *breaks = ends ? tags_before(&call, uses, BREAK, opened, closed) : NULL;
    for (Py_ssize_t i = 0; breaks && i < call.size['t']; i++)
        breaks[i] /= 2;
    give(&call, 't', ends, call.size['t']);
    give(&call, 't', breaks, call.size['t']);
    PyMem_Free(ends);
    PyMem_Free(breaks);
    return leave(&call);
}

/* Marks the ancestors of elements as holding content. */
static void hold(char *holds, const int *parent, const int *elements, Py_ssize_t count)
{
    for (Py_ssize_t i = 0; i < count; i++)
        for (int e = parent[elements[i]]; !holds[e]; e = parent[e])
            holds[e] = 1;
}

/* [t + 1] whether content precedes and follows each place between texts; boilerplate in figures does
   not count, and at both ends one side is enough */
static char *between_content(const Call *call, Uses uses, const int *opened, const int *closed,
                             const char *texts)
{
    Py_ssize_t t = call->size['t'];
    int *figures = room((size_t)t, sizeof *figures), depth = 0, last = -1; /* the last text's content */
    char *between = figures ? room((size_t)t, 1) : NULL;
    for (Py_ssize_t e = 0; between && e < call->size['m']; e++)
        if (uses[e] & FIGURE) {
            figures[opened[e]]++;
            figures[closed[e]]--;
        }
    for (Py_ssize_t i = 0, from = 0; between && i <= t; i++) {
        depth += figures[i];
        if (i < t && depth > 0 && !texts[i])
            continue;
        int next = i < t ? texts[i] : last;
        memset(between + from, next == 1 && last != 0, (size_t)(i + 1 - from));
        from = i + 1;
        last = next;
    }
    PyMem_Free(figures);
    return between;
}

/* The images between texts that are content, in a part with content, or in an element with nothing
   but content; the rules between texts that are content; [m] the elements that hold content or one
   of the images */
static PyObject *shown_images(PyObject *Py_UNUSED(module), Arguments given, Py_ssize_t count)
{
    static const Argument wanted[] = {{"kind", "i1", "m", NULL, 0}, USES, PARENT, OPENED, CLOSED,
                                      {"texts", "b1", "t", NULL, 0}, HOLDS,
                                      {"hidden", "b1", "m", NULL, 0}, {"wanted", "number", "w", NULL, 0},
                                      {0}};
    Call call;
    int ready = enter(&call, wanted, given, count);
    const signed char *kind = call.given[0].items;
    Uses uses = call.given[1].items;
    const int *parent = call.given[2].items, *opened = call.given[3].items;
    const int *closed = call.given[4].items;
    const char *texts = call.given[5].items, *holds = call.given[6].items;
    const char *hidden = call.given[7].items;
    Py_ssize_t m = call.size['m'], images = 0, rules = 0;
    int *work = ready ? room(5 * (size_t)m, sizeof *work) : NULL;
    int *others = work ? texts_before(&call, texts, 0) : NULL;
    char *between = others ? between_content(&call, uses, opened, closed, texts) : NULL;
    if (between == NULL) {
        PyMem_Free(work);
        PyMem_Free(others);
        return leave(&call);
    }
    int *part = work, *outer = work + m, *around = work + 2 * m, *image = work + 3 * m;
    int *rule = work + 4 * m;
    for (Py_ssize_t e = 0; e < m; e++) {
        part[e] = e == 0 ? 0 : uses[e] & HOLDER ? (int)e : part[parent[e]];
        outer[e] = e == 0 ? 0 : hidden[e] ? (int)e : outer[parent[e]];
        around[e] = e == 0 ? 0 : closed[e] > opened[e] ? (int)e : around[parent[e]];
        if (kind[e] != -IMAGE && kind[e] != -RULE)
            continue;
        int in = around[e];
        int seen = outer[e] == 0 || holds[outer[e]];
        int shown = between[opened[e]] || (part[e] && holds[part[e]]) ||
                    (in && others[closed[in]] == others[opened[in]]);
        if (kind[e] == -RULE && between[opened[e]])
            rule[rules++] = (int)e;
        if (kind[e] == -IMAGE && call.size['w'] && seen && shown)
            image[images++] = (int)e;
    }
    give(&call, 'i', image, images);
    give(&call, 'r', rule, rules);
    char *out = result(&call, "?", "m");
    if (out) {
        memcpy(out, holds, (size_t)m);
        hold(out, parent, image, images);
    }
    PyMem_Free(between);
    PyMem_Free(others);
    PyMem_Free(work);
    return leave(&call);
}

typedef struct {
    int *kind, *number, *holder;
    Py_ssize_t count;
} Events;

static void add(Events *to, int kind, Py_ssize_t number, int holder)
{
    to->kind[to->count] = kind;
    to->number[to->count] = (int)number;
    to->holder[to->count++] = holder;
}

/* [m] the kind of event of each element, 0 for none; adds their number and that of texts. */
static char *kinds_of_events(const Call *call, const char *blocks, Py_ssize_t *total)
{
    char *kinds = room((size_t)call->size['m'], 1);
    const char *texts = call->given[0].items;
    for (Py_ssize_t i = 0; kinds && i < call->size['i']; i++)
        kinds[((const int *)call->given[2].items)[i]] = 2;
    for (Py_ssize_t i = 0; kinds && i < call->size['r']; i++)
        kinds[((const int *)call->given[3].items)[i]] = 3;
    for (Py_ssize_t e = 0; kinds && e < call->size['m']; e++) {
        kinds[e] = blocks[e] ? 1 : kinds[e];
        *total += kinds[e] != 0;
    }
    for (Py_ssize_t i = 0; kinds && i < call->size['t']; i++)
        *total += texts[i] != 0;
    return kinds;
}

/* The kind of each event in document order, its number, and the element that holds it */
static PyObject *ordered_events(PyObject *Py_UNUSED(module), Arguments given, Py_ssize_t count)
{
    static const Argument wanted[] = {
        {"texts", "b1", "t", NULL, 0},  {"blocks", "b1", "m", NULL, 0}, {"images", "i4", "i", "m", 0},
        {"rules", "i4", "r", "m", 0},   {"insets", "i4", "f", "k", 0},  {"inset", "i4", "kx", NULL, 0},
        OPENED,                         {"node", "i4", "t", "m", 0},    PARENT,
        {0}};
    Call call;
    int ready = enter(&call, wanted, given, count);
    if (ready && call.size['x'] != 4)
        ready = fail(PyExc_ValueError, "inset", "expected four columns");
    const char *texts = call.given[0].items;
    const int *insets = call.given[4].items, (*inset)[4] = call.given[5].items;
    const int *opened = call.given[6].items, *node = call.given[7].items;
    const int *parent = call.given[8].items;
    Py_ssize_t t = call.size['t'], m = call.size['m'], e = 0, f = 0, written = 0;
    call.size['e'] = call.size['f'];
    char *kinds = ready ? kinds_of_events(&call, call.given[1].items, &call.size['e']) : NULL;
    Events to = {.kind = kinds ? result(&call, "i4", "e") : NULL};
    to.number = to.kind ? result(&call, "i4", "e") : NULL;
    to.holder = to.number ? result(&call, "i4", "e") : NULL;
    for (Py_ssize_t i = 0; to.holder && i <= t; i++) { /* the events before each text */
        for (; e < m && opened[e] <= i; e++) {
            for (; f < call.size['f'] && inset[insets[f]][3] <= e && inset[insets[f]][0] <= i; f++)
                add(&to, 4, insets[f], inset[insets[f]][2]);
            if (kinds[e])
                add(&to, kinds[e], e, parent[e]);
        }
        for (; f < call.size['f'] && inset[insets[f]][0] <= i; f++)
            add(&to, 4, insets[f], inset[insets[f]][2]);
        if (i < t && texts[i])
            add(&to, 0, written++, node[i]);
    }
    for (; to.holder && f < call.size['f']; f++) /* beyond the page: none occur */
        add(&to, 4, insets[f], inset[insets[f]][2]);
    PyMem_Free(kinds);
    return leave(&call);
}

/* Whether a text of at most SHORT characters, without white space, has a digit, a footnote symbol,
   a single letter, or only i, v and x */
static int may_be_sign(PyObject **text, int texts)
{
    int seen = 0, letters = 0, roman = 1, others = 0, signs = 0;
    for (int i = 0; i < texts; i++)
        for (Py_ssize_t place = 0; place < PyUnicode_GET_LENGTH(text[i]); place++) {
            Py_UCS4 one = PyUnicode_READ_CHAR(text[i], place);
            if (Py_UNICODE_ISSPACE(one))
                continue;
            if (++seen > SHORT) /* its other texts may be long */
                return 0;
            signs |= Py_UNICODE_ISDECIMAL(one) || one == '*' || one == 0xA7 || one == 0xB6 ||
                     one == 0x2020 || one == 0x2021;
            if (one && one < 128 && strchr("[]().:", (int)one))
                continue;
            others |= one < 'a' || one > 'z';
            roman &= one == 'i' || one == 'v' || one == 'x';
            letters++;
        }
    return signs || (letters && !others && (roman || letters == 1));
}

/* The short links that hold content; none if no text of theirs may refer to a footnote */
static PyObject *short_links(PyObject *Py_UNUSED(module), Arguments given, Py_ssize_t count)
{
    static const Argument wanted[] = {USES, OPENED, CLOSED, HOLDS, STRINGS, {0}};
    Call call;
    int ready = enter(&call, wanted, given, count);
    Uses uses = call.given[0].items;
    const int *opened = call.given[1].items, *closed = call.given[2].items;
    const char *holds = call.given[3].items;
    PyObject **text = call.given[4].strings;
    int *links = ready ? room((size_t)call.size['m'], sizeof *links) : NULL;
    Py_ssize_t found = 0;
    int some = 0;
    for (Py_ssize_t e = 0; links && e < call.size['m']; e++)
        if (uses[e] & LINK && holds[e] && closed[e] > opened[e] &&
            closed[e] - opened[e] <= MOST_TEXTS && PyUnicode_GET_LENGTH(text[opened[e]]) <= SHORT) {
            some = some || may_be_sign(text + opened[e], closed[e] - opened[e]);
            links[found++] = (int)e;
        }
    give(&call, 'l', links, some ? found : 0);
    PyMem_Free(links);
    return leave(&call);
}

PART(elements, DOOR(holding_content), DOOR(wide_lines), DOOR(uses_in_content), DOOR(line_tags),
     DOOR(shown_images), DOOR(ordered_events), DOOR(short_links))
