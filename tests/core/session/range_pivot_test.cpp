// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/session/range_pivot.h"

#include <algorithm>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "core/io/byte_source.h"
#include "tests/core/analysis/analyzed.h"
#include "tests/support/checks/golden.h"

namespace gaplight {
namespace {

using test::TraceDsl;
using Kind = PivotKey::Kind;

// Two modules, each with an operator that launches a kernel; one operator inside another of the
// same shape; a second stream.
TraceDsl twoModules() {
    TraceDsl t;
    const auto host = t.thread("main");
    const auto other = t.thread("loader");
    const auto first = t.stream(0, 7);
    const auto second = t.stream(0, 20);
    t.python(host, {0, 400}, "nn.Module: Linear_0");
    t.op(host, {10, 200}, "aten::linear");
    t.arg("Input Dims", "[[4, 8]]");
    t.op(host, {20, 120}, "aten::addmm");
    t.arg("Input Dims", "[[4, 8]]");
    const auto a = t.launch(host, {30, 40});
    t.op(host, {210, 300}, "aten::relu");
    t.arg("Input Dims", "[[2]]");
    t.python(host, {500, 900}, "nn.Module: Linear_1");
    const auto b = t.launch(host, {510, 520});
    t.op(other, {0, 50}, "aten::empty");
    t.kernel(first, {600, 700}, a, "gemm");
    t.kernel(second, {700, 1000}, b, "gemm");
    return t;
}

class RangePivotTest : public ::testing::Test {
protected:
    void open(const std::string& json) {
        auto source = byteSourceFromMemory(json);
        m_session = openSession("made", **source).value();
        m_tracks = test::allTracks(*m_session->trace);
    }
    [[nodiscard]] PivotScope all() const { return {m_tracks, m_session->trace->range()}; }
    [[nodiscard]] std::vector<PivotKey> keys() const {
        return pivotKeys(*m_session, all()).value();
    }
    [[nodiscard]] RangePivot pivot(const PivotKey& key) const {
        return pivotRange(*m_session, all(), key).value();
    }
    // "value count total self" of each group.
    [[nodiscard]] std::string text(const RangePivot& pivot) const {
        std::string text;
        for (const PivotGroup& group : pivot.groups) {
            const Track* track =
                group.track.isValid() ? &m_session->trace->tracks()[group.track.index()] : nullptr;
            text += (track == nullptr ? group.value
                     : track->stream  ? std::to_string(*track->stream)
                                      : std::string(m_session->trace->text(track->name))) +
                    " " + std::to_string(group.row.count) + " " +
                    std::to_string(group.row.total.count()) + " " +
                    std::to_string(group.row.self.count()) + "\n";
        }
        return text;
    }

    std::shared_ptr<const Session> m_session;
    std::vector<TrackId> m_tracks;
};

TEST_F(RangePivotTest, OffersWhatTheRangeHas) {
    open(twoModules().json());
    std::vector<std::string> titles;
    for (const PivotKey& key : keys()) {
        titles.push_back(key.title());
    }
    ASSERT_GE(titles.size(), 4U);
    EXPECT_EQ(titles[0], "stream");
    EXPECT_EQ(titles[1], "thread");
    EXPECT_EQ(titles[2], "module");
    EXPECT_NE(std::ranges::find(titles, "Input Dims"), titles.end());
    EXPECT_EQ(std::ranges::find(titles, "correlation"), titles.end());
    EXPECT_EQ(std::ranges::count(titles, "stream"), 1);
    m_tracks.resize(1);
    for (const PivotKey& key : keys()) {
        EXPECT_NE(key.kind, Kind::Stream);
        EXPECT_NE(key.kind, Kind::Thread);
    }
}

TEST_F(RangePivotTest, SlicesInsideEachOtherCountOnce) {
    open(twoModules().json());
    const RangePivot shapes = pivot({Kind::Arg, "Input Dims"});
    EXPECT_EQ(text(shapes), "[[4, 8]] 2 190 180\n[[2]] 1 90 90\n");
    EXPECT_EQ(shapes.groups[0].row.mean(), Duration((190 + 100) / 2));
    ASSERT_EQ(shapes.slicesOf(shapes.groups[0]).size(), 2U);
    EXPECT_EQ(m_session->trace->name(shapes.groups[0].row.longestSlice), "aten::linear");
    EXPECT_EQ(shapes.without + 3, m_session->trace->slices().size());
    EXPECT_EQ(text(pivot({Kind::Thread, {}})), "main 7 800 800\nloader 1 50 50\n");
    EXPECT_EQ(text(pivot({Kind::Stream, {}})), "20 1 300 300\n7 1 100 100\n");
}

TEST_F(RangePivotTest, GpuWorkIsInTheModuleThatLaunchedIt) {
    open(twoModules().json());
    EXPECT_EQ(text(pivot({Kind::Module, {}})), "Linear_1 1 300 300\nLinear_0 1 100 100\n");
    // Without a stream: the calls of the host.
    std::erase_if(m_tracks, [&](TrackId track) {
        return m_session->trace->tracks()[track.index()].kind == TrackKind::Stream;
    });
    EXPECT_EQ(text(pivot({Kind::Module, {}})), "Linear_0 5 400 400\nLinear_1 2 400 400\n");
}

TEST_F(RangePivotTest, PartsOutsideTheRangeDoNotCount) {
    open(twoModules().json());
    const Time begin = m_session->trace->range().begin;
    const PivotScope part{m_tracks, {begin + Duration(650), begin + Duration(750)}};
    EXPECT_EQ(text(pivotRange(*m_session, part, {Kind::Stream, {}}).value()),
              "7 1 50 50\n20 1 50 50\n");
}

TEST_F(RangePivotTest, KeysThatNumberEventsAreNotOffered) {
    TraceDsl t;
    const auto host = t.thread("main");
    for (int at = 0; at < 100; ++at) {
        t.op(host, {at * 10, at * 10 + 9}, "op");
        t.arg("number", std::to_string(at));
        t.arg("grid", "[" + std::to_string(at) + ", 1, 1]");
        t.arg("same", "7");
        t.arg("kind", std::to_string(at % 3));
    }
    open(t.json());
    std::vector<std::string> titles;
    for (const PivotKey& key : keys()) {
        titles.push_back(key.title());
    }
    EXPECT_EQ(titles, (std::vector<std::string>{"grid", "kind"}));
}

TEST_F(RangePivotTest, ManyValuesEndWithOneOfTheRest) {
    TraceDsl t;
    const auto host = t.thread("main");
    constexpr std::size_t kMore = 7;
    for (std::size_t at = 0; at < RangePivot::kMaxGroups + kMore; ++at) {
        const auto begin = static_cast<std::int64_t>(at) * 10;
        t.op(host, {begin, begin + (at < RangePivot::kMaxGroups ? 9 : 1)}, "op");
        t.arg("number", std::to_string(at));
    }
    open(t.json());
    const RangePivot numbers = pivot({Kind::Arg, "number"});
    ASSERT_EQ(numbers.groups.size(), RangePivot::kMaxGroups + 1);
    EXPECT_EQ(numbers.groups.back().value, "7 further values");
    EXPECT_EQ(numbers.groups.back().row.count, kMore);
    EXPECT_EQ(numbers.groups.back().row.total, Duration(7));
}

TEST_F(RangePivotTest, StopsWhenThatIsRequested) {
    open(twoModules().json());
    std::stop_source stop;
    stop.request_stop();
    EXPECT_EQ(pivotKeys(*m_session, all(), stop.get_token()).error().code, ErrorCode::Cancelled);
    EXPECT_EQ(pivotRange(*m_session, all(), {Kind::Module, {}}, stop.get_token()).error().code,
              ErrorCode::Cancelled);
}

// Against the args of every slice, one by one.
TEST_F(RangePivotTest, FindsWhatTheDetailsShow) {
    m_session = openSession(test::dataFile("streams_overlap.json.zst")).value();
    m_tracks = test::allTracks(*m_session->trace);
    for (const PivotKey& key : keys()) {
        const RangePivot found = pivot(key);
        Duration self{};
        for (const PivotGroup& group : found.groups) {
            self += group.row.self;
            EXPECT_EQ(found.slicesOf(group).size(), group.row.count);
            if (key.kind == Kind::Arg && group.row.count < 50) {
                for (const SliceId slice : found.slicesOf(group)) {
                    const auto args = m_session->details.args(slice).value();
                    EXPECT_TRUE(std::ranges::any_of(args, [&](const Arg& arg) {
                        return arg.path.starts_with(key.arg) && group.value.ends_with(arg.value);
                    })) << key.arg;
                }
            }
        }
        EXPECT_LE(self,
                  m_session->trace->range().length() * static_cast<std::int64_t>(m_tracks.size()));
        EXPECT_EQ(found.slices.size() + found.without, m_session->trace->slices().size());
    }
}

}  // namespace
}  // namespace gaplight
