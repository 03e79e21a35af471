// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
// The tables that scenes draw from: counters, busy profiles, overlays, names.
#include <limits>
#include <random>

#include <gtest/gtest.h>

#include "core/scene/layout/counter_curves.h"
#include "core/scene/model/busy_profile.h"
#include "core/scene/model/name_table.h"
#include "core/scene/overlays/overlay_clusters.h"
#include "core/scene/timeline/track_scenes.h"
#include "core/trace/trace_builder.h"
#include "tests/support/traces/trace_dsl.h"

namespace gaplight {
namespace {

TEST(BusyProfile, MeasuresAnyRange) {
    const std::vector<TimeRange> gaps{{timeFromNs(10), timeFromNs(20)},
                                      {timeFromNs(50), timeFromNs(51)}};
    const auto profile = BusyProfile::build(
        {GpuId(SourceId(), 0), {timeFromNs(0), timeFromNs(100)}, gaps, {}, {}, {}});
    for (std::int64_t begin = -10; begin < 110; ++begin) {
        std::int64_t busy = 0;
        for (std::int64_t end = begin; end < 120; ++end) {
            EXPECT_EQ(ns(profile.busyWithin({timeFromNs(begin), timeFromNs(end)})), busy);
            const bool idle = end < 0 || end >= 100 || (end >= 10 && end < 20) || end == 50;
            busy += idle ? 0 : 1;
        }
    }
}

TEST(CounterCurve, FindsExtentsOfAnyRun) {
    std::mt19937 random(3);
    std::vector<Time> times;
    std::vector<double> values;
    for (int i = 0; i < 3000; ++i) {
        times.push_back(timeFromNs(i * 10));
        values.push_back(static_cast<double>(random() % 1000));
    }
    const auto curve = CounterCurve::build("queue", CounterUnit::Number, times, values);
    for (int i = 0; i < 500; ++i) {
        const std::size_t first = random() % values.size();
        const std::size_t last = first + 1 + random() % (values.size() - first);
        const auto [low, high] =
            std::minmax_element(values.begin() + static_cast<std::ptrdiff_t>(first),
                                values.begin() + static_cast<std::ptrdiff_t>(last));
        EXPECT_EQ(curve.extent(first, last).low, *low);
        EXPECT_EQ(curve.extent(first, last).high, *high);
    }
    EXPECT_FALSE(curve.valueAt(timeFromNs(-1)).has_value());
    EXPECT_EQ(curve.valueAt(timeFromNs(15)), values[1]);
}

TEST(CounterCurve, WritesItsScale) {
    const auto scale = [](double value, CounterUnit unit) {
        return scaleText(CounterCurve::build("", unit, {timeFromNs(0)}, {value}));
    };
    EXPECT_EQ(scale(12'345'678'901, CounterUnit::Bytes), "12.3\u2009GB");
    EXPECT_EQ(scale(512, CounterUnit::Bytes), "512\u2009B");
    EXPECT_EQ(scale(4'500, CounterUnit::Number), "4.50\u2009k");
    EXPECT_EQ(scale(7, CounterUnit::Number), "7");
    EXPECT_EQ(scale(-7, CounterUnit::Number), "0");
}

TEST(CounterCurves, MakesMemoryCurvesPerDevice) {
    EventBatch batch;
    const BatchString pid = batch.strings.intern("434");
    batch.tracks.push_back({pid, pid});
    const auto add = [&](std::int64_t time, std::int64_t allocated, std::int64_t reserved,
                         std::int32_t type, std::int32_t device) {
        MemoryBatchRow row;
        row.time = time;
        row.totalAllocated = allocated;
        row.totalReserved = reserved;
        row.deviceType = type;
        row.deviceId = device;
        row.track = BatchTrack(std::size_t{0});
        batch.memory.push_back(row);
    };
    add(0, 100, 1000, 1, 0);
    add(1, 50, 1000, 1, 0);
    add(2, 0, 0, 0, -1);  // an allocator that does not count
    add(3, 7, -1, 1, 1);
    TraceBuilder builder;
    builder.add(std::move(batch));
    const auto trace = builder.finish({});
    const auto curves = counterCurves(*trace);
    ASSERT_EQ(curves.size(), 3U);
    EXPECT_EQ(curves[0].title(), "memory allocated");
    EXPECT_EQ(curves[0].gpu, GpuId(SourceId(), 0));
    EXPECT_EQ(curves[0].values(), (std::vector<double>{100, 50}));
    EXPECT_EQ(curves[1].title(), "memory reserved");
    EXPECT_EQ(curves[2].gpu, GpuId(SourceId(), 1));
    EXPECT_EQ(curves[2].unit(), CounterUnit::Bytes);
}

TEST(CounterCurves, SeriesThatRepeatTheirCounterAreNotNamed) {
    EventBatch batch;
    const BatchString pid = batch.strings.intern("0");
    batch.tracks.push_back({pid, pid});
    const auto add = [&](std::string_view name, std::string_view series) {
        batch.counters.push_back({0, 1, batch.strings.intern(name), batch.strings.intern(series),
                                  BatchTrack(std::size_t{0})});
    };
    add("GPU 0 Utilization", "GPU Utilization");
    add("GPU 0 Est. SM Efficiency", "Est. SM Efficiency");
    add("cpu", "cpu_percent");
    add("memory", "value");
    TraceBuilder builder;
    builder.add(std::move(batch));
    std::vector<std::string> titles;
    for (const CounterCurve& curve : counterCurves(*builder.finish({}))) {
        titles.push_back(curve.title());
    }
    EXPECT_EQ(titles, (std::vector<std::string>{"GPU 0 Utilization", "GPU 0 Est. SM Efficiency",
                                                "cpu · cpu_percent", "memory"}));
}

// A name that ends with the word says that the values are bytes; a rate or a multiple does not.
TEST(CounterCurves, NamesSayThatValuesAreBytes) {
    const auto unitOf = [](std::string_view name, std::string_view series) {
        EventBatch batch;
        const BatchString pid = batch.strings.intern("0");
        batch.tracks.push_back({pid, pid});
        batch.counters.push_back({0, 1, batch.strings.intern(name), batch.strings.intern(series),
                                  BatchTrack(std::size_t{0})});
        TraceBuilder builder;
        builder.add(std::move(batch));
        return counterCurves(*builder.finish({})).at(0).unit();
    };
    for (const char* name : {"unused_memory_bytes", "CachedBytes", "used (bytes)", "Bytes"}) {
        EXPECT_EQ(unitOf(name, "value"), CounterUnit::Bytes) << name;
    }
    EXPECT_EQ(unitOf("SurfacePool", "SkiaCacheBytes"), CounterUnit::Bytes);
    for (const char* name : {"read_kbytes", "used kBytes", "MBytes", "bytes/s", "CachedCount",
                             "bytes_read_count", "ytes", "kilobytes"}) {
        EXPECT_EQ(unitOf(name, "value"), CounterUnit::Number) << name;
    }
}

Overlay gap(std::int64_t begin, std::int64_t end) {
    Overlay overlay;
    overlay.gpu = GpuId(SourceId(), 0);
    overlay.range = {timeFromNs(begin), timeFromNs(end)};
    return overlay;
}

// Every overlay is in exactly one mark; wide ones stand alone; panning changes nothing.
TEST(OverlayClusterWalk, KeepsEveryOverlayInOneMark) {
    std::mt19937 random(5);
    std::vector<Overlay> overlays;
    std::int64_t at = 0;
    for (int i = 0; i < 500; ++i) {
        at += 1 + static_cast<std::int64_t>(random() % 300);
        const std::int64_t end = at + 1 + static_cast<std::int64_t>(random() % (1U << (i % 12)));
        overlays.push_back(gap(at, end));
        at = end;
    }
    const OverlayTable table = OverlayTable::build(overlays);
    const auto marksOf = [&](TimeRange range, double nsPerPixel) {
        std::vector<OverlayCluster> marks;
        OverlayClusterWalk walk(table.gaps(GpuId(SourceId(), 0)), range, nsPerPixel);
        OverlayCluster mark;
        while (walk.next(mark)) {
            marks.push_back(mark);
        }
        return marks;
    };
    for (const double nsPerPixel : {1.0, 7.0, 40.0, 500.0}) {
        std::size_t next = 0;
        const auto whole = marksOf({timeFromNs(0), timeFromNs(at + 1)}, nsPerPixel);
        for (const OverlayCluster& mark : whole) {
            EXPECT_EQ(mark.first, next);
            next = mark.last;
            for (std::size_t i = mark.first; i < mark.last; ++i) {
                const auto length = static_cast<double>(ns(overlays[i].range.length()));
                EXPECT_TRUE(mark.wide || length < 14 * nsPerPixel);
                EXPECT_TRUE(!mark.wide || length >= 7 * nsPerPixel - 1);
            }
            EXPECT_TRUE(!mark.wide || mark.count() == 1);
        }
        EXPECT_EQ(next, overlays.size());
        for (std::int64_t begin = 0; begin < at; begin += at / 37) {
            const TimeRange view{timeFromNs(begin), timeFromNs(begin + at / 9)};
            for (const OverlayCluster& mark : marksOf(view, nsPerPixel)) {
                EXPECT_TRUE(std::any_of(whole.begin(), whole.end(), [&](const OverlayCluster& w) {
                    return w.first == mark.first && w.last == mark.last;
                }));
            }
        }
    }
}

TEST(NameTable, ShortensKernelsAndRepairsTexts) {
    test::TraceDsl t;
    const auto host = t.thread("main");
    const auto stream = t.stream(0, 7);
    t.op(host, {0, 10}, "long::name<of, an, op>");
    t.op(host, {20, 30}, "broken \xff\x01 text");
    t.op(host, {40, 50}, "");
    t.kernel(stream, {0, 10}, 0, "void kernel<float>(int)");
    t.kernel(stream, {20, 30}, 0, "void kernel<half>(int)");
    const auto trace = t.trace();
    const auto names = NameTable::build(*trace, [](std::string_view) { return "kernel"; });
    std::vector<std::string> labels;
    for (std::size_t i = 0; i < trace->slices().size(); ++i) {
        labels.emplace_back(names.label(trace->slices().name(SliceId(i))));
    }
    EXPECT_EQ(labels, (std::vector<std::string>{"long::name<of, an, op>", "broken \uFFFD  text",
                                                "(no name)", "kernel", "kernel"}));
    EXPECT_EQ(names.color(*trace->findText("void kernel<float>(int)")),
              names.color(*trace->findText("void kernel<half>(int)")));
}

// A server names each iteration apart: the label is what differs, the color the phase.
TEST(NameTable, LabelsIterationsOfServersByPhase) {
    test::TraceDsl t;
    const auto host = t.thread("main");
    t.annotation(host, {0, 10}, "execute_context_0(0)_generation_11(11)");
    t.annotation(host, {20, 30}, "execute_context_0(0)_generation_12(12)");
    t.annotation(host, {40, 50}, "execute_context_1(289)_generation_11(11)");
    t.annotation(host, {60, 70}, "decode[bs=117/128 tok=117 d=117]");
    const auto trace = t.trace();
    const auto names = NameTable::build(*trace, {});
    std::vector<std::string> labels;
    std::vector<ColorRef> colors;
    for (std::size_t i = 0; i < trace->slices().size(); ++i) {
        labels.emplace_back(names.label(trace->slices().name(SliceId(i))));
        colors.push_back(names.color(trace->slices().name(SliceId(i))));
    }
    EXPECT_EQ(labels, (std::vector<std::string>{"decode 11", "decode 12", "mixed 12 · 300 tokens",
                                                "decode 117 → 128"}));
    EXPECT_EQ(colors[0], colors[1]);
    EXPECT_EQ(colors[0], colors[3]);
    EXPECT_NE(colors[0], colors[2]);
}

}  // namespace
}  // namespace gaplight
