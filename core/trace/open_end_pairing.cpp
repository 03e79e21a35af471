// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/trace/open_end_pairing.h"

#include <algorithm>

namespace gaplight {
namespace {

struct UnendedSlice {
    Time start;
    StringId name;
    std::uint16_t category = 0;
    TrackId track;
    EventId event;
    std::uint32_t operation = 0;
};

// Slices that have begun and not ended, of one thread or one async operation.
class OpenStack {
public:
    OpenStack(SliceChunk& slices, const StringPool<struct StringTag>& strings, ImportIssues& issues)
        : m_slices(slices), m_strings(strings), m_issues(issues) {}

    void begin(const UnendedSlice& slice) { m_open.push_back(slice); }

    void end(Time time, StringId name, EventId event) {
        const std::string_view text = name.isValid() ? m_strings.view(name) : std::string_view{};
        if (m_open.empty()) {
            m_issues.record(IssueKind::UnopenedSlice, event.number(), text);
            return;
        }
        if (!text.empty() && name != m_open.back().name) {
            m_issues.record(IssueKind::MismatchedEnd, event.number(), text);
        }
        close(time);
    }

    void closeAll(Time time) {
        while (!m_open.empty()) {
            m_issues.record(IssueKind::UnfinishedSlice, m_open.back().event.number(),
                            m_strings.view(m_open.back().name));
            close(std::max(time, m_open.back().start));
        }
    }

private:
    void close(Time time) {
        const UnendedSlice& slice = m_open.back();
        m_slices.push({slice.start, time}, slice.name, slice.category, slice.track, slice.event);
        m_slices.group.push_back(slice.operation);
        m_open.pop_back();
    }

    std::vector<UnendedSlice> m_open;
    SliceChunk& m_slices;
    const StringPool<struct StringTag>& m_strings;
    ImportIssues& m_issues;
};

}  // namespace

SliceChunk pairOpenEnds(std::vector<OpenEndEvent> events, Time traceEnd,
                        const StringPool<struct StringTag>& strings, ImportIssues& issues) {
    // Writers keep the order of their own thread, so equal times stay as they are in the file.
    std::stable_sort(events.begin(), events.end(), [](const auto& left, const auto& right) {
        return left.track != right.track ? left.track < right.track : left.time < right.time;
    });
    SliceChunk slices;
    OpenStack open(slices, strings, issues);
    TrackId track;
    for (const OpenEndEvent& event : events) {
        if (event.track != track) {
            open.closeAll(traceEnd);
            track = event.track;
        }
        if (event.phase == OpenEndPhase::Begin) {
            open.begin({event.time, event.name, event.category, event.track, event.event});
        } else {
            open.end(event.time, event.name, event.event);
        }
    }
    open.closeAll(traceEnd);
    return slices;
}

SliceChunk pairAsyncs(std::vector<AsyncEvent> events, Time traceEnd,
                      const StringPool<struct StringTag>& strings, ImportIssues& issues) {
    std::stable_sort(events.begin(), events.end(), [](const auto& left, const auto& right) {
        return left.operation != right.operation ? left.operation < right.operation
                                                 : left.time < right.time;
    });
    SliceChunk slices;
    OpenStack open(slices, strings, issues);
    for (std::size_t at = 0; at < events.size(); ++at) {
        const AsyncEvent& event = events[at];
        if (at > 0 && event.operation != events[at - 1].operation) {
            open.closeAll(traceEnd);
        }
        switch (event.phase) {
            case AsyncPhase::Begin:
                open.begin({event.time, event.name, event.category, event.track, event.event,
                            event.operation});
                break;
            case AsyncPhase::Instant:
                slices.push({event.time, event.time}, event.name, event.category, event.track,
                            event.event);
                slices.group.push_back(event.operation);
                break;
            case AsyncPhase::End:
                open.end(event.time, event.name, event.event);
                break;
        }
    }
    open.closeAll(traceEnd);
    return slices;
}

}  // namespace gaplight
