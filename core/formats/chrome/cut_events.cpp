// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/formats/chrome/cut_events.h"

#include <algorithm>
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
        return m_flows.keeps(event);
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

// The changed times of a slice.
std::vector<CutEvents::Change> CutEvents::clippedTimes(const EventFields& fields) const {
    const char phase = phaseOf(fields);
    const auto time = timeOf(fields[Field::Timestamp]);
    const bool isSlice =
        phase == 'X' || phase == 'B' || phase == 'E' || phase == 'b' || phase == 'e';
    if (!m_plan.clip || !isSlice || !time) {
        return {};
    }
    const std::int64_t begin = ns(m_plan.range.begin);
    const std::int64_t end = ns(m_plan.range.end);
    const auto length = timeOf(fields[Field::Length]);
    const std::int64_t from = std::clamp(*time, begin, end);
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
    return changes;
}

std::string CutEvents::textOf(std::string_view event, const EventFields& fields, EventId id) const {
    std::vector<Change> changes = clippedTimes(fields);
    if (isFlow(phaseOf(fields)) && m_flows.becomesStart(id)) {
        changes.push_back({&fields[Field::Phase], "s"});
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
