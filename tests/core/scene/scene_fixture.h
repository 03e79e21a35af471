// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "core/scene/interaction/hit_test.h"
#include "core/scene/interaction/navigation.h"
#include "core/scene/model/timeline_input.h"
#include "tests/support/checks/fixed_text_measure.h"

namespace gaplight::test {

// Everything that a scene draws from, made from a trace alone: gaps and busy times by one pass
// over the GPU's activities, blocking calls by name (cudaDeviceSynchronize: the profiler's).
class SceneFixture {
public:
    explicit SceneFixture(std::shared_ptr<const Trace> trace, Duration gapThreshold = Duration(1));

    const Trace& trace() const { return *m_trace; }
    // The slice that begins at a time; the outermost of several.
    SliceId sliceAt(std::int64_t start) const;
    // A view of exactly this range, 220 px of names included.
    Viewport view(std::int64_t begin, std::int64_t end, float width = 820,
                  float height = 300) const;
    TimelineInput input(const Viewport& view) const { return {model, layout, view, state}; }
    std::string dump(const Viewport& view) const;
    DisplayList build(const Viewport& view) const;

    // An overlay over a slice.
    Overlay overlayOn(OverlayKind kind, SliceId slice) const;
    // Marks of one finding beside those that were measured.
    void addFinding(const OverlaySource& source, std::string_view note,
                    std::vector<Overlay> overlays);
    void setCurrent(std::int32_t finding);

    SceneModel model;
    TrackLayout layout;
    TimelineState state;

private:
    void measureGpus(Duration gapThreshold, std::vector<Overlay>& overlays);

    std::shared_ptr<const Trace> m_trace;
    RowIndex m_rows;
    LaunchIndex m_launches;
    FlowIndex m_flows;
    InstantIndex m_instants;
    NameTable m_names;
    OverlayLabels m_labels;
    std::vector<Overlay> m_measured;
    OverlayTable m_overlays;
    std::vector<CounterCurve> m_counters;
    std::vector<BusyProfile> m_busy;
};

}  // namespace gaplight::test
