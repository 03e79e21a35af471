// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/index/call_table.h"

#include <bit>

namespace gaplight {

CallTable::CallTable(std::size_t calls) : m_slots(std::bit_ceil(calls * 2 + 1), kNone) {
    m_calls.reserve(calls);
}

std::size_t CallTable::slotOf(std::uint64_t correlation) const {
    // Low bits keep runs of ids together; the rest is hashed, so that no file can choose ids that
    // all are in one place.
    constexpr std::uint64_t kRunBits = 5;
    const std::uint64_t hash =
        (m_hash(correlation >> kRunBits) << kRunBits) | (correlation & ((1U << kRunBits) - 1U));
    const std::size_t mask = m_slots.size() - 1;
    std::size_t slot = static_cast<std::size_t>(hash) & mask;
    while (m_slots[slot] != kNone && m_calls[m_slots[slot]].correlation != correlation) {
        slot = (slot + 1) & mask;
    }
    return slot;
}

CallTable::Call& CallTable::entry(std::uint64_t correlation, ProcessId process) {
    std::uint32_t* link = &m_slots[slotOf(correlation)];
    while (*link != kNone) {
        Call& call = m_calls[*link];
        if (call.process == process) {
            return call;
        }
        link = &call.nextProcess;
    }
    const auto fresh = static_cast<std::uint32_t>(m_calls.size());
    *link = fresh;
    m_calls.push_back({correlation, SliceId{}, process, kNone});
    return m_calls.back();
}

const CallTable::Call* CallTable::find(std::uint64_t correlation) const {
    const std::uint32_t index = m_slots[slotOf(correlation)];
    return index == kNone ? nullptr : &m_calls[index];
}

}  // namespace gaplight
