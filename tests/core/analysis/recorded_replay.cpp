// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/core/analysis/recorded_replay.h"

#include <algorithm>

#include "tests/support/traces/recorded_traces.h"

namespace gaplight::test {

RecordedReplay::RecordedReplay(const std::string& name)
    : m_session(recordedSession(name)),
      m_replay(std::make_unique<const Replay>(Replay::build(trace(), launches(), analysis()))) {}

double RecordedReplay::change(const std::vector<ReplayEdit>& edits) const {
    return -100.0 * static_cast<double>(m_replay->saving(edits).count()) /
           static_cast<double>(m_replay->measuredWindow().count());
}

std::vector<ReplayEdit> RecordedReplay::withoutWaits(std::string_view annotation) const {
    const SliceTable& slices = trace().slices();
    const auto isInside = [&](const BlockingCall& call) {
        return std::any_of(analysis().annotationSlices.begin(), analysis().annotationSlices.end(),
                           [&](SliceId around) {
                               return trace().name(around) == annotation &&
                                      trace().trackOf(around) == call.track &&
                                      slices.range(around).contains(slices.start(call.slice));
                           });
    };
    std::vector<ReplayEdit> edits;
    for (const BlockingCall& call : analysis().blockingCalls) {
        if (!call.byProfiler && (annotation.empty() || isInside(call))) {
            edits.push_back({ReplayEdit::Kind::DropWait, call.slice, {}, {}, 0});
        }
    }
    return edits;
}

std::vector<ReplayEdit> RecordedReplay::everywhere(ReplayEdit::Kind kind, std::string_view name,
                                                   double factor) const {
    std::vector<ReplayEdit> edits;
    for (const SliceId slice : analysis().annotationSlices) {
        if (trace().name(slice) == name) {
            edits.push_back(
                {kind, slice, trace().trackOf(slice), trace().slices().range(slice), factor});
        }
    }
    return edits;
}

}  // namespace gaplight::test
