// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/ranks/nccl_groups.h"

#include <algorithm>
#include <cstdint>
#include <string_view>
#include <utility>

namespace gaplight {
namespace {

class GroupSearch {
public:
    GroupSearch(const Trace& trace, const CommCalls& found, const GroupedCalls& thread)
        : m_trace(trace), m_found(found), m_thread(thread) {}

    std::vector<CallGroup> take() {
        Time from = Time::min();
        for (const SliceId coalesced : m_thread.coalesced) {
            add(coalesced, from);
            from = m_trace.slices().end(coalesced);
        }
        closeGroups();
        std::stable_sort(m_groups.begin(), m_groups.end(),
                         [&](const CallGroup& a, const CallGroup& b) {
                             return start(a.launcher) < start(b.launcher);
                         });
        return std::move(m_groups);
    }

private:
    Time start(SliceId slice) const { return m_trace.slices().start(slice); }

    void closeGroups() {
        std::size_t opened = 0;  // of groupStarts
        std::size_t depth = 0;
        Time from = Time::min();
        for (const SliceId end : m_thread.groupEnds) {
            for (; opened < m_thread.groupStarts.size() &&
                   start(m_thread.groupStarts[opened]) < start(end);
                 ++opened) {
                from = depth++ == 0 ? start(m_thread.groupStarts[opened]) : from;
            }
            depth -= depth > 0 ? 1 : 0;
            if (depth == 0) {
                add(end, from);
                from = m_trace.slices().end(end);
            }
        }
    }

    // The calls that start in [from, start of launcher).
    void add(SliceId launcher, Time from) {
        const auto startsBefore = [&](std::size_t call, Time time) {
            return start(m_found.calls[call].slice) < time;
        };
        const auto first =
            std::lower_bound(m_thread.calls.begin(), m_thread.calls.end(), from, startsBefore);
        const auto last =
            std::lower_bound(first, m_thread.calls.end(), start(launcher), startsBefore);
        m_groups.push_back({launcher, {first, last}});
    }

    const Trace& m_trace;
    const CommCalls& m_found;
    const GroupedCalls& m_thread;
    std::vector<CallGroup> m_groups;
};

// The sends, or the receives, of a group.
struct Side {
    std::vector<bool> has;  // per peer
    std::size_t calls = 0;
    std::int64_t elements = 0;
    bool isKnown = true;  // the size of each call

    void add(int peer, std::int64_t sent) {
        const auto at = static_cast<std::size_t>(peer);
        has.resize(std::max(has.size(), at + 1));
        has[at] = true;
        ++calls;
        isKnown = isKnown && sent >= 0;
        elements = std::min(elements + std::max<std::int64_t>(sent, 0), kMaxCommElements + 1);
    }
    // As CommCall::inputs.
    std::int64_t elementsOfAll() const {
        return isKnown && elements <= kMaxCommElements ? elements : -1;
    }
    // Each of the peers 0 to calls - 1 once.
    bool isWhole() const {
        return calls == has.size() && std::find(has.begin(), has.end(), false) == has.end();
    }
};

}  // namespace

std::vector<CallGroup> callGroups(const Trace& trace, const CommCalls& found,
                                  const GroupedCalls& thread) {
    return GroupSearch(trace, found, thread).take();
}

void mergeAllToAll(CommCalls& found, CallGroup& group) {
    constexpr std::size_t kMaxRanks = 1'000'000;
    if (group.calls.size() < 4 || group.calls.size() > kMaxRanks) {
        return;
    }
    CommCall& first = found.calls[group.calls.front()];
    Side sends;
    Side receives;
    for (const std::size_t at : group.calls) {
        const CommCall& call = found.calls[at];
        const bool isPart = call.kind != CommKind::Collective && call.group == first.group &&
                            call.peer >= 0 &&
                            static_cast<std::size_t>(call.peer) < group.calls.size();
        if (!isPart) {
            return;
        }
        const bool isSend = call.kind == CommKind::Send;
        (isSend ? sends : receives).add(call.peer, isSend ? call.inputs : call.outputs);
    }
    const int size = found.groups[first.group].size;
    if (!sends.isWhole() || !receives.isWhole() || sends.calls != receives.calls ||
        (size >= 0 && static_cast<std::size_t>(size) != sends.calls)) {
        return;
    }
    for (const std::size_t at : group.calls) {
        found.calls[at].operation = {};
    }
    first.kind = CommKind::Collective;
    // Even where all sizes are equal: on another rank they may not be.
    first.operation = "all_to_allv";
    first.inputs = sends.elementsOfAll();
    first.outputs = receives.elementsOfAll();
    first.peer = -1;
    group.calls.resize(1);
}

}  // namespace gaplight
