// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/formats/open_trace.h"

#include <algorithm>
#include <chrono>
#include <functional>
#include <string>
#include <thread>
#include <utility>

#include <gtest/gtest.h>
#include <tbb/task_arena.h>

#include "core/formats/chrome/text_windows.h"

namespace gaplight {
namespace {

// Endless or huge inputs without the memory for them.
class GeneratedSource final : public ByteSource {
public:
    // `byteAt(position)` for `bytes` positions.
    GeneratedSource(std::uint64_t bytes, std::function<char(std::uint64_t)> byteAt)
        : m_bytes(bytes), m_byteAt(std::move(byteAt)) {}

    Result<std::size_t> readNext(std::span<char> into) override {
        m_largestRead = std::max(m_largestRead, into.size());
        const auto count =
            static_cast<std::size_t>(std::min<std::uint64_t>(into.size(), m_bytes - m_position));
        for (std::size_t i = 0; i < count; ++i) {
            into[i] = m_byteAt(m_position + i);
        }
        m_position += count;
        return count;
    }
    std::uint64_t consumedBytes() const override { return m_position; }
    std::uint64_t totalBytes() const override { return m_bytes; }
    const char* compression() const override { return "none"; }
    const ImportIssues& issues() const override { return m_issues; }
    std::shared_ptr<const RandomAccess> randomAccess() const override { return nullptr; }

    std::size_t largestRead() const { return m_largestRead; }

private:
    std::uint64_t m_bytes;
    std::function<char(std::uint64_t)> m_byteAt;
    std::uint64_t m_position = 0;
    std::size_t m_largestRead = 0;
    ImportIssues m_issues;
};

constexpr std::string_view kEvent =
    R"({"ph": "X", "cat": "cpu_op", "name": "op", "pid": 1, "tid": 2, "ts": 3, "dur": 4},)";

// `head`, then as many whole events as fit into `bytes`.
GeneratedSource manyEvents(std::uint64_t events, std::string head = "[") {
    const std::uint64_t bytes = head.size() + events * kEvent.size();
    return {bytes, [head = std::move(head)](std::uint64_t at) {
                return at < head.size() ? head[at] : kEvent[(at - head.size()) % kEvent.size()];
            }};
}

std::shared_ptr<const Trace> readAll(ByteSource& source) {
    TraceBuilder builder;
    auto result = openTrace(source, builder);
    EXPECT_TRUE(result.has_value()) << result.error().message;
    return result ? builder.finish(std::move(result->result.facts)) : nullptr;
}

TEST(OpenTrace, ReadsMoreThanManyWindows) {
    GeneratedSource source = manyEvents(200'000);
    const auto trace = readAll(source);
    ASSERT_NE(trace, nullptr);
    EXPECT_EQ(trace->slices().size(), 200'000U);
    EXPECT_EQ(trace->facts().events, 200'000U);
    EXPECT_EQ(trace->slices().event(SliceId(199'999)).number(), 1 + 199'999 * kEvent.size());
    EXPECT_TRUE(trace->issues().empty());
}

TEST(OpenTrace, KeepsEveryCoreBusy) {
    EXPECT_EQ(windowsInFlight(1), 6U);
    EXPECT_EQ(windowsInFlight(4), 8U);
    EXPECT_EQ(windowsInFlight(64), 128U);
}

TEST(OpenTrace, ReadsAllWithMoreWindowsThanSix) {
    GeneratedSource source = manyEvents(300'000);
    std::shared_ptr<const Trace> trace;
    tbb::task_arena arena(8);
    arena.execute([&] { trace = readAll(source); });
    ASSERT_NE(trace, nullptr);
    EXPECT_EQ(trace->facts().events, 300'000U);
}

TEST(OpenTrace, ReadsHostAndProcessGroups) {
    const std::string text =
        R"({"distributedInfo": {"rank": 1, "world_size": 4, "hostname": "node7", "pg_config": [
        {"pg_name": "0", "pg_desc": "default_pg", "backend_config": "cuda:nccl", "ranks": [0, 1]},
        {"pg_name": 3, "ranks": [2, "x", 99999999999, 3]}, 7]}, "traceEvents": [)" +
        std::string(kEvent.substr(0, kEvent.size() - 1)) + "]}";
    const auto bytes = byteSourceFromMemory(text).value();
    const auto trace = readAll(*bytes);
    ASSERT_NE(trace, nullptr);
    const Source& source = trace->sources()[0];
    EXPECT_EQ(source.host, "node7");
    ASSERT_EQ(source.processGroups.size(), 2U);
    EXPECT_EQ(source.processGroups[0].name, "0");
    EXPECT_EQ(source.processGroups[0].description, "default_pg");
    EXPECT_EQ(source.processGroups[0].backend, "cuda:nccl");
    EXPECT_EQ(source.processGroups[0].ranks, (std::vector<int>{0, 1}));
    EXPECT_EQ(source.processGroups[1].name, "");
    EXPECT_EQ(source.processGroups[1].ranks, (std::vector<int>{2, 3}));
}

TEST(OpenTrace, ReportsProgressUpwards) {
    GeneratedSource source = manyEvents(300'000);
    TraceBuilder builder;
    ReadOptions options;
    ReadProgress last;
    int calls = 0;
    options.onProgress = [&](const ReadProgress& progress) {
        EXPECT_GE(progress.bytesRead, last.bytesRead);
        EXPECT_GE(progress.events, last.events);
        EXPECT_EQ(progress.bytesTotal, source.totalBytes());
        last = progress;
        ++calls;
    };
    ASSERT_TRUE(openTrace(source, builder, options).has_value());
    EXPECT_GE(calls, 1);
    EXPECT_EQ(last.bytesRead, source.totalBytes());
    EXPECT_EQ(last.events, 300'000U);
    EXPECT_EQ(last.slices, 300'000U);
}

TEST(OpenTrace, StopsAtARequest) {
    GeneratedSource source = manyEvents(std::uint64_t{1} << 40U);
    TraceBuilder builder;
    std::stop_source stop;
    ReadOptions options;
    options.stop = stop.get_token();
    options.onProgress = [&](const ReadProgress& progress) {
        if (progress.events > 100'000) {
            stop.request_stop();
        }
    };
    const auto result = openTrace(source, builder, options);
    ASSERT_FALSE(result.has_value());
    EXPECT_EQ(result.error().code, ErrorCode::Cancelled);
}

TEST(OpenTrace, KeepsWhatWasReadWhenFinishedEarly) {
    GeneratedSource source = manyEvents(std::uint64_t{1} << 40U);
    TraceBuilder builder;
    std::atomic<bool> finishEarly = false;
    ReadOptions options;
    options.finishEarly = &finishEarly;
    options.onProgress = [&](const ReadProgress& progress) {
        finishEarly = progress.events > 100'000;
    };
    auto result = openTrace(source, builder, options);
    ASSERT_TRUE(result.has_value());
    EXPECT_TRUE(result->result.finishedEarly);
    const auto trace = builder.finish(std::move(result->result.facts));
    EXPECT_GT(trace->slices().size(), 100'000U);
    EXPECT_EQ(trace->facts().events, trace->slices().size());
}

TEST(OpenTrace, TellsZerosAtOnce) {
    GeneratedSource source(10'000'000'000, [](std::uint64_t) { return '\0'; });
    TraceBuilder builder;
    const auto result = openTrace(source, builder);
    ASSERT_FALSE(result.has_value());
    EXPECT_EQ(result.error().code, ErrorCode::NotATrace);
    EXPECT_LE(source.consumedBytes(), TextWindows::kWindowBytes);
}

constexpr std::uint64_t kLong = 200'000'000;  // well beyond what one event may have

// One event that never ends must not take the memory, nor the events before it.
void expectOversized(const std::string& head, char filler) {
    const std::string start = "[" + std::string(kEvent) + head;
    GeneratedSource source(
        kLong, [&](std::uint64_t at) { return at < start.size() ? start[at] : filler; });
    const auto trace = readAll(source);
    ASSERT_NE(trace, nullptr);
    EXPECT_EQ(trace->slices().size(), 1U);
    EXPECT_EQ(trace->facts().events, 2U);
    EXPECT_EQ(trace->issues().count(IssueKind::OversizedEvent), 1U);
    EXPECT_EQ(trace->issues().count(IssueKind::Truncated), 1U);
    EXPECT_LE(source.largestRead(), 2 * EventEntries::kEventBytes);
}

TEST(OpenTrace, BoundsAnEndlessString) {
    expectOversized(R"({"ph": "X", "name": ")", 'x');
}

TEST(OpenTrace, BoundsEndlessNesting) {
    expectOversized(R"({"ph": "X", "args": )", '[');
}

TEST(OpenTrace, GoesOnAfterAnOversizedEvent) {
    const std::string start = "[" + std::string(kEvent) + R"({"ph": "X", "name": ")";
    const std::string end = "\"}," + std::string(kEvent) + "]";
    GeneratedSource source(kLong, [&](std::uint64_t at) {
        return at < start.size()          ? start[at]
               : at >= kLong - end.size() ? end[at - (kLong - end.size())]
                                          : 'x';
    });
    const auto trace = readAll(source);
    ASSERT_NE(trace, nullptr);
    EXPECT_EQ(trace->slices().size(), 2U);
    EXPECT_EQ(trace->facts().events, 3U);
    EXPECT_EQ(trace->issues().count(IssueKind::OversizedEvent), 1U);
    EXPECT_EQ(trace->issues().count(IssueKind::Truncated), 0U);
}

TEST(OpenTrace, DoesNotKeepEndlessTopLevelValues) {
    const std::string start = R"({"note": ")";
    const std::string end = R"(", "traceEvents": [)" + std::string(kEvent) + "]}";
    GeneratedSource source(kLong / 4, [&](std::uint64_t at) {
        return at < start.size()              ? start[at]
               : at >= kLong / 4 - end.size() ? end[at - (kLong / 4 - end.size())]
                                              : 'x';
    });
    const auto trace = readAll(source);
    ASSERT_NE(trace, nullptr);
    EXPECT_EQ(trace->slices().size(), 1U);
    EXPECT_TRUE(trace->facts().metadata.empty());
    EXPECT_LE(source.largestRead(), TextWindows::kWindowBytes);
}

// A flipped quote early in a long file: one event is lost, wherever windows end.
TEST(OpenTrace, LosesOneEventToADamagedOneInAnyWindow) {
    const std::string damaged =
        R"({"ph": "X", "cat": "cpu_op", "name": "5" disk", "pid": 1, "tid": 2, "ts": 3, "dur": 4},)";
    constexpr std::uint64_t kBefore = 26'000;  // the damaged one lies across the first window's end
    const std::uint64_t from = 1 + kBefore * kEvent.size();
    GeneratedSource source(from + damaged.size() + 100'000 * kEvent.size(), [&](std::uint64_t at) {
        if (at == 0) {
            return '[';
        }
        if (at >= from && at < from + damaged.size()) {
            return damaged[at - from];
        }
        return kEvent[(at < from ? at - 1 : at - from - damaged.size()) % kEvent.size()];
    });
    const auto trace = readAll(source);
    ASSERT_NE(trace, nullptr);
    EXPECT_EQ(trace->slices().size(), kBefore + 100'000);
    EXPECT_EQ(trace->facts().events, kBefore + 100'001);
    EXPECT_EQ(trace->issues().count(IssueKind::MalformedEvent), 1U);
}

}  // namespace
}  // namespace gaplight
