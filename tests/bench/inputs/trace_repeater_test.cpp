// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
// A benchmark on a trace whose launches do not find their activities would measure nothing.
#include "tests/bench/inputs/trace_repeater.h"

#include <filesystem>
#include <set>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include "core/session/session.h"
#include "tests/support/checks/golden.h"

namespace gaplight::bench {
namespace {

class TraceRepeaterTest : public ::testing::Test {
protected:
    void SetUp() override {
        m_path = std::filesystem::temp_directory_path() /
                 ("gaplight_repeated_" + std::to_string(::getpid()) + ".json");
    }
    void TearDown() override { std::filesystem::remove(m_path); }

    // `copies` of a small real trace, loaded.
    std::shared_ptr<const Session> repeated(std::uint64_t copies) {
        const auto repeater = TraceRepeater::read(test::dataFile("graph_small_before.json.zst"));
        EXPECT_TRUE(repeater) << repeater.error().message;
        const auto once = repeater->write(m_path, 1);
        EXPECT_TRUE(once);
        EXPECT_EQ(once->copies, 1U);
        const auto written = repeater->write(m_path, once->bytes * (copies - 1) + 1);
        EXPECT_TRUE(written);
        EXPECT_EQ(written->copies, copies);
        EXPECT_EQ(written->bytes, std::filesystem::file_size(m_path));
        auto session = openSession(m_path);
        EXPECT_TRUE(session) << session.error().message;
        EXPECT_EQ((*session)->trace->facts().events, written->events);
        return *session;
    }

    std::filesystem::path m_path;
};

std::size_t launchedActivities(const Session& session) {
    std::size_t count = 0;
    for (std::size_t activity = 0; activity < session.trace->gpuActivities().size(); ++activity) {
        count += session.indexes->launches.launchOf(ActivityId(activity)).isValid() ? 1 : 0;
    }
    return count;
}

std::size_t distinct(const SparseIds& ids) {
    std::set<std::uint64_t> values;
    ids.forEach([&](SliceId /*slice*/, std::uint64_t id) { values.insert(id); });
    values.erase(0);
    return values.size();
}

TEST_F(TraceRepeaterTest, OneCopyIsTheTraceItself) {
    const auto original = openSession(test::dataFile("graph_small_before.json.zst"));
    ASSERT_TRUE(original);
    const auto copy = repeated(1);
    EXPECT_EQ(copy->trace->slices().size(), (*original)->trace->slices().size());
    EXPECT_EQ(copy->trace->range(), (*original)->trace->range());
    EXPECT_EQ(copy->trace->facts().events, (*original)->trace->facts().events);
}

TEST_F(TraceRepeaterTest, EachCopyHasIdsOfItsOwn) {
    const auto once = repeated(1);
    const auto thrice = repeated(3);
    ASSERT_GT(distinct(once->trace->correlations()), 0U);
    EXPECT_EQ(distinct(thrice->trace->correlations()), 3 * distinct(once->trace->correlations()));
    EXPECT_EQ(distinct(thrice->trace->externalIds()), 3 * distinct(once->trace->externalIds()));
    EXPECT_EQ(distinct(thrice->trace->pythonIds()), 3 * distinct(once->trace->pythonIds()));
}

TEST_F(TraceRepeaterTest, LaunchesStayWithTheirActivities) {
    const auto once = repeated(1);
    const auto thrice = repeated(3);
    ASSERT_GT(launchedActivities(*once), 0U);
    EXPECT_EQ(launchedActivities(*thrice), 3 * launchedActivities(*once));
    EXPECT_EQ(thrice->indexes->launches.launches().size(),
              3 * once->indexes->launches.launches().size());
    EXPECT_EQ(thrice->trace->slices().size(), 3 * once->trace->slices().size());
}

TEST_F(TraceRepeaterTest, CopiesDoNotOverlap) {
    const auto once = repeated(1);
    const auto thrice = repeated(3);
    EXPECT_GE(thrice->trace->range().length(), 3 * once->trace->range().length());
    EXPECT_EQ(thrice->trace->issues().count(IssueKind::Overlap),
              3 * once->trace->issues().count(IssueKind::Overlap));
    EXPECT_EQ(thrice->analysis.devices.size(), once->analysis.devices.size());
    EXPECT_EQ(thrice->analysis.devices[0].totals.busy, 3 * once->analysis.devices[0].totals.busy);
}

}  // namespace
}  // namespace gaplight::bench
