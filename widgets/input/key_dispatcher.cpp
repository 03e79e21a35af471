// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/input/key_dispatcher.h"

#include <QCoreApplication>
#include <QKeyEvent>
#include <QQuickItem>
#include <QQuickWindow>

namespace gaplight::ui {
namespace {

// Shorter than a motion of the view, so that one step runs into the next.
constexpr int kRepeatMilliseconds = 60;

// The item that receives keys. A page that was closed can still hold the focus inside it.
QQuickItem* focusedItem(const QQuickWindow& window) {
    QQuickItem* item = window.activeFocusItem();
    return item != nullptr && item->isVisible() ? item : nullptr;
}

// A letter or a digit without Ctrl or Alt.
bool isTyped(const QKeyEvent& event) {
    const bool isPlain =
        (event.modifiers() & ~(Qt::ShiftModifier | Qt::KeypadModifier)) == Qt::NoModifier;
    return isPlain && event.text().size() == 1 && event.text().at(0).isLetterOrNumber();
}

// A list with the focus keeps the keys that move within it and remove rows, and one that is
// filtered by typing those that are typed.
bool belongsToFocusedList(const ActionRow& row, const QKeyEvent& event,
                          const QQuickWindow& window) {
    // The focus is on the list's current row.
    const QQuickItem* list = focusedItem(window);
    while (list != nullptr && !list->property("keyNavigationEnabled").isValid()) {
        list = list->parentItem();
    }
    if (list == nullptr || !list->property("keyNavigationEnabled").toBool()) {
        return false;
    }
    if (isTyped(event) && list->property("filteredByTyping").toBool()) {
        return true;
    }
    switch (row.action) {
        case Action::ParentSlice:
        case Action::ChildSlice:
        case Action::PageUp:
        case Action::PageDown:
        case Action::ToBegin:
        case Action::ToEnd:
        case Action::CopyName:
        case Action::PredictWithout:
            return true;
        default:
            return false;
    }
}

// A text that was selected to be copied.
bool hasSelectedText(const QQuickItem& item) {
    return !item.property("selectedText").toString().isEmpty();
}

// A field in which one types gets every key but Esc and what is held with Ctrl; of those it gets
// the ones that edit.
bool belongsToFocusedField(const QKeyEvent& event, const QQuickWindow& window) {
    const QQuickItem* focused = focusedItem(window);
    if (focused == nullptr || !focused->property("cursorPosition").isValid()) {
        return false;
    }
    if (focused->property("readOnly").toBool()) {
        return event.matches(QKeySequence::Copy) && hasSelectedText(*focused);
    }
    for (const auto edit : {QKeySequence::SelectAll, QKeySequence::Copy, QKeySequence::Cut,
                            QKeySequence::Paste, QKeySequence::Undo, QKeySequence::Redo}) {
        if (event.matches(edit)) {
            return true;
        }
    }
    return event.key() != Qt::Key_Escape && (event.modifiers() & Qt::ControlModifier) == 0;
}

// An open menu says that all keys are its own.
bool belongsToOpenMenu(const QQuickWindow& window) {
    for (const QQuickItem* item = focusedItem(window); item != nullptr; item = item->parentItem()) {
        if (item->property("keepsKeys").toBool()) {
            return true;
        }
    }
    return false;
}

// Return and Enter press the focused button, as Space does. Items of menus know both already.
bool pressButton(const QKeyEvent& event, const QQuickWindow& window) {
    QQuickItem* button = focusedItem(window);
    const bool isReturn = event.key() == Qt::Key_Return || event.key() == Qt::Key_Enter;
    const bool isPlain = (event.modifiers() & ~Qt::KeypadModifier) == Qt::NoModifier;
    if (!isReturn || !isPlain || button == nullptr || !button->inherits("QQuickAbstractButton") ||
        button->inherits("QQuickMenuItem")) {
        return false;
    }
    if (!event.isAutoRepeat()) {
        for (const QEvent::Type type : {QEvent::KeyPress, QEvent::KeyRelease}) {
            QKeyEvent space(type, Qt::Key_Space, Qt::NoModifier);
            QCoreApplication::sendEvent(button, &space);
        }
    }
    return true;
}

}  // namespace

KeyDispatcher::KeyDispatcher(QObject* parent) : QObject(parent) {
    m_repeat.setInterval(kRepeatMilliseconds);
    connect(&m_repeat, &QTimer::timeout, this, [this] {
        if (m_held) {
            Q_EMIT triggered(m_held->action);
        }
    });
}

void KeyDispatcher::watch(QQuickWindow& window) {
    m_window = &window;
    window.installEventFilter(this);
}

void KeyDispatcher::setBlocked(bool blocked) {
    m_isBlocked = blocked;
    m_held.reset();
    m_repeat.stop();
}

bool KeyDispatcher::eventFilter(QObject* watched, QEvent* event) {
    if (m_isBlocked && (event->type() == QEvent::KeyPress || event->type() == QEvent::KeyRelease)) {
        return true;
    }
    switch (event->type()) {
        case QEvent::KeyPress:
            return press(static_cast<const QKeyEvent&>(*event));
        case QEvent::KeyRelease:
            release(static_cast<const QKeyEvent&>(*event));
            break;
        case QEvent::FocusOut:
            m_held.reset();
            m_repeat.stop();
            break;
        default:
            break;
    }
    return QObject::eventFilter(watched, event);
}

bool KeyDispatcher::press(const QKeyEvent& event) {
    if (pressButton(event, *m_window)) {
        return true;
    }
    const ActionRow* row = actionOf(event);
    if (row == nullptr || belongsToFocusedList(*row, event, *m_window) ||
        belongsToFocusedField(event, *m_window) || belongsToOpenMenu(*m_window)) {
        return false;
    }
    if (row->repeats) {
        if (!event.isAutoRepeat()) {
            m_held = Held{row->action, event.key()};
            m_repeat.start();
            Q_EMIT triggered(row->action);
        }
        return true;
    }
    Q_EMIT triggered(row->action);
    return true;
}

void KeyDispatcher::release(const QKeyEvent& event) {
    if (m_held && m_held->key == event.key() && !event.isAutoRepeat()) {
        m_held.reset();
        m_repeat.stop();
    }
}

}  // namespace gaplight::ui
