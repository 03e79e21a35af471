// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/scene/layout/track_layout.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "core/scene/layout/track_arrangement.h"
#include "core/trace/trace_builder.h"
#include "tests/support/checks/golden.h"
#include "tests/support/traces/trace_dsl.h"

namespace gaplight {
namespace {

// Processes and threads with their facts, one slice each (none with `empty`).
class Layouts {
public:
    struct Thread {
        std::string pid;
        std::string tid;
        std::string name;
        std::int64_t sortIndex = 0;
        bool empty = false;
        std::int32_t device = -1;
        bool callsApi = false;
    };

    void process(const std::string& pid, const std::string& name, std::int64_t sortIndex) {
        const BatchTrack track = trackOf(pid, "0");
        fact(TrackFact::ProcessName, track, name, 0);
        fact(TrackFact::ProcessSortIndex, track, "", sortIndex);
    }

    void thread(const Thread& thread) {
        const BatchTrack track = trackOf(thread.pid, thread.tid);
        fact(TrackFact::ThreadName, track, thread.name, 0);
        fact(TrackFact::ThreadSortIndex, track, "", thread.sortIndex);
        if (thread.empty) {
            return;
        }
        if (thread.device >= 0) {
            m_batch.gpu.push_back({static_cast<std::uint32_t>(m_batch.slices.start.size()),
                                   thread.device, streamOf(thread.tid)});
        }
        m_batch.slices.start.push_back(0);
        m_batch.slices.duration.push_back(10);
        m_batch.slices.name.push_back(m_batch.strings.intern("work"));
        m_batch.slices.category.push_back(
            thread.device >= 0 ? m_batch.category("kernel", SliceKind::Kernel)
            : thread.callsApi  ? m_batch.category("cuda_runtime", SliceKind::Runtime)
                               : m_batch.category("cpu_op", SliceKind::CpuOp));
        m_batch.slices.track.push_back(track);
        m_batch.slices.event.push_back(EventId(0));
    }

    std::shared_ptr<const Trace> trace() {
        TraceFacts facts;
        facts.devices.push_back({});
        facts.devices.back().gpu = GpuId(SourceId(), 1);
        facts.devices.back().name = "NVIDIA H200";
        TraceBuilder builder;
        builder.add(std::move(m_batch));
        return builder.finish(std::move(facts));
    }

private:
    // Queues that have a name alone, as on Android, have no number.
    static std::int32_t streamOf(const std::string& tid) {
        return std::isdigit(static_cast<unsigned char>(tid.front())) != 0 ? std::stoi(tid) : -1;
    }
    BatchTrack trackOf(const std::string& pid, const std::string& tid) {
        const BatchTrackKey key{m_batch.strings.intern(pid), m_batch.strings.intern(tid)};
        for (std::size_t i = 0; i < m_batch.tracks.size(); ++i) {
            if (m_batch.tracks[i] == key) {
                return BatchTrack(i);
            }
        }
        m_batch.tracks.push_back(key);
        return BatchTrack(m_batch.tracks.size() - 1);
    }
    void fact(TrackFact kind, BatchTrack track, const std::string& text, std::int64_t sortIndex) {
        m_batch.metadata.push_back({kind, track, m_batch.strings.intern(text), sortIndex});
    }

    EventBatch m_batch;
};

std::string describe(const TrackLayout& layout) {
    std::string text;
    for (const Lane& lane : layout.pinnedLanes()) {
        text += "pinned " + lane.title + lane.detail + "\n";
    }
    for (const std::uint32_t index : layout.visibleLanes()) {
        const Lane& lane = layout.lanes()[index];
        text += lane.kind == LaneKind::GroupHeader ? "" : "  ";
        text += lane.title + (lane.detail.empty() ? "" : " (" + lane.detail + ")") + " y " +
                std::to_string(static_cast<int>(lane.y)) + " h " +
                std::to_string(static_cast<int>(lane.height)) + "\n";
    }
    return text;
}

// A host plane of XPlane has a name for a number; beside a GPU it is shown, as it launches. What
// has no calls and no number is the profiler's.
TEST(TrackLayout, APlaneThatLaunchesIsAProcess) {
    Layouts all;
    all.process("/host:CPU", "/host:CPU", 1);
    all.thread({"/host:CPU", "9", "python", 0, false, -1, true});
    all.process("Spans", "python", 2);
    all.thread({"Spans", "PyTorch Profiler", "PyTorch Profiler"});
    all.thread({"0", "7", "stream 7 ", 7, false, 0});
    const auto trace = all.trace();
    const TrackLayout layout = TrackLayout::build(*trace, {});
    std::vector<std::string> headers;
    for (const Lane& lane : layout.lanes()) {
        if (lane.kind == LaneKind::GroupHeader && !lane.hidden) {
            headers.push_back(lane.title + ", " + lane.detail);
        }
    }
    EXPECT_EQ(headers,
              (std::vector<std::string>{"GPU 0 · NVIDIA H200, 1 stream", "/host:CPU, 1 thread"}));
}

// What PyTorch writes: hosts and GPUs each with a sort index, "Spans" and -1 beside them.
Layouts kinetoLike() {
    Layouts all;
    all.process("Spans", "python", 536870912);
    all.process("1", "python", 5000001);
    all.process("0", "python", 5000000);
    all.process("434", "python", 434);
    all.process("300", "python", 300);
    all.process("2", "python", 5000002);
    all.thread({"Spans", "PyTorch Profiler", "PyTorch Profiler"});
    all.thread({"-1", "0", ""});
    all.thread({"1", "7", "stream 7 ", 0, false, 1});
    all.thread({"0", "20", "stream 20 ", 20, false, 0});
    all.thread({"0", "7", "stream 7 ", 7, false, 0});
    all.thread({"434", "500", "thread 500 (pt_autograd_0)", 500});
    all.thread({"434", "434", "thread 434 (python)", 434});
    all.thread({"434", "100", "data loader", 100});
    all.thread({"434", "99", "thread 99 (python)", 99, true});
    all.thread({"300", "301", ""});
    all.thread({"2", "7", "stream 7 ", 0, true});
    return all;
}

TEST(TrackLayout, PutsHostsThenGpusThenTheRest) {
    const auto trace = kinetoLike().trace();
    EXPECT_TRUE(test::matchesGolden("scene/layout.txt", describe(TrackLayout::build(*trace, {}))));
}

TEST(TrackLayout, AQueueWithoutANumberHasItsName) {
    Layouts all;
    all.thread({"GPU 0", "Graphics queue", "Graphics queue", 0, false, 0});
    all.thread({"GPU 0", "Compute queue", "", 0, false, 0});
    const auto trace = all.trace();
    const std::string text = describe(TrackLayout::build(*trace, {}));
    EXPECT_NE(text.find("Graphics queue"), std::string::npos) << text;
    EXPECT_NE(text.find("Compute queue"), std::string::npos) << text;
    EXPECT_EQ(text.find("stream -1"), std::string::npos) << text;
}

TEST(TrackLayout, CollapsesGroupsAndTracks) {
    const auto trace = kinetoLike().trace();
    TrackLayout layout = TrackLayout::build(*trace, {});
    const double whole = layout.contentHeight();
    layout.setGroupCollapsed(1, true);
    EXPECT_LT(layout.contentHeight(), whole);
    EXPECT_TRUE(test::matchesGolden("scene/layout_collapsed.txt", describe(layout)));
    const TrackId hidden = layout.lanes()[layout.groups()[1].firstLane + 1].track;
    EXPECT_EQ(layout.rowY(layout.laneOf(hidden), 0),
              layout.lanes()[layout.groups()[1].firstLane].y);
    layout.reveal(hidden, 0);
    EXPECT_EQ(layout.contentHeight(), whole);
}

TEST(TrackLayout, FindsTheLaneAtEveryPixel) {
    const auto trace = kinetoLike().trace();
    TrackLayout layout = TrackLayout::build(*trace, {});
    layout.setGroupCollapsed(0, true);
    for (int y = -5; y < static_cast<int>(layout.contentHeight()) + 5; ++y) {
        std::size_t expected = layout.lanes().size();
        for (std::size_t i = 0; i < layout.lanes().size(); ++i) {
            const Lane& lane = layout.lanes()[i];
            expected = y >= lane.y && y < lane.y + lane.height ? i : expected;
        }
        EXPECT_EQ(layout.laneAt(y), expected) << y;
    }
}

TEST(TrackLayout, RowsOfOverlappingSlicesCanBeFolded) {
    test::TraceDsl t;
    const auto stream = t.stream(0, 7);
    t.kernel(stream, {0, 50}, 0, "first");
    t.kernel(stream, {40, 100}, 0, "second");
    t.kernel(stream, {60, 120}, 0, "third");
    const auto trace = t.trace();
    TrackLayout layout = TrackLayout::build(*trace, {});
    const Lane& lane = layout.lanes()[1];
    ASSERT_EQ(lane.visibleRows, 2);
    ASSERT_EQ(lane.overflowRows, 1);
    const double whole = layout.contentHeight();
    layout.setFolded(1, true);
    EXPECT_EQ(lane.visibleRows, 1);
    EXPECT_LT(layout.contentHeight(), whole);
    layout.setLaneCollapsed(1, true);
    layout.setLaneCollapsed(1, false);
    EXPECT_EQ(lane.visibleRows, 1);  // still
    layout.reveal(lane.track, 1);
    EXPECT_FALSE(lane.folded);
    EXPECT_EQ(layout.contentHeight(), whole);
}

// A program on a GPU: a deep main thread, a thread of Python frames alone, a track of no process.
class GpuLayout : public ::testing::Test {
protected:
    GpuLayout() {
        test::TraceDsl t;
        const auto main = t.thread("main");
        for (std::int64_t depth = 0; depth < 20; ++depth) {
            // None but the first two fills its row.
            t.slice(main, {20 * depth, 1000 - 20 * depth}, "python_function",
                    "f" + std::to_string(depth));
        }
        t.kernel(t.stream(0, 7), {500, 900}, t.launch(main, {490, 495}));
        const auto waiter = t.thread("waiter");
        t.slice(waiter, {0, 1000}, "python_function", "run");
        t.slice(waiter, {10, 990}, "python_function", "wait");
        m_trace = t.trace();
        m_layout = TrackLayout::build(*m_trace, {});
    }
    std::size_t laneOf(std::string_view name) const {
        const auto lanes = m_layout.lanes();
        return static_cast<std::size_t>(
            std::find_if(lanes.begin(), lanes.end(),
                         [&](const Lane& lane) { return lane.title.starts_with(name); }) -
            lanes.begin());
    }

    std::shared_ptr<const Trace> m_trace;
    TrackLayout m_layout;
};

TEST_F(GpuLayout, TheGpuComesFirst) {
    ASSERT_FALSE(m_layout.groups().empty());
    EXPECT_EQ(m_layout.groups().front().kind, GroupKind::Gpu);
    ASSERT_EQ(m_layout.pinnedLanes().size(), 2U);
    EXPECT_EQ(m_layout.pinnedLanes()[0].kind, LaneKind::Utilization);
    EXPECT_EQ(m_layout.pinnedLanes()[1].kind, LaneKind::QueueLead);
}

TEST_F(GpuLayout, RoomBelowTheTracksIsForMoreRows) {
    const std::size_t lane = laneOf("main");
    const std::uint16_t below = m_layout.rowsBelowLimit(lane);
    const double height = m_layout.contentHeight();
    const auto pitch = static_cast<double>(m_layout.rowPitch());
    m_layout.fillRoom(height + 3 * pitch + 1);
    EXPECT_EQ(m_layout.lanes()[lane].visibleRows, TrackLayout::kMaxThreadRows + 3);
    EXPECT_EQ(m_layout.contentHeight(), height + 3 * pitch);
    m_layout.fillRoom(height + 1'000 * pitch);
    EXPECT_EQ(m_layout.rowsBelowLimit(lane), 0);
    EXPECT_EQ(m_layout.contentHeight(), height + below * pitch);
    m_layout.fillRoom(height / 2);
    EXPECT_EQ(m_layout.lanes()[lane].visibleRows, TrackLayout::kMaxThreadRows);
    EXPECT_EQ(m_layout.contentHeight(), height);
}

TEST_F(GpuLayout, ADeepThreadShowsItsFirstRowsUntilItIsExpanded) {
    const std::size_t lane = laneOf("main");
    ASSERT_LT(lane, m_layout.lanes().size());
    EXPECT_EQ(m_layout.lanes()[lane].visibleRows, TrackLayout::kMaxThreadRows);
    const std::uint16_t below = m_layout.rowsBelowLimit(lane);
    EXPECT_GE(below, 8);
    m_layout.setShowsAllRows(lane, true);
    EXPECT_EQ(m_layout.lanes()[lane].visibleRows, TrackLayout::kMaxThreadRows + below);
    EXPECT_EQ(m_layout.rowsBelowLimit(lane), 0);
    const TrackArrangement saved = arrangementOf(m_layout);
    EXPECT_EQ(saved.allRows.size(), 1U);
    TrackLayout again = TrackLayout::build(*m_trace, {});
    arrange(again, saved);
    EXPECT_EQ(again.rowsBelowLimit(lane), 0);
    m_layout.setShowsAllRows(lane, false);
    m_layout.reveal(m_layout.lanes()[lane].track, TrackLayout::kMaxThreadRows + 2);
    EXPECT_EQ(m_layout.lanes()[lane].visibleRows, TrackLayout::kMaxThreadRows + 3);
    m_layout.setShowsAllRows(lane, true);
    m_layout.setShowsAllRows(lane, false);
    EXPECT_EQ(m_layout.lanes()[lane].visibleRows, TrackLayout::kMaxThreadRows);
}

TEST_F(GpuLayout, AThreadOfPythonFramesAloneStartsCollapsed) {
    const std::size_t lane = laneOf("waiter");
    ASSERT_LT(lane, m_layout.lanes().size());
    EXPECT_TRUE(m_layout.lanes()[lane].collapsed);
    EXPECT_TRUE(arrangementOf(m_layout).collapsed.empty());
    m_layout.setLaneCollapsed(lane, false);
    EXPECT_EQ(m_layout.lanes()[lane].visibleRows, 2);
    const TrackArrangement saved = arrangementOf(m_layout);
    EXPECT_EQ(saved.expanded.size(), 1U);
    TrackLayout again = TrackLayout::build(*m_trace, {});
    EXPECT_TRUE(again.lanes()[lane].collapsed);
    arrange(again, saved);
    EXPECT_FALSE(again.lanes()[lane].collapsed);
}

// A stream in use, and seven with one short kernel each.
std::shared_ptr<const Trace> mostlyEmptyStreams() {
    test::TraceDsl t;
    t.kernel(t.stream(0, 7), {0, 100'000});
    for (int stream = 20; stream < 27; ++stream) {
        t.kernel(t.stream(0, stream), {stream * 100, stream * 100 + 50});
    }
    return t.trace();
}

std::size_t laneTitled(const TrackLayout& layout, std::string_view title) {
    const auto lanes = layout.lanes();
    const auto at = std::find_if(lanes.begin(), lanes.end(),
                                 [&](const Lane& lane) { return lane.title == title; });
    EXPECT_NE(at, lanes.end()) << title;
    return static_cast<std::size_t>(at - lanes.begin());
}

TEST(TrackLayout, NearlyEmptyStreamsFoldIntoOneLine) {
    const auto trace = mostlyEmptyStreams();
    TrackLayout layout = TrackLayout::build(*trace, {});
    const std::size_t more = laneTitled(layout, "7 more streams");
    const std::size_t minor = laneTitled(layout, "stream 22");
    EXPECT_EQ(layout.visibleLanes().size(), 2U);  // stream 7 and the line
    EXPECT_EQ(layout.lanes()[minor].height, 0);
    EXPECT_TRUE(layout.isShown(minor));
    EXPECT_EQ(layout.rowY(minor, 0), layout.lanes()[more].y);
    layout.setLaneCollapsed(more, false);
    EXPECT_EQ(layout.visibleLanes().size(), 9U);
    EXPECT_GT(layout.lanes()[minor].height, 0);

    const TrackArrangement opened = arrangementOf(layout);
    TrackLayout again = TrackLayout::build(*trace, {});
    arrange(again, opened);
    EXPECT_EQ(again.visibleLanes().size(), 9U);

    layout.setLaneCollapsed(more, true);
    layout.setFilter("stream 22");
    EXPECT_EQ(layout.visibleLanes().size(), 1U);
    layout.setFilter("");
    layout.reveal(layout.lanes()[minor].track, 0);
    EXPECT_GT(layout.lanes()[minor].height, 0);
    EXPECT_EQ(layout.lanes()[more].title, "6 more streams");  // which stay folded
    layout.setLaneCollapsed(more, true);
    EXPECT_EQ(layout.lanes()[more].title, "7 more streams");
}

// A view begins with the GPU's work where that is short: what is empty there is folded, though it
// is long elsewhere.
TEST(TrackLayout, ThreadsThatAreEmptyInTheFirstViewFold) {
    const auto layoutWith = [](int early) {
        test::TraceDsl t;
        const auto host = t.thread("main");
        t.op(host, {50'000, 55'000}, "a");
        t.kernel(t.stream(0, 7), {50'000, 60'000});
        t.op(t.thread("watcher"), {0, 100'000}, "wait");
        for (int number = 0; number < early; ++number) {
            t.op(t.thread("early " + std::to_string(number)), {0, 40'000}, "load");
        }
        return TrackLayout::build(*t.trace(), {});
    };
    const TrackLayout folded = layoutWith(2);
    laneTitled(folded, "2 more threads");
    EXPECT_EQ(folded.lanes()[laneTitled(folded, "early 1")].height, 0);
    EXPECT_GT(folded.lanes()[laneTitled(folded, "watcher")].height, 0);
    EXPECT_FALSE(folded.groups().back().collapsed);
    // A line for one line saves nothing.
    const TrackLayout whole = layoutWith(1);
    EXPECT_GT(whole.lanes()[laneTitled(whole, "early 0")].height, 0);
}

// Beside a GPU program, threads that only wait say nothing, however long they do.
TEST(TrackLayout, ThreadsThatOnlyWaitFoldIntoOneLine) {
    const auto layoutOf = [](bool hasGpu) {
        test::TraceDsl t;
        const auto main = t.thread("main");
        t.op(main, {0, 9'000}, "aten::mm");
        if (hasGpu) {
            t.kernel(t.stream(0, 7), {500, 9'000}, t.launch(main, {100, 110}));
        }
        for (int number = 0; number < 4; ++number) {
            const auto waiter = t.thread("waiter " + std::to_string(number));
            t.slice(waiter, {0, 10}, "overhead", "TLS allocation");
            t.python(waiter, {10, 10'000}, "pool.py(7): run");
            t.python(waiter, {20, 9'990}, "threading.py(359): wait");
            t.python(waiter, {30, 9'980}, "<built-in method acquire of _thread.lock at 0x1>");
        }
        const auto worker = t.thread("worker");
        t.python(worker, {0, 10'000}, "pool.py(7): run");
        t.python(worker, {2'000, 9'990}, "threading.py(359): wait");
        return TrackLayout::build(*t.trace(), {});
    };
    const TrackLayout folded = layoutOf(true);
    laneTitled(folded, "4 more threads");
    EXPECT_EQ(folded.lanes()[laneTitled(folded, "waiter 1")].height, 0);
    EXPECT_GT(folded.lanes()[laneTitled(folded, "worker")].height, 0);
    const TrackLayout whole = layoutOf(false);
    EXPECT_GT(whole.lanes()[laneTitled(whole, "waiter 1")].height, 0);
}

// What clang sums up on threads of its own is no thread.
TEST(TrackLayout, SumsAreNotCountedAsThreads) {
    test::TraceDsl t;
    t.op(t.thread("main"), {0, 100}, "ExecuteCompiler");
    t.op(t.thread("worker"), {0, 50}, "Frontend");
    t.op(t.thread("1"), {0, 100}, "Total ExecuteCompiler");
    t.op(t.thread("2"), {0, 50}, "Total Frontend");
    t.op(t.thread("3"), {0, 50}, "Total Backend");
    t.op(t.thread("4"), {0, 50}, "Total OptModule");
    const auto trace = t.trace();
    const TrackLayout layout = TrackLayout::build(*trace, {});
    EXPECT_EQ(layout.lanes()[layout.groups()[0].firstLane].detail, "2 threads");
    laneTitled(layout, "4 more tracks");
}

TEST(TrackLayout, ProcessesThatAreEmptyInTheFirstViewAreTheirNames) {
    test::TraceDsl t;
    t.op(t.thread("main"), {50'000, 55'000}, "a");
    t.kernel(t.stream(0, 7), {50'000, 60'000});
    t.op(t.thread("setup", 500), {0, 40'000}, "load");
    t.op(t.thread("end", 500), {90'000, 100'000}, "unload");
    const auto trace = t.trace();
    TrackLayout layout = TrackLayout::build(*trace, {});
    const Group& last = layout.groups().back();
    EXPECT_TRUE(last.collapsed);
    EXPECT_GT(layout.lanes()[last.firstLane].height, 0);
    EXPECT_EQ(layout.lanes()[laneTitled(layout, "setup")].height, 0);
    EXPECT_TRUE(arrangementOf(layout).collapsed.empty());
    layout.setLaneCollapsed(last.firstLane, false);
    EXPECT_GT(layout.lanes()[laneTitled(layout, "setup")].height, 0);
    TrackLayout again = TrackLayout::build(*trace, {});
    arrange(again, arrangementOf(layout));
    EXPECT_FALSE(again.groups().back().collapsed);
}

// The view begins with the GPU's work: a counter whose first value comes later is an empty row.
TEST(TrackLayout, CountersThatBeginAfterTheFirstViewFold) {
    test::TraceDsl t;
    t.op(t.thread("main"), {0, 100'000}, "a");
    t.kernel(t.stream(0, 7), {10'000, 12'000});
    const auto trace = t.trace();
    std::vector<CounterCurve> counters;
    for (const auto& [title, first] :
         {std::pair{"before", 5'000}, std::pair{"inside", 11'000}, std::pair{"after", 50'000}}) {
        counters.push_back(
            CounterCurve::build(title, CounterUnit::Number, {timeFromNs(first)}, {3}));
        counters.back().process = ProcessId(0);
    }
    TrackLayout layout = TrackLayout::build(*trace, counters);
    EXPECT_GT(layout.lanes()[laneTitled(layout, "before")].height, 0);
    EXPECT_GT(layout.lanes()[laneTitled(layout, "inside")].height, 0);
    EXPECT_EQ(layout.lanes()[laneTitled(layout, "after")].height, 0);
    layout.setLaneCollapsed(laneTitled(layout, "1 more counter"), false);
    EXPECT_GT(layout.lanes()[laneTitled(layout, "after")].height, 0);
}

// A program with GPU work, processes that end before it, and others that do next to nothing.
std::shared_ptr<const Trace> manyProcesses(int early, int idle) {
    test::TraceDsl t;
    const auto host = t.thread("main");
    t.op(host, {800'000, 950'000}, "a");
    t.kernel(t.stream(0, 7), {800'000, 1'000'000});
    int pid = 500;
    for (int number = 0; number < early; ++number) {
        t.op(t.thread("early " + std::to_string(number), pid++), {number, 400'000}, "load");
    }
    for (int number = 0; number < idle; ++number) {
        t.slice(t.thread("idle " + std::to_string(number), pid++), {850'000, 850'050}, "other",
                "tick");
    }
    // Short, and work of the program.
    t.op(t.thread("launcher", pid), {850'000, 850'050}, "b");
    return t.trace();
}

TEST(TrackLayout, NearlyEmptyProcessesFoldIntoOneRow) {
    const auto trace = manyProcesses(2, 3);
    TrackLayout layout = TrackLayout::build(*trace, {});
    const std::size_t more = laneTitled(layout, "5 more processes");
    EXPECT_TRUE(layout.isMore(more));
    EXPECT_EQ(layout.visibleLanes().back(), more);
    const std::size_t folded = laneTitled(layout, "early 1");
    EXPECT_EQ(layout.lanes()[folded].height, 0);
    EXPECT_TRUE(layout.isShown(folded));
    EXPECT_EQ(layout.rowY(folded, 0), layout.lanes()[more].y);
    EXPECT_GT(layout.lanes()[laneTitled(layout, "launcher")].height, 0);
    EXPECT_TRUE(arrangementOf(layout).expanded.empty());

    const std::size_t before = layout.visibleLanes().size();
    layout.setLaneCollapsed(more, false);
    EXPECT_EQ(layout.visibleLanes().size(), before + 5);  // headers
    EXPECT_EQ(layout.lanes()[folded].height, 0);
    layout.setLaneCollapsed(more, true);
    layout.setFilter("early 1");
    EXPECT_EQ(layout.visibleLanes().size(), 1U);  // the header of its collapsed process
    layout.setFilter("");
    EXPECT_EQ(layout.visibleLanes().size(), before);
}

TEST(TrackLayout, AProcessThatTheUserOpensIsNotFolded) {
    const auto trace = manyProcesses(2, 0);
    TrackLayout layout = TrackLayout::build(*trace, {});
    const std::size_t more = laneTitled(layout, "2 more processes");
    const std::size_t opened = laneTitled(layout, "early 0");
    layout.reveal(layout.lanes()[opened].track, 0);
    EXPECT_GT(layout.lanes()[opened].height, 0);
    EXPECT_EQ(layout.lanes()[more].title, "1 more process");
    TrackLayout again = TrackLayout::build(*trace, {});
    arrange(again, arrangementOf(layout));
    EXPECT_GT(again.lanes()[opened].height, 0);
    // Nothing is left to stand for.
    const std::size_t other = laneTitled(layout, "early 1");
    layout.setPinned(other, true);
    EXPECT_GT(layout.lanes()[other].height, 0);
    layout.reveal(layout.lanes()[other].track, 0);
    EXPECT_EQ(layout.lanes()[more].height, 0);
    collapseGroups(layout);
    EXPECT_EQ(layout.lanes()[more].title, "2 more processes");
    EXPECT_GT(layout.lanes()[more].height, 0);
    expandAll(layout);
    EXPECT_GT(layout.lanes()[laneTitled(layout, "early 0")].height, 0);
}

// Few headers are not worth a row, and a process without slices in view is one of many.
TEST(TrackLayout, FewNearlyEmptyProcessesKeepTheirHeaders) {
    for (const auto& [early, idle] : {std::pair{1, 0}, std::pair{0, 3}, std::pair{1, 2}}) {
        const auto trace = manyProcesses(early, idle);
        const TrackLayout layout = TrackLayout::build(*trace, {});
        for (const Group& group : layout.groups()) {
            const bool isShown = layout.lanes()[group.firstLane].height > 0;
            EXPECT_EQ(isShown, !group.gpu) << early << " " << idle;  // the strip names the GPU
            EXPECT_EQ(group.title.find("more"), std::string::npos) << group.title;
        }
    }
}

// TensorFlow writes the work of a GPU's streams again, as a process of the host.
TEST(TrackLayout, WhatRepeatsTheStreamsOfAGpuStandsOnce) {
    const auto layoutOf = [](const std::string& gpu) {
        Layouts all;
        all.process("gpu", gpu, 0);
        all.process("5", "/device:GPU:0/memcpy Compute", 0);
        all.process("7", "/device:GPU:0/stream:all Compute", 0);
        all.process("11", "/job:localhost/replica:0/task:0/device:GPU:0 Compute", 0);
        all.thread({"gpu", "21", "stream:21 Compute", 0, false, 0});
        all.thread({"5", "0", ""});
        all.thread({"7", "0", ""});
        all.thread({"11", "0", ""});
        return TrackLayout::build(*all.trace(), {});
    };
    const TrackLayout repeated = layoutOf("/device:GPU:0");
    laneTitled(repeated, "2 more processes");
    EXPECT_EQ(repeated.lanes()[laneTitled(repeated, "GPU:0/memcpy Compute 5")].height, 0);
    EXPECT_GT(repeated.lanes()[laneTitled(repeated, "GPU:0 Compute 11")].height, 0);
    // Of a GPU whose streams are not in the trace, they are all there is.
    const TrackLayout alone = layoutOf("/device:GPU:1");
    for (const Group& group : alone.groups()) {
        EXPECT_FALSE(group.collapsed) << group.title;
    }
}

TEST(TrackLayout, CountersOfNoNewsFold) {
    test::TraceDsl t;
    const auto host = t.thread("main");
    t.op(host, {0, 100}, "a");
    const auto trace = t.trace();
    std::vector<CounterCurve> counters;
    const auto add = [&](const char* title, CounterUnit unit, double value) {
        counters.push_back(
            CounterCurve::build(title, unit, {timeFromNs(1), timeFromNs(2)}, {value, value}));
        counters.back().process = ProcessId(0);
    };
    add("used", CounterUnit::Number, 3);
    add("cpu_percent", CounterUnit::Number, 0);
    add("CPU memory allocated", CounterUnit::Bytes, 160);
    add("memory allocated", CounterUnit::Bytes, 4096);
    TrackLayout layout = TrackLayout::build(*trace, counters);
    const auto heightOf = [&](const char* title) {
        return layout.lanes()[laneTitled(layout, title)].height;
    };
    EXPECT_EQ(heightOf("cpu_percent"), 0);
    EXPECT_EQ(heightOf("CPU memory allocated"), 0);
    EXPECT_GT(heightOf("used"), 0);
    EXPECT_GT(heightOf("memory allocated"), 0);
    layout.setLaneCollapsed(laneTitled(layout, "2 more counters"), false);
    EXPECT_GT(heightOf("cpu_percent"), 0);
}

TEST(TrackLayout, DevicesOfTensorFlowAreNamedWithoutTheirPath) {
    Layouts all;
    all.process("3", "/job:localhost/replica:0/task:0/device:CPU:0 Compute", 0);
    all.process("5", "/device:GPU:0/memcpy Compute", 1);
    all.thread({"3", "0", ""});
    all.thread({"5", "0", ""});
    const TrackLayout layout = TrackLayout::build(*all.trace(), {});
    laneTitled(layout, "CPU:0 Compute 3");
    laneTitled(layout, "GPU:0/memcpy Compute 5");
}

TEST(TrackLayout, NumbersOfThreadsNamedAlikeDoNotRepeatTheirNames) {
    Layouts all;
    all.process("1", "python", 0);
    all.thread({"1", "12 state", "python state"});
    all.thread({"1", "13 state", "python state"});
    const TrackLayout layout = TrackLayout::build(*all.trace(), {});
    laneTitled(layout, "python · 12 state");
    laneTitled(layout, "python · 13 state");
}

TEST(TrackLayout, ThreadsNamedAlikeHaveTheirNumber) {
    test::TraceDsl t;
    t.op(t.thread("python"), {0, 100}, "a");
    t.op(t.thread("python"), {0, 100}, "a");
    t.op(t.thread("loader"), {0, 100}, "a");
    const TrackLayout layout = TrackLayout::build(*t.trace(), {});
    laneTitled(layout, "python · 1");
    laneTitled(layout, "python · 2");
    laneTitled(layout, "loader");
}

}  // namespace
}  // namespace gaplight
