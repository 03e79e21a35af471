// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/torch/compiled_regions.h"

#include <algorithm>
#include <optional>
#include <string_view>
#include <unordered_map>

#include "core/analysis/slices/slice_scan.h"

namespace gaplight {
namespace {

class RegionFinder {
public:
    explicit RegionFinder(const Trace& trace)
        : m_trace(trace), m_region(trace.strings().size()), m_isGraph(trace.strings().size()) {
        for (std::size_t at = 0; at < m_region.size(); ++at) {
            const std::string_view name = trace.text(StringId(at));
            m_region[at] = regionIdOf(name);
            m_hasRegions |= m_region[at].has_value();
            // AOTAutograd's function where gradients are needed, else Inductor's graph; the first
            // holds the second.
            m_isGraph[at] =
                name == "CompiledFunction" || name.starts_with("## Call CompiledFxGraph");
        }
    }

    std::vector<CompiledRegion> regions() const;
    std::vector<RegionSeam> seams(const std::vector<CompiledRegion>& regions) const;

private:
    bool isRegion(SliceId slice) const {
        return m_region[m_trace.slices().name(slice).index()] && isWork(slice);
    }
    bool isGraph(SliceId slice) const {
        return m_isGraph[m_trace.slices().name(slice).index()] && isWork(slice);
    }
    // On the GPU's streams annotations have shadows of the same name.
    bool isWork(SliceId slice) const {
        const SliceKind kind = m_trace.kind(slice);
        return kind == SliceKind::CpuOp || kind == SliceKind::UserAnnotation;
    }
    SliceId frameOf(SliceId region) const;
    Time firstGraph(SliceId region) const;
    // `from`: where the outer region has come to when this seam begins: its own begin, or the end
    // of the region that it had inside before.
    RegionSeam seam(const CompiledRegion& outer, const CompiledRegion& inner, Time from) const;

    const Trace& m_trace;
    std::vector<std::optional<CompileId>> m_region;  // per text
    std::vector<bool> m_isGraph;                     // per text
    bool m_hasRegions = false;
};

SliceId RegionFinder::frameOf(SliceId region) const {
    // The frame is the region's first child, or nearly so.
    constexpr std::size_t kLookedAt = 8;
    const SliceTable& slices = m_trace.slices();
    const std::size_t end = std::min(slices.size(), region.index() + 1 + kLookedAt);
    for (std::size_t at = region.index() + 1; at < end; ++at) {
        const SliceId slice(at);
        if (slices.parent(slice) == region && m_trace.kind(slice) == SliceKind::PythonFunction) {
            return slice;
        }
    }
    return {};
}

std::vector<CompiledRegion> RegionFinder::regions() const {
    std::vector<CompiledRegion> regions;
    if (!m_hasRegions) {
        return regions;
    }
    const std::vector<SliceId> found =
        scanSlices(m_trace, [&](SliceId slice) { return isRegion(slice); });
    const SliceTable& slices = m_trace.slices();
    std::unordered_map<SliceId, std::uint32_t> positions;
    regions.reserve(found.size());
    for (std::uint32_t at = 0; at < found.size(); ++at) {
        CompiledRegion region;
        region.slice = found[at];
        region.id = *m_region[slices.name(found[at]).index()];
        region.outermost = at;
        region.frame = frameOf(found[at]);
        for (SliceId up = slices.parent(found[at]); up.isValid(); up = slices.parent(up)) {
            if (const auto outer = positions.find(up); outer != positions.end()) {
                region.outer = outer->second;
                region.outermost = regions[outer->second].outermost;
                break;
            }
        }
        positions.emplace(found[at], at);
        regions.push_back(region);
    }
    return regions;
}

Time RegionFinder::firstGraph(SliceId region) const {
    const SliceTable& slices = m_trace.slices();
    const TrackId track = m_trace.trackOf(region);
    const std::size_t end = m_trace.firstIndex(track) + m_trace.tracks()[track.index()].sliceCount;
    for (std::size_t at = region.index() + 1; at < end; ++at) {
        const SliceId slice(at);
        if (slices.start(slice) >= slices.end(region) || isRegion(slice)) {
            break;
        }
        if (isGraph(slice)) {
            return slices.start(slice);
        }
    }
    return slices.start(region);
}

RegionSeam RegionFinder::seam(const CompiledRegion& outer, const CompiledRegion& inner,
                              Time from) const {
    const SliceTable& slices = m_trace.slices();
    const auto starts = slices.starts();
    const auto first =
        std::lower_bound(starts.begin() + static_cast<std::ptrdiff_t>(outer.slice.index()) + 1,
                         starts.begin() + static_cast<std::ptrdiff_t>(inner.slice.index()), from);
    const auto firstAt = static_cast<std::size_t>(first - starts.begin());
    RegionSeam seam;
    seam.host = {from, firstGraph(inner.slice)};
    std::size_t afterGraph = firstAt;
    for (std::size_t at = firstAt; at < inner.slice.index(); ++at) {
        const SliceId slice(at);
        if (isGraph(slice) && slices.end(slice) <= slices.start(inner.slice)) {
            seam.host.begin = std::max(seam.host.begin, slices.end(slice));
            afterGraph = at + 1;
        }
    }
    // Regions that overlap without nesting have no time between them.
    seam.host.begin = std::min(seam.host.begin, seam.host.end);
    const SliceId frame = outer.frame.isValid() ? outer.frame : outer.slice;
    for (std::size_t at = afterGraph; at < inner.slice.index(); ++at) {
        const SliceId slice(at);
        if (slices.parent(slice) == frame && slices.start(slice) >= seam.host.begin) {
            seam.between.push_back(slice);
        }
    }
    seam.resumes = !outer.frame.isValid() || slices.parent(inner.slice) == frame;
    return seam;
}

std::vector<RegionSeam> RegionFinder::seams(const std::vector<CompiledRegion>& regions) const {
    const SliceTable& slices = m_trace.slices();
    std::vector<Time> reached;  // per region: the end of the last one inside it so far
    reached.reserve(regions.size());
    for (const CompiledRegion& region : regions) {
        reached.push_back(slices.start(region.slice));
    }
    std::vector<RegionSeam> seams;
    for (std::uint32_t at = 0; at < regions.size(); ++at) {
        const CompiledRegion& inner = regions[at];
        if (inner.outer == CompiledRegion::kNone) {
            continue;
        }
        const CompiledRegion& outer = regions[inner.outer];
        seams.push_back(seam(outer, inner, reached[inner.outer]));
        seams.back().region = at;
        reached[inner.outer] = std::max(reached[inner.outer], slices.end(inner.slice));
    }
    return seams;
}

}  // namespace

CompiledRegions compiledRegions(const Trace& trace) {
    const RegionFinder finder(trace);
    CompiledRegions found;
    found.regions = finder.regions();
    found.seams = finder.seams(found.regions);
    return found;
}

}  // namespace gaplight
