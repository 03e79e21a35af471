// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "core/base/id.h"
#include "core/formats/perfetto/packets/interned_texts.h"
#include "core/formats/perfetto/packets/packet_message.h"
#include "core/formats/perfetto/packets/packet_sequences.h"
#include "core/formats/perfetto/rows/perfetto_part.h"
#include "core/formats/perfetto/rows/perfetto_rows.h"
#include "core/formats/perfetto/rows/perfetto_tracks.h"
#include "core/formats/perfetto/thread_states.h"
#include "core/formats/perfetto/track_events.h"

namespace gaplight {

// Packets that hold others: compressed ones, and bundles of the kernel's events. The events in one
// have the numbers after that of the packet.
struct PacketContainer {
    std::uint64_t offset = 0;
    std::uint64_t events = 0;
};

// State, events and rows of the packets of one window. PerfettoPackets fills it; the window's bytes
// must stay valid until readEvents() has run.
class PacketRun {
public:
    PacketRun() = default;

    // Packets of the file so far, with those of this run.
    std::uint64_t packetCount() const { return m_packetCount; }
    // Reads the events of the packets so far, beside whatever is done to other runs.
    void readEvents();

private:
    friend class PerfettoPackets;

    // State of a sequence that consecutive events share, stored once for all of them.
    struct Place {
        std::uint32_t sequence = 0;
        std::uint32_t state = 0;
        InternedTexts::View texts;
        const PacketDefaults* defaults = nullptr;
    };
    // An event that is not read yet.
    struct Event {
        std::string_view message;
        EventId number;
        std::int64_t time = 0;
        std::uint32_t place = 0;  // into m_places
        bool isStage = false;     // of a GPU, else a track event
    };

    // Reads some events, from `first` on.
    void readPart(std::size_t first, PerfettoPart& part) const;
    [[nodiscard]] std::uint32_t placeOf(const EventSurroundings& around);

    PerfettoPart m_packetPart;  // rows and issues of the packets themselves
    std::vector<Place> m_places;
    std::vector<Event> m_events;
    std::vector<std::shared_ptr<const std::string>> m_inflated;  // compressed packets of events
    std::size_t m_inflatedBytes = 0;
    std::vector<PerfettoPart> m_parts;  // rows of events
    std::uint64_t m_packetCount = 0;
};

// Reads packets into rows, one window (PacketRun) at a time, in three steps: first state that later
// packets depend on (interned names, clocks, tracks), in the order of the file; then events, of
// several windows in parallel; then the rows are joined, in the order of the file. Different steps
// may run at the same time on different windows.
class PerfettoPackets {
public:
    PerfettoPackets();

    // First step: the packet at byte `offset`. What is wrong with it is an issue.
    void read(std::uint64_t offset, const PacketMessage& packet, PacketRun& run);
    // A packet whose fields could not be read.
    void addDamaged(std::uint64_t offset, std::string_view damage, PacketRun& run);
    // Third step, after run.readEvents(): empties the run.
    void take(PacketRun& run);

    // Once all runs are taken.
    void finish(TraceBuilder& builder);

    std::int64_t epochNs() const { return m_epochNs; }
    // Packets by the number of their data field.
    const std::map<std::uint32_t, std::uint64_t>& counts() const { return m_counts; }
    // Once all is read.
    [[nodiscard]] std::shared_ptr<const InternedTexts> takeTexts() { return std::move(m_texts); }
    [[nodiscard]] std::vector<PacketContainer> takeContainers() { return std::move(m_containers); }

private:
    void readOuter(std::uint64_t offset, const PacketMessage& packet, bool isCompressed,
                   PacketRun& run);
    void readData(const PacketMessage& packet, EventId event, PacketRun& run);
    void readCompressed(std::uint64_t offset, std::string_view data, PacketRun& run);
    void addEvent(const PacketMessage& packet, EventId event, PacketRun& run);
    void readBareTime(const PacketMessage& packet, EventId event, PacketRun& run);
    bool updateState(const PacketMessage& packet, std::uint64_t offset, PacketRun& run);
    void count(std::uint32_t field);

    PerfettoRows m_rows;
    std::mutex m_tracksLock;  // of m_tracks, which the first and the third step use
    PerfettoTracks m_tracks;
    ThreadStates m_threadStates;
    std::shared_ptr<InternedTexts> m_texts;
    PacketSequences m_sequences;
    std::unordered_map<std::uint64_t, std::string, IdHash> m_gpuCounterNames;  // by GPU and counter
    std::vector<PacketContainer> m_containers;
    std::map<std::uint32_t, std::uint64_t> m_counts;
    std::uint32_t m_lastField = 0;
    std::uint64_t* m_lastCount = nullptr;  // of m_lastField
    std::uint64_t m_packetCount = 0;
    std::int64_t m_epochNs = 0;
    std::int64_t m_originNs = 0;
};

}  // namespace gaplight
