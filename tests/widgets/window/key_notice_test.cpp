// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
// A key that has nothing to do says why.
#include <QAccessible>
#include <QFile>
#include <QQuickItem>
#include <QTemporaryDir>

#include "tests/widgets/support/window_fixture.h"

namespace gaplight::ui {
namespace {

class KeyNotice : public WindowTest {
protected:
    [[nodiscard]] std::string notice() {
        auto* shown = window().findChild<QQuickItem*>(QStringLiteral("keyNotice"));
        EXPECT_EQ(shown->isVisible(), !model().state()->notice().isEmpty());
        return model().state()->notice().toStdString();
    }
    [[nodiscard]] bool hasFocus(const QQuickItem& item) {
        return window().activeFocusItem() == &item;
    }
};

TEST_F(KeyNotice, StepsThatLeadNowhereSaySo) {
    showTrace("streams_overlap.json.zst");
    key(Qt::Key_BracketRight);
    EXPECT_EQ(notice(), "Select a slice first: the key goes on from it");
    goTo(trace().slices().parent(sliceNamed("cudaStreamSynchronize")));
    key(Qt::Key_BracketRight);
    EXPECT_TRUE(notice().starts_with("No arrow starts at ")) << notice();
    key(Qt::Key_BracketLeft);
    EXPECT_TRUE(notice().starts_with("No arrow ends at ")) << notice();
    key(Qt::Key_G);
    EXPECT_EQ(notice(), "");
}

// With keys alone, one begins at the first slice in view.
TEST_F(KeyNotice, StepsBeginWithoutASelection) {
    showTrace("streams_overlap.json.zst");
    for (const Qt::Key step : {Qt::Key_Period, Qt::Key_Down}) {
        key(Qt::Key_Escape);
        ASSERT_FALSE(view().state().selected.isValid());
        key(step);
        EXPECT_EQ(notice(), "");
        EXPECT_TRUE(view().state().selected.isValid());
    }
    key(Qt::Key_Escape);
    key(Qt::Key_Up);
    EXPECT_EQ(notice(), "Select a slice first: the key goes on from it");
}

// Screen readers speak notifications when they appear.
TEST_F(KeyNotice, IsRead) {
    showTrace("streams_overlap.json.zst");
    key(Qt::Key_BracketRight);
    auto* shown = window().findChild<QQuickItem*>(QStringLiteral("noticePlate"));
    QAccessibleInterface* read = QAccessible::queryAccessibleInterface(shown);
    ASSERT_NE(read, nullptr);
    EXPECT_EQ(read->role(), QAccessible::Notification);
    EXPECT_EQ(read->text(QAccessible::Name).toStdString(), notice());
}

TEST_F(KeyNotice, KeysAboutAGpuSayThatThereIsNone) {
    QTemporaryDir folder;
    QFile file(folder.filePath(QStringLiteral("host.json")));
    ASSERT_TRUE(file.open(QFile::WriteOnly));
    file.write(R"({"traceEvents":[{"ph":"X","name":"work","ts":0,"dur":900,"pid":1,"tid":1}]})");
    file.close();
    show();
    openAndWait(file.fileName());
    key(Qt::Key_G);
    EXPECT_EQ(notice(), "No GPU work in this file: it has no gaps");
    key(Qt::Key_C);
    EXPECT_EQ(notice(), "No GPU work in this file: nothing can be predicted for it");
    key(Qt::Key_N);
    EXPECT_EQ(notice(), "No findings in this file");
    key(Qt::Key_I);
    EXPECT_EQ(notice(), "No GPU work in this file: nothing for the tab What if");
    EXPECT_EQ(model().state()->drawerTab(), WindowState::RangeTab);
    key(Qt::Key_Escape);
    EXPECT_EQ(notice(), "");
}

TEST_F(KeyNotice, CoversNoTrack) {
    showTrace("wan_before_compile.json.zst");
    const auto* plate = window().findChild<QQuickItem*>(QStringLiteral("noticePlate"));
    const auto top = [plate] { return plate->mapToScene(QPointF()).y(); };
    const auto endOfTracks = [this] {
        return timeline().mapToScene(QPointF(0, timeline().tracks()->bottom())).y();
    };
    key(Qt::Key_BracketRight);
    ASSERT_GT(notice().size(), 0U);
    settle();
    // They fill the view.
    EXPECT_GT(endOfTracks(), timeline().mapToScene(QPointF(0, timeline().height())).y());
    EXPECT_GT(top(), window().height() - 30);
    EXPECT_EQ(plate->width(), window().width());  // alone on the status line
    window().resize(1280, 3000);
    settle();
    EXPECT_LT(top(), window().height() - 300);
    EXPECT_GE(top(), endOfTracks());
}

TEST_F(KeyNotice, WhatIfOpensWithTheFocusInItsFirstBox) {
    showTrace("streams_overlap.json.zst");
    EXPECT_EQ(model().whatIf()->changes()->ticked(), 0);
    key(Qt::Key_I);
    ASSERT_TRUE(QTest::qWaitFor(
        [this] {
            const QQuickItem* focused = window().activeFocusItem();
            return focused != nullptr && focused->property("checked").isValid();
        },
        kPatience));
    key(Qt::Key_Space);
    EXPECT_EQ(model().whatIf()->changes()->ticked(), 1);
    EXPECT_TRUE(model().whatIf()->changes()->rows().front().isTicked);
    // With the focus elsewhere the key goes back there, with it there it closes the tab.
    timeline().forceActiveFocus();
    key(Qt::Key_I);
    EXPECT_TRUE(model().state()->drawerOpen());
    ASSERT_TRUE(QTest::qWaitFor([this] { return !hasFocus(timeline()); }, kPatience));
    key(Qt::Key_I);
    EXPECT_FALSE(model().state()->drawerOpen());
    EXPECT_TRUE(hasFocus(timeline()));
}

}  // namespace
}  // namespace gaplight::ui
