/* What the kernels share: arrays in and arrays out, through Python's buffer protocol.

   A kernel does what the function of the same name does in Python, which is the reference; tests
   hold both equal. SOURCES is given by the build: it tells a part of other sources. It borrows its arguments' memory while it runs and holds the GIL throughout. */

#ifndef VICTOR_KERNELS_H
#define VICTOR_KERNELS_H

#define PY_SSIZE_T_CLEAN
#include <Python.h>

#include <stdint.h>
#include <string.h>

enum { MOST_ARRAYS = 40 };

typedef struct {
    Py_buffer views[MOST_ARRAYS];
    int count;
} Held; /* the arrays of one call */

static PyObject *numpy_empty; /* numpy.empty */

static void *hold(Held *held, PyObject *array, Py_ssize_t item, Py_ssize_t *length, int flags)
{
    Py_buffer *view = &held->views[held->count];
    if (PyErr_Occurred() || PyObject_GetBuffer(array, view, flags) < 0)
        return NULL;
    held->count++;
    if (view->itemsize != item) {
        PyErr_Format(PyExc_TypeError, "expected items of %zd bytes, found %zd", item,
                     view->itemsize);
        return NULL;
    }
    if (length)
        *length = view->len / item;
    return view->buf ? view->buf : "";
}

/* An argument's items, of `item` bytes each, and how many there are. NULL is an error. */
static void *input(Held *held, PyObject *array, Py_ssize_t item, Py_ssize_t *length)
{
    return hold(held, array, item, length, PyBUF_C_CONTIGUOUS);
}

/* A new array of `rows` items, or of `rows` times `columns`. NULL is an error. */
static void *output(Held *held, PyObject **array, const char *type, Py_ssize_t item,
                    Py_ssize_t rows, Py_ssize_t columns)
{
    *array = PyErr_Occurred() ? NULL
             : columns < 0    ? PyObject_CallFunction(numpy_empty, "ns", rows, type)
                              : PyObject_CallFunction(numpy_empty, "(nn)s", rows, columns, type);
    return *array ? hold(held, *array, item, NULL, PyBUF_C_CONTIGUOUS | PyBUF_WRITABLE) : NULL;
}

static int expect(Py_ssize_t found, Py_ssize_t wanted)
{
    if (found == wanted)
        return 1;
    PyErr_Format(PyExc_TypeError, "expected %zd arguments, found %zd", wanted, found);
    return 0;
}

/* What a kernel returns; `filled` is false where it could not do its work. */
static PyObject *finish(Held *held, PyObject *made, int filled)
{
    if (!filled && !PyErr_Occurred())
        PyErr_SetString(PyExc_ValueError, "arrays of sizes that do not fit");
    while (held->count)
        PyBuffer_Release(&held->views[--held->count]);
    if (PyErr_Occurred())
        Py_CLEAR(made);
    return made;
}

static PyObject *make_module(struct PyModuleDef *definition)
{
    PyObject *numpy = PyImport_ImportModule("numpy");
    numpy_empty = numpy ? PyObject_GetAttrString(numpy, "empty") : NULL;
    Py_XDECREF(numpy);
    PyObject *made = numpy_empty ? PyModule_Create(definition) : NULL;
    if (made && PyModule_AddStringConstant(made, "SOURCES", SOURCES) < 0)
        Py_CLEAR(made);
    return made;
}

#endif
