// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include <QTemporaryDir>

#include "tests/widgets/memory/memory_fixture.h"
#include "widgets/convert/qt_convert.h"
#include "widgets/memory/memory_flame_item.h"
#include "widgets/memory/segment_item.h"

namespace gaplight::ui {
namespace {

TEST_F(MemoryWindow, ShowsASnapshotAlone) {
    showSnapshot("memory/snapshot_run.pickle.zst");
    ASSERT_EQ(memory().state(), MemoryObject::Ready) << memory().errorText().toStdString();
    EXPECT_TRUE(memory().isPageShown());
    EXPECT_EQ(session().state(), SessionObject::Empty);
    EXPECT_TRUE(memory().verdict().startsWith(
        QStringLiteral("282\u2009MB allocated at the peak, 55.1\u2009% of it by ")))
        << memory().verdict().toStdString();
    EXPECT_EQ(selection().moment(), shownModel().peak());
    EXPECT_EQ(model().memory()->holders()->count(), 3);
    EXPECT_EQ(model().memory()->findings()->count(), 2);
    EXPECT_EQ(model().memory()->findings()->summary(), QStringLiteral("2 findings"));
    EXPECT_FALSE(stack().layout().boxes.empty());
    EXPECT_FALSE(item<SegmentItem>("segments").boxes().empty());
    EXPECT_EQ(model().recentFiles()->count(), 1);
}

TEST_F(MemoryWindow, KeysOfTheTimelineMoveIt) {
    showSnapshot("memory/snapshot_run.pickle.zst");
    const Viewport whole = stack().viewport();
    key(Qt::Key_W);
    rest();
    EXPECT_LT(stack().viewport().nsPerPixel, whole.nsPerPixel);
    const Time zoomed = stack().viewport().begin;
    key(Qt::Key_D);
    rest();
    EXPECT_GT(stack().viewport().begin, zoomed);
    key(Qt::Key_A);
    rest();
    EXPECT_NEAR(static_cast<double>(ns(stack().viewport().begin)), static_cast<double>(ns(zoomed)),
                2 * whole.nsPerPixel);
    key(Qt::Key_0);
    rest();
    EXPECT_NEAR(stack().viewport().nsPerPixel, whole.nsPerPixel, whole.nsPerPixel / 100);
    // A wheel at the pointer: the time below it stays there.
    const QPoint at = inItem(stack(), 500, 100);
    const Time before = stack().viewport().timeAt(500);
    wheel(at, {0, 120}, Qt::ControlModifier);
    rest();
    EXPECT_LT(stack().viewport().nsPerPixel, whole.nsPerPixel);
    EXPECT_NEAR(static_cast<double>(ns(stack().viewport().timeAt(500))),
                static_cast<double>(ns(before)), 2 * whole.nsPerPixel);
    // In bytes.
    const std::int64_t bytes = stack().view().bytes();
    wheel(at, {0, 120}, Qt::ControlModifier | Qt::ShiftModifier);
    EXPECT_LT(stack().view().bytes(), bytes);
    drag(at, at + QPoint(-200, 40));
    EXPECT_GT(stack().viewport().begin, before - Duration(1'000'000'000));
}

TEST_F(MemoryWindow, ClickChoosesMomentAndAllocation) {
    showSnapshot("memory/snapshot_run.pickle.zst");
    key(Qt::Key_Period);  // the first allocation
    EXPECT_EQ(selection().selected(), 0);
    key(Qt::Key_Escape);
    EXPECT_EQ(selection().selected(), -1);
    // The largest one that is drawn.
    const auto largest = std::ranges::max_element(
        stack().layout().boxes, {},
        [](const MemoryBox& box) { return box.box.height * box.box.width; });
    const std::uint32_t allocation = largest->allocation;
    click(middleOf(stack(), allocation));
    EXPECT_EQ(selection().selected(), static_cast<qint64>(allocation));
    EXPECT_TRUE(shownModel().allocations[allocation].isHeldAt(selection().moment()));
    ASSERT_GT(model().memory()->allocation()->count(), 4);
    EXPECT_EQ(model().memory()->allocation()->rows()[0].key, QStringLiteral("Size"));
    // F fills the view with its lifetime.
    const double scale = stack().viewport().nsPerPixel;
    const bool isShort = shownModel().allocations[allocation].end <= shownModel().lastMoment();
    key(Qt::Key_F);
    rest();
    EXPECT_LE(stack().viewport().nsPerPixel, scale * (isShort ? 1 : 1.1));
}

TEST_F(MemoryWindow, HoverTellsSizeLifetimeAndLine) {
    showSnapshot("memory/snapshot_run.pickle.zst");
    const auto largest = std::ranges::max_element(
        stack().layout().boxes, {},
        [](const MemoryBox& box) { return box.box.height * box.box.width; });
    const std::uint32_t allocation = largest->allocation;
    QTest::mouseMove(&window(), middleOf(stack(), allocation) - QPoint(1, 0));
    QTest::mouseMove(&window(), middleOf(stack(), allocation));
    ASSERT_TRUE(QTest::qWaitFor([this] { return !stack().tipText().isEmpty(); }, kPatience));
    EXPECT_TRUE(
        stack().tipText().contains(QStringLiteral("\nallocated before the history, held")) ||
        stack().tipText().contains(QStringLiteral("\nheld")))
        << stack().tipText().toStdString();
    EXPECT_TRUE(stack().hoverText().contains(QStringLiteral(" allocated · ")))
        << stack().hoverText().toStdString();
}

TEST_F(MemoryWindow, AFindingLeadsToItsMoment) {
    showSnapshot("memory/snapshot_run.pickle.zst");
    key(Qt::Key_N);
    const Moment first = selection().moment();
    EXPECT_GE(selection().selected(), 0);
    key(Qt::Key_N);
    EXPECT_NE(selection().moment(), first);
    EXPECT_EQ(model().memory()->findings()->value(1, "severity").toString(),
              QStringLiteral("info"));
}

TEST_F(MemoryWindow, FiltersBySizeLifetimeAndText) {
    showSnapshot("memory/snapshot_run.pickle.zst");
    key(Qt::Key_Slash);
    type("size>100MB");
    ASSERT_TRUE(QTest::qWaitFor([this] { return selection().matches() != nullptr; }, kPatience));
    ASSERT_TRUE(QTest::qWaitFor(
        [this] { return selection().filterStatus() == QStringLiteral("3 of 254"); }, 5000))
        << selection().filterStatus().toStdString();
    settle();
    for (const MemoryBox& box : stack().layout().boxes) {
        EXPECT_GT(shownModel().allocations[box.allocation].size, 100'000'000);
    }
    type(" life<");
    EXPECT_TRUE(selection().filterError().startsWith(QStringLiteral("life<: ")));
    key(Qt::Key_Escape);
    EXPECT_TRUE(selection().filter().isEmpty());
    EXPECT_EQ(selection().matches(), nullptr);
}

TEST_F(MemoryWindow, OrdersSegmentsAndFlameGraphFollowTheMoment) {
    showSnapshot("memory/streams_protocol_4.pickle");
    EXPECT_EQ(memory().devices().size(), 2);
    for (const char* order : {"order-size", "order-address", "order-age"}) {
        auto& button = item<QQuickItem>(order);
        click(inItem(button, button.width() / 2, button.height() / 2));
        EXPECT_FALSE(stack().layout().boxes.empty()) << order;
    }
    auto& second = item<QQuickItem>("lower1");
    click(inItem(second, second.width() / 2, second.height() / 2));
    auto& flame = item<MemoryFlameItem>("memoryFlame");
    ASSERT_TRUE(flame.isVisible());
    EXPECT_EQ(flame.flame()[0].bytes, shownModel().allocated[selection().moment()]);
    // A click on the first line zooms to it and selects its largest allocation.
    click(inItem(flame, 20, kIciclePitch + 5));
    EXPECT_EQ(flame.top(), flame.flame()[0].firstChild);
    EXPECT_EQ(selection().selected(), static_cast<qint64>(flame.flame()[flame.top()].example));
    const int other = memory().device() == 0 ? 1 : 0;
    memory().setDevice(other);
    EXPECT_EQ(selection().measured(), nullptr);
    EXPECT_TRUE(flame.flame().nodes().empty());
    rest();
    EXPECT_EQ(selection().selected(), -1);
    EXPECT_EQ(flame.flame()[0].bytes, shownModel().allocated[selection().moment()]);
    // Of moments chosen one after the other, the last one is shown.
    for (Moment moment = 0; moment <= shownModel().lastMoment(); ++moment) {
        selection().setMoment(moment);
    }
    rest();
    EXPECT_EQ(selection().measured()->moment, shownModel().lastMoment());
    EXPECT_EQ(flame.flame()[0].bytes, shownModel().allocated[selection().moment()]);
}

TEST_F(MemoryWindow, SavesWhatItShows) {
    QTemporaryDir folder;
    showSnapshot("memory/snapshot_run.pickle.zst");
    FileChooser& chooser = *model().files();
    chooser.keepOwnPage();
    selection().setOrder(static_cast<int>(StackOrder::Size));
    selection().goToAllocation(static_cast<qint64>(shownModel().allocations.size()) - 1);
    key(Qt::Key_F);  // its lifetime
    rest();
    for (const char* name : {"memory.png", "memory.svg", "memory.pdf"}) {
        const QString path = folder.filePath(QLatin1String(name));
        key(Qt::Key_E, Qt::ControlModifier);
        ASSERT_TRUE(chooser.isOpen());
        EXPECT_EQ(chooser.text(), QStringLiteral("memory.png"));
        chooser.setText(path);
        chooser.accept();
        ASSERT_TRUE(QTest::qWaitFor(
            [&] {
                return model().memory()->imageExport()->outcome() ==
                       QStringLiteral("Saved as %1").arg(path);
            },
            kPatience))
            << model().memory()->imageExport()->outcome().toStdString();
        QFile file(path);
        ASSERT_TRUE(file.open(QIODevice::ReadOnly));
        const QByteArray bytes = file.readAll();
        EXPECT_TRUE(
            bytes.startsWith("\x89PNG") || bytes.startsWith("%PDF") ||
            (bytes.contains("<svg") && bytes.contains("peak 2") && bytes.count(">step ") < 4))
            << name;
    }
    chooser.begin(FileChooser::SaveFigure, QStringLiteral("png"));
    model().memory()->imageExport()->save(stack(),
                                          folder.filePath(QStringLiteral("none/memory.png")));
    ASSERT_TRUE(
        QTest::qWaitFor([&] { return model().memory()->imageExport()->failed(); }, kPatience));
    chooser.cancel();
}

TEST_F(MemoryWindow, AnErrorIsToldOnAPage) {
    QTemporaryDir folder;
    const QString path = folder.filePath(QStringLiteral("code.pickle"));
    QFile file(path);
    ASSERT_TRUE(file.open(QIODevice::WriteOnly));
    file.write("\x80\x04\x8c\x02os\x8c\x06system\x93.");
    file.close();
    show();
    session().open(path);
    waitForMemory();
    EXPECT_EQ(memory().state(), MemoryObject::Failed);
    EXPECT_TRUE(memory().errorText().contains(QStringLiteral("STACK_GLOBAL")))
        << memory().errorText().toStdString();
    key(Qt::Key_Escape);
    EXPECT_EQ(memory().state(), MemoryObject::Empty);
}

// As the command line does, of thresholds and of what cannot be drawn.
TEST_F(MemoryWindow, WrongSettingsAndEmptySnapshotsAreRefused) {
    const QTemporaryDir folder;
    const auto write = [&folder](const char* name, const QByteArray& bytes) {
        QFile file(folder.filePath(QLatin1String(name)));
        EXPECT_TRUE(file.open(QIODevice::WriteOnly));
        file.write(bytes);
        return file.fileName();
    };
    const QString path =
        write("empty.pickle",
              QByteArray("\x80\x02}(X\x08\0\0\0segments]X\x0d\0\0\0device_traces]u.", 39));
    const QString settings = write("gaplight.toml", "[gpu-idle]\nleak = \"1ms\"\n");
    show();
    session().open(path);
    waitForMemory();
    EXPECT_EQ(memory().state(), MemoryObject::Failed);
    EXPECT_TRUE(memory().errorText().startsWith(settings + QStringLiteral(" line 2: ")))
        << memory().errorText().toStdString();
    ASSERT_TRUE(QFile::remove(settings));
    session().open(path);
    waitForMemory();
    EXPECT_EQ(memory().errorText(), path + QStringLiteral(": ") + toQString(kNothingToDraw));
}

TEST_F(MemoryWindow, ATraceTakesItsPlace) {
    showSnapshot("memory/snapshot_run.pickle.zst");
    openAndWait(dataPath("streams_overlap.json.zst"));
    EXPECT_EQ(memory().state(), MemoryObject::Empty);
    EXPECT_FALSE(memory().isPageShown());
}

}  // namespace
}  // namespace gaplight::ui
