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

// A frame of a call chain as the name of a slice: its function; where the profiler found no symbol
// for the address, the file name of its module in brackets: "[libcuda.so.1]".
[[nodiscard]] std::string frameName(std::string_view symbol, std::string_view module,
                                    bool isUnresolved);

// The same in a list of frames, as Nsight Systems writes it: "libcudart.so.12!cudaMalloc".
[[nodiscard]] std::string frameText(std::string_view symbol, std::string_view module);

// Columns of one row, ids of texts as their texts, and the call chain of calls and samples as
// "Call stack", innermost frame first.
class NsightDetails final : public EventDetails, public ArgsListing {
public:
    NsightDetails(std::shared_ptr<const Database> database, TableRows rows,
                  std::shared_ptr<const NsightNames> names);

    [[nodiscard]] Result<std::vector<Arg>> args(EventId event) const override;
    // CallStack: O(frames of the stack) where the database has an index by its id (all exports
    // have one), else O(frames of all).
    [[nodiscard]] Result<std::string> field(EventId event, DetailField field) const override;
    // Its only field is the call stack, under Kineto's key.
    FieldKeys fieldKeys() const override { return FieldKeys::Kineto; }
    [[nodiscard]] Result<void> checkUnchanged() const override {
        return m_database->bytes().checkUnchanged();
    }

private:
    [[nodiscard]] Result<std::string> callStack(EventId event) const;
    [[nodiscard]] Result<std::string> stackOf(std::string_view table, std::int64_t id) const;

    std::shared_ptr<const Database> m_database;
    std::shared_ptr<const NsightNames> m_names;
    TableDetails m_columns;
};

}  // namespace gaplight
