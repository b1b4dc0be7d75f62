/* The doors of texts: statistics, blocks, words in common, cues in names.

   Strings are read as Python stores them, with one, two or four bytes per character. */

#include "doors.h"

/* ---- classes of characters: victor/text/characters.py ---- */

#define BITS(X)                                                                                    \
    X(ALPHA, 1) X(NUM, 2) X(PUNCT, 4) X(WHITE, 8) X(OTHER, 16) X(UPPER, 32) X(LOWER, 64)           \
    X(STOP, 128) X(WIDE_STOP, 256) X(CLOSING, 512) X(IDEOGRAPH, 1024) X(KANA, 2048)                \
    X(SOUTH_EAST, 4096)
#define AS_ENUM(name, value) name = value,
#define AS_CONSTANT(name, value) {#name, value, NULL},

enum { BITS(AS_ENUM) WORD = ALPHA | NUM, UNSPACED = IDEOGRAPH | KANA | SOUTH_EAST };

/* The rows of the table of `text_stats`: victor/text/statistics.py. */
#define ROWS(X)                                                                                    \
    X(length) X(alpha) X(num) X(punct) X(white) X(other) X(tokens) X(alpha_tokens) X(num_tokens)   \
    X(mixed_tokens) X(other_tokens) X(spaced_words) X(ideographs) X(kana) X(south_east)            \
    X(capitals) X(uppers) X(word_run) X(sentences) X(begins) X(ends)
#define AS_ROW(name) row_##name,
#define AS_NAME(name) #name " "

enum { ROWS(AS_ROW) ROW_COUNT };

static const uint64_t BASE = UINT64_C(0x9E3779B97F4A7C15); /* victor/text/hashing.py */

enum { MOST_TEXTS = 8 }; /* victor/features/title_words.py */

/* Uses of elements in the text: victor/document/kinds/elements.py. */
#define USES(X)                                                                                    \
    X(LIST, 1) X(DEFINITIONS, 2) X(ITEM, 4) X(LINE, 8) X(CAPTION, 16) X(TABLE, 32) X(ROW, 64)      \
    X(CELL, 128) X(LEVEL, 256) X(BREAK, 512) X(RULE, 1024) X(PART, 2048)              \
    X(LINK, 4096) X(HOLDER, 8192) X(FIGURE, 16384)

enum { USES(AS_ENUM) LISTS = LIST | DEFINITIONS, OF_TAGS = LEVEL | BREAK | RULE };

enum { LONG_BLOCK = 25, SHORT_BLOCK = 6, SEARCHED = 20000 }; /* victor/document/page_type.py */

static const Constant constants[] = {
    {"SIGNS", 0, "$ \xE2\x82\xAC \xC2\xA3 ? 202"},
    {"LONG_BLOCK", LONG_BLOCK, NULL},
    {"SHORT_BLOCK", SHORT_BLOCK, NULL},
    {"SEARCHED", SEARCHED, NULL},
    BITS(AS_CONSTANT) USES(AS_CONSTANT) {"COLUMNS", 0, ROWS(AS_NAME)},
    {"BASE", UINT64_C(0x9E3779B97F4A7C15), NULL},
    {"MOST_TEXTS", MOST_TEXTS, NULL},
    {NULL, 0, NULL},
};

typedef struct {
    const uint16_t *bits;  /* [0x110000], 0 for characters not seen yet */
    const uint32_t *small; /* [0x110000] the lower-case letter */
    PyObject *learn;       /* fills both for one character */
} Classes;

#define CLASSES                                                                                    \
    {"bits", "u2", "c", NULL, 0}, {"small", "u4", "c", NULL, 0}, {"learn", "object", "", NULL, 0}

/* Reads the arguments from `place` on. */
static int classes(const Call *call, int place, Classes *known)
{
    *known = (Classes){call->given[place].items, call->given[place + 1].items,
                       call->given[place + 2].object};
    return call->size['c'] == 0x110000 ||
           fail(PyExc_ValueError, "bits", "expected a place for every code point");
}

/* A loop over the characters of a string, compiled once for each width of characters. */
#define ALWAYS_INLINE static inline __attribute__((always_inline))
#define BY_KIND(loop, kind, ...)                                                                   \
    ((kind) == PyUnicode_1BYTE_KIND   ? loop(PyUnicode_1BYTE_KIND, __VA_ARGS__)                    \
     : (kind) == PyUnicode_2BYTE_KIND ? loop(PyUnicode_2BYTE_KIND, __VA_ARGS__)                    \
                                      : loop(PyUnicode_4BYTE_KIND, __VA_ARGS__))

static unsigned learn(const Classes *known, Py_UCS4 character)
{
    Py_XDECREF(PyObject_CallFunction(known->learn, "I", (unsigned)character));
    if (!PyErr_Occurred() && known->bits[character] == 0)
        fail(PyExc_ValueError, "learn", "gives a character no bits");
    return PyErr_Occurred() ? 0 : known->bits[character];
}

/* The bits of a character; 0 for an error. */
static inline unsigned bits_of(const Classes *known, Py_UCS4 character)
{
    unsigned bits = known->bits[character];
    return bits ? bits : learn(known, character);
}

/* ---- statistics: victor/text/statistics.py ---- */

typedef struct {
    unsigned seen;  /* bits within the token */
    unsigned first; /* bits of its first character */
    int run;        /* successive tokens of letters up to it */
} Token;

static void end_token(Token *token, int *row)
{
    unsigned seen = token->seen;
    if (!seen)
        return;
    int letters = (seen & ALPHA) != 0, digits = (seen & NUM) != 0;
    row[row_tokens]++;
    row[letters ? digits ? row_mixed_tokens : row_alpha_tokens
        : digits ? row_num_tokens : row_other_tokens]++;
    row[row_spaced_words] += seen & WORD && !(seen & UNSPACED);
    row[row_capitals] += (token->first & UPPER) != 0;
    row[row_uppers] += (seen & (UPPER | LOWER)) == UPPER;
    token->run = letters && !digits ? token->run + 1 : 0;
    if (token->run > row[row_word_run])
        row[row_word_run] = token->run;
    token->seen = 0;
}

/* A hash of characters, as in victor/text/hashing.py. */
typedef struct {
    uint64_t sum, power;
} Hash;

static void hash(Hash *hash, uint64_t value)
{
    hash->sum += value * hash->power;
    hash->power *= BASE;
}

/* The key of a text without letters: the hash of all characters but white space. */
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

typedef struct {
    Token token;
    Hash letters;
    int begun;     /* 1: a word has; 2: not with a lower-case letter */
    unsigned last; /* bits of the last character, except white space and closing ones */
} Seen;

/* Counts a character other than white space. */
ALWAYS_INLINE void count_solid(Seen *seen, Py_UCS4 character, unsigned bits, int *row)
{
    Token *token = &seen->token;
    token->first = token->seen ? token->first : bits;
    token->seen |= bits;
    if (bits & ALPHA) {
        hash(&seen->letters, character);
        row[row_alpha]++;
    } else
        row[bits & NUM ? row_num : bits & PUNCT ? row_punct : row_other]++;
    if (bits & WORD && !seen->begun)
        seen->begun = 1 + !(bits & LOWER);
    if (bits & UNSPACED)
        row[bits & IDEOGRAPH ? row_ideographs : bits & KANA ? row_kana : row_south_east]++;
    seen->last = bits & CLOSING ? seen->last : bits;
}

/* Counts the letters from a place on to the end of their run, and returns the place after it. */
ALWAYS_INLINE Py_ssize_t count_letters(int kind, const void *data, Py_ssize_t i, Py_ssize_t size,
                                       const Classes *known, Seen *seen, int *row)
{
    Hash letters = seen->letters;
    Py_ssize_t start = i;
    unsigned all = 0, bits = 0;
    for (; i < size; i++) {
        Py_UCS4 character = PyUnicode_READ(kind, data, i);
        unsigned next = known->bits[character];
        if ((next & ~(unsigned)(UPPER | LOWER)) != ALPHA)
            break;
        hash(&letters, character);
        all |= bits = next;
    }
    seen->letters = letters;
    seen->token.seen |= all;
    seen->last = bits ? bits : seen->last;
    row[row_alpha] += (int)(i - start);
    return i;
}

ALWAYS_INLINE int count_characters(int kind, const void *data, Py_ssize_t size,
                                   const Classes *known, Seen *seen, int *row)
{
    for (Py_ssize_t i = 0; i < size; i++) {
        Py_UCS4 character = PyUnicode_READ(kind, data, i);
        unsigned bits = bits_of(known, character), after = WHITE;
        if (!bits)
            return -1;
        if (bits & WHITE) {
            row[row_white]++;
            end_token(&seen->token, row);
            continue;
        }
        count_solid(seen, character, bits, row);
        if (!(bits & (STOP | WIDE_STOP))) {
            if (bits & ALPHA)
                i = count_letters(kind, data, i + 1, size, known, seen, row) - 1;
            continue;
        }
        if (i + 1 < size)
            after = bits_of(known, PyUnicode_READ(kind, data, i + 1));
        if (!after)
            return -1;
        row[row_sentences] += ends_sentence(bits, after);
    }
    return 0;
}

static int count_block(PyObject *text, const Classes *known, int *row, uint64_t *key)
{
    int kind = PyUnicode_KIND(text);
    const void *data = PyUnicode_DATA(text);
    Py_ssize_t size = PyUnicode_GET_LENGTH(text);
    Seen seen = {.letters = {0, 1}};
    if (BY_KIND(count_characters, kind, data, size, known, &seen, row) < 0)
        return -1;
    end_token(&seen.token, row);
    row[row_length] = (int)size;
    row[row_begins] = seen.begun == 2;
    row[row_ends] = (seen.last & (STOP | WIDE_STOP)) != 0;
    *key = row[row_alpha] ? seen.letters.sum : solid_key(kind, data, size, known);
    return 0;
}

/* ([ROW_COUNT, n] statistics, [n] keys) of texts. */
static PyObject *text_stats(PyObject *Py_UNUSED(module), Arguments given, Py_ssize_t count)
{
    static const Argument wanted[] = {{"text", "strings", "n", NULL, 0}, CLASSES, {0}};
    Call call;
    Classes known;
    int ready = enter(&call, wanted, given, count) && classes(&call, 1, &known);
    Py_ssize_t n = call.size['n'];
    call.size['r'] = ROW_COUNT;
    int *table = ready ? result(&call, "i4", "rn") : NULL;
    uint64_t *keys = table ? result(&call, "u8", "n") : NULL;
    for (Py_ssize_t i = 0; keys && i < n; i++) {
        int row[ROW_COUNT] = {0};
        if (count_block(call.given[0].strings[i], &known, row, &keys[i]) < 0)
            break;
        for (int r = 0; r < ROW_COUNT; r++)
            table[r * n + i] = row[r];
    }
    return leave(&call);
}

/* ---- words that blocks share with some texts: victor/features/title_words.py ---- */

typedef struct {
    uint64_t hash;
    int texts; /* bits: which of the texts have it; 0: the slot is free */
    int block; /* the last one that had it */
} Word;

typedef struct {
    Word *slots;
    size_t mask; /* their number, a power of two, minus 1 */
    int texts;
    double size[MOST_TEXTS]; /* distinct words of each text */
    /* of the current block */
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
    shared->total++;
    if (!word->texts)
        return;
    int fresh = word->block != shared->block;
    for (int k = 0; k < shared->texts; k++) {
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

/* Calls `each` with the hash of every word, in lower case. */
ALWAYS_INLINE int words_of(int kind, const void *data, Py_ssize_t size, const Classes *known,
                           Shared *shared, void (*each)(Shared *, uint64_t))
{
    int inside = 0, alone = 0;
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

static int add_words(PyObject *text, const Classes *known, Shared *shared)
{
    return BY_KIND(words_of, PyUnicode_KIND(text), PyUnicode_DATA(text),
                   PyUnicode_GET_LENGTH(text), known, shared, add_word);
}

static int look_up_words(PyObject *text, const Classes *known, Shared *shared)
{
    return BY_KIND(words_of, PyUnicode_KIND(text), PyUnicode_DATA(text),
                   PyUnicode_GET_LENGTH(text), known, shared, look_up);
}

/* Creates the slots, with the words of the texts. */
static int make_slots(PyObject **texts, const Classes *known, Shared *shared)
{
    size_t most = 16; /* words, of which there are fewer than characters */
    for (int k = 0; k < shared->texts; k++)
        most += (size_t)PyUnicode_GET_LENGTH(texts[k]);
    shared->mask = 31;
    while (shared->mask < 2 * most)
        shared->mask = 2 * shared->mask + 1;
    shared->slots = room(shared->mask, sizeof(Word));
    for (shared->block = 0; shared->slots && shared->block < shared->texts; shared->block++)
        if (add_words(texts[shared->block], known, shared) < 0)
            return 0;
    return shared->slots != NULL;
}

/* [2, k, n] for each text and block: the share of the block's words that the text has, and of the
   text's distinct words that the block has; 0 for blocks that are not requested. */
static PyObject *shared_words(PyObject *Py_UNUSED(module), Arguments given, Py_ssize_t count)
{
    static const Argument wanted[] = {
        {"text", "strings", "n", NULL, 0}, {"asked", "b1", "n", NULL, 0},
        {"others", "strings", "k", NULL, 0}, CLASSES, {0}};
    Call call;
    Classes known;
    Shared shared = {0};
    int ready = enter(&call, wanted, given, count) && classes(&call, 3, &known);
    if (ready && call.size['k'] > MOST_TEXTS)
        ready = fail(PyExc_ValueError, "others", "too many texts");
    Py_ssize_t n = call.size['n'];
    int k = shared.texts = ready ? (int)call.size['k'] : 0;
    const char *asked = call.given[1].items;
    call.size['r'] = 2;
    double *out = ready ? result(&call, "f8", "rkn") : NULL;
    ready = out && make_slots(call.given[2].strings, &known, &shared);
    for (Py_ssize_t i = 0; ready && i < n; i++) {
        shared.block = (int)i;
        shared.total = 0;
        memset(shared.inside, 0, sizeof shared.inside);
        memset(shared.covered, 0, sizeof shared.covered);
        if (asked[i] && look_up_words(call.given[0].strings[i], &known, &shared) < 0)
            break;
        for (int t = 0; t < k; t++) {
            double whole = shared.size[t];
            out[t * n + i] = shared.total ? shared.inside[t] / shared.total : 0;
            out[(k + t) * n + i] = whole ? shared.covered[t] / whole : 0;
        }
    }
    PyMem_Free(shared.slots);
    return leave(&call);
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

enum { SEEN = 1 << 13 };

typedef struct {
    const uint64_t *hashes; /* [v] in order */
    const int *bits;        /* [v] */
    Py_ssize_t count;
    uint64_t seen[SEEN / 64]; /* which final bits of hashes occur, which excludes most words */
} Vocabulary;

static Vocabulary vocabulary(const uint64_t *hashes, const int *bits, Py_ssize_t count)
{
    Vocabulary known = {hashes, bits, count, {0}};
    for (Py_ssize_t i = 0; i < count; i++)
        known.seen[hashes[i] % SEEN / 64] |= UINT64_C(1) << hashes[i] % 64;
    return known;
}

static int bits_of_word(const Vocabulary *known, uint64_t hash)
{
    Py_ssize_t low = 0, high = known->count;
    if (!(known->seen[hash % SEEN / 64] >> hash % 64 & 1))
        return 0;
    while (low < high) {
        Py_ssize_t middle = (low + high) / 2;
        if (known->hashes[middle] < hash)
            low = middle + 1;
        else
            high = middle;
    }
    return low < known->count && known->hashes[low] == hash ? known->bits[low] : 0;
}

ALWAYS_INLINE int cues_of(int kind, const void *data, Py_ssize_t size, const Vocabulary *known)
{
    int found = 0, joined = 0, inside = 0;
    Hash word = {0, 1}, before = {0, 1}; /* `before`: the previous word of the name */
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

/* [v] the cues in each value. */
static PyObject *cues_in(PyObject *Py_UNUSED(module), Arguments given, Py_ssize_t count)
{
    static const Argument wanted[] = {{"values", "strings", "v", NULL, 0},
                                      {"known", "u8", "h", NULL, 0},
                                      {"bits", "i4", "h", NULL, 0},
                                      {0}};
    Call call;
    int *out = enter(&call, wanted, given, count) ? result(&call, "i4", "v") : NULL;
    Py_ssize_t size = out ? call.size['h'] : 0;
    Vocabulary known = vocabulary(call.given[1].items, call.given[2].items, size);
    for (Py_ssize_t i = 0; out && i < call.size['v']; i++) {
        PyObject *value = call.given[0].strings[i];
        out[i] = BY_KIND(cues_of, PyUnicode_KIND(value), PyUnicode_DATA(value),
                         PyUnicode_GET_LENGTH(value), &known);
    }
    return leave(&call);
}

/* ---- signs in values: victor/text/cues.py ---- */

/* Two bits for each sign, for its first two characters. Matches of Shift-And (Baeza-Yates and
   Gonnet, *A new approach to text searching*, 1992) are then compared in full. */
typedef struct {
    PyObject **signs;
    Py_ssize_t count;
    uint64_t bits[256]; /* of the signs that have a given character there */
} Signs;

enum { MOST_SIGNS = 31 };
#define FIRST UINT64_C(0x5555555555555555)

static int read_signs(Signs *known)
{
    if (known->count > MOST_SIGNS)
        return fail(PyExc_ValueError, "signs", "expected at most 31");
    for (int i = 0; i < known->count; i++) {
        PyObject *sign = known->signs[i];
        if (!PyUnicode_IS_ASCII(sign) || PyUnicode_GET_LENGTH(sign) < 2)
            return fail(PyExc_ValueError, "signs", "expected ASCII, two characters or more");
        const unsigned char *text = PyUnicode_DATA(sign);
        known->bits[text[0]] |= UINT64_C(1) << 2 * i;
        known->bits[text[1]] |= UINT64_C(2) << 2 * i;
    }
    return 1;
}

ALWAYS_INLINE int is_sign_at(int kind, const void *data, Py_ssize_t left, PyObject *sign)
{
    const unsigned char *text = PyUnicode_DATA(sign);
    Py_ssize_t size = PyUnicode_GET_LENGTH(sign), same = 2;
    if (size > left)
        return 0;
    while (same < size && PyUnicode_READ(kind, data, same) == text[same])
        same++;
    return same == size;
}

ALWAYS_INLINE unsigned signs_of(int kind, const char *data, Py_ssize_t size, const Signs *known)
{
    unsigned found = 0;
    uint64_t state = 0;
    for (Py_ssize_t i = 0; i < size; i++) {
        Py_UCS4 here = PyUnicode_READ(kind, data, i);
        state = (state << 1 | FIRST) & (here < 256 ? known->bits[here] : 0);
        for (uint64_t ended = state & ~FIRST; ended; ended &= ended - 1) {
            int sign = __builtin_ctzll(ended) / 2;
            const char *start = data + (i - 1) * kind; /* a kind is a width in bytes */
            if (is_sign_at(kind, start, size - i + 1, known->signs[sign]))
                found |= 1u << sign;
        }
    }
    return found;
}

/* [v] the signs in each value. */
static PyObject *signs_in(PyObject *Py_UNUSED(module), Arguments given, Py_ssize_t count)
{
    static const Argument wanted[] = {
        {"values", "strings", "v", NULL, 0}, {"signs", "strings", "s", NULL, 0}, {0}};
    Call call;
    Signs known = {0};
    int ready = enter(&call, wanted, given, count);
    if (ready)
        known.signs = call.given[1].strings, known.count = call.size['s'];
    int *out = ready && read_signs(&known) ? result(&call, "i4", "v") : NULL;
    for (Py_ssize_t i = 0; out && i < call.size['v']; i++) {
        PyObject *value = call.given[0].strings[i];
        out[i] = (int)BY_KIND(signs_of, PyUnicode_KIND(value), PyUnicode_DATA(value),
                              PyUnicode_GET_LENGTH(value), &known);
    }
    return leave(&call);
}

enum { STRETCH = 256 };

/* Whether bytes contain a sign. Three of its characters are compared first, for all starts of a
   stretch, which compilers do many at a time. */
VECTORS static int is_within(const char *data, Py_ssize_t size, const char *sign, Py_ssize_t length)
{
    const Py_ssize_t middle = length / 2, last = length - 1, starts = size - last;
    for (Py_ssize_t low = 0; length && low < starts; low += STRETCH) {
        Py_ssize_t high = starts - low > STRETCH ? low + STRETCH : starts;
        char likely = 0;
        for (Py_ssize_t i = low; i < high; i++)
            likely |= (data[i] == sign[0]) & (data[i + middle] == sign[middle]) &
                      (data[i + last] == sign[last]);
        for (Py_ssize_t i = low; likely && i < high; i++)
            if (data[i] == sign[0] && data[i + middle] == sign[middle] &&
                !memcmp(data + i, sign, (size_t)length))
                return 1;
    }
    return length == 0;
}

/* More signs than these are looked up by their first bytes, in one pass over the bytes. */
enum { FEW_SIGNS = 16, KEY = 4, KEY_BITS = 12 };

typedef struct {
    const char *text;
    Py_ssize_t length;
    int next; /* the next sign with the same key, plus 1 */
} Sign;

static inline uint32_t key_at(const char *bytes)
{
    uint32_t key;
    memcpy(&key, bytes, KEY);
    return key * 2654435761u >> (32 - KEY_BITS);
}

/* Set, in out[s], which of many signs of KEY or more bytes are within others. */
static void find_signs(const char *data, Py_ssize_t size, Sign *signs, Py_ssize_t count, char *out)
{
    int first[1 << KEY_BITS] = {0};
    for (int i = 0; i < count; i++) {
        if (signs[i].length < KEY)
            continue;
        uint32_t key = key_at(signs[i].text);
        signs[i].next = first[key];
        first[key] = i + 1;
    }
    for (Py_ssize_t at = 0; at + KEY <= size; at++)
        for (int i = first[key_at(data + at)]; i; i = signs[i - 1].next) {
            const Sign *sign = signs + i - 1;
            if (!out[i - 1] && sign->length <= size - at)
                out[i - 1] = !memcmp(data + at, sign->text, (size_t)sign->length);
        }
}

/* [s] whether bytes contain each sign. */
static PyObject *signs_within(PyObject *Py_UNUSED(module), Arguments given, Py_ssize_t count)
{
    static const Argument wanted[] = {
        {"data", "u1", "b", NULL, 0}, {"signs", "strings", "s", NULL, 0}, {0}};
    Call call;
    char *out = enter(&call, wanted, given, count) ? result(&call, "?", "s") : NULL;
    const char *data = call.given[0].items;
    const Py_ssize_t size = call.size['b'], all = call.size['s'];
    Sign *signs = out ? room((size_t)all, sizeof *signs) : NULL;
    int are_read = signs != NULL;
    for (Py_ssize_t i = 0; are_read && i < all; i++) {
        signs[i].text = PyUnicode_AsUTF8AndSize(call.given[1].strings[i], &signs[i].length);
        are_read = signs[i].text != NULL;
    }
    const int are_many = are_read && all > FEW_SIGNS;
    for (Py_ssize_t i = 0; are_read && i < all; i++)
        out[i] = (!are_many || signs[i].length < KEY) &&
                 is_within(data, size, signs[i].text, signs[i].length);
    if (are_many)
        find_signs(data, size, signs, all, out);
    PyMem_Free(signs);
    return leave(&call);
}

/* ---- blocks: victor/tree/segment.py ---- */

static int is_white(Py_UCS4 character)
{
    return Py_UNICODE_ISSPACE(character) != 0;
}

/* Whether a character is no space, letter, digit or sign of ASCII, as nearly all are. */
static inline int is_unusual(Py_UCS4 character)
{
    return character < ' ' || character >= 0x7F;
}

/* Where a text begins and ends without the white space around it. */
typedef struct {
    Py_ssize_t low, high;
} Span;

static Span inner(PyObject *text)
{
    int kind = PyUnicode_KIND(text);
    const void *data = PyUnicode_DATA(text);
    Span span = {0, PyUnicode_GET_LENGTH(text)};
    while (span.low < span.high && is_white(PyUnicode_READ(kind, data, span.low)))
        span.low++;
    while (span.high > span.low && is_white(PyUnicode_READ(kind, data, span.high - 1)))
        span.high--;
    return span;
}

static Py_ssize_t stripped(PyObject *text)
{
    Span span = inner(text);
    return span.high - span.low;
}

/* Whether two texts are equal up to white space at the end, and not blank. */
static int is_repeated(PyObject *one, PyObject *other)
{
    if (!PyUnicode_GET_LENGTH(one) || !PyUnicode_GET_LENGTH(other) ||
        PyUnicode_READ_CHAR(one, 0) != PyUnicode_READ_CHAR(other, 0))
        return 0;
    Span span = inner(one);
    Py_ssize_t place = 0;
    if (span.low == span.high || inner(other).high != span.high)
        return 0;
    while (place < span.high && PyUnicode_READ_CHAR(one, place) == PyUnicode_READ_CHAR(other, place))
        place++;
    return place == span.high;
}

/* The chosen texts before an equal (see above) chosen text of the same block. */
static PyObject *repeated_texts(PyObject *Py_UNUSED(module), Arguments given, Py_ssize_t count)
{
    static const Argument wanted[] = {{"text", "strings", "t", NULL, 0},
                                      {"chosen", "b1", "t", NULL, 0},
                                      {"of_text", "i4", "t", NULL, 0},
                                      {0}};
    Call call;
    int ready = enter(&call, wanted, given, count);
    PyObject **text = call.given[0].strings;
    const char *chosen = call.given[1].items;
    const int *of_text = call.given[2].items;
    int *found = ready ? room((size_t)call.size['t'], sizeof *found) : NULL;
    call.size['r'] = 0;
    for (Py_ssize_t i = 0; found && i + 1 < call.size['t']; i++)
        if (chosen[i] && chosen[i + 1] && of_text[i] == of_text[i + 1] &&
            is_repeated(text[i], text[i + 1]))
            found[call.size['r']++] = (int)i;
    int *out = found ? result(&call, "i4", "r") : NULL;
    if (out)
        memcpy(out, found, (size_t)call.size['r'] * sizeof *out);
    PyMem_Free(found);
    return leave(&call);
}

static int is_among(Py_UCS4 character, const Py_UCS4 *some)
{
    while (*some && *some != character)
        some++;
    return *some != 0;
}

static Py_UCS4 last_of(PyObject *text)
{
    return PyUnicode_READ_CHAR(text, PyUnicode_GET_LENGTH(text) - 1);
}

/* Whether a text that ends with a period is the number of an item: "12.". */
static int is_item_number(PyObject *text)
{
    Span span = inner(text);
    Py_ssize_t size = span.high - span.low;
    for (Py_ssize_t i = span.low; i + 1 < span.high; i++)
        if (!Py_UNICODE_ISDECIMAL(PyUnicode_READ_CHAR(text, i)))
            return 0;
    return size > 1 && size <= 4;
}

static const Py_UCS4 ends[] = {'.', '?', '!', ':', ')', 0x2026, 0}; /* of sentences */

static int is_capitalized(PyObject *text)
{
    return PyUnicode_GET_LENGTH(text) > 1 && Py_UNICODE_ISUPPER(PyUnicode_READ_CHAR(text, 0)) &&
           Py_UNICODE_ISALPHA(PyUnicode_READ_CHAR(text, 1));
}

/* Whether a text that ends with a quotation mark ends a quotation: no mark that begins one. */
static int ends_quotation(PyObject *text)
{
    Py_ssize_t size = PyUnicode_GET_LENGTH(text);
    Py_UCS4 before = size - inner(text).low > 1 ? PyUnicode_READ_CHAR(text, size - 2) : 0;
    return Py_UNICODE_ISALNUM(before) || (before && is_among(before, ends));
}

/* Whether two texts are words, the first with several characters, or a word and an amount, or the
   number of an item and a word, or a quotation and the next sentence. */
static int are_words(PyObject *before, PyObject *after)
{
    static const Py_UCS4 signs[] = {'$', 0xA3, 0x20AC, 0xA5, 0x20B9, '#', 0};
    static const Py_UCS4 quotes[] = {'"', 0x201D, 0x201C, 0xBB, 0xAB, 0};
    Py_UCS4 last = last_of(before), first = PyUnicode_READ_CHAR(after, 0);
    if (is_among(first, signs) && PyUnicode_GET_LENGTH(after) > 1 &&
        Py_UNICODE_ISDECIMAL(PyUnicode_READ_CHAR(after, 1)))
        return Py_UNICODE_ISALNUM(last) || last == ')';
    if (last == '.' && is_item_number(before))
        return Py_UNICODE_ISALPHA(first) && !Py_UNICODE_ISLOWER(first);
    if (is_among(last, quotes))
        return ends_quotation(before) && is_capitalized(after);
    return Py_UNICODE_ISALNUM(last) && Py_UNICODE_ISALNUM(first) && stripped(before) > 1;
}

static int has_space(PyObject *text, Py_ssize_t from)
{
    for (Py_ssize_t i = from; i < PyUnicode_GET_LENGTH(text); i++)
        if (Py_UNICODE_ISSPACE(PyUnicode_READ_CHAR(text, i)))
            return 1;
    return 0;
}

/* Whether a text of several words ends like a sentence: not the path of a class in code. */
static int are_sentences(PyObject *before, PyObject *after)
{
    Py_UCS4 last = last_of(before), first = PyUnicode_READ_CHAR(after, 0);
    int is_number = Py_UNICODE_ISDECIMAL(first) && last != '.';
    return (is_number || is_capitalized(after)) && is_among(last, ends) &&
           has_space(before, inner(before).low);
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

/* Adds characters, with a single space for each run of white space, and returns their end. Each is
   written, and overwritten if it is not wanted: spaces are too irregular for branches. */
ALWAYS_INLINE Py_UCS4 *add_characters(int kind, const void *data, Py_ssize_t size, Line *line)
{
    Py_UCS4 *end = line->items + line->size;
    int after_space = line->size == 0;
    if (line->pending && !after_space) {
        *end++ = ' ';
        after_space = 1;
    }
    for (Py_ssize_t i = 0; i < size; i++) {
        Py_UCS4 character = PyUnicode_READ(kind, data, i);
        int white = character == ' ' || (is_unusual(character) && is_white(character));
        *end = white ? ' ' : character;
        end += !(white & after_space);
        after_space = white;
    }
    line->pending = after_space && end > line->items;
    return end - line->pending;
}

/* Adds a text, with a single space for each run of white space within it. */
static int add_text(Line *line, PyObject *text)
{
    Py_ssize_t size = PyUnicode_GET_LENGTH(text);
    if (make_room(line, size + 2) < 0)
        return -1;
    line->size = BY_KIND(add_characters, PyUnicode_KIND(text), PyUnicode_DATA(text), size, line) -
                 line->items;
    return 0;
}

ALWAYS_INLINE int are_normal(int kind, const void *data, Py_ssize_t size)
{
    int after_space = 1, several = 0;
    for (Py_ssize_t i = 0; i < size; i++) {
        Py_UCS4 character = PyUnicode_READ(kind, data, i);
        int space = character == ' ';
        if (is_unusual(character) && is_white(character))
            return 0;
        several |= space & after_space;
        after_space = space;
    }
    return !several && !after_space;
}

/* Whether all white space consists of single spaces within the text. */
static int is_normal(PyObject *text)
{
    Py_ssize_t size = PyUnicode_GET_LENGTH(text);
    return BY_KIND(are_normal, PyUnicode_KIND(text), PyUnicode_DATA(text), size);
}

enum { STARTS = 1, SEPARATES = 2 };

typedef struct {
    Py_ssize_t t, m;
    PyObject **text;
    const int *node, *opened, *closed;
    const char *spaced, *level, *separating, *within;
    char *marks; /* [t + 1] STARTS, SEPARATES: by the tags before each text */
} Texts;

static Py_ssize_t mark(Texts *page)
{
    Py_ssize_t blocks = 0;
    for (Py_ssize_t e = 0; e < page->m; e++) {
        char marks = (char)((page->level[e] ? STARTS : 0) | (page->separating[e] ? SEPARATES : 0));
        page->marks[page->opened[e]] |= marks;
        page->marks[page->closed[e]] |= marks;
    }
    page->marks[0] |= STARTS;
    for (Py_ssize_t i = 0; i < page->t; i++)
        blocks += page->marks[i] & STARTS;
    return blocks;
}

/* Whether no white space separates a text from the previous one, in an adjacent element, and they
   are not both parts of a word. */
static int is_adjacent(const Texts *page, Py_ssize_t i)
{
    int left = i ? page->node[i - 1] : 0, right = page->node[i];
    return i && !page->spaced[i] && page->closed[left] == i && page->opened[right] == i &&
           !(page->within[left] && page->within[right]);
}

/* Whether a text needs white space before it: it has some, or it and the previous text are two
   words, in adjacent elements. */
static int is_spaced(const Texts *page, Py_ssize_t i)
{
    if (!is_adjacent(page, i))
        return page->spaced[i] != 0;
    PyObject *before = page->text[i - 1], *after = page->text[i];
    if (!PyUnicode_GET_LENGTH(before) || !PyUnicode_GET_LENGTH(after))
        return 0;
    return are_words(before, after) || are_sentences(before, after);
}

static PyObject *join_run(const Texts *page, Py_ssize_t low, Py_ssize_t high, Line *line)
{
    if (high - low == 1 && is_normal(page->text[low]))
        return Py_NewRef(page->text[low]);
    line->size = line->pending = 0;
    for (Py_ssize_t i = low; i < high; i++) {
        line->pending |= i > low && is_spaced(page, i);
        if (add_text(line, page->text[i]) < 0)
            return NULL;
    }
    return PyUnicode_FromKindAndData(PyUnicode_4BYTE_KIND, line->items, line->size);
}

/* (the blocks' texts, [n + 1] first, [n] space_before) */
static PyObject *cut(PyObject *Py_UNUSED(module), Arguments given, Py_ssize_t count)
{
    static const Argument wanted[] = {
        {"text", "strings", "t", NULL, 0}, {"node", "i4", "t", "m", 0},
        {"spaced", "b1", "t", NULL, 0},    {"opened", "i4", "m", "=t", 0},
        {"closed", "i4", "m", "=t", 0},    {"level", "b1", "m", NULL, 0},
        {"separating", "b1", "m", NULL, 0},     {"within", "b1", "m", NULL, 0},
        {0}};
    Call call;
    Line line = {0};
    Texts page = {0};
    if (enter(&call, wanted, given, count))
        page = (Texts){call.size['t'],        call.size['m'],        call.given[0].strings,
                       call.given[1].items,   call.given[3].items,   call.given[4].items,
                       call.given[2].items,   call.given[5].items,   call.given[6].items,
                       call.given[7].items,   room((size_t)call.size['t'] + 1, 1)};
    Py_ssize_t n = call.size['n'] = page.marks ? mark(&page) : 0, low = 0;
    call.size['f'] = n + 1;
    PyObject *texts = page.marks ? call.made[call.results++] = PyList_New(n) : NULL;
    int *first = texts ? result(&call, "i4", "f") : NULL;
    char *space_before = first ? result(&call, "?", "n") : NULL;
    for (Py_ssize_t i = 0; space_before && i < n; i++) {
        Py_ssize_t high = low + 1;
        while (high < page.t && !(page.marks[high] & STARTS))
            high++;
        PyObject *joined = join_run(&page, low, high, &line);
        if (joined == NULL)
            break;
        PyList_SET_ITEM(texts, i, joined);
        first[i] = (int)low;
        space_before[i] = page.marks[low] & SEPARATES || is_spaced(&page, low);
        low = high;
    }
    if (space_before)
        first[n] = (int)page.t;
    PyMem_Free(line.items);
    PyMem_Free(page.marks);
    return leave(&call);
}

static int is_small_letter(Py_UCS4 character)
{
    return Py_UNICODE_ISLOWER(character) && Py_UNICODE_ISALPHA(character);
}

/* Whether a text and the previous one meet in small letters, in elements that do not separate. */
static int do_meet(const Texts *page, Py_ssize_t i)
{
    if (!is_adjacent(page, i) || page->separating[page->node[i - 1]] ||
        page->separating[page->node[i]])
        return 0;
    PyObject *before = page->text[i - 1], *after = page->text[i];
    return PyUnicode_GET_LENGTH(before) && PyUnicode_GET_LENGTH(after) &&
           is_small_letter(last_of(before)) && is_small_letter(PyUnicode_READ_CHAR(after, 0));
}

/* The texts that meet the next one in small letters. */
static PyObject *meeting(PyObject *Py_UNUSED(module), Arguments given, Py_ssize_t count)
{
    static const Argument wanted[] = {
        {"text", "strings", "t", NULL, 0},  {"node", "i4", "t", "m", 0},
        {"spaced", "b1", "t", NULL, 0},     {"opened", "i4", "m", "=t", 0},
        {"closed", "i4", "m", "=t", 0},     {"separating", "b1", "m", NULL, 0},
        {"within", "b1", "m", NULL, 0},     {0}};
    Call call;
    int ready = enter(&call, wanted, given, count);
    Texts page = {.t = call.size['t'],          .text = call.given[0].strings,
                  .node = call.given[1].items,   .spaced = call.given[2].items,
                  .opened = call.given[3].items, .closed = call.given[4].items,
                  .separating = call.given[5].items, .within = call.given[6].items};
    int *found = ready ? room((size_t)page.t, sizeof *found) : NULL;
    call.size['r'] = 0;
    for (Py_ssize_t i = 1; found && i < page.t; i++)
        if (do_meet(&page, i))
            found[call.size['r']++] = (int)i - 1;
    int *out = found ? result(&call, "i4", "r") : NULL;
    if (out)
        memcpy(out, found, (size_t)call.size['r'] * sizeof *out);
    PyMem_Free(found);
    return leave(&call);
}

/* ---- texts within blocks: victor/document/texts/pieces.py ---- */

/* A text without the white space around it. */
static PyObject *without_margins(PyObject *text)
{
    Span span = inner(text);
    return PyUnicode_Substring(text, span.low, span.high);
}

/* A text with a single space for each run of white space. */
static PyObject *normal(PyObject *text)
{
    PyObject *words = PyUnicode_Split(text, NULL, -1);
    PyObject *space = words ? PyUnicode_FromString(" ") : NULL;
    PyObject *joined = space ? PyUnicode_Join(space, words) : NULL;
    Py_XDECREF(words);
    Py_XDECREF(space);
    return joined;
}

static int is_space_at(PyObject *text, Py_ssize_t place)
{
    return place >= 0 && place < PyUnicode_GET_LENGTH(text) &&
           PyUnicode_READ_CHAR(text, place) == ' ';
}

/* A text with normalised white space, as in its block from `*end` on; `*end` is moved after it, and
   `*space` is set to whether a space precedes it. */
static PyObject *piece_in(PyObject *block, PyObject *text, Py_ssize_t *end, char *space)
{
    Py_ssize_t start = *end + is_space_at(block, *end);
    PyObject *piece = without_margins(text);
    int found = piece ? PyUnicode_GET_LENGTH(piece) > 0 : -1;
    if (found > 0)
        found = (int)PyUnicode_Tailmatch(block, piece, start, PY_SSIZE_T_MAX, -1);
    if (found == 0) { /* with white space to normalise, or not next */
        Py_SETREF(piece, normal(piece));
        start = piece ? PyUnicode_Find(block, piece, *end, PY_SSIZE_T_MAX, 1) : -2;
        found = start == -2 ? -1 : 1;
        start = start < 0 ? 0 : start;
    }
    if (found < 0) {
        Py_XDECREF(piece);
        return NULL;
    }
    *space = (char)is_space_at(block, start - 1);
    *end = start + PyUnicode_GET_LENGTH(piece);
    return piece;
}

/* ([c] texts with normalised white space, [c] whether a space precedes each) */
static PyObject *pieces_of(PyObject *Py_UNUSED(module), Arguments given, Py_ssize_t count)
{
    static const Argument wanted[] = {
        {"text", "strings", "t", NULL, 0},    {"number", "i4", "c", "t", 0},
        {"blocks", "strings", "n", NULL, 0},  {"block", "i4", "c", "n", 0},
        {"space_before", "b1", "n", NULL, 0}, {"first", "i4", "f", ">t", 0},
        {0}};
    Call call;
    int ready = enter(&call, wanted, given, count);
    const int *number = call.given[1].items, *of = call.given[3].items;
    const int *first = call.given[5].items;
    const char *space_before = call.given[4].items;
    if (ready && call.size['f'] != call.size['n'] + 1)
        ready = fail(PyExc_ValueError, "first", "expected one more than blocks");
    Py_ssize_t size = ready ? call.size['c'] : 0, end = 0;
    PyObject *found = ready ? call.made[call.results++] = PyList_New(size) : NULL;
    char *space = found ? result(&call, "?", "c") : NULL;
    for (Py_ssize_t i = 0; space && i < size; i++) {
        int b = of[i];
        PyObject *whole = call.given[2].strings[b];
        int is_whole = first[b + 1] - first[b] == 1;
        end = i && of[i - 1] == b ? end : 0;
        space[i] = space_before[b];
        PyObject *piece = is_whole ? Py_NewRef(whole)
                                   : piece_in(whole, call.given[0].strings[number[i]], &end,
                                              &space[i]);
        if (piece == NULL)
            break;
        if (number[i] == first[b])
            space[i] = space_before[b];
        PyList_SET_ITEM(found, i, piece);
    }
    return leave(&call);
}

/* ---- links: victor/tree/blocks.py ---- */

/* [n] the share of the chosen texts in a block's characters, without outer white space. */
static PyObject *share_of(PyObject *Py_UNUSED(module), Arguments given, Py_ssize_t count)
{
    static const Argument wanted[] = {{"text", "strings", "t", NULL, 0},
                                      {"chosen", "b1", "t", NULL, 0},
                                      {"of_text", "i4", "t", "n", 0},
                                      {"n", "number", "n", NULL, 0},
                                      {0}};
    Call call;
    int ready = enter(&call, wanted, given, count);
    const char *chosen = call.given[1].items;
    const int *of_text = call.given[2].items;
    float *out = ready ? result(&call, "f4", "n") : NULL;
    double *sums = out ? room(2 * (size_t)call.size['n'], sizeof *sums) : NULL;
    for (Py_ssize_t i = 0; sums && i < call.size['t']; i++) {
        double size = (double)stripped(call.given[0].strings[i]), *block = sums + 2 * of_text[i];
        block[0] += chosen[i] ? size : 0;
        block[1] += size;
    }
    for (Py_ssize_t i = 0; sums && i < call.size['n']; i++)
        out[i] = (float)(sums[2 * i] / (sums[2 * i + 1] > 1 ? sums[2 * i + 1] : 1));
    PyMem_Free(sums);
    return leave(&call);
}

/* ---- words of the markup: victor/document/page_type.py ---- */

static uint32_t crc_of[256]; /* CRC-32 of each byte */

static void fill_crc(void)
{
    for (uint32_t byte = 0; byte < 256; byte++) {
        uint32_t crc = byte;
        for (int bit = 0; bit < 8; bit++)
            crc = crc >> 1 ^ (crc & 1 ? 0xEDB88320u : 0);
        crc_of[byte] = crc;
    }
}

/* The slot of a hash in `found`; an empty one if it is not there. */
static size_t slot_in(uint32_t hash, const uint32_t *found, const int *slots, size_t mask)
{
    size_t place = hash & mask;
    while (slots[place] && found[slots[place] - 1] != hash)
        place = (place + 1) & mask;
    return place;
}

/* Adds a hash to the `count` in `found` unless it is there; the new count. */
static int add_once(uint32_t hash, uint32_t *found, int count, int *slots, size_t mask)
{
    size_t place = slot_in(hash, found, slots, mask);
    if (slots[place])
        return count;
    found[count] = hash;
    slots[place] = count + 1;
    return count + 1;
}

enum { SHORT_WORDS = 1024 }; /* more than there are words of one or two letters */

/* [w] the distinct hashes of runs of ASCII letters, in order; other words take four characters. */
static PyObject *word_hashes(PyObject *Py_UNUSED(module), Arguments given, Py_ssize_t count)
{
    static const Argument wanted[] = {{"text", "u1", "b", NULL, 0},
                                      {"prefix", "u1", "p", NULL, 0},
                                      {0}};
    Call call;
    int ready = enter(&call, wanted, given, count), words = 0;
    if (crc_of[1] == 0)
        fill_crc();
    const unsigned char *text = call.given[0].items, *prefix = call.given[1].items;
    size_t size = ready ? (size_t)call.size['b'] : 0, mask = 63;
    uint32_t start = ~0u;
    for (Py_ssize_t i = 0; ready && i < call.size['p']; i++)
        start = crc_of[(start ^ prefix[i]) & 255] ^ start >> 8;
    while (mask < SHORT_WORDS + size / 4)
        mask = 2 * mask + 1;
    uint32_t *found = ready && size < INT_MAX ? room(size / 2 + 1, sizeof *found) : NULL;
    int *slots = found ? room(mask, sizeof *slots) : NULL;
    for (size_t i = 0, first = 0; slots && i < size; first = ++i) {
        uint32_t crc = start;
        for (unsigned letter; i < size && (letter = (text[i] | 0x20u) - 'a') < 26; i++)
            crc = crc_of[(crc ^ (letter + 'a')) & 255] ^ crc >> 8;
        if (i > first)
            words = add_once(~crc, found, words, slots, mask);
    }
    call.size['w'] = words;
    void *out = slots ? result(&call, "u4", "w") : NULL;
    if (out)
        memcpy(out, found, (size_t)words * sizeof *found);
    PyMem_Free(slots);
    PyMem_Free(found);
    return leave(&call);
}

/* A set of hashes, with a bit for the high half of each, which rejects most others. */
typedef struct {
    uint32_t *found;
    int *slots;
    size_t mask;
    uint64_t high[1024];
} Hashes;

static int fill_hashes(Hashes *all, const uint32_t *hashes, size_t w)
{
    int words = 0;
    all->mask = 63;
    while (all->mask < 2 * w)
        all->mask = 2 * all->mask + 1;
    all->found = w < INT_MAX ? room(w, sizeof *all->found) : NULL;
    all->slots = all->found ? room(all->mask, sizeof *all->slots) : NULL;
    memset(all->high, 0, sizeof all->high);
    for (size_t i = 0; all->slots && i < w; i++) {
        words = add_once(hashes[i], all->found, words, all->slots, all->mask);
        all->high[hashes[i] >> 22] |= UINT64_C(1) << (hashes[i] >> 16 & 63);
    }
    return all->slots != NULL;
}

static int has_hash(const Hashes *all, uint32_t hash)
{
    return all->high[hash >> 22] >> (hash >> 16 & 63) & 1 &&
           all->slots[slot_in(hash, all->found, all->slots, all->mask)];
}

/* Adds the chosen rows of `columns` weights to sums. */
static void add_row(const float *row, Py_ssize_t columns, float *sums)
{
    for (Py_ssize_t i = 0; i < columns; i++)
        sums[i] += row[i];
}

/* [c] the score of each type: its bias, the weights of known words and of measures. */
static PyObject *type_scores(PyObject *Py_UNUSED(module), Arguments given, Py_ssize_t count)
{
    static const Argument wanted[] = {{"bias", "f4", "c", NULL, 0},
                                      {"known", "u4", "k", NULL, 0},
                                      {"words", "f4", "kc", NULL, 0},
                                      {"thresholds", "f4", "fq", NULL, 0},
                                      {"steps", "f4", "sc", NULL, 0},
                                      {"hashes", "u4", "w", NULL, 0},
                                      {"values", "f4", "f", NULL, 0},
                                      {0}};
    Call call;
    Hashes all = {0};
    int ready = enter(&call, wanted, given, count);
    Py_ssize_t c = ready ? call.size['c'] : 0, k = ready ? call.size['k'] : 0;
    Py_ssize_t s = ready ? call.size['s'] : 0, q = ready ? call.size['q'] : 0;
    if (ready && s != call.size['f'] * q)
        ready = fail(PyExc_ValueError, "steps", "expected a row for each threshold");
    const float *bias = call.given[0].items, *words = call.given[2].items;
    const float *thresholds = call.given[3].items, *steps = call.given[4].items;
    const float *values = call.given[6].items;
    const uint32_t *known = call.given[1].items;
    float *out = ready ? result(&call, "f4", "c") : NULL;
    float *sums = out ? room(2 * (size_t)c, sizeof *sums) : NULL;
    int filled = sums && fill_hashes(&all, call.given[5].items, (size_t)call.size['w']);
    for (Py_ssize_t i = 0; filled && i < k; i++)
        if (has_hash(&all, known[i]))
            add_row(words + i * c, c, sums);
    for (Py_ssize_t i = 0; filled && i < s; i++)
        if (values[i / q] > thresholds[i])
            add_row(steps + i * c, c, sums + c);
    for (Py_ssize_t i = 0; filled && i < c; i++)
        out[i] = bias[i] + sums[i] + sums[c + i];
    PyMem_Free(sums);
    PyMem_Free(all.slots);
    PyMem_Free(all.found);
    return leave(&call);
}

/* ---- measures of a page: victor/document/page_type.py ---- */

enum { SIZES = 19, SIGNS = 5 };

/* Counts in texts joined by line feeds, up to SEARCHED characters. */
typedef struct {
    Py_ssize_t texts, size, signs[SIGNS];
} Searched;

/* Counts a sign in the first characters of a text; with `years`, 2 before 02 instead. */
static Py_ssize_t count_sign(PyObject *text, Py_ssize_t size, Py_UCS4 sign, int years)
{
    Py_ssize_t found = 0, at = 0, last = size - (years ? 2 : 0);
    while (at < last && (at = PyUnicode_FindChar(text, sign, at, last, 1)) >= 0) {
        int counts = !years || (PyUnicode_READ_CHAR(text, at + 1) == '0' &&
                                PyUnicode_READ_CHAR(text, at + 2) == '2');
        found += counts;
        at += counts && years ? 3 : 1;
    }
    return found;
}

static void search(Searched *all, PyObject *text)
{
    static const Py_UCS4 signs[SIGNS] = {'$', 0x20AC, 0xA3, '?', '2'};
    all->size += all->texts++ > 0;
    Py_ssize_t left = SEARCHED - all->size, size = PyUnicode_GET_LENGTH(text);
    size = size < left ? size : left;
    for (int i = 0; i < SIGNS && left > 0; i++)
        all->signs[i] += count_sign(text, size, signs[i], i == SIGNS - 1);
    all->size = left > 0 ? all->size + size : SEARCHED;
}

static double at_least_one(double value)
{
    return value > 1 ? value : 1;
}

/* The number of elements of each group: in the page; in a part of it, per block of content. */
static float *measure_elements(const Call *call, Py_ssize_t kept, float *out)
{
    Py_ssize_t g = call->size['g'], m = call->size['m'], low = call->size['l'];
    Py_ssize_t high = call->size['h'] < m ? call->size['h'] : m;
    const int *group = call->given[1].items, *tag = call->given[2].items;
    for (Py_ssize_t i = 0; i < 2 * g; i++)
        out[i] = 0;
    for (Py_ssize_t i = 0; i < m; i++)
        out[group[tag[i]]]++;
    for (Py_ssize_t i = low; i < high; i++)
        out[g + group[tag[i]]]++;
    for (Py_ssize_t i = g; i < 2 * g; i++)
        out[i] = (float)(out[i] / at_least_one((double)kept));
    return out + 2 * g;
}

/* Measures sizes, link density and position of the content; returns its words, at least 1. */
static double measure_blocks(const Call *call, float *out)
{
    const char *content = call->given[5].items;
    const float *words = call->given[6].items;
    Py_ssize_t n = call->size['n'], kept = 0, lengthy = 0, brief = 0, gaps = 0, first = n, last = n;
    double total = 0, inside = 0, in_long = 0, most = 0;
    for (Py_ssize_t i = 0; i < n; i++) {
        total += words[i];
        if (!content[i])
            continue;
        gaps += kept && i > last + 1;
        first = kept++ ? first : i;
        last = i;
        inside += words[i];
        most = words[i] > most ? words[i] : most;
        brief += words[i] < SHORT_BLOCK;
        lengthy += words[i] > LONG_BLOCK;
        in_long += words[i] > LONG_BLOCK ? words[i] : 0;
    }
    double blocks = at_least_one((double)n), of_page = at_least_one((float)total);
    double of_content = at_least_one((float)inside);
    double found[SIZES] = {
        (double)n, (double)kept, (float)total, (float)inside,
        (double)call->size['m'], (double)call->size['d'],
        (double)kept / blocks, (float)inside / of_page,
        call->given[7].real / of_page, call->given[8].real / of_content,
        (float)in_long / of_content, (float)inside / at_least_one((double)kept), most,
        (double)lengthy, (double)brief, (double)call->size['e'],
        (double)first / blocks, (double)last / blocks, (double)gaps};
    if (!kept)
        found[16] = found[17] = 1;
    for (int i = 0; i < SIZES; i++)
        out[i] = (float)found[i];
    return of_content;
}

/* Measures statistics of the content per word, and its signs per character. */
static void measure_text(const Call *call, double words, float *out)
{
    const char *content = call->given[5].items;
    const int *table = call->given[9].items, *rows = call->given[10].items;
    Py_ssize_t n = call->size['n'], r = call->size['r'];
    Searched all = {0};
    for (Py_ssize_t k = 0; k < r; k++) {
        double sum = 0;
        for (Py_ssize_t i = 0; i < n; i++)
            sum += content[i] ? table[rows[k] * n + i] : 0;
        out[k] = (float)(sum / words);
    }
    for (Py_ssize_t i = 0; i < n && all.size < SEARCHED; i++)
        if (content[i])
            search(&all, call->given[11].strings[i]);
    for (int i = 0; i < SIGNS; i++)
        out[r + i] = (float)((double)all.signs[i] / at_least_one((double)all.size));
}

/* [f] numbers that describe a page. */
static PyObject *page_measures(PyObject *Py_UNUSED(module), Arguments given, Py_ssize_t count)
{
    static const Argument wanted[] = {{"groups", "number", "g", NULL, 1},
                                      {"group", "i4", "k", "g", 0},
                                      {"tag", "i4", "m", "k", 0},
                                      {"low", "number", "l", NULL, 0},
                                      {"high", "number", "h", NULL, 0},
                                      {"content", "b1", "n", NULL, 0},
                                      {"words", "f4", "n", NULL, 0},
                                      {"linked", "real", "", NULL, 0},
                                      {"linked_inside", "real", "", NULL, 0},
                                      {"table", "i4", "sn", NULL, 0},
                                      {"rows", "i4", "r", "s", 0},
                                      {"text", "strings", "n", NULL, 0},
                                      {"named", "number", "d", NULL, 0},
                                      {"title", "number", "e", NULL, 0},
                                      {0}};
    Call call;
    float *out = NULL;
    Py_ssize_t kept = 0;
    if (enter(&call, wanted, given, count) && call.size['g'] < INT_MAX) {
        const char *content = call.given[5].items;
        for (Py_ssize_t i = 0; i < call.size['n']; i++)
            kept += content[i];
        call.size['f'] = 2 * call.size['g'] + SIZES + call.size['r'] + SIGNS;
        out = result(&call, "f4", "f");
    }
    if (out) {
        float *sizes = measure_elements(&call, kept, out);
        measure_text(&call, measure_blocks(&call, sizes), sizes + SIZES);
    }
    return leave(&call);
}

/* ---- plain text: victor/document/plain.py ---- */

/* The elements at or above an element, 0 for none: the nearest part, list, row etc., and the
   outermost part, list and line. */
typedef struct {
    int part, list, table, row, cell;
    int outer, top, line;
    int column, cells; /* of a cell, and of a row so far */
} Around;

typedef struct {
    Py_ssize_t m, t;
    const int *parent, *opened, *closed, *node, *first;
    uint16_t *uses;      /* [m] */
    Around *around;      /* [m] */
    int *ended, *breaks; /* [t + 1] tags up to each text */
    char *ruled;        /* [t + 1] */
} Layout;

/* Whether a part keeps its place when parts are built. */
static int is_in_place(const Layout *page, const Around *above, unsigned use)
{
    unsigned outer = page->uses[above->part];
    return !((use & ITEM && !above->list) || (use & CELL && !(outer & ROW)) ||
             (use & ROW && !(outer & TABLE)) || (use & TABLE && (above->table || above->line)) ||
             (use & PART && outer & TABLE && !(use & (ROW | CAPTION))) ||
             (use & PART && outer & ROW && !(use & CELL)));
}

static void look_around(Layout *page, int e, unsigned use)
{
    Around *here = &page->around[e];
    if (use & CELL)
        here->column = page->around[here->part].cells++;
    here->outer = use & PART && !here->outer ? e : here->outer;
    here->top = use & LISTS && !here->top ? e : here->top;
    here->line = use & LINE && !here->line ? e : here->line;
    here->part = use & PART ? e : here->part;
    here->list = use & LISTS ? e : here->list;
    here->table = use & TABLE ? e : here->table;
    here->row = use & ROW ? e : here->row;
    here->cell = use & CELL ? e : here->cell;
}

/* Computes what is around each element, and the tags before each text; 0 if a part is displaced. */
static int lay_out(Layout *page)
{
    for (int e = 0; e < page->m; e++) {
        unsigned use = page->uses[e];
        int low = page->opened[e], high = page->closed[e];
        page->ended[low] += (use & LEVEL) != 0;
        page->ended[high] += (use & LEVEL) != 0;
        page->breaks[low] += (use & BREAK) != 0;
        page->breaks[high] += (use & BREAK) != 0;
        page->ruled[low] |= (use & RULE) != 0;
        if (e == 0)
            continue;
        page->around[e] = page->around[page->parent[e]];
        page->around[e].column = page->around[e].cells = 0;
        if (!is_in_place(page, &page->around[e], use))
            return 0;
        look_around(page, e, use);
    }
    for (Py_ssize_t i = 1; i < page->t; i++) {
        page->ended[i] += page->ended[i - 1];
        page->breaks[i] += page->breaks[i - 1];
    }
    return 1;
}

/* Whether a block is one line, in no table outside its cells, and, if `bound`, without rules. */
static int is_line(const Layout *page, int block, int bound)
{
    int low = page->first[block], high = page->first[block + 1] - 1;
    if (page->ended[low] != page->ended[high] || page->breaks[low] != page->breaks[high])
        return 0;
    for (int i = low; bound && i <= high; i++)
        if (page->ruled[i])
            return 0;
    return !(page->uses[page->around[page->node[low]].part] & (TABLE | ROW));
}

enum { NOTHING, SPACE, FEED, BLANK };

/* A block: the elements around it, its labels, and those of the block that begins its line. */
typedef struct {
    const Around *around;
    int heading, item, continues, space, listed;
    int line_heading, line_item;
} Kept;

/* What separates a block from the previous one in the text. */
static int sign_before(const Kept *last, Kept *next, int ended, int breaks)
{
    const Around *a = last->around, *b = next->around;
    int in_list = b->top && a->top == b->top, in_line = b->line && a->line == b->line;
    int same = a->part == b->part, broken = breaks > 0, space = next->space || ended > 0;
    int is_divided = ended > 0 || !same || breaks > 1;
    int goes_on = in_line || (next->continues && same);
    if (!goes_on && (is_divided || (broken && (last->line_heading || next->heading))))
        return in_list || (next->item && (last->listed || last->line_item)) ? FEED : BLANK;
    next->line_heading = last->line_heading;
    next->line_item = last->line_item;
    if (!goes_on)
        return broken ? FEED : space;
    return broken && !in_line && !last->line_heading ? FEED : space || broken;
}

/* The same in tables, where rows are lines. */
static int sign_in_table(const Around *a, const Around *b, int sign)
{
    if (b->row && a->row == b->row)
        return b->cell && a->cell == b->cell && sign ? SPACE : NOTHING;
    return b->table && a->table == b->table && a->row != b->row ? FEED : sign;
}

/* [m] the uses of elements in the text: those that are no parts only end lines. */
static uint16_t *uses_of(const uint16_t *uses, const char *parts, size_t m)
{
    uint16_t *out = room(m, sizeof *out);
    for (size_t e = 0; out && e < m; e++)
        out[e] = parts[e] ? uses[e] | PART : uses[e] & OF_TAGS;
    return out;
}

/* ([k] the separator before each block, [k] the tabs after it, [k] the line of the block) */
static PyObject *separators_before(PyObject *Py_UNUSED(module), Arguments given, Py_ssize_t count)
{
    static const Argument wanted[] = {
        {"uses", "u2", "m", NULL, 0},     {"parts", "b1", "m", NULL, 0},
        {"parent", "i4", "m", "<m", 0},
        {"opened", "i4", "m", "=t", 0},   {"closed", "i4", "m", "=t", 0},
        {"node", "i4", "t", "m", 0},      {"first", "i4", "f", ">t", 0},
        {"kept", "i4", "k", "n", 0},      {"headings", "b1", "n", NULL, 0},
        {"items", "b1", "n", NULL, 0},    {"continues", "b1", "n", NULL, 0},
        {"space_before", "b1", "n", NULL, 0}, {0}};
    Call call;
    Layout page = {0};
    int ready = enter(&call, wanted, given, count), whole = 0;
    if (ready && call.size['f'] != call.size['n'] + 1)
        ready = fail(PyExc_ValueError, "first", "expected one more than blocks");
    const int *kept = call.given[7].items;
    const char *headings = call.given[8].items, *items = call.given[9].items;
    const char *continues = call.given[10].items, *space_before = call.given[11].items;
    if (ready) {
        size_t m = (size_t)call.size['m'], t = (size_t)call.size['t'];
        page = (Layout){call.size['m'],      call.size['t'],      call.given[2].items,
                        call.given[3].items, call.given[4].items, call.given[5].items,
                        call.given[6].items, uses_of(call.given[0].items, call.given[1].items, m),
                        room(m, sizeof(Around)), room(t + 1, sizeof(int)),
                        room(t + 1, sizeof(int)), room(t + 1, 1)};
    }
    if (page.ruled)
        whole = lay_out(&page);
    for (Py_ssize_t i = 0; ready && i < call.size['k']; i++) {
        int b = kept[i];
        if (page.first[b] == page.first[b + 1])
            ready = fail(PyExc_ValueError, "first", "a block has no text");
        whole = ready && whole && is_line(&page, b, continues[b] || items[b]);
    }
    call.size['k'] = whole ? call.size['k'] : 0;
    int *before = ready ? result(&call, "i4", "k") : NULL;
    int *tabs = before ? result(&call, "i4", "k") : NULL, *line = tabs ? result(&call, "i4", "k") : NULL;
    Kept last = {0};
    for (Py_ssize_t i = 0; line && i < call.size['k']; i++) {
        int b = kept[i], low = page.first[b], high = i ? page.first[kept[i - 1] + 1] - 1 : 0;
        const Around *around = &page.around[page.node[low]];
        int heading = headings[b] && !around->part, item = items[b] && !around->part;
        int listed = (page.uses[around->outer] & LIST) != 0, sign = NOTHING;
        Kept next = {around, heading, item, continues[b], space_before[b], listed, heading, item};
        if (i)
            sign = sign_before(&last, &next, page.ended[low] - page.ended[high],
                               (page.breaks[low] - page.breaks[high]) >> 1);
        before[i] = i ? sign_in_table(last.around, around, sign) : NOTHING;
        int in_row = i && around->row && around->row == last.around->row;
        tabs[i] = page.around[around->cell].column -
                  (in_row ? page.around[last.around->cell].column : 0);
        line[i] = around->line;
        last = next;
    }
    PyMem_Free(page.uses);
    PyMem_Free(page.around);
    PyMem_Free(page.ended);
    PyMem_Free(page.breaks);
    PyMem_Free(page.ruled);
    return leave(&call);
}

/* ---- encodings: victor/page/encodings.py ---- */

/* The length in bytes of the non-ASCII character at the start; 0 if it is invalid (RFC 3629,
   section 4). */
static Py_ssize_t utf8_length(const unsigned char *at, Py_ssize_t left)
{
    int lead = at[0], length = lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4;
    if (lead < 0xC2 || lead > 0xF4 || left < length)
        return 0;
    int low = lead == 0xE0 ? 0xA0 : lead == 0xF0 ? 0x90 : 0x80;
    int high = lead == 0xED ? 0x9F : lead == 0xF4 ? 0x8F : 0xBF;
    for (int i = 1; i < length; i++, low = 0x80, high = 0xBF)
        if (at[i] < low || at[i] > high)
            return 0;
    return length;
}

VECTORS static int is_valid(const unsigned char *at, Py_ssize_t left)
{
    while (left) {
        uint64_t eight[4];
        while (left >= (Py_ssize_t)sizeof eight) {
            memcpy(eight, at, sizeof eight);
            if ((eight[0] | eight[1] | eight[2] | eight[3]) & UINT64_C(0x8080808080808080))
                break;
            at += sizeof eight;
            left -= sizeof eight;
        }
        for (int i = 0; left && i < (int)sizeof eight; i++) {
            Py_ssize_t length = *at < 0x80 ? 1 : utf8_length(at, left);
            if (!length)
                return 0;
            at += length;
            left -= length;
        }
    }
    return 1;
}

/* [1] whether bytes are valid UTF-8. */
static PyObject *is_utf8(PyObject *Py_UNUSED(module), Arguments given, Py_ssize_t count)
{
    static const Argument wanted[] = {{"data", "u1", "b", NULL, 0}, {0}};
    Call call;
    int ready = enter(&call, wanted, given, count);
    call.size['r'] = 1;
    char *out = ready ? result(&call, "?", "r") : NULL;
    if (out)
        *out = is_valid(call.given[0].items, call.size['b']);
    return leave(&call);
}

PART(text, DOOR(text_stats), DOOR(shared_words), DOOR(cues_in), DOOR(cut), DOOR(pieces_of),
     DOOR(share_of), DOOR(word_hashes), DOOR(type_scores), DOOR(page_measures),
     DOOR(separators_before), DOOR(signs_in), DOOR(signs_within), DOOR(repeated_texts),
     DOOR(meeting), DOOR(is_utf8))
