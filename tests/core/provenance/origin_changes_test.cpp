// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/provenance/origin_changes.h"

#include <algorithm>

#include <gtest/gtest.h>

#include "core/session/comparison_of.h"
#include "core/session/provenance_of.h"
#include "tests/support/checks/golden.h"

namespace gaplight::test {
namespace {

std::shared_ptr<const Session> openedRun(const char* name) {
    const auto session = openSession(dataFile(name));
    EXPECT_TRUE(session);
    return *session;
}

// Sums over the rows of a kind, for one run.
OriginSum sumOf(const OriginChanges& changes, OriginKind kind, std::size_t run) {
    OriginSum sum;
    for (const OriginChange& row : changes.rows) {
        if (row.kind == kind) {
            sum.kernels += row.runs[run].kernels;
            sum.time += row.runs[run].time;
        }
    }
    return sum;
}

TEST(OriginChanges, PlacesReplayedKernelsLikeLaunchedOnes) {
    const auto replay = openedRun("graphs/graph_replay.json.zst");
    const auto capture = readTrace(dataFile("graphs/graph_capture.json.zst"));
    ASSERT_TRUE(capture);
    const auto known = withCapture(*replay, *capture);
    ASSERT_TRUE(known);
    const auto changes = compareOrigins(*replay, known->get(), *replay, nullptr);
    ASSERT_TRUE(changes);
    // With the capture nearly all time has a module; without it, nothing has that was replayed.
    const auto& [with, without] = changes->kernels;
    EXPECT_EQ(with.time, without.time);
    EXPECT_EQ(with.kernels, without.kernels);
    const OriginSum modules = sumOf(*changes, OriginKind::Module, 0);
    EXPECT_GT(modules.time.count() * 100, with.time.count() * 95);
    EXPECT_EQ(sumOf(*changes, OriginKind::Module, 1).kernels, 0U);
    EXPECT_EQ(changes->unplaced[0].kernels + sumOf(*changes, OriginKind::Operator, 0).kernels,
              with.kernels)
        << "each kernel with a module has an operator here";
    // Modules come first, the one with most time in either run before others.
    EXPECT_EQ(changes->rows.front().kind, OriginKind::Module);
    EXPECT_TRUE(std::ranges::is_sorted(
        changes->rows, {}, [](const OriginChange& row) { return static_cast<int>(row.kind); }));
}

TEST(OriginChanges, AreEqualForEqualRuns) {
    const auto replay = openedRun("graphs/graph_replay.json.zst");
    const auto capture = readTrace(dataFile("graphs/graph_capture.json.zst"));
    ASSERT_TRUE(capture);
    const auto known = withCapture(*replay, *capture);
    ASSERT_TRUE(known);
    const auto changes = compareOrigins(*replay, known->get(), *replay, known->get());
    ASSERT_TRUE(changes);
    ASSERT_FALSE(changes->rows.empty());
    for (const OriginChange& row : changes->rows) {
        EXPECT_EQ(row.runs[0].time, row.runs[1].time) << row.name;
        EXPECT_EQ(row.runs[0].kernels, row.runs[1].kernels) << row.name;
    }
}

TEST(OriginChanges, NeedMoreThanTheTraces) {
    const auto replay = openedRun("graphs/graph_replay.json.zst");
    EXPECT_FALSE(compareOrigins(*replay, nullptr, *replay, replay->provenance.get()));
}

}  // namespace
}  // namespace gaplight::test
