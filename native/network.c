/* The doors of the network and of decoding: the scores of a page from its values, and the chain.
   Matrices are multiplied here: they are small, and a library would start threads for them.

   Rows have single precision, and compilers use vector instructions: on x86, for several kinds of
   processors, chosen at run time. NaN and infinite values are treated as in Python. */

#include "doors.h"

#include <math.h>

#ifndef __GNUC__
#error "needs the vectors of GCC or Clang"
#endif

enum {
    LANES = 16, /* values processed at once */
    WIDEST = 32, /* columns of the widest tile of a product */
    CHUNK = 240, /* blocks processed at a time */
    TILE = 256, /* values ranked at a time */
    HEADS = 4,
    SEGMENTS = 32,
};
#define EPSILON 1e-5f
#define MOST_LOGIT 80.0f /* logits above it are clipped: their exponentials would overflow */

static const Constant constants[] = {
    {"HEADS", HEADS, NULL}, {"SEGMENTS", SEGMENTS, NULL}, {NULL, 0, NULL}};

/* The places of values in a table of ranks; 0 for NaN. */
VECTORS static void find_places(const float *value, int n, float low, float scale, float last,
                                int *place)
{
    for (int i = 0; i < n; i++) {
        float unit = (value[i] - low) * scale;
        unit = unit > 0 ? unit : 0;
        unit = unit < 1 ? unit : 1;
        place[i] = (int)(sqrtf(unit) * last + 0.5f);
    }
}

static void rank_column(const float *value, Py_ssize_t n, float low, float scale,
                        const float *table, int places, float *out)
{
    int place[TILE];
    for (Py_ssize_t start = 0; start < n; start += TILE) {
        int size = n - start < TILE ? (int)(n - start) : TILE;
        find_places(value + start, size, low, scale, (float)(places - 1), place);
        for (int i = 0; i < size; i++)
            out[start + i] = table[place[i]];
    }
}

/* [f, n] the ranks of values. */
static PyObject *ranked(PyObject *Py_UNUSED(module), Arguments given, Py_ssize_t count)
{
    static const Argument wanted[] = {{"values", "f4", "fn", NULL, 0},
                                      {"low", "f4", "f", NULL, 0},
                                      {"scale", "f4", "f", NULL, 0},
                                      {"table", "f4", "fp", NULL, 0},
                                      {0}};
    Call call;
    int ready = enter(&call, wanted, given, count);
    const float *values = call.given[0].items, *low = call.given[1].items;
    const float *scale = call.given[2].items, *table = call.given[3].items;
    Py_ssize_t n = call.size['n'], places = call.size['p'];
    if (ready && (places < 1 || places > 1 << 20)) /* exact in single precision */
        ready = fail(PyExc_ValueError, "table", "expected 1 to 1048576 places");
    float *out = ready ? result(&call, "f4", "fn") : NULL;
    for (Py_ssize_t c = 0; out && c < call.size['f']; c++)
        rank_column(values + c * n, n, low[c], scale[c], table + c * places, (int)places,
                    out + c * n);
    return leave(&call);
}

VECTORS static float scale_of(const float *row, Py_ssize_t width)
{
    float sums[LANES] = {0}, sum = 0;
    Py_ssize_t i = 0;
    for (; i + LANES <= width; i += LANES)
        for (int lane = 0; lane < LANES; lane++)
            sums[lane] += row[i + lane] * row[i + lane];
    for (; i < width; i++)
        sum += row[i] * row[i];
    for (int lane = 0; lane < LANES; lane++)
        sum += sums[lane];
    return 1 / sqrtf(sum / (float)width + EPSILON);
}

/* Scales rows to a root mean square of 1. */
VECTORS static void normalise(const float *rows, Py_ssize_t n, Py_ssize_t width, float *out)
{
    for (Py_ssize_t row = 0; row < n; row++, rows += width, out += width) {
        float scale = scale_of(rows, width);
        for (Py_ssize_t i = 0; i < width; i++)
            out[i] = rows[i] * scale;
    }
}

/* ---- matrix products ---- */

/* The product of rows and a matrix, plus an optional bias; the sum may be rectified, and added to
   `out`. A row consists of `taps` runs of `inner` values. */
typedef struct {
    const float *rows;
    Py_ssize_t row, place, tap; /* strides of rows, values and runs */
    Py_ssize_t inner, taps;
    const float *matrix; /* [taps * inner, columns] */
    Py_ssize_t columns;
    const float *bias; /* [columns], or NULL */
    int rectified, added;
    float *out;
    Py_ssize_t out_row;
} Product;

/* The last columns of a matrix, padded with zeros to a tile. */
static const float *padded(const Product *given, Py_ssize_t first, Py_ssize_t tile, float *spare)
{
    Py_ssize_t count = given->columns - first, places = given->taps * given->inner;
    memset(spare, 0, (size_t)(places * tile) * sizeof *spare);
    for (Py_ssize_t i = 0; i < places; i++)
        memcpy(spare + i * tile, given->matrix + i * given->columns + first,
               (size_t)count * sizeof *spare);
    return spare;
}

#define JOINED(name, kind) name##_##kind
#if defined(__x86_64__) /* 16 registers, 32 with AVX-512 */
#define KIND(name) JOINED(name, avx512)
#define TARGET __attribute__((target("avx512f,avx512vl,avx512dq,avx512bw,avx2,fma")))
#define VECTOR 16
#define ROWS 12
#define WIDE 2
#include "products.h"
#define KIND(name) JOINED(name, avx2)
#define TARGET __attribute__((target("avx2,fma")))
#define VECTOR 8
#define ROWS 6
#define WIDE 2
#include "products.h"
#endif
#define KIND(name) JOINED(name, any)
#define TARGET
#define VECTOR 4
#define WIDE 4
#ifdef __aarch64__ /* also 32 registers */
#define ROWS 6
#else
#define ROWS 3
#endif
#include "products.h"

typedef struct {
    void (*multiply)(Product, Py_ssize_t, float *);
    void (*attend)(const float *, const float *, Py_ssize_t, float *);
} Kernels;

/* The kernels for this processor. */
static Kernels kernels_here(void)
{
#if defined(__x86_64__)
    if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512vl") &&
        __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512bw"))
        return (Kernels){multiply_avx512, attend_avx512};
    if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma"))
        return (Kernels){multiply_avx2, attend_avx2};
#endif
    return (Kernels){multiply_any, attend_any};
}

/* The exponential of each number, clipped to +-`most`, which is at most 80: a power of 2 times a
   polynomial of the remainder (Cephes' expf), with a relative error below 2e-7. */
VECTORS static void exponentials(float *row, Py_ssize_t size, float most)
{
    for (Py_ssize_t i = 0; i < size; i++) {
        float x = row[i] > most ? most : row[i];
        x = x < -most ? -most : x;
        float shifted = x * 1.44269504f + 12582912.0f; /* 1.5 * 2^23: the last bits are integer */
        float whole = shifted - 12582912.0f;
        float y = x - whole * 0.693359375f + whole * 2.12194440e-4f;
        float p = 1.9875691500e-4f;
        p = p * y + 1.3981999507e-3f;
        p = p * y + 8.3334519073e-3f;
        p = p * y + 4.1665795894e-2f;
        p = p * y + 1.6666665459e-1f;
        p = p * y + 5.0000001201e-1f;
        uint32_t bits; /* not by a cast, which is undefined for NaN */
        memcpy(&bits, &shifted, sizeof bits);
        bits = (bits - 0x4B400000u + 127) << 23;
        float power;
        memcpy(&power, &bits, sizeof power);
        row[i] = (p * y * y + y + 1) * power;
    }
}

/* The number of panels of LANES columns that hold the values of one head. */
static Py_ssize_t panels_of(Py_ssize_t width)
{
    return (width / HEADS + LANES - 1) / LANES;
}

/* [heads, panels, m, LANES] the values of each head in panels, the last padded with zeros. */
static void in_panels(const float *values, Py_ssize_t m, Py_ssize_t width, float *out)
{
    Py_ssize_t part = width / HEADS, panels = panels_of(width);
    for (Py_ssize_t panel = 0; panel < HEADS * panels; panel++)
        for (Py_ssize_t s = 0; s < m; s++, out += LANES)
            for (Py_ssize_t c = panel % panels * LANES, i = 0; c < part && i < LANES; c++, i++)
                out[i] = values[s * width + panel / panels * part + c];
}

/* ---- the network: victor/labelers/neural/network.py ---- */

enum {
    VALUES, LOW, SCALE, TABLE, INPUT, INPUT_BIAS, CONVOLUTION, CONVOLUTION_BIAS, ASKED, VALUE, MIX,
    PAGE, PAGE_BIAS, WIDEN, WIDEN_BIAS, NARROW, NARROW_BIAS, OUTPUT, OUTPUT_BIAS
};

/* The arguments for a page, and buffers for rows of some blocks at a time. */
typedef struct {
    const float *weight[OUTPUT_BIAS + 1];
    Py_ssize_t n, columns, places, width, wide, labels, layers, segments;
    Py_ssize_t stride;       /* between columns of ranks */
    float *hidden;           /* [n, width] */
    float *input, *bias;     /* of the columns that differ; of the others */
    float *first, *second;   /* [CHUNK and more, the widest] rows */
    float *spare;            /* for multiply */
    float *keys;             /* [width, HEADS * segments] */
    float *panels;           /* the values of the heads, laid out for `attend_row` */
    float *page;             /* [width] */
    float *logits;           /* [HEADS * segments] of a block */
    Kernels kernels;
} Net;

static Py_ssize_t least(Py_ssize_t one, Py_ssize_t other) { return one < other ? one : other; }

/* The product of contiguous rows and a matrix; a negative number stands for the keys. */
static Product product(const Net *net, const float *rows, Py_ssize_t inner, int matrix,
                       Py_ssize_t columns, float *out)
{
    const float *chosen = matrix < 0 ? net->keys : net->weight[matrix];
    return (Product){rows, inner, 1, 0, inner, 1, chosen, columns, NULL, 0, 0, out, columns};
}

/* Multiplies n rows by a matrix, with the kernel for this processor. */
static void multiply(const Net *net, Product given, Py_ssize_t n)
{
    net->kernels.multiply(given, n, net->spare);
}

/* Whether all values are the same number, as in half of the columns. */
VECTORS static int are_equal(const float *value, Py_ssize_t n)
{
    int differ = 0;
    for (Py_ssize_t i = 0; i < n; i++)
        differ |= value[i] != value[0];
    return !differ;
}

/* Converts values to ranks in `first`, and returns how many columns differ between the blocks: only
   these are multiplied by their rows of `input`. The others are part of `bias`. */
static Py_ssize_t rank_rows(const Net *net, Py_ssize_t start, Py_ssize_t count)
{
    Py_ssize_t kept = 0, width = net->width;
    memcpy(net->bias, net->weight[INPUT_BIAS], (size_t)width * sizeof *net->bias);
    for (Py_ssize_t c = 0; c < net->columns; c++) {
        const float *values = net->weight[VALUES] + c * net->n + start;
        const float *weights = net->weight[INPUT] + c * width;
        float *ranks = net->first + kept * net->stride;
        int equal = are_equal(values, count);
        rank_column(values, equal ? 1 : count, net->weight[LOW][c], net->weight[SCALE][c],
                    net->weight[TABLE] + c * net->places, (int)net->places, ranks);
        if (!equal)
            memcpy(net->input + kept++ * width, weights, (size_t)width * sizeof *weights);
        for (Py_ssize_t i = 0; equal && i < width; i++)
            net->bias[i] += ranks[0] * weights[i];
    }
    return kept;
}

/* Converts values to ranks, and ranks to the first hidden rows. */
static void enter_rows(const Net *net, Py_ssize_t start, Py_ssize_t count)
{
    Py_ssize_t kept = rank_rows(net, start, count);
    Product made = product(net, net->first, kept, INPUT, net->width,
                           net->hidden + start * net->width);
    made.matrix = net->input;
    made.row = 1;
    made.place = net->stride;
    made.bias = net->bias;
    made.rectified = 1;
    multiply(net, made, count);
}

/* Rows from `start` to `end`, scaled to a root mean square of 1; zeros outside the page. */
static void window(const Net *net, Py_ssize_t start, Py_ssize_t end, float *out)
{
    Py_ssize_t low = start < 0 ? 0 : least(start, net->n), high = least(end, net->n);
    Py_ssize_t width = net->width;
    if (high < low)
        high = low;
    memset(out, 0, (size_t)((end - start) * width) * sizeof *out);
    normalise(net->hidden + low * width, high - low, width, out + (low - start) * width);
}

/* Adds a dilated convolution of three taps to the rows. The rows of the window that the next chunk
   needs are kept, because they change in `hidden`. */
static void convolve(const Net *net, Py_ssize_t layer)
{
    Py_ssize_t far = (Py_ssize_t)1 << layer, width = net->width, done = -far;
    for (Py_ssize_t start = 0; start < net->n; start += CHUNK) {
        Py_ssize_t count = least(CHUNK, net->n - start);
        if (start)
            memmove(net->first, net->first + CHUNK * width,
                    (size_t)(2 * far * width) * sizeof(float));
        window(net, done, start + count + far, net->first + (done - start + far) * width);
        done = start + count + far;
        Product made = product(net, net->first, width, CONVOLUTION, width,
                               net->hidden + start * width);
        made.matrix += layer * 3 * width * width;
        made.taps = 3;
        made.tap = far * width;
        made.bias = net->weight[CONVOLUTION_BIAS] + layer * width;
        made.rectified = made.added = 1;
        multiply(net, made, count);
    }
}

/* The means of `segments` runs of rows, scaled to a root mean square of 1, and of all (`page`). */
static void segment_means(const Net *net, float *means)
{
    Py_ssize_t width = net->width, m = net->segments, end = 0;
    memset(means, 0, (size_t)(m * width) * sizeof *means);
    for (Py_ssize_t s = 0; s < m; s++, means += width) {
        Py_ssize_t start = end;
        end = ((s + 1) * net->n + m - 1) / m;
        for (Py_ssize_t i = start; i < end; i++) {
            float scale = scale_of(net->hidden + i * width, width);
            for (Py_ssize_t c = 0; c < width; c++)
                means[c] += net->hidden[i * width + c] * scale;
        }
        for (Py_ssize_t c = 0; c < width; c++) {
            net->page[c] += means[c] / (float)net->n;
            means[c] /= (float)(end - start);
        }
    }
}

/* The matrix that maps a row to its logits: for each head, the weights of its query times the
   segments minus their mean. */
static void set_keys(const Net *net, const float *means, float *turned)
{
    Py_ssize_t width = net->width, m = net->segments;
    for (Py_ssize_t c = 0; c < width; c++) {
        float mean = 0;
        for (Py_ssize_t s = 0; s < m; s++)
            mean += means[s * width + c] / (float)m;
        for (Py_ssize_t s = 0; s < m; s++)
            turned[c * m + s] = means[s * width + c] - mean;
    }
    for (Py_ssize_t head = 0; head < HEADS; head++) {
        Product made = product(net, net->weight[ASKED] + head * width * width, width, -1, m,
                               net->keys + head * m);
        made.matrix = turned;
        made.out_row = HEADS * m;
        multiply(net, made, width);
    }
}

/* Computes the context of the page, to which all blocks attend. */
static void set_context(const Net *net)
{
    Py_ssize_t width = net->width, m = net->segments;
    float *means = net->first, *turned = means + SEGMENTS * width;
    segment_means(net, means);
    set_keys(net, means, turned);
    multiply(net, product(net, means, width, VALUE, width, turned), m);
    in_panels(turned, m, width, net->panels);
    memcpy(means, net->page, (size_t)width * sizeof *means);
    Product made = product(net, means, width, PAGE, width, net->page);
    made.bias = net->weight[PAGE_BIAS];
    made.rectified = 1;
    multiply(net, made, 1);
}

/* The output of each head for a block. */
static void attend_row(const Net *net, const float *weight, float *out)
{
    Py_ssize_t part = net->width / HEADS, m = net->segments;
    const float *panel = net->panels;
    float seen[LANES];
    for (Py_ssize_t head = 0; head < HEADS; head++, weight += m)
        for (Py_ssize_t left = part; left > 0; left -= LANES, panel += m * LANES) {
            net->kernels.attend(weight, panel, m, seen);
            memcpy(out, seen, (size_t)least(left, LANES) * sizeof *out);
            out += least(left, LANES);
        }
}

/* Adds the output of the heads, and the context of the page as a whole. */
static void see_page(const Net *net, float *rows, Py_ssize_t count)
{
    Py_ssize_t width = net->width, size = HEADS * net->segments;
    normalise(rows, count, width, net->first);
    multiply(net, product(net, net->first, width, -1, size, net->second), count);
    for (Py_ssize_t i = 0; i < count; i++) {
        memcpy(net->logits, net->second + i * size, (size_t)size * sizeof *net->logits);
        exponentials(net->logits, size, MOST_LOGIT);
        attend_row(net, net->logits, net->first + i * width);
    }
    Product made = product(net, net->first, width, MIX, width, rows);
    made.bias = net->page;
    made.added = 1;
    multiply(net, made, count);
}

/* Adds the output of the feed-forward layer, which is wider than the rows. */
static void widen(const Net *net, float *rows, Py_ssize_t count)
{
    normalise(rows, count, net->width, net->first);
    Product made = product(net, net->first, net->width, WIDEN, net->wide, net->second);
    made.bias = net->weight[WIDEN_BIAS];
    made.rectified = 1;
    multiply(net, made, count);
    made = product(net, net->second, net->wide, NARROW, net->width, rows);
    made.bias = net->weight[NARROW_BIAS];
    made.added = 1;
    multiply(net, made, count);
}

static void score_rows(const Net *net, Py_ssize_t start, Py_ssize_t count, float *out)
{
    float *rows = net->hidden + start * net->width;
    see_page(net, rows, count);
    widen(net, rows, count);
    normalise(rows, count, net->width, net->first);
    Product made = product(net, net->first, net->width, OUTPUT, net->labels, out);
    made.bias = net->weight[OUTPUT_BIAS];
    multiply(net, made, count);
}

static int make_room(Net *net)
{
    Py_ssize_t width = net->width, keys = HEADS * net->segments;
    Py_ssize_t widest = net->wide > keys ? net->wide : keys;
    Py_ssize_t chunk = least(net->n, CHUNK);
    net->stride = (chunk / LANES | 1) * LANES; /* no power of 2, to avoid cache conflicts */
    net->stride += chunk > net->stride ? 2 * LANES : 0;
    Py_ssize_t rows = (chunk + 2 * ((Py_ssize_t)1 << net->layers) + 2 * SEGMENTS) * width;
    Py_ssize_t ranks = net->columns * net->stride, inner = 3 * width;
    inner = inner > net->columns ? inner : net->columns;
    inner = inner > net->wide ? inner : net->wide;
    net->hidden = room((size_t)(net->n * width), sizeof(float));
    net->input = room((size_t)(net->columns * width), sizeof(float));
    net->bias = room((size_t)width, sizeof(float));
    net->first = room((size_t)(ranks > rows ? ranks : rows), sizeof(float));
    net->second = room((size_t)(chunk * widest), sizeof(float));
    net->spare = room((size_t)(inner * WIDEST), sizeof(float));
    net->keys = room((size_t)(width * keys), sizeof(float));
    net->page = room((size_t)width, sizeof(float));
    net->logits = room((size_t)keys, sizeof(float));
    net->panels = room((size_t)(panels_of(width) * keys * LANES), sizeof(float));
    return net->hidden && net->input && net->bias && net->first && net->second && net->spare &&
           net->keys && net->page && net->logits && net->panels;
}

static void free_room(Net *net)
{
    float *made[] = {net->hidden, net->input, net->bias, net->first, net->second,
                     net->spare,  net->keys,  net->page, net->logits, net->panels};
    for (size_t i = 0; i < sizeof made / sizeof *made; i++)
        PyMem_Free(made[i]);
}

static void score_page(const Net *net, float *out)
{
    for (Py_ssize_t start = 0; start < net->n; start += CHUNK)
        enter_rows(net, start, least(CHUNK, net->n - start));
    for (Py_ssize_t layer = 0; layer < net->layers; layer++)
        convolve(net, layer);
    set_context(net);
    for (Py_ssize_t start = 0; start < net->n; start += CHUNK)
        score_rows(net, start, least(CHUNK, net->n - start), out + start * net->labels);
}

/* [n, k] the scores of all labels for each block. */
static PyObject *scored(PyObject *Py_UNUSED(module), Arguments given, Py_ssize_t count)
{
    static const Argument wanted[] = {
        {"values", "f4", "fn", NULL, 0},          {"low", "f4", "f", NULL, 0},
        {"scale", "f4", "f", NULL, 0},            {"table", "f4", "fp", NULL, 0},
        {"input", "f4", "fd", NULL, 0},           {"input_bias", "f4", "d", NULL, 0},
        {"convolution", "f4", "ltdd", NULL, 0},   {"convolution_bias", "f4", "ld", NULL, 0},
        {"asked", "f4", "hdd", NULL, 0},          {"value", "f4", "dd", NULL, 0},
        {"mix", "f4", "dd", NULL, 0},             {"page", "f4", "dd", NULL, 0},
        {"page_bias", "f4", "d", NULL, 0},        {"widen", "f4", "dw", NULL, 0},
        {"widen_bias", "f4", "w", NULL, 0},       {"narrow", "f4", "wd", NULL, 0},
        {"narrow_bias", "f4", "d", NULL, 0},      {"output", "f4", "dk", NULL, 0},
        {"output_bias", "f4", "k", NULL, 0},      {0}};
    Call call;
    Net net = {0};
    int ready = enter(&call, wanted, given, count);
    net.n = call.size['n'], net.columns = call.size['f'], net.places = call.size['p'];
    net.width = call.size['d'], net.wide = call.size['w'], net.labels = call.size['k'];
    net.layers = call.size['l'], net.segments = least(net.n, SEGMENTS);
    net.kernels = kernels_here();
    if (ready && (net.places < 1 || net.places > 1 << 20))
        ready = fail(PyExc_ValueError, "table", "expected 1 to 1048576 places");
    if (ready && (call.size['t'] != 3 || call.size['h'] != HEADS || net.layers > 4 ||
                  net.width < 1 || net.width % HEADS))
        ready = fail(PyExc_ValueError, "convolution", "expected another shape");
    for (int i = 0; ready && i <= OUTPUT_BIAS; i++)
        net.weight[i] = call.given[i].items;
    float *out = ready ? result(&call, "f4", "nk") : NULL;
    if (out && net.n && make_room(&net)) {
        Py_BEGIN_ALLOW_THREADS; /* the longest step without Python objects */
        score_page(&net, out);
        Py_END_ALLOW_THREADS;
    }
    free_room(&net);
    return leave(&call);
}

/* ---- decoding: victor/decode.py ---- */

static double *to_sum_1(double *row, Py_ssize_t k, double sum)
{
    for (Py_ssize_t a = 0; a < k; a++)
        row[a] /= sum < 1e-300 ? 1e-300 : sum;
    return row + k;
}

/* [2, n, k] the forward and the backward recursion over a chain, rows scaled to sum to 1. */
static void recursions(const double *local, const double *edge, Py_ssize_t n, Py_ssize_t k,
                       double *both)
{
    double *row = both;
    for (Py_ssize_t i = 0; i < n; i++) {
        double sum = 0;
        for (Py_ssize_t b = 0; b < k; b++) {
            row[b] = i == 0;
            for (Py_ssize_t a = 0; i && a < k; a++)
                row[b] += row[a - k] * edge[a * k + b];
            sum += row[b] *= local[i * k + b];
        }
        row = to_sum_1(row, k, sum);
    }
    for (Py_ssize_t i = n - 1; i >= 0; i--) {
        double sum = 0;
        row = both + (n + i) * k;
        for (Py_ssize_t a = 0; a < k; a++) {
            row[a] = i == n - 1;
            for (Py_ssize_t b = 0; i < n - 1 && b < k; b++)
                row[a] += edge[a * k + b] * local[(i + 1) * k + b] * row[k + b];
            sum += row[a];
        }
        to_sum_1(row, k, sum);
    }
}

/* The products of the two recursions, scaled to sum to 1, in place of the first. */
static void marginal_rows(double *both, Py_ssize_t n, Py_ssize_t k)
{
    for (Py_ssize_t i = 0; i < n; i++) {
        double sum = 0, *row = both + i * k;
        for (Py_ssize_t a = 0; a < k; a++)
            sum += row[a] *= row[n * k + a];
        to_sum_1(row, k, sum);
    }
}

static PyObject *chain(PyObject *Py_UNUSED(module), Arguments given, Py_ssize_t count)
{
    static const Argument wanted[] = {
        {"local", "f8", "nk", NULL, 0}, {"edge", "f8", "kk", NULL, 0}, {0}};
    Call call;
    int ready = enter(&call, wanted, given, count);
    call.size['r'] = 2;
    double *both = ready ? result(&call, "f8", "rnk") : NULL;
    if (both)
        recursions(call.given[0].items, call.given[1].items, call.size['n'], call.size['k'], both);
    return leave(&call);
}

/* The index of the greatest number other than that at `other`, the first for ties; -1 for none. */
static Py_ssize_t greatest_but(const double *row, Py_ssize_t k, Py_ssize_t other)
{
    Py_ssize_t best = -1;
    for (Py_ssize_t a = 0; a < k; a++)
        if (a != other && (best < 0 || row[a] > row[best]))
            best = a;
    return best;
}

/* [n, k] exponentials of the scores minus the maximum of their row. */
static void exponentials_of(const double *state, Py_ssize_t n, Py_ssize_t k, double *out)
{
    for (Py_ssize_t i = 0; i < n; i++, state += k, out += k)
        for (Py_ssize_t a = 0, most = greatest_but(state, k, -1); a < k; a++)
            out[a] = exp(state[a] - state[most]);
}

static const double UNSURE = 0.4; /* as in victor/decode.py */

typedef struct {
    double p, weight;
    Py_ssize_t place;
} Candidate;

/* The candidates by falling probability; those of the same keep their order. `qsort` would call a
   function for every comparison. `spare` has room for all. */
static const Candidate *in_order(Candidate *items, Candidate *spare, Py_ssize_t n)
{
    for (Py_ssize_t width = 1; width < n; width *= 2) {
        for (Py_ssize_t low = 0; low < n; low += 2 * width) {
            Py_ssize_t middle = least(low + width, n), end = least(low + 2 * width, n);
            for (Py_ssize_t at = low, i = low, j = middle; at < end; at++) {
                int is_next = j < end && (i == middle || items[j].p > items[i].p);
                spare[at] = is_next ? items[j++] : items[i++];
            }
        }
        Candidate *merged = spare;
        spare = items;
        items = merged;
    }
    return items;
}

/* How many sorted candidates maximise expected word F-beta, which is stored in `best`; `all` is the
   sum of their p times weight. */
static Py_ssize_t prefix(const Candidate *sorted, Py_ssize_t n, double all, double beta, double *best)
{
    double gain = 0, weight = 0, square = beta * beta;
    Py_ssize_t size = 0;
    *best = -1;
    for (Py_ssize_t i = 0; i < n; i++) {
        gain += sorted[i].p * sorted[i].weight;
        weight += sorted[i].weight;
        double f = (1 + square) * gain / (weight + square * all);
        if (f > *best)
            *best = f, size = i + 1;
    }
    return size;
}

/* The same, with the beta `unsure` if no block is probable; 0 if the maximum is at most the
   probability that there is no content. */
static Py_ssize_t best_prefix(const Candidate *sorted, Py_ssize_t n, double beta, double unsure)
{
    double all = 0, nothing = 0, best;
    for (Py_ssize_t i = 0; i < n; i++) {
        all += sorted[i].p * sorted[i].weight;
        nothing += log1p(-(sorted[i].p < 1 - 1e-12 ? sorted[i].p : 1 - 1e-12));
    }
    Py_ssize_t size = prefix(sorted, n, all, beta, &best);
    if (best <= exp(nothing))
        return 0;
    int is_unsure = n && sorted[0].p < UNSURE && beta >= 1 && beta < unsure;
    return is_unsure ? prefix(sorted, n, all, unsure, &best) : size;
}

/* [n, k] marginal probabilities, and [n] the labels that maximise expected word F-beta. */
static PyObject *decided(PyObject *Py_UNUSED(module), Arguments given, Py_ssize_t count)
{
    static const Argument wanted[] = {
        {"state", "f8", "nk", NULL, 0},   {"transition", "f8", "kk", NULL, 0},
        {"words", "f4", "n", NULL, 0},    {"other", "number", "o", NULL, 0},
        {"beta", "real", "", NULL, 0},    {"unsure", "real", "", NULL, 0}, {0}};
    Call call;
    int ready = enter(&call, wanted, given, count);
    const double *state = call.given[0].items, *transition = call.given[1].items;
    const float *words = call.given[2].items;
    Py_ssize_t n = call.size['n'], k = call.size['k'], other = call.size['o'];
    if (ready && (other >= k || k < 2))
        ready = fail(PyExc_ValueError, "other", "expected one of two labels or more");
    float *scores = ready ? result(&call, "f4", "nk") : NULL;
    int *y = scores ? result(&call, "i4", "n") : NULL;
    double *local = y ? room((size_t)(n * k), sizeof *local) : NULL;
    double *edge = local ? room((size_t)(k * k), sizeof *edge) : NULL;
    double *both = edge ? room((size_t)(2 * n * k), sizeof *both) : NULL;
    Candidate *found = both ? room(2 * (size_t)n, sizeof *found) : NULL;
    if (found) {
        exponentials_of(state, n, k, local);
        for (Py_ssize_t i = 0, most = greatest_but(transition, k * k, -1); i < k * k; i++)
            edge[i] = exp(transition[i] - transition[most]);
        recursions(local, edge, n, k, both);
        marginal_rows(both, n, k);
        for (Py_ssize_t i = 0; i < n; i++) {
            const double *row = both + i * k;
            for (Py_ssize_t a = 0; a < k; a++)
                scores[i * k + a] = (float)row[a];
            y[i] = (int)other;
            found[i] = (Candidate){1 - row[other], words[i] > 0.1f ? words[i] : 0.1, i};
        }
        const Candidate *sorted = in_order(found, found + n, n);
        double beta = call.given[4].real, unsure = call.given[5].real;
        for (Py_ssize_t i = best_prefix(sorted, n, beta, unsure); i--;)
            y[sorted[i].place] = (int)greatest_but(both + sorted[i].place * k, k, other);
    }
    PyMem_Free(found);
    PyMem_Free(both);
    PyMem_Free(edge);
    PyMem_Free(local);
    return leave(&call);
}

PART(network, DOOR(ranked), DOOR(scored), DOOR(chain), DOOR(decided))
