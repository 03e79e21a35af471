// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/index/device_properties.h"

#include <algorithm>
#include <set>
#include <vector>

namespace gaplight {
namespace {

bool areAlike(const DeviceProperties& a, const DeviceProperties& b) {
    return a.name == b.name && a.totalMemoryBytes == b.totalMemoryBytes && a.sms == b.sms &&
           a.computeMajor == b.computeMajor && a.computeMinor == b.computeMinor;
}

std::set<GpuId> usedGpus(const Trace& trace) {
    std::set<GpuId> used;
    for (const Track& track : trace.tracks()) {
        if (track.gpu && track.sliceCount > 0) {
            used.insert(*track.gpu);
        }
    }
    return used;
}

using Recorded = std::vector<const DeviceProperties*>;

// Properties of GPUs whose numbers no properties have. `unknown`: these GPUs, ascending; `unused`:
// the properties of numbers that no GPU has; all of one source.
void mapUnknown(const std::vector<GpuId>& unknown, Recorded unused,
                std::map<GpuId, const DeviceProperties*>& byGpu) {
    if (unused.empty()) {
        return;
    }
    std::stable_sort(unused.begin(), unused.end(),
                     [](const auto* a, const auto* b) { return a->gpu < b->gpu; });
    const bool isOneKind =
        std::all_of(unused.begin(), unused.end(),
                    [&](const DeviceProperties* one) { return areAlike(*one, *unused[0]); });
    for (std::size_t at = 0; at < unknown.size(); ++at) {
        if (isOneKind || unknown.size() == unused.size()) {
            byGpu.emplace(unknown[at], unused[isOneKind ? 0 : at]);
        }
    }
}

}  // namespace

DevicePropertiesTable::DevicePropertiesTable(const Trace& trace) {
    std::map<SourceId, Recorded> unused;
    std::map<SourceId, std::vector<GpuId>> unknown;
    for (const DeviceProperties& one : trace.facts().devices) {
        m_byGpu.emplace(one.gpu, &one);  // the first wins
    }
    const std::set<GpuId> used = usedGpus(trace);
    for (const DeviceProperties& one : trace.facts().devices) {
        if (!used.contains(one.gpu)) {
            unused[one.gpu.source].push_back(&one);
        }
    }
    for (const GpuId gpu : used) {
        if (!m_byGpu.contains(gpu)) {
            unknown[gpu.source].push_back(gpu);
        }
    }
    for (const auto& [source, gpus] : unknown) {
        mapUnknown(gpus, unused[source], m_byGpu);
    }
}

const DeviceProperties* DevicePropertiesTable::of(GpuId gpu) const {
    const auto at = m_byGpu.find(gpu);
    return at == m_byGpu.end() ? nullptr : at->second;
}

const DeviceProperties* propertiesOf(const Trace& trace, GpuId gpu) {
    for (const DeviceProperties& one : trace.facts().devices) {
        if (one.gpu == gpu) {
            return &one;
        }
    }
    return DevicePropertiesTable(trace).of(gpu);
}

}  // namespace gaplight
