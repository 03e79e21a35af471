// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/index/device_properties.h"

#include <algorithm>
#include <iterator>
#include <set>
#include <utility>
#include <vector>

namespace gaplight {
namespace {

bool areAlike(const DeviceProperties& a, const DeviceProperties& b) {
    return a.name == b.name && a.totalMemoryBytes == b.totalMemoryBytes && a.sms == b.sms &&
           a.computeMajor == b.computeMajor && a.computeMinor == b.computeMinor;
}

const DeviceProperties* named(const std::vector<const DeviceProperties*>& recorded, GpuId gpu) {
    const auto at = std::find_if(recorded.begin(), recorded.end(),
                                 [&](const DeviceProperties* one) { return one->gpu == gpu; });
    return at == recorded.end() ? nullptr : *at;
}

std::set<GpuId> usedGpus(const Trace& trace, SourceId source) {
    std::set<GpuId> used;
    for (const Track& track : trace.tracks()) {
        if (track.gpu && track.sliceCount > 0 && track.gpu->source == source) {
            used.insert(*track.gpu);
        }
    }
    return used;
}

// Of a GPU whose number no properties have.
const DeviceProperties* mapped(const Trace& trace, std::vector<const DeviceProperties*> recorded,
                               GpuId gpu) {
    const std::set<GpuId> used = usedGpus(trace, gpu.source);
    std::vector<GpuId> unknown;
    std::copy_if(used.begin(), used.end(), std::back_inserter(unknown),
                 [&](GpuId one) { return named(recorded, one) == nullptr; });
    std::erase_if(recorded, [&](const DeviceProperties* one) { return used.contains(one->gpu); });
    const auto at = std::find(unknown.begin(), unknown.end(), gpu);
    if (recorded.empty() || at == unknown.end()) {
        return nullptr;
    }
    std::sort(recorded.begin(), recorded.end(),
              [](const auto* a, const auto* b) { return a->gpu < b->gpu; });
    const bool isOneKind =
        std::all_of(recorded.begin(), recorded.end(),
                    [&](const DeviceProperties* one) { return areAlike(*one, *recorded[0]); });
    if (isOneKind || unknown.size() == recorded.size()) {
        return recorded[isOneKind ? 0 : static_cast<std::size_t>(at - unknown.begin())];
    }
    return nullptr;
}

}  // namespace

const DeviceProperties* propertiesOf(const Trace& trace, GpuId gpu) {
    std::vector<const DeviceProperties*> recorded;  // of the same source
    for (const DeviceProperties& one : trace.facts().devices) {
        if (one.gpu.source == gpu.source) {
            recorded.push_back(&one);
        }
    }
    if (const DeviceProperties* own = named(recorded, gpu)) {
        return own;
    }
    return mapped(trace, std::move(recorded), gpu);
}

}  // namespace gaplight
