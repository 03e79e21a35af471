// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <span>
#include <stop_token>
#include <vector>

#include "core/detectors/engine/rule.h"
#include "core/index/flow_index.h"
#include "core/scene/display/color_ref.h"
#include "core/scene/layout/annotation_rows.h"
#include "core/scene/layout/counter_curves.h"
#include "core/scene/model/busy_profile.h"
#include "core/scene/model/name_table.h"
#include "core/scene/model/thread_load.h"
#include "core/scene/model/timeline_input.h"
#include "core/session/session.h"
#include "core/session/session_overlays.h"

namespace gaplight {

// Everything that the timeline of a session is drawn from: labels and colors of names, overlays,
// counter curves, GPU utilization. Immutable; keeps its session alive.
class SceneData {
public:
    // `added`: counters beside those of the trace. O(slices + gaps + counters); run it off the GUI
    // thread. Null once `stop` is requested, which is checked between the members.
    [[nodiscard]] static std::shared_ptr<const SceneData> build(
        std::shared_ptr<const Session> session, const std::stop_token& stop = {},
        std::span<const CounterCurve> added = {});
    // The scene data of `session`, which is the analyzed session of the same trace. Shares labels,
    // counters and instants with this object, so that they are not built twice. O(gaps). Null once
    // `stop` is requested.
    std::shared_ptr<const SceneData> analyzed(std::shared_ptr<const Session> session,
                                              const std::stop_token& stop = {}) const;

    const Session& session() const { return *m_session; }
    // Valid as long as this object.
    SceneModel model() const;
    // The rules with overlays on the timeline.
    std::span<const OverlayRule> rules() const { return m_rules; }

private:
    // What depends on the trace alone.
    struct TraceParts {
        InstantIndex instants;
        NameTable names;
        std::vector<CounterCurve> counters;  // the added ones last
        std::vector<ThreadLoad> threads;     // without GPU work
        std::optional<TimeRange> mainRange;
    };

    SceneData() = default;
    void buildMeasures(const Session& from, const std::stop_token& stop);

    std::shared_ptr<const Session> m_session;
    std::shared_ptr<const TraceParts> m_parts;
    OverlayTable m_overlays;
    std::vector<OverlayRule> m_rules;
    std::vector<BusyProfile> m_busy;
    std::vector<QueueCurve> m_queues;
    std::vector<AnnotationRows> m_annotations;
};

[[nodiscard]] Role idleColor(IdleClass idleClass);
// That of the reason's class, but for first use.
[[nodiscard]] Role idleColor(const GapReason& reason);

// The color of each gap of a GPU, by its main reason. `device`: position in
// Analysis::devices. O(gaps).
[[nodiscard]] std::vector<ColorRef> gapColors(const Session& session, std::size_t device);

}  // namespace gaplight
