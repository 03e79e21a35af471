// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
// Ctrl+Z undoes each change that a person makes.
#include <QQuickItem>

#include "core/scene/layout/track_arrangement.h"

#include "tests/widgets/support/window_fixture.h"

namespace gaplight::ui {
namespace {

class Undo : public WindowTest {
protected:
    void SetUp() override { showTrace("streams_overlap.json.zst"); }

    void undo() { key(Qt::Key_Z, Qt::ControlModifier); }
    void redo() { key(Qt::Key_Z, Qt::ControlModifier | Qt::ShiftModifier); }
    [[nodiscard]] std::string notice() { return model().state()->notice().toStdString(); }
    [[nodiscard]] const Lane& laneOf(SliceId slice) {
        return view().layout().lanes()[view().layout().laneOf(trace().trackOf(slice))];
    }
    // What the keys change is recorded after their event.
    void rest() { QTest::qWait(60); }
};

TEST_F(Undo, NothingIsUndoneAtFirst) {
    goTo(sliceNamed("cudaStreamSynchronize"));
    key(Qt::Key_W);
    undo();
    EXPECT_EQ(notice(), "Nothing to undo");
    redo();
    EXPECT_EQ(notice(), "Nothing to do again");
}

TEST_F(Undo, HiddenAndPinnedTracksComeBackInTheirOrder) {
    const SliceId call = sliceNamed("cudaStreamSynchronize");
    goTo(call);
    key(Qt::Key_H, Qt::ControlModifier);
    rest();
    EXPECT_TRUE(laneOf(call).hidden);
    const SliceId kernel = trace().gpuActivities().front().slice;
    goTo(kernel);
    model().state()->run(Action::PinTrack);
    rest();
    EXPECT_TRUE(laneOf(kernel).pinned);
    undo();
    EXPECT_EQ(notice(), "Undone: the tracks");
    EXPECT_FALSE(laneOf(kernel).pinned);
    EXPECT_TRUE(laneOf(call).hidden);
    undo();
    EXPECT_FALSE(laneOf(call).hidden);
    redo();
    EXPECT_TRUE(laneOf(call).hidden);
    redo();
    EXPECT_EQ(notice(), "Done again: the tracks");
    EXPECT_TRUE(laneOf(kernel).pinned);
}

TEST_F(Undo, CollapsedTracksAndGroups) {
    const SliceId call = sliceNamed("cudaStreamSynchronize");
    goTo(call);
    const std::size_t header = view().layout().groups()[laneOf(call).group].firstLane;
    const auto triangle = [&](std::size_t lane) {
        return inTimeline(lane == header ? 13 : 27,
                          static_cast<double>(viewport().y(view().layout().lanes()[lane].y)) + 9);
    };
    const TrackArrangement before = arrangementOf(view().layout());
    click(triangle(view().layout().laneOf(trace().trackOf(call))));
    rest();
    EXPECT_TRUE(laneOf(call).collapsed);
    click(triangle(header));
    rest();
    EXPECT_TRUE(view().layout().lanes()[header].collapsed);
    model().state()->run(Action::ExpandAllTracks);
    rest();
    model().state()->run(Action::CollapseAllTracks);
    rest();
    undo();
    EXPECT_EQ(notice(), "Undone: the tracks");
    EXPECT_FALSE(laneOf(call).collapsed);
    undo();
    EXPECT_TRUE(view().layout().lanes()[header].collapsed);
    EXPECT_TRUE(laneOf(call).collapsed);
    undo();
    EXPECT_FALSE(view().layout().lanes()[header].collapsed);
    EXPECT_TRUE(laneOf(call).collapsed);
    undo();
    EXPECT_EQ(arrangementOf(view().layout()), before);
    redo();
    EXPECT_TRUE(laneOf(call).collapsed);
}

TEST_F(Undo, SortingAndGrouping) {
    const TrackArrangement before = arrangementOf(view().layout());
    model().state()->run(Action::SortTracksByTime);
    rest();
    model().state()->run(Action::GroupAll);
    rest();
    EXPECT_EQ(view().layout().grouping(), TrackGrouping::None);
    EXPECT_EQ(view().layout().sort(), TrackSort::BusyTime);
    undo();
    EXPECT_EQ(view().layout().grouping(), TrackGrouping::Process);
    EXPECT_EQ(view().layout().sort(), TrackSort::BusyTime);
    undo();
    EXPECT_EQ(arrangementOf(view().layout()), before);
    undo();
    EXPECT_EQ(notice(), "Nothing to undo");
    redo();
    redo();
    EXPECT_EQ(view().layout().grouping(), TrackGrouping::None);
    EXPECT_EQ(view().layout().sort(), TrackSort::BusyTime);
}

// What is gone to is opened; that is no change, and stays when one before it is undone.
TEST_F(Undo, WhatAMoveOfTheViewOpensIsNoChange) {
    const SliceId call = sliceNamed("cudaStreamSynchronize");
    model().state()->run(Action::CollapseAllTracks);
    rest();
    goTo(trace().gpuActivities().front().slice);
    model().state()->run(Action::PinTrack);
    rest();
    goTo(call);
    rest();
    const std::size_t header = view().layout().groups()[laneOf(call).group].firstLane;
    const auto isClosed = [&] { return view().layout().lanes()[header].collapsed; };
    ASSERT_FALSE(isClosed());
    undo();
    EXPECT_TRUE(view().layout().pinnedTracks().empty());
    EXPECT_FALSE(isClosed());
    undo();
    EXPECT_FALSE(isClosed());
    undo();
    EXPECT_EQ(notice(), "Nothing to undo");
}

TEST_F(Undo, ARemovedNoteComesBackWithItsText) {
    goTo(sliceNamed("cudaStreamSynchronize"));
    key(Qt::Key_M);
    rest();
    for (const char* text : {"w", "wh", "why"}) {
        model().notes()->setText(0, QString::fromLatin1(text));
        rest();
    }
    model().notes()->remove(0);
    rest();
    timeline().forceActiveFocus();
    undo();
    ASSERT_EQ(model().notes()->count(), 1);
    EXPECT_EQ(model().notes()->saved().notes.front().text, "why");
    timeline().forceActiveFocus();
    undo();  // what was typed is one change
    EXPECT_EQ(model().notes()->saved().notes.front().text, "");
    timeline().forceActiveFocus();
    undo();
    EXPECT_EQ(model().notes()->count(), 0);
}

TEST_F(Undo, RangesAndCursorsOfAPersonButNotThoseOfGaps) {
    goTo(sliceNamed("cudaStreamSynchronize"));
    key(Qt::Key_R);
    rest();
    const auto marked = view().state().selectedRange;
    ASSERT_TRUE(marked.has_value());
    drag(inTimeline(500, timeline().height() - 40), inTimeline(700, timeline().height() - 40));
    rest();
    ASSERT_NE(view().state().selectedRange, marked);
    key(Qt::Key_V);
    rest();
    EXPECT_TRUE(view().state().cursors[0].has_value());
    undo();
    EXPECT_EQ(notice(), "Undone: a cursor");
    EXPECT_FALSE(view().state().cursors[0].has_value());
    undo();
    EXPECT_EQ(notice(), "Undone: the range");
    EXPECT_EQ(view().state().selectedRange, marked);
    undo();
    EXPECT_EQ(view().state().selectedRange, std::nullopt);
    for (int step = 0; step < 3; ++step) {
        key(Qt::Key_G);
        rest();
    }
    undo();
    EXPECT_EQ(notice(), "Nothing to undo");
}

TEST_F(Undo, ChangesOfWhatIf) {
    WhatIfListModel& changes = *model().whatIf()->changes();
    const int before = changes.count();
    changes.setTicked(0, true);
    rest();
    model().whatIf()->addText(QStringLiteral("remove:kernel:gemm"));
    rest();
    ASSERT_EQ(changes.count(), before + 1);
    model().whatIf()->clear();
    rest();
    EXPECT_EQ(changes.ticked(), 0);
    undo();
    EXPECT_EQ(notice(), "Undone: a change of What if");
    EXPECT_EQ(changes.count(), before + 1);
    EXPECT_EQ(changes.ticked(), 2);
    undo();
    EXPECT_EQ(changes.count(), before);
    EXPECT_EQ(changes.ticked(), 1);
    undo();
    EXPECT_EQ(changes.ticked(), 0);
}

TEST_F(Undo, AnotherTraceForgetsTheChanges) {
    goTo(sliceNamed("cudaStreamSynchronize"));
    key(Qt::Key_R);
    rest();
    openAndWait(QString::fromStdString(test::dataFile("graph_small_after.json.zst")));
    rest();
    undo();
    EXPECT_EQ(notice(), "Nothing to undo");
}

}  // namespace
}  // namespace gaplight::ui
