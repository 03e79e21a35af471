// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/formats/chrome/event_splitter.h"

#include <algorithm>

#include "core/formats/chrome/json/json_token.h"

namespace gaplight {
namespace {

// What may come next.
enum class Expect : std::uint8_t { Value, KeyOrEnd, Colon, CommaOrEnd };

class EventWalk {
public:
    explicit EventWalk(std::string_view text) : m_text(text) {}

    EventCheck run() {
        while (m_at < m_text.size()) {
            if (isSpace(m_text[m_at])) {
                ++m_at;
                continue;
            }
            m_token = m_at;
            if (!takeToken()) {
                return {m_cut ? EventCheck::Verdict::Open : EventCheck::Verdict::Broken, m_token};
            }
            if (m_isObject.empty()) {
                return {EventCheck::Verdict::Whole, m_at};
            }
        }
        return {EventCheck::Verdict::Open, m_text.size()};
    }

private:
    bool takeToken() {
        switch (m_text[m_at]) {
            case '{':
                return open(true);
            case '[':
                return open(false);
            case '}':
                return close(true);
            case ']':
                return close(false);
            case '"':
                return takeString();
            case ':':
                return advance(Expect::Colon, Expect::Value);
            case ',':
                return takeComma();
            default:
                return takeScalar();
        }
    }

    bool advance(Expect expected, Expect next) {
        if (m_expect != expected) {
            return false;
        }
        m_expect = next;
        ++m_at;
        return true;
    }

    // Commas may be doubled or trail.
    bool takeComma() {
        if (m_expect == Expect::Colon || (m_expect == Expect::Value && inObject())) {
            return false;
        }
        m_expect = inObject() ? Expect::KeyOrEnd : Expect::Value;
        ++m_at;
        return true;
    }

    bool open(bool object) {
        if (m_expect != Expect::Value || (object && isCutEvent())) {
            return false;
        }
        m_isObject.push_back(object);
        m_expect = object ? Expect::KeyOrEnd : Expect::Value;
        ++m_at;
        return true;
    }

    bool close(bool object) {
        const bool mayEnd = m_expect == Expect::CommaOrEnd || m_expect == Expect::KeyOrEnd ||
                            (m_expect == Expect::Value && !inObject());
        if (m_isObject.empty() || m_isObject.back() != object || !mayEnd) {
            return false;
        }
        m_isObject.pop_back();
        m_expect = Expect::CommaOrEnd;
        ++m_at;
        return true;
    }

    bool takeString() {
        if (m_expect != Expect::Value && m_expect != Expect::KeyOrEnd) {
            return false;
        }
        std::size_t at = m_at + 1;
        while (at < m_text.size() && m_text[at] != '"') {
            at += m_text[at] == '\\' ? 2 : 1;
        }
        if (at >= m_text.size()) {
            m_cut = true;
            return false;
        }
        m_at = at + 1;
        m_expect = m_expect == Expect::KeyOrEnd ? Expect::Colon : Expect::CommaOrEnd;
        return true;
    }

    bool takeScalar() {
        if (m_expect != Expect::Value || !isScalarCharacter(m_text[m_at])) {
            return false;
        }
        while (m_at < m_text.size() && isScalarCharacter(m_text[m_at])) {
            ++m_at;
        }
        m_expect = Expect::CommaOrEnd;
        return true;
    }

    bool inObject() const { return !m_isObject.empty() && m_isObject.back(); }

    // At a brace: an array's element that begins with "ph".
    bool isCutEvent() const {
        if (m_isObject.empty() || inObject()) {
            return false;
        }
        std::size_t at = m_at + 1;
        while (at < m_text.size() && isSpace(m_text[at])) {
            ++at;
        }
        return m_text.substr(at, 4) == "\"ph\"";
    }

    std::string_view m_text;
    std::size_t m_at = 0;
    std::size_t m_token = 0;
    Expect m_expect = Expect::Value;
    bool m_cut = false;
    std::vector<bool> m_isObject;
};

}  // namespace

EventCheck checkEvent(std::string_view text) {
    return EventWalk(text).run();
}

std::size_t findEvent(std::string_view text, std::size_t from) {
    for (std::size_t at = text.find('{', from); at != std::string_view::npos;
         at = text.find('{', at + 1)) {
        if (beginsLikeEvent(text, at) && visibleBefore(text, at) != ':') {
            return at;
        }
    }
    return std::string_view::npos;
}

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

namespace {

constexpr std::size_t kKeyBytes = 1024;

}  // namespace

TopLevel::Next TopLevel::read(const SplitText& text, std::size_t& at) {
    while (at < text.size()) {
        const char c = text.text[at];
        if (c == '{' && (m_inString || m_state == State::Key || m_state == State::After)) {
            if (text.needsLookahead(at)) {
                return Next::MoreText;
            }
            const bool mayBegin = m_inString || m_state == State::Key || m_previous == ',';
            if (mayBegin && m_previous != ':' && beginsLikeEvent(text.text, at)) {
                reportOdd(text, at, IssueKind::Resynchronized);
                return Next::Event;
            }
        }
        const Next next = take(text, at, c);
        m_previous = isSpace(c) ? m_previous : c;
        if (next != Next::MoreText) {
            return next;
        }
    }
    return Next::MoreText;
}

TopLevel::Next TopLevel::take(const SplitText& text, std::size_t& at, char c) {
    if (m_inString) {
        takeStringCharacter(c);
        ++at;
        return Next::MoreText;
    }
    switch (m_state) {
        case State::Before:
            return takeBefore(at, c);
        case State::Key:
            return takeKey(text, at, c);
        case State::Colon:
            m_state = c == ':' ? State::Value : m_state;
            if (c == ':' || isSpace(c)) {
                ++at;
            } else {
                reportOdd(text, at, IssueKind::Resynchronized);
                m_state = State::Key;
            }
            return Next::MoreText;
        case State::Value:
            return takeValue(at, c);
        case State::InValue:
            return takeInValue(at, c);
        default:
            return takeAfter(text, at, c);
    }
}

TopLevel::Next TopLevel::takeBefore(std::size_t& at, char c) {
    ++at;
    if (c == '{') {
        m_state = State::Key;
    } else if (c == '[') {
        m_isArrayForm = true;
        return Next::Array;
    }
    return Next::MoreText;
}

TopLevel::Next TopLevel::takeKey(const SplitText& text, std::size_t& at, char c) {
    if (c == '"') {
        m_key.clear();
        m_inString = true;
        m_reportedOdd = false;
    } else if (c == '}') {
        m_state = State::After;
    } else if (c != ',' && !isSpace(c)) {
        reportOdd(text, at, IssueKind::Resynchronized);
    }
    ++at;
    return Next::MoreText;
}

// Serves keys and the strings of values.
void TopLevel::takeStringCharacter(char c) {
    const bool ends = c == '"' && !m_escaped;
    m_escaped = c == '\\' && !m_escaped;
    m_inString = !ends;
    if (m_state == State::InValue) {
        keep(c);
        if (ends && m_depth == 0) {
            endValue();
        }
    } else if (ends) {
        m_state = State::Colon;
    } else if (m_key.size() < kKeyBytes) {
        m_key += c;
    }
}

TopLevel::Next TopLevel::takeValue(std::size_t& at, char c) {
    if (c == '[' && m_key == "traceEvents") {
        ++at;
        return Next::Array;
    }
    if (isSpace(c)) {
        ++at;
        return Next::MoreText;
    }
    m_value.clear();
    m_keeping = m_key != "stackFrames" && m_values.size() < kValues;
    m_depth = 0;
    m_state = State::InValue;
    return takeInValue(at, c);
}

TopLevel::Next TopLevel::takeInValue(std::size_t& at, char c) {
    const bool ends = m_depth == 0 && (c == ',' || c == '}' || c == ']');
    if (ends) {
        endValue();
        return Next::MoreText;
    }
    keep(c);
    ++at;
    m_inString = c == '"';
    m_depth += c == '{' || c == '[' ? 1 : 0;
    if (c == '}' || c == ']') {
        if (--m_depth == 0) {
            endValue();
        }
    }
    return Next::MoreText;
}

void TopLevel::keep(char c) {
    if (!m_keeping) {
        return;
    }
    m_value += c;
    if (m_value.size() > kValueBytes) {
        m_keeping = false;
        m_value = std::string();
    }
}

void TopLevel::endValue() {
    m_state = State::Key;
    if (!m_keeping) {
        return;
    }
    while (!m_value.empty() && isSpace(m_value.back())) {
        m_value.pop_back();
    }
    m_values.emplace_back(m_key, m_value);
}

TopLevel::Next TopLevel::takeAfter(const SplitText& text, std::size_t& at, char c) {
    if (!isSpace(c)) {
        reportOdd(text, at, IssueKind::TrailingText);
    }
    ++at;
    if (c == '{') {
        m_state = State::Key;
    } else if (c == '[') {
        return Next::Array;
    }
    return Next::MoreText;
}

void TopLevel::enterArray() {
    m_inString = false;
    m_escaped = false;
    m_previous = 0;
}

void TopLevel::leaveArray() {
    m_state = m_isArrayForm ? State::After : State::Key;
    m_reportedOdd = false;
}

void TopLevel::finish(const SplitText& text) {
    if (m_state != State::Before && m_state != State::After) {
        m_issues.record(IssueKind::Truncated, text.offsetOf(text.size()),
                        "the file ends inside its top-level object");
    }
}

void TopLevel::reportOdd(const SplitText& text, std::size_t at, IssueKind kind) {
    if (!m_reportedOdd) {
        m_issues.record(kind, text.offsetOf(at), text.text.substr(at, ImportIssues::kExampleBytes));
    }
    m_reportedOdd = true;
}

std::size_t EventSplitter::split(const SplitText& text, SplitWindow& window) {
    std::size_t at = 0;
    for (;;) {
        if (m_inEntries) {
            if (m_entries.read(text, at, window) == EventEntries::Next::MoreText) {
                return at;
            }
            m_inEntries = false;
            m_topLevel.leaveArray();
        }
        if (m_topLevel.read(text, at) == TopLevel::Next::MoreText) {
            return at;
        }
        m_inEntries = true;
        m_foundEvents = true;
        m_topLevel.enterArray();
        m_entries.enter();
    }
}

void EventSplitter::finish(const SplitText& text) {
    if (m_inEntries) {
        m_entries.finish(text, m_topLevel.isArrayForm());
    } else {
        m_topLevel.finish(text);
    }
}

ImportIssues EventSplitter::issues() const {
    ImportIssues all = m_topLevel.issues();
    all.merge(m_entries.issues());
    return all;
}

}  // namespace gaplight
