// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/causes/host_hotspots.h"

#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "tests/core/analysis/analyzed.h"
#include "tests/support/traces/trace_dsl.h"

namespace gaplight {
namespace {

using test::kUs;

// Iterations of 2,000 µs: a kernel that is done at 100, a gap until 1,100, in which tests put code
// from 110 to 1,000, and a kernel until the next iteration.
struct Loop {
    test::TraceDsl dsl;
    test::TraceDsl::Track host = dsl.thread("main");
    test::TraceDsl::Track stream = dsl.stream(0, 7);
    int iterations = 3;

    template <class Body>
    explicit Loop(const Body& body) {
        dsl.python(host, {0, iterations * 2000 * kUs}, "main.py(1): main");
        for (int at = 0; at < iterations; ++at) {
            const std::int64_t base = at * 2000 * kUs;
            const auto us = [&](std::int64_t begin, std::int64_t end) {
                return test::Span{base + begin * kUs, base + end * kUs};
            };
            dsl.kernel(stream, us(20, 100), dsl.launch(host, us(10, 12)), "first");
            body(*this, us);
            dsl.kernel(stream, us(1100, 2015), dsl.launch(host, us(1005, 1010)), "second");
        }
    }

    // As "function <- caller, caller: µs".
    std::vector<std::string> hotspots() const {
        const test::Analyzed made(dsl);
        const PlaceFinder places(*made.trace);
        std::vector<std::string> texts;
        for (const HostHotspot& one :
             hostHotspots(*made.trace, made.launches, made.analysis, places, {},
                          {Duration(100 * kUs), Duration(1)})) {
            std::string text = std::string(made.trace->text(one.function)) + " <-";
            for (const HostHotspot::Caller& caller : one.callers) {
                text += " " + std::string(made.trace->text(caller.function));
            }
            texts.push_back(text + ": " + std::to_string(one.inGaps.count() / kUs));
        }
        return texts;
    }
};

TEST(HostHotspots, FollowTheCallsToWhatTakesTheTime) {
    const Loop loop([](Loop& to, const auto& us) {
        to.dsl.python(to.host, us(110, 1000), "cache.py(3): cache_context");
        to.dsl.python(to.host, us(115, 995), "hooks.py(5): _set_context");
        for (std::int64_t at = 120; at < 990; at += 100) {
            to.dsl.python(to.host, us(at, at + 60),
                          "torch/nn/modules/module.py(2882): named_modules");
            to.dsl.python(to.host, us(at + 60, at + 80), "torch_utils.py(9): unwrap_module");
        }
    });
    const auto found = loop.hotspots();
    ASSERT_EQ(found.size(), 1U);
    EXPECT_EQ(found[0],
              "torch/nn/modules/module.py(2882): named_modules <- "
              "hooks.py(5): _set_context: 2640");
}

TEST(HostHotspots, MergeCallersOfOneFunction) {
    const Loop loop([](Loop& to, const auto& us) {
        const std::string walk = "torch/nn/modules/module.py(2882): named_modules";
        to.dsl.python(to.host, us(110, 510), "a.py(5): hooks");
        to.dsl.python(to.host, us(115, 505), walk);
        to.dsl.python(to.host, us(600, 900), "b.py(5): dtype");
        to.dsl.python(to.host, us(605, 895), walk);
    });
    const auto found = loop.hotspots();
    ASSERT_EQ(found.size(), 1U);
    EXPECT_EQ(found[0],
              "torch/nn/modules/module.py(2882): named_modules <- a.py(5): hooks "
              "b.py(5): dtype: 2100");
}

// Other ranks decide how long the call lasts, and no change of this code.
TEST(HostHotspots, AreNoWaitsForOtherRanks) {
    const Loop loop([](Loop& to, const auto& us) {
        to.dsl.annotation(to.host, us(110, 500), "MPI_Recv");
        to.dsl.annotation(to.host, us(600, 900), "pack");
    });
    EXPECT_EQ(loop.hotspots(), std::vector<std::string>{"pack <- pack: 900"});
}

// Annotations of two scopes that overlap without nesting, from 110 to 900.
TEST(HostHotspots, CountTheTimeOfOverlappingCallsOnce) {
    const Loop same([](Loop& to, const auto& us) {
        to.dsl.annotation(to.host, us(110, 600), "fetch");
        to.dsl.annotation(to.host, us(300, 900), "fetch");
    });
    EXPECT_EQ(same.hotspots(), std::vector<std::string>{"fetch <- fetch: 2370"});
    const std::string walk = "torch/nn/modules/module.py(2882): named_modules";
    const Loop callers([&](Loop& to, const auto& us) {
        to.dsl.annotation(to.host, us(110, 600), "fetch");
        to.dsl.python(to.host, us(112, 598), walk);
        to.dsl.annotation(to.host, us(300, 900), "decode");
        to.dsl.python(to.host, us(599, 899), walk);
    });
    for (const std::string& hotspot : callers.hotspots()) {
        EXPECT_LE(std::stoll(hotspot.substr(hotspot.rfind(' '))), 3 * 905) << hotspot;
    }
}

// The same code behind the GPU's back costs nothing, and where it launches it is the program.
TEST(HostHotspots, LeaveOutWhatTheHostMerelyPasses) {
    const Loop loop([](Loop& to, const auto& us) {
        to.dsl.python(to.host, us(5, 1990), "model.py(7): forward");
        to.dsl.op(to.host, us(600, 1090), "aten::linear");  // launches
    });
    EXPECT_TRUE(loop.hotspots().empty());
}

TEST(HostHotspots, NameLaunchingCodeThatAlwaysKeepsTheGpuIdle) {
    const Loop loop([](Loop& to, const auto& us) {
        to.dsl.annotation(to.host, us(110, 1050), "Optimizer.step#AdamW.step");
    });
    const auto found = loop.hotspots();
    ASSERT_EQ(found.size(), 1U);
    EXPECT_EQ(found[0], "Optimizer.step#AdamW.step <- Optimizer.step#AdamW.step: 2685");
}

// Half of a call of 80 ns is 40 ns, not 0.
TEST(HostHotspots, CompareSharesOfCallsShorterThanAHundredNanoseconds) {
    test::TraceDsl dsl;
    const auto host = dsl.thread("main");
    const auto stream = dsl.stream(0, 7);
    dsl.kernel(stream, {20, 1000}, dsl.launch(host, {10, 12}), "a");
    dsl.python(host, {945, 1025}, "train.py(1): log");  // 20 ns of its 80 in the gap
    dsl.kernel(stream, {1030, 1200}, dsl.launch(host, {1020, 1024}), "b");
    const test::Analyzed made(dsl);
    const PlaceFinder places(*made.trace);
    EXPECT_TRUE(hostHotspots(*made.trace, made.launches, made.analysis, places, {},
                             {Duration(10), Duration(1)})
                    .empty());
}

TEST(HostHotspots, DoNotCountRecursionTwice) {
    const Loop loop([](Loop& to, const auto& us) {
        to.dsl.python(to.host, us(110, 1000), "walk.py(1): walk");
        to.dsl.python(to.host, us(120, 990), "walk.py(1): walk");
        to.dsl.python(to.host, us(130, 980), "walk.py(1): walk");
    });
    const auto found = loop.hotspots();
    ASSERT_EQ(found.size(), 1U);
    EXPECT_EQ(found[0], "walk.py(1): walk <- walk.py(1): walk: 2670");
}

// An annotation begins inside the profiler's __enter__() and outlives it.
TEST(HostHotspots, SeeThroughTheFramesOfRecordFunction) {
    const Loop loop([](Loop& to, const auto& us) {
        to.dsl.python(to.host, us(110, 1000), "train.py(3): log");
        to.dsl.python(to.host, us(112, 116), "torch/autograd/profiler.py(854): __enter__");
        to.dsl.annotation(to.host, us(115, 995), "logging");
    });
    const auto found = loop.hotspots();
    ASSERT_EQ(found.size(), 1U);
    EXPECT_EQ(found[0], "logging <- logging: 2640");
}

TEST(HostHotspots, TakeOperatorsOnlyWhereACallIsLong) {
    const Loop shortCalls([](Loop& to, const auto& us) {
        for (std::int64_t at = 110; at < 1000; at += 10) {
            to.dsl.op(to.host, us(at, at + 8), "aten::slice");
        }
    });
    EXPECT_TRUE(shortCalls.hotspots().empty());
    const Loop longCall(
        [](Loop& to, const auto& us) { to.dsl.op(to.host, us(110, 1000), "aten::empty_strided"); });
    EXPECT_EQ(longCall.hotspots().size(), 1U);
}

TEST(HostHotspots, LeaveDataLoadersToTheirOwnRule) {
    const Loop loop([](Loop& to, const auto& us) {
        to.dsl.annotation(to.host, us(110, 1000),
                          "enumerate(DataLoader)#_SingleProcessDataLoaderIter.__next__");
    });
    EXPECT_TRUE(loop.hotspots().empty());
}

}  // namespace
}  // namespace gaplight
