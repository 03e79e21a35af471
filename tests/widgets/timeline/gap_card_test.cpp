// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
// The card of a gap, the verdict and the link of a deep thread, by key and mouse.
#include <algorithm>
#include <chrono>

#include <QQuickItem>
#include <QTest>

#include "core/scene/interaction/hit_test.h"
#include "tests/widgets/support/window_fixture.h"
#include "widgets/convert/qt_text.h"
#include "widgets/selection/gap_details.h"

namespace gaplight::ui {
namespace {

class GapCardTest : public WindowTest {
protected:
    void SetUp() override { showTrace("train_sync_pageable.json.zst"); }

    [[nodiscard]] GapDetails& gap() { return *model().first()->gap(); }
    void waitForGap(bool exists) {
        ASSERT_TRUE(QTest::qWaitFor([&] { return gap().exists() == exists; }, 5000));
    }
};

TEST_F(GapCardTest, AGapSaysWhatEndedItAndWhatTheHostDid) {
    timeline().goToGap(static_cast<int>(model().findings()->idle()->target(0)));  // the longest
    settle();
    waitForGap(true);
    EXPECT_EQ(gap().gap()->range, *view().state().selectedRange);
    EXPECT_EQ(gap().facts()->value(0, "key").toString().toStdString(), "Explained by");
    // The cause that the timeline shows on the gap.
    EXPECT_TRUE(
        gap().facts()->value(0, "value").toString().endsWith(withoutCodeSpans(gap().gap()->label)));
    EXPECT_EQ(gap().facts()->value(1, "slice").toLongLong(),
              static_cast<qint64>(view().state().selected.index()));
    ASSERT_GT(gap().host()->count(), 0);
    EXPECT_GE(gap().host()->value(0, "slice").toLongLong(), 0);
    EXPECT_FALSE(gap().findingTitle().isEmpty());
}

TEST_F(GapCardTest, TheNextGapOfItsKindIsOneClickAway) {
    key(Qt::Key_G);
    settle();
    waitForGap(true);
    const TimeRange first = gap().gap()->range;
    const std::string explanation = gap().gap()->explanation;
    ASSERT_TRUE(gap().next().exists());
    timeline().goToGapAt(gap().next());
    settle();
    ASSERT_TRUE(
        QTest::qWaitFor([&] { return gap().exists() && gap().gap()->range != first; }, 5000));
    EXPECT_EQ(gap().gap()->explanation, explanation);
}

TEST_F(GapCardTest, AnyOtherRangeIsNoGap) {
    key(Qt::Key_G);
    settle();
    waitForGap(true);
    key(Qt::Key_Escape);
    settle();
    waitForGap(false);
    EXPECT_EQ(gap().facts()->count(), 0);
}

// Gaps too short to be drawn one by one are there all the same.
TEST_F(GapCardTest, AClickOnTheGpusRowSelectsTheLongestGapThere) {
    const TrackLayout& layout = view().layout();
    ASSERT_FALSE(layout.pinnedLanes().empty());
    const Lane& strip = layout.pinnedLanes().front();
    const double y = Viewport::kRulerHeight + strip.y + strip.height - 10;
    for (double x = viewport().timeLeft() + 20; x < viewport().width - 20; x += 7) {
        const Hit hit = hitTest(view().input(), static_cast<float>(x), static_cast<float>(y));
        if (hit.kind != HitKind::Lane || !hit.gap) {
            continue;
        }
        click(inTimeline(x, y));
        settle();
        ASSERT_TRUE(view().state().selectedRange);
        EXPECT_EQ(*view().state().selectedRange, *hit.gap);
        EXPECT_EQ(model().state()->drawerTab(), WindowState::RangeTab);
        waitForGap(true);
        return;
    }
    FAIL() << "no gap without an overlay in view";
}

// A part of the sentence that names a finding leads to it.
TEST_F(GapCardTest, TheVerdictLeadsToItsFinding) {
    auto* sentence = window().findChild<QQuickItem*>(QStringLiteral("verdict"));
    ASSERT_NE(sentence, nullptr);
    const VerdictModel& verdict = *model().first()->verdict();
    ASSERT_EQ(sentence->childItems().size(), verdict.count() + 1);  // and the repeater
    for (int row = 0; row < verdict.count(); ++row) {
        if (const int finding = verdict.value(row, "finding").toInt(); finding >= 0) {
            const QQuickItem& part = *sentence->childItems()[row];
            click(part.mapToScene({part.width() / 2, part.height() / 2}).toPoint());
            settle();
            EXPECT_EQ(timeline().currentFinding(), finding);
            return;
        }
    }
    FAIL() << "no part leads to a finding";
}

// Without the list of findings: zoom where the strip is hatched, and click.
TEST_F(GapCardTest, ALongGapIsFoundByEye) {
    showTrace("wan_before_compile.json.zst");
    constexpr int kActions = 20;
    // Shown as 5.37 ms.
    static constexpr std::chrono::microseconds kMinGap(5'365);
    static constexpr std::chrono::microseconds kMaxGap(5'375);
    const Lane strip = view().layout().pinnedLanes().front();
    const double y = Viewport::kRulerHeight + strip.y + strip.height - 10;
    const DeviceAnalysis& device = session().trace()->session().analysis.devices.front();
    const auto gap = std::ranges::find_if(device.gaps, [](const Gap& one) {
        return one.length() >= kMinGap && one.length() < kMaxGap;
    });
    ASSERT_NE(gap, device.gaps.end());
    int actions = 0;
    const auto x = [&] { return viewport().x(gap->begin + gap->length() / 2); };
    while (viewport().nsPerPixel * 100 > static_cast<double>(gap->length().count())) {
        ASSERT_LT(++actions, kActions);
        QTest::mouseMove(&window(), inTimeline(x(), y));
        key(Qt::Key_W);
        settle();
    }
    ++actions;
    click(inTimeline(x(), y));
    settle();
    waitForGap(true);
    EXPECT_LE(actions, kActions);
    EXPECT_EQ(gap->range(), this->gap().gap()->range);
    EXPECT_TRUE(
        QString::fromStdString(this->gap().gap()->label).contains(QStringLiteral("_set_context")))
        << this->gap().gap()->label;
}

}  // namespace
}  // namespace gaplight::ui
