// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <pybind11/numpy.h>

namespace gaplight::python {

// The tables of a trace as {name: array}. `owner`: an OpenedTrace, which the views keep alive.

// Views: start, duration, name, category, row, parent.
[[nodiscard]] pybind11::dict sliceColumns(const pybind11::object& owner);
// Views, of kernels, copies and memsets: slice, source, device, stream, launch; copy: in_window.
[[nodiscard]] pybind11::dict activityColumns(const pybind11::object& owner);
// Views, of the kernels whose launch configuration was recorded.
[[nodiscard]] pybind11::dict kernelConfigColumns(const pybind11::object& owner);
// Views: slice, correlation.
[[nodiscard]] pybind11::dict correlationColumns(const pybind11::object& owner);
// Copies: one row per thread, stream and group of async operations.
[[nodiscard]] pybind11::dict trackColumns(const pybind11::object& owner);
// Copies: name, kind.
[[nodiscard]] pybind11::dict categoryColumns(const pybind11::object& owner);
// Every text of the trace by its id.
[[nodiscard]] pybind11::array nameTexts(const pybind11::object& owner);
// The same; of names of kernels their shortKernelName().
[[nodiscard]] pybind11::array shortNameTexts(const pybind11::object& owner);

// Per GPU: its number and views of its gaps.
[[nodiscard]] pybind11::list gapColumns(const pybind11::object& owner);
// By the numbers in its columns trigger and filler.
[[nodiscard]] pybind11::list gapTriggerNames();
[[nodiscard]] pybind11::list gapActivityNames();
// Copies.
[[nodiscard]] pybind11::dict findingColumns(const pybind11::object& owner);
// Copies: one row per interval of evidence.
[[nodiscard]] pybind11::dict evidenceColumns(const pybind11::object& owner);

}  // namespace gaplight::python
