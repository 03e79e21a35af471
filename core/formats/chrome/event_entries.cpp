// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/formats/chrome/event_entries.h"

#include <algorithm>

#include "core/formats/chrome/event_check.h"
#include "core/formats/chrome/json/json_characters.h"

namespace gaplight {
namespace {

std::string_view example(const SplitText& text, std::size_t at) {
    return text.text.substr(at, ImportIssues::kExampleBytes);
}

}  // namespace

void OddEntry::begin(std::uint64_t offset, bool isEntry) {
    m_isEntry = isEntry;
    m_inString = false;
    m_isEscaped = false;
    m_offset = offset;
    m_example.clear();
}

OddEntry::End OddEntry::read(const SplitText& text, std::size_t& at, char& previous) {
    for (; at < text.size(); ++at) {
        const char c = text.text[at];
        if (c == '{' && m_inString && text.needsLookahead(at)) {
            return End::MoreText;
        }
        if (c == '{' && (!m_inString || (previous != ':' && beginsLikeEvent(text.text, at)))) {
            return End::Event;
        }
        if (!m_inString && (c == ',' || c == ']')) {
            return End::Separator;
        }
        if (m_example.size() < ImportIssues::kExampleBytes) {
            m_example += c;
        }
        previous = isSpace(c) ? previous : c;
        m_inString = m_inString ? c != '"' || m_isEscaped : c == '"';
        m_isEscaped = m_inString && c == '\\' && !m_isEscaped;
    }
    return End::MoreText;
}

void OddEntry::record(End end, ImportIssues& issues, SplitWindow& window) const {
    const bool isEntry = m_isEntry && end == End::Separator;
    issues.record(isEntry ? IssueKind::MalformedEvent : IssueKind::Resynchronized, m_offset,
                  m_example);
    window.putAside += isEntry ? 1 : 0;
}

EventEntries::Next EventEntries::read(const SplitText& text, std::size_t& at, SplitWindow& window) {
    for (;;) {
        Step step = Step::MoreText;
        switch (m_state) {
            case State::Between:
                step = readBetween(text, at);
                break;
            case State::InEvent:
                step = readEvent(text, at, window);
                break;
            case State::InOversized:
                step = readOversized(text, at);
                break;
            case State::InOddEntry:
                step = readOddEntry(text, at, window);
                break;
            case State::Searching:
                step = search(text, at);
                break;
        }
        if (step != Step::GoOn) {
            return step == Step::ArrayEnd ? Next::ArrayEnd : Next::MoreText;
        }
    }
}

void EventEntries::enter() {
    m_state = State::Between;
    m_previous = ',';
}

EventEntries::Step EventEntries::readBetween(const SplitText& text, std::size_t& at) {
    for (; at < text.size(); ++at) {
        const char c = text.text[at];
        if (c == ',') {
            m_previous = c;
        } else if (c == '{' || c == '[') {
            beginEvent();
            return Step::GoOn;
        } else if (c == ']') {
            ++at;
            return Step::ArrayEnd;
        } else if (!isSpace(c)) {
            m_state = State::InOddEntry;
            m_oddEntry.begin(text.offsetOf(at), m_previous == ',');
            return Step::GoOn;
        }
    }
    return Step::MoreText;
}

void EventEntries::beginEvent() {
    m_state = State::InEvent;
    m_scan = EventScan();
    m_nextCheckBytes = kMinCheckedBytes;
}

EventEntries::Step EventEntries::readEvent(const SplitText& text, std::size_t& at,
                                           SplitWindow& window) {
    const std::string_view event = text.text.substr(at);
    switch (m_scan.scan(event, text.atEnd)) {
        case EventScan::Outcome::Ended:
            break;
        case EventScan::Outcome::EventInside: {
            const std::size_t inside = m_scan.position();
            const EventCheck check = checkEvent(event.substr(0, inside));
            const bool broken = check.verdict == EventCheck::Verdict::Broken;
            return reject(text, at, at + (broken ? check.at : inside), std::nullopt, window);
        }
        case EventScan::Outcome::NeedsMore:
            return checkUnended(text, at, window);
    }
    const std::size_t length = m_scan.position();
    if (m_scan.isSuspect()) {
        const EventCheck check = checkEvent(event.substr(0, length));
        if (check.verdict != EventCheck::Verdict::Whole) {
            return reject(text, at, at + check.at, at + length, window);
        }
    }
    endEvent(at, length, window);
    at += length;
    return Step::GoOn;
}

void EventEntries::endEvent(std::size_t begin, std::size_t length, SplitWindow& window) {
    const auto position = [](std::size_t value) { return static_cast<std::uint32_t>(value); };
    const bool hasNested = m_scan.nestedEnd() != 0;
    window.events.push_back({position(begin), position(begin + length),
                             position(begin + (hasNested ? m_scan.nestedBegin() : 0)),
                             position(begin + (hasNested ? m_scan.nestedEnd() : 0))});
    m_state = State::Between;
    m_previous = '}';
}

EventEntries::Step EventEntries::reject(const SplitText& text, std::size_t& at, std::size_t from,
                                        std::optional<std::size_t> end, SplitWindow& window) {
    m_issues.record(IssueKind::MalformedEvent, text.offsetOf(at), example(text, at));
    ++window.putAside;
    from = std::max(from, at + 1);
    const std::size_t next = findEvent(text.text.substr(0, end.value_or(text.size())), from);
    if (next != std::string_view::npos) {
        m_issues.record(IssueKind::Resynchronized, text.offsetOf(next), example(text, next));
        at = next;
        beginEvent();
        return Step::GoOn;
    }
    m_state = end ? State::Between : State::Searching;
    at = end.value_or(from);
    m_previous = end ? '}' : visibleBefore(text.text, from);
    return Step::GoOn;
}

EventEntries::Step EventEntries::checkUnended(const SplitText& text, std::size_t& at,
                                              SplitWindow& window) {
    const std::string_view event = text.text.substr(at);
    if (text.atEnd || event.size() >= m_nextCheckBytes) {
        const EventCheck check = checkEvent(event);
        if (check.verdict == EventCheck::Verdict::Broken) {
            return reject(text, at, at + check.at, std::nullopt, window);
        }
        m_nextCheckBytes = 4 * event.size();
    }
    if (event.size() > kEventBytes) {
        m_issues.record(IssueKind::OversizedEvent, text.offsetOf(at), example(text, at));
        ++window.putAside;
        m_state = State::InOversized;
        return Step::GoOn;
    }
    if (text.atEnd) {
        m_issues.record(IssueKind::Truncated, text.offsetOf(text.size()), example(text, at));
        m_truncated = true;
        at = text.size();
    }
    return Step::MoreText;
}

EventEntries::Step EventEntries::readOversized(const SplitText& text, std::size_t& at) {
    switch (m_scan.scan(text.text.substr(at), text.atEnd)) {
        case EventScan::Outcome::Ended:
            at += m_scan.position();
            m_state = State::Between;
            m_previous = '}';
            return Step::GoOn;
        case EventScan::Outcome::EventInside:
            at += m_scan.position();
            m_issues.record(IssueKind::Resynchronized, text.offsetOf(at), example(text, at));
            beginEvent();
            return Step::GoOn;
        case EventScan::Outcome::NeedsMore:
            break;
    }
    const std::size_t seen = m_scan.scanned();
    const std::size_t done = seen > EventScan::kLookahead ? seen - EventScan::kLookahead : 0;
    m_scan.forget(done);
    at = text.atEnd ? text.size() : at + done;
    return Step::MoreText;
}

EventEntries::Step EventEntries::readOddEntry(const SplitText& text, std::size_t& at,
                                              SplitWindow& window) {
    const OddEntry::End end = m_oddEntry.read(text, at, m_previous);
    if (end == OddEntry::End::MoreText) {
        return Step::MoreText;
    }
    m_oddEntry.record(end, m_issues, window);
    m_state = State::Between;
    if (end == OddEntry::End::Event) {
        beginEvent();
    }
    return Step::GoOn;
}

EventEntries::Step EventEntries::search(const SplitText& text, std::size_t& at) {
    for (; at < text.size(); ++at) {
        const char c = text.text[at];
        if (c == '{' && text.needsLookahead(at)) {
            return Step::MoreText;
        }
        if (c == '{' && m_previous != ':' && beginsLikeEvent(text.text, at)) {
            m_issues.record(IssueKind::Resynchronized, text.offsetOf(at), example(text, at));
            beginEvent();
            return Step::GoOn;
        }
        m_previous = isSpace(c) ? m_previous : c;
    }
    return Step::MoreText;
}

void EventEntries::finish(const SplitText& text, bool mayBeOpen) {
    const bool clean = m_state == State::Between && mayBeOpen;
    if (!clean && !m_truncated) {
        m_issues.record(IssueKind::Truncated, text.offsetOf(text.size()),
                        "the file ends inside its array of events");
    }
}

}  // namespace gaplight
