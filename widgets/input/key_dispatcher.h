// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include <QObject>
#include <QTimer>

#include "widgets/input/action.h"

class QKeyEvent;
class QQuickWindow;

namespace gaplight::ui {

// Translates key presses of a window into actions before its items receive them. Held keys repeat
// by a timer, without the delay of the system's key repeat.
class KeyDispatcher final : public QObject {
    Q_OBJECT

public:
    explicit KeyDispatcher(QObject* parent = nullptr);

    void watch(QQuickWindow& window);
    // While blocked, the window receives no key at all: a dialog of the desktop is in front of it.
    void setBlocked(bool blocked);

    bool eventFilter(QObject* watched, QEvent* event) override;

Q_SIGNALS:
    void triggered(gaplight::ui::Action action);

private:
    bool press(const QKeyEvent& event);
    void release(const QKeyEvent& event);

    struct Held {
        Action action;
        int key;
    };
    QQuickWindow* m_window = nullptr;
    std::optional<Held> m_held;
    bool m_isBlocked = false;
    QTimer m_repeat;
};

}  // namespace gaplight::ui
