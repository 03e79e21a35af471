// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "core/compare/annotation_key.h"
#include "core/compare/compared_trace.h"

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

}  // namespace gaplight
