// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <pybind11/pybind11.h>

#include "core/query/query.h"

namespace gaplight::python {

// The result of a query as {name: array}, in order: int64 where all are integers, float64 where one
// is a number with decimals (NULL is NaN), else objects (NULL is None).
[[nodiscard]] pybind11::dict queryColumns(const QueryResult& result);

}  // namespace gaplight::python
