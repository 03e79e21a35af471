// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/record/range_events.h"

#include <optional>
#include <string>

#include "core/record/event_json.h"

namespace gaplight::record {
namespace {

constexpr std::string_view kAnnotation = "user_annotation";

void writeOnThread(const EventBase& base, std::uint32_t pid, const NamedRange& range,
                   std::int64_t end) {
    EventText event(base.text, 'X');
    event.category(kAnnotation)
        .name(range.name)
        .place(pid, range.thread)
        .span(base.since(range.start), base.since(end));
    if (!range.domain.empty()) {
        event.arg("domain", range.domain);
    }
}

void writeBesideThreads(const EventBase& base, std::uint32_t pid, const NamedRange& range,
                        const RangeRecord& end) {
    for (const char phase : {'b', 'e'}) {
        EventText(base.text, phase)
            .category(kAnnotation)
            .name(range.name)
            .place(pid, range.thread)
            .time(base.since(phase == 'b' ? range.start : end.time))
            .field("id", std::to_string(end.id));
    }
}

}  // namespace

void RangeEvents::take(const EventBase& base, std::uint32_t pid, const RangeRecord& range,
                       std::string_view tail) {
    switch (range.phase) {
        case RangePhase::Push:
        case RangePhase::Start:
            m_open.begin(range, tail);
            break;
        case RangePhase::Pop:
            if (const std::optional<NamedRange> closed = m_open.end(range)) {
                writeOnThread(base, pid, *closed, range.time);
            }
            break;
        case RangePhase::End:
            if (const std::optional<NamedRange> closed = m_open.end(range)) {
                writeBesideThreads(base, pid, *closed, range);
            }
            break;
        case RangePhase::Mark:
            EventText(base.text, 'i')
                .category(kAnnotation)
                .name(nameAndDomain(tail).first)
                .place(pid, range.thread)
                .time(base.since(range.time))
                .field("s", "\"t\"");
            break;
    }
}

void RangeEvents::finish(const EventBase& base, std::uint32_t pid) const {
    m_open.forEach([&](const NamedRange& range) {
        EventText(base.text, 'B')
            .category(kAnnotation)
            .name(range.name)
            .place(pid, range.thread)
            .time(base.since(range.start));
    });
}

}  // namespace gaplight::record
