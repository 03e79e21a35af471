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
    EXPECT_LT(found[0].values.count("chunk"), 900);
    EXPECT_EQ(found[0].values.text("sizes"), "1,087 to 1,348 tokens");
    EXPECT_GT(*found[0].values.time("worst"), 2 * *found[0].values.time("p50"));
    EXPECT_TRUE(evidenceExists(d.session(), found[0]));
    EXPECT_TRUE(valuesAreDeclared(found[0]));
    EXPECT_TRUE(matchesGolden("findings/rules/prefill-stalls-decode.txt",
                              textOf(kPrefillStallsDecode, {"serving/prefill_stalls"})));
}

// Its prompts are launched kernel by kernel, for longer than the GPU computes: smaller ones are as
// late.
TEST(PrefillStallsDecode, ChunksDoNotHelpWhereLaunchingTakesLong) {
    const Detected d("serving/prefill_stalls");
    const auto found = d.of(kPrefillStallsDecode);
    ASSERT_EQ(found.size(), 1U);
    const FindingValues& values = found[0].values;
    EXPECT_EQ(values.caseOf("fix"), "launches");
    EXPECT_GT(*values.time("chunk_worst"), *values.time("worst") * 9 / 10);
    EXPECT_LT(*values.time("graph_worst"), *values.time("worst") * 6 / 10);
}

// Decode iterations of 2 ms, one every 3 ms; a prompt of 1,000 tokens adds ten kernels of 2 ms that
// are launched at once.
TEST(PrefillStallsDecode, ChunksBoundTheTimeToAToken) {
    TraceDsl t;
    const auto host = t.thread("main");
    const auto stream = t.stream(0, 7);
    std::int64_t now = 0;
    for (int at = 0; at < 20; ++at) {
        const bool isStall = at == 8 || at == 14;
        const std::int64_t length = isStall ? 22 * kMs : 2 * kMs;
        t.annotation(host, {now, now + length + 100 * kUs},
                     isStall ? "execute_context_1(1000)_generation_8(8)"
                             : "execute_context_0(0)_generation_8(8)");
        std::int64_t end = now + 100 * kUs;
        for (int kernel = 0; kernel < (isStall ? 11 : 1); ++kernel) {
            const std::int64_t launch = now + 10 * kUs + kernel * 5 * kUs;
            t.kernel(stream, {end, end + 2 * kMs}, t.launch(host, {launch, launch + 4 * kUs}));
            end += 2 * kMs;
        }
        t.call(host, {now + 90 * kUs, end}, "cudaStreamSynchronize");
        now += length + 1 * kMs;
    }
    const Detected d(t);
    const auto found = d.of(kPrefillStallsDecode);
    ASSERT_EQ(found.size(), 1U);
    const FindingValues& values = found[0].values;
    EXPECT_EQ(values.count("chunk"), 100);
    EXPECT_EQ(*values.time("worst"), std::chrono::milliseconds(23));
    EXPECT_EQ(values.caseOf("fix"), "chunks");
    // A chunk takes as long as the decode beside it, and the host 1 ms between iterations.
    EXPECT_NEAR(static_cast<double>(values.time("chunk_worst")->count()), 5e6, 0.1e6);
    EXPECT_NEAR(static_cast<double>(values.time("first_token")->count()), 50e6, 1e6);
}

TEST(PrefillStallsDecode, IsSilentWithShortPrompts) {
    for (const char* name : {"serving/atom", "serving/host_gap", "serving/bucket_padding"}) {
        EXPECT_TRUE(Detected(name).of(kPrefillStallsDecode).empty()) << name;
    }
}

}  // namespace
}  // namespace gaplight::test
