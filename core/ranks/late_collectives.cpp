// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/ranks/late_collectives.h"

#include <algorithm>
#include <numeric>

namespace gaplight {

std::vector<std::size_t> lateCollectives(const RankSetAnalysis& set) {
    std::vector<std::size_t> late;
    for (std::size_t at = 0; at < set.collectives.size(); ++at) {
        if (set.collectives[at].isLate) {
            late.push_back(at);
        }
    }
    std::stable_sort(late.begin(), late.end(), [&](std::size_t a, std::size_t b) {
        return set.collectives[a].lead > set.collectives[b].lead;
    });
    return late;
}

std::size_t nextLateCollective(const RankSetAnalysis& set, int from, int direction) {
    std::vector<std::size_t> places = lateCollectives(set);
    std::sort(places.begin(), places.end());
    if (places.empty()) {
        places.resize(set.collectives.size());
        std::iota(places.begin(), places.end(), std::size_t{0});
    }
    const auto size = static_cast<std::ptrdiff_t>(places.size());
    const auto found =
        std::lower_bound(places.begin(), places.end(), static_cast<std::size_t>(std::max(0, from)));
    const bool isOn = found != places.end() && static_cast<int>(*found) == from;
    const std::ptrdiff_t next = (found - places.begin()) + (direction > 0 ? (isOn ? 1 : 0) : -1);
    return places[static_cast<std::size_t>((next + size) % size)];
}

}  // namespace gaplight
