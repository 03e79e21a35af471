// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/provenance/replay_origins.h"

#include <cstdlib>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/analysis/torch/kernel_group.h"
#include "core/provenance/gpu_time_tree.h"
#include "core/session/provenance_of.h"
#include "tests/support/checks/golden.h"
#include "tests/support/traces/trace_dsl.h"

namespace gaplight::test {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

std::shared_ptr<const Session> opened(const std::string& path) {
    const auto session = openSession(path);
    EXPECT_TRUE(session) << session.error().message;
    return *session;
}

LoadedTrace loaded(const std::string& path) {
    const auto trace = readTrace(path);
    EXPECT_TRUE(trace) << trace.error().message;
    return *trace;
}

std::shared_ptr<const Session> made(const TraceDsl& trace) {
    const auto source = byteSourceFromMemory(trace.json());
    const auto session = openSession("made.json", **source);
    EXPECT_TRUE(session) << session.error().message;
    return *session;
}

LoadedTrace madeCapture(const TraceDsl& trace) {
    const auto source = byteSourceFromMemory(trace.json());
    const auto read = readTrace("capture.json", **source);
    EXPECT_TRUE(read) << read.error().message;
    return *read;
}

std::string listed(const Session& session, const ReplayOrigins& origins, std::size_t count) {
    std::string text;
    for (std::size_t at = 0; at < std::min(count, origins.nodes.size()); ++at) {
        const NodeOrigin& node = origins.nodes[at];
        const auto innermost = [&](OriginKind kind) {
            return origins.paths.innermostText(node.path, kind);
        };
        text += fmt::format("{} | {} | {} | {} | {} | {}\n",
                            shortKernelName(session.trace->name(node.slice)),
                            innermost(OriginKind::Operator), innermost(OriginKind::Module),
                            innermost(OriginKind::Annotation), innermost(OriginKind::Python),
                            originConfidenceName(node.confidence));
    }
    return text;
}

TEST(ReplayOrigins, RecordedPair) {
    const auto session = opened(dataFile("graphs/graph_replay.json.zst"));
    const auto origins =
        replayOriginsOf(*session, loaded(dataFile("graphs/graph_capture.json.zst")));
    ASSERT_TRUE(origins) << origins.error().message;
    EXPECT_EQ(origins->graphs, 1U);
    EXPECT_EQ(origins->replays, 6U);
    EXPECT_EQ(origins->matchedReplays, 6U);
    EXPECT_EQ(origins->nodes.size(), 792U);
    EXPECT_EQ(origins->matchedTime, origins->replayedTime);
    for (const OriginKind kind :
         {OriginKind::Annotation, OriginKind::Module, OriginKind::Operator}) {
        EXPECT_GE(origins->timeWith[static_cast<std::size_t>(kind)] * 100,
                  origins->replayedTime * 95)
            << static_cast<int>(kind);
    }
    EXPECT_TRUE(matchesGolden("provenance/graph_replay.txt", listed(*session, *origins, 132)));
    // Every replay is the same graph.
    for (std::size_t at = 132; at < origins->nodes.size(); ++at) {
        EXPECT_EQ(origins->nodes[at].path, origins->nodes[at % 132].path);
    }
    EXPECT_EQ(origins->find(origins->nodes[7].slice), &origins->nodes[7]);
    EXPECT_EQ(origins->find(SliceId(0)), nullptr);
}

// GPU time of a replay lies below the modules of the capture.
TEST(ReplayOrigins, GpuTimeTree) {
    const auto session = opened(dataFile("graphs/graph_replay.json.zst"));
    const auto origins =
        replayOriginsOf(*session, loaded(dataFile("graphs/graph_capture.json.zst")));
    ASSERT_TRUE(origins) << origins.error().message;
    std::vector<TrackId> tracks;
    for (std::size_t at = 0; at < session->trace->tracks().size(); ++at) {
        tracks.emplace_back(at);
    }
    const GpuTimeTree tree =
        GpuTimeTree::build(*session->trace, session->indexes->launches, tracks,
                           session->trace->range(), ActivityScope::Launched, {}, &*origins);
    std::string text;
    Duration leaves{};
    for (std::uint32_t at = 0; at < tree.nodes().size(); ++at) {
        const GpuTimeNode& node = tree[at];
        leaves += node.kind == GpuTimeKind::Activity ? node.gpuTime : Duration::zero();
        if (node.kind != GpuTimeKind::Activity && node.depth <= 3) {
            text += fmt::format("{:{}}{} {} ns, {} in {} calls\n", "", 2 * node.depth,
                                node.origin.isValid() ? origins->paths.text(node.origin)
                                : node.name.isValid() ? session->trace->text(node.name)
                                                      : "all",
                                node.gpuTime.count(), node.activities, node.calls);
        }
    }
    EXPECT_EQ(leaves, tree[0].gpuTime);
    EXPECT_TRUE(matchesGolden("provenance/graph_replay.gpu_time.txt", text));
}

TEST(ReplayOrigins, CapturedInTheSameTrace) {
    const auto session = opened(dataFile("record/graph.json.zst"));
    const auto origins = replayOriginsOf(*session);
    ASSERT_TRUE(origins) << origins.error().message;
    EXPECT_TRUE(origins->isSameTrace);
    EXPECT_EQ(origins->matchedReplays, 5U);
    EXPECT_EQ(origins->matchedTime, origins->replayedTime);
}

// A capture of two graphs with a launch each, by default from modules of their own.
struct MadeCapture {
    TraceDsl trace;
    TraceDsl::Track host = trace.thread("main");
    std::int64_t at = 0;

    void begin() { call("cudaStreamBeginCapture"); }
    void end() { call("cudaStreamEndCapture"); }
    void call(const std::string& name) {
        trace.call(host, {at, at + kUs}, name);
        at += 2 * kUs;
    }
    void launch(const std::string& module, const std::string& op, const std::string& kernel = {}) {
        trace.python(host, {at, at + 9 * kUs}, "nn.Module: " + module);
        trace.op(host, {at + kUs, at + 8 * kUs}, op);
        trace.launch(host, {at + 2 * kUs, at + 3 * kUs});
        if (!kernel.empty()) {
            trace.arg("kernel", '"' + kernel + '"');
        }
        at += 10 * kUs;
    }
};

struct MadeReplay {
    TraceDsl trace;
    TraceDsl::Track host = trace.thread("main");
    std::int64_t at = 0;

    struct Node {
        std::string name;
        int stream = 7;
        std::string nodeId = {};
        std::string graphId = {};
    };
    void replay(const std::vector<Node>& nodes) {
        const std::uint64_t launch = trace.call(host, {at, at + kUs}, "cudaGraphLaunch");
        for (const Node& node : nodes) {
            at += 10 * kUs;
            trace.kernel(trace.stream(0, node.stream), {at, at + 5 * kUs}, launch, node.name);
            if (!node.nodeId.empty()) {
                trace.arg("graph node id", node.nodeId);
                trace.arg("graph id", node.graphId);
            }
        }
        at += 20 * kUs;
    }
};

std::vector<std::string> modulesOf(const ReplayOrigins& origins) {
    std::vector<std::string> modules;
    for (const NodeOrigin& node : origins.nodes) {
        modules.push_back(std::string(origins.paths.innermostText(node.path, OriginKind::Module)) +
                          " " + std::string(originConfidenceName(node.confidence)));
    }
    return modules;
}

Result<ReplayOrigins> matched(const MadeReplay& replay, const MadeCapture& capture) {
    return replayOriginsOf(*made(replay.trace), madeCapture(capture.trace));
}

TEST(ReplayOrigins, LayersTakeTurns) {
    MadeCapture capture;
    for (const char* layer : {"Layer_0", "Layer_1"}) {
        capture.begin();
        capture.launch(layer, "aten::add");
        capture.end();
    }
    MadeReplay replay;
    for (int step = 0; step < 4; ++step) {
        replay.replay({{"add"}});
    }
    const auto origins = matched(replay, capture);
    ASSERT_TRUE(origins) << origins.error().message;
    EXPECT_THAT(modulesOf(*origins),
                ElementsAre("nn.Module: Layer_0 start_order", "nn.Module: Layer_1 start_order",
                            "nn.Module: Layer_0 start_order", "nn.Module: Layer_1 start_order"));
    replay.replay({{"add"}});
    const auto odd = matched(replay, capture);
    ASSERT_TRUE(odd);
    EXPECT_THAT(modulesOf(*odd).back(), "nn.Module: Layer_0 ambiguous");
    EXPECT_EQ(odd->timeByConfidence[3], odd->matchedTime);
}

TEST(ReplayOrigins, AmbiguousOnlyWhereGraphsDiffer) {
    MadeCapture capture;
    for (const char* layer : {"Layer_0", "Layer_1"}) {
        capture.begin();
        capture.launch("Shared", "aten::mul");
        capture.launch(layer, "aten::add");
        capture.end();
    }
    MadeReplay replay;
    replay.replay({{"mul"}, {"add"}});
    const auto origins = matched(replay, capture);
    ASSERT_TRUE(origins) << origins.error().message;
    EXPECT_THAT(modulesOf(*origins),
                ElementsAre("nn.Module: Shared start_order", "nn.Module: Layer_0 ambiguous"));
}

TEST(ReplayOrigins, IdsOfGraphsAndNodes) {
    MadeCapture capture;
    for (const char* layer : {"Layer_0", "Layer_1"}) {
        capture.begin();
        capture.launch(layer, "aten::mul");
        capture.launch("Last", "aten::add");
        capture.end();
    }
    MadeReplay replay;
    // The second graph runs first, three times in all, and its nodes in the opposite order.
    replay.replay({{"add", 7, "12", "2"}, {"mul", 8, "11", "2"}});
    replay.replay({{"add", 7, "12", "2"}, {"mul", 8, "11", "2"}});
    replay.replay({{"add", 7, "6", "1"}, {"mul", 8, "5", "1"}});
    const auto origins = matched(replay, capture);
    ASSERT_TRUE(origins) << origins.error().message;
    EXPECT_THAT(modulesOf(*origins),
                ElementsAre("nn.Module: Last node_ids", "nn.Module: Last node_ids",
                            "nn.Module: Last node_ids", "nn.Module: Layer_1 node_ids",
                            "nn.Module: Layer_1 node_ids", "nn.Module: Layer_0 node_ids"));
}

TEST(ReplayOrigins, NamesDecideOnSeveralStreams) {
    MadeCapture capture;
    capture.begin();
    capture.launch("First", "aten::mul", "void at::native::mul<float>(int)");
    capture.launch("Second", "aten::add", "add");
    capture.end();
    MadeReplay replay;
    replay.replay({{"add", 7}, {"mul", 8}});
    const auto origins = matched(replay, capture);
    ASSERT_TRUE(origins) << origins.error().message;
    EXPECT_THAT(modulesOf(*origins),
                ElementsAre("nn.Module: Second names", "nn.Module: First names"));
    MadeReplay other;
    other.replay({{"add"}, {"sub"}});
    EXPECT_FALSE(matched(other, capture));
}

TEST(ReplayOrigins, Refused) {
    MadeCapture capture;
    MadeReplay replay;
    replay.replay({{"add"}, {"gemm_kernel"}});
    const auto empty = matched(replay, capture);
    ASSERT_FALSE(empty);
    EXPECT_THAT(empty.error().message, HasSubstr("no capture of a graph"));
    capture.begin();
    capture.launch("A", "aten::add");
    const auto shorter = matched(replay, capture);
    ASSERT_FALSE(shorter);
    EXPECT_THAT(shorter.error().message,
                HasSubstr("a capture of another program: none of its one"));
    // As many nodes, but the matrix product would come from an addition.
    capture.launch("B", "aten::add");
    EXPECT_FALSE(matched(replay, capture));
    MadeReplay none;
    none.trace.launch(none.host, {0, kUs});
    const auto noReplay = matched(none, capture);
    ASSERT_FALSE(noReplay);
    EXPECT_THAT(noReplay.error().message, HasSubstr("replays no graph"));
}

TEST(ReplayOrigins, CapturesOfOtherThreadsAndCallsThatRan) {
    MadeCapture capture;
    const TraceDsl::Track engine = capture.trace.thread("engine");
    const TraceDsl::Track elsewhere = capture.trace.thread("other process", 435);
    capture.begin();
    capture.trace.launch(engine, {capture.at, capture.at + kUs});
    capture.trace.launch(elsewhere, {capture.at, capture.at + kUs});
    const std::uint64_t ran =
        capture.trace.launch(engine, {capture.at + 2 * kUs, capture.at + 3 * kUs});
    capture.trace.kernel(capture.trace.stream(0, 7), {capture.at + 4 * kUs, capture.at + 5 * kUs},
                         ran);
    capture.at += 10 * kUs;
    capture.end();
    capture.launch("After", "aten::add");
    const LoadedTrace trace = madeCapture(capture.trace);
    const CapturedGraphs graphs = capturedGraphs(*trace.trace, LaunchIndex::build(*trace.trace),
                                                 [](SliceId) { return std::string(); });
    ASSERT_EQ(graphs.graphs.size(), 1U);
    EXPECT_EQ(graphs.graphs[0].nodes.size(), 1U);
}

}  // namespace
}  // namespace gaplight::test
