// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "core/formats/perfetto/clock_conversion.h"
#include "core/formats/perfetto/interned_texts.h"
#include "core/formats/perfetto/perfetto_rows.h"
#include "core/formats/perfetto/perfetto_tracks.h"
#include "core/formats/perfetto/thread_states.h"

namespace gaplight {

// State of one packet sequence: defaults that its packets set for the packets after them.
struct PacketSequence {
    bool isStateValid = true;  // false: packets were lost since the writer cleared its state
    bool hasPackets = false;
    std::uint32_t clock = 0;                   // of timestamps without one; 0: none
    std::uint64_t track = 0;                   // of events without one
    std::vector<std::uint64_t> counterTracks;  // of extra counter values
    std::vector<std::uint64_t> doubleCounterTracks;
    std::unordered_map<std::uint32_t, std::int64_t> counterSums;  // of incremental counters
};

// One packet's fields: numbers, and the messages as they are in the file.
struct PacketMessage {
    std::optional<std::uint64_t> timestamp;
    std::uint32_t clock = 0;
    std::uint32_t sequence = 0;
    std::uint32_t flags = 0;
    bool isAfterLoss = false;
    bool isFirst = false;
    std::uint32_t dataField = 0;  // number of the field that says what the packet is; 0: none
    std::string_view data;
    std::string_view internedData;
    std::string_view defaults;
};

// Reads the outermost fields. Throws protozero::exception.
[[nodiscard]] PacketMessage readPacketMessage(std::string_view payload);

// Packets that hold others: compressed ones, and bundles of the kernel's events. The events in one
// have the numbers behind that of the packet.
struct PacketContainer {
    std::uint64_t offset = 0;
    std::uint64_t events = 0;
};

// Inflates CompressedPackets. Empty where they are damaged or longer than kMaxPacketBytes.
[[nodiscard]] std::optional<std::string> inflatePackets(std::string_view data);

// Reads packets in the order of the file and fills rows.
class PerfettoPackets {
public:
    PerfettoPackets();

    // The packet at byte `offset`. What is wrong with it is an issue.
    void read(std::uint64_t offset, std::string_view payload);
    void finish(TraceBuilder& builder);

    [[nodiscard]] std::uint64_t packetCount() const { return m_packetCount; }
    [[nodiscard]] std::int64_t epochNs() const { return m_epochNs; }
    // Packets by the number of their data field.
    [[nodiscard]] const std::map<std::uint32_t, std::uint64_t>& counts() const { return m_counts; }
    // Once all is read.
    [[nodiscard]] std::shared_ptr<const InternedTexts> takeTexts() { return std::move(m_texts); }
    [[nodiscard]] std::vector<PacketContainer> takeContainers() { return std::move(m_containers); }

private:
    void readOuter(std::uint64_t offset, std::string_view payload, bool isCompressed);
    void readData(const PacketMessage& packet, EventId event);
    void readCompressed(std::uint64_t offset, std::string_view data);
    void readDefaults(std::string_view message, PacketSequence& sequence);
    void readEvent(const PacketMessage& packet, EventId event, PacketSequence& sequence);
    bool updateState(const PacketMessage& packet, std::uint64_t offset, PacketSequence& sequence);
    [[nodiscard]] std::optional<std::int64_t> timeOf(const PacketMessage& packet, EventId event,
                                                     const PacketSequence& sequence);

    PerfettoRows m_rows;
    PerfettoTracks m_tracks;
    ClockConversion m_clocks;
    ThreadStates m_threadStates;
    std::shared_ptr<InternedTexts> m_texts;
    std::unordered_map<std::uint32_t, PacketSequence> m_sequences;
    std::unordered_map<std::uint64_t, std::string> m_gpuCounterNames;  // by GPU and counter
    std::vector<PacketContainer> m_containers;
    std::map<std::uint32_t, std::uint64_t> m_counts;
    std::uint64_t m_packetCount = 0;
    std::int64_t m_epochNs = 0;
};

}  // namespace gaplight
