// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QObject>
#include <QPointer>
#include <QQmlEngine>
#include <QSettings>

#include "widgets/input/action.h"
#include "widgets/session/session_object.h"
#include "widgets/theme/theme_object.h"
#include "widgets/timeline/timeline_item.h"

namespace gaplight::ui {

// What is open in the window, remembered from one start to the next; and where actions go: those
// of the window are done here, all others by the timeline.
class WindowState : public QObject {
    Q_OBJECT
    QML_ELEMENT
    QML_UNCREATABLE("made by the window")
    Q_PROPERTY(gaplight::ui::TimelineItem* timeline MEMBER m_timeline NOTIFY timelineChanged)
    Q_PROPERTY(bool drawerOpen READ drawerOpen WRITE setDrawerOpen NOTIFY drawerChanged)
    Q_PROPERTY(int drawerTab READ drawerTab WRITE setDrawerTab NOTIFY drawerChanged)
    Q_PROPERTY(int drawerHeight READ drawerHeight WRITE setDrawerHeight NOTIFY drawerChanged)
    Q_PROPERTY(bool helpOpen READ helpOpen WRITE setHelpOpen NOTIFY helpChanged)

public:
    enum Tab { SelectionTab, IdleTab, IssuesTab };
    Q_ENUM(Tab)

    // Both must outlive it.
    WindowState(SessionObject& session, ThemeObject& theme, QObject* parent = nullptr);

    [[nodiscard]] bool drawerOpen() const { return m_drawerOpen; }
    void setDrawerOpen(bool open);
    [[nodiscard]] int drawerTab() const { return m_drawerTab; }
    void setDrawerTab(int tab);
    // 0: never dragged, what suits the window.
    [[nodiscard]] int drawerHeight() const { return m_drawerHeight; }
    void setDrawerHeight(int height);
    [[nodiscard]] bool helpOpen() const { return m_helpOpen; }
    void setHelpOpen(bool open);

    Q_INVOKABLE void toggleTheme();
    Q_INVOKABLE void requestOpen() { Q_EMIT openRequested(); }

    void run(Action action);

Q_SIGNALS:
    void timelineChanged();
    void drawerChanged();
    void helpChanged();
    // Show the dialog that asks for a file.
    void openRequested();

private:
    void escape();

    SessionObject& m_session;
    ThemeObject& m_theme;
    QSettings m_settings;
    TimelineItem* m_timeline = nullptr;
    bool m_drawerOpen;
    int m_drawerTab = IdleTab;
    int m_drawerHeight;
    bool m_helpOpen = false;
};

}  // namespace gaplight::ui
