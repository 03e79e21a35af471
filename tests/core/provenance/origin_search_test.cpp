// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/provenance/origin_search.h"

#include <algorithm>

#include <gtest/gtest.h>

#include "core/formats/open_compile_log.h"
#include "core/session/provenance_of.h"
#include "tests/support/checks/golden.h"

namespace gaplight::test {
namespace {

std::shared_ptr<const Session> openedTrace(const char* name) {
    const auto session = openSession(dataFile(name));
    EXPECT_TRUE(session);
    return *session;
}

TEST(OriginSearch, FindsReplayedKernelsByWhatSurroundedTheirCapture) {
    const auto session = openedTrace("graphs/graph_replay.json.zst");
    const auto capture = readTrace(dataFile("graphs/graph_capture.json.zst"));
    ASSERT_TRUE(capture);
    const auto known = withCapture(*session, *capture);
    ASSERT_TRUE(known);
    // The module of a kernel, and of all kernels inside it.
    const TextPattern module = TextPattern::substring("linear_0");
    const std::vector<SliceId> found = searchOrigins(**known, module);
    ASSERT_FALSE(found.empty());
    EXPECT_TRUE(std::ranges::is_sorted(found));
    std::size_t expected = 0;
    const ReplayOrigins& replays = *(*known)->replays;
    for (const NodeOrigin& node : replays.nodes) {
        bool isInside = false;
        for (OriginPathId path = node.path; path.isValid();
             path = replays.paths.step(path).parent) {
            isInside = isInside || module.matches(replays.paths.text(path));
        }
        expected += isInside ? 1 : 0;
        EXPECT_EQ(std::ranges::binary_search(found, node.slice), isInside);
    }
    EXPECT_EQ(found.size(), expected);
    EXPECT_EQ(found.size() % replays.replays, 0U) << "the same of each replay";
    EXPECT_EQ(foundOrigin(**known, found[0], module), "nn.Module: Linear_0");
    // An annotation, an operator, and what is nowhere.
    EXPECT_FALSE(searchOrigins(**known, TextPattern::substring("attention")).empty());
    EXPECT_FALSE(searchOrigins(**known, TextPattern::substring("aten::addmm")).empty());
    EXPECT_TRUE(searchOrigins(**known, TextPattern::substring("no such module")).empty());
    EXPECT_EQ(foundOrigin(**known, SliceId(0), module), "");
    EXPECT_TRUE(searchOrigins({}, module).empty());
}

TEST(OriginSearch, FindsGeneratedKernelsByLineOperatorAndNode) {
    const auto session = openedTrace("memory/snapshot_run.json.zst");
    auto log = openCompileLog(dataFile("memory/snapshot_run.torch_trace.log.zst"), {});
    ASSERT_TRUE(log);
    const auto known = withCompileLog(*session, nullptr, *std::move(log));
    ASSERT_TRUE(known) << known.error().message;
    for (const char* text : {"cap_snapshot.py:8", "aten.addmm", "mul_tensor"}) {
        const TextPattern pattern = TextPattern::substring(text);
        const std::vector<SliceId> found = searchOrigins(**known, pattern);
        ASSERT_FALSE(found.empty()) << text;
        EXPECT_EQ(session->trace->name(found[0]).substr(0, 6), "triton") << text;
        EXPECT_NE(foundOrigin(**known, found[0], pattern).find(text), std::string::npos);
    }
}

}  // namespace
}  // namespace gaplight::test
