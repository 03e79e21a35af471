// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/time.h"
#include "core/compare/annotation_key.h"
#include "core/compare/compared_trace.h"
#include "core/compare/measures.h"

namespace gaplight {

// A finding of A, of B, or of both, by its position in ComparedTrace::findings.
struct FindingChange {
    std::optional<std::size_t> a;
    std::optional<std::size_t> b;

    friend bool operator==(const FindingChange&, const FindingChange&) = default;
};

struct FindingChanges {
    std::vector<FindingChange> gone;   // in A alone, in A's order
    std::vector<FindingChange> added;  // in B alone, in B's order
    std::vector<FindingChange> kept;   // in A's order
};

// Findings of one rule are the same where their place is: annotation by key, operator, Python
// function without its line. Those that are left go together by annotation, then by rank.
[[nodiscard]] FindingChanges findingChanges(const ComparedTrace& a, const ComparedTrace& b,
                                            const AnnotationKeys& keys);

// One part of the GPU time of two runs, per step or of the whole runs.
struct ChangeCause {
    std::string label;  // "idle because launches came late"
    Duration a{};
    Duration b{};
    std::string detail;  // counts that changed with it, "kernels 682 → 243 a step", or empty

    Duration delta() const { return b - a; }
    Duration size() const { return std::chrono::abs(b - a); }
};

// Changes below this share of the largest are not worth a line.
inline constexpr std::int64_t kMinShareOfLargest = 10;  // one tenth

// Divides the change of GPU time from `a` to `b` (a step each, or a run) into compute,
// communication, copies and idle time per trigger: all of them, largest change first. `compute`:
// label of Measures::compute.
[[nodiscard]] std::vector<ChangeCause> causesOfChange(const Measures& a, const Measures& b,
                                                      bool perStep,
                                                      std::string_view compute = "GPU compute");

}  // namespace gaplight
