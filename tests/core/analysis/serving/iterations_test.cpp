// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/serving/iterations.h"

#include <fstream>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "core/analysis/steps/iteration_steps.h"
#include "tests/core/analysis/analyzed.h"
#include "tests/support/checks/golden.h"
#include "tests/support/traces/recorded_traces.h"

namespace gaplight {
namespace {

using nlohmann::json;

// One line for each iteration that differs from what the server itself wrote down.
std::vector<std::string> differences(const json& truth, const ServingIterations& found) {
    std::vector<std::string> wrong;
    for (std::size_t at = 0; at < truth.size() && at < found.rows.size(); ++at) {
        const json& own = truth[at];
        const ServingIteration& row = found.rows[at];
        const std::string_view mode =
            row.mode == LaunchMode::Full ? "full" : launchModeName(row.mode);
        const auto is = [&](const char* key, const auto& value) {
            if (own[key] != json(value)) {
                wrong.push_back(std::to_string(at) + " " + key + ": " + own[key].dump() + " is " +
                                json(value).dump());
            }
        };
        is("phase", servingPhaseName(row.name.phase));
        is("context_requests", row.name.contextRequests.value_or(-1));
        is("context_tokens", row.name.contextTokens.value_or(-1));
        is("generation_requests", row.name.generationRequests.value_or(-1));
        is("mode", mode);
        is("bucket", row.bucket ? json(*row.bucket) : json(nullptr));
    }
    return wrong;
}

class RecordedServing : public testing::TestWithParam<std::string> {};

TEST_P(RecordedServing, HasTheIterationsThatTheServerRan) {
    std::ifstream file(test::dataFile("serving/truth.json"));
    const json truth = json::parse(file)[GetParam()]["iterations"];
    const auto session = test::recordedSession("serving/" + GetParam());
    ASSERT_NE(session, nullptr);
    const auto& serving = session->analysis.serving;
    ASSERT_NE(serving, nullptr);
    EXPECT_EQ(serving->rows.size(), truth.size());
    EXPECT_THAT(differences(truth, *serving), testing::IsEmpty());
    EXPECT_EQ(session->analysis.steps.markers.source, StepSource::Iterations);
    EXPECT_EQ(session->analysis.steps.rows.size(), truth.size());
}

// Two iterations; `launch` adds what each launches, from a time on.
template <class Launch>
ServingIterations iterationsWith(const std::string& name, const Launch& launch) {
    test::TraceDsl dsl;
    const auto host = dsl.thread("main");
    const auto stream = dsl.stream(0, 7);
    for (std::int64_t at = 0; at < 2000; at += 1000) {
        dsl.annotation(host, {at, at + 900}, name);
        launch(dsl, host, stream, at);
    }
    const test::Analyzed analyzed(dsl);
    return analyzed.analysis.serving == nullptr ? ServingIterations{} : *analyzed.analysis.serving;
}

// Calls of these letters, 20 ns apart: g a graph of ten kernels, k a kernel.
auto calls(const std::string& letters) {
    return [letters](test::TraceDsl& dsl, const auto& host, const auto& stream, std::int64_t at) {
        for (std::size_t number = 0; number < letters.size(); ++number) {
            const std::int64_t begin = at + 20 * static_cast<std::int64_t>(number);
            const bool isGraph = letters[number] == 'g';
            const auto call = dsl.call(host, {begin, begin + 10},
                                       isGraph ? "cudaGraphLaunch" : "cudaLaunchKernel");
            for (int kernel = 0; kernel < (isGraph ? 10 : 1); ++kernel) {
                dsl.kernel(stream, {begin + kernel, begin + kernel + 1}, call);
            }
        }
    };
}

LaunchMode modeOf(const std::string& letters) {
    return iterationsWith("step[DECODE bs=8]", calls(letters)).rows.at(0).mode;
}

TEST(ServingIterations, AreLaunchedAs) {
    EXPECT_EQ(modeOf("gkkk"), LaunchMode::Full);
    EXPECT_EQ(modeOf("gkg"), LaunchMode::Full) << "a draft and its check";
    EXPECT_EQ(modeOf("gkgkgkg"), LaunchMode::Piecewise);
    EXPECT_EQ(modeOf("gggg"), LaunchMode::Full) << "nothing between them";
    EXPECT_EQ(modeOf("kkkkkkkk"), LaunchMode::Eager);
    EXPECT_EQ(modeOf("gkkkkkkkkkkkk"), LaunchMode::Eager) << "a small graph beside";
    EXPECT_EQ(modeOf(""), LaunchMode::Unknown);
}

TEST(ServingIterations, HaveTimesOfHostAndGpu) {
    const ServingIterations found = iterationsWith("step[DECODE bs=8]", calls("g"));
    ASSERT_EQ(found.rows.size(), 2U);
    EXPECT_EQ(ns(found.rows[0].hostGap), 100);
    EXPECT_EQ(ns(found.rows[0].gpu.length()), 10);
    EXPECT_EQ(ns(found.rows[0].gpuBusy), 10);
    EXPECT_EQ(found.rows[0].graphKernels, 10U);
    EXPECT_EQ(iterationKind(found.rows[0]), "decode");
    EXPECT_FALSE(paddingOf(found.rows[0])) << "no bucket is known";
}

TEST(ServingIterations, TakeTheBucketOfANameOrACapture) {
    const ServingIterations named = iterationsWith("decode[bs=6/8 tok=6 d=6]", calls("g"));
    EXPECT_EQ(named.rows.at(0).bucket, 8);
    EXPECT_FALSE(named.rows.at(0).isBucketInferred);
    EXPECT_EQ(iterationKind(named.rows[0]), "decode:8");
    EXPECT_EQ(paddingOf(named.rows[0]), 0.25);
    const ServingIterations captured = iterationsWith(
        "step[DECODE bs=6]", [](auto& dsl, const auto& host, const auto& stream, std::int64_t at) {
            calls("g")(dsl, host, stream, at);
            dsl.annotation(host, {at + 910, at + 920}, "capture_4_decode");
            dsl.annotation(host, {at + 930, at + 940}, "capture_12_decode");
        });
    EXPECT_EQ(captured.rows.at(0).bucket, 12);
    EXPECT_TRUE(captured.rows.at(0).isBucketInferred);
}

TEST(ServingIterations, AreReadFromBothDialectsOfOneIteration) {
    const ServingIterations found = iterationsWith(
        "step[TARGET_VERIFY bs=2]",
        [](auto& dsl, const auto& host, const auto& stream, std::int64_t at) {
            dsl.annotation(host, {at + 1, at + 890}, "execute_context_0(0)_generation_2(8)");
            calls("g")(dsl, host, stream, at + 2);
        });
    ASSERT_EQ(found.rows.size(), 2U);
    EXPECT_EQ(found.rows[0].name.tokens, 8);
}

TEST(ServingIterations, OneIsAStepUnlessStepsAreNumbered) {
    test::TraceDsl dsl;
    const auto host = dsl.thread("main");
    dsl.annotation(host, {10, 100}, "step[DECODE bs=8]");
    const test::Analyzed alone(dsl);
    ASSERT_NE(alone.analysis.serving, nullptr);
    EXPECT_EQ(alone.analysis.steps.rows.size(), 1U);
    dsl.annotation(host, {0, 200}, "ProfilerStep#7");
    const test::Analyzed numbered(dsl);
    EXPECT_EQ(numbered.analysis.serving, nullptr);
    EXPECT_EQ(numbered.analysis.steps.markers.source, StepSource::ProfilerStep);
}

INSTANTIATE_TEST_SUITE_P(Traces, RecordedServing,
                         testing::Values("bucket_padding", "host_gap", "prefill_stalls", "atom"),
                         [](const auto& one) { return one.param; });

}  // namespace
}  // namespace gaplight
