// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
//
// One run as PyTorch's profiler recorded it, and as Nsight Systems would have:
// comparing them pairs steps, kernels and annotations, and finds no change. transformer_compile has
// neither marks of steps nor annotations: its operators alone show which kernels make a step.
#include <memory>
#include <string>

#include <gtest/gtest.h>

#include "core/io/byte_source.h"
#include "core/session/comparison_of.h"
#include "core/session/session.h"
#include "tests/core/formats/sql_case.h"
#include "tests/support/formats/nsight_writer.h"
#include "tests/support/traces/recorded_traces.h"

namespace gaplight::test {
namespace {

class CompareFormats : public ::testing::TestWithParam<const char*> {
protected:
    void SetUp() override {
        torch = recordedSession(GetParam());
        ASSERT_NE(torch, nullptr);
        const auto source = byteSourceFromMemory(databaseBytes(nsightSqlOf(*torch->trace)));
        ASSERT_TRUE(source);
        const auto opened = openSession("report.sqlite", **source);
        ASSERT_TRUE(opened) << opened.error().message;
        nsight = *opened;
        ASSERT_EQ(nsight->trace->facts().format, "nsight-sqlite");
    }

    std::shared_ptr<const Session> torch;
    std::shared_ptr<const Session> nsight;
};

TEST_P(CompareFormats, PairsKernels) {
    for (const bool isNsightFirst : {false, true}) {
        const Comparison comparison =
            isNsightFirst ? compareSessions(*nsight, *torch) : compareSessions(*torch, *nsight);
        // Steps that vary by a fifth (transformer_compile) cannot show that a run is unchanged.
        const bool isSteady = std::string_view(GetParam()) != "transformer_compile";
        EXPECT_EQ(verdictName(comparison.verdict.kind),
                  verdictName(isSteady ? VerdictKind::Unchanged : VerdictKind::Inconclusive))
            << ::testing::PrintToString(comparison.verdict.remarks);
        EXPECT_EQ(comparison.verdict.a, comparison.verdict.b);
        std::size_t kernels = 0;
        for (const KernelChange& change : comparison.kernels.kernels) {
            if (change.name.starts_with("Mem")) {
                continue;  // copies and memsets, which each format names in its own way
            }
            EXPECT_EQ(change.a, change.b) << change.name;
            ++kernels;
        }
        EXPECT_GT(kernels, 0U);
    }
}

TEST_P(CompareFormats, PairsAnnotations) {
    const Comparison comparison = compareSessions(*torch, *nsight);
    std::size_t annotations = 0;
    for (const ComparedPart& part : comparison.parts) {
        ASSERT_TRUE(part.a && part.b) << part.name;
        EXPECT_EQ(part.a->count, part.b->count) << part.name;
        if (part.kind == PartKind::Annotation) {
            EXPECT_EQ(part.a->measures.wall, part.b->measures.wall) << part.name;
            EXPECT_EQ(part.a->measures.gpuBusy, part.b->measures.gpuBusy) << part.name;
            ++annotations;
        }
    }
    EXPECT_EQ(annotations > 0, !torch->analysis.annotations.empty());
}

INSTANTIATE_TEST_SUITE_P(Data, CompareFormats,
                         ::testing::Values("copy_before", "sync_large_before", "wan_before_compile",
                                           "ddp_balanced_rank0", "train_workers_pinned",
                                           "transformer_compile"),
                         [](const auto& trace) { return std::string(trace.param); });

}  // namespace
}  // namespace gaplight::test
