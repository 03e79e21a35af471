// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/session/session_overlays.h"

#include <cstdint>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "core/detectors/engine/rules.h"
#include "core/session/gap_labels.h"
#include "core/session/provenance_of.h"
#include "tests/core/detectors/detected.h"

namespace gaplight {
namespace {

using test::Detected;
using test::TraceDsl;

class RecordedOverlays : public ::testing::TestWithParam<const char*> {};

// Nothing that a finding shows is lost, and nothing that was measured.
TEST_P(RecordedOverlays, MarkAllEvidence) {
    const Detected detected(GetParam());
    const Session& session = detected.session();
    const OverlayTable overlays = sessionOverlays(session);
    std::set<std::pair<std::int32_t, std::int32_t>> marked;
    std::size_t gaps = 0;
    std::size_t calls = 0;
    for (const Overlay& overlay : overlays.all()) {
        for (const OverlaySource& source : overlays.sources(overlay)) {
            if (source.finding >= 0) {
                marked.emplace(source.finding, source.occurrence);
            } else {
                gaps += overlay.kind == OverlayKind::IdleGap ? 1 : 0;
                calls += overlay.kind == OverlayKind::BlockingCall ? 1 : 0;
            }
        }
    }
    const auto& findings = session.findings.findings;
    for (std::size_t rank = 0; rank < findings.size(); ++rank) {
        for (std::size_t i = 0; i < findings[rank].evidence.size(); ++i) {
            EXPECT_EQ(marked.count({static_cast<std::int32_t>(rank), static_cast<std::int32_t>(i)}),
                      1U)
                << findings[rank].title << ", evidence " << i;
        }
    }
    EXPECT_EQ(calls, session.analysis.blockingCalls.size());
    std::size_t measured = 0;
    for (const DeviceAnalysis& device : session.analysis.devices) {
        measured += device.gapsOverThreshold;
    }
    EXPECT_EQ(gaps, measured);
}

INSTANTIATE_TEST_SUITE_P(Traces, RecordedOverlays,
                         ::testing::Values("wan_before_compile", "graph_breaks", "ema_loop_none",
                                           "train_sync_pageable", "flux_after_eager"));

TEST(OverlayFilter, HasABitForEachRule) {
    EXPECT_LE(detectors().size(), std::size_t{kMaxRules});
}

Session twoGaps() {
    TraceDsl t;
    const auto host = t.thread("main");
    const auto stream = t.stream(0, 7);
    constexpr std::int64_t kMs = 1'000'000;
    for (std::int64_t i = 0; i < 3; ++i) {
        t.op(host, {i * 10 * kMs, i * 10 * kMs + 100}, "aten::add");
        t.kernel(stream, {i * 10 * kMs + kMs, i * 10 * kMs + 2 * kMs},
                 t.launch(host, {i * 10 * kMs + 10, i * 10 * kMs + 50}));
    }
    Session session = Detected(t).session();
    session.findings.findings.clear();
    return session;
}

Finding findingOf(std::string_view rule, Severity severity, std::vector<Evidence> evidence) {
    Finding finding;
    finding.rule = rule;
    finding.severity = severity;
    finding.notes = {"note"};
    finding.evidence = std::move(evidence);
    return finding;
}

TEST(SessionOverlays, AGapThatAFindingExplainsIsOneMark) {
    Session session = twoGaps();
    const Gap& gap = session.analysis.devices.front().gaps.front();
    session.findings.findings = {
        findingOf("dataloader-stall", Severity::Warning,
                  {{EvidenceShape::Gap, GpuId(SourceId(), 0), session.trace->trackOf(gap.activity),
                    gap.activity, gap.range(), 0}})};
    const OverlayTable overlays = sessionOverlays(session);
    ASSERT_EQ(overlays.gaps(GpuId(SourceId(), 0)).size(), 2U);
    EXPECT_EQ(overlays.gaps(GpuId(SourceId(), 0))[0].source.finding, 0);
    EXPECT_EQ(overlays.gaps(GpuId(SourceId(), 0))[0].source.weight, OverlayWeight::Warning);
    EXPECT_EQ(overlays.gaps(GpuId(SourceId(), 0))[1].source.finding, -1);
    const auto rules = overlayRules(overlays, session.findings);
    ASSERT_EQ(rules.size(), 2U);
    EXPECT_EQ(rules[0].id, gpuIdleRule().id);
    EXPECT_EQ(rules[0].findings, 0U);
    EXPECT_EQ(rules[0].overlays, 2U);
    EXPECT_EQ(rules[1].id, "dataloader-stall");
    EXPECT_EQ(rules[1].findings, 1U);
    EXPECT_TRUE(rules[1].has(OverlayKind::IdleGap));
    EXPECT_FALSE(rules[1].has(OverlayKind::Bracket));
}

// Of several findings about a gap, the one that explains it gives label and link, whichever is
// ranked higher or current.
TEST(SessionOverlays, AGapHasOneCause) {
    Session session = twoGaps();
    const Gap& gap = session.analysis.devices.front().gaps.front();
    const Evidence evidence{
        EvidenceShape::Gap, GpuId(SourceId(), 0), session.trace->trackOf(gap.activity),
        gap.activity,       gap.range(),          0};
    session.findings.findings = {findingOf("gpu-idle", Severity::Critical, {evidence}),
                                 findingOf("dataloader-stall", Severity::Warning, {evidence})};
    session.findings.findings[0].notes = {"in many short pieces"};
    session.findings.findings[1].notes = {"data loader"};
    IdleExplanations explained;
    explained.gpu = GpuId(SourceId(), 0);
    explained.parts = {{{GapReasonKind::ByRule, findDetector("dataloader-stall")}, gap.length()}};
    explained.ofGap.assign(session.analysis.devices.front().gaps.size(), 0);
    explained.recordingOfGap.assign(explained.ofGap.size(), 0);
    session.findings.explanations = {explained};

    const OverlayTable overlays = sessionOverlays(session);
    const Overlay mark = overlays.gaps(GpuId(SourceId(), 0))[0];
    EXPECT_EQ(overlays.label(mark), "data loader");
    EXPECT_EQ(mark.source.finding, 1);
    OverlayFilter filter;
    filter.finding = 0;
    const OverlayTable current = overlays.filtered(filter);
    const Overlay second = current.gaps(GpuId(SourceId(), 0))[0];
    EXPECT_EQ(current.label(second), "data loader");
    EXPECT_EQ(second.source.finding, 0);
    EXPECT_TRUE(second.source.isSecond);
    EXPECT_EQ(GapLabels(session).of({0, 0}), "data loader");
}

// A gap that mostly is recording says so and has its color; else its end has it.
TEST(SessionOverlays, AGapThatMostlyIsRecordingSaysSo) {
    Session session = twoGaps();
    const Gap& gap = session.analysis.devices.front().gaps.front();
    const auto markWith = [&](std::int64_t recordedPercent) {
        IdleExplanations explained;
        explained.gpu = GpuId(SourceId(), 0);
        explained.parts = {{{GapReasonKind::ByRule, findDetector("launch-bound")}, gap.length()}};
        explained.ofGap.assign(session.analysis.devices.front().gaps.size(), 0);
        explained.recordingOfGap.assign(explained.ofGap.size(), 0);
        explained.recordingOfGap[0] =
            static_cast<std::uint32_t>((gap.length() * recordedPercent / 100).count());
        session.findings.explanations = {explained};
        const OverlayTable overlays = sessionOverlays(session);
        const Overlay mark = overlays.gaps(GpuId(SourceId(), 0))[0];
        EXPECT_EQ(mark.recording, gap.length() * recordedPercent / 100);
        return std::pair(std::string(overlays.label(mark)), mark.color);
    };
    EXPECT_EQ(markWith(40), std::pair(std::string("launch-bound"), ColorRef(Role::IdleLaunch)));
    EXPECT_EQ(markWith(60),
              std::pair(std::string("recording by the profiler"), ColorRef(Role::IdleOther)));
}

// The GPU was not idle while it ran work from before the capture.
TEST(SessionOverlays, EarlierWorkIsNoGap) {
    Session session = twoGaps();
    ASSERT_EQ(sessionOverlays(session).gaps(GpuId(SourceId(), 0)).size(), 2U);
    session.analysis.devices.front().gapReason.at(0) = GapReasonKind::EarlierWork;
    EXPECT_EQ(sessionOverlays(session).gaps(GpuId(SourceId(), 0)).size(), 1U);
}

// Launched long before it starts, with nothing recorded before it: the GPU ran what the capture
// does not show. One that starts at once waited for nothing.
TEST(SessionOverlays, WaitForEarlierWorkIsOnTheStrip) {
    const auto earlierOf = [](std::int64_t start) {
        TraceDsl t;
        const auto host = t.thread("main");
        t.kernel(t.stream(0, 7), {start, start + 5'000'000}, t.launch(host, {90'000, 100'000}));
        return gpuTimeOf(Detected(t).session(), 0).earlier;
    };
    // The trace begins with the launch.
    const std::vector<TimeRange> waiting = earlierOf(4'000'000);
    ASSERT_EQ(waiting.size(), 1U);
    EXPECT_EQ(waiting.front().length(), Duration(3'900'000));
    EXPECT_TRUE(earlierOf(110'000).empty());
}

TEST(SessionOverlays, RulesThatOnlyShadeForLittleStartHidden) {
    Session session = twoGaps();
    const SliceId kernel = session.analysis.devices.front().gaps.front().activity;
    const auto startsShown = [&](EvidenceShape shape, Severity severity) {
        session.findings.findings = {
            findingOf("low-occupancy", severity,
                      {{shape, GpuId(SourceId(), 0), session.trace->trackOf(kernel), kernel,
                        session.trace->slices().range(kernel), 0}})};
        return overlayRules(sessionOverlays(session), session.findings).back().startsShown;
    };
    EXPECT_FALSE(startsShown(EvidenceShape::Tint, Severity::Info));
    EXPECT_FALSE(startsShown(EvidenceShape::Band, Severity::Info));
    EXPECT_TRUE(startsShown(EvidenceShape::Tint, Severity::Warning));
    EXPECT_TRUE(startsShown(EvidenceShape::Outline, Severity::Info));
}

// A band lies on the row of the slices that it spans, not on that of what encloses them.
TEST(SessionOverlays, BandsLieOnTheRowOfTheirSlices) {
    TraceDsl t;
    const auto host = t.thread("main");
    t.op(host, {0, 1000}, "step");
    t.op(host, {0, 900}, "loop");
    t.op(host, {0, 100}, "a");
    t.op(host, {100, 200}, "b");
    t.op(host, {200, 300}, "c");
    const auto trace = t.trace();
    const SliceId first = test::sliceNamed(*trace, "a");
    const TrackId track = trace->trackOf(first);
    EXPECT_EQ(sliceOfInterval(*trace, track, {timeFromNs(0), timeFromNs(300)}), first);
    EXPECT_EQ(sliceOfInterval(*trace, track, {timeFromNs(0), timeFromNs(900)}),
              test::sliceNamed(*trace, "loop"));
    EXPECT_EQ(sliceOfInterval(*trace, track, {timeFromNs(100), timeFromNs(300)}),
              test::sliceNamed(*trace, "b"));
    EXPECT_FALSE(sliceOfInterval(*trace, track, {timeFromNs(50), timeFromNs(300)}).isValid());
    EXPECT_FALSE(sliceOfInterval(*trace, {}, {timeFromNs(0), timeFromNs(300)}).isValid());
}

}  // namespace
}  // namespace gaplight
