// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <unordered_map>

#include "core/record/record_stream.h"

namespace gaplight::record {

// The latest records of CUDA events in streams, to find the target of a wait: an event can be
// recorded repeatedly, and a wait refers to the last record before it. Correlations of a process
// count up.
class EventWaits {
public:
    void add(const EventRecordRecord& record);

    // The event record that a wait or synchronization refers to; empty if it was not recorded.
    [[nodiscard]] std::optional<EventRecordRecord> targetOf(const SyncRecord& wait) const;

private:
    // A host thread records an event few times before the GPU reaches it; older records are
    // overwritten.
    static constexpr std::size_t kKept = 16;
    struct Recent {
        std::array<EventRecordRecord, kKept> records{};
        std::size_t count = 0;
    };
    std::unordered_map<std::uint64_t, Recent> m_events;  // by context and event
};

}  // namespace gaplight::record
