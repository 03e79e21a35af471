// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/causes/waiting_regions.h"

#include <algorithm>
#include <map>
#include <unordered_map>
#include <utility>

#include "core/analysis/causes/idle_call_paths.h"
#include "core/analysis/idle/idle_call_tree.h"
#include "core/analysis/serving/iterations.h"
#include "core/analysis/torch/annotation_name.h"
#include "core/base/share.h"

namespace gaplight {
namespace {

// Picks the call paths that are regions.
class RegionSelection {
public:
    RegionSelection(const IdleCallPaths& merged, const PlaceFinder& places,
                    const NameClasses& names, StringId loopBody, Duration window, Duration minTime)
        : m_paths(merged.paths),
          m_places(places),
          m_names(names),
          m_loopBody(loopBody),
          m_window(window),
          m_minTime(minTime) {
        visit(IdleCallPaths::kRoot);
    }

    const std::vector<std::uint32_t>& picked() const { return m_picked; }

private:
    bool isRegion(const IdleCallPath& path) const {
        const bool isProgram = path.function == m_loopBody ||
                               ((path.calls == 1 || m_places.isUserFrame(path.function)) &&
                                reachesPercent(path.touched, m_window, kRegionPercent));
        return path.isUserCode && !isProgram &&
               m_names.hostWork(path.function) != HostWork::RankWait &&
               reachesPercent(path.inGaps, path.touched, kRegionPercent);
    }

    void visit(std::uint32_t at) {
        const IdleCallPath& path = m_paths[at];
        if (at != IdleCallPaths::kRoot && path.inGaps < m_minTime) {
            return;
        }
        if (at != IdleCallPaths::kRoot && isRegion(path)) {
            m_picked.push_back(innermostOfSameWork(at));
            return;
        }
        for (const std::uint32_t child : path.children) {
            visit(child);
        }
    }

    // The deepest region below with nearly all of the time of the one at `top`.
    std::uint32_t innermostOfSameWork(std::uint32_t top) const {
        std::uint32_t region = top;
        for (std::uint32_t at = top; at != IdleCallPaths::kNoPath;) {
            std::uint32_t next = IdleCallPaths::kNoPath;
            for (const std::uint32_t child : m_paths[at].children) {
                if (reachesPercent(m_paths[child].inGaps, m_paths[top].inGaps, kSameWorkPercent)) {
                    next = child;
                }
            }
            at = next;
            if (at != IdleCallPaths::kNoPath && isRegion(m_paths[at])) {
                region = at;
            }
        }
        return region;
    }

    const std::vector<IdleCallPath>& m_paths;
    const PlaceFinder& m_places;
    const NameClasses& m_names;
    StringId m_loopBody;
    Duration m_window;
    Duration m_minTime;
    std::vector<std::uint32_t> m_picked;
};

// The annotation that makes a step by itself.
StringId loopBodyOf(const Trace& trace, const Analysis& analysis, const PlaceFinder& places) {
    const StepMarkers& markers = analysis.steps.markers;
    if (analysis.serving != nullptr) {
        const SliceId iteration = analysis.serving->rows.front().annotation;
        return places.functionOf(trace.slices().name(iteration));
    }
    const bool isOne = markers.unit.size() == 1 || !markers.stepsOfKind.empty();
    if (markers.source != StepSource::Annotations || !isOne) {
        return {};
    }
    const auto body = std::find_if(
        analysis.annotations.begin(), analysis.annotations.end(), [&](const AnnotationTotals& row) {
            return stepKind(trace.text(row.name)) == markers.unit.front();
        });
    return body == analysis.annotations.end() ? StringId{} : places.functionOf(body->name);
}

// The regions of paths, one for each function.
class RegionsByFunction {
public:
    void addPath(std::uint32_t path, const IdleCallPath& measured) {
        const auto [at, isNew] = m_ofFunction.try_emplace(measured.function, m_regions.size());
        if (isNew) {
            m_regions.emplace_back().function = measured.function;
            m_times.emplace_back();
        }
        m_regions[at->second].host += measured.touched;
        m_ofPath[path] = at->second;
    }

    void addCall(const Trace& trace, const ProfilerOverhead& overhead,
                 const IdleCallPaths::Call& call) {
        const auto at = m_ofPath.find(call.path);
        if (at == m_ofPath.end()) {
            return;
        }
        WaitingRegion& region = m_regions[at->second];
        region.slices.push_back(call.slice);
        const TimeRange fresh = m_times[at->second].add(call.gap, call.inGap);
        region.inGaps += fresh.length();
        region.recording += overhead.recordingTime(trace.trackOf(call.slice), fresh);
    }

    std::vector<WaitingRegion> take() { return std::move(m_regions); }

private:
    std::vector<WaitingRegion> m_regions;
    std::vector<TimeInGaps> m_times;  // by region
    std::map<StringId, std::size_t> m_ofFunction;
    std::unordered_map<std::uint32_t, std::size_t> m_ofPath;
};

}  // namespace

std::vector<WaitingRegion> waitingRegions(const Trace& trace, const Analysis& analysis,
                                          const PlaceFinder& places,
                                          const ProfilerOverhead& overhead, Duration minTime) {
    const HostCodeGaps gaps{trace, analysis, places, GapPart::ThroughLaunch, Duration::zero()};
    const IdleCallPaths merged = idleCallPaths(gaps);
    const RegionSelection selection(merged, places, analysis.names,
                                    loopBodyOf(trace, analysis, places),
                                    measuredWindow(analysis).length(), minTime);
    RegionsByFunction byFunction;
    for (const std::uint32_t path : selection.picked()) {
        byFunction.addPath(path, merged.paths[path]);
    }
    for (const IdleCallPaths::Call& call : callsOfPaths(gaps, selection.picked())) {
        byFunction.addCall(trace, overhead, call);
    }
    std::vector<WaitingRegion> regions = byFunction.take();
    std::erase_if(regions, [&](const WaitingRegion& region) {
        return region.inGapsUnprofiled() < minTime ||
               !reachesPercent(region.inGapsUnprofiled(), region.inGaps, kRegionPercent);
    });
    for (WaitingRegion& region : regions) {
        std::sort(region.slices.begin(), region.slices.end());
        region.slices.erase(std::unique(region.slices.begin(), region.slices.end()),
                            region.slices.end());
    }
    std::sort(regions.begin(), regions.end(), [](const WaitingRegion& a, const WaitingRegion& b) {
        return std::pair(-a.inGaps.count(), a.function) < std::pair(-b.inGaps.count(), b.function);
    });
    return regions;
}

}  // namespace gaplight
