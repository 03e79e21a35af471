// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include <QClipboard>
#include <QDropEvent>
#include <QGuiApplication>
#include <QMimeData>
#include <QQuickItem>
#include <QTemporaryDir>

#include "tests/widgets/support/window_fixture.h"
#include "widgets/kernel_report/kernel_plot_item.h"

namespace gaplight::ui {
namespace {

constexpr int kPagePatience = 60'000;  // ms; never reached where all is well

QString dataPathOf(const char* name) {
    return QString::fromStdString(test::dataFile(name));
}

// A window with a kernel report and no trace.
class KernelReportPage : public WindowTest {
protected:
    [[nodiscard]] KernelReportObject& report() { return *model().kernels()->file(); }
    [[nodiscard]] KernelTableModel& table() { return *model().kernels()->table(); }
    [[nodiscard]] QQuickItem& named(const char* name) {
        auto* item = window().findChild<QQuickItem*>(QLatin1String(name));
        EXPECT_NE(item, nullptr) << name;
        return *item;
    }
    // Of the page, not of the tab Selection.
    [[nodiscard]] QQuickItem& instructionBar() {
        auto* bar =
            named("kernelDetails").findChild<QQuickItem*>(QStringLiteral("kernelInstructionBar"));
        EXPECT_NE(bar, nullptr);
        return *bar;
    }
    void openReport(const QString& path) {
        session().open(path);
        ASSERT_TRUE(QTest::qWaitFor(
            [this] { return report().state() != KernelReportObject::Loading; }, kPagePatience));
        settleReport();
    }
    void showReport(const char* name) {
        show();
        openReport(dataPathOf(name));
        ASSERT_EQ(report().state(), KernelReportObject::Ready)
            << report().errorText().toStdString();
    }
    void settleReport() { ASSERT_TRUE(comesToRest()); }
    [[nodiscard]] std::string cell(int row, int column) {
        return table().value(row, "cells").toStringList().at(column).toStdString();
    }
};

TEST_F(KernelReportPage, ShowsTheTableThePlotAndTheKernelOfTheSentence) {
    showReport("ncu/ncu_run.ncu-rep.zst");
    EXPECT_TRUE(report().isPageShown());
    EXPECT_EQ(window().title().toStdString(), "ncu_run.ncu-rep.zst – Gaplight");
    EXPECT_EQ(report().summary().toStdString(),
              "NVIDIA H200 · Nsight Compute 2025.3.1.0 · 46 kernels in 2.13\u2009ms · python3.12");
    EXPECT_EQ(table().count(), 46);
    EXPECT_EQ(cell(1, KernelTableModel::Duration), "141\u2009µs");
    EXPECT_EQ(cell(1, KernelTableModel::Compute), "85.6\u2009%");
    EXPECT_EQ(table().details()->title().toStdString(),
              "Kernel 12 of 46: "
              "sm80_xmma_gemm_f32f32_f32f32_f32_tn_n_tilesize128x64x8_stage3_warpsize2x2x1_ffma_"
              "aligna4_alignc4_execute_kernel__5x_cublas, grid (32, 33, 1), block (128, 1, 1)");
    EXPECT_FALSE(table().details()->stalls().isEmpty());
    EXPECT_EQ(table().details()->instructions()[0].toMap()["name"].toString().toStdString(),
              "floating point");
    EXPECT_TRUE(instructionBar().isVisible());
    auto& plot = dynamic_cast<KernelPlotItem&>(named("kernelPlot"));
    EXPECT_TRUE(plot.plot().isRoofline);
    EXPECT_EQ(plot.marks().size(), 46U);
    EXPECT_EQ(model().recentFiles()->count(), 1);
    EXPECT_EQ(model().recentFiles()->value(0, "name").toString().toStdString(),
              "ncu_run.ncu-rep.zst");
}

TEST_F(KernelReportPage, IsUsedByKeys) {
    showReport("ncu/ncu_run.ncu-rep.zst");
    ASSERT_TRUE(named("kernelRows").hasActiveFocus());
    EXPECT_EQ(table().current(), 11) << "that of the sentence above";
    EXPECT_TRUE(table().details()->title().startsWith(QStringLiteral("Kernel 12 of 46: sm80_")));
    key(Qt::Key_Home);
    key(Qt::Key_Down);
    EXPECT_EQ(table().current(), 1);
    EXPECT_TRUE(table().details()->title().startsWith(QStringLiteral("Kernel 2 of 46: nvjet_")));
    key(Qt::Key_Up);
    EXPECT_EQ(table().current(), 0);
    key(Qt::Key_End);
    EXPECT_EQ(table().current(), 45);
    // Letters filter, also those that are shortcuts of the timeline.
    QTest::keyClick(&window(), 's');
    QTest::keyClick(&window(), 'd');
    EXPECT_EQ(table().filter().toStdString(), "sd");
    EXPECT_EQ(table().status().toStdString(), "1 of 46 rows");
    EXPECT_TRUE(named("kernelFilter").hasActiveFocus());
    key(Qt::Key_Return);
    EXPECT_TRUE(named("kernelRows").hasActiveFocus());
    EXPECT_EQ(cell(0, 0), "3");
    key(Qt::Key_Escape);
    EXPECT_EQ(table().filter().toStdString(), "");
    EXPECT_EQ(table().count(), 46);
    EXPECT_EQ(table().current(), 2) << "the selected kernel stays";
    QTest::keyClick(&window(), '/');
    EXPECT_TRUE(named("kernelFilter").hasActiveFocus());
    key(Qt::Key_Escape);
    EXPECT_TRUE(report().isPageShown());
}

TEST_F(KernelReportPage, IsSortedFilteredAndCopied) {
    showReport("ncu/ncu_run.ncu-rep.zst");
    table().sortBy(KernelTableModel::Duration);
    EXPECT_EQ(cell(0, KernelTableModel::Duration), "836\u2009µs");
    EXPECT_EQ(table().details()->title().left(13).toStdString(), "Kernel 12 of ") << "as before";
    table().sortBy(KernelTableModel::Duration);
    EXPECT_EQ(cell(45, KernelTableModel::Duration), "836\u2009µs");
    table().sortBy(KernelTableModel::Name);
    EXPECT_EQ(cell(0, 1).substr(0, 6), "cudnn_");
    table().sortBy(KernelTableModel::Grid);
    EXPECT_EQ(cell(0, KernelTableModel::Grid), "(1, 1, 1)");
    EXPECT_EQ(cell(45, KernelTableModel::Grid).substr(0, 7), "(32768,") << "as numbers";
    table().setFilter(QStringLiteral("radixsort"));
    EXPECT_EQ(table().count(), 6);
    table().copyCsv();
    EXPECT_EQ(QGuiApplication::clipboard()->text().count(QLatin1Char('\n')), 7);
    auto& plot = dynamic_cast<KernelPlotItem&>(named("kernelPlot"));
    EXPECT_EQ(plot.plot().kernels.size(), 6U) << "the plot is of the shown kernels";
    table().setFilter(QStringLiteral("no such kernel"));
    settleReport();
    EXPECT_EQ(table().count(), 0);
    EXPECT_EQ(table().current(), -1);
    EXPECT_FALSE(table().details()->hasKernel());
    EXPECT_TRUE(named("kernelRowsEmpty").isVisible());
}

TEST_F(KernelReportPage, SelectsAKernelByItsPoint) {
    showReport("ncu/ncu_run.ncu-rep.zst");
    auto& plot = dynamic_cast<KernelPlotItem&>(named("kernelPlot"));
    key(Qt::Key_Home);
    const KernelMark& longest = plot.marks()[0];
    const QPointF at = plot.mapToScene(QPointF(longest.x, longest.y));
    click(at.toPoint());
    EXPECT_EQ(table().details()->title().left(13).toStdString(), "Kernel 12 of ");
    key(Qt::Key_Right);
    EXPECT_EQ(table().details()->title().left(13).toStdString(), "Kernel 28 of ")
        << "the next longest";
}

TEST_F(KernelReportPage, OfThroughputsWithoutCounts) {
    showReport("ncu/ncu_run.basic.csv.zst");
    auto& plot = dynamic_cast<KernelPlotItem&>(named("kernelPlot"));
    EXPECT_FALSE(plot.plot().isRoofline);
    EXPECT_EQ(plot.marks().size(), 46U);
    EXPECT_TRUE(plot.caption().contains(QStringLiteral("no roofline")));
    EXPECT_TRUE(table().details()->stalls().isEmpty());
    EXPECT_TRUE(table().details()->instructions().isEmpty());
    EXPECT_FALSE(instructionBar().isVisible()) << "no empty box";
}

TEST_F(KernelReportPage, DroppedOnTheStartPage) {
    show();
    QMimeData dragged;
    dragged.setUrls({QUrl::fromLocalFile(dataPathOf("ncu/ncu_run.basic.csv.zst"))});
    const QPoint at(600, 200);
    QDragEnterEvent enter(at, Qt::CopyAction, &dragged, Qt::LeftButton, Qt::NoModifier);
    QCoreApplication::sendEvent(&window(), &enter);
    QDragMoveEvent move(at, Qt::CopyAction, &dragged, Qt::LeftButton, Qt::NoModifier);
    QCoreApplication::sendEvent(&window(), &move);
    QDropEvent drop(at, Qt::CopyAction, &dragged, Qt::LeftButton, Qt::NoModifier);
    QCoreApplication::sendEvent(&window(), &drop);
    ASSERT_TRUE(QTest::qWaitFor([this] { return report().isPageShown(); }, kPagePatience));
    settleReport();
    EXPECT_EQ(table().count(), 46);
}

// What does not fit is left out, from the right of the names on; nothing overlaps the details.
TEST_F(KernelReportPage, InANarrowWindow) {
    showReport("ncu/ncu_run.ncu-rep.zst");
    window().resize(640, 400);
    ASSERT_TRUE(QTest::qWaitFor([this] { return window().width() == 640; }, kPagePatience));
    settleReport();
    const QQuickItem& rows = named("kernelRows");
    EXPECT_LE(rows.mapRectToScene(rows.boundingRect()).right(), 400);
    EXPECT_GE(named("kernelDetails").width(), 230);
    const QList<double> shares = table().shares();
    EXPECT_GT(shares[KernelTableModel::Name], 0.3);
    EXPECT_GT(shares[KernelTableModel::Duration], 0);
    EXPECT_EQ(shares[KernelTableModel::Block], 0);
}

TEST_F(KernelReportPage, MakesRoomForATraceASnapshotAndAnotherReport) {
    showReport("ncu/ncu_run.ncu-rep.zst");
    openReport(dataPathOf("ncu/ncu_run.raw.csv.zst"));
    EXPECT_EQ(report().fileName().toStdString(), "ncu_run.raw.csv.zst");
    EXPECT_EQ(table().count(), 46);
    // A damaged one leaves the shown one as it was.
    const QTemporaryDir folder;
    const QString damaged = folder.filePath(QStringLiteral("damaged.ncu-rep"));
    QFile file(damaged);
    ASSERT_TRUE(file.open(QIODevice::WriteOnly));
    file.write("NVR\0\5\0\0", 7);
    file.close();
    session().open(damaged);
    ASSERT_TRUE(QTest::qWaitFor([this] { return report().state() == KernelReportObject::Failed; },
                                kPagePatience));
    EXPECT_TRUE(report().errorText().contains(QStringLiteral("write it again")))
        << report().errorText().toStdString();
    key(Qt::Key_Escape);
    EXPECT_TRUE(report().isPageShown());
    EXPECT_EQ(report().fileName().toStdString(), "ncu_run.raw.csv.zst");
    openAndWait(dataPathOf("copy_before.json.zst"));
    EXPECT_EQ(report().state(), KernelReportObject::Empty);
    EXPECT_EQ(table().count(), 0);
}

}  // namespace
}  // namespace gaplight::ui
