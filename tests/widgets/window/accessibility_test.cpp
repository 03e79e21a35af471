// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
// With the Tab key through the window: every stop has a name and is seen.
#include <algorithm>
#include <vector>

#include <QAccessible>
#include <QImage>
#include <QQuickItem>

#include "tests/widgets/support/window_fixture.h"

namespace gaplight::ui {
namespace {

class Accessibility : public WindowTest {
protected:
    static constexpr int kMaxStops = 60;

    [[nodiscard]] static std::string describe(const QQuickItem& item) {
        return std::string(item.metaObject()->className()) + " " + item.objectName().toStdString() +
               " \"" + item.property("text").toString().toStdString() + "\"";
    }
    [[nodiscard]] static QString accessibleName(QQuickItem& item) {
        QAccessibleInterface* found = QAccessible::queryAccessibleInterface(&item);
        return found == nullptr ? QString() : found->text(QAccessible::Name);
    }
    // The item and a little around it, as it is on screen.
    [[nodiscard]] QImage image(const QQuickItem& item) {
        const QRectF box = item.mapRectToScene(QRectF(0, 0, item.width(), item.height()));
        return window().grabWindow().copy(box.adjusted(-3, -3, 3, 3).toRect());
    }

    // Goes round once; the stops in their order.
    std::vector<QQuickItem*> stops() {
        std::vector<QQuickItem*> all;
        for (int at = 0; at < kMaxStops; ++at) {
            key(Qt::Key_Tab);
            QQuickItem* now = window().activeFocusItem();
            if (now == nullptr || std::find(all.begin(), all.end(), now) != all.end()) {
                break;
            }
            all.push_back(now);
        }
        return all;
    }
    // A focused control looks different from the same control without the focus. A list shows its
    // current row, where it has one.
    void checkStops(const std::vector<QQuickItem*>& all) {
        ASSERT_FALSE(all.empty());
        for (QQuickItem* stop : all) {
            EXPECT_FALSE(accessibleName(*stop).isEmpty()) << describe(*stop);
            stop->forceActiveFocus(Qt::TabFocusReason);
            settle();
            const QImage with = image(*stop);
            key(Qt::Key_Tab);
            const bool isList = stop->property("keyNavigationEnabled").isValid();
            if (all.size() > 1 && !isList) {
                EXPECT_NE(with, image(*stop)) << describe(*stop);
            }
        }
    }
};

TEST_F(Accessibility, TheStartPage) {
    show();
    checkStops(stops());
}

TEST_F(Accessibility, TheTracePageWithEveryTab) {
    showTrace("sync_large_before.json.zst");
    goTo(sliceNamed("cudaStreamSynchronize"));
    for (int tab = WindowState::FindingsTab; tab <= WindowState::IssuesTab; ++tab) {
        model().state()->setDrawerTab(tab);
        timeline().forceActiveFocus();
        settle();
        const std::vector<QQuickItem*> all = stops();
        EXPECT_NE(std::find(all.begin(), all.end(), &timeline()), all.end());
        SCOPED_TRACE("tab " + std::to_string(tab));
        checkStops(all);
    }
}

TEST_F(Accessibility, TheSettingsHaveNames) {
    show();
    key(Qt::Key_Comma, Qt::ControlModifier);
    const std::vector<QQuickItem*> all = stops();
    EXPECT_GT(all.size(), 10U);
    for (QQuickItem* stop : all) {
        EXPECT_FALSE(accessibleName(*stop).isEmpty()) << describe(*stop);
    }
}

}  // namespace
}  // namespace gaplight::ui
