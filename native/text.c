/* The kernels that read text: victor/text/statistics.py, and parts of segment.py and of the features.

   Strings are read as Python keeps them, one, two or four bytes a character. */

#include "kernels.h"

typedef PyObject *const *Arguments;

/* Bits of victor/text/characters.py. */
enum {
    ALPHA = 1,
    NUM = 2,
    PUNCT = 4,
    WHITE = 8,
    OTHER = 16,
    UPPER = 32,
    LOWER = 64,
    STOP = 128,
    WIDE_STOP = 256,
    CLOSING = 512,
    IDEOGRAPH = 1024,
    KANA = 2048,
    SOUTH_EAST = 4096,
    WORD = ALPHA | NUM,
    UNSPACED = IDEOGRAPH | KANA | SOUTH_EAST,
};

static const uint64_t BASE = UINT64_C(0x9E3779B97F4A7C15); /* of victor/text/hashing.py */

/* ---- classes of characters ---- */

typedef struct {
    const uint16_t *bits;  /* [0x110000], 0 where a character was not met yet */
    const uint32_t *small; /* [0x110000] its small letter */
    PyObject *learn;       /* fills both for one character */
} Classes;

static int classes(Held *held, Classes *found, Arguments given)
{
    Py_ssize_t sizes[2] = {0};
    found->bits = input(held, given[0], 2, &sizes[0]);
    found->small = found->bits ? input(held, given[1], 4, &sizes[1]) : NULL;
    found->learn = given[2];
    return found->small && sizes[0] == 0x110000 && sizes[1] == 0x110000;
}

/* 0 is an error. */
static unsigned bits_of(const Classes *known, Py_UCS4 character)
{
    unsigned bits = known->bits[character];
    if (bits)
        return bits;
    PyObject *done = PyObject_CallFunction(known->learn, "I", (unsigned)character);
    Py_XDECREF(done);
    return done ? known->bits[character] : 0;
}

static PyObject *string_at(PyObject *list, Py_ssize_t place)
{
    PyObject *string = PyList_GET_ITEM(list, place);
    if (PyUnicode_Check(string))
        return string;
    PyErr_SetString(PyExc_TypeError, "expected a list of strings");
    return NULL;
}

static int is_list(PyObject *object)
{
    if (PyList_Check(object))
        return 1;
    PyErr_SetString(PyExc_TypeError, "expected a list");
    return 0;
}

/* ---- counts: victor/text/statistics.py ---- */

/* Rows of what `counts` gives; the order is that of COLUMNS there. */
enum {
    LENGTH,
    ALPHAS,
    NUMS,
    PUNCTS,
    WHITES,
    OTHERS,
    TOKENS,
    ALPHA_TOKENS,
    NUM_TOKENS,
    MIXED_TOKENS,
    OTHER_TOKENS,
    SPACED_WORDS,
    IDEOGRAPHS,
    KANAS,
    SOUTH_EASTS,
    CAPITALS,
    UPPERS,
    WORD_RUN,
    SENTENCES,
    BEGINS,
    ENDS,
    ROWS
};

typedef struct {
    unsigned seen;  /* bits within the token */
    unsigned first; /* bits of its first character */
    int run;        /* tokens of letters alone up to it */
} Token;

static void end_token(Token *token, int *row)
{
    unsigned seen = token->seen;
    if (!seen)
        return;
    int letters = (seen & ALPHA) != 0, digits = (seen & NUM) != 0;
    row[TOKENS]++;
    row[letters ? digits ? MIXED_TOKENS : ALPHA_TOKENS : digits ? NUM_TOKENS : OTHER_TOKENS]++;
    row[SPACED_WORDS] += seen & WORD && !(seen & UNSPACED);
    row[CAPITALS] += (token->first & UPPER) != 0;
    row[UPPERS] += (seen & (UPPER | LOWER)) == UPPER;
    token->run = letters && !digits ? token->run + 1 : 0;
    if (token->run > row[WORD_RUN])
        row[WORD_RUN] = token->run;
    token->seen = 0;
}

/* Characters that count, added up as victor/text/hashing.py does. */
typedef struct {
    uint64_t sum, power;
} Hash;

static void hash(Hash *hash, uint64_t value)
{
    hash->sum += value * hash->power;
    hash->power *= BASE;
}

/* The key of a text without letters: all that is not white counts. */
static uint64_t solid_key(int kind, const void *data, Py_ssize_t size, const Classes *known)
{
    Hash solid = {0, 1};
    for (Py_ssize_t i = 0; i < size; i++) {
        Py_UCS4 character = PyUnicode_READ(kind, data, i);
        if (!(known->bits[character] & WHITE))
            hash(&solid, character);
    }
    return solid.sum;
}

static int ends_sentence(unsigned bits, unsigned after)
{
    return (bits & STOP && after & (WHITE | CLOSING)) ||
           (bits & WIDE_STOP && !(after & WIDE_STOP));
}

static int count_block(PyObject *text, const Classes *known, int *row, uint64_t *key)
{
    int kind = PyUnicode_KIND(text), begun = 0;
    const void *data = PyUnicode_DATA(text);
    Py_ssize_t size = PyUnicode_GET_LENGTH(text);
    int seen[2 * OTHER] = {0}; /* characters by class: they have one bit each */
    Token token = {0};
    Hash letters = {0, 1};
    unsigned last = 0; /* bits of the last character that is neither white nor closing */
    unsigned bits = size ? bits_of(known, PyUnicode_READ(kind, data, 0)) : 0, after;
    for (Py_ssize_t i = 0; i < size; i++, bits = after) {
        after = WHITE;
        if (bits && i + 1 < size)
            after = bits_of(known, PyUnicode_READ(kind, data, i + 1));
        if (!bits || !after)
            return -1;
        seen[bits & (2 * OTHER - 1)]++;
        if (bits & WHITE) {
            end_token(&token, row);
            continue;
        }
        token.first = token.seen ? token.first : bits;
        token.seen |= bits;
        if (bits & ALPHA)
            hash(&letters, PyUnicode_READ(kind, data, i));
        if (bits & (STOP | WIDE_STOP))
            row[SENTENCES] += ends_sentence(bits, after);
        if (bits & WORD && !begun)
            begun = 1 + !(bits & LOWER); /* 2: with a capital, or in a script without */
        if (bits & UNSPACED)
            row[bits & IDEOGRAPH ? IDEOGRAPHS : bits & KANA ? KANAS : SOUTH_EASTS]++;
        last = bits & CLOSING ? last : bits;
    }
    end_token(&token, row);
    row[LENGTH] = (int)size;
    row[ALPHAS] = seen[ALPHA];
    row[NUMS] = seen[NUM];
    row[PUNCTS] = seen[PUNCT];
    row[WHITES] = seen[WHITE];
    row[OTHERS] = seen[OTHER];
    row[BEGINS] = begun == 2;
    row[ENDS] = (last & (STOP | WIDE_STOP)) != 0;
    *key = row[ALPHAS] ? letters.sum : solid_key(kind, data, size, known);
    return 0;
}

/* ([ROWS, n] counts, [n] keys) of the blocks' texts. (text, bits, small, learn) */
static PyObject *text_stats(PyObject *Py_UNUSED(module), Arguments given, Py_ssize_t count)
{
    Held held = {.count = 0};
    Classes known;
    PyObject *table = NULL, *hashes = NULL;
    int ready = expect(count, 4) && is_list(given[0]) && classes(&held, &known, given + 1);
    Py_ssize_t n = ready ? PyList_GET_SIZE(given[0]) : 0;
    int *out = ready ? output(&held, &table, "i4", 4, ROWS, n) : NULL;
    uint64_t *keys = out ? output(&held, &hashes, "u8", 8, n, -1) : NULL;
    for (Py_ssize_t i = 0; keys && i < n; i++) {
        int row[ROWS] = {0};
        PyObject *text = string_at(given[0], i);
        if (text == NULL || count_block(text, &known, row, &keys[i]) < 0)
            break;
        for (int r = 0; r < ROWS; r++)
            out[r * n + i] = row[r];
    }
    PyObject *both = keys && !PyErr_Occurred() ? PyTuple_Pack(2, table, hashes) : NULL;
    Py_XDECREF(table);
    Py_XDECREF(hashes);
    return finish(&held, both, both != NULL);
}

/* ---- words that blocks share with some texts: victor/features/title.py ---- */

enum { MOST_TEXTS = 8 };

typedef struct {
    uint64_t hash;
    int texts; /* bits: which of the texts have it; 0: the slot is free */
    int block; /* that had it last */
} Word;

typedef struct {
    Word *slots;
    size_t mask; /* their number, a power of two, less 1 */
    int texts;
    double size[MOST_TEXTS]; /* words of each text, each once */
    /* of the block at hand */
    int block;
    double inside[MOST_TEXTS], covered[MOST_TEXTS], total;
} Shared;

static Word *slot_of(const Shared *shared, uint64_t hash)
{
    for (uint64_t place = hash ^ hash >> 29;; place++) {
        Word *slot = &shared->slots[place & shared->mask];
        if (!slot->texts || slot->hash == hash)
            return slot;
    }
}

static void look_up(Shared *shared, uint64_t hash)
{
    Word *word = slot_of(shared, hash);
    int fresh = word->texts && word->block != shared->block;
    shared->total++;
    for (int k = 0; word->texts && k < shared->texts; k++) {
        shared->inside[k] += word->texts >> k & 1;
        shared->covered[k] += fresh && word->texts >> k & 1;
    }
    word->block = shared->block;
}

/* Adds a word of text number `block`. */
static void add_word(Shared *shared, uint64_t hash)
{
    Word *word = slot_of(shared, hash);
    int bit = 1 << shared->block;
    shared->size[shared->block] += !(word->texts & bit);
    word->hash = hash;
    word->texts |= bit;
    word->block = -1;
}

/* Calls `each` with the hash of every word, in small letters. */
static int words_of(PyObject *text, const Classes *known, Shared *shared,
                    void (*each)(Shared *, uint64_t))
{
    int kind = PyUnicode_KIND(text), inside = 0, alone = 0;
    const void *data = PyUnicode_DATA(text);
    Py_ssize_t size = PyUnicode_GET_LENGTH(text);
    Hash word = {0, 1};
    for (Py_ssize_t i = 0; i < size; i++) {
        Py_UCS4 character = PyUnicode_READ(kind, data, i);
        unsigned bits = bits_of(known, character);
        if (!bits)
            return -1;
        int belongs = (bits & WORD) != 0, single = (bits & UNSPACED) != 0;
        if (inside && (!belongs || single || alone)) {
            each(shared, word.sum);
            word = (Hash){0, 1};
        }
        if (belongs)
            hash(&word, known->small[character]);
        inside = belongs;
        alone = single;
    }
    if (inside)
        each(shared, word.sum);
    return 0;
}

static int make_slots(PyObject *texts, Shared *shared)
{
    size_t most = 16; /* words: fewer than characters */
    for (Py_ssize_t k = 0; k < shared->texts; k++) {
        PyObject *text = string_at(texts, k);
        most += text ? (size_t)PyUnicode_GET_LENGTH(text) : 0;
    }
    shared->mask = 31;
    while (shared->mask < 2 * most)
        shared->mask = 2 * shared->mask + 1;
    shared->slots = PyErr_Occurred() ? NULL : PyMem_Calloc(shared->mask + 1, sizeof(Word));
    if (shared->slots == NULL && !PyErr_Occurred())
        PyErr_NoMemory();
    return shared->slots ? 0 : -1;
}

static int read_texts(PyObject *texts, const Classes *known, Shared *shared)
{
    for (shared->block = 0; shared->block < shared->texts; shared->block++) {
        PyObject *text = string_at(texts, shared->block);
        if (text == NULL || words_of(text, known, shared, add_word) < 0)
            return -1;
    }
    return 0;
}

/* [2, texts, n] of each text and block: the share of the block's words that the text has, and of
   the text's, each counted once, that the block has; 0 for blocks that are not asked for. (text, asked [n], texts, bits, small, learn) */
static PyObject *shared_words(PyObject *Py_UNUSED(module), Arguments given, Py_ssize_t count)
{
    Held held = {.count = 0};
    Classes known;
    PyObject *made = NULL;
    Py_ssize_t n = 0;
    Shared shared = {0};
    int ready = expect(count, 6) && is_list(given[0]) && is_list(given[2]) &&
                classes(&held, &known, given + 3);
    const char *asked = ready ? input(&held, given[1], 1, &n) : NULL;
    shared.texts = asked ? (int)PyList_GET_SIZE(given[2]) : 0;
    int k = shared.texts, fits = asked && n == PyList_GET_SIZE(given[0]) && k <= MOST_TEXTS;
    double *out = fits ? output(&held, &made, "f8", 8, 2, k * n) : NULL;
    if (out && make_slots(given[2], &shared) == 0 && read_texts(given[2], &known, &shared) == 0) {
        for (Py_ssize_t i = 0; i < n; i++) {
            PyObject *text = string_at(given[0], i);
            shared.block = (int)i;
            shared.total = 0;
            memset(shared.inside, 0, sizeof shared.inside);
            memset(shared.covered, 0, sizeof shared.covered);
            if (text == NULL || (asked[i] && words_of(text, &known, &shared, look_up) < 0))
                break;
            for (int t = 0; t < k; t++) {
                double whole = shared.size[t];
                out[t * n + i] = shared.total ? shared.inside[t] / shared.total : 0;
                out[(k + t) * n + i] = whole ? shared.covered[t] / whole : 0;
            }
        }
    }
    PyMem_Free(shared.slots);
    return finish(&held, made, out != NULL);
}

/* ---- cues in names: victor/features/attribute.py ---- */

static int is_small(Py_UCS4 c)
{
    return c >= 'a' && c <= 'z';
}

static int is_capital(Py_UCS4 c)
{
    return c >= 'A' && c <= 'Z';
}

typedef struct {
    const uint64_t *hashes; /* [v] in order */
    const int *bits;        /* [v] */
    Py_ssize_t count;
} Vocabulary;

static int bits_of_word(const Vocabulary *known, uint64_t hash)
{
    Py_ssize_t low = 0, high = known->count;
    while (low < high) {
        Py_ssize_t middle = (low + high) / 2;
        if (known->hashes[middle] < hash)
            low = middle + 1;
        else
            high = middle;
    }
    return low < known->count && known->hashes[low] == hash ? known->bits[low] : 0;
}

static int cues_of(PyObject *value, const Vocabulary *known)
{
    int kind = PyUnicode_KIND(value), found = 0, joined = 0, inside = 0;
    const void *data = PyUnicode_DATA(value);
    Py_ssize_t size = PyUnicode_GET_LENGTH(value);
    Hash word = {0, 1}, before = {0, 1}; /* `before`: the word before it in the same name */
    Py_UCS4 last = ' ', next = size ? PyUnicode_READ(kind, data, 0) : ' ';
    for (Py_ssize_t i = 0; i <= size; i++) {
        Py_UCS4 here = next;
        next = i + 1 < size ? PyUnicode_READ(kind, data, i + 1) : ' ';
        int small = is_small(here), capital = is_capital(here);
        int goes_on = (small && (is_small(last) || is_capital(last))) ||
                      (capital && is_capital(last) && !is_small(next));
        if (inside && !goes_on) {
            found |= bits_of_word(known, word.sum);
            if (joined)
                found |= bits_of_word(known, before.sum + before.power * word.sum);
            before = word;
            joined = 1;
        }
        if (small || capital) {
            if (!goes_on)
                word = (Hash){0, 1};
            hash(&word, here | 0x20);
        } else if (here == ' ' || (here >= '\t' && here <= '\r' && here != '\v'))
            joined = 0;
        inside = small || capital;
        last = here;
    }
    return found;
}

/* [v] the cues in each value. (values, hashes, bits) */
static PyObject *cues_in(PyObject *Py_UNUSED(module), Arguments given, Py_ssize_t count)
{
    Held held = {.count = 0};
    PyObject *made = NULL;
    Py_ssize_t size = 0;
    Vocabulary known = {0};
    int ready = expect(count, 3) && is_list(given[0]);
    known.hashes = ready ? input(&held, given[1], 8, &known.count) : NULL;
    known.bits = known.hashes ? input(&held, given[2], 4, &size) : NULL;
    Py_ssize_t n = known.bits ? PyList_GET_SIZE(given[0]) : 0;
    int *out = known.bits && size == known.count ? output(&held, &made, "i4", 4, n, -1) : NULL;
    for (Py_ssize_t i = 0; out && i < n; i++) {
        PyObject *value = string_at(given[0], i);
        if (value == NULL)
            break;
        out[i] = cues_of(value, &known);
    }
    return finish(&held, made, out != NULL);
}

/* ---- texts of blocks: victor/tree/segment.py ---- */

static int is_white(Py_UCS4 character)
{
    return Py_UNICODE_ISSPACE(character) != 0;
}

static Py_ssize_t stripped(PyObject *text)
{
    int kind = PyUnicode_KIND(text);
    const void *data = PyUnicode_DATA(text);
    Py_ssize_t low = 0, high = PyUnicode_GET_LENGTH(text);
    while (low < high && is_white(PyUnicode_READ(kind, data, low)))
        low++;
    while (high > low && is_white(PyUnicode_READ(kind, data, high - 1)))
        high--;
    return high - low;
}

/* [t] the length of each text without the white space around it. (text) */
static PyObject *stripped_lengths(PyObject *Py_UNUSED(module), Arguments given, Py_ssize_t count)
{
    Held held = {.count = 0};
    PyObject *made = NULL;
    int ready = expect(count, 1) && is_list(given[0]);
    Py_ssize_t t = ready ? PyList_GET_SIZE(given[0]) : 0;
    double *out = ready ? output(&held, &made, "f8", 8, t, -1) : NULL;
    for (Py_ssize_t i = 0; out && i < t; i++) {
        PyObject *text = string_at(given[0], i);
        if (text == NULL)
            break;
        out[i] = (double)stripped(text);
    }
    return finish(&held, made, out != NULL);
}

/* Whether two texts that nothing parts end and begin within words, the first of more letters. */
static int are_words(PyObject *before, PyObject *after)
{
    Py_ssize_t size = PyUnicode_GET_LENGTH(before);
    return size && PyUnicode_GET_LENGTH(after) &&
           Py_UNICODE_ISALNUM(PyUnicode_READ_CHAR(before, size - 1)) &&
           Py_UNICODE_ISALNUM(PyUnicode_READ_CHAR(after, 0)) && stripped(before) > 1;
}

/* [t] whether a text and the one before it stand in two elements, side by side, as two words.
   (text, node [t], spaced [t], opened [m], closed [m], within [m]) */
static PyObject *side_by_side(PyObject *Py_UNUSED(module), Arguments given, Py_ssize_t count)
{
    Held held = {.count = 0};
    PyObject *made = NULL;
    Py_ssize_t t = 0, m = 0, sizes[3] = {0};
    int ready = expect(count, 6) && is_list(given[0]);
    const int *node = ready ? input(&held, given[1], 4, &t) : NULL;
    const char *spaced = node ? input(&held, given[2], 1, &sizes[0]) : NULL;
    const int *opened = spaced ? input(&held, given[3], 4, &m) : NULL;
    const int *closed = opened ? input(&held, given[4], 4, &sizes[1]) : NULL;
    const char *within = closed ? input(&held, given[5], 1, &sizes[2]) : NULL;
    int fits = within && t == sizes[0] && t == PyList_GET_SIZE(given[0]) && m == sizes[1];
    char *out = fits && m == sizes[2] ? output(&held, &made, "?", 1, t, -1) : NULL;
    for (Py_ssize_t i = 0; out && i < t; i++) {
        int left = i ? node[i - 1] : -1, right = node[i];
        out[i] = 0;
        if (left < 0 || right < 0 || spaced[i] || closed[left] != i || opened[right] != i ||
            (within[left] && within[right]))
            continue;
        PyObject *before = string_at(given[0], i - 1), *after = string_at(given[0], i);
        if (before == NULL || after == NULL)
            break;
        out[i] = (char)are_words(before, after);
    }
    return finish(&held, made, out != NULL);
}

typedef struct {
    Py_UCS4 *items;
    Py_ssize_t size, room;
    int pending; /* white space was seen after the last item */
} Line;

static int make_room(Line *line, Py_ssize_t more)
{
    if (line->size + more <= line->room)
        return 0;
    Py_ssize_t room = 2 * (line->size + more) + 256;
    Py_UCS4 *moved = PyMem_Realloc(line->items, (size_t)room * sizeof *moved);
    if (moved == NULL) {
        PyErr_NoMemory();
        return -1;
    }
    line->items = moved;
    line->room = room;
    return 0;
}

/* Adds a text, its white space as single spaces between what is not. */
static int add_text(Line *line, PyObject *text)
{
    int kind = PyUnicode_KIND(text);
    const void *data = PyUnicode_DATA(text);
    Py_ssize_t size = PyUnicode_GET_LENGTH(text);
    if (make_room(line, 2 * size) < 0)
        return -1;
    Py_UCS4 *end = line->items + line->size;
    for (Py_ssize_t i = 0; i < size; i++) {
        Py_UCS4 character = PyUnicode_READ(kind, data, i);
        if (is_white(character)) {
            line->pending = 1;
            continue;
        }
        if (line->pending && end > line->items)
            *end++ = ' ';
        line->pending = 0;
        *end++ = character;
    }
    line->size = end - line->items;
    return 0;
}

/* Whether there is no white space but single spaces between what is not. */
static int is_normal(PyObject *text)
{
    int kind = PyUnicode_KIND(text), white = 1;
    const void *data = PyUnicode_DATA(text);
    Py_ssize_t size = PyUnicode_GET_LENGTH(text);
    for (Py_ssize_t i = 0; i < size; i++) {
        Py_UCS4 character = PyUnicode_READ(kind, data, i);
        int here = is_white(character);
        if (here && (white || character != ' '))
            return 0;
        white = here;
    }
    return !white;
}

static PyObject *join_run(PyObject *texts, const char *spaced, int low, int high, Line *line)
{
    PyObject *only = string_at(texts, low);
    if (high - low == 1 && only && is_normal(only))
        return Py_NewRef(only);
    line->size = line->pending = 0;
    for (int i = low; i < high; i++) {
        PyObject *text = string_at(texts, i);
        line->pending |= spaced[i];
        if (text == NULL || add_text(line, text) < 0)
            return NULL;
    }
    return PyUnicode_FromKindAndData(PyUnicode_4BYTE_KIND, line->items, line->size);
}

/* The blocks' texts, white space normalised. (text, spaced [t], first [n + 1]) */
static PyObject *join_texts(PyObject *Py_UNUSED(module), Arguments given, Py_ssize_t count)
{
    Held held = {.count = 0};
    Py_ssize_t t = 0, bounds = 0;
    int ready = expect(count, 3) && is_list(given[0]);
    const char *spaced = ready ? input(&held, given[1], 1, &t) : NULL;
    const int *first = spaced ? input(&held, given[2], 4, &bounds) : NULL;
    int fits = first && t == PyList_GET_SIZE(given[0]) && bounds && first[bounds - 1] <= t;
    PyObject *made = fits ? PyList_New(bounds - 1) : NULL;
    Line line = {0};
    for (Py_ssize_t i = 0; made && i < bounds - 1; i++) {
        PyObject *joined = join_run(given[0], spaced, first[i], first[i + 1], &line);
        if (joined == NULL)
            break;
        PyList_SET_ITEM(made, i, joined);
    }
    PyMem_Free(line.items);
    return finish(&held, made, made != NULL);
}

#define KERNEL(name) {#name, (PyCFunction)(void (*)(void))name, METH_FASTCALL, NULL}

static PyMethodDef methods[] = {
    KERNEL(text_stats),       KERNEL(shared_words),     KERNEL(cues_in),
    KERNEL(join_texts),   KERNEL(stripped_lengths), KERNEL(side_by_side),
    {NULL, NULL, 0, NULL},
};

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT,
    .m_name = "victor._text",
    .m_doc = "Kernels over texts, compiled.",
    .m_size = -1,
    .m_methods = methods,
};

PyMODINIT_FUNC PyInit__text(void)
{
    return make_module(&definition);
}
