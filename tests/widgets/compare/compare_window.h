// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cmath>
#include <string>

#include <QDragEnterEvent>
#include <QDragMoveEvent>
#include <QDropEvent>
#include <QMimeData>
#include <QQuickItem>

#include "tests/widgets/support/window_fixture.h"
#include "widgets/compare/match_item.h"

namespace gaplight::ui {

// A window that shows flux_after_eager as A and flux_after_cudagraph as B.
class CompareWindow : public WindowTest {
protected:
    static constexpr int kLong = 60'000;  // in ms

    void SetUp() override {
        showTrace("flux_after_eager.json.zst");
        compareWith("flux_after_cudagraph.json.zst");
    }

    void compareWith(const std::string& name) {
        comparison().open(QString::fromStdString(test::dataFile(name)));
        ASSERT_TRUE(QTest::qWaitFor([this] { return comparison().result() != nullptr; }, kLong));
        settle();
    }

    [[nodiscard]] ComparisonObject& comparison() { return *model().comparison(); }
    [[nodiscard]] TimelineItem& second() {
        auto* item = window().findChild<TimelineItem*>(QStringLiteral("secondTimeline"));
        EXPECT_NE(item, nullptr);
        return *item;
    }
    [[nodiscard]] const TimeLink& link() { return comparison().result()->comparison.link; }

    // A strip with bands, in the layout that is shown.
    void expectStrip(const char* name, bool isShown) {
        auto* strip = window().findChild<MatchItem*>(QString::fromUtf8(name));
        ASSERT_NE(strip, nullptr);
        EXPECT_EQ(strip->isVisible(), isShown) << name;
        if (isShown) {
            EXPECT_TRUE(
                QTest::qWaitFor([&] { return !strip->displayList().polygons.empty(); }, kLong))
                << name;
        }
    }

    // Of the place where an item stands in the window.
    [[nodiscard]] static QRectF placeOf(const QQuickItem& item) {
        return item.mapRectToScene({0, 0, item.width(), item.height()});
    }

    // A file dragged over the window and let go, as a file manager does it.
    void dropFile(const std::string& name, QPoint at) {
        QMimeData files;
        files.setUrls({QUrl::fromLocalFile(QString::fromStdString(test::dataFile(name)))});
        const auto give = [this](QEvent& event) {
            QCoreApplication::sendEvent(&window(), &event);
            EXPECT_TRUE(event.isAccepted());
        };
        QDragEnterEvent enter(at, Qt::CopyAction, &files, Qt::LeftButton, Qt::NoModifier);
        give(enter);
        QDragMoveEvent move(at, Qt::CopyAction, &files, Qt::LeftButton, Qt::NoModifier);
        give(move);
        QDropEvent drop(at, Qt::CopyAction, &files, Qt::LeftButton, Qt::NoModifier);
        give(drop);
    }

    // The left edges correspond by GPU steps, and both have one scale.
    [[nodiscard]] bool areAligned() {
        const Viewport& other = second().view().viewport();
        const TimeLink& steps = comparison().result()->comparison.gpuLink;
        const double x = other.x(steps.toB(viewport().begin));
        return std::abs(x - other.timeLeft()) < 2 &&
               std::abs(other.nsPerPixel / viewport().nsPerPixel - 1) < 0.01;
    }

    // Both ends of what the views show correspond.
    [[nodiscard]] bool areFitted() {
        const Viewport& other = second().view().viewport();
        const double x = other.x(link().toB(viewport().begin));
        const double end = other.x(link().toB(viewport().end()));
        return std::abs(x - other.timeLeft()) < 2 && std::abs(end - other.width) < 2;
    }
};

}  // namespace gaplight::ui
