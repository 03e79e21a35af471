// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>

#include "tests/core/detectors/detected.h"
#include "tests/support/checks/golden.h"

namespace gaplight::test {
namespace {

constexpr const char* kPrefillStallsDecode = "prefill-stalls-decode";

TEST(PrefillStallsDecode, ByPromptsInOnePiece) {
    const Detected d("serving/prefill_stalls");
    const auto found = d.of(kPrefillStallsDecode);
    ASSERT_EQ(found.size(), 1U);
    EXPECT_EQ(found[0].severity, Severity::Warning);
    EXPECT_GT(found[0].values.count("tokens"), 900);
    EXPECT_LT(found[0].values.count("chunk"), 900);
    EXPECT_GT(*found[0].values.time("worst"), 2 * *found[0].values.time("p50"));
    EXPECT_TRUE(evidenceExists(d.session(), found[0]));
    EXPECT_TRUE(valuesAreDeclared(found[0]));
    EXPECT_TRUE(matchesGolden("findings/rules/prefill-stalls-decode.txt",
                              textOf(kPrefillStallsDecode, {"serving/prefill_stalls"})));
}

TEST(PrefillStallsDecode, IsSilentWithShortPrompts) {
    for (const char* name : {"serving/atom", "serving/host_gap", "serving/bucket_padding"}) {
        EXPECT_TRUE(Detected(name).of(kPrefillStallsDecode).empty()) << name;
    }
}

}  // namespace
}  // namespace gaplight::test
