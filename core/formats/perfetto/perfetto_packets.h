// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "core/formats/perfetto/packets/interned_texts.h"
#include "core/formats/perfetto/packets/packet_message.h"
#include "core/formats/perfetto/packets/packet_sequences.h"
#include "core/formats/perfetto/perfetto_part.h"
#include "core/formats/perfetto/perfetto_rows.h"
#include "core/formats/perfetto/perfetto_tracks.h"
#include "core/formats/perfetto/thread_states.h"
#include "core/formats/perfetto/track_events.h"

namespace gaplight {

// Packets that hold others: compressed ones, and bundles of the kernel's events. The events in one
// have the numbers behind that of the packet.
struct PacketContainer {
    std::uint64_t offset = 0;
    std::uint64_t events = 0;
};

// Reads packets and fills rows: what packets say for those behind them (names, clocks, tracks)
// is read in the order of the file, then their events by all cores.
class PerfettoPackets {
public:
    PerfettoPackets();

    // The packet at byte `offset`. What is wrong with it is an issue. What its views point at must
    // stay until readEvents().
    void read(std::uint64_t offset, const PacketMessage& packet);
    // A packet whose fields could not be read.
    void addDamaged(std::uint64_t offset, std::string_view damage);
    // Reads the events of the packets since the last call.
    void readEvents();
    // Once the events of all packets are read.
    void finish(TraceBuilder& builder);

    [[nodiscard]] std::uint64_t packetCount() const { return m_packetCount; }
    [[nodiscard]] std::int64_t epochNs() const { return m_epochNs; }
    // Time 0 of the trace on its primary clock, once all is read.
    [[nodiscard]] std::int64_t originNs() const { return m_originNs; }
    // Packets by the number of their data field.
    [[nodiscard]] const std::map<std::uint32_t, std::uint64_t>& counts() const { return m_counts; }
    // Once all is read.
    [[nodiscard]] std::shared_ptr<const InternedTexts> takeTexts() { return std::move(m_texts); }
    [[nodiscard]] std::vector<PacketContainer> takeContainers() { return std::move(m_containers); }

private:
    // An event that is not read yet.
    struct PendingEvent {
        std::uint32_t dataField = 0;
        std::string_view message;
        EventSurroundings around;
    };

    void readOuter(std::uint64_t offset, const PacketMessage& packet, bool isCompressed);
    void readData(const PacketMessage& packet, EventId event);
    void readCompressed(std::uint64_t offset, std::string_view data);
    void addEvent(const PacketMessage& packet, EventId event);
    void readBareTime(const PacketMessage& packet, EventId event);
    bool updateState(const PacketMessage& packet, std::uint64_t offset);
    void count(std::uint32_t field);

    PerfettoRows m_rows;
    PerfettoTracks m_tracks;
    ThreadStates m_threadStates;
    std::shared_ptr<InternedTexts> m_texts;
    PacketSequences m_sequences;
    std::unordered_map<std::uint64_t, std::string> m_gpuCounterNames;  // by GPU and counter
    std::vector<PacketContainer> m_containers;
    std::map<std::uint32_t, std::uint64_t> m_counts;
    std::uint32_t m_lastField = 0;
    std::uint64_t* m_lastCount = nullptr;  // of m_lastField
    std::vector<PendingEvent> m_pending;
    std::vector<std::shared_ptr<const std::string>> m_inflated;  // of pending events
    std::size_t m_inflatedBytes = 0;
    PerfettoPart m_own;  // rows and issues of the packets themselves
    std::uint64_t m_packetCount = 0;
    std::int64_t m_epochNs = 0;
    std::int64_t m_originNs = 0;
};

}  // namespace gaplight
