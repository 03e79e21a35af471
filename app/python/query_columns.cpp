// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "app/python/query_columns.h"

#include <algorithm>
#include <limits>
#include <span>
#include <variant>
#include <vector>

#include "app/python/column_view.h"

namespace gaplight::python {
namespace {

namespace py = pybind11;

template <class T>
bool isKind(const QueryCell& cell) {
    return std::holds_alternative<T>(cell);
}

// A new reference.
PyObject* objectOf(const QueryCell& cell) {
    if (const auto* integer = std::get_if<std::int64_t>(&cell)) {
        return PyLong_FromLongLong(*integer);
    }
    if (const auto* number = std::get_if<double>(&cell)) {
        return PyFloat_FromDouble(*number);
    }
    if (const auto* text = std::get_if<std::string>(&cell)) {
        return PyUnicode_DecodeUTF8(text->data(), static_cast<Py_ssize_t>(text->size()), "replace");
    }
    Py_RETURN_NONE;
}

py::array objectsOf(std::span<const QueryCell> cells) {
    py::array column(py::dtype("O"), cells.size());
    auto* out = static_cast<PyObject**>(column.mutable_data());
    for (const QueryCell& cell : cells) {
        PyObject* made = objectOf(cell);
        if (made == nullptr) {
            throw py::error_already_set();
        }
        Py_XDECREF(*out);  // NumPy begins with None or null
        *out++ = made;
    }
    column.attr("setflags")(py::arg("write") = false);
    return column;
}

double numberOf(const QueryCell& cell) {
    if (const auto* integer = std::get_if<std::int64_t>(&cell)) {
        return static_cast<double>(*integer);
    }
    const auto* number = std::get_if<double>(&cell);
    return number == nullptr ? std::numeric_limits<double>::quiet_NaN() : *number;
}

py::array arrayOf(std::span<const QueryCell> cells) {
    const bool areIntegers = std::ranges::all_of(cells, isKind<std::int64_t>);
    const bool hasTexts = std::ranges::any_of(cells, isKind<std::string>);
    if (areIntegers && !cells.empty()) {
        return copyOf<std::int64_t>(
            cells, [](const QueryCell& cell) { return std::get<std::int64_t>(cell); });
    }
    return hasTexts || std::ranges::none_of(cells, isKind<double>)
               ? objectsOf(cells)
               : copyOf<double>(cells, numberOf);
}

}  // namespace

py::dict queryColumns(const QueryResult& result) {
    py::dict columns;
    for (const QueryResultColumn& column : result.columns) {
        columns[py::str(column.name)] = arrayOf(column.cells);
    }
    return columns;
}

}  // namespace gaplight::python
