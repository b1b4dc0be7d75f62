/* Parts of documents: the door `assembled` of victor/document/building/builder.py. Functions and
   fields have the names of those in the classes `Builder`, `Stack`, `Lines` and `Writer` in that
   folder, whose comments explain them. It calls Python, which may change anything: so it copies its
   columns, and owns every object that it uses.
*/

#include "doors.h"

#define NAMES                                                                                      \
    "document heading paragraph list item definitions term definition table row cell caption "     \
    "code quotation figure post footnote rule image break link code_span emphasis strong deleted " \
    "subscript superscript"

enum {
    DOCUMENT, HEADING, PARAGRAPH, LIST, ITEM, DEFINITIONS, TERM, DEFINITION, TABLE, ROW, CELL,
    CAPTION, CODE, QUOTATION, FIGURE, POST, FOOTNOTE, RULE, IMAGE, BREAK, LINK, CODE_SPAN, EMPHASIS,
    STRONG, DELETED, SUBSCRIPT, SUPERSCRIPT, KINDS
};
enum { DEEPEST = 40, MOST_MARKS = 8, NONE = -1 };

static const Constant constants[] = {
    {"KINDS", 0, NAMES}, {"DEEPEST", DEEPEST, NULL}, {"MOST_MARKS", MOST_MARKS, NULL}, {0}};

/* Strings and other constants of Python, created at the first call */
static struct {
    PyObject *kinds[KINDS], *attributes, *children, *element, *first, *kind, *last;
    PyObject *address, *describe, *player, *no_arguments, *space, *feed, *minus_one;
} py;

/* A block-level part. Other parts are referred to by their numbers, NONE for none. */
typedef struct {
    PyObject *part, *children;
    int kind, element, holder, last_child;
    int first, last; /* blocks of the page */
    int removed, has_empty; /* whether it is an empty line; whether a child is one */
} Block;

typedef struct {
    int element, kind;
    PyObject *spot; /* its children, or those around it if it has no effect */
} Mark;

typedef struct {
    PyObject *details, *pictures, *class, *defaults, *tidy_line;
    const int *anchor, *block_of, *parent, *opened, *mark_of, *belongs_to;
    PyObject **piece;
    const char *space, *divided, *breaks, *headings, *items, *continues, *as_usual;
    const unsigned char *part_kind, *mark_kind;
    Block *blocks;
    Py_ssize_t count, size; /* of blocks; the room for them */
    Py_ssize_t m, c; /* elements and texts of the page */
    int stack[DEEPEST + 4], open[DEEPEST + 4], depth; /* open blocks, and their elements */
    int *instead, *linked; /* [m] the value plus 1; 0: none */
    int line, level, has_text;
    int broken;    /* NONE: no break after a text; 0: none after an image */
    int mark;      /* negative: for images only */
    int for_image; /* whether marks are opened for an image or a formula */
    PyObject *spot;
    Mark marks[MOST_MARKS];
    int marked;
    PyObject *pictured; /* the address of the last image */
    int pictured_at, pictured_in;
} Builder;

/* ---- Python's side ---- */

static int find_names(void)
{
    const char *names = NAMES;
    if (py.minus_one)
        return 1;
    for (int kind = 0; kind < KINDS; kind++) {
        size_t length = strcspn(names, " ");
        PyObject *name = PyUnicode_FromStringAndSize(names, (Py_ssize_t)length);
        if (name == NULL)
            return 0;
        PyUnicode_InternInPlace(&name);
        py.kinds[kind] = name;
        names += length + (names[length] == ' ');
    }
    py.attributes = PyUnicode_InternFromString("attributes");
    py.children = PyUnicode_InternFromString("children");
    py.element = PyUnicode_InternFromString("element");
    py.first = PyUnicode_InternFromString("first");
    py.kind = PyUnicode_InternFromString("kind");
    py.last = PyUnicode_InternFromString("last");
    py.address = PyUnicode_InternFromString("address");
    py.describe = PyUnicode_InternFromString("describe");
    py.player = PyUnicode_InternFromString("player");
    py.space = PyUnicode_InternFromString(" ");
    py.feed = PyUnicode_InternFromString("\n");
    py.no_arguments = PyTuple_New(0);
    py.minus_one = PyLong_FromLong(-1);
    return !PyErr_Occurred();
}

static PyObject *found_in(const char *module, const char *name)
{
    PyObject *imported = PyImport_ImportModule(module);
    PyObject *found = imported ? PyObject_GetAttrString(imported, name) : NULL;
    Py_XDECREF(imported);
    return found;
}

/* Finds the objects of Python that the builder needs; 0 if one is missing. */
static int find_python(Builder *b)
{
    b->class = found_in("victor.document.parts", "Part");
    b->defaults = b->class ? found_in("victor.document.building.details", "DEFAULTS") : NULL;
    b->tidy_line = b->defaults ? found_in("victor.document.texts.tidy", "tidy_line") : NULL;
    b->pictures = b->tidy_line ? PyObject_GetAttrString(b->details, "pictures") : NULL;
    if (b->tidy_line && (!b->pictures || !PyDict_Check(b->pictures))) {
        PyErr_Clear();
        return fail(PyExc_TypeError, "details", "expected those of a page");
    }
    return b->pictures && PyDict_Check(b->defaults) && PyType_Check(b->class);
}

static int set_number(PyObject *part, PyObject *name, int value)
{
    PyObject *number = value == NONE ? Py_NewRef(py.minus_one) : PyLong_FromLong(value);
    int done = number ? PyObject_SetAttr(part, name, number) : -1;
    Py_XDECREF(number);
    return done == 0;
}

/* A new part with a copy of these attributes (NULL: none); `*children` is its new, empty list. */
static PyObject *new_part(const Builder *b, int kind, int element, PyObject *attributes,
                          PyObject **children)
{
    PyTypeObject *class = (PyTypeObject *)b->class;
    PyObject *made = class->tp_new(class, py.no_arguments, NULL);
    PyObject *has = attributes ? PyDict_Copy(attributes) : PyDict_New();
    *children = PyList_New(0);
    int done = made && has && *children && !PyObject_SetAttr(made, py.kind, py.kinds[kind]) &&
               !PyObject_SetAttr(made, py.attributes, has) &&
               !PyObject_SetAttr(made, py.children, *children) &&
               set_number(made, py.element, element) &&
               !PyObject_SetAttr(made, py.first, py.minus_one) &&
               !PyObject_SetAttr(made, py.last, py.minus_one);
    Py_XDECREF(has);
    if (!done) {
        Py_CLEAR(made);
        Py_CLEAR(*children);
    }
    return made;
}

/* ---- block-level parts ---- */

static int is_line(int kind)
{
    return kind == HEADING || kind == TERM || kind == CAPTION;
}

static int may_be_in(int kind, int top)
{
    return !is_line(top) && (kind != ROW || top == TABLE) &&
           (kind != CELL || top == ROW || top == TABLE);
}

/* Adds a part to another, with the default attributes of its kind; its number, or NONE. */
static int add(Builder *b, int kind, int element, int holder)
{
    if (b->count == b->size) {
        Block *more = PyMem_Realloc(b->blocks, 2 * (size_t)b->size * sizeof *more);
        if (more == NULL) {
            PyErr_NoMemory();
            return NONE;
        }
        b->blocks = more;
        b->size *= 2;
    }
    PyObject *defaults = PyDict_GetItemWithError(b->defaults, py.kinds[kind]), *children;
    PyObject *made = new_part(b, kind, element, defaults, &children);
    if (made == NULL)
        return NONE;
    int number = (int)b->count;
    b->blocks[b->count++] = (Block){made, children, kind, element, holder, NONE, NONE, NONE, 0, 0};
    if (holder != NONE) {
        if (PyList_Append(b->blocks[holder].children, made) < 0)
            return NONE;
        b->blocks[holder].last_child = number;
    }
    return number;
}

/* Lets Python set the attributes of a part, and of code also the first and last block. */
static int describe(Builder *b, int number, int wraps)
{
    PyObject *part = b->blocks[number].part;
    PyObject *flag = wraps ? Py_True : Py_False;
    PyObject *done = PyObject_CallMethodObjArgs(b->details, py.describe, part, flag, NULL);
    if (done && b->blocks[number].kind == CODE) {
        Block *block = &b->blocks[number];
        PyObject *first = PyObject_GetAttr(part, py.first);
        PyObject *last = PyObject_GetAttr(part, py.last);
        block->first = first ? (int)PyLong_AsLong(first) : NONE;
        block->last = last ? (int)PyLong_AsLong(last) : NONE;
        Py_XDECREF(first);
        Py_XDECREF(last);
    }
    Py_XDECREF(done);
    return done != NULL && !PyErr_Occurred();
}

static int climb(Builder *b, int anchor)
{
    if (b->instead && b->instead[anchor])
        anchor = b->instead[anchor] - 1;
    if (b->open[b->depth] != anchor) {
        b->line = NONE;
        while (b->depth && b->open[b->depth] != anchor)
            b->depth--;
    }
    return b->stack[b->depth];
}

static int last_of(Builder *b, int holder, int kind, int top)
{
    int last = holder == NONE ? NONE : b->blocks[holder].last_child;
    if (holder == NONE || (last != NONE && b->blocks[last].kind == kind))
        return last;
    int made = add(b, kind, b->blocks[top].element, holder);
    if (made != NONE && (kind == ITEM || kind == CELL) && !describe(b, made, 1))
        return NONE;
    return made;
}

/* The kind that a part of a kind must be in; below, the only kind that a part of a kind may hold */
static int within(int kind)
{
    return kind == ITEM ? LIST : kind == TERM || kind == DEFINITION ? DEFINITIONS : NONE;
}

static int only(int top)
{
    return top == LIST ? ITEM : top == TABLE ? ROW : top == ROW ? CELL
           : top == DEFINITIONS ? DEFINITION : NONE;
}

static int may_hold(int top, int kind)
{
    return only(top) == NONE || only(top) == kind || (top == TABLE && kind == CAPTION) ||
           (top == DEFINITIONS && kind == TERM);
}

static int holder(Builder *b, int top, int kind)
{
    if (top == NONE)
        return NONE;
    int of = b->blocks[top].kind;
    if (kind == CELL && of == TABLE) {
        int last = b->blocks[top].last_child, element = b->blocks[top].element;
        if (last == NONE || b->blocks[last].kind != ROW || b->blocks[last].element != element)
            last = add(b, ROW, element, top);
        return last;
    }
    if (within(kind) != NONE && of != within(kind))
        return last_of(b, holder(b, top, within(kind)), within(kind), top);
    if (!may_hold(of, kind))
        return holder(b, last_of(b, top, only(of), top), kind);
    return top;
}

/* Closes marks until `left` are open; text then goes into the last one, or into the line. */
static void close_marks(Builder *b, int left)
{
    while (b->marked > left)
        Py_DECREF(b->marks[--b->marked].spot);
    PyObject *spot = left ? b->marks[left - 1].spot : b->blocks[b->line].children;
    Py_XSETREF(b->spot, Py_NewRef(spot));
}

static void start(Builder *b, int line, int level)
{
    b->line = line;
    b->level = level;
    b->mark = b->has_text = 0;
    b->broken = NONE;
    close_marks(b, 0);
}

static int set_instead(Builder *b, int element)
{
    if (b->instead == NULL && (b->instead = room((size_t)b->m, sizeof *b->instead)) == NULL)
        return 0;
    b->instead[element] = b->open[b->depth] + 1;
    return 1;
}

static int block(Builder *b, int element, int anchor)
{
    int top = climb(b, anchor), kind = b->part_kind[element];
    /* Code may be deeper. As it holds no parts, no page reaches the second limit. */
    int too_deep = b->depth + 1 > DEEPEST && (kind != CODE || b->depth + 1 > DEEPEST + 2);
    if (kind == DOCUMENT || too_deep || !may_be_in(kind, b->blocks[top].kind))
        return set_instead(b, element);
    int in = holder(b, top, kind), made = in == NONE ? NONE : add(b, kind, element, in);
    if (made == NONE || (!b->as_usual[element] && !describe(b, made, 0)))
        return 0;
    b->depth++;
    b->stack[b->depth] = made;
    b->open[b->depth] = element;
    b->line = NONE;
    if (is_line(kind))
        start(b, made, element);
    return 1;
}

static int rule(Builder *b, int element, int anchor)
{
    int top = climb(b, anchor), kind = b->blocks[top].kind;
    if (kind != DOCUMENT && kind != QUOTATION && kind != ITEM && kind != DEFINITION && kind != POST &&
        kind != FOOTNOTE)
        return 1;
    b->line = NONE;
    return add(b, RULE, element, top) != NONE;
}

/* ---- lines ---- */

static int paragraph(Builder *b, int top, int level, int of)
{
    int kind = PARAGRAPH, in = top;
    if (top)
        in = holder(b, top, PARAGRAPH);
    else if (of != NONE) {
        kind = b->headings[of] ? HEADING : PARAGRAPH;
        if (b->items[of]) {
            int list = last_of(b, top, LIST, top);
            in = list == NONE ? NONE : add(b, ITEM, level, list);
        }
    }
    int line = in == NONE ? NONE : add(b, kind, level, in);
    if (line == NONE)
        return 0;
    start(b, line, level);
    return 1;
}

/* Appends text to the current line or mark, merged with a text before it. */
static int append(Builder *b, PyObject *text)
{
    Py_ssize_t size = PyList_GET_SIZE(b->spot);
    PyObject *last = size ? PyList_GET_ITEM(b->spot, size - 1) : NULL;
    if (last == NULL || !PyUnicode_Check(last))
        return PyList_Append(b->spot, text) == 0;
    PyList_SET_ITEM(b->spot, size - 1, Py_NewRef(Py_None)); /* so that it can grow in place */
    PyUnicode_Append(&last, text);
    if (last == NULL)
        return 0;
    Py_DECREF(PyList_GET_ITEM(b->spot, size - 1));
    PyList_SET_ITEM(b->spot, size - 1, last);
    return 1;
}

/* Whether a link around several lines belongs to another line. */
static int is_elsewhere(const Builder *b, int element)
{
    int wanted = b->belongs_to[element];
    return wanted && wanted != element && wanted != b->blocks[b->line].element;
}

static int is_linked(Builder *b, int element)
{
    int elsewhere = is_elsewhere(b, element), line = b->line + 1;
    int before = elsewhere ? b->for_image : !b->has_text;
    if (before && b->belongs_to[element] && !b->linked[element])
        return 1;
    if (elsewhere)
        return 0;
    if (!b->linked[element])
        b->linked[element] = line;
    return b->linked[element] == line;
}

/* Whether a link has an address and belongs to this line. One without an address is often an anchor
   that is never closed: its `kind` becomes one that does not mute links in it. */
static int is_link(Builder *b, int element, PyObject **attributes, int *kind)
{
    PyObject *number = PyLong_FromLong(element);
    PyObject *address =
        number ? PyObject_CallMethodObjArgs(b->details, py.address, number, NULL) : NULL;
    Py_XDECREF(number);
    if (b->linked == NULL)
        b->linked = address ? room((size_t)b->m, sizeof *b->linked) : NULL;
    int leads = address && b->linked && PyObject_IsTrue(address) > 0;
    int found = leads && is_linked(b, element);
    *kind = leads ? LINK : DOCUMENT;
    if (found && (*attributes = PyDict_New()) != NULL)
        PyDict_SetItem(*attributes, py.address, address);
    Py_XDECREF(address);
    return found;
}

/* The last part of the current line or mark, also before white space (`*space`) if the text may
   continue it (see `going`); borrowed, or NULL. */
static PyObject *last_part(const Builder *b, int kind, int goes_on, int *space)
{
    Py_ssize_t size = PyList_GET_SIZE(b->spot);
    PyObject *last = size ? PyList_GET_ITEM(b->spot, size - 1) : NULL;
    *space = last && size > 1 && goes_on > (kind == LINK ? 2 : 1) && PyUnicode_Check(last) &&
             PyUnicode_GET_LENGTH(last) == 1 && PyUnicode_READ_CHAR(last, 0) == ' ';
    last = *space ? PyList_GET_ITEM(b->spot, size - 2) : last;
    return last && Py_IS_TYPE(last, (PyTypeObject *)b->class) ? last : NULL;
}

/* Whether a part is of a kind */
static int is_kind(PyObject *part, int kind)
{
    PyObject *name = PyObject_GetAttr(part, py.kind);
    Py_XDECREF(name);
    return name == py.kinds[kind];
}

static int ends_in_colon(PyObject *text)
{
    Py_ssize_t size = PyUnicode_GET_LENGTH(text);
    return size && PyUnicode_READ_CHAR(text, size - 1) == ':';
}

/* The children of a mark with these attributes (NULL: any) and no image at its end, nor a label
   before white space; or NULL */
static PyObject *going_on(PyObject *part, PyObject *attributes, int space)
{
    PyObject *has = PyObject_GetAttr(part, py.attributes);
    int same = has ? attributes == NULL || PyObject_RichCompareBool(has, attributes, Py_EQ) : -1;
    Py_XDECREF(has);
    PyObject *children = same > 0 ? PyObject_GetAttr(part, py.children) : NULL;
    if (children == NULL || !PyList_Check(children)) {
        Py_XDECREF(children);
        return NULL;
    }
    Py_ssize_t size = PyList_GET_SIZE(children);
    PyObject *last = size ? PyList_GET_ITEM(children, size - 1) : NULL;
    if (last && (PyUnicode_Check(last) ? space && ends_in_colon(last) : is_kind(last, IMAGE)))
        Py_CLEAR(children);
    return children;
}

/* The children of the previous mark that a new one continues, a new reference; NULL for none. */
static PyObject *like_before(Builder *b, int kind, PyObject *attributes, int goes_on)
{
    int space;
    if (kind != EMPHASIS && kind != STRONG && kind != DELETED && kind != LINK)
        return NULL;
    PyObject *before = last_part(b, kind, goes_on, &space);
    PyObject *spot = before && is_kind(before, kind) ? going_on(before, attributes, space) : NULL;
    if (spot == NULL || !space)
        return spot;
    Py_ssize_t size = PyList_GET_SIZE(b->spot);
    Py_XSETREF(b->spot, PyList_SetSlice(b->spot, size - 1, size, NULL) ? NULL : Py_NewRef(spot));
    if (b->spot == NULL || !append(b, py.space))
        Py_CLEAR(spot);
    return spot;
}

static int begin(Builder *b, int element, int goes_on)
{
    int kind = b->mark_kind[element], means = 1;
    PyObject *attributes = NULL, *made = NULL, *spot = NULL;
    for (int i = 0; i < b->marked; i++)
        means = means && b->marks[i].kind != kind && b->marks[i].kind != CODE_SPAN;
    if (means && kind == LINK)
        means = is_link(b, element, &attributes, &kind);
    if (!means)
        spot = Py_NewRef(b->spot);
    else if (goes_on && !PyErr_Occurred())
        spot = like_before(b, kind, attributes, goes_on);
    if (means && spot == NULL && !PyErr_Occurred() &&
        (made = new_part(b, kind, element, attributes, &spot)))
        PyList_Append(b->spot, made);
    Py_XDECREF(made);
    Py_XDECREF(attributes);
    if (spot == NULL)
        return 0;
    if (means && kind == LINK && is_elsewhere(b, element)) {
        element = -element; /* so that text closes it */
        b->mark = -b->mark;
    }
    b->marks[b->marked++] = (Mark){element, kind, spot};
    Py_SETREF(b->spot, Py_NewRef(spot));
    return !PyErr_Occurred();
}

static int enter_mark(Builder *b, int mark, int space, int goes_on)
{
    int chain[MOST_MARKS], length = 0, shared = 0;
    for (int e = b->mark_of[mark]; e && length < MOST_MARKS; e = b->mark_of[b->parent[e]])
        chain[length++] = e;
    while (shared < b->marked && shared < length &&
           b->marks[shared].element == chain[length - 1 - shared])
        shared++;
    close_marks(b, shared);
    b->mark = mark;
    int done = !space || append(b, py.space);
    for (int i = length - 1 - shared; done && i >= 0; i--)
        done = begin(b, chain[i], goes_on);
    return done;
}

static int is_divided(const Builder *b, int place, int of, int level)
{
    int kind = b->blocks[b->line].kind;
    if (b->line == b->stack[b->depth] || b->continues[of])
        return 0;
    if (!b->has_text)
        return level != b->level;
    return b->divided[place] ||
           (b->breaks[place] && (kind == HEADING || (b->headings[of] && b->depth == 0)));
}

/* Adds a line break, outside of marks; 0, or -1 for an error. */
static int end_line(Builder *b)
{
    PyObject *children = NULL, *made = NULL;
    if (enter_mark(b, 0, 0, 0))
        made = new_part(b, BREAK, 0, NULL, &children);
    int done = made ? PyList_Append(b->spot, made) : -1;
    Py_XDECREF(children);
    Py_XDECREF(made);
    return done;
}

/* Whether the innermost open mark is a code span, and text in `mark` is in it, too. */
static int in_code_with(const Builder *b, int mark)
{
    const Mark *last = b->marked ? &b->marks[b->marked - 1] : NULL;
    int e = last && last->kind == CODE_SPAN ? b->mark_of[mark] : 0;
    while (e && e != last->element)
        e = b->mark_of[b->parent[e]];
    return e != 0;
}

/* Adds the line break before a text, if any; whether a space precedes the text, -1 for an error. */
static int separate(Builder *b, int place, int mark)
{
    if (!b->has_text && (b->broken != 1 || PyList_GET_SIZE(b->spot) == 0))
        return PyList_GET_SIZE(b->spot) > 0;
    if (b->has_text && (!b->breaks[place] || !b->broken))
        return b->space[place];
    if (is_line(b->blocks[b->line].kind))
        return 1;
    if (in_code_with(b, mark))
        return append(b, py.feed) - 1;
    return end_line(b);
}

/* How a text may continue the mark before it: 0 for punctuation, which continues none; 1 for a
   label, only without white space; 2 for other texts, also after white space in emphasis; 3 for
   lower case, also in links. */
static int going(PyObject *text)
{
    Py_ssize_t size = PyUnicode_GET_LENGTH(text);
    Py_UCS4 first = size ? PyUnicode_READ_CHAR(text, 0) : ' ';
    Py_UCS4 last = size ? PyUnicode_READ_CHAR(text, size - 1) : ' ';
    if (!Py_UNICODE_ISALNUM(first) && !Py_UNICODE_ISALNUM(last))
        return 0;
    if (Py_UNICODE_ISLOWER(first))
        return 3;
    return last == ':' ? 1 : 2;
}

static int text(Builder *b, int place, int anchor, int mark, int level)
{
    int of = b->block_of[place], space = 0;
    if (b->open[b->depth] != anchor)
        climb(b, anchor);
    if (b->line == NONE || is_divided(b, place, of, level)) {
        if (!paragraph(b, b->stack[b->depth], level, of))
            return 0;
        b->blocks[b->line].first = of;
    } else {
        if ((space = separate(b, place, mark)) < 0)
            return 0;
        if (b->blocks[b->line].first < 0)
            b->blocks[b->line].first = of;
    }
    b->has_text = 1;
    b->broken = NONE;
    b->blocks[b->line].last = of;
    PyObject *piece = b->piece[place];
    if (mark != b->mark)
        return enter_mark(b, mark, space, going(piece)) && append(b, piece);
    return (!space || append(b, py.space)) && append(b, piece);
}

static int is_repeated(Builder *b, PyObject *address, int element, int anchor, int mark, int level)
{
    int in_line = b->line != NONE && level == b->level;
    int same = b->pictured && b->pictured_at == b->opened[element] && b->pictured_in == anchor
                   ? PyObject_RichCompareBool(b->pictured, address, Py_EQ)
                   : 0;
    Py_XSETREF(b->pictured, Py_NewRef(address));
    b->pictured_at = b->opened[element];
    b->pictured_in = anchor;
    return same < 0 || (same && !mark && !in_line);
}

/* Adds an image to the line, or to a new paragraph if the line is that of another element. */
static int inline_part(Builder *b, PyObject *part, int anchor, int mark, int level)
{
    int space = b->line != NONE && PyList_GET_SIZE(b->blocks[b->line].children) > 0;
    int top = climb(b, anchor);
    if (b->blocks[top].kind == CODE)
        return 1;
    if (b->line == NONE || (b->blocks[b->line].kind == PARAGRAPH && level != b->level)) {
        space = 0;
        if (!paragraph(b, top, level, NONE))
            return 0;
    } else if (b->broken == 1 && space && !is_line(b->blocks[b->line].kind)) {
        space = 0;
        if (end_line(b) < 0)
            return 0;
    }
    b->broken = 0;
    b->for_image = 1;
    int done = mark != abs(b->mark) ? enter_mark(b, mark, space, 0) : !space || append(b, py.space);
    b->for_image = 0;
    return done && PyList_Append(b->spot, part) == 0;
}

static int image(Builder *b, int element, int anchor, int mark, int level)
{
    PyObject *number = PyLong_FromLong(element);
    PyObject *found = number ? PyDict_GetItemWithError(b->pictures, number) : NULL;
    Py_XDECREF(number);
    if (found == NULL || found == Py_None)
        return !PyErr_Occurred();
    Py_INCREF(found);
    PyObject *attributes = PyObject_GetAttr(found, py.attributes);
    PyObject *address = attributes ? PyObject_GetItem(attributes, py.address) : NULL;
    int done = address && (is_repeated(b, address, element, anchor, mark, level)
                               ? !PyErr_Occurred()
                               : inline_part(b, found, anchor, mark, level));
    Py_XDECREF(attributes);
    Py_XDECREF(address);
    Py_DECREF(found);
    return done;
}

/* Adds a player as a paragraph, or as a link in a heading or caption. */
static int player(Builder *b, int number, int anchor, int level)
{
    PyObject *place = PyLong_FromLong(number);
    PyObject *link =
        place ? PyObject_CallMethodObjArgs(b->details, py.player, place, NULL) : NULL;
    int top = climb(b, anchor), of = b->blocks[top].kind, done = link != NULL;
    if (done && link != Py_None && is_line(of))
        done = inline_part(b, link, anchor, 0, level);
    else if (done && link != Py_None && of != CODE) {
        int in = holder(b, top, PARAGRAPH);
        int made = in == NONE ? NONE : add(b, PARAGRAPH, level, in);
        done = made != NONE && PyList_Append(b->blocks[made].children, link) == 0;
        b->line = NONE;
    }
    Py_XDECREF(place);
    Py_XDECREF(link);
    return done;
}

/* ---- the end ---- */

/* Whether a line may begin or end with a part, or with the marker of a permalink. */
static int may_have_permalink(PyObject *children)
{
    Py_ssize_t size = PyList_GET_SIZE(children);
    PyObject *last = size ? PyList_GET_ITEM(children, size - 1) : NULL;
    if (last == NULL || !PyUnicode_Check(last) || !PyUnicode_Check(PyList_GET_ITEM(children, 0)))
        return size > 0;
    Py_ssize_t length = PyUnicode_GET_LENGTH(last);
    Py_UCS4 end = length ? PyUnicode_READ_CHAR(last, length - 1) : ' ';
    return end == ' ' || end == 0xB6 || PyUnicode_GET_LENGTH(PyList_GET_ITEM(children, 0)) == 1;
}

static int is_empty_line(PyObject *part)
{
    PyObject *kind = PyObject_GetAttr(part, py.kind), *children = PyObject_GetAttr(part, py.children);
    int line = kind == py.kinds[HEADING] || kind == py.kinds[TERM] || kind == py.kinds[CAPTION];
    int empty = line && children && PyList_Check(children) && PyList_GET_SIZE(children) == 0;
    Py_XDECREF(kind);
    Py_XDECREF(children);
    return empty;
}

/* Removes empty lines from the children of a part. */
static int without_empty_lines(PyObject *children)
{
    PyObject *kept = PyList_New(0);
    for (Py_ssize_t i = 0; kept && !PyErr_Occurred() && i < PyList_GET_SIZE(children); i++)
        if (!is_empty_line(PyList_GET_ITEM(children, i)))
            PyList_Append(kept, PyList_GET_ITEM(children, i));
    int done = kept && !PyErr_Occurred() &&
               PyList_SetSlice(children, 0, PyList_GET_SIZE(children), kept) == 0;
    Py_XDECREF(kept);
    return done;
}

/* Removes permalinks from lines, and empty lines. */
static int tidied(Builder *b)
{
    for (Py_ssize_t i = 0; i < b->count; i++) {
        Block *one = &b->blocks[i];
        if (is_line(one->kind) && may_have_permalink(one->children)) {
            PyObject *done = PyObject_CallOneArg(b->tidy_line, one->part);
            Py_XDECREF(done);
            if (done == NULL)
                return 0;
        }
        one->removed = is_line(one->kind) && PyList_GET_SIZE(one->children) == 0;
        if (one->removed)
            b->blocks[one->holder].has_empty = 1;
    }
    for (Py_ssize_t i = 0; i < b->count; i++)
        if (b->blocks[i].has_empty && !without_empty_lines(b->blocks[i].children))
            return 0;
    return 1;
}

/* Sets the first and last block of every part: children come after their parents. */
static int span(Builder *b)
{
    for (Py_ssize_t i = b->count - 1; i > 0; i--) {
        Block *one = &b->blocks[i], *in = &b->blocks[one->holder];
        if (one->first >= 0 && !set_number(one->part, py.first, one->first))
            return 0;
        if (one->last >= 0 && !set_number(one->part, py.last, one->last))
            return 0;
        if (one->first < 0 || one->removed || is_line(in->kind) || in->kind == CODE)
            continue;
        in->first = one->first;
        in->last = in->last > one->last ? in->last : one->last;
    }
    return 1;
}

static int take_event(Builder *b, int kind, int number, int anchor, int mark, int level)
{
    if (kind < 0 || kind > 5)
        return fail(PyExc_IndexError, "kind", "has a number of no kind of event");
    if (number < 0 || (kind != 4 && number >= (kind ? b->m : b->c)))
        return fail(PyExc_IndexError, "number", "is out of range");
    switch (kind) {
    case 0:
        return text(b, number, anchor, mark, level);
    case 1:
        return block(b, number, anchor);
    case 2:
        return image(b, number, anchor, mark, level);
    case 3:
        return rule(b, number, anchor);
    case 4:
        return player(b, number, anchor, level);
    default:
        b->broken = 1;
        return 1;
    }
}

static int are_kinds(const char *name, const unsigned char *kinds, Py_ssize_t count)
{
    for (Py_ssize_t i = 0; i < count; i++)
        if (kinds[i] >= KINDS)
            return fail(PyExc_IndexError, name, "has a number of no kind");
    return 1;
}

static PyObject *parts_of(Builder *b, const Call *call)
{
    const int *kind = call->given[1].items, *number = call->given[2].items;
    const int *mark = call->given[4].items, *level = call->given[5].items;
    int done = add(b, DOCUMENT, 0, NONE) != NONE;
    for (Py_ssize_t i = 0; done && i < call->size['e']; i++)
        done = take_event(b, kind[i], number[i], b->anchor[i], mark[i], level[i]);
    done = done && tidied(b) && span(b);
    return done ? Py_NewRef(b->blocks[0].children) : NULL;
}

/* Memory with copies of all columns, to which `call` then refers: Python cannot change them. */
static char *copied(Call *call, const Argument *wanted)
{
    size_t size = 0;
    for (int k = 0; k < call->held; k++)
        size += ((size_t)call->views[k].len + 7) & ~(size_t)7;
    char *all = room(size, 1), *next = all;
    for (int i = 0, k = 0; all && wanted[i].name; i++) {
        if (strchr("iub", *wanted[i].type) == NULL)
            continue;
        size_t length = (size_t)call->views[k].len;
        memcpy(next, call->given[i].items, length);
        call->given[i].items = next;
        next += (length + 7) & ~(size_t)7;
        k++;
    }
    return all;
}

static void take_columns(Builder *b, const Call *call)
{
    b->m = call->size['m'];
    b->c = call->size['c'];
    b->details = call->given[0].object;
    b->anchor = call->given[3].items;
    b->block_of = call->given[6].items;
    b->piece = call->given[7].strings;
    b->space = call->given[8].items;
    b->divided = call->given[9].items;
    b->breaks = call->given[10].items;
    b->headings = call->given[11].items;
    b->items = call->given[12].items;
    b->continues = call->given[13].items;
    b->parent = call->given[14].items;
    b->opened = call->given[15].items;
    b->part_kind = call->given[16].items;
    b->mark_kind = call->given[17].items;
    b->mark_of = call->given[18].items;
    b->as_usual = call->given[19].items;
    b->belongs_to = call->given[20].items;
}

static void release(Builder *b)
{
    for (Py_ssize_t i = 0; i < b->count; i++) {
        Py_DECREF(b->blocks[i].part);
        Py_DECREF(b->blocks[i].children);
    }
    while (b->marked)
        Py_DECREF(b->marks[--b->marked].spot);
    Py_XDECREF(b->spot);
    Py_XDECREF(b->pictured);
    Py_XDECREF(b->pictures);
    Py_XDECREF(b->class);
    Py_XDECREF(b->defaults);
    Py_XDECREF(b->tidy_line);
    PyMem_Free(b->blocks);
    PyMem_Free(b->instead);
    PyMem_Free(b->linked);
}

/* The block-level parts of a page */
static PyObject *assembled(PyObject *Py_UNUSED(module), Arguments given, Py_ssize_t count)
{
    static const Argument wanted[] = {
        {"details", "object", "", NULL, 0}, {"kind", "i4", "e", NULL, 0},
        {"number", "i4", "e", NULL, 0},     {"anchor", "i4", "e", "m", 0},
        {"mark", "i4", "e", "m", 0},        {"level", "i4", "e", "m", 0},
        {"block", "i4", "c", "n", 0},       {"piece", "strings", "c", NULL, 0},
        {"space", "b1", "c", NULL, 0},      {"divided", "b1", "c", NULL, 0},
        {"breaks", "b1", "c", NULL, 0},     {"headings", "b1", "n", NULL, 0},
        {"items", "b1", "n", NULL, 0},      {"continues", "b1", "n", NULL, 0},
        {"parent", "i4", "m", "<", 0},      {"opened", "i4", "m", NULL, 0},
        {"part", "u1", "m", NULL, 0},       {"marks", "u1", "m", NULL, 0},
        {"mark_of", "i4", "m", "m", 0},     {"as_usual", "b1", "m", NULL, 0},
        {"linked", "i4", "m", "m", 0},
        {0}};
    Call call;
    Builder b = {.size = 64, .line = NONE, .broken = NONE};
    PyObject *found = NULL;
    int ready = enter(&call, wanted, given, count) && find_names();
    char *columns = ready ? copied(&call, wanted) : NULL;
    if (columns && are_kinds("part", call.given[16].items, call.size['m']) &&
        are_kinds("marks", call.given[17].items, call.size['m'])) {
        take_columns(&b, &call);
        b.blocks = find_python(&b) ? room((size_t)b.size, sizeof *b.blocks) : NULL;
        found = b.blocks ? parts_of(&b, &call) : NULL;
    }
    release(&b);
    PyMem_Free(columns);
    if (found)
        call.made[call.results++] = found;
    return leave(&call);
}

PART(parts, DOOR(assembled))
