// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "core/base/intervals.h"
#include "core/base/result.h"
#include "core/query/query.h"
#include "core/trace/trace.h"

namespace gaplight {

// What a rule of the user's own does with the slice of a row.
struct OwnRuleEdit {
    double factor = 0;
    bool isRemoved = true;
};

// A row of the SELECT of a rule: what it points at.
struct OwnRuleRow {
    std::size_t number = 0;  // in the result
    TimeRange range;
    TrackId track;
    SliceId slice;  // invalid: an interval of the track
    std::string label;
    std::optional<OwnRuleEdit> edit;
};

// The rows of a result that begin in `within`. Errors: BadArgument: a column that is missing, or a
// row that points at nothing or at the slice of another row, ends before it begins, or has an edit
// that is none.
[[nodiscard]] Result<std::vector<OwnRuleRow>> ownRuleRows(const Trace& trace,
                                                          const QueryResult& result,
                                                          TimeRange within);

// Whether the column says what a row points at, and is no value for the texts.
[[nodiscard]] bool isRowColumn(std::string_view name);

}  // namespace gaplight
