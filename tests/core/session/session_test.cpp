// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/session/session.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <tuple>
#include <utility>
#include <vector>

#include <unistd.h>

#include <gtest/gtest.h>

#include "core/session/thread_loads.h"
#include "tests/support/checks/golden.h"
#include "tests/support/traces/trace_dsl.h"

namespace gaplight {
namespace {

std::shared_ptr<const Session> open(const std::string& name, const OpenOptions& options = {}) {
    Result<std::shared_ptr<const Session>> session = openSession(test::dataFile(name), options);
    EXPECT_TRUE(session) << (session ? "" : session.error().message);
    return session ? *session : nullptr;
}

// A directory of its own for each test, gone afterwards.
class SessionFiles : public ::testing::Test {
protected:
    void SetUp() override {
        const auto* info = ::testing::UnitTest::GetInstance()->current_test_info();
        m_directory =
            std::filesystem::temp_directory_path() /
            ("gaplight_session_" + std::string(info->name()) + std::to_string(::getpid()));
        std::filesystem::create_directories(m_directory);
    }
    void TearDown() override { std::filesystem::remove_all(m_directory); }

    std::string write(const std::string& name, const std::string& text) const {
        const std::filesystem::path path = m_directory / name;
        std::ofstream(path, std::ios::binary) << text;
        return path.string();
    }

    std::filesystem::path m_directory;
};

TEST(Session, OpensARealTraceWithAllThatIsDerived) {
    const auto session = open("flux_after_eager.json.zst");
    ASSERT_NE(session, nullptr);
    const Trace& trace = *session->trace;
    EXPECT_EQ(trace.facts().format, "kineto-json");
    EXPECT_EQ(trace.facts().compression, "zstd");
    EXPECT_FALSE(session->analysis.devices.empty());
    EXPECT_FALSE(session->indexes->launches.launches().empty());
    for (std::size_t at = 0; at < trace.tracks().size(); ++at) {
        const Track& track = trace.tracks()[at];
        std::size_t rowTotal = 0;
        for (std::uint16_t row = 0; row < track.rows; ++row) {
            rowTotal += session->indexes->rows.row(trace, TrackId(at), row).size();
        }
        EXPECT_EQ(rowTotal, track.sliceCount) << trace.text(track.tid);
    }
}

std::string inflatedText(const std::string& name) {
    const auto source = openByteSource(test::dataFile(name)).value();
    std::string text;
    std::string piece(1 << 20, '\0');
    for (;;) {
        const std::size_t got = source->readNext(piece).value();
        if (got == 0) {
            return text;
        }
        text.append(piece, 0, got);
    }
}

// Rows that one slice fills are left out of the overview, unless nearly nothing is below them.
TEST(Session, TheLoadOfAThreadIsThatOfTheRowThatTells) {
    const auto loadIn = [](std::int64_t end) {
        test::TraceDsl t;
        const auto host = t.thread("main");
        t.op(host, {0, 970}, "initialize");
        t.op(host, {950 - end, 950}, "inside");
        t.op(host, {980, 1000}, "after");
        Session session;
        session.trace = t.trace();
        const std::vector<ThreadLoad> loads = threadLoads(session);
        return loads.front().busy[20];
    };
    EXPECT_GT(loadIn(10), 0);
    EXPECT_EQ(loadIn(800), 0);
}

// A stray event makes a trace of hours: the loads are those of the part that a view begins with.
TEST(Session, LoadsAreOfTheMainRange) {
    test::TraceDsl t;
    const auto host = t.thread("main");
    constexpr std::int64_t kHour = 3'600'000 * test::kMs;
    for (std::int64_t at = 0; at < 400; ++at) {
        t.op(host, {kHour + at * test::kMs, kHour + (at + 1) * test::kMs}, "work");
    }
    t.op(t.thread("stray"), {0, 1'000}, "stray");
    Session session;
    session.trace = t.trace();
    const std::vector<ThreadLoad> loads = threadLoads(session);
    ASSERT_FALSE(loads.empty());
    EXPECT_LT(loads.front().range.length(), std::chrono::seconds(1));
    EXPECT_GT(
        std::ranges::count_if(loads.front().busy, [](std::uint8_t busy) { return busy > 200; }),
        static_cast<std::ptrdiff_t>(ThreadLoad::kParts / 2));
}

TEST(Session, CountsEveryEntryOfTheFile) {
    const auto session = open("streams_overlap.json.zst");
    ASSERT_NE(session, nullptr);
    const Trace& trace = *session->trace;
    const std::string text = inflatedText("streams_overlap.json.zst");
    std::uint64_t phases = 0;
    for (std::size_t at = text.find("\"ph\":"); at != std::string::npos;
         at = text.find("\"ph\":", at + 1)) {
        ++phases;
    }
    EXPECT_EQ(trace.facts().events, phases);
    EXPECT_EQ(trace.facts().inflatedBytes, text.size());
}

TEST(Session, ReportsProgressThatOnlyGrows) {
    OpenOptions options;
    std::vector<LoadProgress> seen;
    options.onProgress = [&](const LoadProgress& progress) { seen.push_back(progress); };
    ASSERT_NE(open("wan_before_compile.json.zst", options), nullptr);
    ASSERT_GE(seen.size(), 3U);
    EXPECT_TRUE(std::is_sorted(seen.begin(), seen.end(),
                               [](const LoadProgress& left, const LoadProgress& right) {
                                   return std::tie(left.stage, left.bytesRead, left.events) <
                                          std::tie(right.stage, right.bytesRead, right.events);
                               }));
    EXPECT_EQ(seen.back().stage, LoadStage::Analyzing);
    EXPECT_EQ(seen.back().bytesRead, seen.back().bytesTotal);
    EXPECT_EQ(seen.back().events, 304'022U);
}

// Everything that is drawn of a trace by itself is there before it is analyzed; the rest is not.
TEST(Session, GivesATraceThatCanBeDrawnBeforeItIsAnalyzed) {
    std::vector<std::shared_ptr<const Session>> readable;
    OpenOptions options;
    options.onReadable = [&](const std::shared_ptr<const Session>& session) {
        readable.push_back(session);
    };
    const auto small = open("flux_after_eager.json.zst", options);
    ASSERT_NE(small, nullptr);
    EXPECT_TRUE(readable.empty()) << "too small for it";

    options.minSlicesReadable = small->trace->slices().size();
    const auto analyzed = open("flux_after_eager.json.zst", options);
    ASSERT_NE(analyzed, nullptr);
    ASSERT_EQ(readable.size(), 1U);
    const Session& early = *readable.front();
    EXPECT_FALSE(early.isAnalyzed);
    EXPECT_TRUE(analyzed->isAnalyzed);
    EXPECT_EQ(early.trace, analyzed->trace);
    EXPECT_EQ(early.indexes, analyzed->indexes);
    EXPECT_EQ(early.analysis.annotationSlices, analyzed->analysis.annotationSlices);
    EXPECT_TRUE(early.analysis.devices.empty());
    EXPECT_TRUE(early.findings.findings.empty());
    EXPECT_EQ(analyzed->findings.findings.size(), small->findings.findings.size());

    // As a change of thresholds would do meanwhile.
    const auto reassessed = reassess(early, {});
    ASSERT_TRUE(reassessed);
    EXPECT_TRUE((*reassessed)->isAnalyzed);
    EXPECT_EQ((*reassessed)->findings.findings.size(), small->findings.findings.size());
}

TEST(Session, StopsBeforeTheAnalysisOfATraceThatIsDrawn) {
    std::stop_source stop;
    OpenOptions options;
    options.minSlicesReadable = 0;
    options.stop = stop.get_token();
    options.onReadable = [&](const std::shared_ptr<const Session>& /*session*/) {
        stop.request_stop();
    };
    const auto session = openSession(test::dataFile("streams_overlap.json.zst"), options);
    ASSERT_FALSE(session);
    EXPECT_EQ(session.error().code, ErrorCode::Cancelled);
}

TEST(Session, StopsWhenAsked) {
    std::stop_source stop;
    OpenOptions options;
    options.stop = stop.get_token();
    options.onProgress = [&](const LoadProgress&) { stop.request_stop(); };
    const auto session = openSession(test::dataFile("wan_before_compile.json.zst"), options);
    ASSERT_FALSE(session);
    EXPECT_EQ(session.error().code, ErrorCode::Cancelled);
}

TEST(Session, KeepsWhatWasReadWhenFinishedEarly) {
    std::atomic<bool> enough = false;
    OpenOptions options;
    options.finishEarly = &enough;
    options.onProgress = [&](const LoadProgress& progress) { enough = progress.events > 0; };
    const auto session = open("wan_before_compile.json.zst", options);
    ASSERT_NE(session, nullptr);
    EXPECT_GT(session->trace->slices().size(), 0U);
    EXPECT_LT(session->trace->facts().events, 304'022U);
    EXPECT_EQ(session->trace->issues().count(IssueKind::StoppedEarly), 1U);
}

TEST_F(SessionFiles, SaysThatTheFileWasWrittenToWhileItWasRead) {
    const std::string path = write("growing.json", R"({"traceEvents": [
        {"ph": "X", "name": "step", "pid": 1, "tid": 1, "ts": 5, "dur": 1}]})");
    const auto before = openSession(path);
    ASSERT_TRUE(before);
    EXPECT_EQ((*before)->trace->issues().count(IssueKind::SourceChanged), 0U);
    OpenOptions options;
    bool isWritten = false;
    options.onProgress = [&](const LoadProgress&) {
        if (!std::exchange(isWritten, true)) {  // while it is read
            std::ofstream(path, std::ios::binary | std::ios::app) << ' ';
        }
    };
    const auto session = openSession(path, options);
    ASSERT_TRUE(session);
    ASSERT_TRUE(isWritten);
    EXPECT_EQ((*session)->trace->issues().count(IssueKind::SourceChanged), 1U);
}

TEST_F(SessionFiles, NamesTheFileInEveryError) {
    for (const std::string& path : {(m_directory / "missing.json").string(), m_directory.string(),
                                    write("empty.json", ""), write("text.json", "hello")}) {
        const auto session = openSession(path);
        ASSERT_FALSE(session) << path;
        EXPECT_NE(session.error().message.find(path), std::string::npos) << session.error().message;
    }
}

}  // namespace
}  // namespace gaplight
