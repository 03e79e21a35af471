// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/formats/pickle/snapshot_reader.h"

#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/formats/open_snapshot.h"
#include "tests/support/checks/golden.h"
#include "tests/support/formats/pickle_text.h"

namespace gaplight::test {
namespace {

using ::testing::HasSubstr;
using Issue = SnapshotIssueKind;

Result<AllocatorHistory> read(std::string bytes) {
    const auto source = byteSourceFromMemory(std::move(bytes));
    EXPECT_TRUE(source);
    return openSnapshot(**source);
}

constexpr std::int64_t kTime = 1'795'000'000'000'000;

TEST(SnapshotReader, RecordedRun) {
    const auto history = openSnapshot(dataFile("memory/snapshot_run.pickle.zst"), {});
    ASSERT_TRUE(history) << history.error().message;
    ASSERT_EQ(history->devices.size(), 1U);
    const DeviceHistory& gpu = history->devices.front();
    EXPECT_EQ(gpu.events.size(), 635U);
    EXPECT_EQ(gpu.segments.size(), 11U);
    EXPECT_EQ(gpu.events.front().timeUs, 1795344721106115);
    EXPECT_EQ(gpu.events.front().size, 2097152);
    EXPECT_EQ(history->stacks.frameText(history->stacks.frames(gpu.events.front().stack).front()),
              "programs/leak/recorded1/cap_snapshot.py(12): step");
    EXPECT_EQ(history->annotations.size(), 30U);
    EXPECT_EQ(history->annotations.front().name, "step");
    EXPECT_EQ(history->annotations.front().endUs, 1795344721112715);
    EXPECT_EQ(history->issues.total(), 0U);
    EXPECT_TRUE(history->hasTimes);
}

// made_snapshots.py's "streams" as Python 3 writes it in each protocol.
TEST(SnapshotReader, EveryProtocol) {
    for (const char* protocol : {"2", "3", "4", "5"}) {
        const auto history = openSnapshot(
            dataFile("memory/streams_protocol_" + std::string(protocol) + ".pickle"), {});
        ASSERT_TRUE(history) << history.error().message;
        ASSERT_EQ(history->devices.size(), 2U);
        EXPECT_EQ(history->devices[0].events.size(), 41U);
        EXPECT_EQ(history->devices[1].events.size(), 31U);
        EXPECT_EQ(history->devices[1].device, 1);
        EXPECT_EQ(history->streams.size(), 2U);
        EXPECT_EQ(history->issues.total(), 0U);
    }
}

TEST(SnapshotReader, EventsThatMakeNoSenseAreCounted) {
    const auto history = read(snapshotFile({
        pickledEvent("alloc", 4096, 512, kTime),
        pickledEvent("alloc", 8192, -1, kTime + 1),
        pickledEvent("alloc", 8192, std::int64_t{1} << 58U, kTime + 1),
        pickledEvent("explode", 8192, 512, kTime + 1),
        pickledDict({{"action", pickled("alloc")}}),
        pickledEvent("alloc", 16384, 512, kTime - 5),
        pickled("no event"),
    }));
    ASSERT_TRUE(history) << history.error().message;
    ASSERT_EQ(history->devices.front().events.size(), 2U);
    EXPECT_EQ(history->devices.front().events.back().timeUs, kTime);
    EXPECT_EQ(history->issues.count(Issue::NegativeSize), 2U);
    EXPECT_EQ(history->issues.count(Issue::UnknownAction), 1U);
    EXPECT_EQ(history->issues.count(Issue::MalformedEvent), 2U);
    EXPECT_EQ(history->issues.count(Issue::TimeBackwards), 1U);
}

// A list of 1,000 references to one list of 1,000 references to one event.
TEST(SnapshotReader, ReferencesAreNotMultiplied) {
    std::string events = "]\x94(" + pickledEvent("alloc", 4096, 512, kTime) + "\x94";
    for (int at = 0; at < 1000; ++at) {
        events += "h\x01";
    }
    events += "e";
    std::string traces = "](" + events;
    for (int at = 0; at < 1000; ++at) {
        traces += "h" + std::string(1, '\0');
    }
    traces += "e";
    const auto history = read(pickleFile(pickledDict({{"device_traces", traces}})));
    ASSERT_TRUE(history) << history.error().message;
    ASSERT_EQ(history->devices.size(), 1U);
    EXPECT_EQ(history->devices.front().events.size(), 1U);
    EXPECT_EQ(history->issues.count(Issue::RepeatedObject), 2000U);
}

TEST(SnapshotReader, TruncatedFileIsReadAsFarAsItGoes) {
    const std::string whole = snapshotFile(
        {pickledEvent("alloc", 4096, 512, kTime), pickledEvent("alloc", 8192, 512, kTime + 1)});
    const auto history = read(whole.substr(0, whole.size() - 10));
    ASSERT_TRUE(history) << history.error().message;
    ASSERT_EQ(history->devices.size(), 1U);
    EXPECT_EQ(history->devices.front().events.front().address, 4096U);
    EXPECT_EQ(history->issues.count(Issue::Truncated), 1U);
    for (std::size_t length = 0; length < whole.size(); ++length) {
        const auto cut = read(whole.substr(0, length));
        EXPECT_TRUE(cut || !cut.error().message.empty());
    }
}

TEST(SnapshotReader, OldFormsAreRead) {
    // torch.cuda.memory_snapshot() of PyTorch 1.13: a list of segments, blocks without addresses.
    const std::string block =
        pickledDict({{"size", pickled(std::int64_t{512})}, {"state", pickled("active_allocated")}});
    const auto history =
        read(pickleFile(pickledList({pickledDict({{"device", pickled(std::int64_t{1})},
                                                  {"address", pickled(std::int64_t{4096})},
                                                  {"total_size", pickled(std::int64_t{2097152})},
                                                  {"segment_type", pickled("small")},
                                                  {"blocks", pickledList({block, block})}})})));
    ASSERT_TRUE(history) << history.error().message;
    ASSERT_EQ(history->devices.size(), 1U);
    EXPECT_EQ(history->devices.front().device, 1);
    const AllocatorSegment& segment = history->devices.front().segments.front();
    EXPECT_TRUE(segment.isSmallPool);
    ASSERT_EQ(segment.blocks.size(), 2U);
    EXPECT_EQ(segment.blocks.back().address, 4608U);
    EXPECT_EQ(segment.blocks.back().requested, 512);
}

TEST(SnapshotReader, OtherPicklesAndOtherFiles) {
    EXPECT_THAT(read(pickleFile(pickledDict({{"model", "]"}}))).error().message,
                HasSubstr("but not a memory snapshot"));
    EXPECT_THAT(read(pickleFile("]")).error().message, HasSubstr("but not a memory snapshot"));
    EXPECT_THAT(read("{}").error().message, HasSubstr("not a memory snapshot but text"));
    EXPECT_THAT(openSnapshot("/nonexistent.pickle", {}).error().message,
                HasSubstr("there is no such file"));
}

}  // namespace
}  // namespace gaplight::test
