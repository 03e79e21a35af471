// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "core/base/result.h"
#include "core/record/process_trace.h"

namespace gaplight::record {

// Receives what one recorder sends, in pieces of any length. The first record names the recorded
// process, which decides the path of its trace; all bytes, including the first record, are then
// written to that trace.
class ProcessIntake {
public:
    using PathOf = std::function<std::string(std::uint32_t pid)>;

    // `maxBytes`: as for ProcessTrace.
    ProcessIntake(PathOf pathOf, std::uint64_t maxBytes)
        : m_pathOf(std::move(pathOf)), m_maxBytes(maxBytes) {}

    // Errors: Corrupt (also if the first record is not one of a recorder of this build),
    // WriteFailed.
    [[nodiscard]] Result<void> take(std::span<const std::byte> bytes);

    // Null until the process is known.
    [[nodiscard]] ProcessTrace* trace() const { return m_trace.get(); }
    [[nodiscard]] std::uint32_t pid() const { return m_pid; }  // 0: not known yet

private:
    PathOf m_pathOf;
    std::uint64_t m_maxBytes;
    std::uint32_t m_pid = 0;
    std::vector<std::byte> m_first;  // what has arrived of the first record
    std::unique_ptr<ProcessTrace> m_trace;
};

}  // namespace gaplight::record
