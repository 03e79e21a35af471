// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
// With the Tab key through the window: every stop has a name and is seen.
#include <algorithm>
#include <vector>

#include <QAccessible>
#include <QImage>
#include <QQuickItem>
#include <QRegularExpression>

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
    goTo(sliceNamed("cudaDeviceSynchronize"));
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

// A reader begins where the keys go.
TEST_F(Accessibility, ATraceOpensOnItsTimeline) {
    show();
    openAndWait(QString::fromStdString(test::dataFile("sync_large_before.json.zst")));
    EXPECT_EQ(window().activeFocusItem(), &timeline());
}

// The slices in view of the selected slice's track, in time order; a press selects one.
TEST_F(Accessibility, ATimelineIsAListOfSlices) {
    showTrace("sync_large_before.json.zst");
    const SliceId wait = sliceNamed("cudaDeviceSynchronize");
    goTo(wait);
    QAccessibleInterface* list = QAccessible::queryAccessibleInterface(&timeline());
    ASSERT_NE(list, nullptr);
    EXPECT_EQ(list->role(), QAccessible::List);
    ASSERT_GT(list->childCount(), 1);
    EXPECT_TRUE(list->text(QAccessible::Name).contains(QStringLiteral(" in view")));
    const auto indexOfWait = [&] { return list->indexOfChild(list->focusChild()); };
    ASSERT_GE(indexOfWait(), 0);
    const QString text = list->focusChild()->text(QAccessible::Name);
    EXPECT_TRUE(text.startsWith(QStringLiteral("cudaDeviceSynchronize, at "))) << qPrintable(text);
    const QRect box = list->focusChild()->rect();
    EXPECT_TRUE(list->rect().intersects(box));
    EXPECT_EQ(list->childAt(box.center().x(), box.center().y()), list->focusChild());

    QAccessibleInterface* other = list->child(indexOfWait() == 0 ? 1 : 0);
    ASSERT_NE(other, nullptr);
    other->actionInterface()->doAction(QAccessibleActionInterface::pressAction());
    EXPECT_NE(view().state().selected, wait);
    settle();
    ASSERT_NE(list->focusChild(), nullptr);
    EXPECT_TRUE(list->focusChild()->state().selected);
}

// What a screen reader reaches from the window: with the names of what is around each node.
class ReadTree : public Accessibility {
protected:
    struct Node {
        QAccessibleInterface* interface = nullptr;
        std::string path;
    };

    void SetUp() override { QAccessible::setActive(true); }
    void TearDown() override {
        Accessibility::TearDown();
        QAccessible::setActive(false);
    }

    [[nodiscard]] std::vector<Node> nodes() {
        std::vector<Node> all{{QAccessible::queryAccessibleInterface(&window()), "window"}};
        for (std::size_t at = 0; at < all.size(); ++at) {
            const Node node = all[at];
            // Its slices are tried above.
            const int children =
                node.interface->object() == &timeline() ? 0 : node.interface->childCount();
            for (int child = 0; child < children; ++child) {
                QAccessibleInterface* inside = node.interface->child(child);
                all.push_back({inside, node.path + "/" + nameOf(*inside)});
            }
        }
        return all;
    }
    [[nodiscard]] static std::string nameOf(const QAccessibleInterface& node) {
        return node.text(QAccessible::Name).toStdString();
    }
    [[nodiscard]] static std::vector<std::string> namesOf(const std::vector<Node>& all,
                                                          QAccessible::Role role) {
        std::vector<std::string> names;
        for (const Node& node : all) {
            if (node.interface->role() == role) {
                names.push_back(nameOf(*node.interface));
            }
        }
        return names;
    }
};

// Without the punctuation after it.
std::string spokenName(const std::string& text) {
    static const QRegularExpression kEnd(QStringLiteral("[\\s.,;:]+$"));
    return QString::fromStdString(text).trimmed().remove(kEnd).toStdString();
}

TEST_F(ReadTree, TheVerdictIsOneTextWithItsLinks) {
    showTrace("sync_large_before.json.zst");
    const std::vector<Node> all = nodes();
    const VerdictModel& verdict = *model().first()->verdict();
    std::vector<std::string> expected;
    for (const VerdictRow& row : verdict.rows()) {
        if (row.part.finding || row.part.name.isValid()) {
            expected.push_back(spokenName(row.part.text));
        }
    }
    ASSERT_FALSE(expected.empty());
    // Qt before 6.5 gives all controls that are buttons the role of one.
    std::vector<std::string> links = namesOf(all, QAccessible::Link);
    const std::vector<std::string> buttons = namesOf(all, QAccessible::Button);
    links.insert(links.end(), buttons.begin(), buttons.end());
    // A number alone has the word before it.
    for (const std::string& one : expected) {
        EXPECT_EQ(std::count_if(links.begin(), links.end(),
                                [&](const std::string& link) {
                                    return link == one || link.ends_with(" " + one);
                                }),
                  1)
            << one;
    }
    for (const char* word : {"The", "GPU", "of", "and", "to gain"}) {
        EXPECT_EQ(std::count(links.begin(), links.end(), word), 0) << word;
    }
    const std::vector<std::string> texts = namesOf(all, QAccessible::StaticText);
    EXPECT_EQ(std::count(texts.begin(), texts.end(), verdict.sentence().toStdString()), 1);
    for (const char* word : {"The", "GPU", "of", "and"}) {
        EXPECT_EQ(std::count(texts.begin(), texts.end(), word), 0) << word;
    }
}

// "idle 52.3 %", not "52.3 %,"; and every scroll bar says what it scrolls.
TEST_F(ReadTree, LinksAndScrollBarsHaveNamesThatSayWhatTheyAre) {
    showTrace("llm_decode_eager.json.zst");
    window().resize(1000, 640);
    settle();
    std::vector<std::string> bars;
    for (const Node& node : nodes()) {
        const QString name = QString::fromStdString(nameOf(*node.interface));
        if (node.interface->role() == QAccessible::Link && !node.interface->state().invisible) {
            EXPECT_TRUE(name.contains(QRegularExpression(QStringLiteral("[a-z]"))))
                << nameOf(*node.interface);
            EXPECT_FALSE(name.contains(QRegularExpression(QStringLiteral("[.,;:]$"))))
                << nameOf(*node.interface);
        }
        if (node.interface->role() == QAccessible::ScrollBar &&
            !node.interface->state().invisible) {
            bars.push_back(nameOf(*node.interface));
            EXPECT_FALSE(name.isEmpty()) << node.path;
        }
    }
    EXPECT_GT(bars.size(), 1U);
}

TEST_F(ReadTree, TabsAreTabs) {
    showTrace("wan_before_compile.json.zst");
    const std::vector<Node> all = nodes();
    const std::vector<std::string> tabs = namesOf(all, QAccessible::PageTab);
    EXPECT_GT(tabs.size(), 5U);
    EXPECT_EQ(namesOf(all, QAccessible::PageTabList).size(), 1U);
    for (const Node& node : all) {
        const bool isTab = node.interface->role() == QAccessible::PageTab;
        EXPECT_EQ(isTab, node.interface->parent() != nullptr &&
                             node.interface->parent()->role() == QAccessible::PageTabList)
            << node.path;
        EXPECT_NE(nameOf(*node.interface), "0") << node.path;
    }
}

TEST_F(ReadTree, WhatIsShownHasANameAndWhatIsNotIsNotThere) {
    showTrace("wan_before_compile.json.zst");
    for (const Node& node : nodes()) {
        const bool isItem = qobject_cast<QQuickItem*>(node.interface->object()) != nullptr;
        const QAccessible::Role role = node.interface->role();
        const bool isPressed = role == QAccessible::Button || role == QAccessible::Link ||
                               role == QAccessible::PageTab || role == QAccessible::CheckBox;
        const bool isSaid = isPressed || role == QAccessible::StaticText ||
                            role == QAccessible::EditableText || role == QAccessible::List ||
                            role == QAccessible::ListItem || role == QAccessible::Graphic;
        const bool isHidden = node.interface->state().invisible;
        if (!isItem || !isSaid) {
            continue;
        }
        EXPECT_FALSE(isPressed && isHidden) << node.path;
        EXPECT_FALSE(!isHidden && nameOf(*node.interface).empty())
            << node.path << " " << describe(*qobject_cast<QQuickItem*>(node.interface->object()));
    }
}

// Parts that are not shown, and marks between the parts of a sentence, are nothing to stop at.
TEST_F(Accessibility, ReadersFindNoHiddenButtons) {
    showTrace("sync_large_before.json.zst");
    std::vector<QQuickItem*> open{window().contentItem()};
    while (!open.empty()) {
        QQuickItem* item = open.back();
        open.pop_back();
        const QList<QQuickItem*> children = item->childItems();
        open.insert(open.end(), children.begin(), children.end());
        QAccessibleInterface* found = QAccessible::queryAccessibleInterface(item);
        if (found == nullptr || found->role() != QAccessible::Button) {
            continue;
        }
        const QString name = found->text(QAccessible::Name);
        const bool isShown = item->isVisible() && item->width() > 0 && item->height() > 0;
        EXPECT_TRUE(!isShown ||
                    name.contains(QRegularExpression(QStringLiteral("[\\p{L}\\p{N}⋯]"))))
            << describe(*item) << " \"" << qPrintable(name) << '"';
        EXPECT_TRUE(isShown || found->state().invisible || item->parentItem() == nullptr)
            << describe(*item) << " \"" << qPrintable(name) << '"';
    }
}

}  // namespace
}  // namespace gaplight::ui
