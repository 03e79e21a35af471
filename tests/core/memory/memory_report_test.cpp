// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/report/memory/memory_report.h"

#include <gtest/gtest.h>

#include "core/formats/open_snapshot.h"
#include "core/session/session.h"
#include "tests/support/golden.h"

namespace gaplight::test {
namespace {

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
}

}  // namespace
}  // namespace gaplight::test
