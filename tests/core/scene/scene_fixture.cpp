// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/core/scene/scene_fixture.h"

#include <algorithm>
#include <map>

#include "core/base/intervals.h"

namespace gaplight::test {

SceneFixture::SceneFixture(std::shared_ptr<const Trace> trace, Duration gapThreshold)
    : m_trace(std::move(trace)),
      m_rows(RowIndex::build(*m_trace)),
      m_launches(LaunchIndex::build(*m_trace)),
      m_flows(FlowIndex::build(*m_trace)),
      m_instants(InstantIndex::build(*m_trace)),
      m_names(NameTable::build(*m_trace, {})),
      m_counters(counterCurves(*m_trace)) {
    std::vector<Overlay> overlays;
    measureGpus(gapThreshold, overlays);
    for (std::size_t i = 0; i < m_trace->slices().size(); ++i) {
        const SliceId slice(i);
        if (m_trace->name(slice).find("Synchronize") != std::string_view::npos) {
            Overlay call = overlayOn(OverlayKind::BlockingCall, slice);
            call.muted = m_trace->name(slice) == "cudaDeviceSynchronize";
            call.source.label = call.muted ? m_labels.number("profiler") : 0;
            overlays.push_back(call);
        }
    }
    m_measured = overlays;
    m_overlays = OverlayTable::build(std::move(overlays), m_labels);
    layout = TrackLayout::build(*m_trace, m_counters);
    model.trace = m_trace.get();
    model.rows = &m_rows;
    model.launches = &m_launches;
    model.flows = &m_flows;
    model.names = &m_names;
    model.overlays = &m_overlays;
    model.counters = m_counters;
    model.busy = m_busy;
    model.instants = &m_instants;
}

void SceneFixture::measureGpus(Duration gapThreshold, std::vector<Overlay>& overlays) {
    std::map<GpuId, std::vector<TimeRange>> byGpu;
    for (const GpuActivity& activity : m_trace->gpuActivities()) {
        byGpu[activity.gpu].push_back(m_trace->slices().range(activity.slice));
    }
    for (auto& [gpu, ranges] : byGpu) {
        std::sort(ranges.begin(), ranges.end(),
                  [](TimeRange a, TimeRange b) { return a.begin < b.begin; });
        RunningUnion busy;
        std::vector<TimeRange> gaps;
        for (const TimeRange& range : ranges) {
            if (const auto gap = busy.add(range)) {
                gaps.push_back(*gap);
            }
        }
        m_busy.push_back(BusyProfile::build({gpu, busy.window(), gaps, {}, {}, {}}));
        for (const TimeRange& gap : gaps) {
            if (gap.length() >= gapThreshold) {
                Overlay overlay;
                overlay.gpu = gpu;
                overlay.range = gap;
                overlay.source.label = m_labels.number("host: python");
                overlays.push_back(overlay);
            }
        }
    }
}

Overlay SceneFixture::overlayOn(OverlayKind kind, SliceId slice) const {
    Overlay overlay;
    overlay.kind = kind;
    overlay.track = m_trace->trackOf(slice);
    overlay.slice = slice;
    overlay.row = m_trace->slices().row(slice);
    overlay.range = m_trace->slices().range(slice);
    return overlay;
}

void SceneFixture::addFinding(const OverlaySource& source, std::string_view note,
                              std::vector<Overlay> overlays) {
    std::int32_t occurrence = 0;
    for (Overlay& overlay : overlays) {
        overlay.source = source;
        overlay.source.occurrence = occurrence++;
        overlay.source.label = m_labels.number(note);
        m_measured.push_back(overlay);
    }
    m_overlays = OverlayTable::build(m_measured, m_labels);
}

void SceneFixture::setCurrent(std::int32_t finding) {
    OverlayFilter filter;
    filter.finding = finding;
    m_overlays = OverlayTable::build(m_measured, m_labels).filtered(filter);
}

SliceId SceneFixture::sliceAt(std::int64_t start) const {
    for (std::size_t i = 0; i < m_trace->slices().size(); ++i) {
        if (ns(m_trace->slices().start(SliceId(i))) == start) {
            return SliceId(i);
        }
    }
    return {};
}

Viewport SceneFixture::view(std::int64_t begin, std::int64_t end, float width, float height) const {
    Viewport view;
    view.width = width;
    view.height = height;
    view.begin = timeFromNs(begin);
    view.nsPerPixel = static_cast<double>(end - begin) / static_cast<double>(view.timeWidth());
    view.pinnedHeight = layout.pinnedHeight();
    return view;
}

DisplayList SceneFixture::build(const Viewport& view) const {
    DisplayList list;
    buildTimeline(input(view), FixedTextMeasure(), list);
    return list;
}

std::string SceneFixture::dump(const Viewport& view) const {
    return build(view).dump();
}

}  // namespace gaplight::test
