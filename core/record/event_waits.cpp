// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/record/event_waits.h"

#include <algorithm>

namespace gaplight::record {
namespace {

std::uint64_t keyOf(std::uint32_t context, std::uint32_t event) {
    return (static_cast<std::uint64_t>(context) << 32U) | event;
}

}  // namespace

void EventWaits::add(const EventRecordRecord& record) {
    Recent& recent = m_events[keyOf(record.context, record.event)];
    recent.records[recent.count++ % kKept] = record;
}

std::optional<EventRecordRecord> EventWaits::targetOf(const SyncRecord& wait) const {
    const auto found = m_events.find(keyOf(wait.context, wait.event));
    if (found == m_events.end()) {
        return std::nullopt;
    }
    const Recent& recent = found->second;
    std::optional<EventRecordRecord> latest;
    for (std::size_t at = 0; at < std::min(recent.count, kKept); ++at) {
        const EventRecordRecord& record = recent.records[at];
        const bool isBefore = record.correlation < wait.correlation;
        if (isBefore && (!latest || record.correlation > latest->correlation)) {
            latest = record;
        }
    }
    return latest;
}

}  // namespace gaplight::record
