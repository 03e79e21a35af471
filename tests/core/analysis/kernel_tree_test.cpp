// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/kernel_tree.h"

#include <string>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "core/analysis/duration_histogram.h"
#include "core/session/session.h"
#include "tests/core/analysis/analyzed.h"
#include "tests/support/checks/golden.h"

namespace gaplight {
namespace {

using test::allTracks;
using test::Analyzed;
using test::TraceDsl;

std::string textOf(const Trace& trace, const KernelTree& tree, std::uint32_t at,
                   std::size_t depth) {
    const KernelTreeNode& node = tree.nodes()[at];
    std::string text = fmt::format("{:{}}", "", 2 * depth);
    text += node.level == KernelLevel::Group ? std::string(kernelGroupName(node.group))
            : node.level == KernelLevel::Name
                ? std::string(trace.text(node.name))
                : fmt::format("grid {} block {} {}", node.grid[0], node.block[0],
                              node.shapedOperator.isValid() ? trace.name(node.shapedOperator)
                                                            : "no shapes");
    text += fmt::format(": {} of {}, {} / {} / {} / {}\n", node.total.count(), node.count,
                        node.shortest.count(), node.median.count(), node.p99.count(),
                        node.longest.count());
    for (std::uint32_t child = 0; child < node.childCount; ++child) {
        text += textOf(trace, tree, node.firstChild + child, depth + 1);
    }
    return text;
}

std::string textOf(const Trace& trace, const KernelTree& tree) {
    std::string text;
    for (std::uint32_t group = 0; group < tree.groupCount(); ++group) {
        text += textOf(trace, tree, group, 0);
    }
    return text;
}

KernelTree treeOf(const Trace& trace, const LaunchIndex& launches) {
    return KernelTree::build(trace, countedActivities(trace, launches, allTracks(trace),
                                                      trace.range(), ActivityScope::Ran));
}

TEST(KernelTree, ByGroupNameAndLaunch) {
    TraceDsl t;
    const auto host = t.thread("main");
    const auto stream = t.stream(0, 7);
    for (const std::int64_t at : {0, 100, 200}) {
        t.op(host, {at, at + 50}, "aten::mm");
        t.kernel(stream, {at + 20, at + 30 + at / 10}, t.launch(host, {at + 5, at + 10}), "gemm");
    }
    t.kernel(stream, {300, 301}, t.launch(host, {290, 295}), "vectorized_elementwise_kernel");
    t.memcpy(stream, {310, 350}, t.launch(host, {302, 305}));
    const Analyzed analyzed(t);
    const Trace& trace = *analyzed.trace;
    const KernelTree tree = treeOf(trace, analyzed.launches);
    EXPECT_EQ(textOf(trace, tree),
              "matmul: 60 of 3, 10 / 20 / 30 / 30\n"
              "  gemm: 60 of 3, 10 / 20 / 30 / 30\n"
              "    grid 0 block 0 no shapes: 60 of 3, 10 / 20 / 30 / 30\n"
              "elementwise: 1 of 1, 1 / 1 / 1 / 1\n"
              "  vectorized_elementwise_kernel: 1 of 1, 1 / 1 / 1 / 1\n"
              "    grid 0 block 0 no shapes: 1 of 1, 1 / 1 / 1 / 1\n");
    EXPECT_EQ(tree.gpuTime().count(), 101);
    std::stop_source stop;
    stop.request_stop();
    const auto counted = countedActivities(trace, analyzed.launches, allTracks(trace),
                                           trace.range(), ActivityScope::Ran);
    EXPECT_TRUE(KernelTree::build(trace, counted, stop.get_token()).nodes().empty());
    EXPECT_TRUE(KernelTree::build(trace, {}).nodes().empty());
}

// Every kernel is in one row of each level, and the rows sum to those above.
TEST(KernelTree, RowsSumToThoseAbove) {
    for (const char* name : {"flux_after_eager.json.zst", "train_sync_pageable.json.zst"}) {
        const auto session = openSession(test::dataFile(name)).value();
        const Trace& trace = *session->trace;
        const KernelTree tree = treeOf(trace, session->indexes->launches);
        std::uint64_t kernels = 0;
        bool hasShapes = false;
        for (std::uint32_t at = 0; at < tree.nodes().size(); ++at) {
            const KernelTreeNode& node = tree.nodes()[at];
            kernels += at < tree.groupCount() ? node.count : 0;
            hasShapes = hasShapes || node.shapedOperator.isValid();
            Duration below{};
            for (std::uint32_t child = 0; child < node.childCount; ++child) {
                const KernelTreeNode& inside = tree.nodes()[node.firstChild + child];
                EXPECT_EQ(inside.parent, at);
                below += inside.total;
            }
            EXPECT_TRUE(node.childCount == 0 || below == node.total) << name << at;
            for (const CountedActivity& activity : tree.activitiesOf(node)) {
                EXPECT_TRUE(!node.name.isValid() ||
                            trace.slices().name(activity.slice) == node.name);
            }
        }
        std::uint64_t recorded = 0;
        for (const GpuActivity& activity : trace.gpuActivities()) {
            recorded += trace.kind(activity.slice) == SliceKind::Kernel ? 1 : 0;
        }
        EXPECT_EQ(kernels, recorded) << name;
        EXPECT_EQ(hasShapes, trace.shapeKeys().size() > 0) << name;
    }
}

TimedSlices lasting(std::initializer_list<std::int64_t> lengths) {
    TimedSlices slices;
    for (const std::int64_t length : lengths) {
        slices.add(SliceId(slices.slices.size()), Duration(length));
    }
    return slices;
}

TEST(DurationHistogram, BinsAreEvenOrLogarithmic) {
    const auto even = lasting({100, 100, 148, 340});
    const DurationHistogram linear = DurationHistogram::build(even.lengths);
    EXPECT_FALSE(linear.isLogarithmic);
    EXPECT_EQ(linear.edges[1].count(), 110);
    EXPECT_EQ(linear.counts[0], 2U);
    EXPECT_EQ(linear.counts[4], 1U);
    EXPECT_EQ(linear.counts.back(), 1U);
    EXPECT_EQ(linear.slicesIn(4, even), std::vector<SliceId>{SliceId(std::size_t{2})});
    const auto far = lasting({1, 2, 1000, 1'000'000});
    const DurationHistogram wide = DurationHistogram::build(far.lengths);
    EXPECT_TRUE(wide.isLogarithmic);
    EXPECT_EQ(wide.counts[0], 1U);
    EXPECT_EQ(wide.counts.back(), 1U);
    EXPECT_EQ(wide.slicesIn(wide.binOf(Duration(1000)), far).size(), 1U);
}

TEST(DurationHistogram, CountsAllOfAnyLength) {
    for (const auto& activities :
         {lasting({5, 5, 5}), lasting({0}), lasting({0, 1}), lasting({0, 4'000'000'000'000'000})}) {
        const DurationHistogram histogram = DurationHistogram::build(activities.lengths);
        std::uint64_t sum = 0;
        for (std::size_t bin = 0; bin < DurationHistogram::kBins; ++bin) {
            sum += histogram.counts[bin];
            EXPECT_LT(histogram.edges[bin], histogram.edges[bin + 1]);
            EXPECT_EQ(histogram.slicesIn(bin, activities).size(), histogram.counts[bin]);
        }
        EXPECT_EQ(sum, activities.slices.size());
    }
    EXPECT_EQ(DurationHistogram::build({}).counts[0], 0U);
}

}  // namespace
}  // namespace gaplight
