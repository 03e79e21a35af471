// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/formats/chrome/cut_events.h"

#include <algorithm>
#include <functional>
#include <optional>

#include <fmt/format.h>

#include "core/base/decimal_time.h"

namespace gaplight {
namespace {

std::optional<std::int64_t> timeOf(const Token& token) {
    return token.isText() ? nanosecondsOfMicroseconds(token.text()) : std::nullopt;
}

char phaseOf(const EventFields& fields) {
    const Token& token = fields[Field::Phase];
    return token.kind == TokenKind::String && token.length == 1 ? *token.begin : '\0';
}

std::string keyOf(const EventFields& fields, std::initializer_list<Field> parts) {
    std::string key;
    for (const Field field : parts) {
        key.append(fields[field].text()).push_back('\x1f');
    }
    return key;
}

std::string flowKey(const EventFields& fields) {
    return keyOf(fields, {Field::Category, Field::Name, Field::Id});
}

// FlowEnds: what was seen of a flow.
constexpr std::uint8_t kStart = 1;
constexpr std::uint8_t kFinish = 2;
constexpr std::uint8_t kLost = 4;  // an end does not stay

bool isFlow(char phase) {
    return phase == 's' || phase == 't' || phase == 'f';
}

// "4376580490536.462": microseconds from nanoseconds, exact.
std::string microsecondsText(std::int64_t ns) {
    const std::uint64_t size =
        ns < 0 ? 0 - static_cast<std::uint64_t>(ns) : static_cast<std::uint64_t>(ns);
    return fmt::format("{}{}.{:03}", ns < 0 ? "-" : "", size / 1000, size % 1000);
}

}  // namespace

bool CutEvents::isInside(const EventFields& fields) const {
    const auto time = timeOf(fields[Field::Timestamp]);
    return !time || m_plan.range.contains(timeFromNs(*time));
}

// An end lies at the begin of its slice or inside it.
bool CutEvents::isFlowEndKept(const EventFields& fields) const {
    const auto time = timeOf(fields[Field::Timestamp]);
    return time && (m_plan.range.contains(timeFromNs(*time)) ||
                    std::binary_search(m_plan.outsideStarts.begin(), m_plan.outsideStarts.end(),
                                       timeFromNs(*time)));
}

void CutEvents::notice(const EventFields& fields) {
    if (isFlow(phaseOf(fields))) {
        const char phase = phaseOf(fields);
        const std::uint8_t end = !isFlowEndKept(fields) ? kLost
                                 : phase == 's'         ? kStart
                                 : phase == 'f'         ? kFinish
                                                        : 0;
        const std::size_t flow = m_flows.intern(flowKey(fields)).index();
        m_flowEnds.resize(m_flows.size());
        m_flowEnds[flow] |= end;
    }
}

bool CutEvents::keepsEnd(std::unordered_map<std::string, std::vector<bool>, TextHash>& open,
                         const std::string& key) {
    const auto known = open.find(key);
    if (known == open.end()) {
        return false;
    }
    const bool isKept = known->second.back();
    known->second.pop_back();
    if (known->second.empty()) {
        open.erase(known);
    }
    return isKept;
}

bool CutEvents::keeps(const EventFields& fields, EventId event) {
    const bool isListed = std::binary_search(m_plan.slices.begin(), m_plan.slices.end(), event);
    const char phase = phaseOf(fields);
    if (isFlow(phase)) {
        const auto known = m_flows.find(flowKey(fields));
        return known && m_flowEnds[known->index()] == (kStart | kFinish);
    }
    switch (phase) {
        case 'X':
            return fields.isMemoryEvent() ? isInside(fields) : isListed;
        case 'M':
            return true;
        case 'B':
            m_openOnTrack[keyOf(fields, {Field::Pid, Field::Tid})].push_back(isListed);
            return isListed;
        case 'E':
            return keepsEnd(m_openOnTrack, keyOf(fields, {Field::Pid, Field::Tid}));
        case 'b':
            m_openAsync[keyOf(fields, {Field::Pid, Field::Category, Field::Id, Field::Id2})]
                .push_back(isListed);
            return isListed;
        case 'e':
            return keepsEnd(m_openAsync,
                            keyOf(fields, {Field::Pid, Field::Category, Field::Id, Field::Id2}));
        default:
            return isInside(fields);
    }
}

std::string CutEvents::clipped(std::string_view event, const EventFields& fields) const {
    const char phase = phaseOf(fields);
    const auto time = timeOf(fields[Field::Timestamp]);
    const bool isSlice =
        phase == 'X' || phase == 'B' || phase == 'E' || phase == 'b' || phase == 'e';
    if (!m_plan.clip || !isSlice || !time) {
        return std::string(event);
    }
    const std::int64_t begin = ns(m_plan.range.begin);
    const std::int64_t end = ns(m_plan.range.end);
    const auto length = timeOf(fields[Field::Length]);
    const std::int64_t from = std::clamp(*time, begin, end);
    struct Change {
        const Token* token;
        std::string text;
    };
    std::vector<Change> changes;
    if (from != *time) {
        changes.push_back({&fields[Field::Timestamp], microsecondsText(from)});
    }
    if (phase == 'X' && length) {
        const std::int64_t to = std::clamp(*time + *length, begin, end);
        if (to - from != *length) {
            changes.push_back({&fields[Field::Length], microsecondsText(to - from)});
        }
    }
    // From the back, so that places in front stay true.
    std::sort(changes.begin(), changes.end(),
              [](const Change& a, const Change& b) { return a.token->begin > b.token->begin; });
    std::string text(event);
    for (const Change& change : changes) {
        text.replace(static_cast<std::size_t>(change.token->begin - event.data()),
                     change.token->length, change.text);
    }
    return text;
}

}  // namespace gaplight
