/* Markdown: the doors `block_lines`, `inline_text`, `cell_texts` and `kinds_in` of
   victor/output/markdown/. Functions have the same names as there, where comments explain them.
   Rare parts (tables, definitions, code, footnotes, formulas) are written by Python. As it may
   change anything meanwhile, lists of children are copied before iteration, and every object in use
   is owned. */

#include "doors.h"

#define NAMES                                                                                      \
    "paragraph caption term heading list quotation figure post definition item rule image "        \
    "emphasis strong deleted link break subscript superscript code_span definitions"

enum {
    PARAGRAPH, CAPTION, TERM, HEADING, LIST, QUOTATION, FIGURE, POST, DEFINITION, ITEM, RULE, IMAGE,
    EMPHASIS, STRONG, DELETED, LINK, BREAK, SUBSCRIPT, SUPERSCRIPT, CODE_SPAN,
    DEFINITIONS, OTHER
};
enum { UNDECIDED = 0 }; /* before signs of pairs, until the rest of the text is known */
enum { DEEPEST_LEVEL = 100, NONE = -1, NOTHING = 0x7FFFFFFF /* no character */ };
enum { LONGEST_FORMULA = 1000, LONGEST_CODE = 7, LONGEST_ENTITY = 32, GREATEST = 100000000 };

static const Constant constants[] = {{"LONGEST_FORMULA", LONGEST_FORMULA, NULL},
                                     {"LONGEST_CODE", LONGEST_CODE, NULL},
                                     {"LONGEST_ENTITY", LONGEST_ENTITY, NULL},
                                     {0}};

static struct {
    PyObject *kinds[OTHER], *kind, *children, *attributes, *address, *alt, *checked, *level, *number,
        *ordered, *reversed, *start, *of_line, *of_link, *empty, *angle, *dashes, *low_line;
} py;

typedef struct {
    PyObject *python; /* the style at the start, for writers in Python */
    int links, images, dollars, in_cell, in_link, on_a_line, beside_text;
    int of_line, of_link; /* whether it is python.of_line, python.of_link, or both */
} Style;

typedef struct {
    PyObject *class, *module;
    Py_UCS4 *text; /* the output */
    Py_ssize_t size, room;
    int tangled; /* whether marks around inner marks were omitted: Python writes the line */
} Writer;

typedef struct {
    Py_ssize_t start, end;
    const char *mark; /* NULL for none */
} Piece;

/* ---- Python's side ---- */

static int find_names(void)
{
    static const struct { PyObject **at; const char *name; } names[] = {
        {&py.kind, "kind"}, {&py.children, "children"}, {&py.attributes, "attributes"},
        {&py.address, "address"}, {&py.alt, "alt"}, {&py.checked, "checked"}, {&py.level, "level"},
        {&py.number, "number"}, {&py.ordered, "ordered"}, {&py.reversed, "reversed"},
        {&py.start, "start"}, {&py.of_line, "of_line"},
        {&py.of_link, "of_link"}, {&py.empty, ""}, {&py.angle, ">"}, {&py.dashes, "---"},
        {&py.low_line, "___"}};
    const char *kinds = NAMES;
    if (py.low_line)
        return 1;
    for (int kind = 0; kind < OTHER; kind++) {
        size_t length = strcspn(kinds, " ");
        PyObject *name = PyUnicode_FromStringAndSize(kinds, (Py_ssize_t)length);
        if (name == NULL)
            return 0;
        PyUnicode_InternInPlace(&name);
        py.kinds[kind] = name;
        kinds += length + (kinds[length] == ' ');
    }
    for (size_t i = 0; i < sizeof names / sizeof *names && !PyErr_Occurred(); i++)
        *names[i].at = PyUnicode_InternFromString(names[i].name);
    return !PyErr_Occurred();
}

static int start_writer(Writer *w)
{
    PyObject *parts = find_names() ? PyImport_ImportModule("victor.document.parts") : NULL;
    w->class = parts ? PyObject_GetAttrString(parts, "Part") : NULL;
    w->module = w->class ? PyImport_ImportModule("victor.output.markdown") : NULL;
    Py_XDECREF(parts);
    return w->module && (PyType_Check(w->class) || fail(PyExc_TypeError, "Part", "expected a class"));
}

/* Whether an object is an instance of a class of the module */
static int is_of(const Writer *w, const char *class, PyObject *object)
{
    PyObject *found = PyObject_GetAttrString(w->module, class);
    int is = found ? PyObject_IsInstance(object, found) : 0;
    Py_XDECREF(found);
    return is > 0;
}

static void end_writer(Writer *w)
{
    Py_XDECREF(w->class);
    Py_XDECREF(w->module);
    PyMem_Free(w->text);
}

static int flag(PyObject *style, const char *name)
{
    PyObject *found = PyErr_Occurred() ? NULL : PyObject_GetAttrString(style, name);
    int value = found ? PyObject_IsTrue(found) : 0;
    Py_XDECREF(found);
    return value;
}

static int read_style(const Writer *w, Style *s, PyObject *python)
{
    if (!is_of(w, "Style", python))
        return fail(PyExc_TypeError, "style", "expected that of a document");
    *s = (Style){.python = python,
                 .links = flag(python, "links"),
                 .images = flag(python, "images"),
                 .dollars = flag(python, "dollars"),
                 .in_cell = flag(python, "in_cell"),
                 .in_link = flag(python, "in_link"),
                 .on_a_line = flag(python, "on_a_line"),
                 .beside_text = flag(python, "beside_text")};
    return !PyErr_Occurred();
}

static Style of_line(const Style *s)
{
    Style line = *s;
    line.on_a_line = line.of_line = 1;
    return line;
}

static Style of_link(const Style *s)
{
    Style link = *s;
    link.in_link = link.of_link = 1;
    return link;
}

/* The style as a Python object */
static PyObject *python_style(const Style *s)
{
    PyObject *found = Py_NewRef(s->python);
    if (s->of_line)
        Py_SETREF(found, PyObject_GetAttr(found, py.of_line));
    if (found && s->of_link)
        Py_SETREF(found, PyObject_GetAttr(found, py.of_link));
    return found;
}

/* The result of a Python function of the module for a part and a style; `last` may be NULL. */
static PyObject *by_python(const Writer *w, const char *name, PyObject *part, const Style *s,
                           PyObject *last)
{
    PyObject *function = PyObject_GetAttrString(w->module, name);
    PyObject *style = function ? python_style(s) : NULL;
    PyObject *found =
        style ? PyObject_CallFunctionObjArgs(function, part, style, last, NULL) : NULL;
    Py_XDECREF(style);
    Py_XDECREF(function);
    return found;
}

static int is_part(const Writer *w, PyObject *one)
{
    return PyObject_TypeCheck(one, (PyTypeObject *)w->class);
}

/* The number of a part's kind; OTHER also for an error. */
static int kind_of(PyObject *part)
{
    PyObject *kind = PyObject_GetAttr(part, py.kind);
    int found = 0;
    while (found < OTHER && kind != py.kinds[found])
        found++;
    if (kind && found == OTHER && PyUnicode_Check(kind)) /* it may not be interned */
        for (found = 0; found < OTHER && PyUnicode_Compare(kind, py.kinds[found]);)
            found++;
    Py_XDECREF(kind);
    return found;
}

static PyObject *copy_of(PyObject *children)
{
    if (PyList_Check(children) || PyTuple_Check(children))
        return PySequence_Tuple(children);
    fail(PyExc_TypeError, "children", "expected a list of parts and strings");
    return NULL;
}

/* A copy of the children of a part */
static PyObject *children_of(PyObject *part)
{
    PyObject *children = PyObject_GetAttr(part, py.children);
    PyObject *copy = children ? copy_of(children) : NULL;
    Py_XDECREF(children);
    return copy;
}

/* The children that are parts */
static PyObject *parts_of(const Writer *w, PyObject *part)
{
    PyObject *children = children_of(part), *parts = children ? PyList_New(0) : NULL;
    for (Py_ssize_t i = 0; parts && i < PyTuple_GET_SIZE(children); i++)
        if (is_part(w, PyTuple_GET_ITEM(children, i)) &&
            PyList_Append(parts, PyTuple_GET_ITEM(children, i)) < 0)
            Py_CLEAR(parts);
    Py_XDECREF(children);
    return parts;
}

/* An attribute of a part; None if it does not exist. */
static PyObject *attribute(PyObject *part, PyObject *name)
{
    PyObject *attributes = PyObject_GetAttr(part, py.attributes), *found = NULL;
    if (attributes && PyDict_Check(attributes))
        found = Py_XNewRef(PyDict_GetItemWithError(attributes, name));
    Py_XDECREF(attributes);
    return found || PyErr_Occurred() ? found : Py_NewRef(Py_None);
}

/* ---- text ---- */

static int reserve(Writer *w, Py_ssize_t more)
{
    if (w->size + more <= w->room)
        return 1;
    Py_ssize_t wanted = 2 * (w->size + more) + 256;
    Py_UCS4 *text = PyMem_Realloc(w->text, (size_t)wanted * sizeof *text);
    if (text == NULL) {
        PyErr_NoMemory();
        return 0;
    }
    w->text = text;
    w->room = wanted;
    return 1;
}

static int put(Writer *w, const char *ascii)
{
    if (!reserve(w, (Py_ssize_t)strlen(ascii)))
        return 0;
    while (*ascii)
        w->text[w->size++] = (unsigned char)*ascii++;
    return 1;
}

static int put_range(Writer *w, const Py_UCS4 *text, Py_ssize_t size)
{
    if (!reserve(w, size))
        return 0;
    if (size)
        memcpy(w->text + w->size, text, (size_t)size * sizeof *text);
    w->size += size;
    return 1;
}

static int put_string(Writer *w, PyObject *text)
{
    if (!PyUnicode_Check(text))
        return fail(PyExc_TypeError, "text", "expected a string");
    Py_ssize_t length = PyUnicode_GET_LENGTH(text);
    if (!reserve(w, length + 1))
        return 0;
    if (length && PyUnicode_AsUCS4(text, w->text + w->size, length, 0) == NULL)
        return 0;
    w->size += length;
    return 1;
}

static PyObject *string(const Writer *w, Py_ssize_t start, Py_ssize_t end)
{
    return PyUnicode_FromKindAndData(PyUnicode_4BYTE_KIND, w->text + start, end - start);
}

/* Moves the ends of a range inwards, past white space. */
static void strip(const Writer *w, Py_ssize_t *start, Py_ssize_t *end)
{
    while (*start < *end && Py_UNICODE_ISSPACE(w->text[*start]))
        ++*start;
    while (*start < *end && Py_UNICODE_ISSPACE(w->text[*end - 1]))
        --*end;
}

/* Moves a range back to a place, where it ends the text. */
static void keep(Writer *w, Py_ssize_t place, Py_ssize_t start, Py_ssize_t end)
{
    if (start > place && end > start)
        memmove(w->text + place, w->text + start, (size_t)(end - start) * sizeof *w->text);
    w->size = place + end - start;
}

static int is_blank(const Writer *w, Py_ssize_t start)
{
    Py_ssize_t end = w->size;
    strip(w, &start, &end);
    return start == end;
}

/* Whether the output from `start` on is a sign that is raised anyway: ® or ™ */
static int is_raised(const Writer *w, Py_ssize_t start)
{
    return w->size - start == 1 && (w->text[start] == 0xae || w->text[start] == 0x2122);
}

static int is_punctuation(Py_UCS4 c)
{
    return c != NOTHING && !Py_UNICODE_ISALNUM(c) && !Py_UNICODE_ISSPACE(c);
}

static int is_alnum(Py_UCS4 c)
{
    return c != NOTHING && Py_UNICODE_ISALNUM(c);
}

static int is_space(Py_UCS4 c)
{
    return c != NOTHING && Py_UNICODE_ISSPACE(c);
}

/* ---- escapes ---- */

static int is_special(Py_UCS4 c)
{
    static const char special[128] = {
        ['\n'] = 1, ['\\'] = 1, ['`'] = 1, ['*'] = 1, ['_'] = 1, ['['] = 1, [']'] = 1,
        ['<'] = 1,  ['&'] = 1,  ['~'] = 1, ['$'] = 1, ['|'] = 1, ['!'] = 1};
    return c < 128 && special[c];
}

typedef struct {
    int kind;
    const void *data;
    Py_ssize_t length;
    int could_end; /* the text of a link: its brackets have no counterparts */
} Text;

static Text text_of(PyObject *string)
{
    return (Text){PyUnicode_KIND(string), PyUnicode_DATA(string), PyUnicode_GET_LENGTH(string), 0};
}

static Py_UCS4 at(const Text *text, Py_ssize_t place)
{
    return place >= 0 && place < text->length ? PyUnicode_READ(text->kind, text->data, place)
                                              : NOTHING;
}

static int is_letter(Py_UCS4 c)
{
    return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z');
}

static int is_digit(Py_UCS4 c)
{
    return c >= '0' && c <= '9';
}

static int is_decimal(Py_UCS4 c)
{
    return c != NOTHING && Py_UNICODE_ISDECIMAL(c);
}

static int is_hexadecimal(Py_UCS4 c)
{
    return is_digit(c) || (c >= 'A' && c <= 'F') || (c >= 'a' && c <= 'f');
}

/* Whether a character reference begins at an ampersand */
static int is_entity(const Text *text, Py_ssize_t place)
{
    Py_ssize_t start = ++place;
    if (at(text, place) == '#') {
        place += at(text, place + 1) == 'x' || at(text, place + 1) == 'X' ? 2 : 1;
        for (start = place; is_hexadecimal(at(text, place)) && place - start < LONGEST_CODE;)
            place++;
    } else if (is_letter(at(text, place))) {
        while ((is_letter(at(text, place)) || is_digit(at(text, place))) &&
               place - start < LONGEST_ENTITY)
            place++;
    }
    return place > start && at(text, place) == ';';
}

/* Whether the text begins like a task */
static int is_box(const Text *text)
{
    Py_UCS4 sign = at(text, 1);
    return at(text, 0) == '[' && (sign == ' ' || sign == 'x' || sign == 'X') && at(text, 2) == ']';
}

static int is_after_text(Py_UCS4 sign)
{
    return sign == '(' || sign == ':';
}

/* Whether each bracket has a counterpart, and none must be escaped for another reason */
static int is_balanced(const Text *text)
{
    Py_ssize_t depth = 0;
    for (Py_ssize_t i = 0; i < text->length; i++) {
        Py_UCS4 sign = at(text, i), after = at(text, i + 1);
        depth += (sign == '[') - (sign == ']');
        if (depth < 0 || (sign == ']' && is_after_text(after)) ||
            (sign == '[' && after == '^') || (sign == '^' && after == '['))
            return 0;
    }
    return depth == 0 && !is_box(text);
}

static int must_escape(const Text *text, Py_ssize_t place, const Style *s)
{
    Py_UCS4 sign = at(text, place), before = at(text, place - 1), after = at(text, place + 1);
    switch (sign) {
    case '<':
        return after == NOTHING || Py_UNICODE_ISALPHA(after) || after == '/' || after == '!' ||
               after == '?';
    case '&':
        return is_entity(text, place);
    case '[':
        return text->could_end || after == '^' || before == '^' ||
               (place == 0 && is_box(text));
    case ']':
        return text->could_end || is_after_text(after);
    case '\\':
        return after == NOTHING || is_space(after) || is_punctuation(after);
    case '!':
        return after == '[';
    case '$':
        return s->dollars;
    case '|':
        return s->in_cell;
    default:
        return sign == '`';
    }
}

/* Whether a sign means something only in pairs */
static int is_paired(Py_UCS4 c) { return c == '*' || c == '_' || c == '~'; }

/* The end of the LaTeX formula with delimiters that begins at a place; 0 if there is none. */
static Py_ssize_t raw_formula(const Text *text, Py_ssize_t place)
{
    Py_UCS4 sign = at(text, place), second = at(text, place + 1), end = second == '(' ? ')' : ']';
    Py_ssize_t from = place + (sign == '$' && second != '$' ? 1 : 2), i = from;
    if (sign == '$') {
        while (i < text->length && at(text, i) != '$' && i - from < LONGEST_FORMULA)
            i++;
        if (i == from || at(text, i) != '$')
            return 0;
        if (second == '$')
            return at(text, i + 1) == '$' ? i + 2 : 0;
        Py_UCS4 before = at(text, place - 1), last = at(text, i - 1);
        int is_escaped = before == '\\' || last == '\\';
        return is_escaped || is_space(second) || is_space(last) || is_decimal(at(text, i + 1)) ? 0 : i + 1;
    }
    if (second != '(' && second != '[')
        return 0;
    for (; i < text->length && i - from < LONGEST_FORMULA; i++) {
        Py_UCS4 after = at(text, i + 1);
        if (at(text, i) == '\\' && (after == '(' || after == ')' || after == '[' || after == ']'))
            break;
    }
    return i > from && at(text, i) == '\\' && at(text, i + 1) == end ? i + 2 : 0;
}

static int has_latex(const Text *text, Py_ssize_t start, Py_ssize_t end)
{
    for (Py_ssize_t i = start; i < end; i++) {
        Py_UCS4 c = at(text, i);
        if (c == '_' || c == '^' || (c == '\\' && is_letter(at(text, i + 1)) && i + 1 < end))
            return 1;
    }
    return 0;
}

static int escaped(Writer *w, PyObject *string, const Style *s)
{
    if (!PyUnicode_Check(string))
        return fail(PyExc_TypeError, "children", "expected parts and strings");
    Text text = text_of(string);
    text.could_end = s->in_link && !is_balanced(&text);
    if (!reserve(w, 2 * text.length))
        return 0;
    Py_UCS4 *out = w->text + w->size;
    Py_ssize_t end = 0; /* of a formula, or of something similar */
    int formula = 0, run = 0; /* backslashes before: an odd number escapes a character */
    for (Py_ssize_t i = 0; i < text.length; i++) {
        Py_UCS4 c = PyUnicode_READ(text.kind, text.data, i);
        if (i >= end && (c == '$' || c == '\\')) {
            Py_ssize_t found = raw_formula(&text, i);
            end = found ? found : end;
            formula = found && (c == '\\' || has_latex(&text, i + 1, found));
        }
        int kept = i < end && formula &&
                   (c == '_' || c == '*' || c == '\\' || c == '~' || c == '$' || run % 2);
        run = c == '\\' ? run + 1 : 0;
        if (is_special(c) && !kept && (is_paired(c) || must_escape(&text, i, s)))
            *out++ = is_paired(c) ? UNDECIDED : '\\';
        *out++ = c;
    }
    w->size = out - w->text;
    return 1;
}

typedef struct {
    Py_ssize_t start, end, undecided;
    int sign, by_mark, begins, ends; /* whether it has a mark, and may begin or end a pair */
} Run;

/* Whether a character is punctuation of ASCII, or none, for which there may be a backslash */
static int is_ascii_punctuation(Py_UCS4 c)
{
    return c == NOTHING || (c < 128 && !Py_UNICODE_ISALNUM(c) && !Py_UNICODE_ISSPACE(c));
}

static void look_beside(const Writer *w, Py_ssize_t base, Run *run)
{
    Py_ssize_t place = run->start;
    while (place > base && w->text[place - 1] != '\n' && is_space(w->text[place - 1]))
        place--;
    int starts_line = place == base || w->text[place - 1] == '\n';
    Py_UCS4 before = starts_line ? NOTHING : w->text[run->start - 1];
    Py_UCS4 after = run->end < w->size ? w->text[run->end] : NOTHING;
    int low = run->sign == '_';
    run->by_mark = run->undecided && 2 * run->undecided < run->end - run->start;
    run->begins = run->by_mark || (after != NOTHING && !is_space(after) &&
                                   !(is_alnum(before) && (low || is_ascii_punctuation(after))));
    run->ends = run->by_mark || (!is_space(before) &&
                                 !(is_alnum(after) && (low || is_ascii_punctuation(before))));
}

/* Finds the next run of a sign of pairs from a place on; false if there is none. */
static int next_run(const Writer *w, Py_ssize_t base, Py_ssize_t from, Run *run)
{
    const Py_UCS4 *text = w->text;
    Py_ssize_t i = from;
    while (i < w->size && !is_paired(text[i]))
        i++;
    if (i == w->size)
        return 0;
    Py_UCS4 sign = text[i];
    *run = (Run){.start = i - (i > from && text[i - 1] == UNDECIDED), .sign = (int)sign};
    for (i = run->start; i < w->size; i++) {
        int undecided = text[i] == UNDECIDED && i + 1 < w->size && text[i + 1] == sign;
        if (text[i] != sign && !undecided)
            break;
        run->undecided += undecided;
    }
    run->end = i;
    look_beside(w, base, run);
    return 1;
}

/* Writes a run, from a place before it on; returns where it then ends. */
static Py_ssize_t put_run(Writer *w, const Run *run, int is_escaped, Py_ssize_t place)
{
    for (Py_ssize_t i = run->start; i < run->end; i++)
        if (w->text[i] != UNDECIDED)
            w->text[place++] = w->text[i];
        else if (is_escaped)
            w->text[place++] = '\\';
    return place;
}

static Py_ssize_t move(Writer *w, Py_ssize_t place, Py_ssize_t start, Py_ssize_t end)
{
    memmove(w->text + place, w->text + start, (size_t)(end - start) * sizeof *w->text);
    return place + end - start;
}

static void decided(Writer *w, Py_ssize_t base, const Style *s)
{
    Py_ssize_t first[128] = {0}, last[128] = {0}; /* 0: none, or at the start */
    Py_ssize_t from = base, place = base;
    Run run;
    while (from < w->size && w->text[from] != UNDECIDED)
        from++;
    if (from == w->size)
        return;
    first['*'] = first['_'] = first['~'] = w->size;
    for (from = base; next_run(w, base, from, &run); from = run.end) {
        if (run.begins && run.start < first[run.sign])
            first[run.sign] = run.start;
        if (run.ends)
            last[run.sign] = run.start;
    }
    for (from = base; next_run(w, base, from, &run); from = run.end) {
        int is_first = run.begins && (s->beside_text || run.start < last[run.sign]);
        int is_last = run.ends && (s->beside_text || first[run.sign] < run.start);
        place = move(w, place, from, run.start);
        int needed = is_first || is_last || run.by_mark;
        place = put_run(w, &run, needed, place);
    }
    w->size = move(w, place, from, w->size);
}

/* Where a line of text needs a backslash so that it starts no other block; -1 for nowhere */
static Py_ssize_t line_start(const Writer *w, Py_ssize_t start, Py_ssize_t end)
{
    const Py_UCS4 *line = w->text + start;
    Py_ssize_t length = end - start, n = 0, signs = 0;
#define ENDS(place) ((place) == length || Py_UNICODE_ISSPACE(line[place]))
    Py_UCS4 first = line[0];
    if (Py_UNICODE_ISALPHA(first))
        return -1;
    if (first == '>' || first == '|' ||
        (first == ':' && (ENDS(1) || line[1] == ':' || line[1] == '|' || line[1] == '-')))
        return start;
    if (first == '+' || first == '*' || first == '-' || first == '~')
        if (ENDS(1))
            return start;
    while (n < length && first == '#' && line[n] == '#')
        n++;
    if (n > 0 && n <= 6 && ENDS(n))
        return start;
    for (n = 0; n < length && n < 9 && is_digit(line[n]);)
        n++;
    if (n > 0 && n < length && (line[n] == '.' || line[n] == ')') && ENDS(n + 1))
        return start + n;
    for (n = 0; n < length && n < 3 && line[n] == '~';)
        n++;
    if (n == 3)
        return start;
    int rules = first == '*' || first == '_' || first == '-';
    for (n = 0; n < length && rules && (line[n] == first || Py_UNICODE_ISSPACE(line[n]));)
        n++;
    if (n == length)
        return start;
    while (signs < length && line[signs] < 128 && line[signs] && strchr("=:|~-", (int)line[signs]))
        signs++;
    for (n = signs; n < length && Py_UNICODE_ISSPACE(line[n]);)
        n++;
    return signs > 0 && n == length ? start : -1;
#undef ENDS
}

/* ---- inline parts ---- */

static int inline_(Writer *w, PyObject *children, const Style *s);

static int inline_of(Writer *w, PyObject *part, const Style *s)
{
    PyObject *children = children_of(part);
    int done = children && inline_(w, children, s);
    Py_XDECREF(children);
    return done;
}

static int is_plain_address(PyObject *address)
{
    if (!PyUnicode_IS_ASCII(address))
        return 0;
    const Py_UCS1 *text = PyUnicode_1BYTE_DATA(address);
    for (Py_ssize_t i = 0; i < PyUnicode_GET_LENGTH(address); i++)
        if (text[i] <= ' ' || text[i] > '~' || strchr("()<>\\|;", text[i]))
            return 0;
    return 1;
}

/* Adds the address of a part in parentheses, after the closing bracket. */
static int put_address(Writer *w, PyObject *part, const Style *s)
{
    PyObject *found = attribute(part, py.address);
    if (found && !PyUnicode_Check(found))
        fail(PyExc_TypeError, "address", "expected a string");
    else if (found && !is_plain_address(found))
        Py_SETREF(found, by_python(w, "address_in", found, s, NULL));
    int done = found && !PyErr_Occurred() && put(w, "](") && put_string(w, found) && put(w, ")");
    Py_XDECREF(found);
    return done;
}

static int put_link(Writer *w, PyObject *part, const Style *s)
{
    if (!s->links || s->in_link)
        return inline_of(w, part, s);
    Style inner = of_link(s);
    Py_ssize_t start = w->size;
    if (!put(w, "[") || !inline_of(w, part, &inner))
        return 0;
    if (!is_blank(w, start + 1))
        return put_address(w, part, s);
    keep(w, start, start + 1, w->size);
    return 1;
}

static int put_image(Writer *w, PyObject *part, const Style *s)
{
    if (!s->images)
        return 1;
    Style inner = of_link(s);
    PyObject *alt = attribute(part, py.alt);
    int has = alt ? PyObject_IsTrue(alt) : -1;
    int done = has >= 0 && put(w, "![") && (!has || escaped(w, alt, &inner)) && put_address(w, part, s);
    Py_XDECREF(alt);
    return done;
}

static int html_mark(Writer *w, PyObject *part, const Style *s, const char *start, const char *end)
{
    Py_ssize_t place = w->size, size = (Py_ssize_t)strlen(start);
    if (!put(w, start) || !inline_of(w, part, s))
        return 0;
    if (!is_blank(w, place + size) && !is_raised(w, place + size))
        return put(w, end);
    keep(w, place, place + size, w->size);
    return 1;
}

/* Adds an inline part without the mark around it, which is returned in `mark`. */
static int piece(Writer *w, PyObject *part, const Style *s, const char **mark)
{
    int kind = kind_of(part);
    switch (kind) {
    case EMPHASIS:
    case STRONG:
    case DELETED:
        *mark = kind == EMPHASIS ? "*" : kind == STRONG ? "**" : "~~";
        return inline_of(w, part, s);
    case LINK:
        return put_link(w, part, s);
    case IMAGE:
        return put_image(w, part, s);
    case BREAK:
        return put(w, s->in_cell ? "<br>" : s->on_a_line ? " " : "  \n");
    case SUBSCRIPT:
        return html_mark(w, part, s, "<sub>", "</sub>");
    case SUPERSCRIPT:
        return html_mark(w, part, s, "<sup>", "</sup>");
    default:
        break;
    }
    PyObject *found = PyErr_Occurred() ? NULL : by_python(w, "rare_piece", part, s, NULL);
    int done = found && put_string(w, found);
    Py_XDECREF(found);
    return done;
}

/* Whether a character is a space, or punctuation that means nothing in Markdown */
static int is_loose(Py_UCS4 c)
{
    if (Py_UNICODE_ISSPACE(c))
        return 1;
    if (c < 128)
        return c && strchr("!\"#%',-./:;?@+=", (int)c);
    int is_wide = (c > 0x3000 && c < 0x3040) || (c > 0xff00 && c < 0xff66);
    return is_punctuation(c) && (is_wide || (c > 0xa0 && c < 0x100) || (c > 0x200f && c < 0x2060));
}

static int is_mark(Py_UCS4 c) { return c == '*' || c == '~'; }

/* Adds a text in its marks; without them if parsers would not recognise them. Next to a word,
   punctuation at the edges stays outside. */
static int put_marked(Writer *w, const Py_UCS4 *text, Py_ssize_t size, const char *mark,
                      Py_UCS4 before, Py_UCS4 after)
{
    Py_ssize_t start = 0, end = size, word = 0;
    while (word < size && !is_alnum(text[word]))
        word++;
    if (word == size)
        return put_range(w, text, size);
    while (start < end && Py_UNICODE_ISSPACE(text[start]))
        start++;
    while (start < end && Py_UNICODE_ISSPACE(text[end - 1]))
        end--;
    int is_word = is_alnum(before) || before == '~';
    int is_beside = is_word || before == ')' || (*mark && before == (Py_UCS4)*mark);
    int at_start = !start && is_beside, at_end = end == size && is_alnum(after);
    while (at_start && start < end && is_loose(text[start]))
        start++;
    while (at_end && start < end && is_loose(text[end - 1]))
        end--;
    int opens = start || !is_word || (start < end && !is_punctuation(text[start]));
    int closes = end < size || !is_alnum(after) || (start < end && !is_punctuation(text[end - 1]));
    int runs_on = !start && *mark && (before == (Py_UCS4)*mark || before == '\\');
    if (start == end || !opens || !closes || runs_on) {
        if (*mark && start < end && (is_mark(text[start]) || is_mark(text[end - 1])))
            w->tangled = 1;
        mark = "";
    }
    return put_range(w, text, start) && put(w, mark) && put_range(w, text + start, end - start) &&
           put(w, mark) && put_range(w, text + end, size - end);
}

/* The first character of a piece; if it has a mark, after inner marks. */
static Py_UCS4 first_of(const Piece *piece, const Py_UCS4 *text)
{
    Py_ssize_t first = piece->start;
    while (piece->mark && first < piece->end && is_mark(text[first]))
        first++;
    return text[first < piece->end ? first : piece->start];
}

/* Whether a text ends in a closing bracket that is not escaped */
static int ends_in_bracket(const Py_UCS4 *text, Py_ssize_t size)
{
    Py_ssize_t run = 0;
    while (run + 1 < size && text[size - 2 - run] == '\\')
        run++;
    return text[size - 1] == ']' && run % 2 == 0;
}

/* Inserts a backslash. */
static int escape_at(Writer *w, Py_ssize_t place)
{
    if (!reserve(w, 1))
        return 0;
    memmove(w->text + place + 1, w->text + place, (size_t)(w->size - place) * sizeof *w->text);
    w->text[place] = '\\';
    w->size++;
    return 1;
}

/* Inserts a backslash between two pieces that would form an image, a link or a note; where the
   second one then begins, -1 for an error. `base`, `last` and `begin` are the starts of the line
   and of the pieces. */
static Py_ssize_t separated(Writer *w, Py_ssize_t base, Py_ssize_t last, Py_ssize_t begin)
{
    Py_UCS4 first = begin < w->size ? w->text[begin] : NOTHING;
    if (begin == base || (first != '[' && first != '(' && first != ':'))
        return begin;
    Py_UCS4 before = w->text[begin - 1];
    if (first == '[' && before != '!' && before != '^')
        return begin;
    if (first == '[')
        return escape_at(w, begin - 1) ? begin + 1 : -1;
    if (begin - last > 1 && w->text[last] == '[' && w->text[last + 1] == '^') /* a reference */
        return escape_at(w, begin) ? begin : -1;
    if (ends_in_bracket(w->text + base, begin - base))
        return escape_at(w, begin - 1) ? begin + 1 : -1;
    return begin;
}

/* Writes pieces again, with their marks and with escapes between them. */
static int put_pieces(Writer *w, const Py_UCS4 *text, const Piece *pieces, Py_ssize_t count)
{
    Py_ssize_t base = w->size, last = base; /* start of the previous piece */
    for (Py_ssize_t i = 0; i < count; i++) {
        const Piece *one = &pieces[i];
        Py_ssize_t size = one->end - one->start, begin = w->size;
        int undecided = begin - base > 1 && w->text[begin - 2] == UNDECIDED; /* will be escaped */
        Py_UCS4 before = begin > base ? w->text[begin - 1 - undecided] : NOTHING;
        Py_UCS4 after = i + 1 < count ? first_of(&pieces[i + 1], text) : NOTHING;
        if (!put_marked(w, text + one->start, size, one->mark ? one->mark : "", before, after))
            return 0;
        last = separated(w, base, last, begin);
        if (last < 0)
            return 0;
    }
    return 1;
}

/* Whether pieces have marks, or may need escapes between them */
static int interact(const Writer *w, const Piece *pieces, Py_ssize_t count)
{
    for (Py_ssize_t i = 0; i < count; i++) {
        Py_UCS4 first = w->text[pieces[i].start];
        if (pieces[i].mark || (i && (first == '[' || first == '(' || first == ':')))
            return 1;
    }
    return 0;
}

static int finished(Writer *w, Py_ssize_t base, Piece *pieces, Py_ssize_t count)
{
    if (!interact(w, pieces, count))
        return 1;
    size_t size = (size_t)(w->size - base) * sizeof *w->text;
    Py_UCS4 *copy = PyMem_Malloc(size + 1);
    if (copy == NULL) {
        PyErr_NoMemory();
        return 0;
    }
    memcpy(copy, w->text + base, size);
    for (Py_ssize_t i = 0; i < count; i++) {
        pieces[i].start -= base;
        pieces[i].end -= base;
    }
    w->size = base;
    int done = put_pieces(w, copy, pieces, count);
    PyMem_Free(copy);
    return done;
}

/* Whether a child is a code span, or a link that may be written as one. */
static int is_alike(const Writer *w, PyObject *child, const Style *s)
{
    int kind = is_part(w, child) ? kind_of(child) : OTHER;
    return kind == CODE_SPAN || (kind == LINK && !s->links);
}

static int may_join(const Writer *w, PyObject *children, const Style *s)
{
    for (Py_ssize_t i = 1; i < PyTuple_GET_SIZE(children); i++)
        if (is_part(w, PyTuple_GET_ITEM(children, i)) &&
            is_alike(w, PyTuple_GET_ITEM(children, i - 1), s) &&
            is_alike(w, PyTuple_GET_ITEM(children, i), s))
            return 1;
    return 0;
}

static int pieces_of(Writer *w, PyObject *children, const Style *s);

/* Adds inline children. */
static int inline_(Writer *w, PyObject *children, const Style *s)
{
    int joins = may_join(w, children, s);
    if (PyErr_Occurred())
        return 0;
    if (!joins)
        return pieces_of(w, children, s);
    PyObject *joined = by_python(w, "joined_spans", children, s, NULL);
    PyObject *copy = joined ? copy_of(joined) : NULL;
    int done = copy && pieces_of(w, copy, s);
    Py_XDECREF(copy);
    Py_XDECREF(joined);
    return done;
}

/* Lets Python write a line again, without the marks that parsers would not recognise. */
static int untangled(Writer *w, Py_ssize_t base, PyObject *children, const Style *s)
{
    w->tangled = 0;
    w->size = base;
    PyObject *found = by_python(w, "untangled", children, s, NULL);
    int done = found && put_string(w, found);
    Py_XDECREF(found);
    return done;
}

static int pieces_of(Writer *w, PyObject *children, const Style *s)
{
    Py_ssize_t count = PyTuple_GET_SIZE(children), base = w->size, found = 0;
    if (count == 1 && PyUnicode_Check(PyTuple_GET_ITEM(children, 0)))
        return escaped(w, PyTuple_GET_ITEM(children, 0), s);
    Piece *pieces = room((size_t)count, sizeof *pieces);
    int done = pieces && !Py_EnterRecursiveCall(" while a line is written");
    int entered = done;
    for (Py_ssize_t i = 0; done && i < count; i++) {
        PyObject *one = PyTuple_GET_ITEM(children, i);
        Piece *now = &pieces[found];
        *now = (Piece){w->size, 0, NULL};
        done = is_part(w, one) ? piece(w, one, s, &now->mark) : escaped(w, one, s);
        now->end = w->size;
        found += now->end > now->start;
    }
    done = done && finished(w, base, pieces, found);
    if (done && w->tangled)
        done = untangled(w, base, children, s);
    if (entered)
        Py_LeaveRecursiveCall();
    PyMem_Free(pieces);
    return done;
}

/* ---- block-level parts: lists of lines ---- */

static PyObject *blocks(Writer *w, PyObject *children, const Style *s, int tight, int other);

/* Appends an object, and releases it. */
static int take_line(PyObject *lines, PyObject *line)
{
    int done = line ? PyList_Append(lines, line) : -1;
    Py_XDECREF(line);
    return done == 0;
}

static PyObject *blocks_in(Writer *w, PyObject *part, const Style *s, int tight, int other)
{
    PyObject *children = children_of(part);
    PyObject *lines = children ? blocks(w, children, s, tight, other) : NULL;
    Py_XDECREF(children);
    return lines;
}

/* The text of a paragraph that needs neither escapes nor changes; NULL if it may need some. */
static PyObject *as_it_stands(PyObject *children)
{
    PyObject *only = PyTuple_GET_SIZE(children) == 1 ? PyTuple_GET_ITEM(children, 0) : NULL;
    if (only == NULL || !PyUnicode_Check(only) || PyUnicode_GET_LENGTH(only) == 0)
        return NULL;
    Text text = text_of(only);
    if (!Py_UNICODE_ISALPHA(at(&text, 0)) || Py_UNICODE_ISSPACE(at(&text, text.length - 1)))
        return NULL;
    for (Py_ssize_t i = 0; i < text.length; i++)
        if (is_special(PyUnicode_READ(text.kind, text.data, i)))
            return NULL;
    return only;
}

static int put_line(Writer *w, PyObject *lines, Py_ssize_t start, Py_ssize_t end)
{
    Py_ssize_t place = line_start(w, start, end), from = w->size;
    if (place < 0)
        return take_line(lines, string(w, start, end));
    if (!reserve(w, end - start + 1))
        return 0;
    memcpy(w->text + from, w->text + start, (size_t)(place - start) * sizeof *w->text);
    w->text[from + place - start] = '\\';
    memcpy(w->text + from + place - start + 1, w->text + place, (size_t)(end - place) * sizeof *w->text);
    return take_line(lines, string(w, from, from + end - start + 1));
}

/* Adds the lines of a range, without white space at the start of each line, and at the end of the
   last one, where it is no line break. */
static int put_lines(Writer *w, PyObject *lines, Py_ssize_t start, Py_ssize_t end)
{
    strip(w, &start, &end);
    while (start < end) {
        Py_ssize_t stop = start;
        while (stop < end && w->text[stop] != '\n')
            stop++;
        Py_ssize_t from = start;
        while (from < stop && Py_UNICODE_ISSPACE(w->text[from]))
            from++;
        if (from < stop && !put_line(w, lines, from, stop))
            return 0;
        start = stop + 1;
    }
    return 1;
}

static int paragraph(Writer *w, PyObject *part, const Style *s, PyObject *lines)
{
    PyObject *children = children_of(part), *whole = children ? as_it_stands(children) : NULL;
    Py_ssize_t start = w->size;
    int done = whole      ? PyList_Append(lines, whole) == 0
               : children ? inline_(w, children, s) && (decided(w, start, s), 1) &&
                                put_lines(w, lines, start, w->size)
                          : 0;
    Py_XDECREF(children);
    return done;
}

/* The level of a heading; -1 if Python has to write it. */
static int level_of(PyObject *heading)
{
    PyObject *given = attribute(heading, py.level);
    int overflow = 1;
    long level = given && PyLong_Check(given) ? PyLong_AsLongAndOverflow(given, &overflow) : -1;
    Py_XDECREF(given);
    return overflow || level < 0 || level > DEEPEST_LEVEL ? -1 : (int)level;
}

static int heading(Writer *w, PyObject *part, const Style *s, int level, PyObject *lines)
{
    Style line = of_line(s);
    Py_ssize_t start = w->size;
    for (int i = 0; i < level; i++)
        if (!put(w, "#"))
            return 0;
    if (!put(w, " ") || !inline_of(w, part, &line))
        return 0;
    Py_ssize_t from = start + level + 1, begin = from, end;
    decided(w, from, s);
    end = w->size;
    strip(w, &begin, &end);
    if (begin == end)
        return 1;
    keep(w, from, begin, end);
    if (w->text[w->size - 1] == '#') {
        w->size--;
        if (!put(w, "\\#"))
            return 0;
    }
    return take_line(lines, string(w, start, w->size));
}

static int is_blank_line(PyObject *line)
{
    for (Py_ssize_t i = 0; i < PyUnicode_GET_LENGTH(line); i++)
        if (!Py_UNICODE_ISSPACE(PyUnicode_READ_CHAR(line, i)))
            return 0;
    return 1;
}

/* Adds lines, the first one after `first`, each of the others after `others`. */
static int add_indented(PyObject *lines, PyObject *written, PyObject *first, PyObject *others)
{
    for (Py_ssize_t i = 0; i < PyList_GET_SIZE(written); i++) {
        PyObject *line = PyList_GET_ITEM(written, i), *before = i ? others : first;
        if (!PyUnicode_Check(line))
            return fail(PyExc_TypeError, "lines", "expected strings");
        int blank = is_blank_line(line);
        PyObject *made = !blank ? PyUnicode_Concat(before, line)
                         : i    ? Py_NewRef(py.empty)
                                : PyObject_CallMethod(before, "rstrip", NULL);
        if (!take_line(lines, made))
            return 0;
    }
    return 1;
}

static int is_one(PyObject *number)
{
    int overflow = 0;
    return PyLong_Check(number) && PyLong_AsLongAndOverflow(number, &overflow) == 1;
}

static int truth(PyObject *part, PyObject *name)
{
    PyObject *found = attribute(part, name);
    int value = found ? PyObject_IsTrue(found) : -1;
    Py_XDECREF(found);
    return value;
}

static int are_tight(const Writer *w, PyObject *list);

/* Whether the first item that is written has the number 1; with numbers, it may be another. */
static int starts_at_one(const Writer *w, PyObject *list)
{
    PyObject *start = attribute(list, py.start), *own = NULL, *inner = NULL;
    PyObject *items = start && is_one(start) ? parts_of(w, list) : NULL;
    if (items && PyList_GET_SIZE(items) && (inner = parts_of(w, PyList_GET_ITEM(items, 0))))
        own = attribute(PyList_GET_ITEM(items, 0), py.number);
    int found = items && (inner == NULL || PyList_GET_SIZE(inner)) && (own == NULL || own == Py_None);
    Py_XDECREF(start);
    Py_XDECREF(items);
    Py_XDECREF(inner);
    Py_XDECREF(own);
    return PyErr_Occurred() ? -1 : found;
}

/* Whether an item needs no blank line; -1 for an error. */
static int is_tight(const Writer *w, PyObject *item)
{
    PyObject *parts = parts_of(w, item), *last = NULL;
    Py_ssize_t count = parts ? PyList_GET_SIZE(parts) : 0;
    int kinds[2] = {OTHER, OTHER}, tight = parts ? count < 3 : -1;
    for (Py_ssize_t i = 0; i < count && i < 2; i++)
        kinds[i] = kind_of(PyList_GET_ITEM(parts, i));
    if (count == 1)
        tight = kinds[0] == PARAGRAPH || kinds[0] == LIST || kinds[0] == HEADING;
    if (count == 2)
        tight = kinds[0] == PARAGRAPH && kinds[1] == LIST;
    if (tight > 0 && count && kinds[count - 1] == LIST) {
        last = PyList_GET_ITEM(parts, count - 1);
        int ordered = truth(last, py.ordered);
        int loose = count == 2 && ordered > 0 && starts_at_one(w, last) <= 0;
        tight = ordered < 0 || PyErr_Occurred() ? -1 : loose ? 0 : are_tight(w, last);
    }
    Py_XDECREF(parts);
    return PyErr_Occurred() ? -1 : tight;
}

static int are_tight(const Writer *w, PyObject *list)
{
    if (Py_EnterRecursiveCall(" while a list is written"))
        return -1;
    PyObject *items = parts_of(w, list);
    int tight = items ? 1 : -1;
    for (Py_ssize_t i = 0; tight > 0 && i < PyList_GET_SIZE(items); i++)
        tight = is_tight(w, PyList_GET_ITEM(items, i));
    Py_XDECREF(items);
    Py_LeaveRecursiveCall();
    return tight;
}

/* Adds the box of an item of a task list to the marker. */
static int add_box(const Writer *w, PyObject *item, const Style *s, PyObject **marker)
{
    PyObject *checked = attribute(item, py.checked);
    PyObject *box = checked && checked != Py_None ? by_python(w, "task_box", item, s, NULL) : NULL;
    if (box)
        Py_SETREF(*marker, PyUnicode_Concat(*marker, box));
    Py_XDECREF(checked);
    Py_XDECREF(box);
    return !PyErr_Occurred();
}

static int put_item(Writer *w, PyObject *item, const Style *s, PyObject *marker, PyObject *others,
                    int tight, PyObject *lines)
{
    PyObject *written = blocks_in(w, item, s, tight, 0), *first = Py_NewRef(marker);
    int done = written != NULL, count = done ? (int)(PyList_GET_SIZE(written) > 0) : 0;
    if (count && PyList_GET_SIZE(lines) && !tight)
        done = PyList_Append(lines, py.empty) == 0;
    if (count && PyUnicode_Check(PyList_GET_ITEM(written, 0)) &&
        PyUnicode_Compare(PyList_GET_ITEM(written, 0), py.dashes) == 0)
        done = done && PyList_SetItem(written, 0, Py_NewRef(py.low_line)) == 0;
    if (count)
        done = done && add_box(w, item, s, &first) && add_indented(lines, written, first, others);
    Py_XDECREF(written);
    Py_XDECREF(first);
    return done ? 1 + count : 0;
}

static PyObject *marker_of(int ordered, int other, long number)
{
    if (ordered)
        return PyUnicode_FromFormat("%ld%s", number, other ? ") " : ". ");
    return PyUnicode_FromString(other ? "* " : "- ");
}

/* The value of an attribute that is an integer, limited to what Markdown allows; `missing` if the
   attribute is None. */
static long limited(PyObject *part, PyObject *name, long missing)
{
    PyObject *found = attribute(part, name);
    int overflow = 0;
    long number = found && found != Py_None ? PyLong_AsLongAndOverflow(found, &overflow) : missing;
    if (found && found != Py_None)
        number = overflow > 0 || number > GREATEST ? GREATEST : number < 0 || overflow ? 0 : number;
    Py_XDECREF(found);
    return number;
}

static int list(Writer *w, PyObject *part, const Style *s, int other, PyObject *lines)
{
    static const char spaces[] = "                "; /* the length of the longest marker, or more */
    int ordered = truth(part, py.ordered), tight = ordered < 0 ? -1 : are_tight(w, part);
    int step = ordered > 0 && truth(part, py.reversed) > 0 ? -1 : 1;
    PyObject *items = ordered >= 0 && tight >= 0 ? parts_of(w, part) : NULL;
    long number = items ? limited(part, py.start, 0) : 0, following = NONE;
    int done = items && !PyErr_Occurred();
    for (Py_ssize_t i = 0; done && i < PyList_GET_SIZE(items); i++) {
        PyObject *item = PyList_GET_ITEM(items, i);
        long own = ordered ? limited(item, py.number, number > 0 ? number : 0) : number;
        int differs = ordered && following != NONE && own != following; /* starts another list */
        PyObject *marker = PyErr_Occurred() ? NULL : marker_of(ordered, other ^ differs, own);
        PyObject *others =
            marker ? PyUnicode_FromStringAndSize(spaces, PyUnicode_GET_LENGTH(marker)) : NULL;
        done = others ? put_item(w, item, s, marker, others, tight, lines) : 0;
        if (done == 2) {
            other ^= differs;
            following = own + 1;
        }
        number = own + step;
        Py_XDECREF(marker);
        Py_XDECREF(others);
    }
    Py_XDECREF(items);
    return done != 0;
}

static int quotation(Writer *w, PyObject *part, const Style *s, PyObject *lines)
{
    PyObject *written = blocks_in(w, part, s, 0, 0), *before = PyUnicode_FromString("> ");
    int done = written && before;
    for (Py_ssize_t i = 0; done && i < PyList_GET_SIZE(written); i++) {
        PyObject *line = PyList_GET_ITEM(written, i);
        int empty = PyObject_Length(line) == 0;
        done = take_line(lines, empty ? Py_NewRef(py.angle) : PyUnicode_Concat(before, line));
    }
    Py_XDECREF(written);
    Py_XDECREF(before);
    return done;
}

/* The lines of a part, possibly none */
static PyObject *written(Writer *w, PyObject *part, int kind, const Style *s, int other)
{
    Py_ssize_t base = w->size;
    if (kind == FIGURE || kind == POST || kind == DEFINITION || kind == ITEM)
        return blocks_in(w, part, s, 0, other);
    PyObject *lines = PyList_New(0);
    const char *mark = NULL;
    int done = lines != NULL, level = kind == HEADING ? level_of(part) : 0;
    switch (!done || PyErr_Occurred() ? NONE : level < 0 ? OTHER : kind) {
    case NONE:
        done = 0;
        break;
    case PARAGRAPH:
    case CAPTION:
    case TERM:
        done = paragraph(w, part, s, lines);
        break;
    case HEADING:
        done = heading(w, part, s, level, lines);
        break;
    case LIST:
        done = list(w, part, s, other, lines);
        break;
    case QUOTATION:
        done = quotation(w, part, s, lines);
        break;
    case RULE:
        done = PyList_Append(lines, py.dashes) == 0;
        break;
    case IMAGE:
        done = piece(w, part, s, &mark);
        decided(w, base, s);
        if (done && w->size > base)
            done = take_line(lines, string(w, base, w->size));
        break;
    default:
        Py_XSETREF(lines, by_python(w, "rare_block", part, s, other ? Py_True : Py_False));
        if (lines && !PyList_Check(lines))
            done = fail(PyExc_TypeError, "lines", "expected a list");
    }
    w->size = base;
    if (!done)
        Py_CLEAR(lines);
    return lines;
}

/* Whether parts of a kind are written without indentation */
static int is_flat(int kind)
{
    return kind == DEFINITIONS || kind == DEFINITION || kind == FIGURE || kind == POST;
}

/* The first or last part in parts that are written without indentation, a new reference */
static PyObject *at_edge(const Writer *w, PyObject *part, int last)
{
    PyObject *found = Py_NewRef(part), *parts = NULL;
    while (found) {
        if (!is_flat(kind_of(found)))
            return found;
        Py_ssize_t count = (parts = parts_of(w, found)) ? PyList_GET_SIZE(parts) : -1;
        if (count == 0) {
            Py_DECREF(parts);
            return found;
        }
        Py_SETREF(found, parts ? Py_NewRef(PyList_GET_ITEM(parts, last ? count - 1 : 0)) : NULL);
        Py_XDECREF(parts);
    }
    return NULL;
}

/* Whether a list follows one that is also ordered, or also unordered; -1 for an error. */
static int follows(const Writer *w, PyObject *before, PyObject *part)
{
    PyObject *one = at_edge(w, before, 1), *two = one ? at_edge(w, part, 0) : NULL;
    int same = two ? kind_of(one) == LIST && kind_of(two) == LIST : -1;
    if (same > 0) {
        Py_SETREF(one, attribute(one, py.ordered));
        Py_SETREF(two, attribute(two, py.ordered));
        same = one && two ? PyObject_RichCompareBool(one, two, Py_EQ) : -1;
    }
    Py_XDECREF(one);
    Py_XDECREF(two);
    return same;
}

/* Whether the last item of a list has the other list marker */
static int ends_in_other(PyObject *lines)
{
    Py_ssize_t i = PyList_GET_SIZE(lines), place = 0;
    PyObject *line = NULL;
    while (i > 0 && (line == NULL || PyUnicode_GET_LENGTH(line) == 0 ||
                     Py_UNICODE_ISSPACE(PyUnicode_READ_CHAR(line, 0))))
        line = PyList_GET_ITEM(lines, --i);
    Text text = line ? text_of(line) : (Text){0};
    while (is_digit(at(&text, place)))
        place++;
    return at(&text, place) == '*' || at(&text, place) == ')';
}

/* Adds the lines of a part, after a blank line; returns whether there are any, -1 for an error. */
static int add_block(PyObject *lines, PyObject *found, int tight)
{
    Py_ssize_t size = PyList_GET_SIZE(lines);
    if (PyList_GET_SIZE(found) == 0)
        return 0;
    if (size && !tight && PyList_Append(lines, py.empty) < 0)
        return -1;
    size = PyList_GET_SIZE(lines);
    return PyList_SetSlice(lines, size, size, found) < 0 ? -1 : 1;
}

static PyObject *blocks(Writer *w, PyObject *children, const Style *s, int tight, int other)
{
    PyObject *lines = PyList_New(0), *before = NULL;
    int ended = 0, done = lines && !Py_EnterRecursiveCall(" while parts are written");
    int entered = done;
    for (Py_ssize_t i = 0; done && i < PyTuple_GET_SIZE(children); i++) {
        PyObject *part = PyTuple_GET_ITEM(children, i);
        if (!is_part(w, part)) {
            done = fail(PyExc_TypeError, "children", "expected block-level parts");
            break;
        }
        int kind = kind_of(part), differs = other;
        if (before)
            differs = !ended && (kind == LIST || is_flat(kind)) && follows(w, before, part) > 0;
        PyObject *found = PyErr_Occurred() ? NULL : written(w, part, kind, s, differs);
        int added = found ? add_block(lines, found, tight) : -1;
        if (added > 0) {
            before = part;
            ended = ends_in_other(found);
        }
        done = added >= 0;
        Py_XDECREF(found);
    }
    if (entered)
        Py_LeaveRecursiveCall();
    if (!done)
        Py_CLEAR(lines);
    return lines;
}

/* ---- cells ---- */

/* Adds a block-level part within a cell. */
static int on_one_line(Writer *w, PyObject *part, const Style *s)
{
    int kind = kind_of(part);
    Py_ssize_t start = w->size, from = start;
    if (PyErr_Occurred() || kind == RULE)
        return !PyErr_Occurred();
    if (kind != PARAGRAPH && kind != HEADING && kind != TERM && kind != CAPTION) {
        PyObject *found = by_python(w, "on_one_line", part, s, NULL);
        int done = found && put_string(w, found);
        Py_XDECREF(found);
        return done;
    }
    if (!inline_of(w, part, s))
        return 0;
    strip(w, &from, &w->size);
    keep(w, start, from, w->size);
    return 1;
}

/* The text of a cell, with line breaks between its parts */
static PyObject *cell_text(Writer *w, PyObject *cell, const Style *s)
{
    static const char separator[] = "<br>";
    PyObject *parts = parts_of(w, cell);
    int done = parts != NULL;
    w->size = 0;
    for (Py_ssize_t i = 0; done && i < PyList_GET_SIZE(parts); i++) {
        Py_ssize_t start = w->size;
        int later = start > 0;
        done = (!later || put(w, separator)) && on_one_line(w, PyList_GET_ITEM(parts, i), s);
        if (done && later && w->size - start == (Py_ssize_t)strlen(separator))
            w->size = start; /* the part is empty */
    }
    Py_XDECREF(parts);
    decided(w, 0, s);
    return done ? string(w, 0, w->size) : NULL;
}

/* The texts of cells */
static PyObject *texts_of_cells(Writer *w, PyObject *cells, const Style *s)
{
    PyObject *texts = PyList_New(0);
    for (Py_ssize_t i = 0; texts && i < PyTuple_GET_SIZE(cells); i++) {
        PyObject *cell = PyTuple_GET_ITEM(cells, i);
        if (!is_part(w, cell))
            fail(PyExc_TypeError, "cells", "expected parts");
        if (PyErr_Occurred() || !take_line(texts, cell_text(w, cell, s)))
            Py_CLEAR(texts);
    }
    return texts;
}

/* ---- doors ---- */

/* The result of a door that takes children and a style */
static PyObject *made(Arguments given, Py_ssize_t count,
                      PyObject *(*make)(Writer *, PyObject *, const Style *))
{
    static const Argument wanted[] = {
        {"children", "object", "", NULL, 0}, {"style", "object", "", NULL, 0}, {0}};
    Call call;
    Writer w = {0};
    Style style;
    int ready = enter(&call, wanted, given, count) && start_writer(&w);
    PyObject *children = ready ? copy_of(call.given[0].object) : NULL;
    PyObject *found =
        children && read_style(&w, &style, call.given[1].object) ? make(&w, children, &style) : NULL;
    Py_XDECREF(children);
    end_writer(&w);
    if (found)
        call.made[call.results++] = found;
    return leave(&call);
}

static PyObject *lines_of(Writer *w, PyObject *children, const Style *s)
{
    return blocks(w, children, s, 0, 0);
}

static PyObject *line_of(Writer *w, PyObject *children, const Style *s)
{
    return inline_(w, children, s) ? string(w, 0, w->size) : NULL;
}

/* The lines of block-level parts */
static PyObject *block_lines(PyObject *Py_UNUSED(module), Arguments given, Py_ssize_t count)
{
    return made(given, count, lines_of);
}

/* The text of inline parts */
static PyObject *inline_text(PyObject *Py_UNUSED(module), Arguments given, Py_ssize_t count)
{
    return made(given, count, line_of);
}

/* The texts of cells */
static PyObject *cell_texts(PyObject *Py_UNUSED(module), Arguments given, Py_ssize_t count)
{
    return made(given, count, texts_of_cells);
}

static int add_kinds(const Writer *w, PyObject *pending, PyObject *kinds)
{
    for (Py_ssize_t i = 0; i < PyList_GET_SIZE(pending); i++) { /* grows in the loop */
        PyObject *part = PyList_GET_ITEM(pending, i);
        if (!is_part(w, part))
            return fail(PyExc_TypeError, "parts", "expected block-level parts");
        PyObject *kind = PyObject_GetAttr(part, py.kind);
        int done = kind ? PySet_Add(kinds, kind) : -1;
        PyObject *children = done == 0 ? children_of(part) : NULL;
        for (Py_ssize_t k = 0; children && k < PyTuple_GET_SIZE(children); k++)
            if (is_part(w, PyTuple_GET_ITEM(children, k)))
                PyList_Append(pending, PyTuple_GET_ITEM(children, k));
        Py_XDECREF(kind);
        Py_XDECREF(children);
        if (PyErr_Occurred())
            return 0;
    }
    return 1;
}

/* The kinds of parts and of all their descendants */
static PyObject *kinds_in(PyObject *Py_UNUSED(module), Arguments given, Py_ssize_t count)
{
    static const Argument wanted[] = {{"parts", "object", "", NULL, 0}, {0}};
    Call call;
    Writer w = {0};
    int ready = enter(&call, wanted, given, count) && start_writer(&w);
    PyObject *pending = ready ? PySequence_List(call.given[0].object) : NULL;
    PyObject *kinds = pending ? PySet_New(NULL) : NULL;
    if (kinds && !add_kinds(&w, pending, kinds))
        Py_CLEAR(kinds);
    Py_XDECREF(pending);
    end_writer(&w);
    if (kinds)
        call.made[call.results++] = kinds;
    return leave(&call);
}

PART(markdown, DOOR(block_lines), DOOR(inline_text), DOOR(cell_texts), DOOR(kinds_in))
