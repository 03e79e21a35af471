// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/trace/source.h"

#include <set>

namespace gaplight {
namespace {

bool haveRanksOfTheirOwn(std::span<const Source> sources) {
    std::set<int> ranks;
    for (const Source& source : sources) {
        if (!source.rank || !ranks.insert(*source.rank).second) {
            return false;
        }
    }
    return true;
}

}  // namespace

std::string sourceLabel(std::span<const Source> sources, SourceId source) {
    return haveRanksOfTheirOwn(sources) ? "rank " + std::to_string(*sources[source.index()].rank)
                                        : "source " + std::to_string(source.index());
}

}  // namespace gaplight
