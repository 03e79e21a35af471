// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>

#include "tests/core/detectors/detected.h"
#include "tests/support/checks/golden.h"

namespace gaplight::test {
namespace {

constexpr const char* kDecodeHostGap = "decode-host-gap";

TEST(DecodeHostGap, OfSchedulingAndDetokenizing) {
    const Detected d("serving/host_gap");
    const auto found = d.of(kDecodeHostGap);
    ASSERT_EQ(found.size(), 1U);
    EXPECT_EQ(found[0].count, 39U);  // of 40, between
    EXPECT_EQ(found[0].severity, Severity::Warning);
    EXPECT_TRUE(found[0].isBound);
    EXPECT_GT(*found[0].values.share("share"), 0.5);
    EXPECT_TRUE(evidenceExists(d.session(), found[0]));
    EXPECT_TRUE(valuesAreDeclared(found[0]));
}

TEST(DecodeHostGap, IsSilentWhereGapsAreShort) {
    for (const char* name : {"serving/bucket_padding", "serving/prefill_stalls", "serving/atom"}) {
        EXPECT_TRUE(Detected(name).of(kDecodeHostGap).empty()) << name;
    }
}

TEST(DecodeHostGap, Words) {
    EXPECT_TRUE(matchesGolden("findings/rules/decode-host-gap.txt",
                              textOf(kDecodeHostGap, {"serving/host_gap"})));
}

}  // namespace
}  // namespace gaplight::test
