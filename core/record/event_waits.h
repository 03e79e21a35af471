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

// Where CUDA events were last put, so that a wait for one can say what it waits for: an event may
// be put into streams again and again, and a wait means the last time before it. Correlations of a
// process count up.
class EventWaits {
public:
    void add(const EventRecordRecord& record);

    // What a wait or synchronization for an event refers to; nothing where it was not recorded.
    [[nodiscard]] std::optional<EventRecordRecord> targetOf(const SyncRecord& wait) const;

private:
    // Host threads run ahead of what is recorded by little; older ones are overwritten.
    static constexpr std::size_t kKept = 16;
    struct Recent {
        std::array<EventRecordRecord, kKept> records{};
        std::size_t count = 0;
    };
    std::unordered_map<std::uint64_t, Recent> m_events;  // by context and event
};

}  // namespace gaplight::record
