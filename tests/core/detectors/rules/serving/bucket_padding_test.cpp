// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>

#include "tests/core/detectors/detected.h"
#include "tests/support/checks/golden.h"

namespace gaplight::test {
namespace {

constexpr const char* kBucketPadding = "bucket-padding";

TEST(BucketPadding, ThirtyFiveInAGraphOf64) {
    const Detected d("serving/bucket_padding");
    const auto found = d.of(kBucketPadding);
    ASSERT_EQ(found.size(), 1U);
    EXPECT_EQ(found[0].count, 40U);
    EXPECT_EQ(found[0].values.count("rows"), 35);
    EXPECT_EQ(found[0].values.count("bucket"), 64);
    EXPECT_NE(found[0].severity, Severity::Info);
    EXPECT_TRUE(found[0].isBound);
    EXPECT_TRUE(evidenceExists(d.session(), found[0]));
    EXPECT_TRUE(valuesAreDeclared(found[0]));
    EXPECT_TRUE(matchesGolden("findings/rules/bucket-padding.txt",
                              textOf(kBucketPadding, {"serving/bucket_padding"})));
}

// Graphs of 16 for 9 to 13 rows: fewer blocks than multiprocessors.
TEST(BucketPadding, IsSilentWhereRowsCostNothing) {
    for (const char* name : {"serving/host_gap", "serving/prefill_stalls", "serving/atom"}) {
        EXPECT_TRUE(Detected(name).of(kBucketPadding).empty()) << name;
    }
}

}  // namespace
}  // namespace gaplight::test
