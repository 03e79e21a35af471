// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/replay/replay_edit.h"

#include <cstddef>

#include "core/analysis/host/profiler_overhead.h"
#include "core/analysis/startup/first_uses.h"
#include "core/trace/trace.h"

namespace gaplight {

std::vector<ReplayEdit> withoutProfiler(const Trace& trace, const ProfilerOverhead& overhead) {
    std::vector<ReplayEdit> edits;
    for (std::size_t track = 0; track < trace.tracks().size(); ++track) {
        for (const TimeRange& range : overhead.recordingTime(TrackId(track))) {
            edits.push_back({ReplayEdit::Kind::ScaleHost, {}, TrackId(track), range, 0});
        }
    }
    return edits;
}

namespace {

// A warm program does not make these calls: neither their own time nor what they wait for is left.
bool isNotMade(const FirstUseCall& call, const FirstUses& firstUse) {
    return call.kind == FirstUseKind::Allocation || call.kind == FirstUseKind::Setup ||
           (call.kind == FirstUseKind::Upload && !firstUse.isUpload(call.slice));
}

}  // namespace

std::vector<ReplayEdit> withoutFirstUse(const Trace& trace, const FirstUses& firstUse) {
    std::vector<ReplayEdit> edits;
    for (const FirstUseCall& call : firstUse.calls()) {
        const TrackId track = trace.trackOf(call.slice);
        edits.push_back({ReplayEdit::Kind::ScaleHost, {}, track, call.range, 0});
        if (isNotMade(call, firstUse)) {
            edits.push_back({ReplayEdit::Kind::DropWait, call.slice, track, {}, 0});
        }
    }
    for (const TrackId thread : firstUse.warmUpThreads()) {
        edits.push_back({ReplayEdit::Kind::ScaleHost,
                         {},
                         thread,
                         firstUse.warmUpOnHost(),
                         firstUse.steadyPart(trace.sourceOf(thread))});
    }
    for (const FirstUpload& upload : firstUse.uploads()) {
        edits.push_back({ReplayEdit::Kind::AsyncCopy, upload.call, trace.trackOf(upload.call),
                         trace.slices().range(upload.call), 0});
        edits.push_back({ReplayEdit::Kind::ScaleActivity, upload.copy, trace.trackOf(upload.copy),
                         trace.slices().range(upload.copy), 0});
    }
    return edits;
}

}  // namespace gaplight
