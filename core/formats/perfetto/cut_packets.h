// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_set>
#include <utility>

#include "core/base/id.h"
#include "core/formats/perfetto/cut_choice.h"
#include "core/formats/perfetto/left_out_values.h"
#include "core/formats/perfetto/packet_rewriting.h"
#include "core/formats/perfetto/packets/packet_sequences.h"
#include "core/formats/trace_cutter.h"

namespace gaplight {

// Writes the packets of a cut: each of the source's once, in the order of the file.
class CutPackets {
public:
    // `choice` is finished and must outlive it.
    CutPackets(PerfettoCutChoice& choice, std::shared_ptr<const InternedTexts> texts)
        : m_choice(choice), m_texts(std::move(texts)) {}

    // Throws protozero::exception.
    void take(const PacketMessage& packet, std::string_view payload, std::uint64_t number);

    // What is written so far: packets with their tags and lengths. The caller empties it.
    [[nodiscard]] std::string& bytes() { return m_bytes; }
    [[nodiscard]] CutTotals& totals() { return m_totals; }

private:
    struct Packet {
        const PacketMessage& message;
        std::string_view payload;
        std::uint64_t number = 0;
        bool isFirst = false;  // of its sequence
    };

    void takeBundle(const Packet& packet);
    void takeTrackEvent(const Packet& packet);
    void takeStage(const Packet& packet);
    void takeGpuCounters(const Packet& packet);
    void takeOther(const Packet& packet);
    // A slice's packet, with its time inside the range where slices are clipped.
    void writeAt(const Packet& packet, std::int64_t time, std::int64_t clipped,
                 std::optional<std::string> data);
    void write(const Packet& packet, std::optional<std::string> data = std::nullopt);
    void drop(const Packet& packet);
    void append(std::string_view payload);
    void appendTicks(std::uint32_t sequence, std::uint32_t clock, std::uint64_t ticks);

    PerfettoCutChoice& m_choice;
    std::shared_ptr<const InternedTexts> m_texts;
    PacketSequences m_sequences;
    std::unordered_set<std::uint32_t, IdHash> m_known;  // sequences
    LeftOutTicks m_ticks{m_sequences};
    LeftOutCounts m_counts;
    std::uint64_t m_switches = 0;
    ImportIssues m_issues;  // of which nothing becomes
    std::string m_bytes;
    CutTotals m_totals;
};

}  // namespace gaplight
