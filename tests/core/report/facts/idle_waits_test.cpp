// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/report/facts/idle_waits.h"

#include <map>
#include <string>

#include <gtest/gtest.h>

#include "tests/core/analysis/analyzed.h"

namespace gaplight {
namespace {

using Use = RangeNameUse;

std::map<std::string, Use> usesOf(const test::TraceDsl& dsl) {
    const test::Analyzed result(dsl);
    const Trace& trace = *result.trace;
    const RowIndex rows = RowIndex::build(trace);
    const std::vector<TrackId> tracks = test::allTracks(trace);
    const RangeTables tables = rangeTables(trace, rows, result.analysis, tracks, trace.range());
    const std::vector<Use> uses = usesOfNames(trace, rows, tracks, tables);
    std::map<std::string, Use> named;
    for (std::size_t at = 0; at < uses.size(); ++at) {
        named[std::string(trace.text(tables.names[at].name))] = uses[at];
    }
    return named;
}

constexpr const char* kWait = "threading.py(359): wait";
constexpr const char* kReceive = "a/subproc_pool.py(76): _recv_msg";

test::TraceDsl programWithThreads() {
    test::TraceDsl t;
    const auto main = t.thread("main");
    t.op(main, {0, 500}, "aten::mm");
    t.kernel(t.stream(0, 7), {300, 1'000}, t.launch(main, {100, 110}));
    const auto waits = t.thread("monitor");
    t.python(waits, {0, 900}, kWait);
    t.python(waits, {10, 890}, "<built-in method acquire of _thread.lock object at 0x1>");
    t.python(t.thread("pool"), {0, 1'000}, kReceive);
    t.slice(t.thread("service"), {0, 700}, "osrt", "futex");
    const auto worker = t.thread("worker");
    t.python(worker, {0, 1'000}, "a/decode.py(7): decode");
    t.python(worker, {5, 990}, "<built-in method resize of Image object at 0x2>");
    t.python(worker, {991, 994}, "a/decode.py(9): await_result");
    t.slice(t.thread("spans"), {0, 1'000}, "Trace", "PyTorch Profiler (0)");
    return t;
}

TEST(IdleWaits, AreOnThreadsThatLaunchNothing) {
    const auto uses = usesOf(programWithThreads());
    EXPECT_EQ(uses.at(kWait), Use::IdleWait);
    EXPECT_EQ(uses.at("<built-in method acquire of _thread.lock object at 0x1>"), Use::IdleWait);
    EXPECT_EQ(uses.at(kReceive), Use::IdleWait);
    EXPECT_EQ(uses.at("futex"), Use::IdleWait);
    EXPECT_EQ(uses.at("PyTorch Profiler (0)"), Use::Recording);
    for (const char* work :
         {"aten::mm", "kernel", "a/decode.py(7): decode",
          "<built-in method resize of Image object at 0x2>", "a/decode.py(9): await_result"}) {
        EXPECT_EQ(uses.at(work), Use::Work) << work;
    }
}

// There it keeps the GPU waiting.
TEST(IdleWaits, AWaitOfTheThreadThatLaunchesIsWork) {
    test::TraceDsl t = programWithThreads();
    t.python(t.thread("trainer"), {0, 200}, kWait);
    EXPECT_EQ(usesOf(t).at(kWait), Use::IdleWait);
    const auto trainer = t.thread("trainer 2");
    t.python(trainer, {0, 200}, kWait);
    t.op(trainer, {200, 300}, "aten::add");
    EXPECT_EQ(usesOf(t).at(kWait), Use::Work);
}

TEST(IdleWaits, ACallThatCallsSomethingIsWork) {
    test::TraceDsl t = programWithThreads();
    t.python(t.thread("pool 2"), {0, 1'000}, "b/pool.py(1): serve");
    EXPECT_EQ(usesOf(t).at("b/pool.py(1): serve"), Use::IdleWait);
    test::TraceDsl busy = programWithThreads();
    const auto pool = busy.thread("pool 2");
    busy.python(pool, {0, 1'000}, "b/pool.py(1): serve");
    busy.python(pool, {100, 101}, "<built-in function len>");
    EXPECT_EQ(usesOf(busy).at("b/pool.py(1): serve"), Use::Work);
}

TEST(IdleWaits, WithoutAGpuNothingIsLeftOut) {
    test::TraceDsl t;
    t.python(t.thread("main"), {0, 900}, kWait);
    EXPECT_EQ(usesOf(t).at(kWait), Use::Work);
}

}  // namespace
}  // namespace gaplight
