// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/replay/unprofiled_share.h"

#include <cmath>
#include <vector>

namespace gaplight {
namespace {

// The length of a median step, or of the window.
Duration lengthWith(const WarmReplay& replay, std::span<const ReplayEdit> edits,
                    std::span<const TimeRange> steps) {
    if (steps.empty()) {
        return replay.windowWith(edits);
    }
    const ReplayTimeline timeline = replay.timeline(edits, steps);
    return timeline.step.value_or(timeline.window.length());
}

}  // namespace

std::optional<UnprofiledShare> findUnprofiledShare(const Trace& trace,
                                                   const ProfilerOverhead& overhead,
                                                   const WarmReplay& replay,
                                                   std::span<const TimeRange> steps) {
    constexpr double kMinShare = 0.01;
    if (!overhead.isKnown() || !replay.replay().trusted()) {
        return std::nullopt;
    }
    const std::vector<ReplayEdit> edits = withoutProfiler(trace, overhead);
    if (edits.empty()) {
        return std::nullopt;
    }
    const Duration traced = steps.empty() ? replay.replayedWindow() : lengthWith(replay, {}, steps);
    const Duration unprofiled = lengthWith(replay, edits, steps);
    if (traced <= Duration::zero() || unprofiled <= Duration::zero() || unprofiled > traced) {
        return std::nullopt;
    }
    const double share =
        static_cast<double>(unprofiled.count()) / static_cast<double>(traced.count());
    if (1 - share < kMinShare) {
        return std::nullopt;
    }
    return UnprofiledShare{share,
                           std::hypot(replay.replay().modelError(), kRecordingError * (1 - share))};
}

}  // namespace gaplight
