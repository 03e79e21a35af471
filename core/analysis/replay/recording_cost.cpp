// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/replay/recording_cost.h"

#include <algorithm>
#include <cstddef>
#include <utility>

#include "core/analysis/host/profiler_slowdown.h"

namespace gaplight {
namespace {

class RecordingCost {
public:
    RecordingCost(const Trace& trace, const LaunchIndex& launches)
        : m_trace(trace),
          m_launches(launches),
          m_operator(hasPythonStacks(trace) ? kStackedOperatorCost : kOperatorCost) {}

    std::vector<ReplayEdit> take() {
        for (std::size_t track = 0; track < m_trace.tracks().size(); ++track) {
            addTrack(TrackId(track));
        }
        return std::move(m_edits);
    }

private:
    // Recording is paid for where a slice begins, one after the other: where slices begin faster
    // than that, the rest comes behind.
    void addTrack(TrackId track) {
        const std::size_t first = m_trace.firstIndex(track);
        const std::size_t end = first + m_trace.tracks()[track.index()].sliceCount;
        Time paid = Time::min();
        for (std::size_t at = first; at < end; ++at) {
            const SliceId slice(at);
            const Duration cost = costOf(slice);
            if (cost == Duration{}) {
                continue;
            }
            const Time start = m_trace.slices().start(slice);
            if (start <= paid) {
                paid += cost;
                m_edits.back().range.end = paid;
            } else {
                paid = start + cost;
                m_edits.push_back({ReplayEdit::Kind::ScaleHost, {}, track, {start, paid}, 0});
            }
        }
    }

    [[nodiscard]] bool launches(SliceId call) const {
        const auto all = m_launches.launches();
        return std::binary_search(all.begin(), all.end(), call);
    }

    [[nodiscard]] Duration costOf(SliceId slice) const {
        switch (m_trace.kind(slice)) {
            case SliceKind::Runtime:
            case SliceKind::Driver:
                return launches(slice) ? kLaunchCost : kCallCost;
            case SliceKind::CpuOp:
                return m_operator;
            case SliceKind::UserAnnotation:
                return kAnnotationCost;
            case SliceKind::PythonFunction:
                return kFrameCost;
            default:
                return {};
        }
    }

    const Trace& m_trace;
    const LaunchIndex& m_launches;
    Duration m_operator;
    std::vector<ReplayEdit> m_edits;
};

}  // namespace

std::vector<ReplayEdit> withoutRecordingCost(const Trace& trace, const LaunchIndex& launches) {
    const auto categories = trace.categories();
    const bool hasOperators =
        std::any_of(categories.begin(), categories.end(),
                    [](const Category& category) { return category.kind == SliceKind::CpuOp; });
    return hasOperators ? RecordingCost(trace, launches).take() : std::vector<ReplayEdit>{};
}

}  // namespace gaplight
