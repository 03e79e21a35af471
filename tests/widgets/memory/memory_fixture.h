// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QDropEvent>
#include <QMimeData>
#include <QQuickItem>

#include "tests/widgets/support/window_fixture.h"

namespace gaplight::ui {

inline QString dataPath(const char* name) {
    return QString::fromStdString(test::dataFile(name));
}

// A window with a memory snapshot.
class MemoryWindow : public WindowTest {
protected:
    [[nodiscard]] MemoryObject& memory() { return *model().memory()->file(); }
    [[nodiscard]] MemorySelection& selection() { return *model().memory()->selection(); }
    [[nodiscard]] MemoryItem& stack() { return *model().state()->memoryView(); }
    // Also what a Repeater made, which has no parent but its place.
    [[nodiscard]] static QQuickItem* itemBelow(QQuickItem& above, const QString& name) {
        for (QQuickItem* below : above.childItems()) {
            QQuickItem* found = below->objectName() == name ? below : itemBelow(*below, name);
            if (found != nullptr) {
                return found;
            }
        }
        return nullptr;
    }
    template <class Item>
    [[nodiscard]] Item& item(const char* name) {
        auto* found = qobject_cast<Item*>(itemBelow(*window().contentItem(), QLatin1String(name)));
        EXPECT_NE(found, nullptr) << name;
        return *found;
    }
    void showSnapshot(const char* name) {
        show();
        session().open(dataPath(name));
        waitForMemory();
    }
    void waitForMemory() {
        ASSERT_TRUE(QTest::qWaitFor(
            [this] {
                return memory().state() != MemoryObject::Loading && !session().updatingFindings();
            },
            kPatience));
        rest();
    }
    void rest() {
        ASSERT_TRUE(QTest::qWaitFor(
            [this] {
                const SharedMoment& measured = selection().measured();
                return !stack().view().moving() &&
                       (!memory().data() || (measured && measured->data == memory().data() &&
                                             measured->moment == selection().moment()));
            },
            kPatience));
        settle();
    }
    // Of the view of an item.
    [[nodiscard]] QPoint inItem(QQuickItem& of, double x, double y) {
        return of.mapToScene(QPointF(x, y)).toPoint();
    }
    // The middle of the widest rectangle of an allocation.
    [[nodiscard]] QPoint middleOf(MemoryItem& of, std::uint32_t allocation) {
        const MemoryViewLayout& layout = of.layout();
        const MemoryBox* widest = nullptr;
        for (const MemoryBox& box : layout.boxes) {
            if (box.allocation == allocation &&
                (widest == nullptr || box.box.width > widest->box.width)) {
                widest = &box;
            }
        }
        EXPECT_NE(widest, nullptr);
        return inItem(of, layout.plot.x + widest->box.x + widest->box.width / 2,
                      layout.plot.y + widest->box.y + widest->box.height / 2);
    }
    [[nodiscard]] const MemoryModel& shownModel() {
        return memory().data()->model(memory().deviceIndex());
    }
    void type(const char* text) {
        for (const char* at = text; *at != 0; ++at) {
            QTest::keyClick(&window(), *at);
        }
    }
    void drop(const QString& path, QPoint at) {
        QMimeData dragged;
        dragged.setUrls({QUrl::fromLocalFile(path)});
        QDragEnterEvent enter(at, Qt::CopyAction, &dragged, Qt::LeftButton, Qt::NoModifier);
        QCoreApplication::sendEvent(&window(), &enter);
        QDragMoveEvent move(at, Qt::CopyAction, &dragged, Qt::LeftButton, Qt::NoModifier);
        QCoreApplication::sendEvent(&window(), &move);
        QDropEvent drop(at, Qt::CopyAction, &dragged, Qt::LeftButton, Qt::NoModifier);
        QCoreApplication::sendEvent(&window(), &drop);
    }
};

}  // namespace gaplight::ui
