// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
// Findings on the timeline: walking through them, pointing at their marks, and the legend.
#include <algorithm>

#include <QQuickItem>
#include <QSignalSpy>

#include "tests/support/traces/trace_dsl.h"
#include "tests/widgets/support/window_fixture.h"
#include "widgets/panels/overview_item.h"
#include "widgets/render/pattern_item.h"

namespace gaplight::ui {
namespace {

Finding findingOf(std::string_view rule, Severity severity, std::string title) {
    Finding finding;
    finding.rule = rule;
    finding.severity = severity;
    finding.title = std::move(title);
    finding.notes = {"a note"};
    return finding;
}

Evidence evidenceOn(const Trace& trace, EvidenceShape shape, SliceId slice) {
    return {shape, {}, trace.trackOf(slice), slice, trace.slices().range(slice), 0};
}

// Three findings, whatever the rules say of the trace: gaps, syncs, and kernels to be tinted.
std::vector<Finding> handMade(const Session& session) {
    const Trace& trace = *session.trace;
    Finding idle = findingOf("gpu-idle", Severity::Critical, "idle in `step`");
    const DeviceAnalysis& device = session.analysis.devices.front();
    for (const Gap& gap : device.gaps) {
        if (gap.length() >= session.analysis.gapThreshold) {
            idle.evidence.push_back({EvidenceShape::Gap, device.totals.gpu,
                                     trace.trackOf(gap.activity), gap.activity, gap.range(), 0});
        }
    }
    Finding sync = findingOf("host-sync", Severity::Warning, "syncs");
    Finding tint = findingOf("low-occupancy", Severity::Info, "kernels");
    for (std::size_t i = 0; i < trace.slices().size(); ++i) {
        if (trace.name(SliceId(i)) == "cudaStreamSynchronize") {
            sync.evidence.push_back(evidenceOn(trace, EvidenceShape::Sync, SliceId(i)));
        }
    }
    for (const GpuActivity& activity : trace.gpuActivities().subspan(0, 3)) {
        tint.evidence.push_back(evidenceOn(trace, EvidenceShape::Tint, activity.slice));
    }
    return {idle, sync, tint};
}

TraceOpener handMadeFindings() {
    return [](const std::string& path,
              const OpenOptions& options) -> Result<std::shared_ptr<const Session>> {
        auto opened = openSession(path, options);
        if (!opened) {
            return opened;
        }
        auto session = std::make_shared<Session>(**opened);
        session->findings.findings = handMade(*session);
        return session;
    };
}

class TimelineFindings : public WindowTest {
protected:
    void SetUp() override {
        show(handMadeFindings());
        openTrace();
    }
    void openTrace() {
        openAndWait(QString::fromStdString(test::dataFile("streams_overlap.json.zst")));
    }
    [[nodiscard]] const Finding& finding(int rank) {
        return session().trace()->session().findings.findings[static_cast<std::size_t>(rank)];
    }
    [[nodiscard]] const Evidence& currentEvidence() {
        return finding(timeline().currentFinding())
            .evidence[static_cast<std::size_t>(timeline().currentOccurrence())];
    }
    [[nodiscard]] double shareOfWidth(TimeRange range) {
        return static_cast<double>(ns(range.length())) /
               static_cast<double>(ns(viewport().range().length()));
    }
    [[nodiscard]] std::size_t countOf(Role role) {
        const auto& rects = timeline().displayList().rects;
        return static_cast<std::size_t>(
            std::count_if(rects.begin(), rects.end(),
                          [role](const RectItem& item) { return item.color == ColorRef(role); }));
    }
};

TEST_F(TimelineFindings, NGoesFromOneToTheNextByRank) {
    EXPECT_EQ(timeline().currentFinding(), -1);
    key(Qt::Key_W);
    const double scale = viewport().nsPerPixel;
    for (const int expected : {0, 1, 2, 0}) {
        key(Qt::Key_N);
        ASSERT_EQ(timeline().currentFinding(), expected);
        const TimeRange range = currentEvidence().range;
        EXPECT_EQ(viewport().nsPerPixel, scale);
        EXPECT_TRUE(viewport().range().contains(range.begin));
        EXPECT_TRUE(timeline().selectionText().startsWith(
            QStringLiteral("finding %1 of 3").arg(expected + 1)))
            << timeline().selectionText().toStdString();
    }
    EXPECT_TRUE(timeline().selectionText().endsWith(QLatin1String(": idle in step")));
    key(Qt::Key_N, Qt::ShiftModifier);
    EXPECT_EQ(timeline().currentFinding(), 2);
}

TEST_F(TimelineFindings, FZoomsToTheGapOfAFinding) {
    const Viewport whole = viewport();
    key(Qt::Key_N);
    EXPECT_EQ(viewport().range(), whole.range());  // it is in view
    key(Qt::Key_F);
    EXPECT_NEAR(shareOfWidth(currentEvidence().range), 1.0 / 3, 0.08);
    key(Qt::Key_Left, Qt::AltModifier);
    EXPECT_EQ(viewport().range(), whole.range());
}

TEST_F(TimelineFindings, ADoubleClickOnARowZoomsToIt) {
    auto* list = window().findChild<QQuickItem*>(QStringLiteral("findings"));
    ASSERT_NE(list, nullptr);
    const QPoint first = list->mapToScene(QPointF(60, 10)).toPoint();
    const double scale = viewport().nsPerPixel;
    click(first);
    EXPECT_EQ(timeline().currentFinding(), 0);
    EXPECT_EQ(viewport().nsPerPixel, scale);
    QTest::mouseClick(&window(), Qt::LeftButton, Qt::NoModifier, first);
    QTest::mouseDClick(&window(), Qt::LeftButton, Qt::NoModifier, first);
    settle();
    EXPECT_NEAR(shareOfWidth(currentEvidence().range), 1.0 / 3, 0.08);
}

TEST_F(TimelineFindings, NGoesToTheLongestGap) {
    key(Qt::Key_N);
    for (const Evidence& evidence : finding(0).evidence) {
        EXPECT_LE(evidence.range.length(), currentEvidence().range.length());
    }
    EXPECT_EQ(view().state().selectedRange, currentEvidence().range);
}

TEST_F(TimelineFindings, OGoesThroughTheOccurrencesOfOne) {
    timeline().showFinding(0, 0);
    settle();
    const int count = static_cast<int>(finding(0).evidence.size());
    ASSERT_GE(count, 2);
    EXPECT_TRUE(timeline().selectionText().startsWith(
        QStringLiteral("finding 1 of 3, occurrence 1 of %1: ").arg(count)));
    key(Qt::Key_O);
    EXPECT_EQ(timeline().currentOccurrence(), 1);
    EXPECT_EQ(view().state().selectedRange, finding(0).evidence[1].range);
    key(Qt::Key_O, Qt::ShiftModifier);
    key(Qt::Key_O, Qt::ShiftModifier);
    EXPECT_EQ(timeline().currentOccurrence(), count - 1);
    EXPECT_EQ(timeline().currentFinding(), 0);
}

TEST_F(TimelineFindings, EvidenceOnTheHostIsSelectedAndInSight) {
    timeline().showFinding(1, -1);
    settle();
    const SliceId slice = currentEvidence().slice;
    EXPECT_EQ(view().state().selected, slice);
    const std::size_t lane = view().layout().laneOf(trace().trackOf(slice));
    const float y = viewport().y(view().layout().rowY(lane, trace().slices().row(slice)));
    EXPECT_GE(y, viewport().tracksTop());
    EXPECT_LE(y + TrackLayout::kRowHeight, viewport().height);
}

// The bracket that says what the host did during a gap is in sight, not only what ended the gap.
TEST(FindingWalk, ShowsWhatTheHostDidBesideAGap) {
    test::TraceDsl t;
    const auto host = t.thread("main");
    t.op(host, {0, 100}, "step");
    t.op(host, {8, 12}, "short");
    t.op(host, {13, 20}, "long");
    t.op(host, {20, 29}, "rest");
    const auto trace = t.trace();
    const TrackId track = trace->trackOf(test::sliceNamed(*trace, "step"));
    const auto evidence = [&](EvidenceShape shape, SliceId slice, std::int64_t begin,
                              std::int64_t end) {
        return Evidence{
            shape, GpuId(SourceId(), 0), track, slice, {timeFromNs(begin), timeFromNs(end)}, 0};
    };
    const SliceId brief = test::sliceNamed(*trace, "short");
    Finding finding;
    finding.evidence = {
        evidence(EvidenceShape::Gap, {}, 10, 30), evidence(EvidenceShape::Bracket, brief, 8, 12),
        evidence(EvidenceShape::Bracket, {}, 13, 29), evidence(EvidenceShape::Gap, {}, 50, 60)};
    const SliceId longest = test::sliceNamed(*trace, "long");
    EXPECT_EQ(sliceToReveal(*trace, finding, finding.evidence[0]), longest);
    EXPECT_EQ(sliceToReveal(*trace, finding, finding.evidence[1]), brief);
    EXPECT_EQ(sliceToReveal(*trace, finding, finding.evidence[2]), longest);
    EXPECT_FALSE(sliceToReveal(*trace, finding, finding.evidence[3]).isValid());
}

TEST_F(TimelineFindings, EscapeForgetsTheFinding) {
    QSignalSpy changes(&timeline(), &TimelineItem::currentFindingChanged);
    key(Qt::Key_N);
    key(Qt::Key_Escape);
    EXPECT_EQ(timeline().currentFinding(), -1);
    EXPECT_EQ(changes.count(), 2);
    EXPECT_EQ(timeline().selectionText(), QString());
}

TEST_F(TimelineFindings, AFindingThatDoesNotExistIsNone) {
    timeline().showFinding(7, 0);
    EXPECT_EQ(timeline().currentFinding(), -1);
    timeline().showFinding(1, 99'999);
    EXPECT_EQ(timeline().currentFinding(), 1);
    EXPECT_GE(timeline().currentOccurrence(), 0);
    EXPECT_LT(timeline().currentOccurrence(), static_cast<int>(finding(1).evidence.size()));
}

TEST_F(TimelineFindings, GoingToOneShowsTheMarks) {
    key(Qt::Key_E);
    ASSERT_FALSE(timeline().overlaysShown());
    key(Qt::Key_N);
    EXPECT_TRUE(timeline().overlaysShown());
    EXPECT_FALSE(timeline().displayList().hatches.empty());
}

TEST_F(TimelineFindings, RulesAreSwitchedOneByOne) {
    QSignalSpy changes(&timeline(), &TimelineItem::shownRulesChanged);
    // Of gaps with an overlay: the idle time of the GPU's row is below them.
    const auto hatchCount = [this] {
        const auto& all = timeline().displayList().hatches;
        return static_cast<std::size_t>(
            std::count_if(all.begin(), all.end(),
                          [](const HatchItem& hatch) { return hatch.layer == Layer::Overlays; }));
    };
    const std::size_t hatches = hatchCount();
    ASSERT_GT(hatches, 0U);
    timeline().setRuleShown(QStringLiteral("gpu-idle"), false);
    settle();
    EXPECT_EQ(changes.count(), 1);
    EXPECT_FALSE(timeline().isRuleShown(QStringLiteral("gpu-idle")));
    EXPECT_EQ(hatchCount(), 0U);
    EXPECT_FALSE(timeline().displayList().polygons.empty()) << "syncs stay";
    timeline().showFinding(0, 0);
    settle();
    EXPECT_GT(hatchCount(), 0U) << "the current finding's stay";
    openTrace();
    EXPECT_EQ(hatchCount(), 0U) << "the choice stays";
    timeline().setRuleShown(QStringLiteral("gpu-idle"), true);
    settle();
    EXPECT_EQ(hatchCount(), hatches);
}

TEST_F(TimelineFindings, CheapTintsAppearOnlyWithTheirFinding) {
    EXPECT_FALSE(timeline().isRuleShown(QStringLiteral("low-occupancy")));
    timeline().showFinding(2, 0);
    settle();
    EXPECT_GT(countOf(Role::FindingMark), 0U);
    key(Qt::Key_Escape);
    EXPECT_EQ(countOf(Role::FindingMark), 0U);
    timeline().setRuleShown(QStringLiteral("low-occupancy"), true);
    settle();
    EXPECT_GT(countOf(Role::FindingMark), 0U);
}

TEST_F(TimelineFindings, AClickOnAMarkedSliceShowsItWithItsFinding) {
    const SliceId call = sliceNamed("cudaStreamSynchronize");
    goTo(call);
    key(Qt::Key_F);
    key(Qt::Key_Escape);
    QSignalSpy picks(&timeline(), &TimelineItem::findingPicked);
    QTest::mouseMove(&window(), middleOf(call));
    ASSERT_TRUE(QTest::qWaitFor([this] { return view().state().hovered.isValid(); }, 60'000));
    const QStringList tip = timeline().tipText().split(u'\n');
    EXPECT_TRUE(tip.contains(QStringLiteral("syncs"))) << timeline().tipText().toStdString();
    EXPECT_FALSE(tip.contains(QStringLiteral("click to open")));
    EXPECT_TRUE(timeline().hoverText().endsWith(QStringLiteral(" · syncs")));
    click(middleOf(call));
    EXPECT_EQ(picks.count(), 0);
    EXPECT_EQ(timeline().currentFinding(), -1);
    EXPECT_EQ(view().state().selected, call);
    EXPECT_EQ(model().state()->drawerTab(), WindowState::SelectionTab);
    auto* link = window().findChild<QQuickItem*>(QStringLiteral("findingOfSlice"));
    ASSERT_NE(link, nullptr);
    EXPECT_TRUE(link->isVisible());
    EXPECT_EQ(link->property("text").toString(), QStringLiteral("Finding: syncs"));
    click(link->mapToScene(QPointF(20, link->height() / 2)).toPoint());
    EXPECT_EQ(timeline().currentFinding(), 1);
    EXPECT_EQ(currentEvidence().slice, call);
    EXPECT_EQ(model().state()->drawerTab(), WindowState::FindingsTab);
    goTo(trace().slices().parent(call));
    EXPECT_EQ(model().details()->finding(), -1);
}

TEST_F(TimelineFindings, AClickOnAGapOpensItsFinding) {
    timeline().showFinding(0, 0);
    settle();
    const TimeRange gap = currentEvidence().range;
    key(Qt::Key_Escape);
    const double x = (viewport().x(gap.begin) + viewport().x(gap.end)) / 2;
    const Lane& strip = view().layout().pinnedLanes().front();
    click(inTimeline(x, Viewport::kRulerHeight + strip.y + strip.height - 12));
    EXPECT_EQ(timeline().currentFinding(), 0);
    EXPECT_EQ(timeline().currentOccurrence(), 0);
    EXPECT_EQ(view().state().selectedRange, gap);
}

TEST_F(TimelineFindings, TheOverviewHasTicks) {
    auto* overview = window().findChild<OverviewItem*>();
    ASSERT_NE(overview, nullptr);
    const auto ticks = [&] {
        const auto& rects = overview->ground().rects;
        return std::count_if(rects.begin(), rects.end(), [](const RectItem& item) {
            return item.color == ColorRef(Role::SecondaryText);
        });
    };
    EXPECT_GT(ticks(), 0);
    key(Qt::Key_E);
    EXPECT_EQ(ticks(), 0);
}

TEST_F(TimelineFindings, TheLegendSwitchesRules) {
    auto* button = window().findChild<QQuickItem*>(QStringLiteral("overlaysButton"));
    auto* legend = window().findChild<QObject*>(QStringLiteral("overlayLegend"));
    ASSERT_NE(button, nullptr);
    ASSERT_NE(legend, nullptr);
    click(button->mapToScene(QPointF(button->width() / 2, button->height() / 2)).toPoint());
    ASSERT_TRUE(QTest::qWaitFor([&] { return legend->property("opened").toBool(); }, 60'000));
    const OverlayLegendModel& model = *timeline().legend();
    ASSERT_EQ(model.rowCount(), 3);
    EXPECT_EQ(model.value(0, "rule").toString(), QStringLiteral("gpu-idle"));
    EXPECT_TRUE(model.value(0, "counted").toString().startsWith(QStringLiteral("1 finding · ")));
    EXPECT_EQ(model.value(0, "kinds").toStringList(), QStringList(patternOf(OverlayKind::IdleGap)));
    // Rules that share a mark name each other.
    for (int row = 0; row < model.rowCount(); ++row) {
        const QString alike = model.value(row, "alike").toString();
        for (int other = 0; other < model.rowCount(); ++other) {
            const QStringList kinds = model.value(other, "kinds").toStringList();
            const QStringList own = model.value(row, "kinds").toStringList();
            const bool shares = std::any_of(own.begin(), own.end(), [&](const QString& kind) {
                return other != row && kinds.contains(kind);
            });
            EXPECT_EQ(alike.contains(model.value(other, "name").toString()), shares)
                << row << ' ' << other << ' ' << alike.toStdString();
        }
    }
    EXPECT_FALSE(model.value(2, "shown").toBool());
    auto* content = legend->property("contentItem").value<QQuickItem*>();
    auto* rules = content->findChild<QQuickItem*>(QStringLiteral("legendRules"));
    ASSERT_NE(rules, nullptr);
    click(rules->mapToScene(QPointF(60, 13)).toPoint());
    EXPECT_FALSE(timeline().isRuleShown(QStringLiteral("gpu-idle")));
    EXPECT_FALSE(model.value(0, "shown").toBool());
    // The keys that its first lines name.
    EXPECT_TRUE(timeline().overlaysShown());
    key(Qt::Key_E);
    EXPECT_FALSE(timeline().overlaysShown());
    key(Qt::Key_E, Qt::ShiftModifier);
    EXPECT_FALSE(timeline().overlaysShown()) << "another key";
    key(Qt::Key_E);
    EXPECT_TRUE(timeline().overlaysShown());
    key(Qt::Key_K);
    EXPECT_TRUE(this->model().efficiency()->tinted());
    key(Qt::Key_K);
    EXPECT_FALSE(this->model().efficiency()->tinted());
    key(Qt::Key_Escape);
    EXPECT_TRUE(QTest::qWaitFor([&] { return !legend->property("visible").toBool(); }, 60'000));
}

}  // namespace
}  // namespace gaplight::ui
