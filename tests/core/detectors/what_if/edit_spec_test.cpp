// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/detectors/what_if/edit_spec.h"

#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/analysis/slices/slice_text.h"
#include "core/detectors/what_if/resolve_edits.h"
#include "core/session/session_replay.h"
#include "tests/core/detectors/detected.h"

namespace gaplight::test {
namespace {

using ::testing::HasSubstr;

std::string complaint(std::string_view text) {
    const Result<WhatIf> edit = parseWhatIf(text);
    return edit ? "" : edit.error().message;
}

TEST(ParseWhatIf, ReadsEveryForm) {
    EXPECT_EQ(parseWhatIf("remove:host-sync")->target, WhatIf::Target::Rule);
    EXPECT_EQ(parseWhatIf("graph:steps")->target, WhatIf::Target::Graph);
    EXPECT_EQ(parseWhatIf("async:copies")->target, WhatIf::Target::AsyncCopies);
    EXPECT_EQ(parseWhatIf("overlap:copies")->target, WhatIf::Target::OverlapCopies);
    EXPECT_EQ(parseWhatIf("balance:ranks")->target, WhatIf::Target::Ranks);
    const WhatIf op = *parseWhatIf("remove:op:aten::item");
    EXPECT_EQ(op.target, WhatIf::Target::Op);
    EXPECT_EQ(op.name, "aten::item");
    EXPECT_TRUE(op.isRemoved);
    const WhatIf kernel = *parseWhatIf("scale:kernel:at::native::reduce:0.5");
    EXPECT_EQ(kernel.target, WhatIf::Target::Kernel);
    EXPECT_EQ(kernel.name, "at::native::reduce");
    EXPECT_EQ(kernel.factor, 0.5);
    EXPECT_FALSE(kernel.isRemoved);
    EXPECT_EQ(parseWhatIf("scale:annotation:ProfilerStep#1:0")->name, "ProfilerStep#1");
    EXPECT_EQ(parseWhatIf("remove:finding:12")->target, WhatIf::Target::Finding);
    EXPECT_EQ(parseWhatIf("scale:slice:a:b@5ns:0.5")->target, WhatIf::Target::Slice);
    EXPECT_EQ(parseWhatIf("scale:slice:a:b@5ns:0.5")->name, "a:b@5ns");
    EXPECT_EQ(parseWhatIf("remove:gap:0@5ms")->target, WhatIf::Target::Gap);
    EXPECT_EQ(parseWhatIf("scale:gap:0@5ms:0.5")->name, "0@5ms");
    EXPECT_FALSE(parseWhatIf("remove:kernel:gemm*")->isLiteral);
    const WhatIf literal = *parseWhatIf("remove:kernel:=gemm*");
    EXPECT_EQ(literal.name, "gemm*");
    EXPECT_TRUE(literal.isLiteral);
}

TEST(ParseWhatIf, SaysWhatWasExpected) {
    EXPECT_THAT(complaint("faster"), HasSubstr("expected remove:RULE, remove:annotation:NAME"));
    EXPECT_EQ(complaint("remove:hostsync"),
              "'remove:hostsync': there is no rule 'hostsync'; did you mean 'host-sync'?");
    EXPECT_EQ(complaint("remove:op:"), "'remove:op:': expected a name behind 'op:'");
    EXPECT_EQ(complaint("remove:op:="), "'remove:op:=': expected a name behind 'op:'");
    for (const char* rank : {"", "0", "x", "-1", "1x"}) {
        EXPECT_THAT(complaint(std::string("remove:finding:") + rank), HasSubstr("from 1 on"));
    }
    EXPECT_THAT(complaint("scale:finding:1:0.5"), HasSubstr("scale:annotation:NAME:FACTOR"));
    EXPECT_THAT(complaint("scale:kernel:gemm"), HasSubstr("expected a factor from 0 to 1000"));
    EXPECT_THAT(complaint("scale:kernel:gemm:fast"), HasSubstr("as in scale:kernel:NAME:0.5"));
    for (const char* factor : {"-1", "nan", "inf", "1001", ""}) {
        EXPECT_FALSE(parseWhatIf(std::string("scale:op:x:") + factor)) << factor;
    }
    EXPECT_THAT(complaint("scale:host-sync:0.5"), HasSubstr("scale:annotation:NAME:FACTOR"));
}

class Asked {
public:
    explicit Asked(std::shared_ptr<const Session> session) : m_replay(std::move(session)) {}

    [[nodiscard]] WhatIfAnswer operator()(const std::vector<std::string>& texts) const {
        const WhatIfRun run = runOf(texts);
        if (run.error) {
            throw std::runtime_error(run.error->message);
        }
        EXPECT_EQ(run.answer.edits, texts);
        return run.answer;
    }
    std::string complaint(const std::string& text) const {
        const WhatIfRun run = runOf({text});
        return run.error ? run.error->message : "";
    }
    WhatIfRun runOf(const std::vector<std::string>& texts) const {
        std::vector<WhatIf> changes;
        for (const std::string& text : texts) {
            changes.push_back(parseWhatIf(text).value());
        }
        return m_replay.run(changes);
    }

private:
    SessionReplay m_replay;
};

Span us(std::int64_t begin, std::int64_t end) {
    return {begin * 1000, end * 1000};
}

// Ten steps: 500 µs of host work in an annotation, a function and an operator each, then kernels.
TraceDsl loop() {
    TraceDsl t;
    const auto host = t.thread("main");
    const auto stream = t.stream(0, 7);
    for (int i = 0; i < 10; ++i) {
        const int at = 1000 * i;
        t.annotation(host, us(at, at + 990), "ProfilerStep#" + std::to_string(i));
        t.annotation(host, us(at, at + 200), "prepare");
        t.python(host, us(at + 200, at + 350), "app/model.py(12): sample");
        t.op(host, us(at + 350, at + 500), "aten::item");
        t.kernel(stream, us(at + 520, at + 720), t.launch(host, us(at + 505, at + 510)),
                 "void at::native::reduce_kernel<float*>(float*)");
        t.call(host, us(at + 511, at + 725), "cudaStreamSynchronize");
    }
    return t;
}

std::shared_ptr<const Session> shared(const Detected& detected) {
    return std::make_shared<const Session>(detected.session());
}

TEST(WhatIf, RemovesAndScalesByName) {
    const Detected detected(loop());
    const Asked ask(shared(detected));
    const Duration window = ask({}).window;
    EXPECT_EQ(ask({}).saving, Duration{});
    EXPECT_EQ(ask({}).speedUp, 1);
    const auto saves = [&](const std::vector<std::string>& edits) {
        const WhatIfAnswer answer = ask(edits);
        EXPECT_EQ(answer.window, window - answer.saving);
        return answer.saving / std::chrono::microseconds(1);
    };
    EXPECT_EQ(saves({"remove:annotation:prepare"}), 9 * 200);
    EXPECT_EQ(saves({"scale:annotation:prep*:0.5"}), 9 * 100);
    EXPECT_EQ(saves({"remove:function:sample"}), 9 * 150);
    EXPECT_EQ(saves({"remove:function:*model.py(12): sample"}), 9 * 150);
    EXPECT_EQ(saves({"remove:op:aten::item"}), 9 * 150);
    EXPECT_EQ(saves({"scale:kernel:reduce_kernel:0.5"}), 10 * 100);
    EXPECT_EQ(saves({"remove:kernel:void at::native::reduce_kernel<float*>(float*)"}), 10 * 200);
    // In one replay.
    EXPECT_EQ(saves({"remove:annotation:prepare", "remove:op:aten::item"}), 9 * 350);
    // The annotation around all of it, with its waits: the kernels remain.
    EXPECT_GT(saves({"remove:annotation:ProfilerStep"}), 7000);
}

TEST(WhatIf, ToldByStep) {
    const Detected detected(loop());
    const Asked ask(shared(detected));
    const WhatIfAnswer answer = ask({"remove:annotation:prepare"});
    EXPECT_EQ(answer.stepBefore, std::chrono::microseconds(1000));
    EXPECT_EQ(answer.step, std::chrono::microseconds(800));
    EXPECT_NEAR(answer.speedUp, 9.2 / 7.4, 0.01);
    EXPECT_TRUE(answer.trusted);
}

TEST(WhatIf, NamesOneThingExactly) {
    const Detected detected(loop());
    const Asked ask(shared(detected));
    const auto saves = [&](const std::string& edit) {
        return ask({edit}).saving / std::chrono::microseconds(1);
    };
    EXPECT_EQ(saves("remove:slice:prepare@3000000ns"), 200);
    EXPECT_EQ(saves("scale:slice:prepare@3ms:0.5"), 100);
    EXPECT_EQ(saves("remove:kernel:=void at::native::reduce_kernel<float*>(float*)"), 10 * 200);
    EXPECT_THAT(ask.complaint("remove:kernel:=reduce_kernel"), HasSubstr("no kernel"));
    EXPECT_THAT(ask.complaint("remove:slice:prepare@3001us"), HasSubstr("nearest begins at"));
    const std::vector<Finding>& findings = detected.session().findings.findings;
    ASSERT_FALSE(findings.empty());
    EXPECT_EQ(saves("remove:finding:1"),
              findings.front().cost.saving.value_or(Duration{}) / std::chrono::microseconds(1));
    EXPECT_THAT(ask.complaint("remove:finding:99"), HasSubstr("the trace has"));
}

// In loop() the GPU is idle from 720 µs of each step to 520 µs of the next one, whose launch begins
// at 505 µs. The host waits up to 725 µs of it.
TEST(WhatIf, ShortensOneGapByItsHostTime) {
    const Detected detected(loop());
    const Asked ask(shared(detected));
    const auto saves = [&](const std::string& edit) {
        return ask({edit}).saving / std::chrono::microseconds(1);
    };
    EXPECT_EQ(saves("remove:gap:0@3ms"), 780);
    EXPECT_EQ(saves("scale:gap:0@2720us:0.5"), 390);
    EXPECT_EQ(saves("scale:gap:0@3519999ns:0"), 780);
    EXPECT_EQ(ask.complaint("remove:gap:0@2600us"),
              "'remove:gap:0@2600us': GPU 0 is not idle then");
    EXPECT_THAT(ask.complaint("remove:gap:1@3ms"), HasSubstr("GPU 1 is not idle then"));
    EXPECT_THAT(ask.complaint("remove:gap:3ms"), HasSubstr("expected GPU@TIME"));
}

TEST(WhatIf, AGapBetweenLaunchedWorkIsNotTheHosts) {
    TraceDsl t;
    const auto host = t.thread("main");
    const auto stream = t.stream(0, 7);
    const auto first = t.launch(host, us(0, 5));
    const auto second = t.launch(host, us(6, 11));
    t.kernel(stream, us(20, 100), first);
    t.kernel(stream, us(150, 200), second);
    const Detected detected(t);
    EXPECT_THAT(Asked(shared(detected)).complaint("remove:gap:0@120us"),
                HasSubstr("was launched before it"));
}

TEST(WhatIf, SaysWhichNamesThereAre) {
    const Detected detected(loop());
    const Asked ask(shared(detected));
    EXPECT_EQ(ask.complaint("remove:annotation:prepair"),
              "'remove:annotation:prepair': the trace has no annotation 'prepair'; did you mean "
              "'prepare'?");
    EXPECT_THAT(ask.complaint("remove:kernel:gemm"), HasSubstr("there are 'reduce_kernel'"));
    EXPECT_THAT(ask.complaint("remove:function:forward"),
                HasSubstr("no Python function 'forward'"));
    EXPECT_EQ(ask.complaint("remove:recompile"), "");  // nothing was found: nothing changes
}

TEST(WhatIf, AFindingsRuleIsWhatItsFindingsPropose) {
    const Detected detected("sync_small_before");
    const Asked ask(shared(detected));
    const WhatIfAnswer answer = ask({"remove:host-sync"});
    Duration best{};
    for (const Finding& finding : detected.of("host-sync")) {
        best = std::max(best, finding.cost.saving.value_or(Duration{}));
    }
    EXPECT_GE(answer.saving, best);
    EXPECT_GT(best, Duration{});
}

// From a statement without frames to what was traced without it: -21.4 % of the window.
TEST(WhatIf, PricesAnExplicitSynchronizeWithItsStatement) {
    const Detected detected("sync_small_before");
    const std::vector<Finding> syncs = detected.of("host-sync");
    ASSERT_FALSE(syncs.empty());
    EXPECT_NEAR(syncs.front().cost.savingShare, 0.214, 0.08);
}

TEST(WhatIf, KnowsGraphsCopiesAndRanks) {
    const Detected graphs("graph_small_before");
    EXPECT_GT(Asked(shared(graphs))({"graph:steps"}).speedUp, 2);
    const Detected copies("copy_before");
    const WhatIfAnswer async = Asked(shared(copies))({"async:copies"});
    EXPECT_GT(async.saving, async.measured / 5);
    const WhatIfAnswer both = Asked(shared(copies))({"async:copies", "overlap:copies"});
    EXPECT_GE(both.saving, async.saving);
    const Detected ranks("ddp_straggler_rank0");
    const WhatIfAnswer balanced = Asked(shared(ranks))({"balance:ranks"});
    EXPECT_GT(balanced.saving, balanced.measured / 10);
}

TEST(WhatIf, LeavesOutChangesThatDoNotFit) {
    const Detected detected(loop());
    const Asked ask(shared(detected));
    const WhatIfRun run =
        ask.runOf({"remove:op:none", "remove:annotation:prepare", "remove:finding:99"});
    EXPECT_EQ(run.answer.edits, std::vector<std::string>{"remove:annotation:prepare"});
    EXPECT_EQ(run.answer.saving, ask({"remove:annotation:prepare"}).saving);
    ASSERT_TRUE(run.error);
    EXPECT_THAT(run.error->message, HasSubstr("none"));
}

TEST(WhatIf, ASliceTakesNoTime) {
    const Detected detected(loop());
    const Asked ask(shared(detected));
    const Session& session = detected.session();
    const SliceId prepare = sliceNamed(*session.trace, "prepare", 3);
    EXPECT_EQ(ask({"remove:slice:" + sliceText(*session.trace, prepare)}).saving,
              std::chrono::microseconds(200));
    const SliceId step = sliceNamed(*session.trace, "ProfilerStep#3");
    const auto whole = sliceEdits(*session.trace, session.analysis, step, 0, true);
    EXPECT_EQ(whole.size(), 2U);  // its host time and its wait
}

}  // namespace
}  // namespace gaplight::test
