// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
//
// XSpaces made of single messages, and one JAX run as XSpace and as JSON. Field numbers are those
// of core/formats/xplane/xplane_texts.h.
#include <algorithm>
#include <random>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <protozero/pbf_writer.hpp>

#include "core/formats/open_trace.h"
#include "core/formats/xplane/xplane_events.h"
#include "core/formats/xplane/xplane_trace.h"
#include "core/index/launch_index.h"
#include "core/session/session.h"
#include "tests/core/formats/read_text.h"
#include "tests/support/checks/golden.h"

namespace gaplight::test {
namespace {

using protozero::pbf_writer;
using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

constexpr std::uint64_t kStartOfProfile = 1'700'000'000'000'000'000;

void addName(pbf_writer& plane, std::uint32_t map, std::int64_t id, const std::string& name) {
    pbf_writer entry(plane, map);
    entry.add_int64(1, id);
    pbf_writer metadata(entry, 2);
    metadata.add_int64(1, id);
    metadata.add_string(2, name);
}

struct TestStat {
    std::int64_t id = 0;
    std::int64_t value = 0;
};

void addEvent(pbf_writer& line, std::int64_t kind, std::int64_t offsetPs, std::int64_t durationPs,
              const std::vector<TestStat>& stats = {}, const std::string& details = {}) {
    pbf_writer event(line, 4);
    event.add_int64(1, kind);
    event.add_int64(2, offsetPs);
    event.add_int64(3, durationPs);
    for (const TestStat& one : stats) {
        pbf_writer stat(event, 4);
        stat.add_int64(1, one.id);
        stat.add_uint64(3, static_cast<std::uint64_t>(one.value));
    }
    if (!details.empty()) {
        pbf_writer stat(event, 4);
        stat.add_int64(1, 3);
        stat.add_string(5, details);
    }
}

constexpr const char* kDetails =
    "regs:32 static_shared:16 dynamic_shared:8 grid:4,2,1 block:128,1,1 occ_pct:50";

// A host thread that launches two kernels on one GPU; names follow the lines.
std::string smallSpace(const char* detailsOfFirst = kDetails) {
    std::string bytes;
    pbf_writer space(bytes);
    {
        pbf_writer plane(space, 1);
        plane.add_string(2, "/device:GPU:1");
        {
            pbf_writer line(plane, 3);
            line.add_int64(1, 7);
            line.add_string(2, "Stream #7(Compute)");
            line.add_int64(3, 1000);
            addEvent(line, 1, 2'500, 3'000, {{1, 42}}, detailsOfFirst);
            addEvent(line, 1, 9'500, 1'000, {{1, 43}});
        }
        addName(plane, 4, 1, "gemm");
        addName(plane, 5, 1, "correlation_id");
        addName(plane, 5, 3, "kernel_details");
    }
    {
        pbf_writer plane(space, 1);
        plane.add_string(2, "/host:CPU");
        {
            pbf_writer line(plane, 3);
            line.add_int64(1, 11);
            line.add_string(2, "python3");
            line.add_int64(3, 900);
            addEvent(line, 1, 0, 500'000, {{4, 0}});
            addEvent(line, 2, 10'000, 5'000, {{1, 42}, {2, 1}});
            addEvent(line, 2, 20'000, 5'000, {{1, 43}, {2, 47'645}});  // no device has that id
            addEvent(line, 3, 30'000, 5'000);
        }
        addName(plane, 4, 1, "train");
        addName(plane, 4, 2, "cuLaunchKernel");
        addName(plane, 4, 3, "$model.py:12 forward");
        addName(plane, 5, 1, "correlation_id");
        addName(plane, 5, 2, "device_id");
        addName(plane, 5, 4, "step_num");
    }
    pbf_writer plane(space, 1);
    plane.add_string(2, "Task Environment");
    addName(plane, 5, 1, "profile_start_time");
    pbf_writer stat(plane, 6);
    stat.add_int64(1, 1);
    stat.add_uint64(3, kStartOfProfile);
    return bytes;
}

struct OpenedSpace {
    std::shared_ptr<const Trace> trace;
    std::shared_ptr<const EventDetails> details;
};

OpenedSpace openSpace(const std::string& bytes) {
    auto source = *byteSourceFromMemory(bytes);
    TraceBuilder builder;
    auto opened = openTrace(*source, builder);
    EXPECT_TRUE(opened.has_value()) << opened.error().message;
    if (!opened) {
        return {};
    }
    return {builder.finish(std::move(opened->result.facts)), opened->details};
}

TEST(XplaneTrace, RoundsPicosecondsHalfToEven) {
    const std::vector<std::pair<std::int64_t, std::int64_t>> cases{
        {0, 0}, {499, 0}, {500, 0}, {501, 1}, {1500, 2}, {2500, 2}, {-500, 0}, {-1500, -2}};
    for (const auto& [picoseconds, expected] : cases) {
        EXPECT_EQ(nsOfPicoseconds(picoseconds), expected) << picoseconds;
    }
}

TEST(XplaneTrace, ReadsKernelsWithTheirLaunches) {
    const auto [trace, details] = openSpace(smallSpace());
    ASSERT_EQ(trace->gpuActivities().size(), 2U);
    const SliceId kernel = trace->gpuActivities()[0].slice;
    EXPECT_EQ(trace->gpuActivities()[0].gpu.device, 1);
    EXPECT_EQ(trace->gpuActivities()[0].stream, 7);
    EXPECT_EQ(ns(trace->slices().start(kernel)), 1002);  // 1002.5
    EXPECT_EQ(ns(trace->slices().end(kernel)), 1006);    // 1005.5
    const KernelConfig& config = *trace->kernelConfigs().find(kernel);
    EXPECT_THAT(config.grid, ElementsAre(4U, 2U, 1U));
    EXPECT_THAT(config.block, ElementsAre(128U, 1U, 1U));
    EXPECT_EQ(config.registersPerThread, 32U);
    EXPECT_EQ(config.sharedMemoryBytes, 24U);
    EXPECT_EQ(config.occupancyPercent, 50.0F);
    const LaunchIndex launches = LaunchIndex::build(*trace);
    EXPECT_EQ(ns(trace->slices().start(launches.launchOf(ActivityId(0)))), 910);
    EXPECT_EQ(ns(trace->slices().start(launches.launchOf(ActivityId(1)))), 920);
    EXPECT_EQ(trace->facts().baseTimeNs, static_cast<std::int64_t>(kStartOfProfile));
    const auto args = details->args(trace->slices().event(kernel));
    ASSERT_TRUE(args.has_value());
    EXPECT_THAT(*args, Contains(Arg{"correlation_id", "42"}));
}

TEST(XplaneTrace, DetailsThatAreNoCountsAreNoneOrTheLargest) {
    const auto [trace, details] = openSpace(smallSpace("regs:1e99 grid:NaN,2,-1 block:7e4,inf,x"));
    const KernelConfig& config = *trace->kernelConfigs().find(trace->gpuActivities().front().slice);
    EXPECT_THAT(config.grid, ElementsAre(0U, 2U, 0U));
    EXPECT_THAT(config.block, ElementsAre(65535U, 65535U, 0U));
    EXPECT_EQ(config.registersPerThread, 65535U);
}

TEST(XplaneTrace, KnowsKindsOfHostEvents) {
    const auto [trace, details] = openSpace(smallSpace());
    std::vector<SliceKind> kinds;
    for (std::size_t at = 0; at < trace->slices().size(); ++at) {
        if (!isGpuActivity(trace->kind(SliceId(at)))) {
            kinds.push_back(trace->kind(SliceId(at)));
        }
    }
    EXPECT_THAT(kinds, ElementsAre(SliceKind::UserAnnotation, SliceKind::Driver, SliceKind::Driver,
                                   SliceKind::PythonFunction));
}

TEST(XplaneTrace, SurvivesCutsAndDamagedBytes) {
    const std::string whole = smallSpace();
    int opened = 0;
    for (std::size_t size = 0; size < whole.size(); ++size) {
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
    EXPECT_THAT(readToText(whole.substr(0, whole.size() - 10)), HasSubstr("truncated"));
}

// (start, duration, name) of the slices of a GPU's process, in order.
using GpuSlices = std::vector<std::tuple<std::int64_t, std::int64_t, std::string>>;

GpuSlices gpuSlicesOf(const Trace& trace) {
    GpuSlices slices;
    for (std::size_t at = 0; at < trace.slices().size(); ++at) {
        const SliceId slice(at);
        const Track& track = trace.tracks()[trace.trackOf(slice).index()];
        if (trace.text(track.name).starts_with("Stream #")) {
            slices.emplace_back(ns(trace.slices().start(slice)),
                                trace.slices().duration(slice).count(), trace.name(slice));
        }
    }
    std::sort(slices.begin(), slices.end());
    return slices;
}

std::vector<std::pair<std::int64_t, std::int64_t>> stepsOf(const Trace& trace) {
    std::vector<std::pair<std::int64_t, std::int64_t>> steps;
    for (std::size_t at = 0; at < trace.slices().size(); ++at) {
        if (trace.name(SliceId(at)) == "train") {
            steps.emplace_back(ns(trace.slices().start(SliceId(at))),
                               trace.slices().duration(SliceId(at)).count());
        }
    }
    return steps;
}

// Busy and idle times of each GPU, and its gaps.
void expectEqualGpus(const Analysis& a, const Analysis& b) {
    ASSERT_EQ(a.devices.size(), 1U);
    ASSERT_EQ(b.devices.size(), 1U);
    EXPECT_EQ(a.devices[0].totals.gpu, b.devices[0].totals.gpu);
    EXPECT_EQ(a.devices[0].totals.busy, b.devices[0].totals.busy);
    EXPECT_EQ(a.devices[0].totals.idle, b.devices[0].totals.idle);
    EXPECT_EQ(a.devices[0].gaps.size(), b.devices[0].gaps.size());
}

// One run of JAX, as it writes it itself: XSpace, and JSON made of it.
TEST(XplaneTrace, AgreesWithTheJsonOfTheSameRun) {
    const auto space = openSession(dataFile("jax/steps.xplane.pb.zst"));
    const auto json = openSession(dataFile("jax/steps.trace.json.zst"));
    ASSERT_TRUE(space) << space.error().message;
    ASSERT_TRUE(json) << json.error().message;
    const Trace& trace = *(*space)->trace;
    EXPECT_EQ(trace.facts().format, "xplane");
    const Trace& other = *(*json)->trace;
    EXPECT_EQ(trace.gpuActivities().size(), 391U);
    EXPECT_EQ(other.gpuActivities().size(), 391U);
    EXPECT_EQ(gpuSlicesOf(trace), gpuSlicesOf(other));
    EXPECT_EQ(stepsOf(trace), stepsOf(other));
    EXPECT_EQ(stepsOf(trace).size(), 5U);
    EXPECT_EQ((*space)->analysis.steps.rows.size(), 5U);
    EXPECT_EQ((*json)->analysis.steps.rows.size(), 5U);
    expectEqualGpus((*space)->analysis, (*json)->analysis);
    // Every kernel has the graph launch that it is of; the JSON has no calls at all.
    const LaunchIndex& launches = (*space)->indexes->launches;
    for (std::size_t at = 0; at < trace.gpuActivities().size(); ++at) {
        EXPECT_TRUE(launches.launchOf(ActivityId(at)).isValid()) << at;
    }
    ASSERT_EQ(trace.facts().devices.size(), 1U);
    EXPECT_EQ(trace.facts().devices[0].name, "NVIDIA H200");
    EXPECT_EQ(trace.facts().devices[0].sms, 132);
    EXPECT_TRUE(trace.issues().count(IssueKind::BadId) == 0);
}

}  // namespace
}  // namespace gaplight::test
