// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
//
// Perfetto traces that lack something or are damaged.
#include <random>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/formats/perfetto/perfetto_trace.h"
#include "tests/core/formats/perfetto/packet_builder.h"
#include "tests/core/formats/read_text.h"

namespace gaplight::test {
namespace {

using ::testing::Contains;
using ::testing::HasSubstr;

TEST(PerfettoDamage, CountsLostPackets) {
    Packets packets;
    const auto withFlags = [&](std::uint64_t time, bool isAfterLoss, std::uint32_t flags) {
        packets.packet([=](pbf_writer& packet) {
            packet.add_uint64(8, time);
            packet.add_uint32(10, 1);
            packet.add_uint32(13, flags);
            packet.add_bool(42, isAfterLoss);
            pbf_writer event(packet, 11);
            event.add_uint32(9, kInstant);
            event.add_string(23, "mark");
        });
    };
    withFlags(10, true, 1);  // the first of its sequence
    withFlags(20, false, 2);
    withFlags(30, true, 2);  // its texts may be among the lost ones
    withFlags(40, false, 1);
    withFlags(50, false, 2);
    const auto [trace, details] = openPackets(packets);
    EXPECT_EQ(trace->instants().size(), 4U);
    EXPECT_EQ(trace->issues().count(IssueKind::LostData), 2U);
}

TEST(PerfettoDamage, CountsPacketsThatItDoesNotRead) {
    Packets packets;
    packets.event(10, kInstant, 7, "mark").packet([](pbf_writer& packet) {
        packet.add_message(35, std::string());
    });
    const auto [trace, details] = openPackets(packets);
    EXPECT_THAT(trace->facts().metadata, Contains(std::pair<std::string, std::string>(
                                             "packets not read", R"({"trace_stats":1})")));
}

TEST(PerfettoDamage, SniffsByContent) {
    EXPECT_TRUE(sniffPerfetto(Packets().event(10, kInstant, 7, "mark").bytes()));
    EXPECT_TRUE(sniffPerfetto(Packets().thread(1, 2, 3, "main").bytes()));
    EXPECT_FALSE(sniffPerfetto(""));
    EXPECT_FALSE(sniffPerfetto("\n\n\n\n"));
    EXPECT_FALSE(sniffPerfetto("\n some text that begins with an empty line"));
    // An XSpace: planes (1) with id (1), name (2), lines (3).
    std::string plane;
    pbf_writer(plane).add_int64(1, 1);
    pbf_writer(plane).add_string(2, "/device:GPU:0");
    pbf_writer(plane).add_string(3, "line");
    std::string space;
    pbf_writer(space).add_message(1, plane);
    EXPECT_FALSE(sniffPerfetto(space));
}

TEST(PerfettoDamage, SkipsDamageAndReportsIt) {
    const std::string mark = Packets().event(10, kInstant, 7, "mark").bytes();
    const auto withDamage = [&](const std::string& damage) {
        return readToText(mark + mark + damage + mark + mark);
    };
    EXPECT_THAT(withDamage("\xff\xff\xff garbage"), HasSubstr("resynchronised"));
    // A varint that does not end; a packet longer than the source.
    EXPECT_THAT(withDamage("\x0a\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff"),
                HasSubstr("resynchronised"));
    EXPECT_THAT(withDamage("\x0a\xff\xff\xff\xff\xff\x7f"), HasSubstr("truncated"));
    EXPECT_THAT(readToText(mark + mark.substr(0, mark.size() - 1)), HasSubstr("truncated"));
    // A packet whose content is no message.
    EXPECT_THAT(withDamage(std::string("\x0a\x03\x5a\x7f\x01", 5)), HasSubstr("malformed_event"));
}

TEST(PerfettoDamage, EndsAtCyclicTracks) {
    Packets packets;
    packets.track(1, 2, "a").track(2, 1, "b").event(10, kInstant, 1, "mark");
    const auto [trace, details] = openPackets(packets);
    EXPECT_EQ(trace->instants().size(), 1U);
}

TEST(PerfettoDamage, SurvivesCutsAndDamagedBytes) {
    Packets packets;
    packets.snapshot({{6, 1000}, {64, 50}}, 1, true);
    packets.thread(1, 10, 11, "main").interned(2, 1, "first", 1);
    for (std::uint64_t at = 0; at < 20; ++at) {
        packets.event(100 + at, kBegin, 1, "op", [](pbf_writer& event) {
            number(event, "correlation", 5);
            event.add_fixed64(47, 7);
        });
        packets.event(110 + at, kEnd, 1);
    }
    const std::string whole = packets.bytes();
    int opened = 0;
    for (std::size_t size = 0; size < whole.size(); size += 7) {
        opened += readBytes(whole.substr(0, size)).has_value() ? 1 : 0;
    }
    std::mt19937 random(7);
    for (int round = 0; round < 500; ++round) {
        std::string bytes = whole;
        for (int change = 0; change < 1 + round % 8; ++change) {
            bytes[random() % bytes.size()] = static_cast<char>(random());
        }
        opened += readBytes(bytes).has_value() ? 1 : 0;
    }
    EXPECT_GT(opened, 300);
}

}  // namespace
}  // namespace gaplight::test
