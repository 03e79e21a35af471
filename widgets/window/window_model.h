// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <memory>
#include <vector>

#include <QObject>
#include <QQmlEngine>

#include "widgets/compare/comparison_list_model.h"
#include "widgets/compare/comparison_object.h"
#include "widgets/efficiency/kernel_efficiency_object.h"
#include "widgets/figure/figure_export.h"
#include "widgets/files/file_chooser.h"
#include "widgets/files/source_editor.h"
#include "widgets/findings/finding_details.h"
#include "widgets/findings/finding_list_model.h"
#include "widgets/findings/rule_help.h"
#include "widgets/findings/setting_list_model.h"
#include "widgets/findings/trace_summary.h"
#include "widgets/findings/trace_tables.h"
#include "widgets/input/command_list_model.h"
#include "widgets/kernel_report/kernel_details.h"
#include "widgets/kernel_report/kernel_table_model.h"
#include "widgets/memory/allocation_text.h"
#include "widgets/memory/holder_list_model.h"
#include "widgets/memory/memory_finding_model.h"
#include "widgets/memory/memory_image_export.h"
#include "widgets/memory/memory_of_selection.h"
#include "widgets/memory/memory_range_model.h"
#include "widgets/notes/recent_files.h"
#include "widgets/provenance/provenance_object.h"
#include "widgets/ranks/rank_set_object.h"
#include "widgets/ranks/rank_table_model.h"
#include "widgets/record/record_form.h"
#include "widgets/render/theme_object.h"
#include "widgets/session/file_watch.h"
#include "widgets/session/sample_list_model.h"
#include "widgets/what_if/what_if_model.h"
#include "widgets/window/motion_choice.h"
#include "widgets/window/trace_context.h"
#include "widgets/window/window_state.h"

namespace gaplight::ui {

// Root model of a window, to which the QML panes bind.
class WindowModel : public QObject {
    Q_OBJECT
    QML_ELEMENT
    QML_UNCREATABLE("made by the window")
    // Contexts of the trace of the window, and of the one it is compared with.
    Q_PROPERTY(gaplight::ui::TraceContext* first READ first CONSTANT)
    Q_PROPERTY(gaplight::ui::TraceContext* second READ second CONSTANT)
    // session, search, notes, details and range are those of `first`.
    Q_PROPERTY(gaplight::ui::SessionObject* session READ session CONSTANT)
    Q_PROPERTY(gaplight::ui::ThemeObject* theme READ theme CONSTANT)
    Q_PROPERTY(gaplight::ui::WindowState* state READ state CONSTANT)
    Q_PROPERTY(gaplight::ui::RecentFiles* recentFiles READ recentFiles CONSTANT)
    Q_PROPERTY(gaplight::ui::TraceSummary* summary READ summary CONSTANT)
    Q_PROPERTY(gaplight::ui::FindingListModel* findings READ findings CONSTANT)
    Q_PROPERTY(gaplight::ui::FindingDetails* finding READ finding CONSTANT)
    Q_PROPERTY(gaplight::ui::ChecklistModel* checklist READ checklist CONSTANT)
    Q_PROPERTY(gaplight::ui::RuleHelp* ruleHelp READ ruleHelp CONSTANT)
    Q_PROPERTY(gaplight::ui::FileChooser* files READ files CONSTANT)
    Q_PROPERTY(gaplight::ui::SourceEditor* sources READ sources CONSTANT)
    Q_PROPERTY(gaplight::ui::FileWatch* file READ file CONSTANT)
    Q_PROPERTY(gaplight::ui::SearchModel* search READ search CONSTANT)
    Q_PROPERTY(gaplight::ui::NoteListModel* notes READ notes CONSTANT)
    Q_PROPERTY(gaplight::ui::SettingListModel* settings READ settings CONSTANT)
    Q_PROPERTY(gaplight::ui::IdleTableModel* idle READ idle CONSTANT)
    Q_PROPERTY(gaplight::ui::IssueTableModel* issues READ issues CONSTANT)
    Q_PROPERTY(gaplight::ui::SliceDetails* details READ details CONSTANT)
    Q_PROPERTY(gaplight::ui::RangeDetails* range READ range CONSTANT)
    Q_PROPERTY(gaplight::ui::WhatIfModel* whatIf READ whatIf CONSTANT)
    Q_PROPERTY(gaplight::ui::ActionListModel* actions READ actions CONSTANT)
    Q_PROPERTY(gaplight::ui::CommandListModel* commands READ commands CONSTANT)
    Q_PROPERTY(gaplight::ui::MotionChoice* motion READ motion CONSTANT)
    Q_PROPERTY(gaplight::ui::FigureExport* figure READ figure CONSTANT)
    Q_PROPERTY(gaplight::ui::ComparisonObject* comparison READ comparison CONSTANT)
    Q_PROPERTY(gaplight::ui::ComparisonListModel* comparisonRows READ comparisonRows CONSTANT)
    Q_PROPERTY(gaplight::ui::WaterfallModel* waterfall READ waterfall CONSTANT)
    Q_PROPERTY(gaplight::ui::RecordForm* record READ record CONSTANT)
    Q_PROPERTY(gaplight::ui::SampleListModel* samples READ samples CONSTANT)
    Q_PROPERTY(gaplight::ui::RankSetObject* ranks READ ranks CONSTANT)
    Q_PROPERTY(gaplight::ui::RankTableModel* rankTable READ rankTable CONSTANT)
    Q_PROPERTY(gaplight::ui::MemoryObject* memory READ memory CONSTANT)
    Q_PROPERTY(gaplight::ui::MemorySelection* memorySelection READ memorySelection CONSTANT)
    Q_PROPERTY(gaplight::ui::HolderListModel* holders READ holders CONSTANT)
    Q_PROPERTY(gaplight::ui::MemoryImageExport* memoryImageExport READ memoryImageExport CONSTANT)
    Q_PROPERTY(gaplight::ui::MemoryRangeModel* memoryRanges READ memoryRanges CONSTANT)
    Q_PROPERTY(gaplight::ui::MemoryFindingModel* memoryFindings READ memoryFindings CONSTANT)
    Q_PROPERTY(gaplight::ui::AllocationDetails* allocation READ allocation CONSTANT)
    Q_PROPERTY(gaplight::ui::MemoryOfSelection* memoryOf READ memoryOf CONSTANT)
    Q_PROPERTY(gaplight::ui::KernelReportObject* kernels READ kernels CONSTANT)
    Q_PROPERTY(gaplight::ui::KernelOfSelection* kernelOf READ kernelOf CONSTANT)
    Q_PROPERTY(gaplight::ui::KernelTableModel* kernelTable READ kernelTable CONSTANT)
    Q_PROPERTY(gaplight::ui::KernelEfficiencyObject* efficiency READ efficiency CONSTANT)
    Q_PROPERTY(gaplight::ui::ProvenanceObject* provenance READ provenance CONSTANT)

public:
    struct Themes {
        Theme dark;
        Theme light;
    };

    struct Places {
        QString samples;          // folder of the sample traces; empty: none
        QString configDirectory;  // of gaplight.toml; empty: it is neither read nor written
        QString dataDirectory;    // of notes and views; empty: they are neither read nor written
        QString recorder;         // the recorder library; empty: none
    };

    WindowModel(Themes themes, Places places,
                const TraceOpener& open = SessionObject::defaultOpener(),
                QObject* parent = nullptr);

    TraceContext* first() { return m_contexts.front().get(); }
    TraceContext* second() { return m_contexts[1].get(); }
    // `first`, then `second`.
    const std::vector<std::unique_ptr<TraceContext>>& contexts() const { return m_contexts; }

    SessionObject* session() { return first()->session(); }
    ThemeObject* theme() { return &m_theme; }
    WindowState* state() { return &m_state; }
    RecentFiles* recentFiles() { return &m_recentFiles; }
    TraceSummary* summary() { return &m_summary; }
    FindingListModel* findings() { return &m_findings; }
    FindingDetails* finding() { return &m_finding; }
    ChecklistModel* checklist() { return &m_checklist; }
    RuleHelp* ruleHelp() { return &m_ruleHelp; }
    FileChooser* files() { return &m_files; }
    SourceEditor* sources() { return &m_sources; }
    FileWatch* file() { return &m_file; }
    SearchModel* search() { return first()->search(); }
    NoteListModel* notes() { return first()->notes(); }
    SettingListModel* settings() { return &m_settings; }
    IdleTableModel* idle() { return &m_idle; }
    IssueTableModel* issues() { return &m_issues; }
    SliceDetails* details() { return first()->details(); }
    RangeDetails* range() { return first()->range(); }
    WhatIfModel* whatIf() { return &m_whatIf; }
    ActionListModel* actions() { return &m_actions; }
    CommandListModel* commands() { return &m_commands; }
    MotionChoice* motion() { return &m_motion; }
    FigureExport* figure() { return &m_figure; }
    ComparisonObject* comparison() { return &m_comparison; }
    ComparisonListModel* comparisonRows() { return &m_comparisonRows; }
    WaterfallModel* waterfall() { return &m_waterfall; }
    RecordForm* record() { return &m_record; }
    SampleListModel* samples() { return &m_samples; }
    RankSetObject* ranks() { return &m_ranks; }
    RankTableModel* rankTable() { return &m_rankTable; }

    // Opens dropped files: one or two as a trace, or A and B; more, or a folder, as the ranks of a
    // run; those that are no traces on the trace dropped with them, else as placeOf(). `beside`:
    // one file is compared with the open trace.
    Q_INVOKABLE void openDropped(const QList<QUrl>& urls, bool beside);
    // What opens a file that is no trace's; null where it is one of a trace, or of ranks.
    [[nodiscard]] AddedFileObject* placeOf(const QString& path);
    std::array<AddedFileObject*, 3> addedFiles() { return {&m_memory, &m_kernels, &m_provenance}; }
    // All that the window has loaded or loads.
    std::array<LoadingObject*, 4> openFiles() {
        return {session(), &m_memory, &m_kernels, &m_provenance};
    }
    MemoryObject* memory() { return &m_memory; }
    MemorySelection* memorySelection() { return &m_memorySelection; }
    HolderListModel* holders() { return &m_holders; }
    MemoryImageExport* memoryImageExport() { return &m_memoryImageExport; }
    MemoryRangeModel* memoryRanges() { return &m_memoryRanges; }
    MemoryFindingModel* memoryFindings() { return &m_memoryFindings; }
    AllocationDetails* allocation() { return &m_allocation; }
    MemoryOfSelection* memoryOf() { return &m_memoryOf; }
    KernelReportObject* kernels() { return &m_kernels; }
    KernelOfSelection* kernelOf() { return &m_kernelOf; }
    KernelTableModel* kernelTable() { return &m_kernelTable; }
    KernelEfficiencyObject* efficiency() { return &m_efficiency; }
    ProvenanceObject* provenance() { return &m_provenance; }

private:
    // Recent files and samples for the command palette.
    std::vector<OfferedFile> offeredFiles() const;
    // Adds the opened trace to the recent files, with its facts and previews.
    void addRecent(const QString& path);
    void connectCommands();
    void connectFiles();
    // Folder of the open trace, else of the latest one, else of the program.
    [[nodiscard]] QString firstFolder();
    void connectNotes(TraceContext& context);
    void connectRanks();

    // In the order of construction: each refers only to members above it.
    std::vector<std::unique_ptr<TraceContext>> m_contexts;
    ThemeObject m_theme;
    RuleHelp m_ruleHelp;
    WhatIfModel m_whatIf;
    FileWatch m_file;
    SourceEditor m_sources;
    MemoryObject m_memory;
    MemorySelection m_memorySelection;
    HolderListModel m_holders;
    MemoryImageExport m_memoryImageExport;
    MemoryRangeModel m_memoryRanges;
    MemoryFindingModel m_memoryFindings;
    AllocationDetails m_allocation;
    MemoryOfSelection m_memoryOf;
    KernelReportObject m_kernels;
    KernelOfSelection m_kernelOf;
    KernelTableModel m_kernelTable;
    KernelEfficiencyObject m_efficiency;
    ProvenanceObject m_provenance;
    WindowState m_state;
    RecentFiles m_recentFiles;
    SampleListModel m_samples;
    FileChooser m_files;
    TraceSummary m_summary;
    FindingListModel m_findings;
    FindingDetails m_finding;
    ChecklistModel m_checklist;
    SettingListModel m_settings;
    IdleTableModel m_idle;
    IssueTableModel m_issues;
    ActionListModel m_actions;
    CommandListModel m_commands;
    MotionChoice m_motion;
    ComparisonObject m_comparison;
    ComparisonListModel m_comparisonRows;
    WaterfallModel m_waterfall;
    FigureExport m_figure;
    RecordForm m_record;
    RankSetObject m_ranks;
    RankTableModel m_rankTable;
};

}  // namespace gaplight::ui
