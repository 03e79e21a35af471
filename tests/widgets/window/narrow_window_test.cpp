// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
// The smallest window has room for every control, and the help page shows every key at once.
#include <utility>
#include <vector>

#include <QQuickItem>

#include "tests/widgets/support/window_fixture.h"
#include "widgets/input/action.h"

namespace gaplight::ui {
namespace {

class NarrowWindow : public WindowTest {
protected:
    void resizeTo(QSize size) {
        window().resize(size);
        ASSERT_TRUE(QTest::qWaitFor(
            [&] { return window().size() == size && timeline().width() <= size.width(); }, 60'000));
        settle();
    }
    // All that can be seen below an item.
    static void visit(QQuickItem& item, std::vector<QQuickItem*>& all) {
        for (QQuickItem* child : item.childItems()) {
            if (child->isVisible()) {
                all.push_back(child);
                visit(*child, all);
            }
        }
    }
    [[nodiscard]] std::vector<QQuickItem*> shown() {
        std::vector<QQuickItem*> all;
        visit(*window().contentItem(), all);
        return all;
    }
    [[nodiscard]] QQuickItem* shownWithText(const char* text) {
        for (QQuickItem* item : shown()) {
            if (item->property("text").toString() == QString::fromUtf8(text)) {
                return item;
            }
        }
        return nullptr;
    }
    [[nodiscard]] QRectF place(const QQuickItem& item) {
        return item.mapRectToScene(QRectF(0, 0, item.width(), item.height()));
    }
};

TEST_F(NarrowWindow, HasItsControlsAndReadableFindings) {
    showTrace("flux_after_eager.json.zst");
    resizeTo({640, 400});
    for (const char* name : {"Open ▾", "Overlays ▾", "About this rule", "Findings"}) {
        QQuickItem* item = shownWithText(name);
        ASSERT_NE(item, nullptr) << name;
        EXPECT_GE(place(*item).left(), 0) << name;
        EXPECT_LE(place(*item).right(), 640) << name;
    }
    EXPECT_GE(place(*shownWithText("About this rule")).left(), 320);  // not over the list
}

TEST_F(NarrowWindow, TheTabThatIsOpenedIsSeen) {
    showTrace("flux_after_eager.json.zst");
    resizeTo({640, 400});
    model().state()->setDrawerTab(WindowState::CompareTab);
    QQuickItem* tab = shownWithText("Compare");
    ASSERT_NE(tab, nullptr);
    EXPECT_TRUE(QTest::qWaitFor([&] { return place(*tab).right() <= 640; }, 60'000));
    model().state()->setDrawerTab(WindowState::FindingsTab);
    tab = shownWithText("Findings");
    EXPECT_TRUE(QTest::qWaitFor([&] { return place(*tab).left() >= 0; }, 60'000));
}

TEST_F(NarrowWindow, TabsThatAreCutAreReachedByAButton) {
    showTrace("flux_after_eager.json.zst");
    const auto button = [this](const char* name) {
        return window().findChild<QQuickItem*>(QString::fromUtf8(name));
    };
    resizeTo({2560, 800});
    EXPECT_FALSE(button("tabsBefore")->isVisible() || button("tabsAfter")->isVisible());
    resizeTo({640, 400});
    model().state()->setDrawerTab(WindowState::FindingsTab);
    settle();
    EXPECT_FALSE(button("tabsBefore")->isVisible());
    ASSERT_TRUE(button("tabsAfter")->isVisible());
    for (int at = 0; at < 5 && button("tabsAfter")->isVisible(); ++at) {
        click(place(*button("tabsAfter")).center().toPoint());
        settle();
    }
    EXPECT_FALSE(button("tabsAfter")->isVisible());
    EXPECT_TRUE(button("tabsBefore")->isVisible());
}

// What the bar of the verdict has no room to name is counted at its end.
TEST_F(NarrowWindow, TheBarDropsNothingSilently) {
    showTrace("wan_before_compile.json.zst");
    const int parts = static_cast<int>(model().first()->gpuTime()->bySize(0.0005).size());
    ASSERT_GT(parts, 2);
    for (const QSize size : {QSize(640, 400), QSize(1600, 900)}) {
        resizeTo(size);
        int named = 0;
        QList<QQuickItem*> left{window().contentItem()};
        while (!left.isEmpty()) {
            QQuickItem* at = left.takeFirst();
            if (at->isVisible()) {
                named += at->objectName() == QStringLiteral("gpuTimeCaption") ? 1 : 0;
                left += at->childItems();
            }
        }
        EXPECT_GE(named, 1);
        auto* more = window().findChild<QQuickItem*>(QStringLiteral("gpuTimeHidden"));
        ASSERT_NE(more, nullptr);
        EXPECT_EQ(more->isVisible(), named < parts);
        if (named < parts) {
            EXPECT_EQ(more->property("text").toString(), QStringLiteral("+%1").arg(parts - named));
            EXPECT_LE(place(*more).right(), size.width());
        }
    }
}

// Of a trace whose first use is left out: it is beside the bar, and the parts of the bar are as
// wide as their shares of the rest say.
TEST_F(NarrowWindow, PartsOfTheBarAreAsWideAsTheirShares) {
    showTrace("resnet18_eager.json.zst");
    for (const QSize size : {QSize(800, 600), QSize(1600, 900)}) {
        resizeTo(size);
        double shares = 0;
        double widths = 0;
        int apart = 0;
        std::vector<std::pair<double, double>> parts;
        QList<QQuickItem*> left{window().contentItem()};
        while (!left.isEmpty()) {
            QQuickItem* at = left.takeFirst();
            left += at->childItems();
            if (at->objectName() != QStringLiteral("gpuTimeCaption") ||
                !at->parentItem()->isVisible()) {
                continue;
            }
            const QQuickItem& part = *at->parentItem();
            if (part.property("isApart").toBool()) {
                ++apart;
                EXPECT_EQ(part.property("share").toDouble(), 0);
                EXPECT_LT(part.width(), size.width() / 3.0);
            } else if (part.width() > 1) {
                parts.emplace_back(part.property("share").toDouble(), part.width());
                shares += parts.back().first;
                widths += parts.back().second;
            }
        }
        EXPECT_EQ(apart, 1);
        ASSERT_GT(parts.size(), 1U);
        EXPECT_NEAR(shares, 1, 0.01);
        for (const auto& [share, width] : parts) {
            EXPECT_NEAR(width / widths, share, 0.01);
        }
    }
}

// The height that FirstScreen.HasKernels builds upon.
TEST_F(NarrowWindow, TheTimelineHasItsShare) {
    showTrace("flux_after_eager.json.zst");
    resizeTo({1280, 800});
    EXPECT_GE(timeline().height(), 340);
}

TEST_F(NarrowWindow, TheHelpPageShowsEveryKeyAtOnceWhereThereIsRoom) {
    constexpr double kEdge = 28;  // of the page and of what it shows
    show();
    resizeTo({1280, 720});
    model().state()->setHelpOpen(true);
    settle();
    for (const ActionRow& row : actionTable()) {
        if (!row.onHelpPage) {
            continue;
        }
        bool seen = false;
        for (const QQuickItem* item : shown()) {
            const QRectF box = place(*item);
            seen = seen || (item->property("text").toString() == QString::fromUtf8(row.title) &&
                            box.top() >= kEdge && box.bottom() <= 720 - kEdge && box.left() >= 0 &&
                            box.right() <= 1280);
        }
        EXPECT_TRUE(seen) << row.title;
    }
}

}  // namespace
}  // namespace gaplight::ui
