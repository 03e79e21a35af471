// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/formats/chrome/cut_flows.h"

#include <algorithm>
#include <optional>
#include <tuple>

#include "core/base/decimal_time.h"
#include "core/formats/chrome/json/json_token.h"

namespace gaplight {
namespace {

std::optional<FlowPhase> flowPhaseOf(const Token& phase) {
    if (!phase.isText() || phase.length != 1) {
        return std::nullopt;
    }
    switch (*phase.begin) {
        case 's':
            return FlowPhase::Start;
        case 't':
            return FlowPhase::Step;
        case 'f':
            return FlowPhase::Finish;
        default:
            return std::nullopt;
    }
}

std::string keyOfFlow(const EventFields& fields) {
    const Field id = fields[Field::Id].isText() ? Field::Id : Field::Id2;
    std::string key;
    for (const Field field : {Field::Category, Field::Name, Field::Scope, id}) {
        key.append(fields[field].text()).push_back('\x1f');
    }
    return key;
}

// As BatchWriter::text.
std::string_view decodedText(const Token& token, std::string& decoded) {
    if (!token.isText() || token.plain) {
        return token.isText() ? token.text() : std::string_view();
    }
    decodeJsonString(token.text(), decoded);
    return decoded;
}

}  // namespace

bool CutFlows::isEndKept(const EventFields& fields, FlowPhase phase, Time time) {
    const Token& pid = fields[Field::Pid];
    const Token& tid = fields[Field::Tid].isText() ? fields[Field::Tid] : pid;
    const bool isInside = m_plan.range.contains(time);
    if (m_plan.clip && !isInside) {
        return false;
    }
    const std::optional<EventId> slice = m_plan.sliceOfFlowEnd(
        {decodedText(pid, m_pid), decodedText(tid, m_tid), time,
         phase == FlowPhase::Finish && fields[Field::BindingPoint].text() != "e"});
    return slice ? std::binary_search(m_plan.slices.begin(), m_plan.slices.end(), *slice)
                 : isInside;
}

void CutFlows::notice(const EventFields& fields, EventId event) {
    const std::optional<FlowPhase> phase = flowPhaseOf(fields[Field::Phase]);
    const Token& timestamp = fields[Field::Timestamp];
    const auto time =
        phase && timestamp.isText() ? nanosecondsOfMicroseconds(timestamp.text()) : std::nullopt;
    if (time) {
        const std::uint32_t flow = m_flows.intern(keyOfFlow(fields)).value;
        m_points.push_back(
            {*time, event, flow, *phase, isEndKept(fields, *phase, timeFromNs(*time))});
    }
}

void CutFlows::finish() {
    // As flow_binding orders the events of a flow.
    std::sort(m_points.begin(), m_points.end(), [](const Point& left, const Point& right) {
        return std::tie(left.flow, left.time, left.phase, left.event) <
               std::tie(right.flow, right.time, right.phase, right.event);
    });
    for (std::size_t first = 0; first < m_points.size();) {
        std::size_t last = first + 1;
        while (last < m_points.size() && m_points[last].flow == m_points[first].flow) {
            ++last;
        }
        finishFlow(std::span(m_points).subspan(first, last - first));
        first = last;
    }
    m_points = {};
    std::sort(m_kept.begin(), m_kept.end());
    std::sort(m_starts.begin(), m_starts.end());
}

// As FlowJoiner joins them: what is before the first start belongs to it, and each further start
// begins a new flow.
void CutFlows::finishFlow(std::span<Point> points) {
    const auto first = std::find_if(points.begin(), points.end(), [](const Point& point) {
        return point.phase == FlowPhase::Start;
    });
    if (first == points.end()) {
        return;
    }
    auto from = first;
    for (auto point = points.begin(); point != points.end(); ++point) {
        if (point->phase == FlowPhase::Start) {
            from = point == first ? from : point;
            continue;
        }
        // A new start in front of the first one would take what is before that one.
        const bool canBegin = from->phase == FlowPhase::Start || from->hasArrow || from > first;
        if (from->isKept && point->isKept && canBegin) {
            if (from->phase == FlowPhase::Step && !from->hasArrow) {
                m_starts.push_back(from->event);
            }
            from->hasArrow = true;
            point->hasArrow = true;
        }
        from = point->phase == FlowPhase::Step ? point : from;
    }
    for (const Point& point : points) {
        if (point.hasArrow) {
            m_kept.push_back(point.event);
        }
    }
}

bool CutFlows::keeps(EventId event) const {
    return std::binary_search(m_kept.begin(), m_kept.end(), event);
}

bool CutFlows::becomesStart(EventId event) const {
    return std::binary_search(m_starts.begin(), m_starts.end(), event);
}

}  // namespace gaplight
