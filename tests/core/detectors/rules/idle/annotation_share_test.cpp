// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/core/detectors/detected.h"
#include "tests/support/checks/golden.h"

namespace gaplight::test {
namespace {

using ::testing::HasSubstr;

TEST(AnnotationShare, SaysHowMuchOfTheSchedulerIsWaiting) {
    const Detected wan("wan_before_compile");
    ASSERT_EQ(wan.of("annotation-share").size(), 1U);
    const Finding share = wan.of("annotation-share").front();
    EXPECT_EQ(share.where.annotation, "scheduler_step");
    EXPECT_EQ(share.count, 3U);
    EXPECT_NEAR(share.values.share("step_share").value_or(0), 0.533, 0.0005);
    EXPECT_NEAR(share.values.share("waiting_share").value_or(0), 0.995, 0.0005);
    EXPECT_NEAR(share.values.share("own_share").value_or(0), 0.003, 0.0005);
    EXPECT_EQ(share.values.caseOf("fix"), "waits");
    // Without all its waits the run is 18 ms shorter, not 1.7 s.
    EXPECT_GT(*share.cost.saving, std::chrono::milliseconds(15));
    EXPECT_LT(*share.cost.saving, std::chrono::milliseconds(21));
    EXPECT_TRUE(evidenceExists(wan.session(), share));
}

TEST(AnnotationShare, IsSilentOnAHealthyScheduler) {
    EXPECT_TRUE(Detected("flux2_before_compile").of("annotation-share").empty());
    EXPECT_TRUE(Detected("flux2_before_compile").notApplicable("annotation-share").empty());
}

TEST(AnnotationShare, NeedsARegionWithALimit) {
    EXPECT_THAT(Detected("resnet18_eager").notApplicable("annotation-share"),
                HasSubstr("no region with a limit"));
}

// Steps of 1 ms with `model` and then `name` for `us`; the kernels keep the GPU busy.
TraceDsl loopWithRegion(const std::string& name, std::int64_t us) {
    TraceDsl dsl;
    const auto host = dsl.thread("main");
    const auto stream = dsl.stream(0, 7);
    for (std::int64_t step = 0; step < 4; ++step) {
        const std::int64_t at = step * 1000 * kUs;
        dsl.annotation(host, {at, at + 990 * kUs}, "ProfilerStep#" + std::to_string(step));
        dsl.annotation(host, {at + 1 * kUs, at + 100 * kUs}, "model");
        dsl.kernel(stream, {at + 10 * kUs, at + 1005 * kUs},
                   dsl.launch(host, {at + 2 * kUs, at + 4 * kUs}));
        dsl.annotation(host, {at + 110 * kUs, at + (110 + us) * kUs}, name);
    }
    return dsl;
}

TEST(AnnotationShare, Texts) {
    EXPECT_TRUE(matchesGolden("findings/rules/annotation-share.txt",
                              textOf("annotation-share", {"wan_before_compile"})));
}

TEST(AnnotationShare, GivesTheShippedRegionItsLimit) {
    EXPECT_TRUE(Detected(loopWithRegion("scheduler_step", 50)).of("annotation-share").empty());
    const auto over = Detected(loopWithRegion("scheduler_step", 60)).of("annotation-share");
    ASSERT_EQ(over.size(), 1U);
    EXPECT_NEAR(over[0].values.share("step_share").value_or(0), 0.06, 0.0005);
    EXPECT_FALSE(over[0].values.time("waiting"));
    EXPECT_EQ(over[0].values.caseOf("fix"), "own-work");
    ASSERT_EQ(over[0].edits.size(), 4U);
    EXPECT_NEAR(over[0].edits[0].factor, 50.0 / 60, 1e-9);
    EXPECT_TRUE(Detected(loopWithRegion("scheduler_step", 60), {"annotation-share.limit=10%"})
                    .of("annotation-share")
                    .empty());
}

TEST(AnnotationShare, GivesAnyRegionALimitByName) {
    EXPECT_TRUE(Detected(loopWithRegion("vae_decode", 300)).of("annotation-share").empty());
    const Detected limited(loopWithRegion("vae_decode", 300),
                           {"annotation-share.limit.vae_decode=20%"});
    ASSERT_EQ(limited.of("annotation-share").size(), 1U);
    EXPECT_EQ(limited.of("annotation-share")[0].values.text("limit"), "20\u2009%");
}

TEST(AnnotationShare, NeedsSteps) {
    TraceDsl dsl;
    const auto host = dsl.thread("main");
    dsl.annotation(host, {0, 100}, "scheduler_step");
    dsl.kernel(dsl.stream(0, 7), {10, 100}, dsl.launch(host, {2, 4}));
    EXPECT_THAT(Detected(dsl).notApplicable("annotation-share"), HasSubstr("no loop"));
}

}  // namespace
}  // namespace gaplight::test
