// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
// The tab that asks what a change would buy.
#include <QQuickItem>
#include <QSignalSpy>

#include "tests/widgets/support/window_fixture.h"

namespace gaplight::ui {
namespace {

class WhatIfTest : public WindowTest {
protected:
    [[nodiscard]] WhatIfModel& whatIf() { return *model().whatIf(); }
    [[nodiscard]] WhatIfListModel& changes() { return *whatIf().changes(); }
    void waitForAnswer() {
        ASSERT_TRUE(QTest::qWaitFor([this] { return whatIf().hasAnswer() && !whatIf().running(); },
                                    kPatience));
        settle();
    }
    [[nodiscard]] QString cell(int row, const char* role) {
        return changes().value(row, role).toString();
    }
    [[nodiscard]] QQuickItem* item(const QString& name) {
        return window().findChild<QQuickItem*>(name);
    }
    // What a Repeater makes is nobody's child but on screen.
    [[nodiscard]] static QQuickItem* shown(QQuickItem* around, const QString& name) {
        for (QQuickItem* inside : around->childItems()) {
            QQuickItem* found = inside->objectName() == name ? inside : shown(inside, name);
            if (found != nullptr) {
                return found;
            }
        }
        return nullptr;
    }
    [[nodiscard]] bool isDrawn() { return whatIf().intervals() != nullptr; }
};

TEST_F(WhatIfTest, AnEmptyFieldListsItsChangesOnDown) {
    showTrace("sync_small_before.json.zst");
    key(Qt::Key_I);
    waitForAnswer();
    QQuickItem* field = shown(window().contentItem(), QStringLiteral("writtenChange"));
    ASSERT_NE(field, nullptr);
    field->forceActiveFocus(Qt::TabFocusReason);
    const auto offered = [field] {
        return field->parentItem()->property("proposals").toStringList();
    };
    EXPECT_TRUE(offered().isEmpty());
    key(Qt::Key_Down);
    ASSERT_GE(offered().size(), 3);
    key(Qt::Key_Down);
    key(Qt::Key_Down);
    key(Qt::Key_Up);
    const QString second = offered().at(1);
    key(Qt::Key_Return);  // takes it
    EXPECT_EQ(field->property("text").toString(), second);
    const int before = changes().count();
    key(Qt::Key_Return);  // adds it
    EXPECT_EQ(field->property("text").toString(), QString());
    EXPECT_EQ(changes().count(), before + 1);
}

TEST_F(WhatIfTest, ATickIsAnsweredAndDrawn) {
    showTrace("sync_small_before.json.zst");
    EXPECT_FALSE(whatIf().hasAnswer());  // a load pays for no replay
    key(Qt::Key_I);
    waitForAnswer();
    EXPECT_EQ(model().state()->drawerTab(), WindowState::WhatIfTab);
    EXPECT_FALSE(whatIf().windowText().contains(QStringLiteral("→")));
    EXPECT_EQ(whatIf().gainText(), QString());
    EXPECT_FALSE(isDrawn());
    ASSERT_GT(changes().count(), 0);
    EXPECT_NE(cell(0, "detail"), QString());

    changes().setTicked(0, true);
    waitForAnswer();
    EXPECT_TRUE(whatIf().windowText().contains(QStringLiteral("→")));
    EXPECT_TRUE(whatIf().gainText().contains(QStringLiteral("less")));
    EXPECT_TRUE(whatIf().errorText().startsWith(QStringLiteral("model error")));
    EXPECT_TRUE(isDrawn());
    EXPECT_FALSE(whatIf().intervals()->ghosts.empty());
    EXPECT_TRUE(whatIf().intervals()->path.empty());
    ASSERT_NE(item(QStringLiteral("predictedWindow")), nullptr);
    EXPECT_EQ(item(QStringLiteral("predictedWindow"))->property("text").toString(),
              whatIf().windowText());

    key(Qt::Key_I, Qt::ShiftModifier);  // no ghosts
    waitForAnswer();
    EXPECT_FALSE(isDrawn());
    key(Qt::Key_C);
    waitForAnswer();
    EXPECT_TRUE(isDrawn());
    EXPECT_FALSE(whatIf().intervals()->path.empty());

    whatIf().clear();
    waitForAnswer();
    EXPECT_FALSE(isDrawn());
    EXPECT_EQ(changes().ticked(), 0);
    EXPECT_FALSE(whatIf().pathShown());
}

TEST_F(WhatIfTest, TheSelectedSliceCanBeAskedFor) {
    showTrace("host_small_before.json.zst");
    key(Qt::Key_I);
    waitForAnswer();
    EXPECT_TRUE(whatIf().offers().isEmpty());
    const SliceId slice = sliceNamed("bookkeeping");
    ASSERT_TRUE(slice.isValid());
    goTo(slice);
    EXPECT_EQ(whatIf().offers(), (QStringList{QStringLiteral("This annotation takes no time"),
                                              QStringLiteral("All of this name take no time"),
                                              QStringLiteral("This annotation is 2× faster"),
                                              QStringLiteral("All of this name are 2× faster")}));
    // A click on a slice does not take one away from the question.
    EXPECT_EQ(model().state()->drawerTab(), WindowState::WhatIfTab);
    const int before = changes().count();
    QQuickItem* button = shown(window().contentItem(), QStringLiteral("offer1"));
    ASSERT_NE(button, nullptr);
    click(button->mapToScene({button->width() / 2, button->height() / 2}).toPoint());
    ASSERT_EQ(changes().count(), before + 1);
    waitForAnswer();
    EXPECT_EQ(cell(before, "title"), QStringLiteral("every annotation bookkeeping takes no time"));
    // 3 ms of each step.
    EXPECT_TRUE(whatIf().gainText().contains(QStringLiteral("less")))
        << whatIf().gainText().toStdString();
    EXPECT_TRUE(whatIf().stepText().contains(QStringLiteral("→")));

    whatIf().addOffer(1);  // the same again is the same
    EXPECT_EQ(changes().count(), before + 1);
    changes().remove(before);
    EXPECT_EQ(changes().count(), before);
    changes().remove(0);  // a finding stays
    EXPECT_EQ(changes().count(), before);
}

TEST_F(WhatIfTest, ThePathIsTheWholeWindow) {
    showTrace("sync_small_before.json.zst");
    key(Qt::Key_C);
    waitForAnswer();
    double sum = 0;
    for (const QVariant& part : whatIf().path()) {
        sum += part.toMap().value(QStringLiteral("share")).toDouble();
    }
    EXPECT_NEAR(sum, 1, 1e-9);
    EXPECT_TRUE(isDrawn());
}

TEST_F(WhatIfTest, AnotherTraceStartsAnew) {
    showTrace("sync_small_before.json.zst");
    key(Qt::Key_C);
    waitForAnswer();
    changes().setTicked(0, true);
    openAndWait(QString::fromStdString(test::dataFile("streams_overlap.json.zst")));
    EXPECT_EQ(changes().ticked(), 0);
    EXPECT_FALSE(whatIf().pathShown());
    EXPECT_FALSE(whatIf().hasAnswer());
    EXPECT_FALSE(isDrawn());
}

// The models have another trace before the view does: what the view selects is not of that trace.
TEST_F(WhatIfTest, TheSelectionOfATraceIsNoneOfTheNext) {
    showTrace("sync_small_before.json.zst");
    goTo(SliceId(trace().slices().size() - 1));
    ASSERT_GE(timeline().selectedSlice(), 0);
    QSignalSpy selections(&timeline(), &TimelineItem::selectionChanged);
    qsizetype early = -1;
    QObject::connect(
        &whatIf(), &WhatIfModel::offersChanged, &timeline(),
        [&] {
            timeline().setOverlaysShown(false);  // a change of the selection's revision
            early = selections.count();
        },
        Qt::SingleShotConnection);
    openAndWait(QString::fromStdString(test::dataFile("optimizer_fused.json.zst")));
    EXPECT_EQ(early, 0);
    EXPECT_GT(selections.count(), 0);
    EXPECT_FALSE(timeline().overlaysShown());
    EXPECT_TRUE(whatIf().offers().isEmpty());
}

}  // namespace
}  // namespace gaplight::ui
