// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include <QList>
#include <QQuickItem>
#include <QSignalSpy>

#include "core/scene/kernels/kernel_marks.h"
#include "tests/widgets/support/window_fixture.h"
#include "widgets/efficiency/roofline_item.h"

namespace gaplight::ui {
namespace {

class RooflineWindow : public WindowTest {
protected:
    [[nodiscard]] KernelEfficiencyObject& kernels() { return *model().efficiency(); }
    [[nodiscard]] RooflineItem& plot() {
        auto* item = window().findChild<RooflineItem*>(QStringLiteral("roofline"));
        EXPECT_NE(item, nullptr);
        return *item;
    }
    [[nodiscard]] QQuickItem& item(const char* name) {
        auto* found = window().findChild<QQuickItem*>(QLatin1String(name));
        EXPECT_NE(found, nullptr) << name;
        return *found;
    }
    void waitUntilMeasured() {
        ASSERT_TRUE(QTest::qWaitFor(
            [this] { return kernels().state() == KernelEfficiencyObject::Ready; }, kPatience));
        settle();
    }
    void showTab() {
        model().state()->run(showAction(WindowState::RooflineTab));
        settle();
    }
    [[nodiscard]] QPoint placeOf(std::size_t mark) {
        const KernelMark& at = plot().marks()[mark];
        return plot()
            .mapToScene(QPointF(static_cast<double>(at.x), static_cast<double>(at.y)))
            .toPoint();
    }
    [[nodiscard]] Duration selectedDuration() {
        return trace().slices().duration(
            SliceId(static_cast<std::size_t>(timeline().selectedSlice())));
    }
    [[nodiscard]] ColorRef colorOf(SliceId slice) {
        return view().model().names->color(trace().slices().name(slice));
    }
};

TEST_F(RooflineWindow, LeadsFromAPointToItsKernels) {
    showTrace("flux2_before_eager.json.zst");
    EXPECT_EQ(kernels().state(), KernelEfficiencyObject::Empty) << "measured before it is shown";
    showTab();
    waitUntilMeasured();
    EXPECT_TRUE(kernels().notice().isEmpty());
    EXPECT_TRUE(plot().gpuText().contains(QStringLiteral("NVIDIA H200")));
    ASSERT_GT(plot().marks().size(), 5U);
    EXPECT_TRUE(plot().title().isEmpty());

    QTest::mouseMove(&window(), placeOf(0));
    ASSERT_TRUE(QTest::qWaitFor([this] { return !plot().tipText().isEmpty(); }));
    EXPECT_TRUE(plot().tipText().contains(QStringLiteral("of the roofline")));
    click(placeOf(0));
    settle();
    ASSERT_FALSE(plot().title().isEmpty());
    EXPECT_TRUE(plot().facts().contains(QStringLiteral("TFLOP/s")));
    EXPECT_TRUE(plot().placeText().startsWith(QStringLiteral("The longest of")));
    ASSERT_GE(timeline().selectedSlice(), 0);
    const Duration longest = selectedDuration();
    const qint64 first = timeline().selectedSlice();

    // The next longest of its kind.
    plot().forceActiveFocus();
    QTest::keyClick(&window(), Qt::Key_Return);
    settle();
    EXPECT_NE(timeline().selectedSlice(), first);
    EXPECT_LE(selectedDuration(), longest);
    EXPECT_TRUE(plot().placeText().startsWith(QStringLiteral("Number 2 of")));

    const QString title = plot().title();
    QTest::keyClick(&window(), Qt::Key_Right);
    EXPECT_NE(plot().title(), title);
    EXPECT_TRUE(plot().placeText().isEmpty());
}

TEST_F(RooflineWindow, LeadsFromACommunicationToItsShortestCall) {
    showTrace("ddp_balanced_rank0.json.zst");
    showTab();
    waitUntilMeasured();
    ASSERT_EQ(kernels().communications().size(), 1);
    QString text = kernels().communications().front();
    EXPECT_EQ(text.replace(QChar(0x2009), QLatin1Char(' ')).toStdString(),
              "allreduce, 33.6 MB among 2 ranks: at least 53.0 % of NVLink 4 (238 GB/s), 36 calls");
    const QList<QQuickItem*> lines = item("communicationRates").childItems();
    const auto line = std::find_if(lines.begin(), lines.end(), [](const QQuickItem* one) {
        return one->objectName() == QStringLiteral("communicationLine0");
    });
    ASSERT_NE(line, lines.end());
    ASSERT_TRUE((*line)->isVisible());
    click((*line)->mapToScene(QPointF(20, (*line)->height() / 2)).toPoint());
    settle();
    ASSERT_GE(timeline().selectedSlice(), 0);
    EXPECT_EQ(selectedDuration(), kernels().data()->efficiency.collectives.front().shortest);
    EXPECT_EQ(kernels().communicationSlice(1), -1);
}

TEST_F(RooflineWindow, SaysWhyThereIsNoPlot) {
    showTrace("resnet18_eager.json.zst");
    showTab();
    waitUntilMeasured();
    EXPECT_TRUE(kernels().notice().contains(QStringLiteral("record_shapes=True")));
    EXPECT_TRUE(item("rooflineNotice").isVisible());
    EXPECT_FALSE(plot().isVisible());
    key(Qt::Key_K);
    EXPECT_FALSE(item("efficiencyLegend").isVisible());
    EXPECT_TRUE(item("keyNotice").isVisible());
}

TEST_F(RooflineWindow, AdvisesWithoutPyTorchWhereThereIsNone) {
    showTrace("jax/steps.trace.json.zst");
    showTab();
    waitUntilMeasured();
    EXPECT_FALSE(kernels().notice().contains(QStringLiteral("torch.profiler")));
    EXPECT_TRUE(kernels().notice().contains(QStringLiteral("Nsight Compute")));
}

TEST_F(RooflineWindow, ColorsTheTimelineByEfficiency) {
    showTrace("flux2_before_eager.json.zst");
    const SliceId op = sliceNamed("aten::_fused_rms_norm");
    ASSERT_TRUE(op.isValid());
    const ColorRef named = colorOf(op);
    key(Qt::Key_K);
    waitUntilMeasured();
    EXPECT_TRUE(item("efficiencyLegend").isVisible());
    EXPECT_EQ(colorOf(op), ColorRef::neutralSlice());
    const EfficiencyRow& longest = kernels().data()->efficiency.tables.kernels.front();
    EXPECT_EQ(colorOf(longest.longest), efficiencyColor(longest.sums.efficiency()));
    EXPECT_NE(colorOf(longest.longest), ColorRef::neutralSlice());
    key(Qt::Key_K);
    EXPECT_EQ(colorOf(op), named);
    EXPECT_FALSE(item("efficiencyLegend").isVisible());

    // Kept for the next trace, which is measured anew.
    key(Qt::Key_K);
    openAndWait(QString::fromStdString(test::dataFile("llm_decode_eager.json.zst")));
    waitUntilMeasured();
    const SliceId other = sliceNamed("aten::mm");
    ASSERT_TRUE(other.isValid());
    EXPECT_EQ(colorOf(other), ColorRef::neutralSlice());
}

}  // namespace
}  // namespace gaplight::ui
