// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/detectors/rules/copy/cold_operators.h"

#include <algorithm>
#include <unordered_map>

#include "core/base/statistics.h"

namespace gaplight {
namespace {

// In time order.
std::vector<SliceId> outermostOperators(const Trace& trace, TrackId thread) {
    const SliceTable& slices = trace.slices();
    const std::size_t first = trace.firstIndex(thread);
    const std::size_t end = first + trace.tracks()[thread.index()].sliceCount;
    std::vector<SliceId> operators;
    Time covered = Time::min();
    for (std::size_t at = first; at < end; ++at) {
        const SliceId slice(at);
        if (trace.kind(slice) == SliceKind::CpuOp && slices.start(slice) >= covered) {
            operators.push_back(slice);
            covered = slices.end(slice);
        }
    }
    return operators;
}

class ThreadOperators {
public:
    ThreadOperators(const Trace& trace, std::span<const SliceId> calls)
        : m_trace(trace), m_operators(outermostOperators(trace, trace.trackOf(calls.front()))) {
        m_isBehind.resize(m_operators.size());
        m_isCopy.resize(m_operators.size());
        for (const SliceId call : calls) {
            markBehind(call);
        }
    }

    void addEdits(std::vector<ReplayEdit>& edits) const {
        const SliceTable& slices = m_trace.slices();
        std::unordered_map<StringId, std::vector<Duration>> others;
        for (std::size_t at = 0; at < m_operators.size(); ++at) {
            if (!m_isBehind[at] && !m_isCopy[at]) {
                others[slices.name(m_operators[at])].push_back(slices.duration(m_operators[at]));
            }
        }
        for (std::size_t at = 0; at < m_operators.size(); ++at) {
            const SliceId slice = m_operators[at];
            const auto same = others.find(slices.name(slice));
            if (!m_isBehind[at] || m_isCopy[at] || same == others.end() ||
                same->second.size() < ColdOperators::kMinOthers) {
                continue;
            }
            const double usual = static_cast<double>(lowerMedian(same->second).count());
            const double factor = usual / static_cast<double>(slices.duration(slice).count());
            if (factor < 1) {
                edits.push_back({ReplayEdit::Kind::ScaleHost, slice, m_trace.trackOf(slice),
                                 slices.range(slice), factor});
            }
        }
    }

private:
    void markBehind(SliceId call) {
        const SliceTable& slices = m_trace.slices();
        const auto next = std::partition_point(
            m_operators.begin(), m_operators.end(),
            [&](SliceId one) { return slices.start(one) <= slices.start(call); });
        auto at = static_cast<std::size_t>(next - m_operators.begin());
        if (at > 0 && slices.end(m_operators[at - 1]) > slices.start(call)) {
            m_isCopy[at - 1] = true;
        }
        for (std::size_t i = 0; i < ColdOperators::kOperators && at < m_operators.size(); ++i) {
            m_isBehind[at++] = true;
        }
    }

    const Trace& m_trace;
    std::vector<SliceId> m_operators;
    std::vector<bool> m_isBehind;
    std::vector<bool> m_isCopy;  // makes one of the calls
};

}  // namespace

std::vector<ReplayEdit> ColdOperators::warmUp(const Trace& trace, std::span<const SliceId> calls) {
    std::vector<ReplayEdit> edits;
    for (auto first = calls.begin(); first != calls.end();) {
        const TrackId thread = trace.trackOf(*first);
        const auto end = std::find_if(first, calls.end(),
                                      [&](SliceId call) { return trace.trackOf(call) != thread; });
        ThreadOperators(trace, std::span(first, end)).addEdits(edits);
        first = end;
    }
    return edits;
}

}  // namespace gaplight
