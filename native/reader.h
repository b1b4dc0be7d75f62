/* The reader of HTML: from bytes to the start tags, end tags and texts of elements, by the rules of
   `html.h`. A part of parse.c, which has the page and its events.

   The byte at the limit is 0, which no page has: comparisons that go on only after an equal byte
   end there, and need no other check of the limit. */

static int is_over(const Page *page)
{
    return page->failed || page->stopped;
}

static void check(Page *page, int status)
{
    page->failed |= status < 0;
}

static int is_html_space(char byte)
{
    return byte == ' ' || byte == '\n' || byte == '\t' || byte == '\r' || byte == '\f';
}

static void skip_spaces(Reader *reader)
{
    while (is_html_space(*reader->at))
        reader->at++;
}

/* Whether bytes begin with a lower-case name, ignoring ASCII case. */
static int begins_with(const char *bytes, const char *name, size_t size)
{
    for (size_t i = 0; i < size; i++)
        if ((bytes[i] | 0x20) != name[i])
            return 0;
    return 1;
}

/* The place of a byte, or the limit. */
static const char *find(const char *from, const char *limit, char byte)
{
    const char *found = memchr(from, byte, (size_t)(limit - from));
    return found ? found : limit;
}

/* ---- open elements ---- */

/* The number of the name of the current element; -1 without one. */
static int current(const Reader *reader)
{
    size_t size = count(&reader->current);
    return size ? *at(&reader->current, size - 1) : -1;
}

static const Tag *tag_at(const Page *page, int number)
{
    return &tags[number < 0 ? 0 : page->names.items[number].tag];
}

static void open_tag(Page *page, int number, const char **attributes)
{
    Reader *reader = &page->reader;
    reader->has_head |= number == reader->head;
    reader->has_body |= number == reader->body;
    page->names.items[number].open++;
    check(page, push(&reader->current, number));
    if (!is_over(page))
        check(page, start(page, number, attributes));
    page->stopped |= ++page->open > page->deepest;
}

static void close_current(Page *page)
{
    int number = current(&page->reader);
    page->reader.current.size -= sizeof(int);
    page->names.items[number].open--;
    page->open--;
    if (!is_over(page))
        check(page, end(page, number));
}

/* Ends the elements that a start tag ends. */
static void close_before(Page *page, int tag)
{
    while (!is_over(page) && tag_at(page, current(&page->reader))->closed_by[tag])
        close_current(page);
}

/* Opens `html`, `head` or `body` before a tag if the page leaves them out. */
static void open_implied(Page *page, const Tag *tag)
{
    Reader *reader = &page->reader;
    if (tag->use & IS_HTML)
        return;
    if (current(reader) < 0)
        open_tag(page, reader->html, NULL);
    if (tag->use & (IS_HEAD | IS_BODY))
        return;
    if (tag->use & OF_HEAD && count(&reader->current) <= 1) {
        if (!reader->has_head && !reader->has_body)
            open_tag(page, reader->head, NULL);
        return;
    }
    const Name *names = page->names.items;
    if (!(tag->use & OF_FRAMES) && !reader->has_body && !names[reader->body].open &&
        !names[reader->head].open)
        open_tag(page, reader->body, NULL);
}

/* Opens what text needs around it, as if a paragraph began. */
static void open_for_text(Page *page)
{
    static int paragraph;
    if (paragraph == 0)
        paragraph = tag_number("p", 1, hash_of("p", 1));
    if (current(&page->reader) == page->reader.head)
        close_before(page, paragraph);
    open_implied(page, &tags[paragraph]);
}

/* ---- tags ---- */

/* Reads a name in lower case; its size. Characters that do not fit are left out. */
static size_t read_name(Reader *reader, char stop, char *name)
{
    const char *from = reader->at, *at = from;
    size_t size = 0;
    for (char byte = *at; at < reader->limit; byte = *at) {
        if (byte >= 'a' && byte <= 'z' && size < LONGEST_NAME) { /* nearly always */
            name[size++] = byte;
            at++;
            continue;
        }
        if (at > from && (byte == '/' || byte == '>' || byte == stop || is_html_space(byte)))
            break;
        size_t length = (byte & 0x80) == 0      ? 1
                        : (byte & 0xE0) == 0xC0 ? 2
                        : (byte & 0xF0) == 0xE0 ? 3
                                                : 4;
        if (size + length <= LONGEST_NAME)
            for (size_t i = 0; i < length; i++)
                name[size++] = (char)small(at[i]);
        at += length;
    }
    reader->at = at;
    return size;
}

/* Reads the name of a tag; its number, or -1 for an error. */
static int read_tag(Page *page)
{
    char name[LONGEST_NAME];
    size_t size = read_name(&page->reader, ' ', name);
    int number = number_of_name(&page->names, name, size);
    check(page, number);
    return number;
}

/* Adds text in which references are replaced and line ends are line feeds. */
static int add_value(Buffer *value, const char *from, const char *limit)
{
    size_t size = (size_t)(limit - from), length, consumed;
    if (memchr(from, '&', size) == NULL && memchr(from, '\r', size) == NULL)
        return extend(value, from, size); /* nearly always */
    char text[8];
    for (const char *at = from;; at++) {
        consumed = at < limit && *at == '&' ? reference(at, limit, 1, text, &length) : 0;
        if (at < limit && !consumed && *at != '\r')
            continue;
        if (extend(value, from, (size_t)(at - from)) < 0)
            return -1;
        if (at == limit)
            return 0;
        if (*at == '\r')
            text[0] = '\n', length = at[1] != '\n', consumed = 1;
        if (extend(value, text, length) < 0)
            return -1;
        from = at + consumed;
        at = from - 1;
    }
}

/* Reads the value of an attribute, and adds it unless it is not wanted. */
static int read_value(Reader *reader, int is_wanted)
{
    const char *from = reader->at, *stop = from;
    char quote = *from;
    if (quote == '"' || quote == '\'') {
        stop = find(++from, reader->limit, quote);
        reader->at = stop + (stop < reader->limit);
    } else {
        while (stop < reader->limit && *stop != '>' && !is_html_space(*stop))
            stop++;
        reader->at = stop;
    }
    if (!is_wanted)
        return 0;
    if (push(&reader->place, (int)reader->value.size) < 0 ||
        add_value(&reader->value, from, stop) < 0)
        return -1;
    return extend(&reader->value, "", 1);
}

/* Adds the name of an attribute; 0 if the tag has it already, or has too many. */
static int add_name_of_attribute(Page *page, const char *bytes, size_t size)
{
    Reader *reader = &page->reader;
    if (count(&reader->name) >= MOST_ATTRIBUTES)
        return 0;
    int number = number_of_name(&page->names, bytes, size);
    check(page, number);
    if (number < 0 || page->names.items[number].seen == reader->read_tags)
        return 0;
    page->names.items[number].seen = reader->read_tags;
    check(page, push(&reader->name, number));
    return 1;
}

static void read_attribute(Page *page, int is_wanted)
{
    Reader *reader = &page->reader;
    char name[LONGEST_NAME];
    size_t size = read_name(reader, '=', name);
    is_wanted = is_wanted && add_name_of_attribute(page, name, size);
    skip_spaces(reader);
    if (*reader->at == '=') {
        reader->at++;
        skip_spaces(reader);
        check(page, read_value(reader, is_wanted));
    } else if (is_wanted)
        check(page, push(&reader->place, -1));
}

/* Reads up to the end of a tag. */
static void read_attributes(Page *page, int is_wanted)
{
    Reader *reader = &page->reader;
    reader->read_tags++;
    reader->name.size = reader->place.size = reader->value.size = 0;
    skip_spaces(reader);
    while (reader->at < reader->limit && *reader->at != '>' && !page->failed) {
        if (*reader->at != '/')
            read_attribute(page, is_wanted);
        else if (reader->at[1] == '>')
            return;
        else
            reader->at++;
        skip_spaces(reader);
    }
}

/* The names and values of the attributes that were read; NULL without any. */
static const char **pairs(Page *page)
{
    Reader *reader = &page->reader;
    size_t size = count(&reader->name);
    if (size == 0)
        return NULL;
    if (reader->pairs_room < 2 * size + 1) {
        size_t room = 4 * size + 64;
        const char **moved = PyMem_Realloc(reader->pairs, room * sizeof *moved);
        if (moved == NULL) {
            PyErr_NoMemory();
            page->failed = 1;
            return NULL;
        }
        reader->pairs = moved;
        reader->pairs_room = room;
    }
    for (size_t i = 0; i < size; i++) {
        int place = *at(&reader->place, i);
        reader->pairs[2 * i] = attribute_of(page, i)->utf8;
        reader->pairs[2 * i + 1] = place < 0 ? NULL : reader->value.items + place;
    }
    reader->pairs[2 * size] = NULL;
    return reader->pairs;
}

/* Whether a tag is not allowed where it is. */
static int is_misplaced(const Page *page, const Tag *tag)
{
    size_t open = count(&page->reader.current);
    return (tag->use & IS_HTML && open) || (tag->use & IS_HEAD && open != 1) ||
           (tag->use & IS_BODY && page->names.items[page->reader.body].open);
}

static void read_start_tag(Page *page)
{
    Reader *reader = &page->reader;
    reader->at++;
    int number = read_tag(page);
    if (number < 0)
        return;
    const Tag *tag = tag_at(page, number);
    close_before(page, (int)(tag - tags));
    open_implied(page, tag);
    int misplaced = is_misplaced(page, tag);
    reader->misplaced += misplaced;
    read_attributes(page, !page->skipping || page->closing || page->playing);
    if (reader->at < reader->limit && !misplaced && !is_over(page))
        open_tag(page, number, pairs(page));
    number = current(reader); /* the element around a misplaced tag, which "/>" ends as well */
    if (number < 0 || is_over(page) || reader->at >= reader->limit)
        return;
    tag = tag_at(page, number);
    int is_closed = *reader->at == '/';
    reader->at += 1 + is_closed;
    if (is_closed || tag->is_void)
        close_current(page);
    else
        reader->mode = tag->mode;
}

/* Ends the elements up to that of an end tag, unless one of higher rank is among them. The search
   takes linear time over a page, because `deepest` limits the open elements. */
static void close_up_to(Page *page, int number)
{
    Reader *reader = &page->reader;
    int rank = tag_at(page, number)->rank;
    if (!page->names.items[number].open)
        return;
    for (size_t i = count(&reader->current); i-- > 0;) {
        int one = *at(&reader->current, i);
        if (one == number)
            break;
        if (tag_at(page, one)->rank > rank)
            return;
    }
    while (current(reader) != number)
        close_current(page);
    close_current(page);
}

static void read_bogus_comment(Page *page);

static void read_end_tag(Page *page)
{
    Reader *reader = &page->reader;
    reader->at += 2;
    if (*reader->at == '>') {
        reader->at++;
        return;
    }
    if (!is_letter(*reader->at)) {
        read_bogus_comment(page);
        return;
    }
    int number = read_tag(page);
    if (number < 0)
        return;
    read_attributes(page, 0);
    if (reader->at >= reader->limit)
        return;
    reader->at += 1 + (*reader->at == '/');
    if (reader->misplaced && tag_at(page, number)->use & (IS_HTML | IS_HEAD | IS_BODY))
        reader->misplaced--;
    else
        close_up_to(page, number);
}

/* ---- comments ---- */

static void end_comment(Page *page, const char *from, const char *stop)
{
    size_t size = (size_t)(stop - from);
    page->finished = size == (size_t)PyBytes_GET_SIZE(end_of_page) &&
                     memcmp(from, PyBytes_AS_STRING(end_of_page), size) == 0;
}

static void read_bogus_comment(Page *page)
{
    Reader *reader = &page->reader;
    const char *from = reader->at, *stop = find(from, reader->limit, '>');
    end_comment(page, from, stop);
    reader->at = stop + (stop < reader->limit);
}

/* The end of a comment; `next` is after the signs that end it. */
static const char *end_of_comment(const char *from, const char *limit, const char **next)
{
    const char *stop = from;
    if (*from == '>' || (*from == '-' && from[1] == '>')) {
        *next = from + 1 + (*from == '-');
        return from;
    }
    for (; (stop = find(stop, limit, '-')) < limit; stop++) {
        if (stop[1] == '-' && stop[2] == '>') {
            *next = stop + 3;
            return stop;
        }
        if (stop[1] == '-' && stop[2] == '!' && stop[3] == '>') {
            *next = stop + 4;
            return stop;
        }
    }
    *next = limit;
    return limit;
}

static void read_comment(Page *page)
{
    Reader *reader = &page->reader;
    const char *from = reader->at += 4;
    const char *stop = end_of_comment(from, reader->limit, &reader->at);
    end_comment(page, from, stop);
}

static void read_declaration(Page *page)
{
    Reader *reader = &page->reader;
    const char *bytes = reader->at;
    if (bytes[2] == '-' && bytes[3] == '-') {
        read_comment(page);
    } else if (begins_with(bytes + 2, "doctype", 7)) {
        bytes = find(bytes, reader->limit, '>');
        reader->at = bytes + (bytes < reader->limit);
    } else {
        reader->at += 2;
        read_bogus_comment(page);
    }
}

/* ---- text ---- */

/* Reports a piece of text. */
static void report(Page *page, const char *bytes, size_t size)
{
    if (size && !is_over(page))
        check(page, data(page, bytes, size));
}

/* The same for text with markup around it, which may begin the content of the page. */
static void report_text(Page *page, const char *bytes, size_t size)
{
    int number = current(&page->reader);
    if (number < 0 || tag_at(page, number)->use & (IS_HTML | IS_HEAD)) {
        size_t spaces = 0;
        while (spaces < size && is_html_space(bytes[spaces]))
            spaces++;
        report(page, bytes, spaces);
        bytes += spaces;
        size -= spaces;
        if (size)
            open_for_text(page);
    }
    report(page, bytes, size);
}

/* Whether a text in an element that has no markup ends: at its end tag. `name` is after "<" or
   "</". */
static int is_tag_of(const Page *page, const char *name)
{
    const Name *own = &page->names.items[current(&page->reader)];
    if (!begins_with(name, own->utf8, (size_t)own->size))
        return 0;
    char next = name[own->size];
    return next == '>' || next == '/' || is_html_space(next);
}

/* The mode of a script after "<" in it; NORMAL if it ends. */
static int mode_after(const Page *page, const char *bytes, int mode)
{
    if (mode == SCRIPT && bytes[1] == '!')
        return bytes[2] == '-' && bytes[3] == '-' ? ESCAPED : mode;
    int is_end = bytes[1] == '/';
    if (mode == PLAINTEXT || !(is_end || mode == ESCAPED) ||
        !is_tag_of(page, bytes + 1 + is_end))
        return mode;
    if (mode == ESCAPED && !is_end)
        return TWICE_ESCAPED;
    return mode == TWICE_ESCAPED ? ESCAPED : NORMAL;
}

/* The next byte that may not be text as it is. `bracket` is the next "<" that is known, so that no
   byte is searched for it twice. */
static const char *next_sign(const char *from, const char *limit, int mode, const char **bracket)
{
    static const char signs[256] = {[0] = 1, ['<'] = 1, ['&'] = 1, ['\r'] = 1};
    if (mode == NORMAL || mode == RCDATA) {
        while (!signs[(unsigned char)*from])
            from++;
        return from;
    }
    if (mode == ESCAPED || mode == TWICE_ESCAPED) {
        while (from < limit && *from != '<' && *from != '-' && *from != '\r')
            from++;
        return from;
    }
    if (*bracket < from)
        *bracket = find(from, limit, '<');
    return find(from, *bracket, '\r');
}

/* Reads text up to a tag, or to the end of its element. */
static void read_text(Page *page)
{
    Reader *reader = &page->reader;
    const char *from = reader->at, *sign = from, *limit = reader->limit, *bracket = from - 1;
    int mode = reader->mode, has_markup = mode == NORMAL || mode == RCDATA;
    void (*const reported)(Page *, const char *, size_t) = has_markup ? report_text : report;
    char text[8];
    for (; (sign = next_sign(sign, limit, mode, &bracket)) < limit && !is_over(page); sign++) {
        size_t size = 0, consumed = 0;
        if (*sign == '<') {
            mode = mode ? mode_after(page, sign, mode) : NORMAL;
            if (mode == NORMAL)
                break;
        } else if (*sign == '-') {
            mode = sign[1] == '-' && sign[2] == '>' ? SCRIPT : mode;
        } else if (*sign == '&') {
            consumed = reference(sign, limit, 0, text, &size);
        } else {
            text[0] = '\n', size = sign[1] != '\n', consumed = 1;
        }
        if (consumed) {
            reported(page, from, (size_t)(sign - from));
            reported(page, text, size);
            from = sign + consumed;
            sign = from - 1;
        }
    }
    reported(page, from, (size_t)(sign - from));
    reader->at = sign;
    reader->mode = mode;
}
