// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/input/drawer_tabs.h"

#include <algorithm>
#include <array>

#include <QString>
#include <QVariantMap>

#include "widgets/convert/qt_text.h"

namespace gaplight::ui {
namespace {

constexpr std::array kTabs{
    DrawerTab{.tab = DrawerTabs::RanksTab,
              .title = "Ranks",
              .pane = "ranks/RanksTab.qml",
              .count = "ranks.count",
              .needs = "ranks.active",
              .command = "Ranks: who waits for whom"},
    DrawerTab{.tab = DrawerTabs::FindingsTab,
              .title = "Findings",
              .pane = "drawer/FindingsTab.qml",
              .count = "findings.list.count",
              .showsAnalysis = true,
              .command = "Findings",
              .synonyms = "bottlenecks problems advice"},
    DrawerTab{.tab = DrawerTabs::SelectionTab,
              .title = "Selection",
              .pane = "drawer/SelectionTab.qml",
              .ofRun = true,
              .command = "Selection: details of the selected slice",
              .synonyms = "args arguments stack"},
    DrawerTab{.tab = DrawerTabs::RangeTab,
              .title = "Range",
              .pane = "drawer/RangeTab.qml",
              .ofRun = true,
              .showsAnalysis = true,
              .command = "Range: tables and flame graph of the selected range",
              .synonyms = "statistics kernels operators self time sum csv icicle"},
    DrawerTab{.tab = DrawerTabs::IdleTab,
              .title = "Idle",
              .pane = "drawer/IdleTab.qml",
              .count = "findings.idle.count",
              .needs = "first.session.hasGpu",
              .showsAnalysis = true,
              .command = "Idle: gaps of the GPUs",
              .synonyms = "bubbles stalls waits"},
    DrawerTab{.tab = DrawerTabs::ServingTab,
              .title = "Serving",
              .pane = "serving/ServingTab.qml",
              .needs = "serving.exists",
              .ofRun = true,
              .showsAnalysis = true,
              .command = "Serving: iterations of a server by phase and bucket",
              .synonyms = "llm prefill decode batch tokens padding"},
    DrawerTab{.tab = DrawerTabs::ChecklistTab,
              .title = "Checklist",
              .pane = "drawer/ChecklistTab.qml",
              .count = "findings.checklist.unhealthy",
              .alarm = "findings.checklist.unhealthy",
              .alarmColor = "unhealthy",
              .needs = "first.session.hasGpu",
              .showsAnalysis = true,
              .command = "Checklist"},
    DrawerTab{.tab = DrawerTabs::WhatIfTab,
              .title = "What if",
              .pane = "drawer/WhatIfTab.qml",
              .count = "whatIf.changes.ticked",
              .needs = "first.session.hasGpu",
              .showsAnalysis = true},
    DrawerTab{.tab = DrawerTabs::SearchTab,
              .title = "Search",
              .pane = "drawer/SearchTab.qml",
              .count = "first.search.count",
              .command = "Search: list of hits"},
    DrawerTab{.tab = DrawerTabs::QueryTab,
              .title = "Query",
              .pane = "query/QueryTab.qml",
              .ofRun = true,
              .synonyms = "sql select tables"},
    DrawerTab{.tab = DrawerTabs::MemoryTab,
              .title = "Memory",
              .pane = "memory/MemoryTab.qml",
              .count = "memory.findings.count",
              .needs = "first.session.hasGpu memory.file.hasData",
              .command = "Memory: the snapshot of the run"},
    DrawerTab{.tab = DrawerTabs::RooflineTab,
              .title = "Roofline",
              .pane = "kernels/RooflineTab.qml",
              .needs = "first.session.hasGpu",
              .showsAnalysis = true,
              .command = "Roofline: kernels under the peaks of their GPU",
              .synonyms = "efficiency flops bandwidth intensity mfu"},
    DrawerTab{.tab = DrawerTabs::NotesTab,
              .title = "Notes",
              .pane = "drawer/NotesTab.qml",
              .count = "notes.count",
              .ofRun = true,
              .command = "Notes and bookmarks"},
    DrawerTab{.tab = DrawerTabs::IssuesTab,
              .title = "Import issues",
              .pane = "drawer/IssuesTab.qml",
              .count = "findings.issues.count",
              .alarm = "findings.issues.harmful",
              .alarmColor = "warningText",
              .command = "Import issues",
              .synonyms = "errors warnings problems"},
    DrawerTab{.tab = DrawerTabs::CompareTab,
              .title = "Compare",
              .pane = "drawer/CompareTab.qml",
              .command = "Compare: two runs",
              .synonyms = "diff baseline"},
};
static_assert(kTabs.size() == DrawerTabs::Count_, "each tab has one row");

}  // namespace

std::span<const DrawerTab> drawerTabs() {
    return kTabs;
}

const DrawerTab& drawerTab(DrawerTabs::Tab tab) {
    return *std::ranges::find(kTabs, tab, &DrawerTab::tab);
}

QString DrawerTabs::textOfCount(int count) {
    return countText(static_cast<std::size_t>(std::max(count, 0)));
}

QVariantList DrawerTabs::tabs() {
    const auto text = [](const char* utf8) { return QVariant(QString::fromUtf8(utf8)); };
    QVariantList rows;
    for (const DrawerTab& row : kTabs) {
        rows << QVariantMap{{QStringLiteral("tab"), row.tab},
                            {QStringLiteral("title"), text(row.title)},
                            {QStringLiteral("pane"), text(row.pane)},
                            {QStringLiteral("count"), text(row.count)},
                            {QStringLiteral("alarm"), text(row.alarm)},
                            {QStringLiteral("alarmColor"), text(row.alarmColor)},
                            {QStringLiteral("needs"), text(row.needs)},
                            {QStringLiteral("ofRun"), row.ofRun},
                            {QStringLiteral("showsAnalysis"), row.showsAnalysis}};
    }
    return rows;
}

}  // namespace gaplight::ui
