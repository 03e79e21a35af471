// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/session/cut_events.h"

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

std::uint64_t flowKey(const EventFields& fields) {
    return std::hash<std::string>{}(keyOf(fields, {Field::Category, Field::Name, Field::Id}));
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

CutEvents::CutEvents(const Session& session, const CutOptions& options)
    : m_options(options), m_hasFlows(session.trace->facts().flowEvents > 0) {
    const SliceTable& slices = session.trace->slices();
    for (std::size_t at = 0; at < slices.size(); ++at) {
        if (touches(slices.range(SliceId(at)))) {
            add(slices, SliceId(at));
        }
    }
    if (!options.clip) {
        addLaunches(session);
        addEdges(session);
    }
    std::sort(m_offsets.begin(), m_offsets.end());
    std::sort(m_outsideStarts.begin(), m_outsideStarts.end());
}

bool CutEvents::touches(TimeRange range) const {
    return range.overlaps(m_options.range) || m_options.range.contains(range.begin);
}

void CutEvents::add(const SliceTable& slices, SliceId slice) {
    m_offsets.push_back(slices.offset(slice));
    if (!m_options.clip && !m_options.range.contains(slices.start(slice))) {
        m_outsideStarts.push_back(ns(slices.start(slice)));
    }
}

// What launched the activities of the range.
void CutEvents::addLaunches(const Session& session) {
    const Trace& trace = *session.trace;
    const LaunchIndex& index = session.indexes->launches;
    for (std::size_t at = 0; at < index.launches().size(); ++at) {
        const auto launched = index.activitiesAt(at);
        const bool isNeeded = std::any_of(launched.begin(), launched.end(), [&](ActivityId id) {
            return touches(trace.slices().range(trace.gpuActivities()[id.index()].slice));
        });
        if (isNeeded && !touches(trace.slices().range(index.launches()[at]))) {
            add(trace.slices(), index.launches()[at]);
        }
    }
}

// What tells where a gap that crosses an edge begins and ends, and why each gap was there.
void CutEvents::addEdges(const Session& session) {
    const Trace& trace = *session.trace;
    const SliceTable& slices = trace.slices();
    for (const DeviceAnalysis& device : session.analysis.devices) {
        for (const Gap& gap : device.gaps) {
            if (!gap.range().overlaps(m_options.range)) {
                continue;
            }
            for (const SliceId slice : {gap.activity, gap.launch, gap.blockingCall}) {
                if (slice.isValid() && !touches(slices.range(slice))) {
                    add(slices, slice);
                }
            }
            if (gap.begin >= m_options.range.begin) {
                continue;
            }
            for (const ActivityId id : device.byStart) {
                const SliceId slice = trace.gpuActivities()[id.index()].slice;
                if (slices.end(slice) == gap.begin) {
                    add(slices, slice);
                }
            }
        }
    }
}

bool CutEvents::isInside(const EventFields& fields) const {
    const auto time = timeOf(fields[Field::Time]);
    return !time || m_options.range.contains(timeFromNs(*time));
}

// An end lies at the begin of its slice or inside it.
bool CutEvents::isFlowEndKept(const EventFields& fields) const {
    const auto time = timeOf(fields[Field::Time]);
    return time && (m_options.range.contains(timeFromNs(*time)) ||
                    std::binary_search(m_outsideStarts.begin(), m_outsideStarts.end(), *time));
}

void CutEvents::notice(const EventFields& fields) {
    if (isFlow(phaseOf(fields))) {
        const char phase = phaseOf(fields);
        const std::uint8_t end = !isFlowEndKept(fields) ? kLost
                                 : phase == 's'         ? kStart
                                 : phase == 'f'         ? kFinish
                                                        : 0;
        m_flows[flowKey(fields)] |= end;
    }
}

bool CutEvents::keepsEnd(std::unordered_map<std::string, std::vector<bool>>& open,
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

bool CutEvents::keeps(const EventFields& fields, std::uint64_t offset) {
    const bool isListed = std::binary_search(m_offsets.begin(), m_offsets.end(), offset);
    const char phase = phaseOf(fields);
    if (isFlow(phase)) {
        const auto known = m_flows.find(flowKey(fields));
        return known != m_flows.end() && known->second == (kStart | kFinish);
    }
    switch (phase) {
        case 'X':
            return isListed;
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
    const auto time = timeOf(fields[Field::Time]);
    const bool isSlice =
        phase == 'X' || phase == 'B' || phase == 'E' || phase == 'b' || phase == 'e';
    if (!m_options.clip || !isSlice || !time) {
        return std::string(event);
    }
    const std::int64_t begin = ns(m_options.range.begin);
    const std::int64_t end = ns(m_options.range.end);
    const auto length = timeOf(fields[Field::Duration]);
    const std::int64_t from = std::clamp(*time, begin, end);
    struct Change {
        const Token* token;
        std::string text;
    };
    std::vector<Change> changes;
    if (from != *time) {
        changes.push_back({&fields[Field::Time], microsecondsText(from)});
    }
    if (phase == 'X' && length) {
        const std::int64_t to = std::clamp(*time + *length, begin, end);
        if (to - from != *length) {
            changes.push_back({&fields[Field::Duration], microsecondsText(to - from)});
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
