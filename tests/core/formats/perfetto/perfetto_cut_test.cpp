// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
//
// Parts of Perfetto traces: what stays means what it meant.
#include <algorithm>
#include <array>
#include <memory>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/session/session.h"
#include "core/session/trace_cut.h"
#include "tests/core/formats/perfetto/packet_builder.h"

namespace gaplight::test {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::UnorderedElementsAre;

std::shared_ptr<const Session> sessionOf(const std::string& bytes) {
    const auto source = byteSourceFromMemory(bytes);
    EXPECT_TRUE(source);
    const auto session = openSession("cut.pftrace", **source);
    EXPECT_TRUE(session) << session.error().message;
    return session ? *session : nullptr;
}

struct Part {
    std::string bytes;
    CutTotals totals;
    std::shared_ptr<const Session> session;
};

Part partOf(const std::string& bytes, std::int64_t begin, std::int64_t end, bool clip = false) {
    const auto whole = sessionOf(bytes);
    Part part;
    const auto totals = cutTrace(*whole, {{timeFromNs(begin), timeFromNs(end)}, clip, {}},
                                 [&](std::string_view piece) {
                                     part.bytes += piece;
                                     return Result<void>();
                                 });
    EXPECT_TRUE(totals) << totals.error().message;
    part.totals = totals.value_or(CutTotals());
    part.session = sessionOf(part.bytes);
    return part;
}

std::vector<std::string> slicesIn(const Part& part) {
    return slicesOf(*part.session->trace);
}

std::vector<std::string> issuesIn(const Part& part) {
    std::vector<std::string> issues;
    for (const ImportIssue& issue : part.session->trace->issues().list()) {
        issues.emplace_back(issueKindName(issue.kind));
    }
    return issues;
}

std::vector<double> valuesIn(const Part& part) {
    std::vector<double> values;
    for (const CounterSeries& series : part.session->trace->counterSeries()) {
        values.insert(values.end(), series.values.begin(), series.values.end());
    }
    return values;
}

// An event whose name is interned, on a clock that counts from one timestamp to the next.
Packets& later(Packets& packets, std::uint64_t ticks, EventType type, std::uint64_t nameIid = 0,
               const Packets::Fill& more = {}) {
    return packets.packet([&](pbf_writer& packet) {
        packet.add_uint64(8, ticks);
        packet.add_uint32(58, 64);
        packet.add_uint32(10, 1);
        packet.add_uint32(13, 2);
        pbf_writer event(packet, 11);
        event.add_uint32(9, type);
        event.add_uint64(11, 7);
        if (nameIid != 0) {
            event.add_uint64(10, nameIid);
        }
        if (more) {
            more(event);
        }
    });
}

TEST(PerfettoCut, KeepsWholeSlicesWithTheirEnds) {
    Packets packets;
    packets.thread(1, 10, 11, "worker");
    packets.event(0, kBegin, 1, "gone").event(10, kEnd, 1);
    packets.event(20, kBegin, 1, "outer").event(22, kBegin, 1, "before").event(28, kEnd, 1);
    packets.event(50, kBegin, 1, "inner").event(60, kEnd, 1).event(120, kEnd, 1);
    packets.event(130, kBegin, 1, "behind").event(140, kEnd, 1);
    packets.event(45, kInstant, 1, "now").event(150, kInstant, 1, "then");
    const Part part = partOf(packets.bytes(), 40, 70);
    EXPECT_THAT(slicesIn(part), ElementsAre("outer 20+100", "inner 50+10"));
    EXPECT_THAT(issuesIn(part), IsEmpty());
    EXPECT_EQ(part.session->trace->instants().size(), 1U);
    EXPECT_EQ(part.totals.kept, 5U);
    EXPECT_EQ(part.totals.left, 7U);
    EXPECT_LT(part.bytes.size(), packets.bytes().size());
}

TEST(PerfettoCut, ClipsTimes) {
    Packets packets;
    packets.thread(1, 10, 11, "worker");
    packets.event(20, kBegin, 1, "outer").event(50, kBegin, 1, "inner").event(60, kEnd, 1);
    packets.event(120, kEnd, 1);
    EXPECT_THAT(slicesIn(partOf(packets.bytes(), 40, 70, true)),
                ElementsAre("outer 40+30", "inner 50+10"));
}

// As PyTorch writes them: begins, then ends. Two of them overlap without nesting, so that they
// alone would look nested: all of the track stays.
TEST(PerfettoCut, KeepsMoreWhereTheRestWouldMeanOtherSlices) {
    Packets packets;
    packets.thread(1, 10, 11, "worker");
    packets.event(0, kBegin, 1, "a").event(40, kBegin, 1, "b").event(45, kBegin, 1, "c");
    packets.event(10, kEnd, 1).event(60, kEnd, 1).event(70, kEnd, 1);
    const auto wanted = slicesOf(*sessionOf(packets.bytes())->trace);
    EXPECT_THAT(wanted, ElementsAre("a 0+10", "b 40+20", "c 45+25"));
    const Part part = partOf(packets.bytes(), 50, 55);
    EXPECT_EQ(slicesIn(part), wanted);
}

TEST(PerfettoCut, IncrementalClocksAndNamesGoOn) {
    Packets packets;
    packets.snapshot({{6, 1000}, {1, 5000}, {64, 0}}, 10, true);
    packets.thread(7, 10, 11, "worker");
    packets.interned(2, 1, "first", 1).interned(2, 2, "second");
    later(packets, 1, kBegin, 1);   // 1010
    later(packets, 1, kEnd);        // 1020
    later(packets, 10, kBegin, 2);  // 1120
    later(packets, 1, kEnd);        // 1130
    const auto wanted = slicesOf(*sessionOf(packets.bytes())->trace);
    EXPECT_THAT(wanted, ElementsAre("first 10+10", "second 120+10"));
    const Part part = partOf(packets.bytes(), 100, 200);
    EXPECT_THAT(slicesIn(part), ElementsAre("second 120+10"));
    EXPECT_THAT(issuesIn(part), IsEmpty());
    EXPECT_THAT(slicesIn(partOf(packets.bytes(), 0, 15)), ElementsAre("first 10+10"));
}

// Without a snapshot time 0 is the first event, in the part too.
TEST(PerfettoCut, TimesStayThoseOfTheWhole) {
    constexpr std::uint64_t kEpoch = 1'700'000'000'000'000'000;
    Packets packets;
    packets.thread(1, 10, 11, "worker");
    packets.event(kEpoch, kBegin, 1, "gone").event(kEpoch + 10, kEnd, 1);
    packets.event(kEpoch + 50, kBegin, 1, "open").event(kEpoch + 90, kInstant, 1, "last");
    EXPECT_THAT(slicesIn(partOf(packets.bytes(), 55, 60)), ElementsAre("open 50+40"));
}

TEST(PerfettoCut, CountersThatCountOnKeepTheirSums) {
    Packets packets;
    packets.track(1, 0, "sum", [](pbf_writer& track) {
        pbf_writer counter(track, 8);
        counter.add_bool(5, true);
    });
    const auto by = [](std::int64_t value) {
        return [value](pbf_writer& event) { event.add_int64(30, value); };
    };
    packets.event(10, kCounter, 1, {}, by(5)).event(20, kCounter, 1, {}, by(7));
    packets.event(50, kCounter, 1, {}, by(1)).event(60, kCounter, 1, {}, by(2));
    const auto extra = [](std::int64_t value) {
        return [value](pbf_writer& event) {
            event.add_uint64(31, 1);
            event.add_int64(12, value);
        };
    };
    packets.event(62, kBegin, 2, "slice", extra(100)).event(64, kEnd, 2);
    EXPECT_THAT(valuesIn(partOf(packets.bytes(), 40, 70)), ElementsAre(13, 15, 115));
    EXPECT_THAT(valuesIn(partOf(packets.bytes(), 61, 70)), ElementsAre(115));
}

TEST(PerfettoCut, ArrowsOfWhichAnEndIsGoneGo) {
    const auto flow = [](std::uint64_t id, int field) {
        return [id, field](pbf_writer& event) { event.add_fixed64(field, id); };
    };
    Packets packets;
    packets.event(10, kBegin, 1, "a", flow(3, 47)).event(15, kEnd, 1);
    packets.event(20, kBegin, 2, "b", flow(3, 48)).event(65, kEnd, 2);
    packets.event(40, kBegin, 1, "c", flow(3, 47)).event(45, kEnd, 1);
    packets.event(50, kBegin, 2, "d", flow(3, 48)).event(55, kEnd, 2);
    const Part part = partOf(packets.bytes(), 30, 60);
    const Trace& trace = *part.session->trace;
    ASSERT_EQ(trace.flows().size(), 1U);
    EXPECT_EQ(trace.name(trace.flows()[0].from), "c");
    EXPECT_EQ(trace.name(trace.flows()[0].to), "d");
    EXPECT_THAT(slicesIn(part), UnorderedElementsAre("c 40+5", "b 20+45", "d 50+5"));
}

// One flow through five slices, of which the middle one is left out.
TEST(PerfettoCut, ArrowsBetweenSlicesThatStayStay) {
    const auto flow = [](pbf_writer& event) { event.add_fixed64(47, 3); };
    Packets packets;
    packets.event(10, kBegin, 1, "a", flow).event(12, kBegin, 2, "b", flow);
    packets.event(20, kBegin, 1, "gone", flow).event(22, kEnd, 1);
    packets.event(40, kBegin, 1, "c", flow).event(45, kEnd, 1);
    packets.event(50, kBegin, 2, "d", flow).event(55, kEnd, 2);
    packets.event(64, kEnd, 2).event(65, kEnd, 1);
    const Part part = partOf(packets.bytes(), 30, 60);
    const Trace& trace = *part.session->trace;
    std::vector<std::string> arrows;
    for (const Flow& one : trace.flows()) {
        arrows.push_back(std::string(trace.name(one.from)) + std::string(trace.name(one.to)));
    }
    EXPECT_THAT(arrows, UnorderedElementsAre("ab", "cd"));
}

void switches(pbf_writer& packet, std::uint32_t cpu, bool isCompact,
              const std::vector<std::array<int, 4>>& all) {
    pbf_writer bundle(packet, 1);
    bundle.add_uint32(1, cpu);
    if (!isCompact) {
        for (const auto& [time, previous, state, next] : all) {
            pbf_writer event(bundle, 2);
            event.add_uint64(1, static_cast<std::uint64_t>(time));
            pbf_writer change(event, 4);
            change.add_int32(2, previous);
            change.add_int64(4, state);
            change.add_int32(6, next);
        }
        return;
    }
    std::vector<std::uint64_t> times;
    std::vector<std::int64_t> states;
    std::vector<std::int32_t> threads;
    int last = 0;
    for (const auto& [time, previous, state, next] : all) {
        times.push_back(static_cast<std::uint64_t>(time - last));
        last = time;
        states.push_back(state);
        threads.push_back(next);
    }
    pbf_writer compact(bundle, 4);
    compact.add_packed_uint64(1, times.begin(), times.end());
    compact.add_packed_int64(2, states.begin(), states.end());
    compact.add_packed_int32(3, threads.begin(), threads.end());
}

// States inside a range, as "state begin+length" of those that overlap it.
std::vector<std::string> statesIn(const Session& session, TimeRange range) {
    std::vector<std::string> states;
    const Trace& trace = *session.trace;
    for (std::size_t at = 0; at < trace.slices().size(); ++at) {
        const SliceId slice(at);
        if (trace.slices().range(slice).overlaps(range)) {
            const TimeRange shown = trace.slices().range(slice);
            states.push_back(
                std::string(trace.text(trace.tracks()[trace.trackOf(slice).index()].tid)) + " " +
                std::string(trace.name(slice)) + " " + std::to_string(ns(shown.begin)) + ".." +
                std::to_string(ns(shown.end)));
        }
    }
    std::sort(states.begin(), states.end());
    return states;
}

TEST(PerfettoCut, StatesOfThreadsStay) {
    for (const bool isCompact : {false, true}) {
        Packets packets;
        const auto bundle = [&](std::uint32_t cpu, const std::vector<std::array<int, 4>>& all) {
            packets.packet([&](pbf_writer& packet) {
                packet.add_uint32(10, 1);
                switches(packet, cpu, isCompact, all);
            });
        };
        bundle(0, {{10, 0, 0, 11}, {20, 11, 1, 12}, {30, 12, 2, 13}});
        bundle(1, {{15, 0, 0, 21}, {35, 21, 1, 22}});
        bundle(0, {{100, 13, 1, 12}, {110, 12, 1, 13}, {120, 13, 0, 11}, {180, 11, 1, 0}});
        bundle(1, {{130, 22, 1, 21}, {190, 21, 1, 22}, {195, 22, 1, 0}});
        const auto whole = sessionOf(packets.bytes());
        for (const auto& [begin, end] : {std::pair(105, 125), {40, 60}, {112, 185}, {0, 200}}) {
            const TimeRange range{timeFromNs(begin), timeFromNs(end)};
            const Part part = partOf(packets.bytes(), begin, end);
            EXPECT_EQ(statesIn(*part.session, range), statesIn(*whole, range))
                << begin << " " << isCompact;
        }
    }
}

// A zlib stream of one block that is not compressed.
std::string storedZlib(const std::string& bytes) {
    std::uint32_t low = 1;
    std::uint32_t high = 0;
    for (const char byte : bytes) {
        constexpr std::uint32_t kModulus = 65'521;
        low = (low + static_cast<unsigned char>(byte)) % kModulus;
        high = (high + low) % kModulus;
    }
    const auto byteOf = [](std::uint32_t number, unsigned shift) {
        return static_cast<char>(number >> shift & 0xffU);
    };
    const auto size = static_cast<std::uint32_t>(bytes.size());
    std::string stream{'\x78',          '\x01',           '\x01',          byteOf(size, 0),
                       byteOf(size, 8), byteOf(~size, 0), byteOf(~size, 8)};
    stream += bytes;
    return stream + byteOf(high, 8) + byteOf(high, 0) + byteOf(low, 8) + byteOf(low, 0);
}

TEST(PerfettoCut, CompressedPacketsAreWrittenSingly) {
    Packets inner;
    inner.event(10, kBegin, 1, "gone").event(20, kEnd, 1);
    inner.event(30, kBegin, 1, "kept").event(40, kEnd, 1);
    Packets packets;
    packets.thread(1, 10, 11, "worker");
    packets.packet([&](pbf_writer& packet) { packet.add_bytes(50, storedZlib(inner.bytes())); });
    const Part part = partOf(packets.bytes(), 25, 50);
    EXPECT_THAT(slicesIn(part), ElementsAre("kept 30+10"));
    EXPECT_EQ(part.totals.kept, 2U);
}

TEST(PerfettoCut, DamageIsLeftOutAndCounted) {
    Packets before;
    before.thread(1, 10, 11, "worker").event(10, kBegin, 1, "a").event(20, kEnd, 1);
    Packets after;
    after.event(30, kBegin, 1, "b").event(40, kEnd, 1).event(50, kInstant, 1, "c");
    const Part part =
        partOf(before.bytes() + std::string("\xff\xff\xff\xff") + after.bytes(), 0, 60);
    EXPECT_THAT(slicesIn(part), ElementsAre("a 10+10", "b 30+10"));
    EXPECT_THAT(issuesIn(part), IsEmpty());
    EXPECT_EQ(part.totals.damaged, 1U);
}

TEST(PerfettoCut, TheWholeRangeIsTheWholeTrace) {
    Packets packets;
    packets.snapshot({{6, 1000}, {1, 5000}, {64, 0}}, 10, true);
    packets.thread(7, 10, 11, "worker").interned(2, 1, "first", 1);
    later(packets, 1, kBegin, 1);
    later(packets, 5, kEnd);
    EXPECT_EQ(partOf(packets.bytes(), 0, 1'000'000).bytes, packets.bytes());
}

}  // namespace
}  // namespace gaplight::test
