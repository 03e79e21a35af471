// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include <cstdint>

#include <gtest/gtest.h>

#include "core/analysis/replay/replay.h"
#include "tests/core/analysis/replayed.h"

namespace gaplight::test {
namespace {

TEST(ReplayThreads, AThreadGoesOnWhenTheOneItWaitedForIsDone) {
    TraceDsl t;
    const auto main = t.thread("main");
    const auto autograd = t.thread("autograd");
    const auto stream = t.stream(0, 7);
    t.annotation(main, us(0, 300), "forward");
    t.kernel(stream, us(10, 20), t.launch(main, us(0, 5)));
    t.kernel(stream, us(310, 320), t.launch(main, us(300, 305)));
    t.op(autograd, us(400, 900), "backward");
    t.kernel(stream, us(510, 520), t.launch(autograd, us(500, 505)));
    t.kernel(stream, us(910, 920), t.launch(autograd, us(900, 905)));
    t.op(main, us(950, 1010), "step");
    t.kernel(stream, us(1010, 1020), t.launch(main, us(1000, 1005)));
    const Replayed r(t);
    EXPECT_EQ(r.window(), 1010);
    EXPECT_EQ(r.with({r.host("forward", 0.5)}), 1010 - 150);
    EXPECT_EQ(r.with({r.host("backward", 0.5)}), 1010 - 250);
    EXPECT_EQ(r.with({r.host("forward", 0.5), r.host("backward", 0.5)}), 1010 - 400);
}

// Autograd's engine hands gradients to the thread that waits for the backward pass.
TEST(ReplayThreads, AThreadStillWaitsWhileAutogradUsesIt) {
    TraceDsl t;
    const auto main = t.thread("main");
    const auto autograd = t.thread("autograd");
    const auto stream = t.stream(0, 7);
    t.kernel(stream, us(10, 20), t.launch(main, us(0, 5)));
    t.op(autograd, us(100, 900), "backward");
    t.kernel(stream, us(210, 220), t.launch(autograd, us(200, 205)));
    t.op(main, us(700, 720),
         "autograd::engine::evaluate_function: torch::autograd::AccumulateGrad");
    t.op(main, us(705, 710), "torch::autograd::AccumulateGrad");
    t.kernel(stream, us(890, 900), t.launch(autograd, us(880, 885)));
    t.kernel(stream, us(1010, 1020), t.launch(main, us(1000, 1005)));
    const Replayed r(t);
    EXPECT_EQ(r.with({r.host("backward", 0.5)}), r.window() - 400);
}

// The first call of a thread follows the one before it in the process.
TEST(ReplayThreads, AThreadIsStartedByItsProcess) {
    TraceDsl t;
    const auto main = t.thread("main");
    const auto worker = t.thread("worker");
    t.op(main, us(10, 300), "prepare");
    t.kernel(t.stream(0, 7), us(10, 20), t.launch(main, us(0, 5)));
    t.kernel(t.stream(0, 7), us(310, 320), t.launch(main, us(300, 305)));
    t.op(worker, us(302, 350), "work");
    t.op(worker, us(355, 600), "work");
    t.kernel(t.stream(0, 9), us(610, 620), t.launch(worker, us(580, 590)));
    const Replayed r(t);
    EXPECT_EQ(r.with({r.host("prepare", 0.5)}), r.window() - 145);
}

TEST(ReplayThreads, WhatStartsBehindACollectiveWaitedForIt) {
    TraceDsl t;
    const auto host = t.thread("main");
    t.kernel(t.stream(0, 9), us(10, 400), t.launch(host, us(0, 5)), "ncclDevKernel_SendRecv");
    t.kernel(t.stream(0, 7), us(402, 500), t.launch(host, us(10, 15)), "backward");
    const Replayed received(t);
    EXPECT_EQ(received.replay().modelError(), 0.0);
    EXPECT_LT(received.with({received.activity("ncclDevKernel_SendRecv", 0)}), 120);

    TraceDsl other;
    const auto main = other.thread("main");
    other.kernel(other.stream(0, 9), us(10, 400), other.launch(main, us(0, 5)), "gemm");
    other.kernel(other.stream(0, 7), us(402, 500), other.launch(main, us(10, 15)), "backward");
    EXPECT_GT(Replayed(other).replay().modelError(), 0.1) << "that may be chance";
}

TEST(ReplayThreads, ThreadsThatWorkAtTheSameTimeAreIndependent) {
    TraceDsl t;
    const auto one = t.thread("one");
    const auto two = t.thread("two");
    for (int i = 0; i < 20; ++i) {
        const int at = 100 * i;
        t.op(one, us(at, at + 90), i == 10 ? "slow" : "op");
        t.kernel(t.stream(0, 7), us(at + 90, at + 95), t.launch(one, us(at + 80, at + 85)));
        t.op(two, us(at + 5, at + 60), "other");
        t.kernel(t.stream(0, 9), us(at + 60, at + 65), t.launch(two, us(at + 50, at + 55)));
        t.op(one, us(at + 92, at + 94), "op");
        t.op(two, us(at + 70, at + 99), "other");
        t.kernel(t.stream(0, 9), us(at + 98, at + 99), t.launch(two, us(at + 87, at + 91)));
    }
    const Replayed r(t);
    const std::int64_t window = r.window();
    EXPECT_EQ(r.with({r.host("slow", 0)}), window);
}

}  // namespace
}  // namespace gaplight::test
