// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/kernels/kernel_efficiency.h"

#include <algorithm>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "core/analysis/torch/kernel_group.h"
#include "core/io/plain_sources.h"
#include "core/session/efficiency_of.h"
#include "core/session/session.h"
#include "tests/support/checks/golden.h"

namespace gaplight {
namespace {

std::string slice(std::string_view category, std::string_view name, std::string_view begin,
                  std::string_view duration, std::string_view args, bool onGpu = false) {
    return fmt::format(
        R"({{"ph":"X","cat":"{}","name":"{}","pid":{},"tid":{},"ts":{},"dur":{},"args":{{{}}}}},)",
        category, name, onGpu ? 0 : 434, onGpu ? 7 : 434, begin, duration, args);
}

std::string op(std::string_view name, std::string_view begin, std::string_view duration,
               std::string_view dims, std::string_view types, std::string_view values = "[]") {
    return slice("cpu_op", name, begin, duration,
                 fmt::format(R"("External id":1,"Concrete Inputs":{},"Input type":{},)"
                             R"("Input Dims":{},"Ev Idx":1)",
                             values, types, dims));
}

// A launch at `begin` µs, and its kernel.
std::string kernel(int correlation, std::string_view begin, std::string_view name,
                   std::string_view start, std::string_view duration, int device = 0) {
    return slice("cuda_runtime", "cudaLaunchKernel", begin, "1",
                 fmt::format(R"("correlation":{})", correlation)) +
           slice("kernel", name, start, duration,
                 fmt::format(R"("correlation":{},"device":{},"stream":7,"grid":[1,1,1])",
                             correlation, device),
                 true);
}

std::shared_ptr<const Session> openedText(std::string events, std::string_view gpu) {
    events.pop_back();
    const auto text = std::make_shared<const std::string>(fmt::format(
        R"({{"schemaVersion":1,"record_shapes":1,"deviceProperties":[{{"id":0,"name":"{}",)"
        R"("computeMajor":9,"computeMinor":0}}],"traceEvents":[{}]}})",
        gpu, events));
    const auto source = plainMemorySource(text);
    const auto session = openSession("made.json", *source);
    EXPECT_TRUE(session) << session.error().message;
    return *session;
}

std::string textOf(const Session& session, const SessionEfficiency& kernels) {
    std::string text;
    for (const GpuRoofline& gpu : kernels.measured.gpus) {
        text += fmt::format("{}: {} of {} ns covered, {} wrong{}\n", gpu.name, gpu.covered.count(),
                            gpu.kernels.count(), gpu.modelWrong.count(),
                            gpu.isFromTrace ? ", best of the trace" : "");
    }
    for (const ClassEfficiency& one : kernels.measured.classes) {
        const OperatorClass& calls = kernels.measured.calls(one);
        text +=
            fmt::format("{:<32} {:>3} calls {:>9} ns  {:>13} FLOPs {:>10} bytes  {:>6.1f} % {}{}\n",
                        session.trace->text(calls.op), calls.calls, calls.time.count(),
                        one.work.flops.value_or(0), one.work.bytes, 100 * one.efficiency,
                        kernelBoundName(one.bound), one.isModelWrong ? ", model wrong" : "");
        for (const ClassKernel& row : calls.kernels) {
            text += fmt::format("    {:>3} {:>9} ns {}\n", row.count, row.time.count(),
                                shortKernelName(session.trace->text(row.name)));
        }
    }
    return text;
}

// A convolution's gradient of three kernels, one of them an operator of its own; two products of
// one shape and one of another; a product whose name says TF32.
std::string events() {
    const std::string_view kTwo = R"(["float","float"])";
    return op("aten::convolution_backward", "0", "100",
              "[[8,64,56,56],[8,64,56,56],[64,64,3,3],[],[],[],[],[],[],[],[]]",
              R"(["float","float","float","","","","","","","",""])",
              R"(["","","","[0]","[1, 1]","[1, 1]","[1, 1]","False","[0, 0]","1",)"
              R"("[True, True, False]"])") +
           kernel(1, "10", "dgrad_simt", "200", "80") +
           op("aten::fill_", "20", "10", "[[64,64,3,3],[]]", R"(["float","Scalar"])") +
           kernel(2, "22", "fill", "300", "2") + kernel(3, "40", "wgrad_simt", "400", "90") +
           op("aten::mm", "110", "10", "[[4096,4096],[4096,4096]]", kTwo) +
           kernel(4, "112", "sgemm", "1000", "2400") +
           op("aten::mm", "130", "10", "[[4096,4096],[4096,4096]]", kTwo) +
           kernel(5, "132", "sgemm", "4000", "2600") +
           op("aten::mm", "150", "10", "[[512,4096],[4096,4096]]", kTwo) +
           kernel(6, "152", "sgemm", "7000", "500") +
           op("aten::mm", "170", "10", "[[4096,4096],[4096,2048]]", kTwo) +
           kernel(7, "172", "s1688gemm_tf32", "8000", "200") +
           op("aten::mul", "190", "10", "[[16777216],[16777216]]", kTwo) +
           kernel(8, "192", "mul", "9000", "20") +
           op("aten::sort", "210", "10", "[[1048576]]", R"(["float"])") +
           kernel(9, "212", "sort", "9500", "50");
}

TEST(KernelEfficiency, SharesTheWorkOfACallAmongItsKernels) {
    const auto session = openedText(events(), "NVIDIA H200");
    const SessionEfficiency kernels = efficiencyOf(*session);
    // Not of fill_, which takes less than a thousandth of the time.
    EXPECT_EQ(kernels.measured.shapesRead, 5U);
    EXPECT_TRUE(test::matchesGolden("kernels/made.txt", textOf(*session, kernels)));
    // 2 x 4096^3 FLOPs in 67 TFLOP/s take 2.05 ms: both calls of 2.4 and 2.6 ms count.
    const ClassEfficiency& products = kernels.measured.classes.front();
    EXPECT_NEAR(products.efficiency, 2 * 4096.0 * 4096 * 4096 / 67e12 / 2.5e-3, 1e-6);
    // The TF32 kernel is compared with TF32, the element-wise one is faster than its memory.
    const auto& all = kernels.tables.kernels;
    const auto rowOf = [&](std::string_view name) {
        return *std::find_if(all.begin(), all.end(), [&](const EfficiencyRow& row) {
            return session->trace->text(row.name) == name;
        });
    };
    EXPECT_NEAR(*rowOf("s1688gemm_tf32").sums.efficiency(),
                2 * 4096.0 * 4096 * 2048 / 494.5e12 / 200e-6, 1e-6);
    EXPECT_EQ(rowOf("mul").sums.modelWrong, std::chrono::microseconds(20));
    EXPECT_FALSE(rowOf("mul").sums.efficiency());
    EXPECT_FALSE(rowOf("sort").sums.efficiency());
    // Both kernels of the gradient have the efficiency of the call.
    EXPECT_NEAR(*rowOf("dgrad_simt").sums.efficiency(), *rowOf("wgrad_simt").sums.efficiency(),
                1e-9);
    EXPECT_NEAR(rowOf("dgrad_simt").sums.flops + rowOf("wgrad_simt").sums.flops,
                2 * 2.0 * 56 * 56 * 9 * 64 * 64 * 8, 1);
}

// Two decode iterations and a prompt of one server: shapes have the queries, names the keys.
TEST(KernelEfficiency, TakesTheWorkOfPagedAttentionFromTheIteration) {
    const std::string_view kDims = "[[32,64,64],[32,8,64],[32,8,64],[32,64,64],[],[]]";
    const std::string_view kTypes =
        R"(["c10::BFloat16","c10::BFloat16","c10::BFloat16","c10::BFloat16","",""])";
    const auto attention = [&](int number, std::string_view begin, std::string_view launch,
                               std::string_view start) {
        return op("vllm::unified_attention_with_output", begin, "20", kDims, kTypes) +
               slice("python_function", "vllm/attention.py(40): forward", begin, "19", "") +
               kernel(number, launch, "kernel_unified_attention", start, "40");
    };
    const auto session = openedText(
        slice("user_annotation",
              "execute_32_context_0(sq0sk0sqsq0sqsk0)_generation_32(sq32sk50000sqsq32sqsk50000)",
              "0", "90", "") +
            attention(1, "10", "12", "1000") + attention(2, "40", "42", "1100") +
            slice(
                "user_annotation",
                "execute_32_context_0(sq0sk0sqsq0sqsk0)_generation_32(sq32sk60000sqsq32sqsk60000)",
                "100", "90", "") +
            attention(3, "110", "112", "1200") +
            slice("user_annotation",
                  "execute_32_context_1(sq32sk32sqsq1024sqsk1024)_generation_0(sq0sk0sqsq0sqsk0)",
                  "200", "90", "") +
            attention(4, "210", "212", "1300") +
            // Sums are not in this name.
            slice("user_annotation", "execute_context_0(0)_generation_32(32)", "300", "90", "") +
            attention(5, "310", "312", "1400"),
        "NVIDIA H200");
    const SessionEfficiency kernels = efficiencyOf(*session);
    ASSERT_EQ(kernels.measured.classes.size(), 3U);
    const ClassEfficiency& first = kernels.measured.classes.front();
    EXPECT_EQ(kernels.measured.calls(first).calls, 2U);
    EXPECT_EQ(first.work.flops, std::int64_t{2} * 64 * 128 * 50'000);
    EXPECT_EQ(first.work.neededFlops, first.work.flops);
    EXPECT_EQ(first.work.bytes, 2 * (std::int64_t{32} * 64 * 128 + std::int64_t{50'000} * 8 * 128));
    std::vector<std::int64_t> needed;
    for (const ClassEfficiency& one : kernels.measured.classes) {
        needed.push_back(one.work.neededFlops);
    }
    std::ranges::sort(needed);
    // Of the prompt's 32 × 32 pairs the mask leaves 528.
    EXPECT_EQ(needed.front(), std::int64_t{2} * 64 * 128 * 528);
    EXPECT_EQ(needed.back(), std::int64_t{2} * 64 * 128 * 60'000);
}

TEST(KernelEfficiency, ComparesWithTheBestKernelWhereTheGpuIsUnknown) {
    const auto session = openedText(events(), "Some GPU");
    const SessionEfficiency kernels = efficiencyOf(*session);
    ASSERT_EQ(kernels.measured.gpus.size(), 1U);
    EXPECT_TRUE(kernels.measured.gpus[0].isFromTrace);
    for (const ClassEfficiency& one : kernels.measured.classes) {
        EXPECT_LE(one.efficiency, 1 + 1e-9);
    }
    EXPECT_EQ(kernels.measured.gpus[0].modelWrong, Duration::zero());
    for (const StepUse& step : kernels.tables.steps) {
        EXPECT_FALSE(step.mfu);
    }
}

TEST(KernelEfficiency, IsEmptyWithoutShapes) {
    const auto session = openedText(slice("cpu_op", "aten::mm", "110", "10", R"("External id":1)") +
                                        kernel(4, "112", "sgemm", "1000", "2400"),
                                    "NVIDIA H200");
    const SessionEfficiency kernels = efficiencyOf(*session);
    EXPECT_TRUE(kernels.measured.classes.empty());
    EXPECT_EQ(kernels.measured.gpus.at(0).kernels, std::chrono::microseconds(2400));
}

// Sums are made by blocks of 32,768 launches; the last one of a block and the first one of the next
// belong to one call.
TEST(KernelEfficiency, SumsAreTheSameAcrossBlocks) {
    constexpr int kPairs = 20'000;
    std::string events = slice("user_annotation", "ProfilerStep#1", "0", "90000", "") +
                         slice("user_annotation", "ProfilerStep#2", "100000", "200000", "");
    int correlation = 0;
    const auto addLaunch = [&](int at, std::string_view name) {
        ++correlation;
        events += kernel(correlation, std::to_string(at), name, std::to_string(at + 1), "1");
    };
    addLaunch(1, "alone");
    for (int pair = 0; pair < kPairs; ++pair) {
        const int at = 10 + pair * 10;
        events += slice("python_function", pair % 3 == 0 ? "nn.Module: A_0" : "nn.Module: B_0",
                        std::to_string(at), "9", "") +
                  op("aten::mm", std::to_string(at), "8", "[[512,512],[512,512]]",
                     R"(["float","float"])");
        addLaunch(at + 2, "first");
        addLaunch(at + 4, "second");
    }
    const auto session = openedText(events, "NVIDIA H200");
    const SessionEfficiency kernels = efficiencyOf(*session);
    ASSERT_EQ(kernels.measured.classes.size(), 1U);
    const OperatorClass& calls = kernels.measured.calls(kernels.measured.classes[0]);
    EXPECT_EQ(calls.calls, std::uint64_t{kPairs});
    ASSERT_EQ(calls.kernels.size(), 2U);
    ASSERT_EQ(kernels.tables.kernels.size(), 3U);
    for (const EfficiencyRow& row : kernels.tables.kernels) {
        const bool isAlone = session->trace->text(row.name) == "alone";
        EXPECT_EQ(row.sums.count, isAlone ? 1U : std::uint64_t{kPairs});
        EXPECT_EQ(row.sums.covered, std::chrono::microseconds(isAlone ? 0 : kPairs));
    }
    constexpr double kFlops = 2.0 * 512 * 512 * 512;
    ASSERT_EQ(kernels.tables.modules.size(), 2U);
    EXPECT_EQ(kernels.tables.modules[0].sums.count, std::uint64_t{kPairs - (kPairs + 2) / 3});
    EXPECT_NEAR(kernels.tables.modules[0].sums.flops + kernels.tables.modules[1].sums.flops,
                kFlops * kPairs, 1e3);
    ASSERT_EQ(kernels.tables.steps.size(), 2U);
    // The first step ends where the second one begins, at 100 ms.
    EXPECT_NEAR(kernels.tables.steps[0].flops, kFlops * 9'999, 1);
    EXPECT_NEAR(kernels.tables.steps[1].flops, kFlops * 10'001, 1);
}

// Every class of a recorded trace, for the eye.
TEST(KernelEfficiency, NcuRun) {
    const auto session = openSession(test::dataFile("ncu/ncu_run.json.zst"));
    ASSERT_TRUE(session) << session.error().message;
    EXPECT_TRUE(
        test::matchesGolden("kernels/ncu_run.txt", textOf(**session, efficiencyOf(**session))));
}

}  // namespace
}  // namespace gaplight
