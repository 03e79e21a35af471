// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
// The tab that asks what a change would buy.
#include <chrono>
#include <optional>

#include <QQuickItem>
#include <QSignalSpy>

#include "tests/widgets/support/window_fixture.h"
#include "widgets/panels/overview_item.h"
#include "widgets/what_if/what_if_offers.h"

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
    const auto heading = [this] {
        return item(QStringLiteral("windowHeading"))->property("text").toString();
    };
    EXPECT_EQ(heading(), QStringLiteral("Window as it is"));
    ASSERT_GT(changes().count(), 0);
    EXPECT_NE(cell(0, "detail"), QString());

    changes().setTicked(0, true);
    waitForAnswer();
    EXPECT_TRUE(whatIf().windowText().contains(QStringLiteral("→")));
    EXPECT_EQ(heading(), QStringLiteral("Predicted window"));
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

// Ctrl+drag of the end of a slice.
class PlayTest : public WhatIfTest {
protected:
    void SetUp() override {
        showTrace("host_small_before.json.zst");
        m_slice = sliceNamed("bookkeeping");
        goTo(m_slice);
        key(Qt::Key_F);
        key(Qt::Key_S);
        key(Qt::Key_Escape);
    }
    // A point of the row of the slice, so many pixels right of its end.
    [[nodiscard]] QPoint besideEnd(int pixels) {
        const double end = viewport().x(trace().slices().end(m_slice));
        const QPoint middle = middleOf(m_slice);
        return {inTimeline(end, 0).x() + pixels, middle.y()};
    }
    [[nodiscard]] int width() {
        return static_cast<int>(viewport().x(trace().slices().end(m_slice)) -
                                viewport().x(trace().slices().start(m_slice)));
    }
    // Presses at the end, and drags to half of the length.
    void dragToHalf() {
        const QPoint from = besideEnd(-1);
        const QPoint to = besideEnd(-width() / 2);
        QTest::mouseMove(&window(), from);
        QTest::mousePress(&window(), Qt::LeftButton, Qt::ControlModifier, from);
        QTest::mouseMove(&window(), (from + to) / 2);
        QTest::mouseMove(&window(), to);
        settle();
    }
    void release() {
        QTest::mouseRelease(&window(), Qt::LeftButton, Qt::ControlModifier,
                            besideEnd(-width() / 2));
        settle();
    }
    [[nodiscard]] const std::optional<PlayedEnd>& played() { return view().state().played; }

    SliceId m_slice;
};

TEST_F(PlayTest, APredictionStatesWhatItChanges) {
    using std::chrono::microseconds;
    const BeforeAfter window{microseconds(654'000), microseconds(653'581)};
    EXPECT_EQ(predictionText({}, std::nullopt, window),
              QStringLiteral("window 654\u2009ms, 419\u2009µs (0.1\u2009%) less"));
    const BeforeAfter step{microseconds(42'000), microseconds(40'900)};
    EXPECT_EQ(predictionText(QStringLiteral(" of all ranks"), step, window),
              QStringLiteral("step of all ranks 42.0\u2009ms → 40.9\u2009ms (−2.6\u2009%)"));
    // Most of what is gained is not in the median step.
    const BeforeAfter shorter{microseconds(654'000), microseconds(500'000)};
    EXPECT_EQ(predictionText({}, step, shorter),
              QStringLiteral("window 654\u2009ms → 500\u2009ms (−23.5\u2009%)"));
    EXPECT_EQ(predictionText({}, BeforeAfter{window.before, window.before}, step),
              QStringLiteral("window 42.0\u2009ms → 40.9\u2009ms (−2.6\u2009%)"));
}

TEST_F(PlayTest, AHandleIsAtTheEndUnderThePointer) {
    QTest::mouseMove(&window(), besideEnd(-width() / 2));
    QTest::mouseMove(&window(), besideEnd(-2));
    ASSERT_TRUE(QTest::qWaitFor([this] { return played().has_value(); }, kPatience));
    EXPECT_EQ(played()->slice, m_slice);
    EXPECT_EQ(played()->phase, PlayedEnd::Phase::Hovered);
    QTest::mouseMove(&window(), besideEnd(-width() / 2));
    ASSERT_TRUE(QTest::qWaitFor([this] { return !played(); }, kPatience));
}

TEST_F(PlayTest, WhatFollowsMovesWhileTheEndIsDragged) {
    const TimeRange before = viewport().range();
    dragToHalf();
    ASSERT_TRUE(played());
    EXPECT_EQ(played()->phase, PlayedEnd::Phase::Dragged);
    ASSERT_TRUE(QTest::qWaitFor([this] { return isDrawn() && !whatIf().running(); }, kPatience));
    settle();
    EXPECT_FALSE(whatIf().intervals()->ghosts.empty());
    EXPECT_NE(played()->text.find("window "), std::string::npos) << played()->text;
    EXPECT_EQ(changes().ticked(), 0);  // not before it is released
    const int rows = changes().count();
    release();
    EXPECT_FALSE(played() && played()->phase != PlayedEnd::Phase::Hovered);
    EXPECT_EQ(changes().ticked(), 1);
    EXPECT_EQ(changes().count(), rows + 1);
    EXPECT_TRUE(cell(rows, "title").startsWith(QStringLiteral("bookkeeping at ")))
        << cell(rows, "title").toStdString();
    waitForAnswer();
    ASSERT_EQ(whatIf().edits().size(), 1U);
    EXPECT_EQ(whatIf().edits().front().rfind("scale:slice:bookkeeping@", 0), 0U);
    EXPECT_EQ(viewport().range(), before);
    EXPECT_FALSE(view().state().selectedRange);
}

TEST_F(PlayTest, EscapeTakesItBack) {
    dragToHalf();
    ASSERT_TRUE(QTest::qWaitFor([this] { return isDrawn(); }, kPatience));
    key(Qt::Key_Escape, Qt::ControlModifier);  // which is still held
    EXPECT_FALSE(played());
    ASSERT_TRUE(QTest::qWaitFor([this] { return !isDrawn(); }, kPatience));
    release();
    EXPECT_EQ(changes().ticked(), 0);
    EXPECT_FALSE(isDrawn());
}

TEST_F(PlayTest, ASecondDragReplacesTheFirstAndUndoTakesBoth) {
    const int rows = changes().count();
    dragToHalf();
    release();
    waitForAnswer();
    const QString half = cell(rows, "title");
    const QPoint from = besideEnd(-1);
    QTest::mousePress(&window(), Qt::LeftButton, Qt::ControlModifier, from);
    QTest::mouseMove(&window(), besideEnd(-width()));
    QTest::mouseMove(&window(), besideEnd(-width() - 20));
    QTest::mouseRelease(&window(), Qt::LeftButton, Qt::ControlModifier, besideEnd(-width() - 20));
    settle();
    waitForAnswer();
    EXPECT_EQ(changes().count(), rows + 1);
    ASSERT_EQ(whatIf().edits().size(), 1U);
    EXPECT_EQ(whatIf().edits().front().rfind("remove:slice:bookkeeping@", 0), 0U);
    QTest::qWait(60);
    key(Qt::Key_Z, Qt::ControlModifier);
    EXPECT_EQ(cell(rows, "title"), half);
    QTest::qWait(60);
    key(Qt::Key_Z, Qt::ControlModifier);
    EXPECT_EQ(changes().ticked(), 0);
}

// The sentence of the header, the strip and the overview say what is predicted, until Esc.
TEST_F(PlayTest, SentenceStripAndOverviewFollow) {
    const auto sentence = [this] {
        auto* shown = item(QStringLiteral("predictedSentence"));
        return shown->isVisible() ? shown->property("text").toString() : QString();
    };
    const auto& overview = *window().findChild<OverviewItem*>();
    const std::size_t ground = overview.ground().rects.size();
    const double top = timeline().mapToScene(QPointF()).y();
    EXPECT_EQ(sentence(), QString());
    dragToHalf();
    ASSERT_TRUE(QTest::qWaitFor([this] { return isDrawn() && !whatIf().running(); }, kPatience));
    settle();
    EXPECT_TRUE(sentence().startsWith(QStringLiteral("Window "))) << sentence().toStdString();
    EXPECT_TRUE(sentence().contains(QStringLiteral(" if bookkeeping at ")))
        << sentence().toStdString();
    EXPECT_TRUE(whatIf().intervals()->end.has_value());
    EXPECT_FALSE(whatIf().intervals()->predicted.empty());
    EXPECT_GT(overview.ground().rects.size(), ground);
    EXPECT_EQ(timeline().mapToScene(QPointF()).y(), top);  // nothing moves
    key(Qt::Key_Escape);
    settle();
    EXPECT_EQ(sentence(), QString());
    EXPECT_EQ(overview.ground().rects.size(), ground);
    release();
    dragToHalf();
    release();
    waitForAnswer();
    // Of one change it states the name and both lengths, as the status line does.
    EXPECT_TRUE(sentence().contains(QStringLiteral(" if bookkeeping at ")) &&
                sentence().contains(QStringLiteral(" takes ")))
        << sentence().toStdString();
    const QString status = item(QStringLiteral("changeStatus"))->property("text").toString();
    EXPECT_TRUE(status.startsWith(QStringLiteral("What if bookkeeping at ")) &&
                status.contains(QStringLiteral(" → ")))
        << status.toStdString();
    // The strip's flag says what the tab says.
    EXPECT_TRUE(
        whatIf().windowText().endsWith(QString::fromStdString(whatIf().intervals()->end->text)
                                           .section(QStringLiteral(" predicted"), 0, 0)))
        << whatIf().intervals()->end->text;
    QTest::qWait(60);
    key(Qt::Key_Z, Qt::ControlModifier);
    settle();
    EXPECT_EQ(sentence(), QString());
}

// The name in its row, short enough for both lengths to be read in the narrow list.
TEST_F(WhatIfTest, AKernelIsCalledAsInItsRow) {
    showTrace("streams_overlap.json.zst");
    window().resize(1280, 720);
    const SliceId kernel = sliceNamed(
        "sm80_xmma_gemm_f32f32_f32f32_f32_nn_n_tilesize256x128x8_stage3_warpsize4x2x1_ffma_"
        "aligna4_alignc4_execute_kernel__5x_cublas");
    ASSERT_TRUE(kernel.isValid());
    PlayedEnd played;
    played.slice = kernel;
    played.range = trace().slices().range(kernel);
    played.end = played.range.begin + played.range.length() / 2;
    changes().add(playedOffer(session().trace()->session(), played));
    key(Qt::Key_I);
    waitForAnswer();
    const QString title = cell(changes().lastAdded(), "title");
    EXPECT_TRUE(title.startsWith(QStringLiteral("gemm f32 256×128×8 at "))) << title.toStdString();
    EXPECT_TRUE(whatIf().sentence().startsWith(QStringLiteral("Window without first use ")))
        << whatIf().sentence().toStdString();
    changes().setTicked(changes().lastAdded(), false);
    settle();
    EXPECT_EQ(item(QStringLiteral("changeStatus"))->property("text").toString(), QString());
}

TEST_F(PlayTest, DeletePredictsTheRunWithoutTheSelection) {
    const int rows = changes().count();
    key(Qt::Key_Delete);
    EXPECT_EQ(changes().ticked(), 0);
    EXPECT_TRUE(model().state()->notice().startsWith(QStringLiteral("Select a slice")))
        << model().state()->notice().toStdString();
    click(middleOf(m_slice));
    key(Qt::Key_Delete);
    waitForAnswer();
    ASSERT_EQ(whatIf().edits().size(), 1U);
    EXPECT_EQ(whatIf().edits().front().rfind("remove:slice:bookkeeping@", 0), 0U);
    key(Qt::Key_Delete);  // the same again
    EXPECT_EQ(changes().count(), rows + 1);
    key(Qt::Key_0);
    key(Qt::Key_G);
    settle();
    key(Qt::Key_Delete);
    waitForAnswer();
    ASSERT_EQ(whatIf().edits().size(), 2U);
    EXPECT_EQ(whatIf().edits().back().rfind("remove:gap:0@", 0), 0U) << whatIf().edits().back();
    QTest::qWait(60);
    key(Qt::Key_Z, Qt::ControlModifier);
    EXPECT_EQ(changes().ticked(), 1);
}

TEST_F(PlayTest, TheTipSaysWhatTheHandleIsFor) {
    QTest::mouseMove(&window(), besideEnd(-width() / 2));
    QTest::mouseMove(&window(), besideEnd(-2));
    ASSERT_TRUE(QTest::qWaitFor([this] { return played().has_value(); }, kPatience));
    EXPECT_TRUE(timeline().tipText().endsWith(
        QStringLiteral("Ctrl+drag the end of bookkeeping: predict the run with a shorter one")))
        << timeline().tipText().toStdString();
    EXPECT_EQ(timeline().cursor().shape(), Qt::SplitHCursor);
    QTest::mouseMove(&window(), besideEnd(-width() / 2));
    ASSERT_TRUE(QTest::qWaitFor([this] { return !played(); }, kPatience));
    EXPECT_FALSE(timeline().tipText().contains(QStringLiteral("Ctrl+drag")));
}

// Its handle reaches over the end of a slice: there the tip is about it, not about its neighbor.
TEST_F(PlayTest, TheTipNamesWhatADragTakes) {
    QTest::mouseMove(&window(), besideEnd(-width() / 2));
    QTest::mouseMove(&window(), besideEnd(3));
    ASSERT_TRUE(QTest::qWaitFor([this] { return played().has_value(); }, kPatience));
    ASSERT_EQ(played()->slice, m_slice);
    EXPECT_TRUE(timeline().tipText().startsWith(QStringLiteral("bookkeeping\nat ")))
        << timeline().tipText().toStdString();
    EXPECT_TRUE(timeline().hoverText().startsWith(QStringLiteral("bookkeeping · at ")))
        << timeline().hoverText().toStdString();
}

TEST_F(PlayTest, ThePanelCallsTheWindowOfADragPredicted) {
    key(Qt::Key_I);
    waitForAnswer();
    dragToHalf();
    ASSERT_TRUE(QTest::qWaitFor([this] { return isDrawn() && !whatIf().running(); }, kPatience));
    settle();
    EXPECT_TRUE(whatIf().windowText().contains(QStringLiteral("→")));
    EXPECT_EQ(item(QStringLiteral("windowHeading"))->property("text").toString(),
              QStringLiteral("Predicted window"));
    key(Qt::Key_Escape);
    release();
}

// Added by a drag while the tab shows other changes, and when it opens.
TEST_F(PlayTest, AChangeByHandIsSeenInTheList) {
    dragToHalf();
    release();
    EXPECT_EQ(changes().lastAdded(), changes().count() - 1);
    window().resize(1200, 520);
    settle();
    timeline().forceActiveFocus();
    key(Qt::Key_I);
    const auto focusedText = [this] {
        const QQuickItem* focused = window().activeFocusItem();
        return focused == nullptr ? QString() : focused->property("text").toString();
    };
    const QString title = cell(changes().lastAdded(), "title");
    ASSERT_TRUE(QTest::qWaitFor([&] { return focusedText() == title; }, kPatience))
        << focusedText().toStdString();
    const QQuickItem* list = shown(window().contentItem(), QStringLiteral("changes"));
    const QQuickItem* box = window().activeFocusItem();
    EXPECT_GE(box->mapToItem(list, QPointF()).y(), 0);
    EXPECT_LE(box->mapToItem(list, QPointF(0, box->height())).y(), list->height() + 1);
    changes().remove(changes().lastAdded());
    EXPECT_EQ(changes().lastAdded(), -1);
}

// Two lengths that read the same say what is between them.
TEST_F(WhatIfTest, ASmallChangeIsSaidAsADifference) {
    showTrace("wan_before_compile.json.zst");
    key(Qt::Key_I);
    waitForAnswer();
    changes().setTicked(3, true);  // 2.1 ms of 3.17 s
    waitForAnswer();
    const QString window = whatIf().windowText();
    EXPECT_FALSE(window.contains(QStringLiteral("→"))) << window.toStdString();
    EXPECT_TRUE(window.contains(QStringLiteral("(−2."))) << window.toStdString();
    EXPECT_TRUE(whatIf().gainText().contains(QStringLiteral("less")));
    EXPECT_FALSE(whatIf().gainText().contains(QStringLiteral("as fast")))
        << whatIf().gainText().toStdString();
}

// With the prediction; export_command_test runs the command that has such edits.
TEST_F(PlayTest, FiguresHaveTheEdits) {
    dragToHalf();
    release();
    waitForAnswer();
    const FigureSubject subject =
        captureFirst(timeline(), *model().comparison(), whatIf(), *model().notes());
    EXPECT_EQ(subject.edits, whatIf().edits());
    EXPECT_EQ(subject.edits.size(), 1U);
    EXPECT_EQ(subject.replay, whatIf().intervals());
}

TEST_F(PlayTest, CtrlDragElsewhereZooms) {
    const double scale = viewport().nsPerPixel;
    drag(besideEnd(-width() / 2), besideEnd(-width() / 4), Qt::LeftButton, Qt::ControlModifier);
    settle();
    EXPECT_LT(viewport().nsPerPixel, scale);
    EXPECT_EQ(changes().ticked(), 0);
}

}  // namespace
}  // namespace gaplight::ui
