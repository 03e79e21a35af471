// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/steps/module_layers.h"

#include <algorithm>
#include <map>
#include <set>
#include <utility>
#include <vector>

#include "core/analysis/slices/slice_scan.h"
#include "core/analysis/torch/module_call.h"

namespace gaplight {
namespace {

std::vector<bool> moduleNames(const Trace& trace) {
    std::vector<bool> isModule(trace.strings().size());
    for (std::size_t at = 0; at < isModule.size(); ++at) {
        isModule[at] = namesOneModule(trace.text(StringId(at)));
    }
    return isModule;
}

}  // namespace

bool areModuleLayers(const Trace& trace, const StepMarkers& markers) {
    const std::vector<bool> isModule = moduleNames(trace);
    const SliceTable& slices = trace.slices();
    if (std::find(isModule.begin(), isModule.end(), true) == isModule.end()) {
        return false;
    }
    const std::vector<SliceId> modules = scanSlices(
        trace, [&](SliceId slice) { return bool{isModule[slices.name(slice).index()]}; });
    const std::vector<TimeRange>& units = markers.host;
    std::map<std::pair<TrackId, StringId>, std::size_t> unitOf;
    std::set<std::size_t> withModules;
    for (const SliceId slice : modules) {
        const Time start = slices.start(slice);
        const auto after = std::partition_point(
            units.begin(), units.end(), [&](const TimeRange& unit) { return unit.begin <= start; });
        if (after == units.begin() || !(after - 1)->contains(start)) {
            continue;
        }
        const auto unit = static_cast<std::size_t>(after - units.begin()) - 1;
        withModules.insert(unit);
        const auto [known, isNew] =
            unitOf.try_emplace({trace.trackOf(slice), slices.name(slice)}, unit);
        if (!isNew && known->second != unit) {
            return false;
        }
    }
    return withModules.size() >= 2 && withModules.size() * 2 >= units.size();
}

}  // namespace gaplight
