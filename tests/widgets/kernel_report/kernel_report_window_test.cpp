// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include <QDropEvent>
#include <QMimeData>

#include "tests/widgets/support/window_fixture.h"

namespace gaplight::ui {
namespace {

QString reportPath() {
    return QString::fromStdString(test::dataFile("ncu/ncu_run.ncu-rep.zst"));
}

class KernelReportWindow : public WindowTest {
protected:
    [[nodiscard]] KernelReportObject& kernels() { return *model().kernels()->file(); }
    [[nodiscard]] KernelOfSelection& kernelOf() { return *model().kernels()->ofSelection(); }
    void waitForReport() {
        ASSERT_TRUE(QTest::qWaitFor(
            [this] { return kernels().state() != KernelReportObject::Loading; }, kPatience));
        settle();
    }
    void drop(const QString& path) {
        QMimeData dragged;
        dragged.setUrls({QUrl::fromLocalFile(path)});
        const QPoint at(600, 200);
        QDragEnterEvent enter(at, Qt::CopyAction, &dragged, Qt::LeftButton, Qt::NoModifier);
        QCoreApplication::sendEvent(&window(), &enter);
        QDragMoveEvent move(at, Qt::CopyAction, &dragged, Qt::LeftButton, Qt::NoModifier);
        QCoreApplication::sendEvent(&window(), &move);
        QDropEvent drop(at, Qt::CopyAction, &dragged, Qt::LeftButton, Qt::NoModifier);
        QCoreApplication::sendEvent(&window(), &drop);
    }
    [[nodiscard]] QString valueOf(const char* key) {
        DetailListModel& rows = *kernelOf().rows();
        for (int at = 0; at < rows.count(); ++at) {
            const QModelIndex row = rows.index(at, 0);
            const auto names = rows.roleNames();
            if (rows.data(row, names.key("key")).toString() == QLatin1String(key)) {
                return rows.data(row, names.key("value")).toString();
            }
        }
        return {};
    }
};

TEST_F(KernelReportWindow, DroppedOnItsTrace) {
    showTrace("ncu/ncu_run.json.zst");
    EXPECT_EQ(kernels().state(), KernelReportObject::Empty);
    drop(reportPath());
    waitForReport();
    ASSERT_EQ(kernels().state(), KernelReportObject::Ready) << kernels().statusText().toStdString();
    EXPECT_EQ(kernels().statusText().toStdString(),
              "ncu_run.ncu-rep.zst: 46 of 46 kernels found in the trace, 138 of 138 launches");
    EXPECT_EQ(model().state()->drawerTab(), WindowState::SelectionTab);
    EXPECT_FALSE(kernelOf().hasKernel());
    goTo(sliceNamed("nvjet_sm90_tst_256x128_64x4_1x2_h_bz_coopA_bias_TNT"));
    settle();
    ASSERT_TRUE(kernelOf().hasKernel());
    EXPECT_EQ(kernelOf().title().toStdString(), "Nsight Compute, from another run: kernel 2 of 46");
    EXPECT_EQ(valueOf("Compute").toStdString(), "85.6\u202f%");
    EXPECT_EQ(valueOf("Occupancy").toStdString(), "14.7\u202f% of at most 18.8\u202f%");
    EXPECT_EQ(valueOf("Limited by").toStdString(), "registers, shared memory");
    EXPECT_FALSE(kernelOf().stalls().isEmpty());
    // Of an operator there is nothing.
    goTo(sliceNamed("aten::layer_norm"));
    EXPECT_FALSE(kernelOf().hasKernel());
}

TEST_F(KernelReportWindow, OfAnotherProgramIsRefusedInALine) {
    showTrace("resnet18_eager.json.zst");
    session().open(reportPath());
    waitForReport();
    EXPECT_EQ(kernels().state(), KernelReportObject::Failed);
    EXPECT_TRUE(kernels().statusText().contains(QStringLiteral("another program")));
    EXPECT_FALSE(kernels().statusText().contains(QLatin1Char('\n')));
    EXPECT_EQ(session().state(), SessionObject::Ready);
}

TEST_F(KernelReportWindow, GoesWithItsTrace) {
    show();
    kernels().openAfterTrace(reportPath());
    openAndWait(QString::fromStdString(test::dataFile("ncu/ncu_run.json.zst")));
    waitForReport();
    ASSERT_EQ(kernels().state(), KernelReportObject::Ready);
    openAndWait(QString::fromStdString(test::dataFile("copy_before.json.zst")));
    EXPECT_EQ(kernels().state(), KernelReportObject::Empty);
    EXPECT_EQ(kernels().data(), nullptr);
}

}  // namespace
}  // namespace gaplight::ui
