// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/report/memory/memory_report.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/formats/open_snapshot.h"
#include "core/formats/pickle/snapshot_reader.h"
#include "core/memory/placement/snapshot_placement.h"
#include "core/report/trace/analysis_details.h"
#include "core/session/session.h"
#include "tests/support/checks/golden.h"
#include "tests/support/formats/pickle_text.h"

namespace gaplight::test {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

MemorySnapshot recordedSnapshot() {
    Result<AllocatorHistory> history = openSnapshot(dataFile("memory/snapshot_run.pickle.zst"), {});
    EXPECT_TRUE(history) << history.error().message;
    return buildMemorySnapshot(*std::move(history), "snapshot_run.pickle");
}

TEST(MemoryReport, RecordedRunAlone) {
    const MemorySnapshot snapshot = recordedSnapshot();
    const MemoryAssessment assessment = assessMemory(snapshot, {});
    const MemorySubject subject{snapshot, assessment, {}, {}};
    EXPECT_TRUE(
        matchesGolden("report/snapshot_run.memory.txt", memoryText(subject, PageStyle::Plain)));
    EXPECT_TRUE(
        matchesGolden("report/snapshot_run.memory.md", memoryText(subject, PageStyle::Markdown)));
    EXPECT_TRUE(matchesGolden("report/snapshot_run.memory.json", memoryJson(subject)));
    EXPECT_TRUE(matchesGolden("report/snapshot_run.memory.info.txt",
                              memoryInfoText(subject, PageStyle::Plain)));
}

TEST(MemoryReport, RecordedRunOnItsTrace) {
    const MemorySnapshot snapshot = recordedSnapshot();
    const auto session = openSession(dataFile("memory/snapshot_run.json.zst"));
    ASSERT_TRUE(session);
    const auto placement = placeSnapshot(snapshot, *(*session)->trace);
    ASSERT_TRUE(placement) << placement.error().message;
    ASSERT_TRUE(placement->uncertainty);
    EXPECT_LT(*placement->uncertainty, std::chrono::milliseconds(1));
    const MemoryAssessment assessment =
        assessMemory(snapshot, {}, stepsOfTrace(*placement, (*session)->analysis),
                     annotationsOfTrace(*placement, *(*session)->trace));
    const MemorySubject subject{snapshot, assessment, {}, *placement};
    const auto page = makePage(PageStyle::Plain);
    writeMemorySections(subject, *page);
    EXPECT_TRUE(matchesGolden("report/snapshot_run.placed.txt", page->take()));
    // The trace alone sees no growth; with the snapshot there is one answer.
    const auto answer = [&](const MemorySubject* memory) {
        ReportSubject report{*(*session)->trace, (*session)->analysis, (*session)->findings, {}};
        report.memory = memory;
        const std::vector<ChecklistItem> items = shownChecklist(report);
        const auto item =
            std::ranges::find(items, ChecklistQuestion::MemoryStable, &ChecklistItem::question);
        return item == items.end() ? std::string() : item->value;
    };
    EXPECT_THAT(answer(nullptr), testing::StartsWith("no growth over"));
    EXPECT_THAT(answer(&subject), testing::StartsWith("memory snapshot: GPU 0 memory grows"));
}

TEST(MemoryReport, WithoutSegmentsNothingIsSaidOfWhatIsReserved) {
    auto source = byteSourceFromMemory(snapshotFile(
        {pickledEvent("alloc", 4096, 512, 10), pickledEvent("free_requested", 4096, 512, 20),
         pickledEvent("free_completed", 4096, 512, 20)}));
    ASSERT_TRUE(source);
    Result<AllocatorHistory> history = readSnapshotPickle({}, **source, {});
    ASSERT_TRUE(history) << history.error().message;
    const MemorySnapshot snapshot = buildMemorySnapshot(*std::move(history), "made.pickle");
    const MemoryAssessment assessment = assessMemory(snapshot, {});
    const std::string text = memoryText({snapshot, assessment, {}, {}}, PageStyle::Plain);
    EXPECT_THAT(text, HasSubstr("; what the allocator reserved was not recorded\n"));
    EXPECT_THAT(text, Not(HasSubstr("largest reserved")));
    EXPECT_THAT(text, Not(HasSubstr("fragmentation there")));
}

TEST(WorkMeanwhile, CountsWhatBeginsWhileAnAllocationIsHeld) {
    const MemorySnapshot snapshot = recordedSnapshot();
    const auto session = openSession(dataFile("memory/snapshot_run.json.zst"));
    ASSERT_TRUE(session);
    const Trace& trace = *(*session)->trace;
    const auto placement = placeSnapshot(snapshot, trace);
    ASSERT_TRUE(placement);
    const MemoryModel& model = snapshot.devices.front();
    std::uint64_t withKernels = 0;
    for (std::size_t at = 0; at < model.allocations.size(); at += 7) {
        const Allocation& one = model.allocations[at];
        const WorkMeanwhile work =
            workMeanwhile(*placement, model, one, trace, (*session)->analysis);
        const Time begin = placement->timeOf(model.timeUs(one.begin));
        const Time end = placement->timeOf(model.timeUs(std::min(one.end, model.lastMoment())));
        std::uint64_t activities = 0;
        std::uint64_t kernels = 0;
        for (const GpuActivity& activity : trace.gpuActivities()) {
            const Time start = trace.slices().range(activity.slice).begin;
            const bool isDuring = begin <= start && start < end;
            activities += isDuring ? 1 : 0;
            kernels += isDuring && trace.kind(activity.slice) == SliceKind::Kernel ? 1 : 0;
        }
        EXPECT_EQ(work.activities, activities) << at;
        std::uint64_t counted = 0;
        for (const KernelTotal& kernel : work.kernels) {
            counted += kernel.count;
        }
        EXPECT_EQ(counted, kernels) << at;
        withKernels += kernels > 0 ? 1 : 0;
    }
    EXPECT_GT(withKernels, 10U);
}

}  // namespace
}  // namespace gaplight::test
