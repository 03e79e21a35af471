// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "core/formats/perfetto/packets/packet_message.h"
#include "core/formats/perfetto/thread_states.h"

namespace gaplight {

// Packets and events with some fields changed: all other fields keep their bytes. The functions
// throw protozero::exception.

// Fields of a packet to replace; empty ones stay as they are.
struct PacketChanges {
    std::optional<std::uint64_t> timestamp = {};
    std::optional<std::uint32_t> clock = {};
    std::optional<std::string_view> data = {};  // in place of PacketMessage::data
    bool dropsData = false;
};
[[nodiscard]] std::string changedPacket(std::string_view payload, const PacketMessage& packet,
                                        const PacketChanges& changes);

// Changes of a TrackEvent message.
struct TrackEventChanges {
    std::function<bool(std::uint64_t flow)> losesFlow;    // both or none
    std::function<bool(std::uint64_t flow)> endsFlow;     // of those that stay
    std::optional<std::int64_t> count;                    // of a counter
    std::optional<std::span<const std::int64_t>> counts;  // of extra counters
    std::optional<std::int64_t> durationUs;               // of its older form
};
[[nodiscard]] std::string changedTrackEvent(std::string_view message,
                                            const TrackEventChanges& changes);

// A GpuRenderStageEvent with another duration.
[[nodiscard]] std::string changedStage(std::string_view message, std::uint64_t duration);
// Ns. 0 without one.
[[nodiscard]] std::uint64_t stageDuration(std::string_view message);

// A GpuCounterEvent with descriptions of counters alone; empty without any.
[[nodiscard]] std::string counterDescriptions(std::string_view message);

// An FtraceEventBundle with some of its events. `firstSwitch`: number of its first switch in the
// order of the file; the others have those after it. `keepsSwitch` decides about switches,
// `isInside` about other events by their time. Compact switches that stay become single ones with
// the thread that `previousOf` gives, unless all stay and are inside. Empty where no event stays.
struct BundleRules {
    std::function<bool(std::uint64_t number)> keepsSwitch;
    std::function<bool(std::int64_t time)> isInside;
    std::function<std::int32_t(const SchedSwitch& sched)> previousOf;
};
struct ChangedBundle {
    std::string message;
    bool isChanged = false;
    std::uint64_t kept = 0;  // events
    std::uint64_t left = 0;
    std::uint64_t switches = 0;
};
[[nodiscard]] ChangedBundle changedBundle(std::string_view message, std::uint64_t firstSwitch,
                                          const BundleRules& rules);

}  // namespace gaplight
