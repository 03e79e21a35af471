// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/scene/layout/track_arrangement.h"

#include <algorithm>
#include <cstdint>
#include <string_view>
#include <unordered_map>

namespace gaplight {

TrackArrangement arrangementOf(const TrackLayout& layout) {
    TrackArrangement arrangement;
    const auto order = layout.order();
    arrangement.maxPinnedRows = layout.maxPinnedRows();
    for (const Band& band : layout.bands()) {
        if (band.pinned) {
            arrangement.pinned.push_back(band.key);
        }
        if (band.hidden) {
            arrangement.hidden.push_back(band.key);
        }
        if (band.collapsed) {
            arrangement.collapsed.push_back(band.key);
        }
        if (band.folded) {
            arrangement.folded.push_back(band.key);
        }
    }
    if (!std::is_sorted(order.begin(), order.end())) {
        for (const std::uint32_t band : order) {
            arrangement.order.push_back(layout.bands()[band].key);
        }
    }
    return arrangement;
}

void arrange(TrackLayout& layout, const TrackArrangement& arrangement) {
    std::unordered_map<std::string_view, std::uint32_t> bandOf;
    for (std::size_t i = 0; i < layout.bands().size(); ++i) {
        bandOf.emplace(layout.bands()[i].key, static_cast<std::uint32_t>(i));
    }
    const auto bandsOf = [&](const std::vector<std::string>& keys) {
        std::vector<std::uint32_t> bands;
        for (const std::string& key : keys) {
            if (const auto found = bandOf.find(key); found != bandOf.end()) {
                bands.push_back(found->second);
            }
        }
        return bands;
    };
    for (const std::uint32_t band : bandsOf(arrangement.collapsed)) {
        layout.setBandCollapsed(band, true);
    }
    for (const std::uint32_t band : bandsOf(arrangement.folded)) {
        layout.setFolded(band, true);
    }
    for (const std::uint32_t band : bandsOf(arrangement.hidden)) {
        layout.setHidden(band, true);
    }
    for (const std::uint32_t band : bandsOf(arrangement.pinned)) {
        layout.setPinned(band, true);
    }
    layout.setMaxPinnedRows(arrangement.maxPinnedRows);
    if (!arrangement.order.empty()) {
        layout.setOrder(bandsOf(arrangement.order));
    }
}

}  // namespace gaplight
