// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/detectors/engine/finding_copies.h"

#include <algorithm>

namespace gaplight {

bool isSameOnOtherGpu(const Finding& a, const Finding& b) {
    const auto isSameCase = [&](const FindingValues::Named& value) {
        return a.values.caseOf(value.key) == b.values.caseOf(value.key) &&
               a.values.text(value.key) == b.values.text(value.key);
    };
    return a.rule == b.rule && a.where.gpu && b.where.gpu && a.where.gpu != b.where.gpu &&
           a.where.annotation == b.where.annotation && a.where.op == b.where.op &&
           a.where.python == b.where.python && std::ranges::all_of(a.values.all(), isSameCase);
}

std::vector<std::size_t> firstCopies(std::span<const Finding> findings) {
    std::vector<std::size_t> first(findings.size());
    for (std::size_t at = 0; at < findings.size(); ++at) {
        first[at] = at;
        for (std::size_t before = 0; before < at && first[at] == at; ++before) {
            if (first[before] == before && isSameOnOtherGpu(findings[before], findings[at])) {
                first[at] = before;
            }
        }
    }
    return first;
}

}  // namespace gaplight
