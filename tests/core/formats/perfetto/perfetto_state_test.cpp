// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
//
// What packets say for those behind them, which parts of a trace that are read in parallel must
// agree on.
#include <cstdint>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/core/formats/perfetto/packet_builder.h"

namespace gaplight::test {
namespace {

using ::testing::ElementsAre;

// Packets are read in parts of a megabyte.
TEST(PerfettoState, PairsGroupsOverManyParts) {
    constexpr int kSlices = 80'000;
    Packets packets;
    packets.thread(7, 10, 11, "main").interned(2, 1, "op", 1);
    const auto named = [](pbf_writer& event) { event.add_uint64(10, 1); };
    for (int at = 0; at < kSlices; ++at) {
        packets.event(static_cast<std::uint64_t>(10 * at), kBegin, 7, {}, named);
    }
    for (int at = 0; at < kSlices; ++at) {
        packets.event(static_cast<std::uint64_t>(10 * at + 4), kEnd, 7);
    }
    const auto [trace, details] = openPackets(packets);
    ASSERT_EQ(trace->slices().size(), static_cast<std::size_t>(kSlices));
    for (std::size_t at = 0; at < trace->slices().size(); ++at) {
        ASSERT_EQ(trace->slices().duration(SliceId(at)).count(), 4);
        ASSERT_EQ(trace->name(SliceId(at)), "op");
    }
    EXPECT_TRUE(trace->issues().empty());
}

TEST(PerfettoState, NestsSlicesOverManyParts) {
    constexpr int kSlices = 60'000;
    Packets packets;
    packets.event(0, kBegin, 7, "outer");
    for (int at = 0; at < kSlices; ++at) {
        packets.event(static_cast<std::uint64_t>(10 * at + 1), kBegin, 7, "inner");
        packets.event(static_cast<std::uint64_t>(10 * at + 6), kEnd, 7);
    }
    packets.event(10 * kSlices, kEnd, 7);
    const auto [trace, details] = openPackets(packets);
    ASSERT_EQ(trace->slices().size(), kSlices + 1U);
    EXPECT_EQ(trace->slices().duration(SliceId(0)).count(), 10 * kSlices);
    for (std::size_t at = 1; at < trace->slices().size(); ++at) {
        ASSERT_EQ(trace->slices().duration(SliceId(at)).count(), 5);
    }
    EXPECT_TRUE(trace->issues().empty());
}

// Events are read while the packets behind them send more texts, clear them and begin anew.
TEST(PerfettoState, FindsTextsWhileOthersAreSent) {
    constexpr int kSlices = 60'000;
    constexpr int kOfGeneration = 25'000;
    constexpr int kFarNumber = 1'000'000'000;
    Packets packets;
    packets.thread(7, 10, 11, "main");
    for (int at = 0; at < kSlices; ++at) {
        const auto iid =
            static_cast<std::uint64_t>(at % 7 == 0 ? kFarNumber + at : at % kOfGeneration + 1);
        packets.interned(2, iid, "op " + std::to_string(at), at % kOfGeneration == 0 ? 1 : 0);
        packets.event(static_cast<std::uint64_t>(10 * at), kBegin, 7, {},
                      [&](pbf_writer& event) { event.add_uint64(10, iid); });
        packets.event(static_cast<std::uint64_t>(10 * at + 4), kEnd, 7);
    }
    const auto [trace, details] = openPackets(packets);
    ASSERT_EQ(trace->slices().size(), static_cast<std::size_t>(kSlices));
    for (int at = 0; at < kSlices; ++at) {
        ASSERT_EQ(trace->name(SliceId(static_cast<std::size_t>(at))), "op " + std::to_string(at));
    }
    EXPECT_TRUE(trace->issues().empty());
}

TEST(PerfettoState, TakesNoTextThatIsSentBehindTheEvent) {
    Packets packets;
    const auto named = [](pbf_writer& event) { event.add_uint64(10, 5); };
    packets.interned(2, 1, "other", 1).event(10, kInstant, 7, {}, named);
    packets.interned(2, 5, "late").event(20, kInstant, 7, {}, named);
    const auto [trace, details] = openPackets(packets);
    ASSERT_EQ(trace->instants().size(), 2U);
    EXPECT_EQ(trace->text(trace->instants()[0].name), "");
    EXPECT_EQ(trace->text(trace->instants()[1].name), "late");
    EXPECT_EQ(trace->issues().count(IssueKind::BadId), 1U);
}

TEST(PerfettoState, ReplacesDefaultsOfASequence) {
    Packets packets;
    packets.thread(7, 10, 11, "first");
    // The second gives no track: that of the first does not hold any more.
    for (const std::uint64_t track : {7U, 0U}) {
        packets.packet([&](pbf_writer& packet) {
            packet.add_uint32(10, 1);
            pbf_writer defaults(packet, 59);
            defaults.add_uint32(58, 6);
            if (track != 0) {
                pbf_writer event(defaults, 11);
                event.add_uint64(11, track);
            }
        });
        packets.packet([&](pbf_writer& packet) {
            packet.add_uint64(8, 100 - track);
            packet.add_uint32(10, 1);
            pbf_writer event(packet, 11);
            event.add_uint32(9, kInstant);
            event.add_string(23, "mark");
        });
    }
    const auto [trace, details] = openPackets(packets);
    ASSERT_EQ(trace->instants().size(), 2U);
    const auto trackOf = [&trace = trace](std::size_t at) {
        return trace->tracks()[trace->instants()[at].track.index()].name;
    };
    EXPECT_EQ(trace->text(trackOf(0)), "first");
    EXPECT_FALSE(trackOf(1) == trackOf(0));
}

// The descriptor, behind the values, says that they are differences; sums begin anew where the
// writer clears its state.
TEST(PerfettoState, AddsDifferencesOfCounters) {
    Packets packets;
    const auto by = [](std::int64_t value) {
        return [value](pbf_writer& event) { event.add_int64(30, value); };
    };
    packets.event(10, kCounter, 20, {}, by(5)).event(20, kCounter, 20, {}, by(7));
    packets.interned(2, 1, "text", 1);
    packets.event(30, kCounter, 20, {}, by(1)).event(40, kCounter, 20, {}, by(2));
    packets.track(20, 0, "bytes", [](pbf_writer& track) {
        pbf_writer counter(track, 8);
        counter.add_bool(5, true);
    });
    const auto [trace, details] = openPackets(packets);
    ASSERT_EQ(trace->counterSeries().size(), 1U);
    EXPECT_THAT(trace->counterSeries()[0].values, ElementsAre(5, 12, 1, 3));
}

}  // namespace
}  // namespace gaplight::test
