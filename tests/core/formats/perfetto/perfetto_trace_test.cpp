// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
//
// Perfetto traces made of single packets: what is read of them. Field numbers are those of
// core/formats/perfetto/packets/perfetto_fields.h.
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/index/launch_index.h"
#include "tests/core/formats/perfetto/packet_builder.h"

namespace gaplight::test {
namespace {

using ::testing::Contains;
using ::testing::ElementsAre;

TEST(PerfettoTrace, NestsSlicesInTheOrderOfTheirWriter) {
    const auto [trace, details] = openPackets(Packets()
                                                  .thread(7, 10, 11, "main")
                                                  .event(100, kBegin, 7, "outer")
                                                  .event(110, kBegin, 7, "empty")
                                                  .event(110, kEnd, 7)
                                                  .event(110, kBegin, 7, "inner")
                                                  .event(120, kEnd, 7)
                                                  .event(200, kEnd, 7));
    EXPECT_THAT(slicesOf(*trace), ElementsAre("outer 100+100", "inner 110+10", "empty 110+0"));
    ASSERT_EQ(trace->tracks().size(), 1U);
    EXPECT_EQ(trace->text(trace->tracks()[0].tid), "11");
    EXPECT_EQ(trace->text(trace->tracks()[0].name), "main");
    EXPECT_TRUE(trace->issues().empty());
}

// As PyTorch writes: begins of a group, then its ends. Slices that touch are not nested.
TEST(PerfettoTrace, PairsGroupsOfBeginsAndEnds) {
    const auto [trace, details] = openPackets(Packets()
                                                  .thread(7, 10, 11, "main")
                                                  .thread(8, 10, 12, "other")
                                                  .event(0, kBegin, 7, "a")
                                                  .event(10, kBegin, 7, "b")
                                                  .event(5, kBegin, 8, "c")
                                                  .event(10, kEnd, 7)
                                                  .event(20, kEnd, 7)
                                                  .event(30, kEnd, 8));
    EXPECT_THAT(slicesOf(*trace), ElementsAre("a 0+10", "b 10+10", "c 5+25"));
}

TEST(PerfettoTrace, SortsPacketsOfManyWriters) {
    const auto [trace, details] = openPackets(Packets()
                                                  .track(9, 0, "request")
                                                  .event(50, kEnd, 9, {}, {}, 2)
                                                  .event(10, kBegin, 9, "late", {}, 1));
    EXPECT_THAT(slicesOf(*trace), ElementsAre("late 10+40"));
}

TEST(PerfettoTrace, CountsEndsAndBeginsWithoutAPartner) {
    const auto [trace, details] = openPackets(
        Packets().event(5, kEnd, 7).event(10, kBegin, 7, "open").event(30, kInstant, 7, "mark"));
    EXPECT_THAT(slicesOf(*trace), ElementsAre("open 10+20"));
    EXPECT_EQ(trace->issues().count(IssueKind::UnopenedSlice), 1U);
    EXPECT_EQ(trace->issues().count(IssueKind::UnfinishedSlice), 1U);
    EXPECT_EQ(trace->instants().size(), 1U);
}

TEST(PerfettoTrace, KeepsTextsApartByGeneration) {
    Packets packets;
    packets.interned(2, 1, "first", 1)
        .event(10, kInstant, 7, {}, [](pbf_writer& event) { event.add_uint64(10, 1); })
        .interned(2, 1, "second", 1)
        .event(20, kInstant, 7, {}, [](pbf_writer& event) { event.add_uint64(10, 1); })
        .event(30, kInstant, 7, {}, [](pbf_writer& event) { event.add_uint64(10, 99); });
    const auto [trace, details] = openPackets(packets);
    ASSERT_EQ(trace->instants().size(), 3U);
    EXPECT_EQ(trace->text(trace->instants()[0].name), "first");
    EXPECT_EQ(trace->text(trace->instants()[1].name), "second");
    EXPECT_EQ(trace->issues().count(IssueKind::BadId), 1U);
}

TEST(PerfettoTrace, GivesAnnotationsAsArgs) {
    Packets packets;
    packets.interned(3, 5, "interned key", 1)
        .event(10, kBegin, 7, "op",
               [](pbf_writer& event) {
                   {
                       pbf_writer annotation(event, 4);
                       annotation.add_uint64(1, 5);
                       annotation.add_double(5, 0.5);
                   }
                   pbf_writer dims(event, 4);
                   dims.add_string(10, "Input Dims");
                   for (const int size : {4096, 50}) {
                       pbf_writer dim(dims, 12);
                       pbf_writer one(dim, 12);
                       one.add_int64(4, size);
                   }
               })
        .interned(3, 5, "other key", 1)
        .event(20, kEnd, 7);
    const auto [trace, details] = openPackets(packets);
    const EventId event = trace->slices().event(SliceId(0));
    const auto args = details->args(event);
    ASSERT_TRUE(args.has_value());
    EXPECT_THAT(*args,
                ElementsAre(Arg{"interned key", "0.5"}, Arg{"Input Dims", "[[4096], [50]]"}));
    EXPECT_EQ(*details->field(event, DetailField::InputDims), "[[4096], [50]]");
}

// PyTorch's first writer gives no categories: values say what a slice is.
TEST(PerfettoTrace, KnowsKernelsByTheirValues) {
    Packets packets;
    packets.thread(1, 10, 11, "main").thread(2, 0, 7, "stream 7");
    packets.event(10, kBegin, 1, "cudaLaunchKernel", [](pbf_writer& event) {
        number(event, "cbid", 211);
        number(event, "correlation", 42);
    });
    packets.event(15, kEnd, 1);
    packets.event(20, kBegin, 2, "gemm", [](pbf_writer& event) {
        number(event, "device", 0);
        number(event, "stream", 7);
        number(event, "correlation", 42);
        text(event, "block", "[128, 1, 1]");
        pbf_writer grid(event, 4);
        grid.add_string(10, "grid");
        for (const int size : {3, 2, 1}) {
            pbf_writer one(grid, 12);
            one.add_int64(4, size);
        }
    });
    packets.event(30, kEnd, 2);
    const auto [trace, details] = openPackets(packets);
    ASSERT_EQ(trace->gpuActivities().size(), 1U);
    EXPECT_EQ(trace->gpuActivities()[0].stream, 7);
    EXPECT_EQ(trace->kind(trace->gpuActivities()[0].slice), SliceKind::Kernel);
    const KernelConfig& config = *trace->kernelConfigs().find(trace->gpuActivities()[0].slice);
    EXPECT_THAT(config.grid, ElementsAre(3U, 2U, 1U));
    EXPECT_THAT(config.block, ElementsAre(128U, 1U, 1U));
    const LaunchIndex launches = LaunchIndex::build(*trace);
    EXPECT_EQ(trace->name(launches.launchOf(ActivityId(0))), "cudaLaunchKernel");
}

// rocprofv3: sizes in work-items, agents as texts, calls and kernels joined by corr_id.
TEST(PerfettoTrace, ReadsKernelsOfRocprof) {
    Packets packets;
    packets.interned(1, 1, "hip_api", 1).interned(1, 2, "kernel_dispatch");
    packets.event(10, kBegin, 1, "hipLaunchKernel", [](pbf_writer& event) {
        event.add_uint64(3, 1);
        number(event, "corr_id", 5);
    });
    packets.event(15, kEnd, 1);
    packets.event(20, kBegin, 2, "fill", [](pbf_writer& event) {
        event.add_uint64(3, 2);
        number(event, "corr_id", 5);
        text(event, "agent", "Agent-4");
        number(event, "stream_ID", 1);
        number(event, "workgroup_size", 256);
        number(event, "grid_size", 1025);
    });
    packets.event(30, kEnd, 2);
    const auto [trace, details] = openPackets(packets);
    ASSERT_EQ(trace->gpuActivities().size(), 1U);
    const GpuActivity& kernel = trace->gpuActivities()[0];
    EXPECT_EQ(kernel.gpu.device, 4);
    EXPECT_EQ(trace->kernelConfigs().find(kernel.slice)->grid[0], 5U);
    EXPECT_EQ(trace->kernelConfigs().find(kernel.slice)->block[0], 256U);
    const LaunchIndex launches = LaunchIndex::build(*trace);
    EXPECT_EQ(trace->name(launches.launchOf(ActivityId(0))), "hipLaunchKernel");
}

TEST(PerfettoTrace, JoinsRenderStagesWithTheirSubmission) {
    Packets packets;
    packets.interned(24, 1, "Kernel", 1)
        .interned(24, 100, "stream 07")
        .interned(1001, 1, "registers_per_thread");
    packets.event(10, kBegin, 1, "cudaGraphLaunch", [](pbf_writer& event) {
        pbf_writer correlation(event, 3000);
        correlation.add_uint64(1, 501);
        correlation.add_uint64(1, 502);
    });
    packets.event(15, kEnd, 1);
    for (const std::uint64_t stage : {501U, 502U}) {
        packets.packet([&](pbf_writer& packet) {
            packet.add_uint64(8, 20 * (stage - 500));
            packet.add_uint32(10, 1);
            pbf_writer event(packet, 53);
            event.add_uint64(1, stage);
            event.add_uint64(2, 10);
            event.add_int32(11, 3);
            event.add_uint64(13, 100);
            event.add_uint64(14, 1);
            event.add_string(17, "gemm");
            pbf_writer launch(event, 21);
            {
                pbf_writer grid(launch, 1);
                grid.add_uint32(1, 8);
            }
            pbf_writer arg(launch, 3);
            arg.add_uint64(1, 1);
            arg.add_uint64(4, 32);
        });
    }
    const auto [trace, details] = openPackets(packets);
    ASSERT_EQ(trace->gpuActivities().size(), 2U);
    const LaunchIndex launches = LaunchIndex::build(*trace);
    for (const std::size_t at : {0U, 1U}) {
        EXPECT_EQ(trace->gpuActivities()[at].gpu.device, 3);
        EXPECT_EQ(trace->gpuActivities()[at].stream, 7);
        EXPECT_EQ(trace->name(launches.launchOf(ActivityId(at))), "cudaGraphLaunch");
        const KernelConfig& config = *trace->kernelConfigs().find(trace->gpuActivities()[at].slice);
        EXPECT_THAT(config.grid, ElementsAre(8U, 1U, 1U));
        EXPECT_EQ(config.registersPerThread, 32U);
    }
    const auto args = details->args(trace->slices().event(trace->gpuActivities()[0].slice));
    ASSERT_TRUE(args.has_value());
    EXPECT_THAT(*args, Contains(Arg{"registers_per_thread", "32"}));
}

TEST(PerfettoTrace, ConvertsClocks) {
    const auto at = [](std::uint32_t clock, std::uint64_t time) {
        return [=](pbf_writer& packet) {
            packet.add_uint64(8, time);
            packet.add_uint32(58, clock);
            packet.add_uint32(10, 1);
            pbf_writer event(packet, 11);
            event.add_uint32(9, kInstant);
            event.add_string(23, "mark");
        };
    };
    Packets packets;
    packets.snapshot({{6, 1'000'000}, {1, 1'700'000'000'000'000'000}, {64, 50}}, 1000, true);
    packets.packet(at(64, 3)).packet(at(64, 2));  // 3 and 5 us after the snapshot
    packets.packet(at(1, 1'700'000'000'000'000'007));
    packets.packet(at(65, 9));  // of no snapshot
    const auto [trace, details] = openPackets(packets);
    std::vector<std::int64_t> times;
    for (const Instant& instant : trace->instants()) {
        times.push_back(ns(instant.time));
    }
    EXPECT_THAT(times, ElementsAre(7, 3000, 5000));
    EXPECT_EQ(trace->facts().baseTimeNs, 1'700'000'000'000'000'000);
    EXPECT_EQ(trace->issues().count(IssueKind::BadTime), 1U);
}

TEST(PerfettoTrace, ReadsCountersAlsoWithSlices) {
    Packets packets;
    packets.track(20, 0, "bytes", [](pbf_writer& track) {
        pbf_writer counter(track, 8);
        counter.add_int64(4, 1024);
        counter.add_bool(5, true);
    });
    packets.track(21, 0, "load", [](pbf_writer& track) { track.add_message(8, std::string()); });
    packets.event(10, kCounter, 20, {}, [](pbf_writer& event) { event.add_int64(30, 2); });
    packets.event(20, kBegin, 7, "op", [](pbf_writer& event) {
        event.add_uint64(31, 20);
        event.add_int64(12, 3);
        event.add_uint64(45, 21);
        event.add_double(46, 0.25);
    });
    packets.event(30, kEnd, 7);
    const auto [trace, details] = openPackets(packets);
    ASSERT_EQ(trace->counterSeries().size(), 2U);
    EXPECT_THAT(trace->counterSeries()[0].values, ElementsAre(2048, 5120));
    EXPECT_THAT(trace->counterSeries()[1].values, ElementsAre(0.25));
}

TEST(PerfettoTrace, ConnectsFlows) {
    const auto flow = [](std::uint32_t field, std::uint64_t id) {
        return [=](pbf_writer& event) { event.add_fixed64(field, id); };
    };
    Packets packets;
    packets.event(10, kBegin, 1, "a", flow(47, 3)).event(15, kEnd, 1);
    packets.event(20, kBegin, 2, "b", flow(48, 3)).event(25, kEnd, 2);
    packets.event(30, kBegin, 1, "c", flow(47, 3)).event(35, kEnd, 1);
    packets.event(40, kBegin, 2, "d", flow(47, 3)).event(45, kEnd, 2);
    packets.event(50, kBegin, 2, "alone", flow(47, 9)).event(55, kEnd, 2);
    const auto [trace, details] = openPackets(packets);
    std::vector<std::string> arrows;
    for (const Flow& one : trace->flows()) {
        arrows.push_back(std::string(trace->name(one.from)) + std::string(trace->name(one.to)));
    }
    EXPECT_THAT(arrows, ElementsAre("ab", "cd"));
    EXPECT_TRUE(trace->issues().empty());
}

TEST(PerfettoTrace, MergesTracksByNameUnlessTheyOverlap) {
    Packets packets;
    packets.track(1, 0, "request").track(2, 0, "request").track(3, 0, "request");
    packets.event(0, kBegin, 1, "r1").event(10, kBegin, 2, "r2").event(20, kEnd, 1);
    packets.event(25, kEnd, 2).event(30, kBegin, 3, "r3").event(40, kEnd, 3);
    const auto [trace, details] = openPackets(packets);
    ASSERT_EQ(trace->tracks().size(), 2U);
    EXPECT_EQ(trace->text(trace->tracks()[0].tid), "request");
    EXPECT_EQ(trace->tracks()[0].sliceCount, 2U);
    EXPECT_EQ(trace->text(trace->tracks()[1].tid), "request (2)");
    EXPECT_TRUE(trace->issues().empty());
}

TEST(PerfettoTrace, ReadsStatesOfThreads) {
    Packets packets;
    packets.thread(1, 10, 11, "worker");
    packets.packet([](pbf_writer& packet) {
        packet.add_uint32(10, 1);
        pbf_writer bundle(packet, 1);
        bundle.add_uint32(1, 3);
        const auto add = [&](std::uint64_t time, int previous, int state, int next) {
            pbf_writer event(bundle, 2);
            event.add_uint64(1, time);
            pbf_writer change(event, 4);
            change.add_int32(2, previous);
            change.add_int64(4, state);
            change.add_int32(6, next);
        };
        add(100, 0, 0, 11);
        add(150, 11, 1, 0);
        add(180, 0, 0, 11);
        add(190, 11, 0, 12);
    });
    const auto [trace, details] = openPackets(packets);
    EXPECT_THAT(slicesOf(*trace),
                ElementsAre("Running on CPU 3 100+50", "Sleeping 150+30", "Running on CPU 3 180+10",
                            "Runnable 190+0", "Running on CPU 3 190+0"));
    EXPECT_EQ(trace->text(trace->tracks()[0].tid), "11 state");
    EXPECT_EQ(trace->text(trace->tracks()[0].name), "worker state");
    EXPECT_TRUE(details->args(trace->slices().event(SliceId(0))).has_value());
}

}  // namespace
}  // namespace gaplight::test
