// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
// The menu of a slice or an overlay, opened by the right button or by key.
#include <QClipboard>
#include <QGuiApplication>
#include <QQuickItem>

#include "core/scene/model/flow_chain.h"
#include "tests/widgets/support/window_fixture.h"

namespace gaplight::ui {
namespace {

class SliceMenuTest : public WindowTest {
protected:
    [[nodiscard]] QObject& popup(const char* name = "sliceMenu") {
        auto* found = window().findChild<QObject*>(QLatin1String(name));
        EXPECT_NE(found, nullptr);
        return *found;
    }
    [[nodiscard]] bool isOpen(const char* name = "sliceMenu") {
        return QTest::qWaitFor([&] { return popup(name).property("opened").toBool(); }, kPatience);
    }
    void rightClick(QPoint at) {
        QTest::mouseClick(&window(), Qt::RightButton, Qt::NoModifier, at);
        ASSERT_TRUE(isOpen());
        settle();
    }
    [[nodiscard]] static QQuickItem* entry(QQuickItem& root, const QString& text) {
        if (root.inherits("QQuickMenuItem") && root.property("text").toString() == text) {
            return root.isVisible() ? &root : nullptr;
        }
        for (QQuickItem* child : root.childItems()) {
            if (QQuickItem* found = entry(*child, text)) {
                return found;
            }
        }
        return nullptr;
    }
    [[nodiscard]] QQuickItem* entry(const char* text) {
        auto* content = qvariant_cast<QQuickItem*>(popup().property("contentItem"));
        return content == nullptr ? nullptr : entry(*content, QString::fromUtf8(text));
    }
    // Clicks an entry of the open menu.
    void choose(const char* text) {
        QQuickItem* item = entry(text);
        ASSERT_NE(item, nullptr) << text;
        const QPoint middle =
            item->mapToScene(QPointF(item->width() / 2, item->height() / 2)).toPoint();
        QTest::mouseClick(&window(), Qt::LeftButton, Qt::NoModifier, middle);
        ASSERT_TRUE(
            QTest::qWaitFor([&] { return !popup().property("visible").toBool(); }, kPatience));
        settle();
    }
    // Opens the menu of the slice under the pointer.
    void openOn(SliceId slice) {
        goTo(slice);
        key(Qt::Key_F);
        key(Qt::Key_Escape);
        rightClick(middleOf(slice));
        EXPECT_EQ(view().state().selected, slice);
    }
    [[nodiscard]] static QString clipboard() { return QGuiApplication::clipboard()->text(); }
    [[nodiscard]] SliceId kernel() { return trace().gpuActivities()[3].slice; }
    [[nodiscard]] SliceId firstFrame() {
        for (std::size_t at = 0; at < trace().slices().size(); ++at) {
            if (trace().name(SliceId(at)).find(".py(") != std::string_view::npos) {
                return SliceId(at);
            }
        }
        return {};
    }
};

TEST_F(SliceMenuTest, CopiesTheNameAndTheLine) {
    showTrace("graph_breaks_stack.json.zst");
    const SliceId frame = firstFrame();
    ASSERT_TRUE(frame.isValid());
    openOn(frame);
    choose("Copy the name");
    EXPECT_EQ(clipboard().toStdString(), trace().name(frame));
    rightClick(middleOf(frame));
    choose("Copy file and line");
    EXPECT_TRUE(clipboard().contains(QLatin1String(".py:"))) << clipboard().toStdString();
    EXPECT_FALSE(clipboard().contains(u'('));
    key(Qt::Key_C, Qt::ControlModifier);
    EXPECT_EQ(clipboard().toStdString(), trace().name(frame));
    key(Qt::Key_C, Qt::ControlModifier | Qt::ShiftModifier);
    EXPECT_TRUE(clipboard().contains(QLatin1String(".py:")));
}

TEST_F(SliceMenuTest, FindsAllOfTheNameAndFollowsArrows) {
    showTrace("sync_large_before.json.zst");
    openOn(kernel());
    EXPECT_EQ(entry("Copy file and line"), nullptr);  // no Python frame around it
    choose("Find all of this name");
    EXPECT_EQ(model().search()->text().toStdString(), trace().name(kernel()));
    EXPECT_EQ(model().state()->drawerTab(), WindowState::SearchTab);
    ASSERT_TRUE(QTest::qWaitFor([&] { return model().search()->count() > 0; }, kPatience));
    model().search()->setText({});
    openOn(kernel());
    EXPECT_EQ(entry("Follow the arrow: to the kernel"), nullptr);
    choose("Go to the launch call");
    const SliceId launch = view().state().selected;
    EXPECT_EQ(launch, flowSource(view().model(), kernel()));
    rightClick(middleOf(launch));
    choose("Follow the arrow: to the kernel");
    EXPECT_EQ(view().state().selected, kernel());
}

TEST_F(SliceMenuTest, MeasuresNotesAndHides) {
    showTrace("sync_large_before.json.zst");
    openOn(kernel());
    choose("Select as a range");
    EXPECT_EQ(view().state().selectedRange, trace().slices().range(kernel()));
    EXPECT_EQ(model().state()->drawerTab(), WindowState::RangeTab);
    rightClick(middleOf(kernel()));
    EXPECT_TRUE(view().state().selectedRange);  // a right click keeps the range
    choose("Add a note");
    EXPECT_EQ(model().notes()->count(), 1);
    openOn(kernel());
    choose("What if…");
    EXPECT_EQ(model().state()->drawerTab(), WindowState::WhatIfTab);
    openOn(kernel());
    choose("Track…");
    EXPECT_TRUE(isOpen("trackMenu"));
    QMetaObject::invokeMethod(&popup("trackMenu"), "close");
    openOn(kernel());
    const std::size_t hidden = view().layout().hiddenCount();  // from the start
    choose("Hide the track");
    EXPECT_EQ(view().layout().hiddenCount(), hidden + 1);
}

TEST_F(SliceMenuTest, OfAGapLeadsToItsFinding) {
    showTrace("sync_large_before.json.zst");
    const OverlayTable& overlays = *view().model().overlays;
    const OverlaySpan gaps = overlays.gaps(trace().gpuActivities()[0].gpu);
    ASSERT_FALSE(gaps.empty());
    std::size_t longest = 0;
    for (std::size_t at = 0; at < gaps.size(); ++at) {
        longest = gaps.range(at).length() > gaps.range(longest).length() ? at : longest;
    }
    const Overlay gap = gaps[longest];
    const auto middle = [&] {
        const double x = (viewport().x(gap.range.begin) + viewport().x(gap.range.end)) / 2;
        const Lane& strip = view().layout().pinnedLanes()[0];
        return inTimeline(x, Viewport::kRulerHeight + strip.y + strip.height / 2);
    };
    timeline().change([&](TimelineView& shown) { shown.setRange(gap.range); });
    key(Qt::Key_S);
    rightClick(middle());
    choose("Copy");
    EXPECT_TRUE(clipboard().contains(QLatin1String("idle"))) << clipboard().toStdString();
    rightClick(middle());
    choose("Select as a range");
    EXPECT_EQ(view().state().selectedRange, gap.range);
    rightClick(middle());
    choose("About this rule");
    EXPECT_FALSE(model().findings()->help()->rule().isEmpty());
    key(Qt::Key_Escape);
    rightClick(middle());
    EXPECT_EQ(entry("Hide the track"), nullptr);
    if (gap.source.finding < 0) {
        EXPECT_EQ(entry("Go to the finding"), nullptr);
        return;
    }
    choose("Go to the finding");
    EXPECT_EQ(timeline().currentFinding(), gap.source.finding);
    EXPECT_EQ(model().state()->drawerTab(), WindowState::FindingsTab);
}

TEST_F(SliceMenuTest, OpensByKeyAndIsUsedByKey) {
    showTrace("sync_large_before.json.zst");
    goTo(kernel());
    using Shortcut = std::pair<Qt::Key, Qt::KeyboardModifiers>;
    for (const auto& [pressed, modifiers] :
         {Shortcut{Qt::Key_Menu, Qt::NoModifier}, Shortcut{Qt::Key_F10, Qt::ShiftModifier}}) {
        key(pressed, modifiers);
        ASSERT_TRUE(isOpen());
        key(Qt::Key_Escape);
        ASSERT_TRUE(
            QTest::qWaitFor([&] { return !popup().property("visible").toBool(); }, kPatience));
    }
    key(Qt::Key_Menu);
    ASSERT_TRUE(isOpen());
    key(Qt::Key_Down);
    key(Qt::Key_Return);
    EXPECT_EQ(clipboard().toStdString(), trace().name(kernel()));
    const std::size_t hidden = view().layout().hiddenCount();  // from the start
    key(Qt::Key_H, Qt::ControlModifier);
    EXPECT_EQ(view().layout().hiddenCount(), hidden + 1);
    key(Qt::Key_N);  // a finding, whose mark then has the menu
    ASSERT_GE(timeline().currentFinding(), 0);
    key(Qt::Key_F1);
    EXPECT_FALSE(model().findings()->help()->rule().isEmpty());
}

TEST_F(SliceMenuTest, AnEmptyPartOfATrackHasTheMenuOfTheTrack) {
    showTrace("sync_large_before.json.zst");
    const std::size_t lane = view().layout().laneOf(trace().trackOf(kernel()));
    goTo(kernel());
    key(Qt::Key_0);
    const double y = viewport().y(view().layout().rowY(lane, 0)) + 4;
    QTest::mouseClick(&window(), Qt::RightButton, Qt::NoModifier,
                      inTimeline(viewport().timeLeft() + 3, y));
    EXPECT_TRUE(isOpen("trackMenu"));
}

}  // namespace
}  // namespace gaplight::ui
