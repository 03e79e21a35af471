// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>

#include <QObject>
#include <QQmlEngine>
#include <QVariantList>

namespace gaplight::ui {

// The tabs of the drawer: their numbers, and their table for the panes.
class DrawerTabs : public QObject {
    Q_OBJECT
    QML_ANONYMOUS
    // drawerTabs() as objects with the members of DrawerTab.
    Q_PROPERTY(QVariantList tabs READ tabs CONSTANT)

public:
    enum Tab {
        FindingsTab,
        SelectionTab,
        RangeTab,
        IdleTab,
        ChecklistTab,
        IssuesTab,
        CompareTab,
        WhatIfTab,
        SearchTab,
        NotesTab,
        RanksTab,
        MemoryTab,
        RooflineTab,
        QueryTab,
        ServingTab,
        Count_,
    };
    Q_ENUM(Tab)

    using QObject::QObject;

    [[nodiscard]] static QVariantList tabs();
    // "1,344".
    Q_INVOKABLE [[nodiscard]] static QString textOfCount(int count);
};

// One tab. Properties are named by their path from the window's model on; those of a tab of one run
// from its TraceContext on.
struct DrawerTab {
    DrawerTabs::Tab tab;
    const char* title;
    const char* pane;             // its file in widgets/panes, a DrawerPane
    const char* count = "";       // number shown beside the title if positive; empty: none
    const char* alarm = "";       // the count has the alarm color while this is positive
    const char* alarmColor = "";  // a role
    const char* needs = "";       // the tab is there while one of these is true; empty: always
    bool ofRun = false;           // of two compared runs it shows the one used last
    bool showsAnalysis = false;   // it has nothing to show before the trace is analyzed
    const char* command = "";     // in the command palette; empty: an action with a key shows it
    const char* synonyms = "";    // words that the palette finds it by
};

// In the order of the drawer, each tab once.
[[nodiscard]] std::span<const DrawerTab> drawerTabs();
[[nodiscard]] const DrawerTab& drawerTab(DrawerTabs::Tab tab);

}  // namespace gaplight::ui
