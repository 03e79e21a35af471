// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/formats/chrome/event_parser.h"

#include <algorithm>
#include <array>
#include <random>
#include <string>
#include <string_view>

#include <gtest/gtest.h>

#include "tests/core/formats/read_text.h"

namespace gaplight {
namespace {

using test::parseText;

// One event with the fields that every event needs, and `more` of them.
std::string event(std::string_view phase, std::string_view more) {
    return R"([{"ph": ")" + std::string(phase) + R"(", "pid": 1, "tid": 2, "ts": 3)" +
           std::string(more) + "}]";
}

// clang's slices are named by what they are about, but only clang's.
TEST(EventParser, NamesWhatACompilerWorkedOn) {
    const auto nameOf = [](std::string_view name, std::string_view detail,
                           std::string_view category = "") {
        const EventBatch batch = parseText(event(
            "X", R"(, "dur": 1, "name": ")" + std::string(name) + "\"" + std::string(category) +
                     R"(, "args": {"detail": ")" + std::string(detail) + R"("})"));
        return std::string(batch.strings.view(batch.slices.name.at(0)));
    };
    EXPECT_EQ(nameOf("Source", "/usr/include/c++/13/vector"), "Source vector");
    EXPECT_EQ(nameOf("Source", R"(C:\\LLVM\\sal.h)"), "Source sal.h");
    EXPECT_EQ(nameOf("InstantiateClass", "std::vector<int>"), "InstantiateClass std::vector<int>");
    EXPECT_EQ(nameOf("RunPass", "X86 DAG->DAG Instruction Selection"),
              "RunPass X86 DAG->DAG Instruction Selection");
    EXPECT_EQ(nameOf("InstantiateClass", ""), "InstantiateClass");
    EXPECT_EQ(nameOf("Frontend", "x"), "Frontend");
    EXPECT_EQ(nameOf("Source", "x", R"(, "cat": "mine")"), "Source");
}

TEST(EventParser, PromotesSyncs) {
    const EventBatch batch = parseText(
        event("X", R"(, "dur": 1, "cat": "cuda_sync", "name": "Stream Wait Event", "args": {
            "cuda_sync_kind": "Stream Wait Event", "stream": 13, "wait_on_stream": 7,
            "wait_on_cuda_event_record_corr_id": 99, "correlation": 100})"));
    ASSERT_EQ(batch.syncs.size(), 1U);
    EXPECT_EQ(batch.strings.view(batch.syncs[0].kind), "Stream Wait Event");
    EXPECT_EQ(batch.syncs[0].stream, 13);
    EXPECT_EQ(batch.syncs[0].waitOnStream, 7);
    EXPECT_EQ(batch.syncs[0].waitOnEventRecordCorrelation, 99);
    ASSERT_EQ(batch.correlation.value.size(), 1U);
    EXPECT_EQ(batch.correlation.value[0], 100U);
}

TEST(EventParser, PromotesMemoryKindsOfCopies) {
    const EventBatch batch =
        parseText(event("X", R"(, "dur": 1, "cat": "gpu_memcpy", "name": "Memcpy", "args": {
            "device": 1, "stream": 20, "bytes": 5000000000, "src kind": "pageable",
            "dst kind": "device", "copy kind": "HtoD"})"));
    ASSERT_EQ(batch.copies.size(), 1U);
    EXPECT_EQ(batch.copies[0].bytes, 5'000'000'000);
    EXPECT_EQ(batch.strings.view(batch.copies[0].sourceKind), "pageable");
    EXPECT_EQ(batch.strings.view(batch.copies[0].destinationKind), "device");
    EXPECT_EQ(batch.strings.view(batch.copies[0].copyKind), "HtoD");
    ASSERT_EQ(batch.gpu.size(), 1U);
    EXPECT_EQ(batch.gpu[0].device, 1);
    EXPECT_EQ(batch.gpu[0].stream, 20);
    EXPECT_TRUE(batch.kernels.empty());
}

TEST(EventParser, PromotesLaunchShapeOfKernels) {
    const EventBatch batch =
        parseText(event("X", R"(, "dur": 1, "cat": "kernel", "name": "k", "args": {
            "grid": [70000, 2, 3], "block": [1024, 1, 1], "registers per thread": 70000,
            "shared memory": 1024, "blocks per SM": 0.25, "warps per SM": "inf",
            "occupancy": {"grid": [9, 9, 9]}, "est. achieved occupancy %": 31,
            "graph id": 4, "graph node id": 18446744073709551615})"));
    ASSERT_EQ(batch.kernels.size(), 1U);
    const KernelBatchRow& row = batch.kernels[0];
    EXPECT_EQ(row.grid, (std::array<std::uint32_t, 3>{70000, 2, 3}));
    EXPECT_EQ(row.block, (std::array<std::uint16_t, 3>{1024, 1, 1}));
    EXPECT_EQ(row.registersPerThread, 65535);  // clamped
    EXPECT_EQ(row.sharedMemoryBytes, 1024U);
    EXPECT_FLOAT_EQ(row.blocksPerSm, 0.25F);
    EXPECT_FLOAT_EQ(row.warpsPerSm, -1);  // Kineto writes what is not finite as a string
    EXPECT_FLOAT_EQ(row.occupancyPercent, 31);
    EXPECT_EQ(row.graphId, 4U);
    EXPECT_EQ(row.graphNodeId, 18446744073709551615U);
}

TEST(EventParser, ReadsArraysWithinStrings) {
    const EventBatch batch =
        parseText(event("X", R"(, "dur": 1, "cat": "kernel", "name": "k", "args": {
            "grid": "[5,6,7]", "block": ""})"));
    ASSERT_EQ(batch.kernels.size(), 1U);
    EXPECT_EQ(batch.kernels[0].grid, (std::array<std::uint32_t, 3>{5, 6, 7}));
    EXPECT_EQ(batch.kernels[0].block, (std::array<std::uint16_t, 3>{0, 0, 0}));
}

TEST(EventParser, FindsArgsWhereverTheyStand) {
    const EventBatch batch = parseText(
        R"([{"args": {"nested": {"External id": 1}, "Input Dims": [[1, "]"], []],
                      "Call stack": "a \"b\" {", "External id": 77},
             "x": [1, {"y": 2}], "cat": "cpu_op", "ph": "X", "ts": 1, "dur": 2, "name": "n"}])");
    ASSERT_EQ(batch.externalId.value.size(), 1U);
    EXPECT_EQ(batch.externalId.value[0], 77U);
    EXPECT_EQ(batch.slices.start.at(0), 1000);
}

TEST(EventParser, KeepsPythonIds) {
    const EventBatch batch =
        parseText(event("X", R"(, "dur": 1, "cat": "python_function", "name": "f", "args": {
            "Python parent id": 4, "Python id": 5})"));
    ASSERT_EQ(batch.pythonId.value.size(), 1U);
    EXPECT_EQ(batch.pythonId.value[0], 5U);
}

TEST(EventParser, ReadsHalvesOfSlices) {
    const EventBatch begin = parseText(event("B", R"(, "name": "n", "cat": "c")"));
    ASSERT_EQ(begin.openEnds.size(), 1U);
    EXPECT_EQ(begin.openEnds[0].phase, OpenEndPhase::Begin);
    EXPECT_EQ(begin.openEnds[0].time, 3000);
    const EventBatch end = parseText(event("E", ""));
    ASSERT_EQ(end.openEnds.size(), 1U);
    EXPECT_EQ(end.openEnds[0].phase, OpenEndPhase::End);
    EXPECT_FALSE(end.openEnds[0].name.isValid());
    EXPECT_TRUE(end.issues.empty());
}

TEST(EventParser, NamesAsyncOperationsByIdAndScope) {
    const auto idOf = [](std::string_view more) {
        const EventBatch batch = parseText(event("b", more));
        return std::string(batch.strings.view(batch.asyncs.at(0).id));
    };
    EXPECT_EQ(idOf(R"(, "id": 5)"), "5");
    EXPECT_EQ(idOf(R"(, "id": "0x5")"), "0x5");
    EXPECT_EQ(idOf(R"(, "id2": {"global": "0x7"})"), "0x7");
    EXPECT_EQ(idOf(R"(, "id2": {"local": 8}, "scope": "net")"), "net:8");
    EXPECT_EQ(idOf(""), "");
}

TEST(EventParser, ReadsFlows) {
    const EventBatch start = parseText(event("s", R"(, "id": 1, "cat": "ac2g", "name": "ac2g")"));
    ASSERT_EQ(start.flows.size(), 1U);
    EXPECT_EQ(start.flows[0].phase, FlowPhase::Start);
    EXPECT_FALSE(start.flows[0].bindsToEnclosing);
    const EventBatch finish = parseText(event("f", R"(, "id": 1, "bp": "e")"));
    ASSERT_EQ(finish.flows.size(), 1U);
    EXPECT_EQ(finish.flows[0].phase, FlowPhase::Finish);
    EXPECT_TRUE(finish.flows[0].bindsToEnclosing);
    EXPECT_EQ(parseText(event("t", "")).flows.at(0).phase, FlowPhase::Step);
}

TEST(EventParser, MakesNoInstantOfMemoryEvents) {
    const EventBatch batch =
        parseText(event("i", R"(, "name": "[memory]", "args": {"Bytes": -8, "Addr": 64,
                               "Device Type": 1, "Device Id": 2, "Total Allocated": 9})"));
    EXPECT_TRUE(batch.instants.empty());
    ASSERT_EQ(batch.memory.size(), 1U);
    EXPECT_EQ(batch.memory[0].time, 3000);
    EXPECT_EQ(batch.memory[0].bytes, -8);
    EXPECT_EQ(batch.memory[0].address, 64U);
    EXPECT_EQ(batch.memory[0].deviceType, 1);
    EXPECT_EQ(batch.memory[0].deviceId, 2);
    EXPECT_EQ(batch.memory[0].totalAllocated, 9);
    EXPECT_EQ(batch.memory[0].totalReserved, -1);
}

TEST(EventParser, ReadsCounters) {
    const EventBatch batch = parseText(
        event("C", R"(, "name": "load", "id": "a", "args": {"x": 1.5, "y": "2", "z": null})"));
    ASSERT_EQ(batch.counters.size(), 2U);
    EXPECT_EQ(batch.strings.view(batch.counters[0].name), "load[a]");
    EXPECT_EQ(batch.strings.view(batch.counters[0].series), "x");
    EXPECT_DOUBLE_EQ(batch.counters[0].value, 1.5);
    EXPECT_DOUBLE_EQ(batch.counters[1].value, 2);
}

TEST(EventParser, ReadsTrackFacts) {
    const EventBatch batch = parseText(
        R"([{"ph": "M", "name": "thread_name", "pid": 1, "tid": 2, "args": {"name": "main"}},
            {"ph": "M", "name": "thread_sort_index", "pid": 1, "tid": 2,
             "args": {"sort_index": "-3"}},
            {"ph": "M", "name": "process_labels", "pid": 1, "args": {"labels": "GPU 0"}},
            {"ph": "M", "name": "process_name", "pid": 1, "args": {"name": {}}}])");
    ASSERT_EQ(batch.metadata.size(), 3U);
    EXPECT_EQ(batch.metadata[0].fact, TrackFact::ThreadName);
    EXPECT_EQ(batch.strings.view(batch.metadata[0].text), "main");
    EXPECT_EQ(batch.metadata[1].sortIndex, -3);
    EXPECT_EQ(batch.metadata[2].fact, TrackFact::ProcessLabels);
    EXPECT_EQ(batch.events, 4U);
}

TEST(EventParser, SharesTracksAndTextsWithinABatch) {
    const EventBatch batch = parseText(
        R"([{"ph": "X", "name": "n", "cat": "c", "pid": 1, "tid": "1", "ts": 1, "dur": 1},
            {"ph": "X", "name": "n", "cat": "c", "pid": "1", "tid": 1, "ts": 2, "dur": 1},
            {"ph": "X", "name": "\u006e", "cat": "c", "pid": 1, "tid": 2, "ts": 3, "dur": 1},
            {"ph": "X", "name": "n", "cat": "c", "pid": 1, "tid": 1, "ts": 4, "dur": 1}])");
    ASSERT_EQ(batch.tracks.size(), 2U);
    EXPECT_EQ(batch.slices.track[0], batch.slices.track[1]);
    EXPECT_NE(batch.slices.track[0], batch.slices.track[2]);
    EXPECT_EQ(batch.slices.track[0], batch.slices.track[3]);
    EXPECT_EQ(batch.slices.name[0], batch.slices.name[2]);
}

// Events are read by their likeness to the one before; the likeness must not be trusted too far.
TEST(EventParser, ReadsEventsThatLookAlmostLikeTheLast) {
    std::mt19937 random(11);
    const auto space = [&] { return std::string(random() % 4 == 0 ? random() % 20 : 1, ' '); };
    std::string json = "[";
    constexpr int kCount = 3000;
    for (int i = 0; i < kCount; ++i) {
        const std::string number = std::to_string(i);
        std::array<std::string, 6> fields = {
            "\"ph\":" + space() + "\"X\"",         "\"name\":" + space() + "\"n" + number + "\"",
            "\"ts\" :" + space() + number,         "\"dur\":" + space() + "1" + number,
            "\"pid\":\n" + space() + "2" + number, "\"args\":" + space() + "{\"a\": [1]}"};
        if (random() % 8 == 0) {
            std::shuffle(fields.begin(), fields.end(), random);
        }
        json += "{";
        for (const std::string& field : fields) {
            json += (&field == &fields[0] ? "" : space() + ",") + space() + field;
        }
        json += space() + "},\n";
    }
    const EventBatch batch = parseText(json + "]");
    EXPECT_TRUE(batch.issues.empty());
    ASSERT_EQ(batch.slices.start.size(), static_cast<std::size_t>(kCount));
    for (std::size_t i = 0; i < kCount; ++i) {
        const std::string number = std::to_string(i);
        ASSERT_EQ(batch.strings.view(batch.slices.name[i]), "n" + number);
        ASSERT_EQ(batch.slices.start[i], std::stol(number) * 1000);
        ASSERT_EQ(batch.slices.duration[i], std::stol("1" + number) * 1000);
        ASSERT_EQ(batch.strings.view(batch.tracks[batch.slices.track[i].index()].pid),
                  "2" + number);
    }
}

}  // namespace
}  // namespace gaplight
