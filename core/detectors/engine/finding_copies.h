// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "core/detectors/engine/finding.h"

namespace gaplight {

// Whether two findings are one on two GPUs: of one rule, at one place, of the same cases and about
// the same code.
[[nodiscard]] bool isSameOnOtherGpu(const Finding& a, const Finding& b);

// Whether a finding is part of the same on another GPU, whose title counts it ("the same on 7 other
// GPUs"). `findings`: FindingSet::findings.
[[nodiscard]] inline bool isNamedByOther(const Finding& finding,
                                         std::span<const Finding> findings) {
    return finding.partOf && isSameOnOtherGpu(findings[*finding.partOf], finding);
}

// Of each finding the first that is the same on another GPU; itself where none is before it.
//   GPU 0 idle, Host sync, GPU 1 idle, GPU 2 idle   0, 1, 0, 0
// O(findings²).
[[nodiscard]] std::vector<std::size_t> firstCopies(std::span<const Finding> findings);

}  // namespace gaplight
