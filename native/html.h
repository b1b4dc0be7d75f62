/* HTML tokens and elements, as libxml2 2.14 reports them to a parser target of lxml, which is the
   reference: the tokens are those of HTML 5 (13.2.5), the rules for tags that old pages leave out
   are older. It has no tree: elements begin and end as events, which the including file defines. */

#ifndef VICTOR_HTML_H
#define VICTOR_HTML_H

#include "doors.h"

#include <stddef.h>

/* ---- hashes of names ---- */

enum { LONGEST_NAME = 100 }; /* bytes; longer names are cut off */

/* Random in each process: with known numbers, a page could have names that all get one slot of a
   hash table, and take a time that grows with their square. */
static uint64_t hash_keys[LONGEST_NAME + 1];

static int draw_hash_keys(void)
{
    PyObject *os = PyImport_ImportModule("os");
    PyObject *drawn =
        os ? PyObject_CallMethod(os, "urandom", "n", (Py_ssize_t)sizeof hash_keys) : NULL;
    const char *bytes = drawn ? PyBytes_AsString(drawn) : NULL;
    if (bytes)
        memcpy(hash_keys, bytes, sizeof hash_keys);
    Py_XDECREF(drawn);
    Py_XDECREF(os);
    return bytes != NULL;
}

/* Multilinear hashing: two names have the same hash by a chance of 2^-32, whatever they are. */
static uint32_t hash_of(const char *bytes, size_t size)
{
    uint64_t sum = hash_keys[0];
    for (size_t i = 0; i < size; i++)
        sum += hash_keys[i + 1] * (unsigned char)bytes[i];
    return (uint32_t)(sum >> 32);
}

/* ---- what is known of tags ---- */

/* How text is read, by the names of HTML 5: with markup; with references only; without both;
   scripts, also in a comment "<!--", and in "<script>" in such a comment; to the page's end. */
enum { NORMAL, RCDATA, RAW, SCRIPT, ESCAPED, TWICE_ESCAPED, PLAINTEXT };
/* Tags around which `html`, `head` and `body` are implied otherwise than around text. */
enum { IS_HTML = 1, IS_HEAD = 2, IS_BODY = 4, OF_HEAD = 8, OF_FRAMES = 16 };
enum { TAGS = 128, SLOTS = 512, LONGEST_TAG = 12 };

typedef struct {
    char name[LONGEST_TAG];
    unsigned char is_void, mode, rank, use;
    unsigned char closed_by[TAGS]; /* start tags before which the element ends */
} Tag;

static Tag tags[TAGS]; /* number 0 is any other tag */
static unsigned char tag_slots[SLOTS];
static int tag_count;

/* Start tags that end an element if it is the current one. */
static const char *const closed_by[][2] = {
    {"a", "a fieldset table td th"},
    {"address", "dd dl dt form li ul"},
    {"b", "center p td th"},
    {"big s small strike tt", "p"},
    {"caption col", "col colgroup tbody tfoot thead tr"},
    {"colgroup", "colgroup tbody tfoot thead tr"},
    {"dd", "dt"},
    {"dir menu", "dd dl dt form ul"},
    {"dl", "form li"},
    {"dt", "dd dl"},
    {"font", "center td th"},
    {"form hr ol", "form"},
    {"h1 h2 h3 h4 h5 h6", "fieldset form li p table"},
    {"head", "a abbr acronym address b bdo big blockquote body br center cite code dd dfn dir div "
             "dl dt em fieldset font form frameset h1 h2 h3 h4 h5 h6 hr i iframe img kbd li "
             "listing map menu ol p pre q s samp small span strike strong sub sup table tt u ul "
             "var xmp"},
    {"i", "center p td th"},
    {"legend", "fieldset"},
    {"li", "li"},
    {"link style title", "body frameset"},
    {"listing pre xmp", "dd dl dt fieldset form li table ul"},
    {"option", "optgroup option"},
    {"p", "address blockquote body caption center col colgroup dd dir div dl dt fieldset form "
          "frameset h1 h2 h3 h4 h5 h6 head hr li listing menu ol p pre table tbody td tfoot th "
          "title tr ul xmp"},
    {"script", "noscript"},
    {"span", "td th"},
    {"tbody thead", "tbody tfoot"},
    {"td th", "tbody td tfoot th tr"},
    {"tfoot", "tbody"},
    {"tr", "tbody tfoot tr"},
    {"u", "p td th"},
    {"ul", "address form menu pre"},
};
typedef struct {
    unsigned char value;
    const char *names; /* of the tags that have it */
} Group;

static const char void_tags[] =
    "area base basefont br col frame hr img input isindex link meta param";
/* Ranks of end tags: they do not end an element around which one of higher rank is open. */
enum { RANK = 100 };
static const Group ranks[] = {
    {150, "div"},   {160, "td th"},     {170, "tr"},  {180, "thead tbody tfoot"},
    {190, "table"}, {200, "head body"}, {220, "html"}};
static const Group modes[] = {{RAW, "iframe noembed noframes style xmp"},
                              {RCDATA, "textarea title"},
                              {SCRIPT, "script"},
                              {PLAINTEXT, "plaintext"}};
static const Group uses[] = {{IS_HTML, "html"},
                             {IS_HEAD, "head"},
                             {IS_BODY, "body"},
                             {OF_HEAD, "script style meta link title base"},
                             {OF_FRAMES, "noframes frame frameset"}};

/* The number of a tag; 0 if nothing is known of it. */
static int tag_number(const char *name, size_t size, uint32_t hash)
{
    for (uint32_t place = hash;; place++) {
        int number = tag_slots[place % SLOTS];
        if (number == 0 || (strncmp(tags[number].name, name, size) == 0 &&
                            tags[number].name[size] == '\0'))
            return number;
        if (size >= LONGEST_TAG)
            return 0;
    }
}

/* The number of the next tag in a list of names, which is made known; 0 at the end. */
static int next_tag(const char **names)
{
    size_t size = strcspn(*names, " ");
    uint32_t hash = hash_of(*names, size), place = hash;
    int number = size ? tag_number(*names, size, hash) : -1;
    if (number == 0) {
        number = ++tag_count;
        memcpy(tags[number].name, *names, size);
        tags[number].rank = RANK;
        while (tag_slots[place % SLOTS])
            place++;
        tag_slots[place % SLOTS] = (unsigned char)number;
    }
    *names += size + ((*names)[size] == ' ');
    return number < 0 ? 0 : number;
}

/* Stores the value of each group in a member of its tags. */
static void know_groups(const Group *groups, size_t size, size_t member)
{
    int number;
    for (size_t i = 0; i < size; i++)
        for (const char *names = groups[i].names; (number = next_tag(&names)) != 0;)
            ((unsigned char *)&tags[number])[member] = groups[i].value;
}

static void know_tags(void)
{
    int number, other;
    tags[0].rank = RANK;
    for (size_t i = 0; i < sizeof closed_by / sizeof *closed_by; i++)
        for (const char *old = closed_by[i][0]; (number = next_tag(&old)) != 0;)
            for (const char *new = closed_by[i][1]; (other = next_tag(&new)) != 0;)
                tags[number].closed_by[other] = 1;
    for (const char *names = void_tags; (number = next_tag(&names)) != 0;)
        tags[number].is_void = 1;
    know_groups(ranks, sizeof ranks / sizeof *ranks, offsetof(Tag, rank));
    know_groups(modes, sizeof modes / sizeof *modes, offsetof(Tag, mode));
    know_groups(uses, sizeof uses / sizeof *uses, offsetof(Tag, use));
}

/* ---- character references ---- */

enum { ENTITIES = 8192, /* slots of the table */
       LONGEST_ENTITY = 32,
       LONGEST_LEGACY = 6 /* of the names that need no semicolon */ };

typedef struct {
    char name[LONGEST_ENTITY]; /* without the semicolon; it has at least two letters */
    char utf8[8];
    unsigned char size, stored; /* of the name; of `utf8` */
    unsigned char is_legacy;    /* whether the semicolon may be missing */
} Entity;

static Entity *entities; /* a hash table */

static Entity *entity_slot(const char *name, size_t size)
{
    for (uint32_t place = hash_of(name, size);; place++) {
        Entity *slot = &entities[place % ENTITIES];
        if (slot->size == 0 || (slot->size == size && memcmp(slot->name, name, size) == 0))
            return slot;
    }
}

/* Stores `html.entities.html5` of Python: names, with or without a semicolon, and characters. */
static int know_entities(PyObject *html5)
{
    PyObject *key, *value;
    Py_ssize_t place = 0, size, stored;
    if (entities == NULL && (entities = PyMem_Calloc(ENTITIES, sizeof *entities)) == NULL)
        return PyErr_NoMemory() != NULL;
    if (PyDict_GET_SIZE(html5) > ENTITIES / 2)
        return fail(PyExc_ValueError, "html5", "too many");
    while (PyDict_Next(html5, &place, &key, &value)) {
        const char *name = PyUnicode_AsUTF8AndSize(key, &size);
        const char *utf8 = name ? PyUnicode_AsUTF8AndSize(value, &stored) : NULL;
        if (utf8 == NULL)
            return 0;
        if (size < 2 || size > LONGEST_ENTITY || stored > (Py_ssize_t)sizeof entities->utf8)
            return fail(PyExc_ValueError, "html5", "too short or too long");
        int is_legacy = name[size - 1] != ';';
        size -= !is_legacy;
        Entity *slot = entity_slot(name, (size_t)size);
        memcpy(slot->name, name, (size_t)size);
        memcpy(slot->utf8, utf8, (size_t)stored);
        slot->size = (unsigned char)size;
        slot->stored = (unsigned char)stored;
        slot->is_legacy |= (unsigned char)is_legacy;
    }
    return 1;
}

static size_t write_utf8(uint32_t character, char *out)
{
    static const uint16_t windows[32] = { /* windows-1252 from 0x80, as pages mean these numbers */
        0x20AC, 0x0081, 0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030, 0x0160,
        0x2039, 0x0152, 0x008D, 0x017D, 0x008F, 0x0090, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022,
        0x2013, 0x2014, 0x02DC, 0x2122, 0x0161, 0x203A, 0x0153, 0x009D, 0x017E, 0x0178};
    if (character >= 0x80 && character < 0xA0)
        character = windows[character - 0x80];
    else if (character == 0 || character > 0x10FFFF || (character >= 0xD800 && character < 0xE000))
        character = 0xFFFD;
    int more = character < 0x80 ? 0 : character < 0x800 ? 1 : character < 0x10000 ? 2 : 3;
    static const unsigned char first[] = {0, 0xC0, 0xE0, 0xF0};
    for (int i = more; i > 0; i--, character >>= 6)
        out[i] = (char)(0x80 | (character & 0x3F));
    out[0] = (char)(first[more] | character);
    return (size_t)more + 1;
}

static int digit_of(char byte, int base)
{
    int small = byte | 0x20;
    if (byte >= '0' && byte <= '9')
        return byte - '0';
    return base == 16 && small >= 'a' && small <= 'f' ? small - 'a' + 10 : -1;
}

/* The bytes of a numeric reference, and its character; 0 if it is none. `at` is after the "#". */
static size_t numeric(const char *at, const char *end, char *out, size_t *size)
{
    const char *from = at;
    int base = at < end && (*at | 0x20) == 'x' ? 16 : 10;
    at += base == 16;
    if (at >= end || digit_of(*at, base) < 0)
        return 0;
    uint32_t character = 0;
    for (int digit; at < end && (digit = digit_of(*at, base)) >= 0; at++)
        if (character < 0x110000)
            character = character * (uint32_t)base + (uint32_t)digit;
    at += at < end && *at == ';';
    *size = write_utf8(character, out);
    return (size_t)(at - from);
}

static int is_letter(char byte)
{
    return (byte | 0x20) >= 'a' && (byte | 0x20) <= 'z';
}

static int is_alphanumeric(char byte)
{
    return (byte >= '0' && byte <= '9') || is_letter(byte);
}

/* The bytes of a character reference, and its characters (at most 8 bytes); 0 if it is none. It
   starts at "&". In an attribute, letters after a legacy name belong to a URL. */
static size_t reference(const char *at, const char *end, int in_attribute, char *out, size_t *size)
{
    const char *name = at + 1;
    if (name < end && *name == '#') {
        size_t more = numeric(name + 1, end, out, size);
        return more ? more + 2 : 0;
    }
    size_t length = 0;
    while (name + length < end && length < LONGEST_ENTITY && is_alphanumeric(name[length]))
        length++;
    for (int is_whole = 1; length >= 2; length--, is_whole = 0) {
        char next = name + length < end ? name[length] : '\0';
        if (!is_whole && length > LONGEST_LEGACY)
            length = LONGEST_LEGACY, next = name[length];
        const Entity *found = entity_slot(name, length);
        int is_closed = next == ';';
        int may_end = found->is_legacy && !(in_attribute && (is_alphanumeric(next) || next == '='));
        if (found->size && (is_closed || may_end)) {
            memcpy(out, found->utf8, found->stored);
            *size = found->stored;
            return 1 + length + (size_t)is_closed;
        }
    }
    return 0;
}

#endif
