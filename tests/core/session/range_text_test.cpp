// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/session/place_text.h"

#include <string>

#include <gtest/gtest.h>

#include "tests/core/analysis/analyzed.h"

namespace gaplight {
namespace {

using test::Analyzed;
using test::TraceDsl;

class RangeTextTest : public ::testing::Test {
protected:
    RangeTextTest() : m_analyzed(loop()) {}

    // Three steps of one annotation each, from 1,000 on.
    static TraceDsl loop() {
        TraceDsl t;
        const auto host = t.thread("main");
        const auto stream = t.stream(0, 7);
        for (std::int64_t at = 1000; at < 4000; at += 1000) {
            t.annotation(host, {at, at + 900}, "forward");
            t.kernel(stream, {at + 100, at + 200}, t.launch(host, {at + 50, at + 60}));
        }
        t.annotation(host, {4000, 4100}, "save#1");
        return t;
    }

    std::string read(std::string_view text) const {
        const auto range = rangeFromText(text, *m_analyzed.trace, m_analyzed.analysis);
        return range ? std::to_string(ns(range->begin)) + "-" + std::to_string(ns(range->end))
                     : range.error().message;
    }

private:
    Analyzed m_analyzed;
};

TEST_F(RangeTextTest, TimesCountFromTheTracesStart) {
    EXPECT_EQ(read("0..2us"), "1000-3000");
    EXPECT_EQ(read("500ns..80ms"), "1500-80001000");
}

TEST_F(RangeTextTest, StepsCountFromOne) {
    EXPECT_EQ(read("step:1"), "1000-2000");
    EXPECT_EQ(read("step:2"), "2000-3000");
    EXPECT_EQ(read("step:0"), "range 'step:0': expected step:1 to step:3");
    EXPECT_EQ(read("step:4"), "range 'step:4': expected step:1 to step:3");
    EXPECT_EQ(read("step:x"), "range 'step:x': expected step:1 to step:3");
}

// A recording begins at any step of the loop: the profiler's numbers are the program's.
TEST(RangeTextOfNumberedSteps, AreTheProfilers) {
    TraceDsl t;
    const auto host = t.thread("main");
    const auto stream = t.stream(0, 7);
    for (std::int64_t step = 2; step < 5; ++step) {
        const std::int64_t at = step * 1000;
        t.annotation(host, {at, at + 900}, "ProfilerStep#" + std::to_string(step));
        t.kernel(stream, {at + 100, at + 200}, t.launch(host, {at + 50, at + 60}));
    }
    const Analyzed analyzed(t);
    const auto read = [&](std::string_view text) {
        const auto range = rangeFromText(text, *analyzed.trace, analyzed.analysis);
        return range ? std::to_string(ns(range->begin)) : range.error().message;
    };
    EXPECT_EQ(read("step:3"), "3000");
    EXPECT_EQ(read("step:3"), read("annotation:ProfilerStep#3"));
    EXPECT_EQ(read("step:2"), "2000");
    EXPECT_EQ(read("step:1"), "range 'step:1': expected step:2 to step:4");
}

TEST_F(RangeTextTest, AnnotationsByNameAndNumber) {
    EXPECT_EQ(read("annotation:forward"), "1000-1900");
    EXPECT_EQ(read("annotation:forward#3"), "3000-3900");
    EXPECT_EQ(read("annotation:save#1"), "4000-4100");
    EXPECT_EQ(read("annotation:save#1#1"), "4000-4100");
    EXPECT_EQ(read("annotation:forward#4"),
              "range 'annotation:forward#4': there are only 3 annotations of that name");
    EXPECT_EQ(read("annotation:backward"),
              "range 'annotation:backward': there is no annotation of that name; there are "
              "'forward' and 'save#1'");
    EXPECT_EQ(read("annotation:forward#first"),
              "range 'annotation:forward#first': expected a number from 1 on after #");
}

TEST_F(RangeTextTest, AnythingElseIsRefused) {
    EXPECT_TRUE(read("").starts_with("range '': expected T0..T1"));
    EXPECT_TRUE(read("5ms").starts_with("range '5ms': expected T0..T1"));
    EXPECT_TRUE(read("5ms..1ms").starts_with("range '5ms..1ms': expected T0..T1 with T0 before"));
    EXPECT_TRUE(read("1s..2s").starts_with("range '1s..2s': it begins after the trace's end"));
}

TEST(RangeTextOfASnapshot, CountsFromItsFirstEvent) {
    MemorySnapshot snapshot;
    MemoryModel& model = snapshot.devices.emplace_back();
    for (const std::int64_t us : {1000, 1500, 4000}) {
        model.events.emplace_back().timeUs = us;
    }
    for (std::int64_t us = 1000; us < 4000; us += 1000) {
        snapshot.annotations.push_back({"forward", 0, us, us + 900});
    }
    const auto read = [&](std::string_view text) {
        const auto range = rangeFromText(text, snapshot);
        return range ? std::to_string(range->beginUs) + "-" + std::to_string(range->endUs)
                     : range.error().message;
    };
    EXPECT_EQ(read("1ms..2500us"), "2000-3500");
    EXPECT_EQ(read("step:2"), "2000-3000");
    EXPECT_EQ(read("annotation:forward#3"), "3000-3900");
    EXPECT_EQ(read("step:4"), "range 'step:4': expected step:1 to step:3");
    EXPECT_EQ(read("annotation:load"),
              "range 'annotation:load': there is no annotation of that name; there are 'forward'");
    EXPECT_EQ(read("3ms..4ms"),
              "range '3ms..4ms': it begins after the snapshot's end, which is at 3.00\u2009ms");
    EXPECT_EQ(read("2ms..1ms"),
              "range '2ms..1ms': expected T0..T1 with T0 before T1, as in 12.5ms..80ms");
    snapshot.hasTimes = false;
    EXPECT_EQ(read("0s..1s"), "range '0s..1s': this snapshot has no times");
}

// Six iterations of a server, 1,000 ns each: three decodes in graphs of 8, 16 and 8, a prefill
// between them, and two mixed ones.
std::string readOfServer(std::string_view text) {
    TraceDsl t;
    const auto host = t.thread("main");
    const auto stream = t.stream(0, 7);
    std::int64_t at = 1000;
    for (const char* name : {"decode[bs=6/8 tok=6 d=6]", "prefill[bs=1 tok=460 ctx=[0]]",
                             "decode[bs=9/16 tok=9 d=9]", "execute_context_1(9)_generation_2(2)",
                             "decode[bs=7/8 tok=7 d=7]", "execute_context_1(9)_generation_2(2)"}) {
        t.annotation(host, {at, at + 900}, name);
        t.kernel(stream, {at + 100, at + 200}, t.call(host, {at + 50, at + 60}, "cudaGraphLaunch"));
        at += 1000;
    }
    const Analyzed analyzed(t);
    const auto range = rangeFromText(text, *analyzed.trace, analyzed.analysis);
    return range ? std::to_string(ns(range->begin)) + "-" + std::to_string(ns(range->end))
                 : range.error().message;
}

TEST(RangeTextOfServer, IterationsByKindAndNumber) {
    EXPECT_EQ(readOfServer("decode#1"), "1000-2000");
    EXPECT_EQ(readOfServer("decode#2"), "3000-4000");
    EXPECT_EQ(readOfServer("decode:8#2"), "5000-6000");
    EXPECT_EQ(readOfServer("decode:16"), "3000-4000");
    EXPECT_EQ(readOfServer("prefill"), "2000-3000");
    EXPECT_EQ(readOfServer("mixed#2"), "6000-6900") << "the last one ends with its annotation";
}

TEST(RangeTextOfServer, WhatIsNotThereIsNamed) {
    EXPECT_EQ(readOfServer("mixed#3"), "range 'mixed#3': there are only 2 iterations of mixed");
    EXPECT_EQ(readOfServer("decode:64#1"),
              "range 'decode:64#1': there is no such iteration; did you mean 'decode:16', "
              "'decode:8' or 'decode'?");
    EXPECT_EQ(readOfServer("decod:8"),
              "range 'decod:8': there is no such iteration; did you mean 'decode:8', 'decode' or "
              "'decode:16'?");
    EXPECT_EQ(readOfServer("mixed#0"), "range 'mixed#0': expected a number from 1 on after #");
    EXPECT_EQ(readOfServer("mixed#x"), "range 'mixed#x': expected a number from 1 on after #");
}

TEST_F(RangeTextTest, IterationsAreThoseOfServers) {
    EXPECT_EQ(read("decode#3"),
              "range 'decode#3': no iterations of a server were recognized in this trace");
    EXPECT_TRUE(isRangeText("decode:64#3"));
    EXPECT_TRUE(isRangeText("mixed"));
    EXPECT_FALSE(isRangeText("decoder#3"));
}

}  // namespace
}  // namespace gaplight
