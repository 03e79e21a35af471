// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/core/fleet/recorded_summaries.h"

#include <map>

#include <gtest/gtest.h>

#include "core/fleet/rank_summary.h"
#include "core/fleet/summary_folder.h"
#include "core/io/byte_source.h"
#include "core/ranks/rank_files.h"
#include "tests/support/checks/golden.h"

namespace gaplight::test {

std::shared_ptr<const RankSet> openedSet(const std::string& name) {
    static std::map<std::string, std::shared_ptr<const RankSet>> sets;
    if (!sets.contains(name)) {
        const std::vector<std::string> folder{dataFile("ranks/" + name)};
        const auto files = traceFilesIn(folder);
        EXPECT_TRUE(files);
        const auto set = openRankSet(*files);
        EXPECT_TRUE(set) << set.error().message;
        sets[name] = *set;
    }
    return sets[name];
}

std::string summaryOf(const RankSession& rank) {
    const auto content = fileContentOf(rank.session->trace->facts().path);
    EXPECT_TRUE(content);
    const auto summary = summarizeSession(*rank.session, *content);
    EXPECT_TRUE(summary);
    const auto bytes = summaryBytes(*summary);
    EXPECT_TRUE(bytes);
    return *bytes;
}

Result<RankSummary> readFrom(const std::string& bytes) {
    const auto source = byteSourceFromMemory(bytes);
    EXPECT_TRUE(source);
    return readSummary((*source)->randomAccess());
}

std::vector<FleetRank> summarizedRanks(const std::string& name) {
    std::vector<FleetRank> ranks;
    for (const RankSession& rank : openedSet(name)->ranks) {
        auto summary = readFrom(summaryOf(rank));
        EXPECT_TRUE(summary) << summary.error().message;
        ranks.push_back({"rank" + std::to_string(rank.rank) + ".gsum", *std::move(summary)});
    }
    return ranks;
}

}  // namespace gaplight::test
