// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/startup/first_uses.h"

#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "tests/core/analysis/analyzed.h"

namespace gaplight {
namespace {

using test::Analyzed;
using test::kMs;
using test::kUs;
using test::TraceDsl;

// "cudaFree allocation" per call.
std::vector<std::string> callsOf(const Analyzed& result) {
    std::vector<std::string> calls;
    const FirstUses& found = result.analysis.firstUse;
    for (const FirstUseCall& call : found.calls()) {
        calls.push_back(std::string(result.trace->name(call.slice)) + " " +
                        std::string(firstUseKindName(call.kind)));
    }
    return calls;
}

using Calls = std::vector<std::string>;

// A host thread that launches a kernel every 100 µs.
class StartUp : public ::testing::Test {
protected:
    void launch(std::int64_t at, std::int64_t length = 5 * kUs, const char* kernel = "usual") {
        const auto call = m_dsl.launch(m_host, {at, at + length});
        m_dsl.kernel(m_stream, {at + length + 5 * kUs, at + length + 15 * kUs}, call, kernel);
    }
    void launches(std::int64_t from, int count) {
        for (int i = 0; i < count; ++i) {
            launch(from + i * 100 * kUs);
        }
    }
    void step(int number, std::int64_t from, std::int64_t length) {
        m_dsl.annotation(m_host, {from, from + length}, "ProfilerStep#" + std::to_string(number));
    }

    TraceDsl m_dsl;
    TraceDsl::Track m_host = m_dsl.thread("main");
    TraceDsl::Track m_stream = m_dsl.stream(0, 7);
};

// The first copy sets up what all copies use, with any API; waiting for the GPU is something else.
TEST_F(StartUp, TheFirstCopyOfAProcessSetsUp) {
    const auto copies = [&](const char* name, bool isGpuBusy, std::int64_t second) {
        TraceDsl dsl;
        const auto host = dsl.thread("main");
        const auto stream = dsl.stream(0, 7);
        dsl.kernel(stream, {20 * kUs, isGpuBusy ? 12 * kMs : 30 * kUs},
                   dsl.launch(host, {0, 10 * kUs}));
        dsl.call(host, {40 * kUs, 12 * kMs}, name);
        dsl.call(host, {13 * kMs, 13 * kMs + second}, name);
        dsl.kernel(stream, {15 * kMs, 16 * kMs}, dsl.launch(host, {14 * kMs, 14'010 * kUs}));
        return callsOf(Analyzed(dsl));
    };
    // With the second, before the program goes on to launch.
    EXPECT_EQ(copies("hipMemcpy", false, 200 * kUs),
              (Calls{"hipMemcpy upload", "hipMemcpy upload"}));
    EXPECT_EQ(copies("cudaMemcpyAsync", false, 200 * kUs),
              (Calls{"cudaMemcpyAsync upload", "cudaMemcpyAsync upload"}));
    EXPECT_EQ(copies("hipMemcpy", true, 200 * kUs), Calls{});
    EXPECT_EQ(copies("hipMemcpy", false, 9 * kMs), Calls{});
}

// Eight steps of four products, of 20 µs but for those that `takes` gives (step, product). In odd
// steps their kernels are of a size of its own.
template <class Takes>
TraceDsl stepsOfProducts(const Takes& takes) {
    TraceDsl t;
    const auto host = t.thread("main");
    const auto stream = t.stream(0, 7);
    for (int step = 0; step < 8; ++step) {
        std::int64_t at = step * 2 * kMs;
        t.annotation(host, {at, at + 2 * kMs - 1}, "ProfilerStep#" + std::to_string(step));
        for (int product = 0; product < 4; ++product) {
            at += 100 * kUs;
            const std::int64_t length = takes(step, product);
            t.op(host, {at, at + length}, "aten::mm");
            const auto call = t.launch(host, {at + length - 8 * kUs, at + length - 4 * kUs});
            const int size = step % 2 == 1 ? step : 0;
            t.kernel(stream, {at + length, at + length + 10 * kUs}, call,
                     "gemm_" + std::to_string(size) + "_" + std::to_string(product / 2));
            at += length;
        }
    }
    return t;
}

TEST_F(StartUp, ProductsOfNewSizesAreSlowOnce) {
    const auto isNew = [](int step, int product) { return step % 2 == 1 && product % 2 == 0; };
    const TraceDsl slowOnNew = stepsOfProducts(
        [&](int step, int product) { return (isNew(step, product) ? 150 : 20) * kUs; });
    EXPECT_EQ(callsOf(Analyzed(slowOnNew)), Calls(8, "aten::mm operator"));
    // In each step they are what the program does, and without a new size the thread is held up.
    const TraceDsl slowInAll =
        stepsOfProducts([](int, int product) { return (product % 2 == 0 ? 150 : 20) * kUs; });
    EXPECT_EQ(callsOf(Analyzed(slowInAll)), Calls{});
    const TraceDsl slowOnOld = stepsOfProducts([&](int step, int product) {
        return (step % 2 == 1 && product % 2 == 1 ? 150 : 20) * kUs;
    });
    EXPECT_EQ(callsOf(Analyzed(slowOnOld)), Calls{});
}

// CUPTI records the loading of a module on a track of its own.
TEST_F(StartUp, LoadingInsideACallIsFirstUse) {
    launches(0, 8);
    m_dsl.call(m_host, {2 * kMs, 2'500 * kUs}, "cudaFuncSetAttribute");
    const auto cupti = m_dsl.thread("CUPTI", 1);
    m_dsl.slice(cupti, {2'010 * kUs, 2'490 * kUs}, "overhead", "Runtime Triggered Module Loading");
    m_dsl.slice(cupti, {3 * kMs, 4 * kMs}, "overhead", "Runtime Triggered Module Loading");
    const Analyzed result(m_dsl);
    EXPECT_EQ(callsOf(result), Calls{"cudaFuncSetAttribute loading"});
    EXPECT_EQ(result.analysis.firstUse.calls().front().range.length(), Duration(480 * kUs));
}

TEST_F(StartUp, ALaunchThatTakesFarLongerThanOthersLoadsItsKernel) {
    launches(0, 10);
    launch(2 * kMs, 20 * kMs, "new");
    launches(30 * kMs, 10);
    EXPECT_EQ(callsOf(Analyzed(m_dsl)), Calls{"cudaLaunchKernel loading"});
}

TEST_F(StartUp, ASlowLaunchOfAKernelThatRanBeforeIsAnInterruption) {
    launches(0, 10);
    launch(2 * kMs, 20 * kMs);
    launches(30 * kMs, 10);
    EXPECT_EQ(callsOf(Analyzed(m_dsl)), Calls{});
}

TEST_F(StartUp, ACallBelowAMillisecondIsNotNamed) {
    launches(0, 10);
    launch(2 * kMs, kMs - 1);
    EXPECT_EQ(callsOf(Analyzed(m_dsl)), Calls{});
}

TEST_F(StartUp, ARareCallIsSlowFromAMillisecondOn) {
    launches(0, 4);
    m_dsl.call(m_host, {2 * kMs, 4 * kMs}, "cudaStreamCreateWithFlags");
    m_dsl.call(m_host, {4 * kMs, 4 * kMs + 900 * kUs}, "cudaEventCreateWithFlags");
    EXPECT_EQ(callsOf(Analyzed(m_dsl)), Calls{"cudaStreamCreateWithFlags setup"});
}

// One of many calls in the middle of the run; before a kernel's first launch it may load it.
TEST_F(StartUp, ASlowCallAfterManyQuickOnesIsAnInterruption) {
    const auto callsBefore = [](const char* kernel) {
        TraceDsl dsl;
        const auto host = dsl.thread("main");
        const auto stream = dsl.stream(0, 7);
        std::int64_t at = 0;
        for (int call = 0; call < 40; ++call) {
            const std::int64_t length = call == 30 ? 22 * kMs : kUs;
            dsl.call(host, {at, at + length}, "cudaFuncSetAttribute");
            at += length + kUs;
            dsl.kernel(stream, {at + 10 * kUs, at + 90 * kUs}, dsl.launch(host, {at, at + 5 * kUs}),
                       call == 30 ? kernel : "usual");
            at += 100 * kUs;
        }
        return callsOf(Analyzed(dsl));
    };
    EXPECT_EQ(callsBefore("usual"), Calls{});
    EXPECT_EQ(callsBefore("new"), Calls{"cudaFuncSetAttribute setup"});
}

// Most launches are slow, since most are the first of their kernel.
TEST_F(StartUp, WhereMostLaunchesLoadTheirKernelTheOthersSayWhatIsSlow) {
    for (int i = 0; i < 6; ++i) {
        launch(i * 10 * kMs, 5 * kMs, ("new" + std::to_string(i)).c_str());
    }
    for (int i = 0; i < 4; ++i) {
        launch(70 * kMs + i * 100 * kUs, 5 * kUs, "new0");
    }
    EXPECT_EQ(callsOf(Analyzed(m_dsl)), Calls(6, "cudaLaunchKernel loading"));
}

TEST_F(StartUp, WithoutEnoughLaterLaunchesTheFloorDecides) {
    for (int i = 0; i < 6; ++i) {
        launch(i * 10 * kMs, 5 * kMs, ("new" + std::to_string(i)).c_str());
    }
    launch(70 * kMs, 5 * kUs, "new0");
    EXPECT_EQ(callsOf(Analyzed(m_dsl)), Calls(6, "cudaLaunchKernel loading"));
}

TEST_F(StartUp, WaitsAndCopiesAmongOrAfterKernelsAreTheProgram) {
    m_dsl.call(m_host, {0, 100 * kUs}, "cudaMalloc");
    launches(kMs, 4);
    m_dsl.call(m_host, {2 * kMs, 40 * kMs}, "cudaDeviceSynchronize");
    const auto copy = m_dsl.call(m_host, {40 * kMs, 80 * kMs}, "cudaMemcpyAsync");
    m_dsl.memcpy(m_stream, {41 * kMs, 79 * kMs}, copy);
    launches(81 * kMs, 4);
    EXPECT_EQ(callsOf(Analyzed(m_dsl)), Calls{"cudaMalloc allocation"});
}

TEST_F(StartUp, StepsBeforeTheSteadyOnesAreWarmUp) {
    step(1, 0, 50 * kMs);
    step(2, 50 * kMs, 10 * kMs);
    step(3, 60 * kMs, 11 * kMs);
    for (const std::int64_t from : {0, 50, 60}) {
        launches(from * kMs, 10);
    }
    m_dsl.call(m_host, {10 * kMs, 30 * kMs}, "cudaFree");
    const Analyzed result(m_dsl);
    const FirstUses& found = result.analysis.firstUse;
    EXPECT_EQ(found.warmUpSteps(), 1U);
    EXPECT_EQ(found.steadyFrom(), timeFromNs(50 * kMs));
    EXPECT_EQ(found.warmUpExcess(), Duration(40 * kMs));
    EXPECT_EQ(callsOf(result), Calls{"cudaFree allocation"});
}

TEST_F(StartUp, CallsThatRecurInEveryStepAreTheProgram) {
    for (int i = 0; i < 4; ++i) {
        step(i, i * 30 * kMs, 30 * kMs);
        launches(i * 30 * kMs, 10);
        m_dsl.call(m_host, {i * 30 * kMs + 5 * kMs, i * 30 * kMs + 25 * kMs}, "hipFree");
    }
    EXPECT_EQ(callsOf(Analyzed(m_dsl)), Calls{});
}

TEST_F(StartUp, WithoutStepsACacheThatOnlyGrowsIsFirstUse) {
    launches(0, 4);
    for (int i = 0; i < 3; ++i) {
        m_dsl.call(m_host, {i * kMs, i * kMs + 200 * kUs}, "cudaMalloc");
    }
    for (int i = 3; i < 6; ++i) {
        m_dsl.call(m_host, {i * kMs, i * kMs + 200 * kUs}, "cudaFree");
    }
    EXPECT_EQ(callsOf(Analyzed(m_dsl)).size(), 3U) << "what is freed at the end does not count";
    m_dsl.call(m_host, {7 * kMs, 7 * kMs + 200 * kUs}, "cudaMalloc");
    EXPECT_EQ(callsOf(Analyzed(m_dsl)), Calls{});
}

TEST_F(StartUp, AConvolutionThatTimesAlgorithmsIsAutotuning) {
    launches(0, 4);
    m_dsl.op(m_host, {2 * kMs, 10 * kMs}, "aten::conv2d");
    m_dsl.op(m_host, {2 * kMs, 10 * kMs}, "aten::cudnn_convolution");
    for (int i = 0; i < 4; ++i) {
        m_dsl.call(m_host, {(3 + i) * kMs, (3 + i) * kMs + 500 * kUs}, "cudaEventSynchronize");
    }
    EXPECT_EQ(callsOf(Analyzed(m_dsl)), Calls{"aten::conv2d autotuning"});
}

TEST_F(StartUp, AConvolutionThatPlansIsPlanning) {
    for (int i = 0; i < 20; ++i) {
        m_dsl.op(m_host, {i * 100 * kUs, (i * 100 + 40) * kUs}, "aten::add");
    }
    for (const std::int64_t at : {3 * kMs, 6 * kMs}) {
        m_dsl.op(m_host, {at, at + 1'500 * kUs}, "aten::conv1d");
        m_dsl.op(m_host, {at + 10, at + 1'400 * kUs}, "aten::cudnn_convolution");
    }
    m_dsl.op(m_host, {9 * kMs, 9'100 * kUs}, "aten::conv1d");
    m_dsl.op(m_host, {9 * kMs, 9'090 * kUs}, "aten::cudnn_convolution");
    EXPECT_EQ(callsOf(Analyzed(m_dsl)), (Calls{"aten::conv1d planning", "aten::conv1d planning"}));
}

// A library is loaded before the calls that set it up.
TEST_F(StartUp, AFirstOperatorIsMoreThanTheSlowCallsInIt) {
    launches(0, 4);
    m_dsl.op(m_host, {2 * kMs, 12 * kMs}, "aten::addmm");
    m_dsl.call(m_host, {8 * kMs, 11 * kMs}, "cudaFree");
    for (int i = 2; i < 5; ++i) {
        m_dsl.op(m_host, {i * 10 * kMs, i * 10 * kMs + 50 * kUs}, "aten::addmm");
    }
    EXPECT_EQ(callsOf(Analyzed(m_dsl)), Calls{"aten::addmm operator"});
}

// A later call that launches a kernel for the first time loads it, unless as many calls are slow
// without one.
TEST_F(StartUp, AnOperatorThatLaunchesANewKernelIsAFirstUse) {
    const auto callsWith = [&](int slowOnes) {
        TraceDsl dsl;
        const auto host = dsl.thread("main");
        const auto stream = dsl.stream(0, 7);
        for (int i = 0; i < 12; ++i) {
            const std::int64_t begin = i * 10 * kMs;
            const bool isSlow = i == 3 || i == 5 || (i > 6 && i <= 6 + slowOnes);
            dsl.op(host, {begin, begin + (isSlow ? 5 * kMs : 50 * kUs)}, "aten::addmm");
            dsl.kernel(stream, {begin + 20 * kUs, begin + 30 * kUs},
                       dsl.launch(host, {begin + 10 * kUs, begin + 15 * kUs}),
                       i == 3   ? "new"
                       : i == 5 ? "newer"
                                : "usual");
        }
        return callsOf(Analyzed(dsl));
    };
    EXPECT_EQ(callsWith(0), (Calls{"aten::addmm operator", "aten::addmm operator"}));
    EXPECT_EQ(callsWith(1), (Calls{"aten::addmm operator", "aten::addmm operator"}));
    EXPECT_EQ(callsWith(2), Calls{});
}

TEST_F(StartUp, AFirstStepThatIsOnlyALittleSlowerIsNoWarmUp) {
    step(1, 0, 14 * kMs);  // 4 ms more: the profiler starts
    step(2, 14 * kMs, 10 * kMs);
    step(3, 24 * kMs, 10 * kMs);
    launches(0, 300);
    m_dsl.call(m_host, {31 * kMs, 33 * kMs}, "cudaStreamCreate");  // in a steady step
    const Analyzed result(m_dsl);
    EXPECT_EQ(result.analysis.firstUse.warmUpSteps(), 0U);
    EXPECT_EQ(callsOf(result), Calls{});
}

TEST_F(StartUp, AGraphCaptureIsNotMeantToRunAnything) {
    launches(0, 4);
    m_dsl.python(m_host, {1 * kMs, 2 * kMs}, "torch/cuda/graphs.py(180): __enter__");
    m_dsl.call(m_host, {1'900 * kUs, 1'950 * kUs}, "cudaStreamBeginCapture");
    m_dsl.call(m_host, {8 * kMs, 8'100 * kUs}, "cudaStreamEndCapture");
    m_dsl.call(m_host, {8'200 * kUs, 9 * kMs}, "cudaGraphInstantiate");
    launches(20 * kMs, 4);
    const Analyzed result(m_dsl);
    const FirstUses& found = result.analysis.firstUse;
    ASSERT_EQ(found.calls().size(), 1U);
    EXPECT_EQ(found.calls()[0].kind, FirstUseKind::Capturing);
    EXPECT_EQ(found.calls()[0].range, (TimeRange{timeFromNs(1 * kMs), timeFromNs(9 * kMs)}));
}

TEST_F(StartUp, ExplainTheGapsThatTheyFill) {
    launches(0, 10);
    launch(2 * kMs, 20 * kMs, "new");
    launches(30 * kMs, 2);
    const Analyzed result(m_dsl);
    const FirstUses& found = result.analysis.firstUse;
    std::vector<std::int64_t> explained;
    for (const Gap& gap : result.device().gaps) {
        if (found.explains(*result.trace, gap)) {
            explained.push_back(ns(gap.length()) / kMs);
        }
    }
    // The gap until the slow launch's kernel starts; not the pause of 8 ms after it.
    EXPECT_EQ(explained, std::vector<std::int64_t>{21});
}

}  // namespace
}  // namespace gaplight
