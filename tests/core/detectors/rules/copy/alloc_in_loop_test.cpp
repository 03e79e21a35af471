// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/core/detectors/detected.h"
#include "tests/support/checks/golden.h"

namespace gaplight {
namespace {

using test::Detected;
using test::evidenceExists;
using test::TraceDsl;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::SizeIs;

constexpr const char* kAllocInLoopRule = "alloc-in-loop";
using test::kMicrosecond;

TEST(AllocInLoop, APoolThatGrows) {
    const Detected result("memory_growth");
    const auto findings = result.of(kAllocInLoopRule);
    ASSERT_THAT(findings, SizeIs(1)) << result.text(kAllocInLoopRule);
    EXPECT_EQ(findings[0].count, 40U);
    EXPECT_EQ(findings[0].perStep, 8);
    ASSERT_THAT(findings[0].values.rows("names"), SizeIs(1));
    EXPECT_EQ(findings[0].values.rows("names")[0].count("calls"), 40);
    EXPECT_EQ(findings[0].values.rows("names")[0].text("call"), "cudaMalloc");
    EXPECT_EQ(findings[0].values.rows("places").at(0).text("function"), "aten::addmm");
    EXPECT_EQ(findings[0].values.caseOf("fix"), "grows");
    EXPECT_EQ(findings[0].where.op, "aten::addmm");
    EXPECT_TRUE(evidenceExists(result.session(), findings[0]));
    EXPECT_THAT(Detected("memory_flat").of(kAllocInLoopRule), IsEmpty());
}

// Wall time without empty_cache(): 1.48 → 1.12 ms for six steps.
TEST(AllocInLoop, ACacheThatIsEmptied) {
    const Detected result("memory/empty_cache_before");
    const auto findings = result.of(kAllocInLoopRule);
    ASSERT_THAT(findings, SizeIs(1)) << result.text(kAllocInLoopRule);
    ASSERT_THAT(findings[0].values.rows("names"), SizeIs(2));
    EXPECT_EQ(findings[0].values.rows("names")[0].text("call"), "cudaFree");
    EXPECT_EQ(findings[0].values.rows("names")[0].count("calls"), 5);
    EXPECT_EQ(findings[0].values.caseOf("waits"), "cuda-free");
    ASSERT_TRUE(findings[0].cost.saving);
    EXPECT_LT(*findings[0].cost.saving, 365 * kMicrosecond);
    EXPECT_TRUE(evidenceExists(result.session(), findings[0]));
    EXPECT_THAT(Detected("memory/empty_cache_after").of(kAllocInLoopRule), IsEmpty());
}

// Wall time with one pinned buffer that is used again: 53.4 → 11.1 ms for six steps.
TEST(AllocInLoop, PinnedMemoryInEachStep) {
    const Detected result("memory/pin_before");
    const auto findings = result.of(kAllocInLoopRule);
    ASSERT_THAT(findings, SizeIs(1)) << result.text(kAllocInLoopRule);
    EXPECT_EQ(findings[0].values.count("calls_per_step"), 1);
    EXPECT_EQ(findings[0].values.caseOf("memory"), "pinned");
    EXPECT_EQ(findings[0].values.caseOf("fix"), "pin-once");
    EXPECT_EQ(findings[0].where.op, "aten::_pin_memory");
    ASSERT_TRUE(findings[0].cost.saving);
    EXPECT_NEAR(static_cast<double>(*findings[0].cost.saving / kMicrosecond), 35'000, 5000)
        << "five of the six steps are steady";
    EXPECT_THAT(Detected("memory/pin_after").of(kAllocInLoopRule), IsEmpty());
}

TEST(AllocInLoop, SilentWhereTheFirstStepsFillThePool) {
    for (const char* trace : {"streams_overlap", "train_workers_pinned", "wan_before_compile",
                              "flux2_before_eager", "ema_loop_none"}) {
        const Detected result(trace);
        EXPECT_THAT(result.of(kAllocInLoopRule), IsEmpty()) << trace;
        EXPECT_THAT(result.notApplicable(kAllocInLoopRule), IsEmpty()) << trace;
    }
}

TEST(AllocInLoop, NotApplicableWithoutSteps) {
    EXPECT_THAT(Detected("compile_time").notApplicable(kAllocInLoopRule), HasSubstr("no steps"));
    // Without a call there is nothing to tell apart.
    EXPECT_THAT(Detected("resnet18_eager").notApplicable(kAllocInLoopRule), IsEmpty());
}

// Layers of one pass, in which the pool fills up: only their kernels repeat.
TEST(AllocInLoop, LayersAreNoSteps) {
    TraceDsl t;
    const auto host = t.thread("main");
    const auto stream = t.stream(0, 7);
    for (int layer = 0; layer < 10; ++layer) {
        const std::int64_t at = 10'000LL * layer;
        t.call(host, {at, at + 90}, "cudaMalloc");
        for (const int kernel : {0, 1, 2, 3}) {
            const std::int64_t launch = at + 100 + 100LL * kernel;
            t.kernel(stream, {at + 2000 + 1000LL * kernel, at + 2900 + 1000LL * kernel},
                     t.launch(host, {launch, launch + 50}), "kernel" + std::to_string(kernel));
        }
    }
    const Detected result(t);
    EXPECT_THAT(result.of(kAllocInLoopRule), IsEmpty());
    EXPECT_THAT(result.notApplicable(kAllocInLoopRule), HasSubstr("layers of one step"));
}

// Steps of 1 ms; call() adds what step `step` does from `at` on.
template <class Call>
TraceDsl looping(const Call& call, int steps = 4) {
    TraceDsl t;
    const auto host = t.thread("main");
    const auto stream = t.stream(0, 7);
    for (int step = 0; step < steps; ++step) {
        const std::int64_t at = 1'000'000LL * step;
        t.annotation(host, {at, at + 900'000}, "ProfilerStep#" + std::to_string(step));
        t.kernel(stream, {at + 20'000, at + 50'000}, t.launch(host, {at + 10'000, at + 11'000}));
        call(t, host, step, at + 100'000);
    }
    return t;
}

TEST(AllocInLoop, CostsTheCallsOfSteadySteps) {
    const auto t = looping([](TraceDsl& loop, const TraceDsl::Track& host, int, std::int64_t at) {
        loop.op(host, {at, at + 90'000}, "aten::empty");
        loop.call(host, {at, at + 30'000}, "cudaMalloc");
        loop.call(host, {at + 40'000, at + 50'000}, "cudaFree");
    });
    const auto findings = Detected(t).of(kAllocInLoopRule);
    ASSERT_THAT(findings, SizeIs(1));
    EXPECT_EQ(findings[0].count, 6U) << "the first step is warm-up";
    EXPECT_EQ(findings[0].cost.host, 3 * 40 * kMicrosecond);
    EXPECT_EQ(findings[0].cost.gpuIdle, 2 * 40 * kMicrosecond) << "after the last kernel is none";
    EXPECT_EQ(findings[0].values.caseOf("fix"), "frees");
}

// What PYTORCH_NO_CUDA_MEMORY_CACHING=1 leaves in a trace.
TEST(AllocInLoop, AnAllocatorWithoutItsCacheIsNamed) {
    const auto turns = [](int count, int frees) {
        return looping([=](TraceDsl& loop, const TraceDsl::Track& host, int, std::int64_t at) {
            for (int turn = 0; turn < count; ++turn) {
                const std::int64_t begin = at + turn * 20'000;
                loop.op(host, {begin, begin + 18'000}, "aten::mul");
                loop.call(host, {begin, begin + 5'000}, "hipMalloc");
                loop.launch(host, {begin + 6'000, begin + 7'000});
                for (int free = 0; free < frees; ++free) {
                    loop.call(host, {begin + 8'000 + free * 1'000, begin + 8'900 + free * 1'000},
                              "hipFree");
                }
            }
        });
    };
    const auto fixOf = [&](const TraceDsl& dsl) {
        const auto findings = Detected(dsl).of(kAllocInLoopRule);
        return findings.size() == 1 ? std::string(findings[0].values.caseOf("fix")) : "none";
    };
    EXPECT_EQ(fixOf(turns(20, 1)), "uncached");
    EXPECT_EQ(fixOf(turns(7, 1)), "frees") << "too few";
    EXPECT_EQ(fixOf(turns(2, 8)), "frees") << "frees in a row, as empty_cache() makes them";
}

TEST(AllocInLoop, EmptyCacheIsNamedWhereStacksShowIt) {
    const auto t = looping([](TraceDsl& loop, const TraceDsl::Track& host, int, std::int64_t at) {
        loop.python(host, {at, at + 90'000}, "torch/cuda/memory.py(190): empty_cache");
        loop.call(host, {at + 10'000, at + 20'000}, "cudaFree");
    });
    const auto findings = Detected(t).of(kAllocInLoopRule);
    ASSERT_THAT(findings, SizeIs(1));
    EXPECT_EQ(findings[0].values.caseOf("fix"), "empty-cache");
}

TEST(AllocInLoop, OneStepIsThePoolsLastGrowth) {
    const auto growing = [](int steps) {
        return looping(
            [steps](TraceDsl& t, const TraceDsl::Track& host, int step, std::int64_t at) {
                if (step >= 1 && step <= steps) {
                    t.call(host, {at, at + 30'000}, "cudaMalloc");
                }
            });
    };
    EXPECT_THAT(Detected(growing(1)).of(kAllocInLoopRule), IsEmpty());
    EXPECT_THAT(Detected(growing(2)).of(kAllocInLoopRule), SizeIs(1));
    EXPECT_THAT(Detected(growing(2), {"alloc-in-loop.min_steps=3"}).of(kAllocInLoopRule),
                IsEmpty());
}

// A pool that fills up in the first half of the loop and then no more; calls now and then go on.
TEST(AllocInLoop, MustGoOnInTheLaterHalf) {
    const auto allocating = [](auto isIn) {
        return looping(
            [isIn](TraceDsl& t, const TraceDsl::Track& host, int step, std::int64_t at) {
                if (isIn(step)) {
                    t.call(host, {at, at + 30'000}, "cudaMalloc");
                }
            },
            12);
    };
    EXPECT_THAT(Detected(allocating([](int step) { return step < 6; })).of(kAllocInLoopRule),
                IsEmpty());
    EXPECT_THAT(Detected(allocating([](int step) { return step % 4 == 0; })).of(kAllocInLoopRule),
                SizeIs(1));
}

TEST(AllocInLoop, StreamOrderedCallsAndCompilingAreNone) {
    const auto t = looping([](TraceDsl& loop, const TraceDsl::Track& host, int, std::int64_t at) {
        loop.call(host, {at, at + 1000}, "cudaMallocAsync");
        loop.call(host, {at + 2000, at + 3000}, "cudaFreeAsync");
        loop.op(host, {at + 10'000, at + 800'000}, "dynamo");
        loop.call(host, {at + 20'000, at + 30'000}, "cudaMalloc");
    });
    EXPECT_THAT(Detected(t).of(kAllocInLoopRule), IsEmpty());
}

TEST(AllocInLoop, Texts) {
    EXPECT_TRUE(test::matchesGolden(
        "findings/rules/alloc-in-loop.txt",
        test::textOf("alloc-in-loop",
                     {"memory_growth", "memory/empty_cache_before", "memory/pin_before"})));
}

}  // namespace
}  // namespace gaplight
