// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/steps/steps.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/analysis/steps/annotations.h"
#include "tests/support/traces/trace_dsl.h"

namespace gaplight {
namespace {

Steps stepsOf(const Trace& trace) {
    const LaunchIndex launches = LaunchIndex::build(trace);
    const auto annotations = annotationSlices(trace);
    const auto devices = activitiesByDevice(trace, launches);
    return measureSteps(trace, launches, findStepMarkers(trace, launches, annotations, devices),
                        devices, {});
}

TEST(Steps, FollowProfilerStep) {
    test::TraceDsl dsl;
    const auto host = dsl.thread("main");
    const auto stream = dsl.stream(0, 7);
    for (int step = 0; step < 3; ++step) {
        const std::int64_t at = 1000 * step;
        dsl.annotation(host, {at, at + 900}, "ProfilerStep#" + std::to_string(4 + step));
        dsl.kernel(stream, {at + 500, at + 800}, dsl.launch(host, {at + 100, at + 110}));
    }
    const Steps steps = stepsOf(*dsl.trace());
    EXPECT_EQ(steps.markers.source, StepSource::ProfilerStep);
    ASSERT_EQ(steps.rows.size(), 3U);
    EXPECT_EQ(ns(steps.rows[0].host.length()), 1000);  // up to the next step's start
    EXPECT_EQ(ns(steps.rows[2].host.length()), 900);
    EXPECT_EQ(steps.rows[1].kernels, 1U);
    EXPECT_EQ(ns(steps.rows[1].gpuBusy), 300);
    EXPECT_EQ(ns(steps.rows[1].gpuIdle), 700);
    EXPECT_EQ(ns(steps.rows[1].span.length()), 1000);
}

TEST(Steps, WhatRemainsAfterTheLastProfilerStepIsNone) {
    test::TraceDsl dsl;
    const auto host = dsl.thread("main");
    const auto stream = dsl.stream(0, 7);
    for (int step = 0; step < 2; ++step) {
        const std::int64_t at = 1000 * step;
        dsl.annotation(host, {at, at + 900}, "ProfilerStep#" + std::to_string(step));
        dsl.kernel(stream, {at + 500, at + 800}, dsl.launch(host, {at + 100, at + 110}));
    }
    dsl.annotation(host, {2000, 2050}, "ProfilerStep#2");
    EXPECT_EQ(stepsOf(*dsl.trace()).rows.size(), 2U);
}

TEST(Steps, ProfilerStepCountsOnWhicheverThread) {
    test::TraceDsl dsl;
    const auto host = dsl.thread("main");
    const auto other = dsl.thread("reducer");
    for (int i = 0; i < 6; ++i) {
        dsl.annotation(other, {1000 * i, 1000 * i + 900}, "gloo:all_reduce");
    }
    dsl.annotation(host, {1000, 2000}, "ProfilerStep#551");
    const Steps steps = stepsOf(*dsl.trace());
    EXPECT_EQ(steps.markers.source, StepSource::ProfilerStep);
    EXPECT_EQ(steps.rows.size(), 1U);
}

// The layers of a model whose CUDA graph is captured: annotations that submit nothing.
TEST(Steps, AnnotationsThatSubmitNoWorkAreNone) {
    test::TraceDsl dsl;
    const auto host = dsl.thread("main");
    const auto stream = dsl.stream(0, 7);
    for (int layer = 0; layer < 6; ++layer) {
        dsl.annotation(host, {1000 * layer, 1000 * layer + 900}, "layer");
    }
    EXPECT_EQ(stepsOf(*dsl.trace()).rows.size(), 6U) << "without a GPU they may be steps";
    dsl.kernel(stream, {7500, 7800}, dsl.launch(host, {7000, 7010}));
    EXPECT_EQ(stepsOf(*dsl.trace()).markers.source, StepSource::None);
}

// Six blocks, each with an annotation and a kernel; `moduleOf` names the module that a block runs.
template <class ModuleOf>
test::TraceDsl blocks(const ModuleOf& moduleOf) {
    test::TraceDsl dsl;
    const auto host = dsl.thread("main");
    const auto stream = dsl.stream(0, 7);
    for (int block = 0; block < 6; ++block) {
        const std::int64_t at = 1000 * block;
        dsl.annotation(host, {at, at + 900}, "gather_and_run");
        dsl.op(host, {at + 50, at + 800}, moduleOf(block));
        dsl.kernel(stream, {at + 200, at + 300}, dsl.launch(host, {at + 100, at + 110}));
    }
    return dsl;
}

TEST(Steps, LayersOfOnePassAreNone) {
    const auto layer = [](int block) {
        return "FSDP::pre_forward (blocks." + std::to_string(block) + ")";
    };
    EXPECT_EQ(stepsOf(*blocks(layer).trace()).markers.source, StepSource::None);
    const auto again = [](int) { return std::string("FSDP::pre_forward (blocks.0)"); };
    EXPECT_EQ(stepsOf(*blocks(again).trace()).rows.size(), 6U) << "the same module in each";
}

TEST(Steps, WhatRepeatsInsideOneOperatorIsNone) {
    test::TraceDsl dsl;
    const auto host = dsl.thread("main");
    const auto stream = dsl.stream(0, 7);
    dsl.op(host, {0, 6'000}, "model::forward");
    for (int layer = 0; layer < 6; ++layer) {
        const std::int64_t at = 1000 * layer;
        dsl.annotation(host, {at + 10, at + 900}, "layer");
        dsl.kernel(stream, {at + 200, at + 300}, dsl.launch(host, {at + 100, at + 110}));
    }
    EXPECT_EQ(stepsOf(*dsl.trace()).markers.source, StepSource::None);
}

// Steps that are numbered, between which the program evaluates now and then.
TEST(Steps, NumberedAnnotationsAreOneKind) {
    test::TraceDsl dsl;
    const auto host = dsl.thread("main");
    const auto stream = dsl.stream(0, 7);
    for (int step = 0; step < 9; ++step) {
        const std::int64_t at = 1000 * step;
        dsl.annotation(host, {at, at + 900}, "train_step_" + std::to_string(step));
        dsl.kernel(stream, {at + 500, at + 800}, dsl.launch(host, {at + 100, at + 110}));
        if (step % 3 == 2) {
            dsl.annotation(host, {at + 910, at + 990}, "evaluate");
        }
    }
    const Steps steps = stepsOf(*dsl.trace());
    EXPECT_EQ(steps.markers.unit, std::vector<std::string>{"train_step_N"});
    EXPECT_THAT(steps.markers.stepsOfKind, testing::IsEmpty());
    ASSERT_EQ(steps.rows.size(), 9U);
    EXPECT_EQ(ns(steps.rows[0].host.length()), 1000);
    EXPECT_EQ(ns(steps.rows[2].host.length()), 900) << "evaluation is no part of the step";
}

// A server's iterations: one family, whose brackets hold phase and sizes.
TEST(Steps, PhasesOfOneLoopAreItsKinds) {
    test::TraceDsl dsl;
    const auto host = dsl.thread("main");
    const auto stream = dsl.stream(0, 7);
    for (int step = 0; step < 8; ++step) {
        const std::int64_t at = 1000 * step;
        const bool isPrefill = step == 0 || step == 5;
        dsl.annotation(host, {at, at + 900},
                       isPrefill ? "step[EXTEND bs=1 toks=512]"
                                 : "step[DECODE bs=" + std::to_string(step) + "]");
        dsl.kernel(stream, {at + 500, at + 800}, dsl.launch(host, {at + 100, at + 110}));
    }
    const Steps steps = stepsOf(*dsl.trace());
    EXPECT_EQ(steps.rows.size(), 8U);
    EXPECT_EQ(steps.markers.unit,
              (std::vector<std::string>{"step[DECODE bs=N]", "step[EXTEND bs=N toks=N]"}));
    EXPECT_EQ(steps.markers.stepsOfKind, (std::vector<std::size_t>{6, 2}));
}

TEST(Steps, RangesOfLibrariesAreNone) {
    test::TraceDsl dsl;
    const auto host = dsl.thread("main");
    const auto stream = dsl.stream(0, 7);
    for (int call = 0; call < 9; ++call) {
        const std::int64_t at = 1000 * call;
        dsl.annotation(host, {at, at + 900}, "cub::DeviceReduce::Sum");
        dsl.kernel(stream, {at + 500, at + 800}, dsl.launch(host, {at + 100, at + 110}),
                   "kernel " + std::to_string(call));
    }
    EXPECT_EQ(stepsOf(*dsl.trace()).markers.source, StepSource::None);
}

// What repeats in a corner of the program, while most work is launched elsewhere.
TEST(Steps, RepetitionsWithFewLaunchesAreNone) {
    test::TraceDsl dsl;
    const auto host = dsl.thread("main");
    const auto stream = dsl.stream(0, 7);
    for (int block = 0; block < 4; ++block) {
        const std::int64_t at = 1000 * block;
        dsl.annotation(host, {at, at + 900}, "tokenize");
        dsl.kernel(stream, {at + 500, at + 800}, dsl.launch(host, {at + 100, at + 110}), "a");
    }
    for (int launch = 0; launch < 6; ++launch) {
        const std::int64_t at = 4000 + 100 * launch;
        dsl.kernel(stream, {at + 50, at + 80}, dsl.launch(host, {at, at + 10}),
                   "kernel " + std::to_string(launch));
    }
    EXPECT_EQ(stepsOf(*dsl.trace()).markers.source, StepSource::None);
}

// The host launches three steps in 300 ns; the GPU needs 1,000 ns for each.
TEST(Steps, TakeAsLongAsTheGpuWhereTheHostRunsAhead) {
    test::TraceDsl dsl;
    const auto host = dsl.thread("main");
    const auto stream = dsl.stream(0, 7);
    for (int step = 0; step < 3; ++step) {
        const std::int64_t at = 100 * step;
        dsl.annotation(host, {at, at + 90}, "ProfilerStep#" + std::to_string(step));
        const std::int64_t begin = 50 + 1000 * step;
        dsl.kernel(stream, {begin, begin + 990}, dsl.launch(host, {at + 10, at + 20}));
    }
    const Steps steps = stepsOf(*dsl.trace());
    ASSERT_EQ(steps.rows.size(), 3U);
    EXPECT_EQ(ns(steps.rows[0].span.length()), 1040);  // from its begin on the host
    EXPECT_EQ(ns(steps.rows[1].span.length()), 1000);
    EXPECT_EQ(ns(steps.rows[1].gpuBusy), 990);
    EXPECT_EQ(ns(steps.rows[1].gpuIdle), 10);
    EXPECT_EQ(ns(steps.rows[2].host.length()), 90);
    EXPECT_EQ(ns(steps.rows[2].span.length()), 1000);
}

// What the GPU still did from before the capture is no time of the first step.
TEST(Steps, BeginAfterWorkFromBeforeTheCapture) {
    const auto firstSpan = [](std::int64_t start) {
        test::TraceDsl dsl;
        const auto host = dsl.thread("main");
        dsl.annotation(host, {0, 20'000'000}, "ProfilerStep#1");
        dsl.kernel(dsl.stream(0, 7), {start, start + 1'000'000}, dsl.launch(host, {100, 200}));
        return ns(stepsOf(*dsl.trace()).rows.at(0).span.length());
    };
    EXPECT_EQ(firstSpan(1'000'000), 20'000'000);
    EXPECT_EQ(firstSpan(15'000'000), 5'000'000);
    EXPECT_EQ(firstSpan(30'000'000), 1'000'000);
}

TEST(Steps, FollowRepeatingAnnotationsUnderAPipeline) {
    test::TraceDsl dsl;
    const auto host = dsl.thread("main");
    dsl.annotation(host, {0, 10'000}, "pipeline_call");
    dsl.annotation(host, {10, 900}, "encode_prompt");
    for (int step = 0; step < 3; ++step) {
        const std::int64_t at = 1000 + 2000 * step;
        dsl.annotation(host, {at, at + 500}, "transformer_forward");
        dsl.annotation(host, {at + 600, at + 1100}, "transformer_forward");
        dsl.annotation(host, {at + 1200, at + 1900}, "scheduler_step");
    }
    dsl.annotation(host, {8000, 9000}, "vae_decode");
    const Steps steps = stepsOf(*dsl.trace());
    EXPECT_EQ(steps.markers.source, StepSource::Annotations);
    EXPECT_EQ(
        steps.markers.unit,
        (std::vector<std::string>{"transformer_forward", "transformer_forward", "scheduler_step"}));
    ASSERT_EQ(steps.rows.size(), 3U);
    EXPECT_EQ(ns(steps.rows[0].host.begin), 1000);
    EXPECT_EQ(ns(steps.rows[2].host.end), 6900);
}

TEST(Steps, FollowTheKernelSequenceWithoutAnnotations) {
    test::TraceDsl dsl;
    const auto host = dsl.thread("main");
    const auto stream = dsl.stream(0, 7);
    const char* const kernels[] = {"gemm", "softmax", "gemm", "norm", "argmax"};
    std::int64_t at = 0;
    for (int token = 0; token < 4; ++token) {
        for (const char* name : kernels) {
            dsl.kernel(stream, {at + 50, at + 90}, dsl.launch(host, {at, at + 10}), name);
            at += 100;
        }
    }
    const Steps steps = stepsOf(*dsl.trace());
    EXPECT_EQ(steps.markers.source, StepSource::Kernels);
    ASSERT_EQ(steps.rows.size(), 4U);
    EXPECT_EQ(steps.markers.unit.size(), 5U);
    EXPECT_EQ(steps.rows[2].kernels, 5U);
    EXPECT_EQ(steps.rows[2].launches, 5U);
    EXPECT_EQ(ns(steps.rows[2].host.length()), 500);
}

// Kernels that repeat `layers` times in each of `passes` calls of a model.
class Layers {
public:
    test::TraceDsl dsl;

    void run(int passes, int layers, const std::string& category, const std::string& name) {
        for (int pass = 0; pass < passes; ++pass) {
            const std::int64_t begin = m_now;
            for (int layer = 0; layer < layers; ++layer) {
                for (const char* kernel : {"norm", "gemm", "softmax", "gelu"}) {
                    launch(kernel);
                }
            }
            dsl.slice(m_host, {begin, m_now}, category, name);
        }
    }
    void launch(const std::string& kernel) {
        dsl.kernel(m_stream, {m_now + 50, m_now + 90}, dsl.launch(m_host, {m_now + 1, m_now + 10}),
                   kernel);
        m_now += 100;
    }
    Steps steps() const { return stepsOf(*dsl.trace()); }

private:
    test::TraceDsl::Track m_host = dsl.thread("main");
    test::TraceDsl::Track m_stream = dsl.stream(0, 7);
    std::int64_t m_now = 0;
};

TEST(Steps, AreThePassesOfAModelNotItsLayers) {
    Layers layers;
    layers.run(5, 4, "cpu_op", "Torch-Compiled Region: 0/0");
    const Steps steps = layers.steps();
    EXPECT_EQ(steps.markers.source, StepSource::Kernels);
    ASSERT_EQ(steps.rows.size(), 5U);
    EXPECT_EQ(steps.rows[1].kernels, 16U);
}

TEST(Steps, AreNotTheLayersOfOnePass) {
    Layers module;
    module.run(1, 12, "python_function", "nn.Module: Transformer_0");
    EXPECT_EQ(module.steps().markers.source, StepSource::None);

    Layers passes;  // the phase of a program holds many passes
    passes.run(1, 12, "user_annotation", "generate");
    EXPECT_EQ(passes.steps().rows.size(), 12U);

    Layers bare;  // kernels of no layer before and after
    for (const char* kernel : {"embed", "position", "dropout"}) {
        bare.launch(kernel);
    }
    bare.run(1, 12, "python_function", "train.py(3): main");
    EXPECT_EQ(bare.steps().rows.size(), 12U);
    for (const char* kernel : {"pool", "logits"}) {
        bare.launch(kernel);
    }
    EXPECT_EQ(bare.steps().markers.source, StepSource::None);
}

TEST(Steps, AreNotTheLayersInOneGraph) {
    test::TraceDsl dsl;
    const auto host = dsl.thread("main");
    const auto stream = dsl.stream(0, 7);
    const auto graph = dsl.call(host, {0, 10}, "cudaGraphLaunch");
    std::int64_t at = 50;
    for (int layer = 0; layer < 12; ++layer) {
        for (const char* kernel : {"norm", "gemm", "softmax", "gelu"}) {
            dsl.kernel(stream, {at, at + 90}, graph, kernel);
            at += 100;
        }
    }
    EXPECT_EQ(stepsOf(*dsl.trace()).markers.source, StepSource::None);
}

TEST(Steps, AreTheWholeTraceWhereNothingRepeats) {
    test::TraceDsl dsl;
    dsl.op(dsl.thread("main"), {100, 400}, "aten::mm");
    const Steps steps = stepsOf(*dsl.trace());
    EXPECT_EQ(steps.markers.source, StepSource::None);
    ASSERT_EQ(steps.rows.size(), 1U);
    EXPECT_EQ(ns(steps.rows[0].host.length()), 300);
}

// `passes` of 6 annotated layers of 20 launches; after each pass `between` launches, and a wait.
// Then each unit waits too where `waitsInEach`.
Steps layersInPasses(int passes, int between, bool waitsInEach = false) {
    test::TraceDsl dsl;
    const auto host = dsl.thread("main");
    const auto stream = dsl.stream(0, 7);
    std::int64_t now = 0;
    const auto launch = [&](int count) {
        for (int at = 0; at < count; ++at) {
            dsl.kernel(stream, {now + 6, now + 9}, dsl.launch(host, {now, now + 5}));
            now += 10;
        }
    };
    const auto wait = [&] {
        dsl.call(host, {now, now + 5}, "cudaDeviceSynchronize");
        now += 10;
    };
    for (int pass = 0; pass < passes; ++pass) {
        for (int layer = 0; layer < 6; ++layer) {
            const std::int64_t begin = now;
            launch(20);
            dsl.annotation(host, {begin, now}, "attention");
            if (waitsInEach && layer < 5) {
                wait();
            }
        }
        launch(between);
        wait();
    }
    return stepsOf(*dsl.trace());
}

// What repeats outermost: head and embedding part the last layer of a pass from the next pass.
TEST(Steps, AreThePassesOfAnnotatedLayers) {
    const Steps steps = layersInPasses(5, 4);
    EXPECT_EQ(steps.markers.source, StepSource::Annotations);
    ASSERT_EQ(steps.rows.size(), 5U);
    EXPECT_EQ(steps.rows[1].kernels, 124U);
}

// A loop that reads its loss every sixth step, one that evaluates then, and one that always waits.
TEST(Steps, AreNotJoinedWhereTheyAreNoLayers) {
    EXPECT_EQ(layersInPasses(5, 1).rows.size(), 30U);
    EXPECT_EQ(layersInPasses(5, 40).rows.size(), 30U);
    EXPECT_EQ(layersInPasses(5, 4, true).rows.size(), 30U);
}

}  // namespace
}  // namespace gaplight
