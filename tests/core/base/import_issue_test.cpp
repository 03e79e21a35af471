// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/base/import_issue.h"

#include <set>
#include <string>

#include <gtest/gtest.h>

namespace gaplight {
namespace {

TEST(ImportIssues, CountsAndKeepsTheEarliestExample) {
    ImportIssues issues;
    issues.record(IssueKind::MissingTime, 500, "late");
    issues.record(IssueKind::MissingTime, 20, "early");
    ImportIssues more;
    more.record(IssueKind::MissingTime, 7, "earliest", 3);
    more.record(IssueKind::Truncated, 900, std::string(1000, 'x'));
    issues.merge(more);
    const auto list = issues.list();
    ASSERT_EQ(list.size(), 2U);
    EXPECT_EQ(list[0].kind, IssueKind::Truncated);
    EXPECT_EQ(list[0].example.size(), ImportIssues::kExampleBytes);
    EXPECT_EQ(list[1].count, 5U);
    EXPECT_EQ(list[1].firstPosition, 7U);
    EXPECT_EQ(list[1].example, "earliest");
}

TEST(ImportIssues, HasADistinctNameForEveryKind) {
    std::set<std::string_view> names;
    for (std::size_t kind = 0; kind < static_cast<std::size_t>(IssueKind::Count_); ++kind) {
        EXPECT_FALSE(issueKindExplanation(static_cast<IssueKind>(kind)).empty());
        names.insert(issueKindName(static_cast<IssueKind>(kind)));
    }
    EXPECT_EQ(names.size(), static_cast<std::size_t>(IssueKind::Count_));
    EXPECT_EQ(names.count(""), 0U);
}

}  // namespace
}  // namespace gaplight
