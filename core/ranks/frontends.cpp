// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/ranks/frontends.h"

#include <algorithm>
#include <functional>
#include <map>

#include "core/analysis/torch/annotation_name.h"

namespace gaplight {

std::optional<AxisClock> axisOfFrontend(const Trace& frontend,
                                        std::span<const std::shared_ptr<const Session>> ranks,
                                        std::span<const RankClock> clocks) {
    const std::int64_t base = frontend.facts().baseTimeNs;
    for (std::size_t rank = 0; rank < ranks.size(); ++rank) {
        const std::int64_t ofRank = ranks[rank]->trace->facts().baseTimeNs;
        if (base > 0 && ofRank > 0 && clocks[rank].source != ClockSource::Uncalibrated) {
            AxisClock axis;
            axis.offset = clocks[rank].axis.offset;
            axis.shift(Duration(base - ofRank));
            return axis;
        }
    }
    return std::nullopt;
}

FrontendWork workOfFrontend(const Session& session) {
    const Trace& trace = *session.trace;
    const SliceTable& slices = trace.slices();
    FrontendWork most;
    for (std::size_t track = 0; track < trace.tracks().size(); ++track) {
        const Track& thread = trace.tracks()[track];
        FrontendWork work;
        std::map<std::string, Duration> code;
        for (std::size_t at = 0; at < thread.sliceCount; ++at) {
            const SliceId slice(thread.firstSlice.index() + at);
            const TimeRange range = slices.range(slice);
            if (trace.kind(slice) == SliceKind::TraceSpan ||
                (!work.busy.empty() && range.begin < work.busy.back().end)) {
                continue;
            }
            work.busy.push_back(range);
            work.busyTime += range.length();
            code[annotationGroup(trace.name(slice))] += range.length();
        }
        if (work.busyTime > most.busyTime) {
            work.thread = std::string(trace.text(thread.name.isValid() ? thread.name : thread.tid));
            work.code.assign(code.begin(), code.end());
            std::ranges::stable_sort(work.code, std::ranges::greater{},
                                     &std::pair<std::string, Duration>::second);
            most = std::move(work);
        }
    }
    return most;
}

}  // namespace gaplight
