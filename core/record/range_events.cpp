// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/record/range_events.h"

#include "core/record/event_json.h"

namespace gaplight::record {

std::pair<std::string_view, std::string_view> nameAndDomain(std::string_view tail) {
    const std::size_t zero = tail.find('\0');
    return zero == std::string_view::npos ? std::pair(tail, std::string_view())
                                          : std::pair(tail.substr(0, zero), tail.substr(zero + 1));
}

void OpenRanges::begin(const RangeRecord& record, std::string_view tail) {
    const auto [name, domain] = nameAndDomain(tail);
    NamedRange range{record.time, record.thread, std::string(name), std::string(domain)};
    if (record.phase == RangePhase::Push) {
        m_pushed[{record.thread, record.id}].push_back(std::move(range));
    } else {
        m_started.insert_or_assign(record.id, std::move(range));
    }
}

std::optional<NamedRange> OpenRanges::end(const RangeRecord& record) {
    if (record.phase == RangePhase::Pop) {
        const auto found = m_pushed.find({record.thread, record.id});
        if (found == m_pushed.end() || found->second.empty()) {
            return std::nullopt;
        }
        NamedRange range = std::move(found->second.back());
        found->second.pop_back();
        return range;
    }
    const auto found = m_started.find(record.id);
    if (found == m_started.end()) {
        return std::nullopt;
    }
    NamedRange range = std::move(found->second);
    m_started.erase(found);
    return range;
}

void OpenRanges::forEach(const std::function<void(const NamedRange&)>& visit) const {
    for (const auto& [owner, ranges] : m_pushed) {
        for (const NamedRange& range : ranges) {
            visit(range);
        }
    }
    for (const auto& [id, range] : m_started) {
        visit(range);
    }
}

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
