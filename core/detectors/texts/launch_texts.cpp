// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/detectors/texts/launch_texts.h"

#include <algorithm>
#include <cstddef>
#include <unordered_map>

#include <fmt/format.h>

#include "core/analysis/host/profiler_overhead.h"
#include "core/analysis/steps/step_markers.h"
#include "core/analysis/torch/kernel_name.h"
#include "core/base/duration_text.h"
#include "core/base/quantity_text.h"
#include "core/base/statistics.h"
#include "core/base/utf8.h"
#include "core/detectors/engine/finding_groups.h"

namespace gaplight {

std::string amountText(std::uint64_t count) {
    std::string text = std::to_string(count);
    constexpr std::ptrdiff_t kGroup = 3;
    for (auto at = std::ssize(text) - kGroup; at > 0; at -= kGroup) {
        text.insert(static_cast<std::size_t>(at), ",");
    }
    return text;
}

std::string amountText(std::uint64_t count, std::string_view noun) {
    return fmt::format("{} {}{}", amountText(count), noun, count == 1 ? "" : "s");
}

std::string wholePercentText(std::int64_t part, std::int64_t whole) {
    return percentText(part, whole, PercentForm::Estimate);
}

std::string kernelLabel(std::string_view name) {
    constexpr std::size_t kMaxBytes = 60;
    std::string label = shortKernelName(name);
    if (label.size() > kMaxBytes) {
        label.resize(truncateUtf8(label, kMaxBytes).size());
        label += "\u2026";
    }
    return label;
}

Duration medianOf(std::vector<Duration>& values) {
    return values.empty() ? Duration::zero() : upperMedian(values);
}

void setSlowedHost(const Trace& trace, const LaunchBoundPlace& bound, FindingValues& values) {
    values.set("slowed_host", CaseName{hasPythonStacks(trace) ? "stacks" : "no-stacks"});
    values.set("host_slowdown", static_cast<double>(ProfilerOverhead(trace).hostPercent()) / 100);
    values.set("place_idle", bound.idle);
    values.set("unprofiled_idle", bound.idleUnprofiled);
}

std::vector<ReplayEdit> graphEdits(std::span<const LaunchBoundInterval> parts) {
    std::vector<ReplayEdit> edits;
    for (const LaunchBoundInterval& part : parts) {
        ReplayEdit edit;
        edit.kind = ReplayEdit::Kind::GraphLaunch;
        edit.track = part.thread;
        edit.range = part.host;
        edits.push_back(edit);
    }
    return edits;
}

ReplayEdit oneTurnOf(const TensorLoop& loop) {
    ReplayEdit edit;
    edit.kind = ReplayEdit::Kind::ScaleHost;
    edit.track = loop.track;
    edit.range = loop.host;
    edit.factor = 1.0 / static_cast<double>(loop.turns);
    return edit;
}

Evidence gpuBandOf(const Trace& trace, const LaunchBoundInterval& part, std::uint32_t note) {
    struct OnTrack {
        std::size_t count = 0;
        TimeRange range{Time::max(), Time::min()};
    };
    std::unordered_map<TrackId, OnTrack> tracks;
    for (const IntervalLaunch& one : part.launches) {
        const SliceId slice = trace.gpuActivities()[one.activity.index()].slice;
        OnTrack& track = tracks[trace.trackOf(slice)];
        ++track.count;
        track.range.begin = std::min(track.range.begin, trace.slices().start(slice));
        track.range.end = std::max(track.range.end, trace.slices().end(slice));
    }
    const auto most =
        std::max_element(tracks.begin(), tracks.end(), [](const auto& a, const auto& b) {
            return std::pair(a.second.count, b.first) < std::pair(b.second.count, a.first);
        });
    Evidence band;
    band.mark = EvidenceMark::Band;
    band.gpu = part.device;
    band.track = most->first;
    band.range = most->second.range;
    band.note = note;
    return band;
}

bool isKnown(const FindingPlace& where) {
    return !where.annotation.empty() || !where.python.empty() || !where.op.empty();
}

std::string inPlaceText(const FindingPlace& where) {
    FindingPlace spoken = where;
    spoken.annotation = annotationGroup(where.annotation);
    spoken.op = annotationGroup(where.op);
    return isKnown(where) ? "in " + placeText(spoken) : "outside any annotation";
}

FindingPlace findingPlaceOf(const Trace& trace, const LaunchBoundPlace& bound) {
    FindingPlace where;
    where.annotation = trace.text(bound.place.annotation);
    where.op = trace.text(bound.place.op);
    where.python = shortFrame(trace.text(bound.place.python));
    where.gpu = bound.gpu;
    return where;
}

}  // namespace gaplight
