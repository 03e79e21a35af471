// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
// Recorded runs side by side, as goldens to be read; and what must hold of any two of them.
#include <algorithm>
#include <array>
#include <filesystem>
#include <map>
#include <memory>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "core/base/quantity_text.h"
#include "core/report/diff/compared_quantities.h"
#include "core/report/diff/comparison_report.h"
#include "core/report/diff/match_bands.h"
#include "core/session/comparison_of.h"
#include "tests/support/checks/golden.h"

namespace gaplight {
namespace {

std::shared_ptr<const Session> recorded(const std::string& name) {
    static std::map<std::string, std::shared_ptr<const Session>> opened;
    std::shared_ptr<const Session>& session = opened[name];
    if (session == nullptr) {
        const auto loaded = openSession(test::dataFile(name + ".json.zst"));
        EXPECT_TRUE(loaded) << loaded.error().message;
        session = *loaded;
    }
    return session;
}

ReportSubject subjectOf(const Session& session) {
    return {*session.trace, session.analysis, session.findings, std::nullopt};
}

std::string neutral(std::string text) {
    const std::string folder = std::string(GAPLIGHT_TEST_SOURCE_DIR) + "/";
    for (auto at = text.find(folder); at != std::string::npos; at = text.find(folder, at)) {
        text.erase(at, folder.size());
    }
    return text;
}

// Every pair of annotations, runs of one name on one line, so that a reader can check them.
std::string alignmentDump(const Session& a, const Session& b, const Alignment& alignment) {
    std::string text = "\nAlignment in full\n";
    for (const StepPair& pair : alignment.steps) {
        text += fmt::format("step {} = step {}{}\n", pair.a + 1, pair.b + 1,
                            pair.warmsUp ? " (warm-up)" : "");
    }
    std::string last;
    std::size_t times = 0;
    const auto flush = [&] {
        text += times > 0 ? fmt::format("{}{}\n", last, times > 1 ? fmt::format(" ×{}", times) : "")
                          : "";
    };
    for (const AnnotationPair& pair : alignment.annotations) {
        const std::string line =
            fmt::format("{:>{}}{} = {}{}", "", 2 * pair.depth, a.trace->name(pair.a),
                        b.trace->name(pair.b), pair.byPlace ? " (by place)" : "");
        if (line != last) {
            flush();
            times = 0;
        }
        last = line;
        ++times;
    }
    flush();
    const Anchors& anchors = alignment.anchors;
    text += fmt::format("{} anchor pairs of {} and {}\n", anchors.pairs.size(), anchors.countA,
                        anchors.countB);
    return text;
}

// Bar by bar, and the first bands with their color.
std::string drawingDump(const Session& a, const Session& b, const Comparison& comparison) {
    constexpr std::size_t kShownBands = 12;
    constexpr std::array kChanges{"same", "faster", "slower"};
    std::string text = "\nWaterfall\n";
    for (const WaterfallBar& bar : comparison.verdict.waterfall) {
        text +=
            fmt::format("{} {} -> {}\n", bar.label, durationText(bar.begin), durationText(bar.end));
    }
    const std::vector<MatchBand> bands = matchBands(a, b, comparison);
    text += fmt::format("\n{} bands\n", bands.size());
    for (std::size_t at = 0; at < std::min(kShownBands, bands.size()); ++at) {
        text += fmt::format("{}: {}\n", kChanges[static_cast<std::size_t>(bands[at].change)],
                            bands[at].label);
    }
    return text;
}

using Pair = std::tuple<const char*, const char*>;

constexpr Pair kPairs[] = {
    {"flux_after_eager", "flux_after_cudagraph"},
    {"flux2_before_compile", "flux2_after_compile"},
    {"flux2_before_eager", "flux2_before_compile"},
    {"wan_before_compile", "wan_after_compile"},
    {"ema_loop_none", "ema_foreach_none"},
    {"ema_foreach_pageable", "ema_foreach_pinned"},
    {"graph_breaks", "no_graph_breaks"},
    {"transformer_compile", "transformer_compile_cudagraph"},
    {"resnet18_eager", "resnet18_compile"},
    {"train_sync_pageable", "train_workers_pinned"},
    {"ddp_balanced_rank0", "ddp_straggler_rank0"},
    {"flux_after_eager", "ema_loop_none"},
    {"optimizer_loop", "optimizer_fused"},
    {"host_small_before", "host_small_after"},
    {"host_large_before", "host_large_after"},
    {"graph_large_before", "graph_large_after"},
    {"ddp_balanced_rank0", "ddp_balanced_rank1"},
};

// A pair with its comparison, loaded and compared once in a program.
struct OpenedPair {
    std::shared_ptr<const Session> a;
    std::shared_ptr<const Session> b;
    Comparison comparison;
};

const OpenedPair& openedPair(const Pair& pair) {
    static std::map<Pair, OpenedPair> opened;
    const auto known = opened.find(pair);
    if (known != opened.end()) {
        return known->second;
    }
    const auto a = recorded(std::get<0>(pair));
    const auto b = recorded(std::get<1>(pair));
    return opened.emplace(pair, OpenedPair{a, b, compareSessions(*a, *b)}).first->second;
}

// "wan_before_compile__wan_after_compile": of its golden and of its CTest test.
std::string pairName(const Pair& pair) {
    return std::string(std::get<0>(pair)) + "__" + std::get<1>(pair);
}

class RecordedPair : public ::testing::TestWithParam<Pair> {
protected:
    const OpenedPair& m_pair = openedPair(GetParam());
    const std::shared_ptr<const Session>& m_a = m_pair.a;
    const std::shared_ptr<const Session>& m_b = m_pair.b;
    const Comparison& m_comparison = m_pair.comparison;
};

TEST_P(RecordedPair, ReadsAsRecorded) {
    const CompareSubject subject{subjectOf(*m_a), subjectOf(*m_b), m_comparison};
    EXPECT_TRUE(test::matchesGolden("compare/" + pairName(GetParam()) + ".txt",
                                    neutral(compareText({&subject, 1}, PageStyle::Plain)) +
                                        alignmentDump(*m_a, *m_b, m_comparison.alignment) +
                                        drawingDump(*m_a, *m_b, m_comparison)));
}

TEST_P(RecordedPair, TheWaterfallLeadsFromAToB) {
    const Verdict& verdict = m_comparison.verdict;
    EXPECT_TRUE(!verdict.waterfall.empty() || verdict.otherWork || !verdict.change);
    Duration at{};
    for (const WaterfallBar& bar : verdict.waterfall) {
        EXPECT_EQ(bar.begin, bar.isTotal ? Duration::zero() : at) << bar.label;
        if (bar.isTotal && at != Duration::zero()) {
            EXPECT_LE(std::chrono::abs(bar.end - at) * kMinShareOfRun,
                      std::max(verdict.a, verdict.bAtClock));
        }
        at = bar.end;
    }
    EXPECT_EQ(at, verdict.waterfall.empty() ? Duration::zero() : verdict.bAtClock);
}

TEST_P(RecordedPair, OnlyBandsOfAJudgedRunAreColored) {
    const VerdictKind kind = m_comparison.verdict.kind;
    const bool isJudged = kind == VerdictKind::Improved || kind == VerdictKind::Regressed;
    for (const MatchBand& band : matchBands(*m_a, *m_b, m_comparison)) {
        EXPECT_TRUE(isJudged || band.change == MatchChange::Same) << band.label;
    }
}

TEST_P(RecordedPair, GpuStepsCorrespond) {
    for (const ComparedPart& part : m_comparison.parts) {
        if (part.kind == PartKind::Step && part.a && part.b && part.a->gpu.length() > Duration{} &&
            part.b->gpu.length() > Duration{}) {
            EXPECT_EQ(m_comparison.gpuLink.toB(part.a->gpu.begin), part.b->gpu.begin) << part.name;
            EXPECT_EQ(m_comparison.gpuLink.toA(part.b->gpu.end), part.a->gpu.end) << part.name;
        }
    }
}

// What is measured of a whole run and of each step is what `analyze` says, to the nanosecond.
void expectAnalyzed(const Session& session, const PartSide& whole) {
    Measures sum;
    for (const DeviceAnalysis& device : session.analysis.devices) {
        sum.gpuBusy += device.totals.busy;
        sum.idle += device.totals.idle;
        sum.kernels += device.totals.kernels;
        for (std::size_t at = 0; at < sum.idleByTrigger.size(); ++at) {
            sum.idleByTrigger[at] += device.idleByTrigger[at];
        }
        for (std::size_t at = 0; at < sum.idleByActivity.size(); ++at) {
            sum.idleByActivity[at] += device.idleByActivity[at];
        }
    }
    std::uint64_t waits = 0;
    std::uint64_t copies = 0;
    for (const BlockingCallTotals& row : session.analysis.blockingCallTotals) {
        waits += row.count - row.byProfiler;
    }
    for (const auto& [kind, totals] : whole.measures.copies) {
        copies += totals.count;
    }
    EXPECT_EQ(whole.measures.gpuBusy, sum.gpuBusy);
    EXPECT_EQ(whole.measures.idle, sum.idle);
    EXPECT_EQ(whole.measures.kernels, sum.kernels);
    EXPECT_EQ(whole.measures.idleByTrigger, sum.idleByTrigger);
    EXPECT_EQ(whole.measures.idleByActivity, sum.idleByActivity);
    EXPECT_EQ(whole.measures.blockingCalls, waits);
    std::uint64_t memcpys = 0;
    for (const DeviceAnalysis& device : session.analysis.devices) {
        memcpys += device.totals.memcpys;
    }
    EXPECT_EQ(copies, memcpys);
    EXPECT_EQ(whole.measures.launches, session.indexes->launches.launches().size());
}

void expectStep(const Session& session, std::size_t step, const Measures& measures) {
    const StepRow& row = session.analysis.steps.rows.at(step);
    EXPECT_EQ(measures.wall, row.host.length());
    EXPECT_EQ(measures.kernels, row.kernels);
    EXPECT_EQ(measures.launches, row.launches);
    EXPECT_EQ(measures.blockingCalls, row.blockingCalls);
}

Duration sumOf(const auto& parts) {
    Duration sum{};
    for (const Duration part : parts) {
        sum += part;
    }
    return sum;
}

void expectRowsAddUp(const Session& session, const ComparedPart& part, const PartSide& side) {
    const Measures& row = side.measures;
    EXPECT_EQ(row.compute + row.communicationAlone + row.copiesAlone, row.gpuBusy) << part.name;
    EXPECT_EQ(sumOf(row.idleByTrigger), row.idle) << part.name;
    EXPECT_EQ(sumOf(row.idleByActivity), row.idle) << part.name;
    Duration time{};
    for (const DeviceAnalysis& device : session.analysis.devices) {
        time += part.kind == PartKind::Whole ? device.totals.window.length() : row.gpuSpan;
    }
    if (part.kind != PartKind::Annotation) {
        EXPECT_EQ(row.gpuBusy + row.idle, time) << part.name;
    }
}

TEST_P(RecordedPair, RowsAddUp) {
    for (const ComparedPart& part : m_comparison.parts) {
        if (part.a) {
            expectRowsAddUp(*m_a, part, *part.a);
        }
        if (part.b) {
            expectRowsAddUp(*m_b, part, *part.b);
        }
    }
}

void expectAnnotation(const Session& session, const PartSide& side) {
    for (const AnnotationTotals& row : session.analysis.annotations) {
        if (session.trace->text(row.name) == side.name) {
            EXPECT_EQ(side.count, row.count) << side.name;
            EXPECT_EQ(side.measures.wall, row.total) << side.name;
            EXPECT_EQ(side.measures.kernels, row.kernels) << side.name;
            EXPECT_EQ(side.measures.gpuBusy, row.gpuBusy) << side.name;
            EXPECT_EQ(side.measures.blockingCalls, row.blockingCalls) << side.name;
            EXPECT_EQ(side.measures.blocking, row.blocking) << side.name;
            EXPECT_EQ(side.measures.idle, row.exposedIdle) << side.name;
        }
    }
}

TEST_P(RecordedPair, AgreesWithBothAnalyses) {
    std::size_t stepA = 0;
    for (const ComparedPart& part : m_comparison.parts) {
        if (part.kind == PartKind::Whole) {
            expectAnalyzed(*m_a, *part.a);
            expectAnalyzed(*m_b, *part.b);
        } else if (part.kind == PartKind::Step && part.a && part.b) {
            const StepPair& pair = m_comparison.alignment.steps.at(stepA++);
            expectStep(*m_a, pair.a, part.a->measures);
            expectStep(*m_b, pair.b, part.b->measures);
        } else if (part.kind == PartKind::Annotation) {
            if (part.a) {
                expectAnnotation(*m_a, *part.a);
            }
            if (part.b) {
                expectAnnotation(*m_b, *part.b);
            }
        }
    }
    EXPECT_EQ(stepA, m_comparison.alignment.steps.size());
}

TEST_P(RecordedPair, DifferencesAreDifferences) {
    for (const ComparedPart& part : m_comparison.parts) {
        for (const Quantity& one : quantitiesOf(part)) {
            if (one.a && one.b) {
                EXPECT_EQ(*one.delta(), *one.b - *one.a) << part.name << " " << one.key;
            } else {
                EXPECT_FALSE(one.delta()) << part.name << " " << one.key;
            }
        }
    }
    std::uint64_t kernels = 0;
    for (const KernelChange& change : m_comparison.kernels.kernels) {
        kernels += change.a.count;
    }
    std::uint64_t expected = 0;
    for (const ComparedPart& part : m_comparison.parts) {
        const bool isScope =
            part.kind == (m_comparison.kernelSteps > 0 ? PartKind::Step : PartKind::Whole);
        if (isScope && part.a && part.b && !part.name.ends_with("(warm-up)")) {
            expected += part.a->measures.kernels;
        }
    }
    EXPECT_EQ(kernels, expected);
}

TEST_P(RecordedPair, SwappedGivesTheSamePairs) {
    const Comparison swapped = compareSessions(*m_b, *m_a);
    EXPECT_EQ(swapped.alignment.level, m_comparison.alignment.level);
    EXPECT_EQ(swapped.alignment.steps.size(), m_comparison.alignment.steps.size());
    EXPECT_EQ(swapped.alignment.anchors.pairs.size(), m_comparison.alignment.anchors.pairs.size());
    const Verdict& verdict = m_comparison.verdict;
    const VerdictKind mirrored = verdict.kind == VerdictKind::Improved    ? VerdictKind::Regressed
                                 : verdict.kind == VerdictKind::Regressed ? VerdictKind::Improved
                                                                          : verdict.kind;
    EXPECT_EQ(swapped.verdict.kind, mirrored);
    EXPECT_EQ(swapped.verdict.a, verdict.b);
    EXPECT_EQ(swapped.verdict.b, verdict.a);
    EXPECT_EQ(swapped.verdict.why.size(), verdict.why.size());
    EXPECT_EQ(swapped.verdict.remarks.size(), verdict.remarks.size());
    // Medians of ratios, which a clock is, are not quite inverse the other way around.
    EXPECT_NEAR(swapped.verdict.noiseFloor, verdict.noiseFloor, verdict.noiseFloor / 50);
}

TEST_P(RecordedPair, LinkIsMonotoneAndKeepsItsPoints) {
    const TimeLink& link = m_comparison.link;
    ASSERT_FALSE(link.points().empty());
    for (std::size_t at = 0; at < link.points().size(); ++at) {
        const auto [timeA, timeB] = link.points()[at];
        EXPECT_EQ(link.toB(timeA), timeB);
        EXPECT_EQ(link.toA(timeB), timeA);
        if (at > 0) {
            EXPECT_LT(link.points()[at - 1].first, timeA);
            EXPECT_LT(link.points()[at - 1].second, timeB);
        }
    }
}

TEST_P(RecordedPair, TheSameFileTwiceDiffersInNothing) {
    const Comparison same = compareSessions(*m_a, *m_a);
    EXPECT_EQ(same.verdict.kind, VerdictKind::Unchanged);
    EXPECT_EQ(same.verdict.change, 0.0);
    ASSERT_EQ(same.verdict.remarks.size(), 1U);
    EXPECT_EQ(same.verdict.remarks.front(), "A and B are the same run: nothing differs");
    EXPECT_TRUE(same.findings.gone.empty());
    EXPECT_TRUE(same.findings.added.empty());
    EXPECT_TRUE(same.kernels.exchanges.empty());
    for (const ComparedPart& part : same.parts) {
        for (const Quantity& one : quantitiesOf(part)) {
            EXPECT_EQ(one.a, one.b) << part.name << " " << one.key;
        }
    }
    for (const KernelChange& change : same.kernels.kernels) {
        EXPECT_EQ(change.a, change.b);
    }
}

// Unprofiled times: host_large 70.3 → 71.1 ms, graph_large 70.4 → 70.8 ms. Measured under the
// profiler, a step of either takes 20 and 18 % longer: the second capture ran at a lower clock.
TEST(RecordedClock, IsFoundWhereNothingElseChanged) {
    for (const auto& [name, factor] :
         {std::pair("host_large", 1.20), std::pair("graph_large", 1.17)}) {
        const Comparison comparison = compareSessions(*recorded(std::string(name) + "_before"),
                                                      *recorded(std::string(name) + "_after"));
        const Verdict& verdict = comparison.verdict;
        ASSERT_TRUE(verdict.clock) << name;
        EXPECT_NEAR(verdict.clock->factor, factor, 0.005) << name;
        EXPECT_EQ(verdict.kind, VerdictKind::Unchanged) << name;
        EXPECT_NEAR(*verdict.change, 0.01, 0.015) << name;
    }
    for (const char* name : {"sync_large", "sync_small", "copy", "graph_small", "host_small"}) {
        EXPECT_FALSE(compareSessions(*recorded(std::string(name) + "_before"),
                                     *recorded(std::string(name) + "_after"))
                         .verdict.clock)
            << name;
    }
}

INSTANTIATE_TEST_SUITE_P(Pairs, RecordedPair, ::testing::ValuesIn(kPairs),
                         [](const auto& param) { return pairName(param.param); });

constexpr Pair kJudgedPairs[] = {
    {"sync_large_before", "sync_large_after"},
    {"sync_small_before", "sync_small_after"},
    {"copy_before", "copy_after"},
    {"graph_small_before", "graph_small_after"},
    {"optimizer_loop", "optimizer_foreach"},
    {"optimizer_foreach", "optimizer_fused"},
    {"memory_growth", "memory_flat"},
    {"ddp_straggler_rank0", "ddp_straggler_rank1"},
    {"llm_decode_eager", "train_sync_pageable"},
    {"host_small_after", "sync_small_after"},
    {"host_large_after", "sync_large_after"},
    {"host_large_before", "sync_large_before"},
};

// What a terminal shows of each pair, at most 25 lines.
TEST(RecordedVerdicts, ReadAsRecorded) {
    constexpr std::ptrdiff_t kMaxLines = 25;
    std::vector<Pair> pairs(std::begin(kPairs), std::end(kPairs));
    pairs.insert(pairs.end(), std::begin(kJudgedPairs), std::end(kJudgedPairs));
    std::string texts;
    for (const Pair& pair : pairs) {
        const OpenedPair& opened = openedPair(pair);
        const CompareSubject subject{subjectOf(*opened.a), subjectOf(*opened.b), opened.comparison};
        const std::string text =
            compareText({&subject, 1}, PageStyle::Plain, CompareDetail::Verdict);
        EXPECT_LE(std::count(text.begin(), text.end(), '\n'), kMaxLines) << pairName(pair);
        texts += text + "\n";
    }
    EXPECT_TRUE(test::matchesGolden("report/compare_verdicts.txt", neutral(texts)));
}

// CTest runs the pairs that have a golden.
TEST(RecordedPairs, EachHasAGolden) {
    for (const Pair& pair : kPairs) {
        const std::string golden =
            std::string(GAPLIGHT_TEST_SOURCE_DIR) + "/golden/compare/" + pairName(pair) + ".txt";
        EXPECT_TRUE(std::filesystem::exists(golden)) << golden;
    }
}

}  // namespace
}  // namespace gaplight
