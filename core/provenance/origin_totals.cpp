// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/provenance/origin_totals.h"

#include <algorithm>
#include <map>

namespace gaplight {
namespace {

constexpr std::uint32_t kNoRow = 0xFFFFFFFFU;

}  // namespace

std::vector<OriginTotal> totalsOfOrigins(const Trace& trace, const ReplayOrigins& origins) {
    std::vector<OriginTotal> totals;
    std::map<std::array<std::string_view, kOriginKinds>, std::uint32_t> rowOfText;
    // One more for nodes without a path.
    std::vector<std::uint32_t> rowOfPath(origins.paths.size() + 1, kNoRow);
    for (const NodeOrigin& node : origins.nodes) {
        std::uint32_t& row =
            rowOfPath[node.path.isValid() ? node.path.index() : origins.paths.size()];
        if (row == kNoRow) {
            OriginTotal total;
            for (std::size_t kind = 0; kind < kOriginKinds; ++kind) {
                total.text[kind] =
                    origins.paths.innermostText(node.path, static_cast<OriginKind>(kind));
            }
            const auto [at, isNew] =
                rowOfText.try_emplace(total.text, static_cast<std::uint32_t>(totals.size()));
            if (isNew) {
                totals.push_back(total);
            }
            row = at->second;
        }
        OriginTotal& total = totals[row];
        const Duration time = trace.slices().duration(node.slice);
        if (!total.longest.isValid() || time > trace.slices().duration(total.longest)) {
            total.longest = node.slice;
        }
        ++total.nodes;
        total.time += time;
        total.confidence = std::max(total.confidence, node.confidence);
    }
    std::ranges::stable_sort(
        totals, [](const OriginTotal& a, const OriginTotal& b) { return a.time > b.time; });
    return totals;
}

}  // namespace gaplight
