// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/formats/perfetto/cut_choice.h"

#include <algorithm>

#include "core/base/id.h"
#include "core/formats/perfetto/packets/perfetto_fields.h"

namespace gaplight {

bool PerfettoCutChoice::isInside(std::int64_t time) const {
    std::int64_t shifted = 0;
    return !__builtin_sub_overflow(time, m_originNs, &shifted) &&
           m_plan.range.contains(timeFromNs(shifted));
}

std::int64_t PerfettoCutChoice::clipped(std::int64_t time) const {
    std::int64_t begin = 0;
    std::int64_t end = 0;
    if (!m_plan.clip || __builtin_add_overflow(ns(m_plan.range.begin), m_originNs, &begin) ||
        __builtin_add_overflow(ns(m_plan.range.end), m_originNs, &end)) {
        return time;
    }
    return std::clamp(time, begin, end);
}

bool PerfettoCutChoice::isListed(std::uint64_t number) const {
    return std::binary_search(m_plan.slices.begin(), m_plan.slices.end(), EventId(number));
}

bool PerfettoCutChoice::keeps(std::uint64_t number) const {
    return std::binary_search(m_kept.begin(), m_kept.end(), number);
}

bool PerfettoCutChoice::keepsSwitch(std::uint64_t number) const {
    return std::binary_search(m_keptSwitches.begin(), m_keptSwitches.end(), number);
}

std::int32_t PerfettoCutChoice::previousOf(const SchedSwitch& sched) const {
    const auto known = m_previous.find(sched.event);
    return known == m_previous.end() ? sched.previous : known->second;
}

void PerfettoCutChoice::notice(const PacketMessage& packet, std::uint64_t number) {
    if (!m_sequences.update(packet, number, m_issues)) {
        return;
    }
    switch (static_cast<PacketField>(packet.dataField)) {
        case PacketField::ClockSnapshot:
            m_sequences.addSnapshot(packet);
            return;
        case PacketField::TrackDescriptor:
            m_tracks.addDescriptor(packet.data);
            m_sequences.pass(packet);
            return;
        case PacketField::FtraceEvents:
            noticeBundle(packet.data);
            return;
        case PacketField::TrackEvent:
        case PacketField::GpuRenderStageEvent:
        case PacketField::GpuCounterEvent:
            break;
        default:
            m_sequences.pass(packet);
            return;
    }
    const std::optional<std::int64_t> time = m_sequences.timeOf(packet, number, m_issues);
    if (!time) {
        return;
    }
    const std::pair<std::int64_t, std::uint64_t> here(*time, number);
    m_first = m_firstTime ? std::min(m_first, here) : here;
    m_last = m_firstTime ? std::max(m_last, here) : here;
    m_firstTime = m_first.first;
    if (packet.dataField == static_cast<std::uint32_t>(PacketField::TrackEvent)) {
        noticeTrackEvent(packet, number, *time);
    } else if (isInside(*time) || isListed(number)) {
        m_kept.push_back(number);
    }
}

void PerfettoCutChoice::noticeBundle(std::string_view message) {
    std::vector<SchedSwitch> switches;
    std::vector<SwitchName> names;
    readSwitches(message, EventId(), switches, names);  // all or, damaged, none
    for (SchedSwitch& sched : switches) {
        sched.event = m_switches.size();
        m_switches.push_back(sched);
    }
}

void PerfettoCutChoice::noticeTrackEvent(const PacketMessage& packet, std::uint64_t number,
                                         std::int64_t time) {
    const EventSurroundings around = surroundingsOf(EventId(number), time, packet, m_sequences,
                                                    m_texts->at(packet.sequence, number));
    TrackEventFields event;
    event.read(packet.data, around, m_issues);
    for (const auto& [id, isTerminating] : event.flows) {
        m_arrows.add(id, time, number, isTerminating);
    }
    const PerfettoTrackId track = m_tracks.find(event.trackUuid);
    switch (event.shape()) {
        case TrackEventShape::SliceBegin:
            m_pairs.add(track, SliceEdge::begin(time, number), packet.sequence);
            break;
        case TrackEventShape::SliceEnd:
            m_pairs.add(track, SliceEdge::end(time, number), packet.sequence);
            break;
        case TrackEventShape::Async:
            m_pairs.use(track, packet.sequence, true);
            noticeAsync(event, *event.legacy->asyncPhase(), number, time);
            break;
        case TrackEventShape::Whole: {
            const bool isKept = isInside(time) || isListed(number);
            m_pairs.use(track, packet.sequence, isKept);
            if (isKept) {
                m_kept.push_back(number);
            }
        }
    }
}

// All events of one id stay if one of its slices does: that which end belongs to which begin is as
// in the whole trace.
void PerfettoCutChoice::noticeAsync(const TrackEventFields& event, AsyncPhase phase,
                                    std::uint64_t number, std::int64_t time) {
    AsyncGroup& group = m_asyncs[std::string(event.category) + '\x1f' + event.legacy->id];
    group.isKept =
        group.isKept || isListed(number) || (phase == AsyncPhase::Instant && isInside(time));
    group.numbers.push_back(number);
}

void PerfettoCutChoice::finish() {
    const std::vector<std::uint64_t> edges =
        m_pairs.finish(m_tracks.size(), {[this](std::uint64_t number) { return isListed(number); },
                                         [this](std::int64_t time) { return clipped(time); }});
    m_kept.insert(m_kept.end(), edges.begin(), edges.end());
    for (const auto& [id, group] : m_asyncs) {
        if (group.isKept) {
            m_kept.insert(m_kept.end(), group.numbers.begin(), group.numbers.end());
        }
    }
    m_asyncs = {};
    finishSwitches();
    std::sort(m_kept.begin(), m_kept.end());
    m_arrows.finish([this](std::uint64_t number) { return keeps(number); });
}

// A state lasts from one switch of its thread to the next, and the first switch in a bundle does
// not always say which thread it ends: the switches next to the range stay, of each thread and CPU.
void PerfettoCutChoice::finishSwitches() {
    std::stable_sort(m_switches.begin(), m_switches.end(),
                     [](const auto& left, const auto& right) { return left.time < right.time; });
    std::unordered_map<std::int32_t, std::int32_t, IdHash> runningOn;
    // Numbers of switches by thread, and by CPU.
    std::unordered_map<std::int32_t, std::uint64_t, IdHash> before[2];
    std::unordered_map<std::int32_t, std::uint64_t, IdHash> after[2];
    const auto isBefore = [&](std::int64_t time) {
        std::int64_t shifted = 0;
        return __builtin_sub_overflow(time, m_originNs, &shifted) ||
               timeFromNs(shifted) < m_plan.range.begin;
    };
    for (const SchedSwitch& sched : m_switches) {
        const auto running = runningOn.find(sched.cpu);
        const bool isUnknown = sched.previous < 0;
        const std::int32_t previous = !isUnknown                   ? sched.previous
                                      : running == runningOn.end() ? 0
                                                                   : running->second;
        runningOn[sched.cpu] = sched.next;
        if (isUnknown) {
            m_previous[sched.event] = previous;
        }
        if (isInside(sched.time)) {
            m_keptSwitches.push_back(sched.event);
        } else if (isBefore(sched.time)) {
            before[0][previous] = before[0][sched.next] = sched.event;
            before[1][sched.cpu] = sched.event;
        } else {
            after[0].try_emplace(previous, sched.event);
            after[0].try_emplace(sched.next, sched.event);
            after[1].try_emplace(sched.cpu, sched.event);
        }
    }
    for (const auto* numbers : {&before[0], &before[1], &after[0], &after[1]}) {
        for (const auto& [key, number] : *numbers) {
            m_keptSwitches.push_back(number);
        }
    }
    if (!m_switches.empty() && !m_plan.clip) {
        m_keptSwitches.push_back(m_switches.back().event);  // until it the last states last
    }
    std::sort(m_keptSwitches.begin(), m_keptSwitches.end());
    m_switches = {};
}

}  // namespace gaplight
