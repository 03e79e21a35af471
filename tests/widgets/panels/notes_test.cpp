// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include <QFile>
#include <QQuickItem>

#include "tests/widgets/support/window_fixture.h"

namespace gaplight::ui {
namespace {

// On a copy of a trace, so that what is kept beside it is thrown away.
class NotesTest : public WindowTest {
protected:
    void SetUp() override {
        m_trace = m_folder.filePath(QStringLiteral("run.json.zst"));
        ASSERT_TRUE(QFile::copy(QString::fromStdString(test::dataFile("streams_overlap.json.zst")),
                                m_trace));
        start();
    }
    void start() {
        keepViewsIn(m_folder.filePath(QStringLiteral("data")));
        show();
        openAndWait(m_trace);
    }
    void closeAndStartAgain() {
        close();
        start();
    }
    [[nodiscard]] NoteListModel& notes() { return *model().notes(); }
    [[nodiscard]] const SavedView& saved() { return notes().saved(); }
    [[nodiscard]] SliceId someKernel() {
        return trace().gpuActivities()[trace().gpuActivities().size() / 2].slice;
    }

    QTemporaryDir m_folder;
    QString m_trace;
};

TEST_F(NotesTest, ANoteOnASliceIsWrittenAndFoundAgain) {
    const SliceId kernel = someKernel();
    goTo(kernel);
    key(Qt::Key_M, Qt::ShiftModifier);
    ASSERT_EQ(notes().count(), 1);
    EXPECT_EQ(saved().notes[0].slice, kernel);
    EXPECT_EQ(view().state().notes.size(), 1U);
    EXPECT_EQ(view().state().currentNote, 0);
    EXPECT_EQ(model().state()->drawerTab(), WindowState::NotesTab);
    ASSERT_TRUE(QTest::qWaitFor(
        [this] {
            const QQuickItem* field = window().activeFocusItem();
            return field != nullptr && field->objectName() == QStringLiteral("noteText0");
        },
        60'000));
    QTest::keyClick(&window(), 'm');
    QTest::keyClick(&window(), '1');
    EXPECT_EQ(saved().notes[0].text, "m1");  // letters and digits are text here
    key(Qt::Key_Return);
    EXPECT_TRUE(timeline().hasActiveFocus());
    notes().nextColor(0);
    // The same place is the same note.
    key(Qt::Key_M, Qt::ShiftModifier);
    EXPECT_EQ(notes().count(), 1);
    const SavedView before = saved();
    closeAndStartAgain();
    EXPECT_EQ(saved().notes, before.notes);
    EXPECT_EQ(view().state().notes, before.notes);
    EXPECT_TRUE(QFile::exists(m_trace + QStringLiteral(".gaplight.json")));
    notes().remove(0);
    settle();
    EXPECT_TRUE(view().state().notes.empty());
}

TEST_F(NotesTest, ARangeAndATimeCanBeNotedToo) {
    timeline().change([](TimelineView& view) {
        const TimeRange all = view.model().trace->range();
        view.selectRange(TimeRange{all.begin, all.begin + all.length() / 4});
    });
    key(Qt::Key_M, Qt::ShiftModifier);
    ASSERT_EQ(notes().count(), 1);
    EXPECT_EQ(saved().notes[0].range, *view().state().selectedRange);
    timeline().forceActiveFocus();
    key(Qt::Key_Escape);
    QTest::mouseMove(&window(), inTimeline(800, 300));
    ASSERT_TRUE(QTest::qWaitFor([this] { return view().state().cursor.has_value(); }, 60'000));
    key(Qt::Key_M, Qt::ShiftModifier);
    ASSERT_EQ(notes().count(), 2);
    EXPECT_EQ(ns(saved().notes[1].range.length()), 0);
}

TEST_F(NotesTest, BookmarksAndTheViewAreRestored) {
    goTo(someKernel());
    key(Qt::Key_F);
    const Viewport marked = viewport();
    key(Qt::Key_3, Qt::ControlModifier);
    EXPECT_EQ(notes().bookmarksText(), QStringLiteral("3"));
    key(Qt::Key_Escape);
    key(Qt::Key_F);
    ASSERT_NE(viewport().begin, marked.begin);
    key(Qt::Key_3);
    EXPECT_NEAR(viewport().x(marked.begin), marked.x(marked.begin), 1);
    EXPECT_NEAR(viewport().nsPerPixel / marked.nsPerPixel, 1, 0.01);
    key(Qt::Key_4);  // not set: nothing
    EXPECT_NEAR(viewport().x(marked.begin), marked.x(marked.begin), 1);
    closeAndStartAgain();
    EXPECT_NEAR(viewport().x(marked.begin), marked.x(marked.begin), 1);
    EXPECT_NEAR(viewport().nsPerPixel / marked.nsPerPixel, 1, 0.01);
    EXPECT_EQ(notes().bookmarksText(), QStringLiteral("3"));
}

TEST_F(NotesTest, ABrokenFileIsSaidAndKept) {
    close();
    QFile file(m_trace + QStringLiteral(".gaplight.json"));
    ASSERT_TRUE(file.open(QFile::WriteOnly));
    file.write("not ours");
    file.close();
    start();
    EXPECT_TRUE(notes().error().contains(QStringLiteral("run.json.zst.gaplight.json")));
    goTo(someKernel());
    key(Qt::Key_M, Qt::ShiftModifier);
    close();
    QFile kept(m_trace + QStringLiteral(".gaplight.json.unreadable"));
    ASSERT_TRUE(kept.open(QFile::ReadOnly));
    EXPECT_EQ(kept.readAll(), QByteArray("not ours"));
}

TEST_F(NotesTest, ASecondRunHasNotesOfItsOwn) {
    const QString second = m_folder.filePath(QStringLiteral("second.json.zst"));
    ASSERT_TRUE(QFile::copy(m_trace, second));
    const auto compare = [&] {
        model().comparison()->open(second);
        ASSERT_TRUE(
            QTest::qWaitFor([this] { return model().comparison()->result() != nullptr; }, 60'000));
        settle();
    };
    const auto other = [this] {
        return window().findChild<TimelineItem*>(QStringLiteral("secondTimeline"));
    };
    compare();
    ASSERT_NE(other(), nullptr);
    other()->forceActiveFocus();
    other()->goToSlice(static_cast<qint64>(someKernel().index()));
    settle();
    key(Qt::Key_M);
    NoteListModel& otherNotes = *model().second()->notes();
    ASSERT_EQ(otherNotes.count(), 1);
    EXPECT_EQ(notes().count(), 0);
    EXPECT_EQ(other()->view().state().notes.size(), 1U);
    EXPECT_TRUE(view().state().notes.empty());
    EXPECT_EQ(model().state()->drawerTab(), WindowState::NotesTab);
    otherNotes.setText(0, QStringLiteral("of B"));
    // Swapped, it is A's; and it lies beside its trace.
    timeline().forceActiveFocus();
    key(Qt::Key_X);
    ASSERT_TRUE(QTest::qWaitFor(
        [this] { return session().path().endsWith(QStringLiteral("second.json.zst")); }, 60'000));
    ASSERT_TRUE(QTest::qWaitFor([this] { return notes().count() == 1; }, 60'000));
    EXPECT_EQ(saved().notes[0].text, "of B");
    EXPECT_EQ(otherNotes.count(), 0);
    EXPECT_TRUE(QFile::exists(second + QStringLiteral(".gaplight.json")));
    closeAndStartAgain();
    EXPECT_EQ(notes().count(), 0);
    compare();
    EXPECT_EQ(model().second()->notes()->count(), 1);
}

TEST_F(NotesTest, AFileBesideItselfHasOneSetOfNotes) {
    model().comparison()->open(m_trace);
    ASSERT_TRUE(
        QTest::qWaitFor([this] { return model().comparison()->result() != nullptr; }, 60'000));
    settle();
    goTo(someKernel());
    key(Qt::Key_M);
    ASSERT_EQ(notes().count(), 1);
    const auto* other = window().findChild<TimelineItem*>(QStringLiteral("secondTimeline"));
    ASSERT_NE(other, nullptr);
    EXPECT_EQ(other->view().state().notes.size(), 1U);
    EXPECT_EQ(model().second()->notes()->count(), 0);
}

// The timeline is notified of another trace before the notes: they are saved before that, and
// restored after both have it.
TEST(SavedViews, DoNotDependOnTheOrderOfNotification) {
    QTemporaryDir folder;
    SessionObject session;
    TimelineItem timeline;
    timeline.setSize({800, 400});
    timeline.setSession(&session);
    NoteListModel notes(session, folder.path());
    timeline.setNotes(&notes);
    const auto open = [&](const char* name) {
        const QString path = folder.filePath(QLatin1String(name));
        QFile::copy(QString::fromStdString(test::dataFile(name)), path);
        session.open(path);
        return QTest::qWaitFor(
            [&] {
                return session.state() == SessionObject::Ready && session.path() == path &&
                       !session.updatingFindings();
            },
            60'000);
    };
    ASSERT_TRUE(open("streams_overlap.json.zst"));
    const TimeRange all = session.trace()->session().trace->range();
    timeline.change([&](TimelineView& view) {
        view.setRange({all.begin + all.length() / 4, all.begin + all.length() / 2});
    });
    const SavedPlace kept = timeline.view().place();
    ASSERT_TRUE(open("sync_large_before.json.zst"));
    EXPECT_NE(timeline.view().place().range, kept.range);
    ASSERT_TRUE(open("streams_overlap.json.zst"));
    EXPECT_EQ(timeline.view().place().range, kept.range);
}

}  // namespace
}  // namespace gaplight::ui
