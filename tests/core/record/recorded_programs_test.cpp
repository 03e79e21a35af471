// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
// Traces that the recorder wrote on a GPU of programs that are known by the line.
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <unistd.h>

#include "core/analysis/replay/replay.h"
#include "core/record/process_trace.h"
#include "core/session/session.h"
#include "tests/support/checks/golden.h"

namespace gaplight {
namespace {

using ::testing::Contains;
using ::testing::IsSupersetOf;

std::shared_ptr<const Session> opened(const std::string& path) {
    const auto session = openSession(path, {});
    EXPECT_TRUE(session) << session.error().message;
    return session ? *session : nullptr;
}

// What the program did on the GPU, and what is planted in it (tests/data/README.md).
struct Program {
    std::string name;
    std::uint64_t kernels = 0;
    std::uint64_t copies = 0;
    std::uint64_t fills = 0;
    std::size_t syncs = 0;
    std::size_t streams = 0;
    std::vector<std::string> findings = {};
};

void PrintTo(const Program& program, std::ostream* out) {
    *out << program.name;
}

class RecordedPrograms : public ::testing::TestWithParam<Program> {
protected:
    void SetUp() override {
        m_session = opened(test::dataFile("record/" + GetParam().name + ".json.zst"));
        ASSERT_NE(m_session, nullptr);
    }
    const Trace& trace() const { return *m_session->trace; }

    std::shared_ptr<const Session> m_session;
};

TEST_P(RecordedPrograms, HoldAllThatRan) {
    ASSERT_EQ(m_session->analysis.devices.size(), 1U);
    const GpuActivityTotals& totals = m_session->analysis.devices[0].totals;
    EXPECT_EQ(totals.kernels, GetParam().kernels);
    EXPECT_EQ(totals.memcpys, GetParam().copies);
    EXPECT_EQ(totals.memsets, GetParam().fills);
    EXPECT_EQ(trace().syncFacts().size(), GetParam().syncs);
    const auto streams =
        std::count_if(trace().tracks().begin(), trace().tracks().end(), [](const Track& track) {
            return track.kind == TrackKind::Stream && track.sliceCount != 0;
        });
    EXPECT_EQ(static_cast<std::size_t>(streams), GetParam().streams);
}

TEST_P(RecordedPrograms, ReadWithoutIssues) {
    EXPECT_TRUE(trace().issues().empty());
    EXPECT_EQ(trace().facts().devices.size(), 1U);
}

// Every activity has its call, and no activity begins before it.
TEST_P(RecordedPrograms, TieActivitiesToCalls) {
    for (std::size_t at = 0; at < trace().gpuActivities().size(); ++at) {
        const SliceId call = m_session->indexes->launches.launchOf(ActivityId(at));
        ASSERT_TRUE(call.isValid());
        const SliceId activity = trace().gpuActivities()[at].slice;
        EXPECT_GE(trace().slices().start(activity), trace().slices().start(call));
    }
}

TEST_P(RecordedPrograms, LetTheRulesFindWhatIsPlanted) {
    std::vector<std::string> found;
    for (const Finding& finding : m_session->findings.findings) {
        found.emplace_back(finding.rule);
    }
    EXPECT_THAT(found, IsSupersetOf(GetParam().findings));
}

INSTANTIATE_TEST_SUITE_P(
    All, RecordedPrograms,
    ::testing::Values(Program{"pageable", 15, 7, 0, 5, 1, {"pageable-copy"}},
                      Program{"sync", 83, 1, 0, 85, 1, {"host-sync"}},
                      Program{"tiny", 1003, 1, 0, 5, 1, {"launch-bound", "tiny-kernels"}},
                      Program{"events", 13, 11, 5, 15, 2, {"host-sync"}},
                      Program{"graph", 108, 1, 5, 6, 1},
                      Program{"threads", 1203, 1, 0, 125, 5, {"host-sync"}},
                      Program{"bottlenecks",
                              1890,
                              30,
                              20,
                              186,
                              2,
                              {"host-sync", "launch-bound", "tiny-kernels", "no-cuda-graph",
                               "copy-not-overlapped"}},
                      // As many as PyTorch's own profiler counts on the same work.
                      Program{"torch", 115, 5, 5, 6, 1, {"host-sync"}}),
    [](const auto& test) { return test.param.name; });

// The first copy goes through the host, since its GPU could not reach the other yet.
TEST(RecordedPeers, TellTheGpusApart) {
    const auto session = opened(test::dataFile("record/peers.json.zst"));
    ASSERT_NE(session, nullptr);
    ASSERT_EQ(session->analysis.devices.size(), 2U);
    const GpuActivityTotals& first = session->analysis.devices[0].totals;
    const GpuActivityTotals& second = session->analysis.devices[1].totals;
    EXPECT_EQ(first.kernels, 40U);
    EXPECT_EQ(second.kernels, 60U);
    EXPECT_EQ(first.memsets + second.memsets, 4U);
    EXPECT_EQ(first.memcpys + second.memcpys, 5U);
    EXPECT_TRUE(session->trace->issues().empty());
    std::vector<std::string> named;
    for (const Track& track : session->trace->tracks()) {
        if (track.name.isValid()) {
            named.emplace_back(session->trace->text(track.name));
        }
    }
    EXPECT_THAT(named, IsSupersetOf({"stream 14 (work 0)", "stream 23 (work 1)"}));
    // Each GPU waits for what the other has sent it: without these waits the model was 7 % off.
    const Replay replay =
        Replay::build(*session->trace, session->indexes->launches, session->analysis);
    EXPECT_LE(replay.modelError(), 0.001);
}

TEST(RecordedCrash, KeepsTheLastKernels) {
    const auto session = opened(test::dataFile("record/crash.json.zst"));
    ASSERT_NE(session, nullptr);
    // 500 long before the crash, 500 right before it, 3 to warm up.
    EXPECT_EQ(session->analysis.devices.at(0).totals.kernels, 1003U);
}

// What a recorder sent, byte by byte, becomes a trace again, without a GPU.
class RecordedBytes : public ::testing::Test {
protected:
    std::shared_ptr<const Session> written(const std::string& name) {
        std::ifstream file(test::dataFile("record/" + name), std::ios::binary);
        const std::string bytes((std::istreambuf_iterator<char>(file)), {});
        record::ProcessTrace trace(::testing::TempDir() + name + std::to_string(::getpid()) +
                                   ".json");
        EXPECT_TRUE(trace.take(std::as_bytes(std::span(bytes))));
        EXPECT_TRUE(trace.finish());
        EXPECT_TRUE(trace.events().hasEnded());
        EXPECT_EQ(trace.events().counts().dropped, 0U);
        const std::shared_ptr<const Session> session = opened(trace.path());
        std::filesystem::remove(trace.path());
        return session;
    }
};

TEST_F(RecordedBytes, SayWhatStreamsAndThreadsWaitFor) {
    const auto session = written("events.records");
    ASSERT_NE(session, nullptr);
    EXPECT_TRUE(session->trace->issues().empty());
    const auto& syncs = session->trace->syncFacts();
    std::size_t waits = 0;
    for (const SyncFacts& wait : syncs.values()) {
        const std::string_view kind = session->trace->text(wait.kind);
        if (kind == "Stream Wait Event" || kind == "Event Sync") {
            ++waits;
            EXPECT_GE(wait.waitOnStream, 0) << kind;
            EXPECT_GE(wait.waitOnEventRecordCorrelation, 0) << kind;
        }
    }
    EXPECT_EQ(waits, 10U);
    EXPECT_EQ(session->trace->memoryEvents().size(), 3U);
}

TEST_F(RecordedBytes, NameGraphNodes) {
    const auto session = written("graph.records");
    ASSERT_NE(session, nullptr);
    std::size_t ofGraphs = 0;
    const RepeatedColumn<KernelConfig>& configs = session->trace->kernelConfigs();
    for (std::size_t kernel = 0; kernel < configs.size(); ++kernel) {
        ofGraphs += configs.value(kernel).graphNodeId != 0 ? 1U : 0U;
    }
    EXPECT_EQ(ofGraphs, 105U);  // 5 launches of 21 kernels
}

}  // namespace
}  // namespace gaplight
