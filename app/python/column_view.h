// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <type_traits>

#include <pybind11/numpy.h>

namespace gaplight::python {

// Columns of the core as read-only NumPy arrays.
//
// A view points into a table of the core. Its base is the Python object that owns the trace, so
// that the memory lives as long as the array, and NumPy refuses to make it writeable. A field of an
// array of structs is a view with a stride. Ids are 32 bits whose invalid value is 2^32 - 1: as
// int32, which is what Python gets, that is -1.
//
//     viewOf<std::int64_t>(owner, trace.slices().starts())
//     viewOf<std::int32_t>(owner, trace.gpuActivities(), [](const auto& row) { return &row.slice;
//     })

// The field that `member` points to, of every row, as `Value`, which has the same size and layout.
template <class Value, class Row, class Member>
pybind11::array viewOf(const pybind11::object& owner, std::span<Row> rows, Member member) {
    using Field = std::remove_pointer_t<std::invoke_result_t<Member, const Row&>>;
    static_assert(sizeof(Value) == sizeof(Field) && std::is_trivially_copyable_v<Field>);
    static constexpr Value kNothing{};  // NumPy would allocate an array of no address
    const void* first = rows.empty() ? static_cast<const void*>(&kNothing) : member(rows.front());
    pybind11::array view(pybind11::dtype::of<Value>(), {rows.size()}, {sizeof(Row)}, first, owner);
    view.attr("setflags")(pybind11::arg("write") = false);
    return view;
}

template <class Value, class Row>
pybind11::array viewOf(const pybind11::object& owner, std::span<Row> rows) {
    return viewOf<Value>(owner, rows, [](const Row& row) { return &row; });
}

// A read-only array of its own: `value` of every row.
template <class Value, class Row, class Function>
pybind11::array copyOf(std::span<Row> rows, Function value) {
    pybind11::array_t<Value> copy(static_cast<pybind11::ssize_t>(rows.size()));
    Value* out = copy.mutable_data();
    for (const auto& row : rows) {
        *out++ = static_cast<Value>(value(row));
    }
    copy.attr("setflags")(pybind11::arg("write") = false);
    return copy;
}

// The same of texts, as an array of Python's strings. Bytes that are no UTF-8 become U+FFFD.
template <class Row, class Function>
pybind11::array textsOf(std::span<Row> rows, Function text) {
    pybind11::array copy(pybind11::dtype("O"), rows.size());
    auto* out = static_cast<PyObject**>(copy.mutable_data());
    for (const auto& row : rows) {
        const auto bytes = text(row);
        PyObject* decoded =
            PyUnicode_DecodeUTF8(bytes.data(), static_cast<Py_ssize_t>(bytes.size()), "replace");
        if (decoded == nullptr) {
            throw pybind11::error_already_set();
        }
        Py_XDECREF(*out);  // NumPy begins with None or null
        *out++ = decoded;
    }
    copy.attr("setflags")(pybind11::arg("write") = false);
    return copy;
}

}  // namespace gaplight::python
