// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>

#include <QObject>
#include <QPointer>
#include <QQmlEngine>
#include <QSettings>

#include "widgets/findings/rule_help.h"
#include "widgets/input/action.h"
#include "widgets/input/drawer_tabs.h"
#include "widgets/kernel_report/kernel_table_model.h"
#include "widgets/memory/memory_item.h"
#include "widgets/render/theme_object.h"
#include "widgets/search/search_model.h"
#include "widgets/session/session_object.h"
#include "widgets/timeline/timeline_item.h"
#include "widgets/timeline/view_text.h"
#include "widgets/what_if/what_if_model.h"

namespace gaplight::ui {

// How two compared runs are laid out in the window; stored in the settings.
class RunLayout : public QObject {
    Q_OBJECT
    QML_ELEMENT
    QML_UNCREATABLE("made by the window")
    // The second run is at the right of the first one, otherwise below it.
    Q_PROPERTY(bool beside READ beside WRITE setBeside NOTIFY changed)
    // Both runs have one scale of time, otherwise each the one at which it fits.
    Q_PROPERTY(bool oneScale READ oneScale WRITE setOneScale NOTIFY changed)

public:
    explicit RunLayout(QObject* parent = nullptr);

    bool beside() const { return m_beside; }
    void setBeside(bool beside);
    bool oneScale() const { return m_oneScale; }
    void setOneScale(bool oneScale);

Q_SIGNALS:
    void changed();

private:
    void set(bool& value, bool to, const QString& key);

    QSettings m_settings;
    bool m_beside;
    bool m_oneScale;
};

// Open pages, tabs and panes of the window, saved in the settings; performs actions of the window
// and passes all others to the timeline.
class WindowState : public DrawerTabs {
    Q_OBJECT
    QML_ELEMENT
    QML_UNCREATABLE("made by the window")
    Q_PROPERTY(gaplight::ui::TimelineItem* timeline MEMBER m_timeline NOTIFY timelineChanged)
    // The view of the memory page, which performs the actions while that page is shown.
    Q_PROPERTY(gaplight::ui::MemoryItem* memoryView MEMBER m_memoryView NOTIFY memoryViewChanged)
    Q_PROPERTY(bool drawerOpen READ drawerOpen WRITE setDrawerOpen NOTIFY drawerChanged)
    Q_PROPERTY(int drawerTab READ drawerTab WRITE setDrawerTab NOTIFY drawerChanged)
    Q_PROPERTY(int drawerHeight READ drawerHeight WRITE setDrawerHeight NOTIFY drawerChanged)
    // The drawer has all but the strips of the timeline, until it is closed or resized.
    Q_PROPERTY(
        bool drawerMaximized READ drawerMaximized WRITE setDrawerMaximized NOTIFY drawerChanged)
    // Whether the second run is shown to the right of the first one, else below it.
    Q_PROPERTY(gaplight::ui::RunLayout* runs READ runs CONSTANT)
    // Why the last key had nothing to do; empty: it had.
    // Whether the focus is in the tab What if: its key then closes it, and else goes there.
    Q_PROPERTY(bool changesFocused MEMBER m_changesFocused)
    Q_PROPERTY(QString notice READ notice WRITE setNotice NOTIFY noticeChanged)
    Q_PROPERTY(bool helpOpen READ helpOpen WRITE setHelpOpen NOTIFY pagesChanged)
    Q_PROPERTY(bool settingsOpen READ settingsOpen WRITE setSettingsOpen NOTIFY pagesChanged)
    Q_PROPERTY(bool recordOpen READ recordOpen WRITE setRecordOpen NOTIFY pagesChanged)
    Q_PROPERTY(bool paletteOpen READ paletteOpen WRITE setPaletteOpen NOTIFY pagesChanged)
    Q_PROPERTY(bool goToOpen READ goToOpen WRITE setGoToOpen NOTIFY pagesChanged)
    Q_PROPERTY(bool exportOpen READ exportOpen WRITE setExportOpen NOTIFY pagesChanged)

public:
    // All must outlive it.
    WindowState(SessionObject& session, ThemeObject& theme, RuleHelp& ruleHelp, WhatIfModel& whatIf,
                SearchModel& search, MemoryObject& memory, KernelTableModel& kernels,
                QObject* parent = nullptr);

    // What Esc does to the traces before it ends a search. False: nothing.
    void setEndExploring(std::function<bool()> end) { m_endExploring = std::move(end); }
    // Null until the pane exists.
    MemoryItem* memoryView() const { return m_memoryView; }
    bool drawerOpen() const { return m_drawerOpen; }
    void setDrawerOpen(bool open);
    int drawerTab() const { return m_drawerTab; }
    void setDrawerTab(int tab);
    // Opens the drawer at a tab.
    Q_INVOKABLE void showTab(int tab);
    // Searches for a name and shows the hits.
    Q_INVOKABLE void searchName(const QString& name) {
        m_search.setRegex(false);
        m_search.setText(name);
        showTab(SearchTab);
    }
    // 0: never changed by the user, chosen by the size of the window.
    int drawerHeight() const { return m_drawerHeight; }
    void setDrawerHeight(int height);
    Q_INVOKABLE void resetDrawerHeight();
    bool drawerMaximized() const { return m_drawerMaximized; }
    void setDrawerMaximized(bool maximized);
    // Drawer, names column, pinned rows and the place of the second run as they are at first.
    Q_INVOKABLE void resetLayout();
    RunLayout* runs() { return &m_runs; }
    QString notice() const { return m_notice; }
    void setNotice(const QString& notice);
    bool helpOpen() const { return m_helpOpen; }
    void setHelpOpen(bool open);
    bool settingsOpen() const { return m_settingsOpen; }
    void setSettingsOpen(bool open);
    bool recordOpen() const { return m_recordOpen; }
    void setRecordOpen(bool open);
    bool paletteOpen() const { return m_paletteOpen; }
    void setPaletteOpen(bool open);
    // The field "Go to"; stays closed without a trace.
    bool goToOpen() const { return m_goToOpen; }
    void setGoToOpen(bool open);
    // Stays closed without a trace.
    bool exportOpen() const { return m_exportOpen; }
    void setExportOpen(bool open);

    Q_INVOKABLE void toggleTheme() { chooseTheme(!m_theme.dark()); }
    Q_INVOKABLE void chooseTheme(bool dark);
    Q_INVOKABLE void requestOpen() { Q_EMIT openRequested(); }
    Q_INVOKABLE void requestOpenPath() { Q_EMIT openPathRequested(); }
    Q_INVOKABLE void requestCompare() {
        if (m_session.state() == SessionObject::Ready) {
            Q_EMIT compareRequested();
        }
    }

    // Shows the tab for the clicked slice: Selection, or What if if that is open.
    Q_INVOKABLE void showSlice();

    Q_INVOKABLE void run(gaplight::ui::Action action);
    // Whether the tracks are sorted or grouped as an action does it.
    bool isChosen(Action action) const;

Q_SIGNALS:
    void timelineChanged();
    void memoryViewChanged();
    void drawerChanged();
    void pagesChanged();
    void noticeChanged();
    // Focus the first change of the tab What if.
    void changesRequested();
    // Show the dialog for opening a file.
    void openRequested();
    // Show the page where a path is typed, also where the desktop has a dialog.
    void openPathRequested();
    // Show the dialog for the trace to compare with.
    void compareRequested();
    void linkToggled();
    void swapRequested();
    void efficiencyToggled();
    void undoRequested();
    void redoRequested();
    void reloadRequested();
    void copyFindingsRequested();
    void newWindowRequested();
    void closeRequested();
    // In a set of ranks: show the rank after the current one (`direction` 1) or before it (-1); go
    // to the next or previous late collective.
    void rankStepRequested(int direction);
    void collectiveStepRequested(int direction);
    // Focus the search field, the track filter.
    void searchRequested();
    // Focus the editor of the tab Query.
    void queryRequested();
    void trackFilterRequested();
    // The same for the filter of a kernel report's table.
    void kernelFilterRequested();

private:
    void setPage(bool& page, bool open);
    void escape();
    void pinTracks();
    void toggleWhatIf();
    // Why the tab that an action shows is not there; empty: it is, or the action shows none.
    QString reasonForNoTab(Action action) const;
    // Shows the help page of the current finding's rule; without a finding: the keys.
    void showRule() {
        const QString rule = isReady() ? currentRule(m_timeline->view()) : QString();
        rule.isEmpty() ? setHelpOpen(!m_helpOpen) : m_ruleHelp.setRule(rule);
    }
    // Closes the topmost page, field or filter. False if none was open.
    bool closeTopmost();
    // An action that is not one of the page of a snapshot or a report.
    void runHere(Action action);
    void runOnWhatIf(Action action);
    // Whether a page over the timeline receives the keys.
    bool isCovered() const;
    // Whether the timeline exists and is visible.
    bool isReady() const;

    SessionObject& m_session;
    ThemeObject& m_theme;
    RuleHelp& m_ruleHelp;
    WhatIfModel& m_whatIf;
    SearchModel& m_search;
    std::function<bool()> m_endExploring = [] { return false; };
    MemoryObject& m_memory;
    KernelTableModel& m_kernels;
    QSettings m_settings;
    TimelineItem* m_timeline = nullptr;
    MemoryItem* m_memoryView = nullptr;
    bool m_drawerOpen;
    int m_drawerTab = FindingsTab;
    int m_drawerHeight;
    bool m_drawerMaximized = false;
    RunLayout m_runs;
    QString m_notice;
    bool m_changesFocused = false;
    bool m_helpOpen = false;
    bool m_settingsOpen = false;
    bool m_recordOpen = false;
    bool m_paletteOpen = false;
    bool m_goToOpen = false;
    bool m_exportOpen = false;
};

}  // namespace gaplight::ui
