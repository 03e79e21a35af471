// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/provenance/gpu_time_tree.h"

#include <string>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "core/session/session.h"
#include "tests/core/analysis/analyzed.h"
#include "tests/support/checks/golden.h"

namespace gaplight {
namespace {

using test::Analyzed;
using test::TraceDsl;

std::vector<TrackId> tracksOf(const Trace& trace, std::optional<TrackKind> kind) {
    std::vector<TrackId> tracks;
    for (std::size_t i = 0; i < trace.tracks().size(); ++i) {
        if (!kind || trace.tracks()[i].kind == *kind) {
            tracks.emplace_back(i);
        }
    }
    return tracks;
}

// One line a node: indented name, GPU time, activities, calls, median, p99.
std::string textOf(const Trace& trace, const GpuTimeTree& tree, std::uint32_t node = 0) {
    if (tree.nodes().empty()) {
        return "empty";
    }
    const GpuTimeNode& one = tree[node];
    std::string text = fmt::format("{:{}}{} {} of {}", "", 2 * one.depth,
                                   one.name.isValid() ? trace.text(one.name)
                                   : node == 0        ? "all"
                                                      : "no launch",
                                   one.gpuTime.count(), one.activities);
    text += one.calls > 0 ? fmt::format(" in {} calls", one.calls) : "";
    text += one.median > Duration::zero()
                ? fmt::format(", median {} p99 {}", one.median.count(), one.p99.count())
                : "";
    text += "\n";
    for (std::uint32_t child = 0; child < one.childCount; ++child) {
        text += textOf(trace, tree, one.firstChild + child);
    }
    return text;
}

// Two steps of a module with an operator inside its own name, a copy outside of it, a kernel whose
// launch was not recorded.
TraceDsl makeTrace() {
    TraceDsl t;
    const auto host = t.thread("main");
    const auto stream = t.stream(0, 7);
    for (const std::int64_t at : {0, 1000}) {
        t.annotation(host, {at, at + 900}, "ProfilerStep#" + std::to_string(at / 1000));
        t.python(host, {at + 10, at + 500}, "nn.Module: Linear_0");
        t.python(host, {at + 12, at + 490}, "torch/nn/linear.py(10): forward");
        t.op(host, {at + 20, at + 400}, "aten::linear");
        t.op(host, {at + 30, at + 300}, "aten::linear");
        t.op(host, {at + 40, at + 200}, "aten::addmm");
        t.kernel(stream, {at + 100, at + 200}, t.launch(host, {at + 50, at + 60}), "gemm");
        t.kernel(stream, {at + 200, at + 250}, t.launch(host, {at + 70, at + 80}), "gemm");
        t.kernel(stream, {at + 300, at + 330}, t.launch(host, {at + 210, at + 220}), "bias");
        t.kernel(stream, {at + 600, at + 605}, t.launch(host, {at + 550, at + 560}), "add");
    }
    return t;
}

class GpuTimeTreeTest : public ::testing::Test {
protected:
    std::string text(std::int64_t begin, std::int64_t end, ActivityScope scope,
                     std::optional<TrackKind> kind = std::nullopt) const {
        const Trace& trace = *m_analyzed.trace;
        return textOf(trace, GpuTimeTree::build(trace, m_launches, tracksOf(trace, kind),
                                                {timeFromNs(begin), timeFromNs(end)}, scope));
    }

    Analyzed m_analyzed{makeTrace()};
    LaunchIndex m_launches = LaunchIndex::build(*m_analyzed.trace);
};

TEST_F(GpuTimeTreeTest, JoinsKernelsWithWhatLaunchedThem) {
    EXPECT_EQ(text(0, 2000, ActivityScope::Launched),
              "all 370 of 8\n"
              "  ProfilerStep#0 370 of 8 in 2 calls\n"
              "    nn.Module: Linear_0 360 of 6 in 2 calls\n"
              "      aten::linear 360 of 6 in 2 calls\n"
              "        aten::addmm 300 of 4 in 2 calls\n"
              "          gemm 300 of 4, median 50 p99 100\n"
              "        bias 60 of 2, median 30 p99 30\n"
              "    add 10 of 2, median 5 p99 5\n");
}

TEST_F(GpuTimeTreeTest, CountsWhatIsLaunchedOrWhatRunsInTheRange) {
    // Launched in [55, 75): the second kernel of the first step alone.
    EXPECT_EQ(text(55, 75, ActivityScope::Launched, TrackKind::Thread),
              "all 50 of 1\n"
              "  ProfilerStep#0 50 of 1 in 1 calls\n"
              "    nn.Module: Linear_0 50 of 1 in 1 calls\n"
              "      aten::linear 50 of 1 in 1 calls\n"
              "        aten::addmm 50 of 1 in 1 calls\n"
              "          gemm 50 of 1, median 50 p99 50\n");
    // In [150, 220) parts of two kernels run.
    EXPECT_EQ(text(150, 220, ActivityScope::Ran, TrackKind::Stream),
              "all 70 of 2\n"
              "  ProfilerStep#0 70 of 2 in 1 calls\n"
              "    nn.Module: Linear_0 70 of 2 in 1 calls\n"
              "      aten::linear 70 of 2 in 1 calls\n"
              "        aten::addmm 70 of 2 in 1 calls\n"
              "          gemm 70 of 2, median 20 p99 50\n");
    EXPECT_EQ(text(0, 2000, ActivityScope::Ran, TrackKind::Thread), "empty");
}

TEST(GpuTimeTree, KeepsWhatHasNoLaunch) {
    TraceDsl t;
    t.kernel(t.stream(0, 7), {100, 200}, 0, "orphan");
    const Analyzed analyzed(t);
    const Trace& trace = *analyzed.trace;
    const LaunchIndex launches = LaunchIndex::build(trace);
    const TimeRange all{timeFromNs(0), timeFromNs(1000)};
    EXPECT_EQ(textOf(trace, GpuTimeTree::build(trace, launches, tracksOf(trace, std::nullopt), all,
                                               ActivityScope::Ran)),
              "all 100 of 1\n"
              "  no launch 100 of 1\n"
              "    orphan 100 of 1, median 100 p99 100\n");
}

// Children sum to their parent, and the root to all activities.
TEST(GpuTimeTree, SumsUpOnARecordedTrace) {
    const auto loaded = openSession(test::dataFile("flux_after_eager.json.zst"));
    ASSERT_TRUE(loaded) << loaded.error().message;
    const Session& session = **loaded;
    const Trace& trace = *session.trace;
    const GpuTimeTree tree =
        GpuTimeTree::build(trace, session.indexes->launches, tracksOf(trace, std::nullopt),
                           trace.range(), ActivityScope::Ran);
    Duration all{};
    for (const GpuActivity& activity : trace.gpuActivities()) {
        all += trace.slices().duration(activity.slice);
    }
    ASSERT_FALSE(tree.nodes().empty());
    EXPECT_EQ(tree[0].gpuTime, all);
    EXPECT_EQ(tree[0].activities, trace.gpuActivities().size());
    for (std::uint32_t at = 0; at < tree.nodes().size(); ++at) {
        const GpuTimeNode& node = tree[at];
        Duration sum{};
        for (std::uint32_t child = 0; child < node.childCount; ++child) {
            sum += tree[node.firstChild + child].gpuTime;
            EXPECT_EQ(tree[node.firstChild + child].parent, at);
        }
        EXPECT_EQ(sum, node.kind == GpuTimeKind::Activity ? Duration{} : node.gpuTime);
    }
}

}  // namespace
}  // namespace gaplight
