// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/provenance/kernel_sources.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/formats/open_compile_log.h"
#include "core/session/provenance_of.h"
#include "core/session/session.h"
#include "tests/support/checks/golden.h"
#include "tests/support/traces/trace_dsl.h"

namespace gaplight::test {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

CompileLog recordedLog() {
    auto log =
        openCompileLog(dataFile("memory/snapshot_run.torch_trace.log.zst"), InflationLimit{});
    EXPECT_TRUE(log) << log.error().message;
    return *std::move(log);
}

CompileLog madeLog(const std::vector<std::pair<std::string, std::string>>& graphsAndNames) {
    CompileLog log;
    for (const auto& [graph, name] : graphsAndNames) {
        CompiledKernel& kernel = log.kernels.emplace_back();
        kernel.name = name;
        kernel.graph = graph;
        kernel.lines.push_back(
            {"model.py", static_cast<std::int64_t>(log.kernels.size()), "f", ""});
        if (!graph.empty()) {
            log.graphs.push_back(graph);
        }
    }
    return log;
}

// A kernel below an annotation each.
struct CompiledTrace {
    TraceDsl trace;
    TraceDsl::Track host = trace.thread("main");
    TraceDsl::Track stream = trace.stream(0, 7);
    std::int64_t at = 0;

    void run(const std::string& graph, const std::string& kernel) {
        if (!graph.empty()) {
            trace.annotation(host, {at, at + 50 * kUs}, "## Call CompiledFxGraph " + graph + " ##");
        }
        const std::uint64_t launch = trace.launch(host, {at + kUs, at + 2 * kUs});
        trace.kernel(stream, {at + 5 * kUs, at + 15 * kUs}, launch, kernel);
        at += 100 * kUs;
    }
};

Result<KernelSources> found(const CompiledTrace& made, const CompileLog& log) {
    const auto trace = made.trace.trace();
    return sourcesOfKernels(*trace, LaunchIndex::build(*trace), log, nullptr);
}

TEST(KernelSources, RecordedRun) {
    const auto session = openSession(dataFile("memory/snapshot_run.json.zst"));
    ASSERT_TRUE(session) << session.error().message;
    const CompileLog log = recordedLog();
    const auto sources =
        sourcesOfKernels(*(*session)->trace, (*session)->indexes->launches, log, nullptr);
    ASSERT_TRUE(sources) << sources.error().message;
    EXPECT_EQ(sources->generated, 84U);
    EXPECT_EQ(sources->kernels.size(), 84U);
    EXPECT_EQ(sources->ambiguous, 0U);
    EXPECT_EQ(sources->graphs, 4U);
    EXPECT_EQ(sources->unknownGraphs, 0U);
    EXPECT_EQ(sources->foundTime, sources->generatedTime);
    for (const KernelSource& source : sources->kernels) {
        const CompiledKernel& kernel = log.kernels[source.kernel];
        EXPECT_EQ(kernel.name, (*session)->trace->name(source.slice));
        EXPECT_EQ(kernel.id.version, 1);
        EXPECT_THAT(kernel.lines.at(0).file, HasSubstr("cap_snapshot.py"));
    }
}

// The rules state the log's reasons instead of their own guesses.
TEST(KernelSources, RulesUseTheLog) {
    const auto session = openSession(dataFile("memory/snapshot_run.json.zst"));
    ASSERT_TRUE(session) << session.error().message;
    const auto known = withCompileLog(**session, (*session)->provenance.get(), recordedLog());
    ASSERT_TRUE(known) << known.error().message;
    const auto logged = reassess(**session, {{}, std::nullopt, {}, *known});
    ASSERT_TRUE(logged) << logged.error().message;
    std::string all;
    for (const Finding& finding : (*logged)->findings.findings) {
        if (finding.rule == "graph-break" || finding.rule == "recompile") {
            all += std::string(finding.rule) + "\n" + finding.title + "\n" + finding.why + "\n" +
                   finding.fix + "\n";
        }
    }
    EXPECT_THAT(all, HasSubstr("Call to `torch._dynamo.graph_break()` at cap_snapshot.py:7"));
    EXPECT_THAT(all, HasSubstr("tensor 'x' size mismatch at index 0. expected 512, actual 576"));
    EXPECT_TRUE(matchesGolden("provenance/snapshot_run.findings.txt", all));
}

TEST(KernelSources, KeysDecideBetweenEqualNames) {
    CompiledTrace made;
    made.run("fb", "triton_poi_fused_0");
    made.run("fa", "triton_poi_fused_0");
    made.run("", "triton_poi_fused_0");
    made.run("", "other");
    const auto sources =
        found(made, madeLog({{"fa", "triton_poi_fused_0"}, {"fb", "triton_poi_fused_0"}}));
    ASSERT_TRUE(sources) << sources.error().message;
    std::vector<std::uint32_t> kernels;
    std::vector<bool> ambiguous;
    for (const KernelSource& source : sources->kernels) {
        kernels.push_back(source.kernel);
        ambiguous.push_back(source.isAmbiguous);
    }
    EXPECT_THAT(kernels, ElementsAre(1, 0, 0));
    EXPECT_THAT(ambiguous, ElementsAre(false, false, true));
    EXPECT_EQ(sources->launchesOfKernel[0], 2U);
}

TEST(KernelSources, LogsOfOtherRunsAreRefused) {
    CompiledTrace made;
    made.run("fa", "triton_poi_fused_0");
    const auto other = found(made, madeLog({{"fz", "triton_poi_fused_0"}}));
    ASSERT_FALSE(other);
    EXPECT_THAT(other.error().message, HasSubstr("a log of another run"));
    CompiledTrace eager;
    eager.run("", "gemm");
    const auto nothing = found(eager, madeLog({{"fz", "triton_poi_fused_0"}}));
    ASSERT_FALSE(nothing);
    EXPECT_THAT(nothing.error().message, HasSubstr("nothing in common"));
    made.run("fb", "triton_poi_fused_1");
    const auto half = found(made, madeLog({{"fb", "triton_poi_fused_1"}}));
    ASSERT_TRUE(half) << half.error().message;
    EXPECT_EQ(half->unknownGraphs, 1U);
    EXPECT_EQ(half->kernels.size(), 1U);
}

}  // namespace
}  // namespace gaplight::test
