// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "core/formats/nsight/nsight_names.h"
#include "core/formats/sqlite/table_details.h"

namespace gaplight {

// Columns of one row, ids of texts as their texts, and the call chain of calls and samples as
// "Call stack", innermost frame first.
class NsightDetails final : public EventDetails {
public:
    NsightDetails(std::shared_ptr<const Database> database, TableRows rows,
                  std::shared_ptr<const NsightNames> names);

    [[nodiscard]] Result<std::vector<Arg>> args(EventId event) const override;
    // CallStack: O(frames of the stack) where the database has an index by its id (all exports
    // have one), else O(frames of all).
    [[nodiscard]] Result<std::string> field(EventId event, DetailField field) const override;

private:
    [[nodiscard]] Result<std::string> callStack(EventId event) const;
    [[nodiscard]] Result<std::string> stackOf(std::string_view table, std::int64_t id) const;

    std::shared_ptr<const Database> m_database;
    std::shared_ptr<const NsightNames> m_names;
    TableDetails m_columns;
};

}  // namespace gaplight
