// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/analysis/analysis.h"
#include "core/detectors/engine/finding.h"

namespace gaplight {

// The six questions of the checklist, answered for any trace.
enum class ChecklistQuestion : std::uint8_t {
    GpuBusy,
    HostBlocking,
    SchedulerShare,
    CompileEffective,
    LaunchLatency,
    MemoryStable,
    Count_,
};
// Stable snake_case name, as in the command line's JSON.
[[nodiscard]] std::string_view checklistName(ChecklistQuestion question);
// "Does the GPU stay busy?"
[[nodiscard]] std::string_view checklistText(ChecklistQuestion question);

enum class ChecklistStatus : std::uint8_t { Healthy, Unhealthy, Unknown };
[[nodiscard]] std::string_view checklistStatusName(ChecklistStatus status);

struct ChecklistItem {
    ChecklistQuestion question = ChecklistQuestion::GpuBusy;
    ChecklistStatus status = ChecklistStatus::Unknown;
    std::string value;                   // "99.3 % busy", "not recorded: no memory events"
    std::string limits;                  // "healthy from 95 %, unhealthy below 80 %"
    std::optional<std::size_t> finding;  // index of the first finding about the question
    // Whether the question makes sense: no scheduler, nothing compiled, no memory recorded are no
    // answers that a person needs to read.
    bool applies = true;
};

// One item per question. `findings`: in the order in which they are shown.
[[nodiscard]] std::vector<ChecklistItem> checklist(const Trace& trace, const LaunchIndex& launches,
                                                   const Analysis& analysis,
                                                   std::span<const Finding> findings);

}  // namespace gaplight
