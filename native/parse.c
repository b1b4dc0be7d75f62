/* The doors of parsing: HTML is written directly to the columns of a Tree.

   `Events` of victor/tree/events.py is the reference, with the libxml2 of lxml as its parser: each
   event does the same as the method of the same name there. `html.h` has the rules of HTML.

   Text stays UTF-8 until it is added to a column. Functions that may fail return 0, or -1 with a
   Python exception set. */

#include "doors.h"

#include "html.h"

/* ---- arguments of `connect` ---- */

static PyObject *array_type;  /* array.array */
static PyObject *invisible;   /* invisible characters */
static PyObject *end_of_page; /* the comment after the last byte, as bytes */
static PyObject *embedded;    /* the named tuple: keys of `head` for the texts of elements */
static PyObject *player;      /* the function of victor/tree/players.py */

/* How a tag is handled, as bits: `Kind` of victor/tree/events.py. */
#define KINDS(X)                                                                                   \
    X(DELETED, 1) X(IGNORED, 2) X(PREFORMATTED, 4) X(BOXED, 8) X(PICTURE, 16) X(DESCRIBING, 32)    \
    X(DATA, 64) X(FORMULA, 128) X(VERBATIM, 256) X(PLAYER, 512) X(VOID, 1024)
#define AS_ENUM(name, value) name = value,
#define AS_CONSTANT(name, value) {#name, value, NULL},

enum { KINDS(AS_ENUM) };
enum { SPACE = 1, BOX = 2 }; /* before a text: white space of the page; that of an element */

enum { LONGEST_KEY = 80 }; /* characters; longer ones are rare */
enum { MOST_READ = 20000, /* characters of repeated meta elements */
       MOST_ATTRIBUTES = 1000 /* of an element */ };

static const Constant constants[] = {
    KINDS(AS_CONSTANT){"MOST_READ", MOST_READ, NULL},
    {"MOST_ATTRIBUTES", MOST_ATTRIBUTES, NULL},
    {"SPACE", SPACE, NULL},
    {"BOX", BOX, NULL},
    {NULL, 0, NULL}};

/* ---- memory ---- */

/* Room for the copy of a page, which is reused for the next page: copying is faster than allocating
   memory. */
enum { MOST_KEPT = 1 << 20 };
static char *spare;

static char *take_room(size_t size)
{
    if (size > MOST_KEPT)
        return PyMem_Malloc(size);
    char *taken = spare ? spare : PyMem_Malloc(MOST_KEPT);
    spare = NULL; /* another thread may run in between */
    return taken;
}

static void give_room(char *bytes, size_t size)
{
    if (size > MOST_KEPT || spare)
        PyMem_Free(bytes);
    else
        spare = bytes;
}

/* ---- growing arrays ---- */

typedef struct {
    char *items;
    size_t size, room; /* in bytes */
} Buffer;

static int enlarge(Buffer *buffer, size_t size)
{
    size_t room = 2 * (buffer->size + size) + 8192;
    char *moved = PyMem_Realloc(buffer->items, room);
    if (moved == NULL) {
        PyErr_NoMemory();
        return -1;
    }
    buffer->items = moved;
    buffer->room = room;
    return 0;
}

static int extend(Buffer *buffer, const void *items, size_t size)
{
    if (buffer->size + size > buffer->room && enlarge(buffer, size) < 0)
        return -1;
    if (size)
        memcpy(buffer->items + buffer->size, items, size);
    buffer->size += size;
    return 0;
}

static inline int push(Buffer *integers, int value)
{
    if (integers->size + sizeof value > integers->room && enlarge(integers, sizeof value) < 0)
        return -1;
    memcpy(integers->items + integers->size, &value, sizeof value);
    integers->size += sizeof value;
    return 0;
}

static size_t count(const Buffer *integers)
{
    return integers->size / sizeof(int);
}

static int *at(const Buffer *integers, size_t place)
{
    return (int *)integers->items + place;
}

/* ---- names of tags and attributes, created once per page ---- */

typedef struct {
    PyObject *string;
    const char *utf8; /* of `string` */
    uint32_t hash;
    int size;      /* in bytes */
    int kind;      /* bits of the tag; -1: not looked up yet */
    int code;      /* number of the tag; -1: not seen as one */
    int attribute; /* number of the attribute; -1: not seen as one */
    int tag;       /* its number in `tags` */
    int open;      /* elements with this name that are open */
    uint32_t seen; /* the last tag that had it as an attribute */
} Name;

enum { KNOWN = 4096, SHORT_NAME = 40 }; /* names of recent pages; their maximum length */

typedef struct {
    Name *items;
    int *slots; /* the number of a name plus 1; 0: the slot is free */
    uint32_t count, size; /* of items; of slots, a power of two */
} Names;

static int *name_slot(const Names *names, const char *bytes, size_t size, uint32_t hash)
{
    for (uint32_t place = hash;; place++) {
        int *slot = &names->slots[place & (names->size - 1)];
        if (*slot == 0)
            return slot;
        const Name *name = &names->items[*slot - 1];
        if (name->hash == hash && (size_t)name->size == size &&
            memcmp(name->utf8, bytes, size) == 0)
            return slot;
    }
}

static int grow(Names *names)
{
    uint32_t size = names->size ? 2 * names->size : 256;
    Name *items = PyMem_Realloc(names->items, size / 2 * sizeof *items);
    names->items = items ? items : names->items;
    int *slots = items ? PyMem_Calloc(size, sizeof *slots) : NULL;
    if (slots == NULL) {
        PyErr_NoMemory();
        return -1;
    }
    PyMem_Free(names->slots);
    names->slots = slots;
    names->size = size;
    for (uint32_t i = 0; i < names->count; i++) {
        const Name *name = &items[i];
        *name_slot(names, name->utf8, (size_t)name->size, name->hash) = (int)i + 1;
    }
    return 0;
}

/* The string of a name. Short names of recent pages are cached. No name is interned: Python 3.12
   never frees interned strings, and pages may have any names. */
static PyObject *string_of(const char *bytes, size_t size, uint32_t hash)
{
    static PyObject *known[KNOWN]; /* ASCII, which is its own UTF-8 */
    PyObject **place = &known[hash % KNOWN];
    if (*place && (size_t)PyUnicode_GET_LENGTH(*place) == size &&
        memcmp(PyUnicode_DATA(*place), bytes, size) == 0)
        return Py_NewRef(*place);
    PyObject *string = PyUnicode_FromStringAndSize(bytes, (Py_ssize_t)size);
    if (string && PyUnicode_IS_ASCII(string) && PyUnicode_GET_LENGTH(string) <= SHORT_NAME)
        Py_XSETREF(*place, Py_NewRef(string));
    return string;
}

/* The number of a name; -1 for an error. Pointers to names are valid until the next call. */
static int number_of_name(Names *names, const char *bytes, size_t size)
{
    uint32_t hash = hash_of(bytes, size);
    if (2 * names->count >= names->size && grow(names) < 0)
        return -1;
    int *slot = name_slot(names, bytes, size, hash);
    if (*slot)
        return *slot - 1;
    PyObject *string = string_of(bytes, size, hash);
    const char *utf8 = string ? PyUnicode_AsUTF8(string) : NULL;
    if (utf8 == NULL) {
        Py_XDECREF(string);
        return -1;
    }
    names->items[names->count] = (Name){
        string, utf8, hash, (int)size, .kind = -1, .code = -1, .attribute = -1,
        .tag = tag_number(bytes, size, hash)};
    *slot = (int)++names->count;
    return *slot - 1;
}

/* ---- a page ---- */

typedef struct {
    const char *at, *limit; /* what is being read; a 0 is at its limit */
    int mode;      /* how text is read */
    int has_head, has_body; /* whether one was open */
    int misplaced; /* `html`, `head` and `body` tags that are ignored, less their end tags */
    Buffer current; /* numbers of the names of the open elements */
    Buffer value;   /* of the attributes of a tag, each followed by a 0 */
    Buffer name, place;        /* of each attribute; -1 without a value */
    const char **pairs;        /* names and values, ended by NULL */
    size_t pairs_room;
    uint32_t read_tags;
    int html, head, body; /* numbers of names */
} Reader;

typedef struct {
    Reader reader;
    char *bytes; /* a copy of the page before the comment after its end */
    size_t size, room;
    PyObject *kinds, *head_entry; /* borrowed */
    Names names;
    Buffer tag, parent, opened, closed, node, spaced;
    PyObject *tags, *text, *head;
    PyObject *attribute_names;                    /* distinct names */
    Buffer first_attribute, attribute, value_end; /* victor/tree/attributes.py: Written */
    Buffer values;
    Buffer stack;
    Buffer pieces;     /* text since the last tag */
    int has_pieces;    /* they may be empty */
    size_t measured;   /* bytes of the pieces before the last inset */
    int characters;    /* in these bytes */
    int skipping;      /* depth within a deleted element */
    PyObject *playing; /* the attributes of the deleted player without a URL, or NULL */
    int lined;         /* depth within elements whose line breaks are kept */
    int exact;         /* depth within elements whose white space is kept */
    PyObject *keep_as; /* the entry of `head` for the text of a deleted element, or NULL */
    Buffer kept;
    const char *closing; /* the end of the formula being kept, or NULL */
    Buffer inset;        /* four integers for each */
    PyObject *source;    /* of each: a string, or a key of `head` */
    Py_ssize_t open;    /* open elements, including deleted ones */
    Py_ssize_t deepest; /* maximum of `open` */
    int space;    /* before the next text: SPACE, BOX */
    int boxes;    /* the last bytes of the pieces, if they are the white space of elements */
    int finished; /* the last comment was `end_of_page` */
    int stopped;  /* `open` exceeded `deepest` */
    int failed;   /* a Python exception is set */
} Page;

static int top(const Page *page)
{
    return *at(&page->stack, count(&page->stack) - 1);
}

/* ---- characters ---- */

/* The next character of valid UTF-8; a sequence truncated at `end` is U+FFFD. */
static Py_UCS4 next_character(const char **place, const char *end)
{
    const unsigned char *byte = (const unsigned char *)*place;
    int more = *byte < 0xC0 ? 0 : *byte < 0xE0 ? 1 : *byte < 0xF0 ? 2 : 3;
    if (end - *place <= more) {
        *place = end;
        return 0xFFFD;
    }
    Py_UCS4 character = more ? *byte & (0x3F >> more) : *byte;
    for (int i = 1; i <= more; i++)
        character = character << 6 | (byte[i] & 0x3F);
    *place += more + 1;
    return character;
}

static int is_white(Py_UCS4 character)
{
    return Py_UNICODE_ISSPACE(character) != 0; /* a macro that evaluates its argument twice */
}

static int is_space(const char *bytes, size_t size)
{
    const char *end = bytes + size;
    while (bytes < end && (*bytes == ' ' || *bytes == '\n' || *bytes == '\t'))
        bytes++; /* nearly always */
    while (bytes < end)
        if (!is_white(next_character(&bytes, end)))
            return 0;
    return size > 0;
}

static int starts_with_space(const char *bytes, size_t size)
{
    return is_white(next_character(&bytes, bytes + size));
}

static int ends_with_space(const char *bytes, size_t size)
{
    const char *last = bytes + size - 1;
    while (last > bytes && (*last & 0xC0) == 0x80)
        last--;
    return starts_with_space(last, (size_t)(bytes + size - last));
}

/* Whether nothing is visible: all characters are white space, or all are invisible. If so,
   `any_space` is set to whether white space is among them. -1 for an error. */
static int is_blank(const char *bytes, size_t size, int *any_space)
{
    const char *end = bytes + size;
    int all_space = 1, all_invisible = 1;
    *any_space = 0;
    while (bytes < end && (all_space || all_invisible)) {
        Py_UCS4 character = next_character(&bytes, end);
        if (character > ' ' && character < 0x7F) /* nearly always */
            return 0;
        int white = is_white(character);
        all_space &= white;
        *any_space |= white;
        Py_ssize_t length = PyUnicode_GET_LENGTH(invisible);
        Py_ssize_t place = PyUnicode_FindChar(invisible, character, 0, length, 1);
        if (place == -2)
            return -1;
        all_invisible &= place >= 0;
    }
    return all_space || all_invisible;
}

/* ---- text ---- */

static int start(Page *page, int number, const char **attributes);
static int end(Page *page, int number);

static int add_piece(Page *page, const char *bytes, size_t size)
{
    page->has_pieces = 1;
    page->boxes = 0;
    return extend(&page->pieces, bytes, size);
}

/* Adds the white space of an element that is rendered as a box. */
static int add_box(Page *page)
{
    int boxes = page->boxes + 1, status = add_piece(page, " ", 1);
    page->boxes = boxes;
    return status;
}

static int add_inset(Page *page, int offset, PyObject *source)
{
    int status = source ? PyList_Append(page->source, source) : -1;
    int before = (int)PyList_GET_SIZE(page->text), elements = (int)count(&page->opened);
    if (status < 0 || push(&page->inset, before) < 0 || push(&page->inset, offset) < 0 ||
        push(&page->inset, top(page)) < 0 || push(&page->inset, elements) < 0)
        return -1;
    return 0;
}

/* Moves insets in a blank piece before the next text; keeps exact white space. */
static int skip_blank(Page *page, const char *bytes, size_t size)
{
    int *last = at(&page->inset, count(&page->inset)), *first = at(&page->inset, 0);
    while (last > first && last[-4] == PyList_GET_SIZE(page->text) && last[-3]) {
        last[-3] = 0;
        last -= 4;
    }
    if (!page->exact || size == 0)
        return 0;
    PyObject *string = PyUnicode_DecodeUTF8(bytes, (Py_ssize_t)size, NULL);
    int status = add_inset(page, 0, string);
    Py_XDECREF(string);
    return status;
}

/* Appends a text that ends in the white space of some boxes, or skips a blank one. */
static int append(Page *page, const char *bytes, size_t size, int boxes)
{
    int any_space, blank = is_blank(bytes, size - (size_t)boxes, &any_space);
    if (blank < 0)
        return -1;
    if (blank) {
        page->space |= (any_space ? SPACE : 0) | (boxes ? BOX : 0);
        return skip_blank(page, bytes, size);
    }
    char spaced = (char)(page->space | (starts_with_space(bytes, size) ? SPACE : 0));
    page->space = (ends_with_space(bytes, size - (size_t)boxes) ? SPACE : 0) | (boxes ? BOX : 0);
    PyObject *string = PyUnicode_DecodeUTF8(bytes, (Py_ssize_t)size, NULL);
    int status = string ? PyList_Append(page->text, string) : -1;
    Py_XDECREF(string);
    if (status < 0 || extend(&page->spaced, &spaced, 1) < 0)
        return -1;
    return push(&page->node, top(page));
}

static int preformatted(Page *page, const char *line, size_t size)
{
    const char *limit = line + size, *stop;
    int feed = number_of_name(&page->names, "br", 2);
    while ((stop = memchr(line, '\n', (size_t)(limit - line))) != NULL) {
        if (feed < 0 || append(page, line, (size_t)(stop - line), 0) < 0 ||
            start(page, feed, NULL) < 0 || end(page, feed) < 0)
            return -1;
        line = stop + 1;
    }
    return append(page, line, (size_t)(limit - line), 0);
}

static int flush(Page *page)
{
    if (!page->has_pieces)
        return 0;
    /* Detached while it is split: the `br` between lines are also events. */
    Buffer pieces = page->pieces;
    page->pieces = (Buffer){0};
    int boxes = page->boxes;
    page->has_pieces = page->characters = page->boxes = 0;
    page->measured = 0;
    int lines = page->lined && pieces.size && memchr(pieces.items, '\n', pieces.size);
    int status = lines ? preformatted(page, pieces.items, pieces.size)
                       : append(page, pieces.items, pieces.size, boxes);
    PyMem_Free(page->pieces.items);
    page->pieces = pieces;
    page->pieces.size = 0;
    return status;
}

/* ---- elements ---- */

/* A tag with its bits. */
static Name *tag_of(Page *page, int number)
{
    Name *name = &page->names.items[number];
    if (name->kind < 0) {
        PyObject *kind = PyDict_GetItemWithError(page->kinds, name->string);
        name->kind = kind ? (int)PyLong_AsLong(kind) : 0;
        if (PyErr_Occurred())
            return NULL;
    }
    return name;
}

/* The name of an attribute of the tag that was read last. */
static Name *attribute_of(Page *page, size_t place)
{
    return &page->names.items[*at(&page->reader.name, place)];
}

static int code_of(Page *page, Name *name)
{
    if (name->code < 0) {
        int code = (int)PyDict_GET_SIZE(page->tags);
        PyObject *number = PyLong_FromLong(code);
        int status = number ? PyDict_SetItem(page->tags, name->string, number) : -1;
        Py_XDECREF(number);
        if (status < 0)
            return -1;
        name->code = code;
    }
    return name->code;
}

static PyObject *mapping(Page *page, const char **attributes)
{
    PyObject *made = PyDict_New();
    for (size_t i = 0; made && attributes && *attributes; i++, attributes += 2) {
        PyObject *value = PyUnicode_FromString(attributes[1] ? attributes[1] : "");
        if (value == NULL || PyDict_SetItem(made, attribute_of(page, i)->string, value) < 0)
            Py_CLEAR(made);
        Py_XDECREF(value);
    }
    return made;
}

static int number_of_attribute(Page *page, Name *name)
{
    if (name->attribute < 0) {
        int number = (int)PyList_GET_SIZE(page->attribute_names);
        if (PyList_Append(page->attribute_names, name->string) < 0)
            return -1;
        name->attribute = number;
    }
    return name->attribute;
}

static int add_attributes(Page *page, const char **attributes)
{
    if (push(&page->first_attribute, (int)count(&page->attribute)) < 0)
        return -1;
    for (size_t i = 0; attributes && *attributes; i++, attributes += 2) {
        const char *value = attributes[1] ? attributes[1] : "";
        int number = number_of_attribute(page, attribute_of(page, i));
        if (number < 0 || push(&page->attribute, number) < 0 ||
            extend(&page->values, value, strlen(value)) < 0 ||
            push(&page->value_end, (int)page->values.size) < 0)
            return -1;
    }
    return 0;
}

static int add_alternative_text(Page *page, const char **attributes)
{
    for (; attributes && *attributes; attributes += 2)
        if (strcmp(attributes[0], "alt") == 0 && attributes[1])
            return add_piece(page, attributes[1], strlen(attributes[1]));
    return add_piece(page, "", 0);
}

static int open_element(Page *page, Name *name, const char **attributes)
{
    int element = (int)count(&page->opened), parent = element ? top(page) : 0;
    if (push(&page->tag, code_of(page, name)) < 0 || push(&page->parent, parent) < 0 ||
        push(&page->opened, (int)PyList_GET_SIZE(page->text)) < 0 ||
        push(&page->closed, 0) < 0 || push(&page->stack, element) < 0 || PyErr_Occurred())
        return -1;
    return add_attributes(page, attributes);
}

static int add_element(Page *page, Name *name, const char **attributes)
{
    int kind = name->kind, status = open_element(page, name, attributes);
    if (status == 0 && kind & PICTURE)
        status = add_alternative_text(page, attributes);
    if (status == 0 && kind & BOXED)
        status = add_box(page);
    page->lined += (kind & PREFORMATTED) != 0;
    page->exact += (kind & VERBATIM) != 0;
    return status;
}

static const char *value_of(const char **attributes, const char *name)
{
    for (; attributes && *attributes; attributes += 2)
        if (strcmp(attributes[0], name) == 0)
            return attributes[1] ? attributes[1] : "";
    return NULL;
}

static int small(char byte)
{
    return byte >= 'A' && byte <= 'Z' ? byte | 0x20 : byte;
}

/* Whether two texts are the same, ignoring ASCII case. */
static int is_alike(const char *one, const char *other)
{
    while (*one && small(*one) == small(*other))
        one++, other++;
    return small(*one) == small(*other);
}

/* Whether a text contains a word, ignoring ASCII case. */
static int contains(const char *text, const char *word)
{
    for (; *text; text++) {
        size_t i = 0;
        while (word[i] && small(text[i]) == word[i])
            i++;
        if (word[i] == '\0')
            return 1;
    }
    return 0;
}

static int has(const char *text, const char *word)
{
    return text && contains(text, word);
}

/* Whether `head_of` would keep nothing, as is usual: this saves the call. */
static int describes_nothing(const Name *name, const char **attributes)
{
    if (strcmp(name->utf8, "link") == 0) {
        const char *rel = value_of(attributes, "rel"), *href = value_of(attributes, "href");
        if (has(rel, "stylesheet") && href && *href != '/' && strchr(href, ':') == NULL)
            return 0; /* perhaps saved by a browser */
        return !has(rel, "canonical") && !has(rel, "author") && !has(rel, "license");
    }
    if (strcmp(name->utf8, "script") == 0) {
        const char *type = value_of(attributes, "type");
        int may_be_data = name->kind & DATA && value_of(attributes, "src") == NULL;
        return !may_be_data && !has(type, "json") && !has(type, "math/tex");
    }
    return 0;
}

/* The key of an entry of `head`, in lower case. */
static PyObject *key_of(const char *kind, const char *name)
{
    char key[LONGEST_KEY];
    size_t size = strlen(kind), i = 0;
    memcpy(key, kind, size);
    key[size++] = ':';
    for (; name[i] && (name[i] & 0x80) == 0 && size < LONGEST_KEY; i++)
        key[size++] = (char)small(name[i]);
    if (name[i] == '\0')
        return PyUnicode_FromStringAndSize(key, (Py_ssize_t)size);
    PyObject *written = PyUnicode_FromFormat("%s:%s", kind, name);
    PyObject *lowered = written ? PyObject_CallMethod(written, "lower", NULL) : NULL;
    Py_XDECREF(written);
    return lowered;
}

/* Adds another content of a name, as a line of its second entry. */
static int add_line(Page *page, const char *name, const char *content)
{
    PyObject *key = key_of("also", name);
    PyObject *before = key ? PyDict_GetItemWithError(page->head, key) : NULL;
    if (before && PyUnicode_GET_LENGTH(before) >= MOST_READ) {
        Py_DECREF(key);
        return 0;
    }
    PyObject *line = PyErr_Occurred() ? NULL : PyUnicode_FromFormat("%s\n", content);
    PyObject *lines = before && line ? PyUnicode_Concat(before, line) : Py_XNewRef(line);
    int status = lines ? PyDict_SetItem(page->head, key, lines) : -1;
    Py_XDECREF(lines);
    Py_XDECREF(line);
    Py_XDECREF(key);
    return status;
}

/* The same as `_keep_meta`, as pages have dozens of `meta`. */
static int add_meta(Page *page, const char **attributes)
{
    const char *names[] = {"property", "name", "itemprop"}, *key = NULL;
    const char *content = value_of(attributes, "content");
    content = content ? content : value_of(attributes, "value");
    for (size_t i = 0; i < 3 && (key == NULL || *key == '\0'); i++)
        key = value_of(attributes, names[i]);
    const char *header = value_of(attributes, "http-equiv");
    if ((key == NULL || *key == '\0') && header && is_alike(header, "content-language"))
        key = "content-language";
    if (content == NULL || key == NULL || *key == '\0')
        return 0;
    PyObject *entry = key_of("meta", key);
    int known = entry ? PyDict_Contains(page->head, entry) : -1, status = known;
    if (known > 0)
        status = add_line(page, key, content);
    if (known == 0) {
        PyObject *value = PyUnicode_FromString(content);
        status = value ? PyDict_SetItem(page->head, entry, value) : -1;
        Py_XDECREF(value);
    }
    Py_XDECREF(entry);
    return status;
}

/* The key of a text, made without the Python function of a named tuple. */
static PyObject *new_embedded(const char *tag, const char *kind, Py_ssize_t number)
{
    PyObject *values = Py_BuildValue("((ssn))", tag, kind, number);
    PyObject *made = values ? PyTuple_Type.tp_new((PyTypeObject *)embedded, values, NULL) : NULL;
    Py_XDECREF(values);
    return made;
}

/* The same as `_keep_name`. */
static int add_name(Page *page, const char **attributes)
{
    const char *property = value_of(attributes, "itemprop");
    const char *content = value_of(attributes, "content");
    if (property == NULL || content == NULL || !*content || strcmp(property, "name"))
        return 0;
    PyObject *key = new_embedded("name", "", top(page));
    PyObject *value = key ? PyUnicode_FromString(content) : NULL;
    int failed = value == NULL || PyDict_SetDefault(page->head, key, value) == NULL;
    Py_XDECREF(value);
    Py_XDECREF(key);
    return failed ? -1 : 0;
}

static int keep(Page *page, const char *text)
{
    return extend(&page->kept, text, strlen(text));
}

static int keep_escaped(Page *page, const char *bytes, size_t size)
{
    int status = 0;
    for (size_t i = 0; i < size && status == 0; i++)
        switch (bytes[i]) {
        case '&': status = keep(page, "&amp;"); break;
        case '<': status = keep(page, "&lt;"); break;
        case '>': status = keep(page, "&gt;"); break;
        case '"': status = keep(page, "&quot;"); break;
        default: status = extend(&page->kept, bytes + i, 1);
        }
    return status;
}

static int keep_start_tag(Page *page, const char *name, const char **attributes)
{
    int status = keep(page, "<") < 0 || keep(page, name) < 0 ? -1 : 0;
    for (; attributes && *attributes && status == 0; attributes += 2) {
        const char *value = attributes[1] ? attributes[1] : "";
        if (keep(page, " ") < 0 || keep(page, attributes[0]) < 0 || keep(page, "=\"") < 0 ||
            keep_escaped(page, value, strlen(value)) < 0 || keep(page, "\"") < 0)
            status = -1;
    }
    return status < 0 ? -1 : keep(page, ">");
}

static int keep_end_tag(Page *page, const char *name)
{
    return keep(page, "</") < 0 || keep(page, name) < 0 ? -1 : keep(page, ">");
}

/* The number of code points of the text since the last tag; each byte is counted once. */
static int offset_in_pieces(Page *page)
{
    for (; page->measured < page->pieces.size; page->measured++)
        page->characters += (page->pieces.items[page->measured] & 0xC0) != 0x80;
    return page->characters;
}

/* Keeps the URL and title of what an element plays; few pages have such elements. If it is in a
   deleted one without a URL, that is `outer`. Returns 1 if there is something to play. */
static int keep_played(Page *page, PyObject *outer, PyObject *found)
{
    PyObject *held = outer ? PyObject_CallFunctionObjArgs(player, outer, found, NULL)
                           : PyObject_CallFunctionObjArgs(player, found, NULL);
    int status = held ? PyObject_IsTrue(held) : -1;
    if (status > 0 && add_inset(page, offset_in_pieces(page), held) < 0)
        status = -1;
    Py_XDECREF(held);
    return status;
}

static int keep_player(Page *page, const char **attributes, int deleted)
{
    PyObject *found = mapping(page, attributes);
    int status = found ? keep_played(page, NULL, found) : -1;
    if (status == 0 && deleted)
        Py_XSETREF(page->playing, Py_NewRef(found));
    Py_XDECREF(found);
    return status;
}

/* Keeps the first source of a player. */
static int keep_source(Page *page, const char **attributes)
{
    PyObject *found = mapping(page, attributes);
    int status = found ? keep_played(page, page->playing, found) : -1;
    if (status > 0)
        Py_CLEAR(page->playing);
    Py_XDECREF(found);
    return status;
}

/* Starts to keep a formula as MathML, in which the TeX of a script is an annotation. */
static int start_formula(Page *page, const char *name, const char **attributes)
{
    int is_tex = strcmp(name, "script") == 0;
    page->closing = is_tex ? "</annotation></math>" : "</math>";
    if (add_inset(page, offset_in_pieces(page), page->keep_as) < 0)
        return -1;
    if (!is_tex)
        return keep_start_tag(page, name, attributes);
    const char *display = PyUnicode_AsUTF8(PyTuple_GET_ITEM(page->keep_as, 1));
    if (display == NULL || keep(page, "<math display=\"") < 0 || keep(page, display) < 0)
        return -1;
    return keep(page, "\"><annotation encoding=\"application/x-tex\">");
}

/* Whether a script is a program; see `script_kind` of victor/tree/json_state.py. */
static int is_program(const Name *name, const char **attributes)
{
    const char *type = value_of(attributes, "type");
    return strcmp(name->utf8, "script") == 0 && value_of(attributes, "src") == NULL &&
           (type == NULL || *type == '\0' || is_alike(type, "text/javascript") ||
            is_alike(type, "application/javascript") || is_alike(type, "module"));
}

/* Whether a style is certainly for screens; `head_of` handles other values of `media`. */
static int is_for_screens(const Name *name, const char **attributes)
{
    const char *media = value_of(attributes, "media");
    return strcmp(name->utf8, "style") == 0 &&
           (media == NULL || is_alike(media, "all") || is_alike(media, "screen"));
}

/* Keeps what a deleted element describes; Python decides the rest, with the entry for its text. */
static int describe(Page *page, Name *name, const char **attributes)
{
    int is_meta = strcmp(name->utf8, "meta") == 0;
    if ((is_meta || strcmp(name->utf8, "link") == 0) && add_name(page, attributes) < 0)
        return -1;
    if (describes_nothing(name, attributes))
        return 0;
    if (is_meta)
        return add_meta(page, attributes);
    int program = is_program(name, attributes);
    if (program || is_for_screens(name, attributes)) { /* a page has a dozen of them */
        Py_ssize_t number = PyDict_GET_SIZE(page->head);
        const char *held = program ? "program" : "";
        page->keep_as = new_embedded(name->utf8, held, number);
        return page->keep_as ? 0 : -1;
    }
    PyObject *found = mapping(page, attributes);
    if (found == NULL)
        return -1;
    PyObject *key = PyObject_CallFunction(page->head_entry, "OsNi", page->head, name->utf8, found,
                                          name->kind);
    int wanted = key ? PyObject_IsTrue(key) : -1;
    if (wanted <= 0) {
        Py_XDECREF(key);
        return wanted;
    }
    page->keep_as = key;
    int formula = name->kind & FORMULA && PyTuple_Check(key) && PyTuple_GET_SIZE(key) == 3 &&
                  PyUnicode_CompareWithASCIIString(PyTuple_GET_ITEM(key, 0), "math") == 0;
    return formula ? start_formula(page, name->utf8, attributes) : 0;
}

/* Adds an entry of `head`, or appends to it. */
static int add_entry(Page *page, PyObject *key, const char *bytes, size_t size)
{
    PyObject *more = PyUnicode_DecodeUTF8(bytes, (Py_ssize_t)size, NULL);
    PyObject *before = more ? PyDict_GetItemWithError(page->head, key) : NULL;
    PyObject *whole = before ? PyUnicode_Concat(before, more) : Py_XNewRef(more);
    int status = PyErr_Occurred() ? -1 : PyDict_SetItem(page->head, key, whole);
    Py_XDECREF(whole);
    Py_XDECREF(more);
    return status;
}

/* Stores the text of a deleted element, which is complete. */
static int end_description(Page *page)
{
    PyObject *key = page->keep_as;
    if (key == NULL)
        return 0;
    if (page->closing && keep(page, page->closing) < 0)
        return -1;
    page->closing = NULL;
    page->keep_as = NULL;
    int status = page->kept.size ? add_entry(page, key, page->kept.items, page->kept.size) : 0;
    page->kept.size = 0;
    Py_DECREF(key);
    return status;
}

/* ---- events ---- */

static void pop(Page *page)
{
    if (count(&page->stack) > 1)
        page->stack.size -= sizeof(int);
}

static void close_element(Page *page)
{
    int element = top(page);
    pop(page);
    if (element)
        *at(&page->closed, (size_t)element) = (int)PyList_GET_SIZE(page->text);
}

static int start(Page *page, int number, const char **attributes)
{
    if (page->skipping) {
        const char *name = page->names.items[number].utf8;
        page->skipping++;
        if (page->playing && strcmp(name, "source") == 0 && keep_source(page, attributes) < 0)
            return -1;
        return page->closing ? keep_start_tag(page, name, attributes) : end_description(page);
    }
    Name *name = tag_of(page, number);
    if (name && name->kind & PLAYER && keep_player(page, attributes, name->kind & DELETED) < 0)
        return -1;
    if (name == NULL || (name->kind & BOXED && add_box(page) < 0))
        return -1;
    if (name->kind & DELETED && name->kind & VOID)
        return 0;
    if (name->kind & DELETED) {
        page->skipping = 1;
        return name->kind & DESCRIBING ? describe(page, name, attributes) : 0;
    }
    if (name->kind & IGNORED)
        return push(&page->stack, top(page)); /* its children belong to the element around it */
    if (page->has_pieces && flush(page) < 0)
        return -1;
    name = tag_of(page, number); /* it may have moved */
    if (add_element(page, name, attributes) < 0)
        return -1;
    if (name->kind & VOID)
        close_element(page);
    return 0;
}

static int end(Page *page, int number)
{
    if (page->skipping) {
        page->skipping--;
        if (!page->skipping)
            Py_CLEAR(page->playing);
        int within = page->closing && page->skipping;
        return within ? keep_end_tag(page, page->names.items[number].utf8) : end_description(page);
    }
    Name *name = tag_of(page, number);
    if (name == NULL)
        return -1;
    int kind = name->kind;
    if (kind & IGNORED) {
        pop(page);
        return 0;
    }
    if (kind & VOID)
        return 0;
    if (flush(page) < 0)
        return -1;
    close_element(page);
    page->lined -= page->lined && kind & PREFORMATTED;
    page->exact -= page->exact && kind & VERBATIM;
    return 0;
}

static int data(Page *page, const char *bytes, size_t size)
{
    if (page->skipping && page->closing)
        return keep_escaped(page, bytes, size);
    if (page->skipping)
        return page->keep_as ? extend(&page->kept, bytes, size) : 0;
    if (page->has_pieces || page->lined || !is_space(bytes, size))
        return add_piece(page, bytes, size);
    page->space |= SPACE; /* half of all texts: indentation of the markup */
    return page->exact ? skip_blank(page, bytes, size) : 0;
}

/* Closes all open elements, and a text that extends to the end of the page. */
static int finish(Page *page)
{
    if (end_description(page) < 0 || flush(page) < 0)
        return -1;
    for (; count(&page->stack) > 1; page->stack.size -= sizeof(int))
        *at(&page->closed, (size_t)top(page)) = (int)PyList_GET_SIZE(page->text);
    *at(&page->closed, 0) = (int)PyList_GET_SIZE(page->text);
    return 0;
}

#include "reader.h"

/* ---- reading a page ---- */

static void read_markup(Page *page)
{
    Reader *reader = &page->reader;
    char next = reader->at[1];
    if (next == '/' && reader->at + 2 < reader->limit) {
        read_end_tag(page);
    } else if (next == '!') {
        read_declaration(page);
    } else if (next == '?') {
        reader->at++;
        read_bogus_comment(page);
    } else if (is_letter(next)) {
        read_start_tag(page);
    } else {
        size_t size = 1 + (next == '/');
        open_for_text(page);
        report(page, reader->at, size);
        reader->at += size;
    }
}

static int read_page(Page *page)
{
    Reader *reader = &page->reader;
    reader->at = page->bytes;
    reader->limit = page->bytes + page->size;
    if (page->size > INT_MAX)
        return 0; /* too large for the columns: the end is not reached */
    if (page->size >= 3 && memcmp(page->bytes, "\xEF\xBB\xBF", 3) == 0)
        reader->at += 3;
    skip_spaces(reader);
    while (reader->at < reader->limit && !is_over(page))
        if (reader->mode == NORMAL && *reader->at == '<')
            read_markup(page);
        else
            read_text(page);
    while (current(reader) >= 0 && !is_over(page))
        close_current(page);
    return page->failed ? -1 : finish(page);
}

static int copy_page(Page *page, const char *bytes, size_t size)
{
    const char *comment = PyBytes_AS_STRING(end_of_page);
    page->room = size + strlen(comment) + sizeof "<!---->";
    page->bytes = take_room(page->room);
    if (page->bytes == NULL) {
        PyErr_NoMemory();
        return -1;
    }
    memcpy(page->bytes, bytes, size);
    page->size = size + (size_t)sprintf(page->bytes + size, "<!--%s-->", comment);
    return 0;
}

/* ---- from and to Python ---- */

static int begin(Page *page)
{
    page->space = SPACE;
    page->tags = PyDict_New();
    page->attribute_names = PyList_New(0);
    page->text = PyList_New(0);
    page->head = PyDict_New();
    page->source = PyList_New(0);
    if (!page->tags || !page->attribute_names || !page->text || !page->head || !page->source)
        return -1;
    Reader *reader = &page->reader;
    int root = number_of_name(&page->names, "", 0); /* element 0, which has no tag */
    if (root < 0 || open_element(page, &page->names.items[root], NULL) < 0)
        return -1;
    reader->html = number_of_name(&page->names, "html", 4);
    reader->head = number_of_name(&page->names, "head", 4);
    reader->body = number_of_name(&page->names, "body", 4);
    return reader->html < 0 || reader->head < 0 || reader->body < 0 ? -1 : 0;
}

static void clear(Page *page)
{
    Buffer *buffers[] = {&page->tag,       &page->parent, &page->opened, &page->closed,
                         &page->node,      &page->spaced, &page->stack,  &page->pieces,
                         &page->kept,      &page->values, &page->first_attribute,
                         &page->attribute, &page->value_end, &page->inset,
                         &page->reader.current, &page->reader.value, &page->reader.name,
                         &page->reader.place};
    for (size_t i = 0; i < sizeof buffers / sizeof *buffers; i++)
        PyMem_Free(buffers[i]->items);
    give_room(page->bytes, page->room);
    PyMem_Free(page->reader.pairs);
    for (uint32_t i = 0; i < page->names.count; i++)
        Py_DECREF(page->names.items[i].string);
    PyMem_Free(page->names.items);
    PyMem_Free(page->names.slots);
    Py_XDECREF(page->tags);
    Py_XDECREF(page->attribute_names);
    Py_XDECREF(page->text);
    Py_XDECREF(page->head);
    Py_XDECREF(page->source);
    Py_XDECREF(page->keep_as);
    Py_XDECREF(page->playing);
}

static PyObject *as_array(const char *type, const Buffer *buffer)
{
    if (PyErr_Occurred()) /* a previous array could not be created */
        return NULL;
    PyObject *made = PyObject_CallFunction(array_type, "s", type);
    if (made == NULL || buffer->size == 0)
        return made;
    PyObject *bytes = PyMemoryView_FromMemory(buffer->items, (Py_ssize_t)buffer->size, PyBUF_READ);
    PyObject *done = bytes ? PyObject_CallMethod(made, "frombytes", "N", bytes) : NULL;
    if (done == NULL)
        Py_CLEAR(made);
    Py_XDECREF(done);
    return made;
}

/* The fields of Columns in order, and whether the end of the page was reached. */
static PyObject *columns(const Page *page)
{
    PyObject *finished = page->finished && !page->stopped ? Py_True : Py_False;
    return Py_BuildValue("(NONNNONNONO)(ONNNN)O", as_array("i", &page->tag), page->tags,
                         as_array("i", &page->parent), as_array("i", &page->opened),
                         as_array("i", &page->closed), page->text, as_array("i", &page->node),
                         as_array("b", &page->spaced), page->head,
                         as_array("i", &page->inset), page->source, page->attribute_names,
                         as_array("i", &page->first_attribute), as_array("i", &page->attribute),
                         as_array("i", &page->value_end), as_array("B", &page->values), finished);
}

static PyObject *parse(PyObject *Py_UNUSED(module), PyObject *arguments)
{
    Page page = {0};
    const char *bytes;
    Py_ssize_t size;
    PyObject *found = NULL;
    if (!PyArg_ParseTuple(arguments, "y#O!On:parse", &bytes, &size, &PyDict_Type, &page.kinds,
                          &page.head_entry, &page.deepest))
        return NULL;
    if (page.deepest < 0)
        return PyErr_Format(PyExc_ValueError, "deepest: %zd is below 0", page.deepest);
    if (entities == NULL) {
        PyErr_SetString(PyExc_RuntimeError, "not connected");
        return NULL;
    }
    if (begin(&page) == 0 && copy_page(&page, bytes, (size_t)size) == 0 && read_page(&page) == 0)
        found = columns(&page);
    clear(&page);
    return found;
}

/* ---- the attributes used by features (Tree.looked_at) ---- */

typedef struct {
    const char *bytes; /* NULL: the slot is free */
    size_t size;
    int number;
} Value;

typedef struct {
    Value *slots;
    size_t mask; /* their number, a power of two, minus 1 */
    PyObject *strings;
} Values;

/* A hash of bytes of any size. Halves of words are added to random numbers and multiplied, the
   function NH of UMAC, so that no page can have values that all get one slot. */
static uint64_t hash_of_value(const char *bytes, size_t size)
{
    static const uint64_t odd = UINT64_C(0x9E3779B97F4A7C15);
    uint64_t hash = size, word = 0;
    for (size_t i = 0; i < size; i += sizeof word) {
        memcpy(&word, bytes + i, size - i < sizeof word ? size - i : sizeof word);
        uint64_t key = hash_keys[i / sizeof word % 64];
        uint32_t low = (uint32_t)word + (uint32_t)key;
        uint32_t high = (uint32_t)(word >> 32) + (uint32_t)(key >> 32);
        hash = hash * odd + (uint64_t)low * high;
    }
    return hash * odd;
}

/* The number of a value, in order of first occurrence; -1 for an error. */
static int number_of(Values *known, const char *bytes, size_t size)
{
    for (uint64_t place = hash_of_value(bytes, size) >> 32;; place++) {
        Value *slot = &known->slots[place & known->mask];
        if (slot->bytes && slot->size == size && memcmp(slot->bytes, bytes, size) == 0)
            return slot->number;
        if (slot->bytes)
            continue;
        PyObject *string = PyUnicode_DecodeUTF8(bytes, (Py_ssize_t)size, NULL);
        int status = string ? PyList_Append(known->strings, string) : -1;
        Py_XDECREF(string);
        *slot = (Value){bytes, size, (int)PyList_GET_SIZE(known->strings) - 1};
        return status < 0 ? -1 : slot->number;
    }
}

/* ([k] elements, [k] numbers of names, [k] numbers of values, distinct values) of the wanted
   attributes; the value of an address has the number -1. */
static PyObject *look_at(PyObject *Py_UNUSED(module), Arguments given, Py_ssize_t count)
{
    static const Argument arguments[] = {
        {"first", "i4", "m", ">a", 0},  {"name", "i4", "a", "w", 0},
        {"end", "i4", "a", ">v", 0},    {"values", "u1", "v", NULL, 0},
        {"wanted", "i4", "w", NULL, 0}, {"address", "number", "x", NULL, 0},
        {0}};
    Call call;
    Values known = {0};
    int ready = enter(&call, arguments, given, count);
    const int *first = call.given[0].items, *name = call.given[1].items, *end = call.given[2].items;
    const char *bytes = call.given[3].items;
    const int *wanted = call.given[4].items;
    Py_ssize_t m = call.size['m'], low = ready && m ? first[0] : 0, k = 0;
    Py_ssize_t total = ready && m ? call.size['a'] : 0;
    for (Py_ssize_t i = low; i < total; i++)
        k += wanted[name[i]] >= 0;
    call.size['k'] = k;
    int *element = ready ? result(&call, "i4", "k") : NULL;
    int *number = element ? result(&call, "i4", "k") : NULL;
    int *value = number ? result(&call, "i4", "k") : NULL;
    for (known.mask = 63; known.mask < 2 * (size_t)k;)
        known.mask = 2 * known.mask + 1;
    known.slots = value ? room(known.mask, sizeof *known.slots) : NULL;
    known.strings = known.slots ? call.made[call.results++] = PyList_New(0) : NULL;
    for (Py_ssize_t i = low, e = 0, at = 0; known.strings && i < total; i++) {
        while (e + 1 < m && first[e + 1] <= i)
            e++;
        if (wanted[name[i]] < 0)
            continue;
        int start = i ? end[i - 1] : 0;
        element[at] = (int)e;
        number[at] = wanted[name[i]];
        value[at] = -1;
        if (number[at] != call.size['x'])
            value[at] = number_of(&known, bytes + start, (size_t)(end[i] - start));
        if (value[at++] < 0 && PyErr_Occurred())
            break;
    }
    PyMem_Free(known.slots);
    return leave(&call);
}

/* [c] the attributes of each element, as a dictionary */
static PyObject *written_attributes(PyObject *Py_UNUSED(module), Arguments given, Py_ssize_t count)
{
    static const Argument wanted[] = {
        {"element", "i4", "c", "m", 0}, {"names", "strings", "w", NULL, 0},
        {"first", "i4", "m", ">a", 0},  {"name", "i4", "a", "w", 0},
        {"end", "i4", "a", ">v", 0},    {"values", "u1", "v", NULL, 0},
        {0}};
    Call call;
    int ready = enter(&call, wanted, given, count);
    const int *element = call.given[0].items, *first = call.given[2].items;
    const int *name = call.given[3].items, *end = call.given[4].items;
    const char *bytes = call.given[5].items;
    Py_ssize_t size = ready ? call.size['c'] : 0;
    PyObject *found = ready ? call.made[call.results++] = PyList_New(size) : NULL;
    for (Py_ssize_t i = 0; found && !PyErr_Occurred() && i < size; i++) {
        Py_ssize_t e = element[i], last = e + 1 < call.size['m'] ? first[e + 1] : call.size['a'];
        PyObject *one = PyDict_New();
        for (Py_ssize_t k = first[e]; one && k < last; k++) {
            int start = k ? end[k - 1] : 0;
            PyObject *value = PyUnicode_DecodeUTF8(bytes + start, end[k] - start, "replace");
            if (value == NULL || PyDict_SetItem(one, call.given[1].strings[name[k]], value) < 0)
                Py_CLEAR(one);
            Py_XDECREF(value);
        }
        if (one)
            PyList_SET_ITEM(found, i, one);
    }
    return leave(&call);
}

/* ([k] elements, values) of all attributes of a name */
static PyObject *values_named(PyObject *Py_UNUSED(module), Arguments given, Py_ssize_t count)
{
    static const Argument wanted[] = {
        {"number", "number", "x", NULL, 0}, {"names", "number", "w", NULL, 0},
        {"first", "i4", "m", ">a", 0},      {"name", "i4", "a", "w", 0},
        {"end", "i4", "a", ">v", 0},        {"values", "u1", "v", NULL, 0},
        {0}};
    Call call;
    int ready = enter(&call, wanted, given, count);
    const int *first = call.given[2].items, *name = call.given[3].items;
    const int *end = call.given[4].items;
    const char *bytes = call.given[5].items;
    Py_ssize_t m = call.size['m'], low = ready && m ? first[0] : 0, k = 0;
    Py_ssize_t total = ready && m ? call.size['a'] : 0;
    for (Py_ssize_t i = low; i < total; i++)
        k += name[i] == call.size['x'];
    call.size['k'] = k;
    int *element = ready ? result(&call, "i4", "k") : NULL;
    PyObject *found = element ? call.made[call.results++] = PyList_New(k) : NULL;
    for (Py_ssize_t i = low, e = 0, at = 0; found && i < total; i++) {
        if (name[i] != call.size['x'])
            continue;
        while (e + 1 < m && first[e + 1] <= i)
            e++;
        int start = i ? end[i - 1] : 0;
        PyObject *value = PyUnicode_DecodeUTF8(bytes + start, end[i] - start, "replace");
        if (value == NULL)
            break;
        element[at] = (int)e;
        PyList_SET_ITEM(found, at++, value);
    }
    return leave(&call);
}

static int find_array_type(void)
{
    PyObject *array = PyImport_ImportModule("array");
    array_type = array ? PyObject_GetAttrString(array, "array") : NULL;
    Py_XDECREF(array);
    return array_type != NULL;
}

static PyObject *connect(PyObject *Py_UNUSED(module), PyObject *arguments)
{
    PyObject *given[5];
    if (!PyArg_ParseTuple(arguments, "UO!OOO!:connect", &given[0], &PyBytes_Type, &given[1],
                          &given[2], &given[3], &PyDict_Type, &given[4]))
        return NULL;
    Py_XSETREF(invisible, Py_NewRef(given[0]));
    Py_XSETREF(end_of_page, Py_NewRef(given[1]));
    Py_XSETREF(embedded, Py_NewRef(given[2]));
    Py_XSETREF(player, Py_NewRef(given[3]));
    if (!PyType_Check(embedded) || !PyType_IsSubtype((PyTypeObject *)embedded, &PyTuple_Type)) {
        PyErr_SetString(PyExc_TypeError, "connect: expected a named tuple");
        return NULL;
    }
    if (!find_array_type() || (entities == NULL && !draw_hash_keys()) || !know_entities(given[4]))
        return NULL;
    know_tags();
    Py_RETURN_NONE;
}

PART(parse, {"connect", connect, METH_VARARGS, NULL}, {"parse", parse, METH_VARARGS, NULL},
     DOOR(look_at), DOOR(written_attributes), DOOR(values_named))
