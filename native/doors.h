/* Code that all doors share: checked arguments, and results, through Python's buffer protocol.

   A door does the same as the Python function of the same name, which is the reference; tests
   compare both. No argument is trusted: `enter` checks type, byte order, layout, lengths and the
   range of every index against the table of the door. A door borrows the memory of its arguments
   while it runs, and does not change it. It holds the GIL, except `scored` while it computes, which
   reads numbers only; doors that call Python functions work on copies. The build defines SOURCES, a
   hash of the source files of a part. */

#ifndef VICTOR_DOORS_H
#define VICTOR_DOORS_H

#if defined(__i386__) && !defined(__clang__) /* the x87 does not round to the type of a number */
#pragma GCC target("sse2,fpmath=sse")
#endif

#define PY_SSIZE_T_CLEAN
#include <Python.h>

#include <limits.h>
#include <stdint.h>
#include <string.h>

/* A function whose loops are compiled for several kinds of processors, chosen at run time. */
#if !defined(__clang__) && defined(__x86_64__) && defined(__gnu_linux__) &&                       \
    !defined(__SANITIZE_ADDRESS__)
#define VECTORS __attribute__((target_clones("arch=x86-64-v4", "arch=x86-64-v3", "default")))
#else
#define VECTORS
#endif

enum { MOST = 24 }; /* maximum number of arguments, and of results, of a door */

typedef PyObject *const *Arguments;

typedef struct {
    const char *name; /* for messages; NULL ends a table */
    /* "i4", "f8" etc. as in numpy, "b1" for bool; "strings": a list or tuple; "number": a length;
       "real": a float; "object": anything */
    const char *type;
    const char *shape; /* a letter for each dimension: the same letter, the same length */
    /* The range of indices. A letter: below its length; "=" and a letter: at most its length; ">"
       and a letter: the same, and in ascending order; "<": below their own position, except the
       first, which is below the length */
    const char *range;
    int least;
} Argument;

typedef struct {
    Py_ssize_t size[128]; /* lengths by letter; -1: not yet known */
    union {
        void *items;
        PyObject **strings;
        PyObject *object;
        double real;
    } given[MOST];
    PyObject *made[MOST]; /* the results */
    int results;
    Py_buffer views[2 * MOST]; /* of arguments and results */
    int held;
    PyObject *tuples[MOST]; /* which own the strings */
    int kept;
} Call;

static PyObject *numpy_empty; /* numpy.empty */

static int has_type(const Py_buffer *view, const char *type)
{
    const char *format = view->format ? view->format : "B";
    const char *letters = *type == 'i'   ? "bhilq"
                          : *type == 'u' ? "BHILQ"
                          : *type == 'f' ? "efd"
                                         : "?";
    format += *format == '@' || *format == '=';
    return strchr(letters, *format) && *format && !format[1] && view->itemsize == type[1] - '0';
}

static int fail(PyObject *error, const char *name, const char *why)
{
    if (!PyErr_Occurred() || PyErr_ExceptionMatches(PyExc_BufferError))
        PyErr_Format(error, "%s: %s", name, why);
    return 0;
}

static int bind(Call *call, const Argument *wanted, int letter, Py_ssize_t length)
{
    Py_ssize_t *known = &call->size[letter];
    if (*known < 0)
        *known = length;
    if (*known == length)
        return 1;
    PyErr_Format(PyExc_ValueError, "%s: expected length %zd, found %zd", wanted->name, *known,
                 length);
    return 0;
}

static int take_array(Call *call, const Argument *wanted, PyObject *given, void **items)
{
    const char *type = wanted->type;
    Py_buffer *view = &call->views[call->held];
    if (PyObject_GetBuffer(given, view, PyBUF_C_CONTIGUOUS | PyBUF_FORMAT) < 0)
        return fail(PyExc_ValueError, wanted->name, "expected a C-contiguous array");
    call->held++;
    if (!has_type(view, type)) {
        PyErr_Format(PyExc_TypeError, "%s: expected an array of %s, found format %s", wanted->name,
                     type, view->format ? view->format : "none");
        return 0;
    }
    if (view->ndim != (int)strlen(wanted->shape))
        return fail(PyExc_ValueError, wanted->name, "wrong number of dimensions");
    if (view->len && (uintptr_t)view->buf % (size_t)view->itemsize)
        return fail(PyExc_ValueError, wanted->name, "expected an aligned array");
    for (int i = 0; i < view->ndim; i++)
        if (!bind(call, wanted, wanted->shape[i], view->shape[i]))
            return 0;
    *items = view->buf ? view->buf : "";
    return 1;
}

/* Copies to a tuple, which code that runs during the door cannot change. */
static int take_strings(Call *call, const Argument *wanted, PyObject *given, PyObject ***strings)
{
    if (!PyList_Check(given) && !PyTuple_Check(given))
        return fail(PyExc_TypeError, wanted->name, "expected a list of strings");
    PyObject *tuple = PySequence_Tuple(given);
    if (tuple == NULL)
        return 0;
    call->tuples[call->kept++] = tuple;
    for (Py_ssize_t i = 0; i < PyTuple_GET_SIZE(tuple); i++)
        if (!PyUnicode_Check(PyTuple_GET_ITEM(tuple, i)))
            return fail(PyExc_TypeError, wanted->name, "expected a list of strings");
    *strings = PySequence_Fast_ITEMS(tuple);
    return bind(call, wanted, *wanted->shape, PyTuple_GET_SIZE(tuple));
}

static int take_number(Call *call, const Argument *wanted, PyObject *given)
{
    Py_ssize_t size = PyNumber_AsSsize_t(given, PyExc_ValueError);
    if (size == -1 && PyErr_Occurred())
        return 0;
    return size < wanted->least ? fail(PyExc_ValueError, wanted->name, "is too small")
                                : bind(call, wanted, *wanted->shape, size);
}

static int take(Call *call, const Argument *wanted, PyObject *given, int place)
{
    switch (*wanted->type) {
    case 's':
        return take_strings(call, wanted, given, &call->given[place].strings);
    case 'n':
        return take_number(call, wanted, given);
    case 'r':
        call->given[place].real = PyFloat_AsDouble(given);
        return !PyErr_Occurred();
    case 'o':
        return (call->given[place].object = given) != NULL;
    default:
        return take_array(call, wanted, given, &call->given[place].items);
    }
}

/* Whether all indices of an argument are in their range. */
VECTORS static int in_range(const Call *call, const Argument *wanted, const int *items)
{
    int kind = *wanted->range, reaches = kind == '=' || kind == '>', wrong = 0;
    Py_ssize_t count = call->size[(int)*wanted->shape], place = 0;
    Py_ssize_t below = kind == '<' ? count : call->size[(int)wanted->range[reaches]];
    int most = below > INT_MAX ? INT_MAX : (int)below - !reaches, least = wanted->least;
    for (Py_ssize_t i = 0; i < count; i++)
        wrong |= (items[i] < least) | (items[i] > most);
    for (Py_ssize_t i = 0; i < count && kind == '<'; i++)
        wrong |= items[i] >= i && i;
    for (Py_ssize_t i = 1; i < count && kind == '>'; i++)
        wrong |= items[i] < items[i - 1];
    if (!wrong)
        return 1;
    while (items[place] >= least && items[place] <= most && (kind != '<' || items[place] < place || !place) &&
           (kind != '>' || place == 0 || items[place] >= items[place - 1]))
        place++;
    PyErr_Format(PyExc_IndexError, "%s: %d at %zd is out of range", wanted->name, items[place],
                 place);
    return 0;
}

/* Checks and takes all arguments; returns 0 with a Python exception set if one is invalid. */
static int enter(Call *call, const Argument *wanted, Arguments given, Py_ssize_t count)
{
    Py_ssize_t expected = 0;
    call->results = call->held = call->kept = 0;
    for (int letter = 0; letter < 128; letter++)
        call->size[letter] = -1;
    while (wanted[expected].name)
        expected++;
    if (count != expected) {
        PyErr_Format(PyExc_TypeError, "expected %zd arguments, found %zd", expected, count);
        return 0;
    }
    for (int i = 0; i < expected; i++)
        if (!take(call, &wanted[i], given[i], i))
            return 0;
    for (int i = 0; i < expected; i++)
        if (wanted[i].range && !in_range(call, &wanted[i], call->given[i].items))
            return 0;
    return 1;
}

/* A new array, with lengths by letter, as the next result; NULL for an error. */
static inline void *result(Call *call, const char *type, const char *shape)
{
    PyObject *lengths = PyErr_Occurred() ? NULL : PyTuple_New((Py_ssize_t)strlen(shape));
    for (Py_ssize_t i = 0; lengths && shape[i]; i++)
        PyTuple_SET_ITEM(lengths, i, PyLong_FromSsize_t(call->size[(int)shape[i]]));
    PyObject *array = lengths ? PyObject_CallFunction(numpy_empty, "Ns", lengths, type) : NULL;
    Py_buffer *view = &call->views[call->held];
    if (array == NULL)
        return NULL;
    call->made[call->results++] = array;
    if (PyObject_GetBuffer(array, view, PyBUF_C_CONTIGUOUS | PyBUF_WRITABLE) < 0)
        return NULL;
    call->held++;
    return view->buf;
}

static void *room(size_t count, size_t size)
{
    void *made = PyErr_Occurred() ? NULL : PyMem_Calloc(count + 1, size);
    if (made == NULL && !PyErr_Occurred())
        PyErr_NoMemory();
    return made;
}

/* Releases the arguments, and returns what the door returns: its result, or a tuple of several. */
static PyObject *leave(Call *call)
{
    PyObject *all = NULL;
    int results = call->results, failed = PyErr_Occurred() != NULL;
    while (call->held)
        PyBuffer_Release(&call->views[--call->held]);
    while (call->kept)
        Py_DECREF(call->tuples[--call->kept]);
    if (!failed && results == 1)
        return call->made[0];
    if (!failed)
        all = PyTuple_New(results);
    for (int i = 0; i < results; i++)
        if (all)
            PyTuple_SET_ITEM(all, i, call->made[i]);
        else
            Py_XDECREF(call->made[i]);
    return all;
}

typedef struct {
    const char *name;
    unsigned long long number;
    const char *text; /* NULL: the constant is the number */
} Constant; /* a NULL name ends a table */

/* A module with SOURCES, and with CONSTANTS, which Python compares with its own. */
static PyObject *make_module(struct PyModuleDef *definition, const Constant *constants)
{
    PyObject *numpy = PyImport_ImportModule("numpy"), *known = PyDict_New();
    numpy_empty = numpy ? PyObject_GetAttrString(numpy, "empty") : NULL;
    Py_XDECREF(numpy);
    for (; known && constants->name; constants++) {
        PyObject *value = constants->text ? PyUnicode_FromString(constants->text)
                                          : PyLong_FromUnsignedLongLong(constants->number);
        if (value == NULL || PyDict_SetItemString(known, constants->name, value) < 0)
            Py_CLEAR(known);
        Py_XDECREF(value);
    }
    PyObject *made = numpy_empty && known ? PyModule_Create(definition) : NULL;
    if (made && (PyModule_AddStringConstant(made, "SOURCES", SOURCES) < 0 ||
                 PyModule_AddObjectRef(made, "CONSTANTS", known) < 0))
        Py_CLEAR(made);
    Py_XDECREF(known);
    return made;
}

/* A door of a module. */
#define DOOR(name) {#name, (PyCFunction)(void (*)(void))name, METH_FASTCALL, NULL}

/* The module of a part. */
#define PART(part, ...)                                                                            \
    static PyMethodDef methods[] = {__VA_ARGS__, {NULL, NULL, 0, NULL}};                           \
    static struct PyModuleDef definition = {PyModuleDef_HEAD_INIT, "victor._" #part,               \
                                            "Doors, compiled.", -1, methods, NULL, NULL, NULL,     \
                                            NULL};                                                 \
    PyMODINIT_FUNC PyInit__##part(void)                                                            \
    {                                                                                              \
        return make_module(&definition, constants);                                                \
    }

#endif
