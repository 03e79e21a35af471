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
#include "widgets/findings/finding_models.h"
#include "widgets/input/command_list_model.h"
#include "widgets/kernel_report/kernel_models.h"
#include "widgets/memory/memory_models.h"
#include "widgets/notes/recent_files.h"
#include "widgets/provenance/provenance_object.h"
#include "widgets/query/query_library.h"
#include "widgets/ranks/rank_prediction.h"
#include "widgets/ranks/rank_set_object.h"
#include "widgets/ranks/rank_table_model.h"
#include "widgets/record/record_form.h"
#include "widgets/render/theme_object.h"
#include "widgets/session/file_watch.h"
#include "widgets/session/sample_list_model.h"
#include "widgets/what_if/what_if_model.h"
#include "widgets/window/change_history.h"
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
    Q_PROPERTY(gaplight::ui::ThemeObject* theme READ theme CONSTANT)
    Q_PROPERTY(gaplight::ui::WindowState* state READ state CONSTANT)
    Q_PROPERTY(gaplight::ui::RecentFiles* recentFiles READ recentFiles CONSTANT)
    Q_PROPERTY(gaplight::ui::FindingModels* findings READ findings CONSTANT)
    Q_PROPERTY(gaplight::ui::FileChooser* files READ files CONSTANT)
    Q_PROPERTY(gaplight::ui::SourceEditor* sources READ sources CONSTANT)
    Q_PROPERTY(gaplight::ui::FileWatch* file READ file CONSTANT)
    Q_PROPERTY(gaplight::ui::ChangeHistory* history READ history CONSTANT)
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
    Q_PROPERTY(gaplight::ui::QueryLibrary* queries READ queries CONSTANT)
    Q_PROPERTY(gaplight::ui::RankSetObject* ranks READ ranks CONSTANT)
    Q_PROPERTY(gaplight::ui::RankTableModel* rankTable READ rankTable CONSTANT)
    Q_PROPERTY(gaplight::ui::RankPrediction* rankPrediction READ rankPrediction CONSTANT)
    Q_PROPERTY(gaplight::ui::MemoryModels* memory READ memory CONSTANT)
    Q_PROPERTY(gaplight::ui::KernelModels* kernels READ kernels CONSTANT)
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

    // Those of `first`.
    SessionObject* session() { return first()->session(); }
    ThemeObject* theme() { return &m_theme; }
    WindowState* state() { return &m_state; }
    RecentFiles* recentFiles() { return &m_recentFiles; }
    FindingModels* findings() { return &m_findings; }
    FileChooser* files() { return &m_files; }
    SourceEditor* sources() { return &m_sources; }
    FileWatch* file() { return &m_file; }
    SearchModel* search() { return first()->search(); }
    NoteListModel* notes() { return first()->notes(); }
    SliceDetails* details() { return first()->details(); }
    RangeDetails* range() { return first()->range(); }
    ChangeHistory* history() { return &m_history; }
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
    QueryLibrary* queries() { return &m_queries; }
    RankSetObject* ranks() { return &m_ranks; }
    RankTableModel* rankTable() { return &m_rankTable; }
    RankPrediction* rankPrediction() { return &m_rankPrediction; }

    // Opens dropped files: one or two as a trace, or A and B; more, or a folder, as the ranks of a
    // run; those that are no traces on the trace dropped with them, else as placeOf(). `beside`:
    // one file is compared with the open trace.
    Q_INVOKABLE void openDropped(const QList<QUrl>& urls, bool beside);
    // What opens a file that is no trace's; null where it is one of a trace, or of ranks.
    [[nodiscard]] AddedFileObject* placeOf(const QString& path);
    std::array<AddedFileObject*, 3> addedFiles() {
        return {m_memory.file(), m_kernels.file(), &m_provenance};
    }
    // All that the window has loaded or loads.
    std::array<LoadingObject*, 4> openFiles() {
        return {session(), m_memory.file(), m_kernels.file(), &m_provenance};
    }
    // The flame graph of a range of one run, with what corresponds in the other run. No effect
    // without a comparison.
    Q_INVOKABLE void compareWithRun(gaplight::ui::RangeDetails* range);
    MemoryModels* memory() { return &m_memory; }
    KernelModels* kernels() { return &m_kernels; }
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
    void connectQueries();
    void connectRanks();
    void showComparedSteps();

    // In the order of construction: each refers only to members above it.
    std::vector<std::unique_ptr<TraceContext>> m_contexts;
    ThemeObject m_theme;
    WhatIfModel m_whatIf;
    ChangeHistory m_history{*m_whatIf.changes()};
    FileWatch m_file;
    SourceEditor m_sources;
    FindingModels m_findings;
    MemoryModels m_memory;
    KernelModels m_kernels;
    KernelEfficiencyObject m_efficiency;
    ProvenanceObject m_provenance;
    WindowState m_state;
    RecentFiles m_recentFiles;
    SampleListModel m_samples;
    QueryLibrary m_queries;
    FileChooser m_files;
    ActionListModel m_actions;
    CommandListModel m_commands;
    MotionChoice m_motion;
    ComparisonObject m_comparison;
    ComparisonListModel m_comparisonRows;
    WaterfallModel m_waterfall;
    FigureExport m_figure;
    RecordForm m_record;
    RankSetObject m_ranks;
    RankPrediction m_rankPrediction{m_ranks, m_whatIf};
    RankTableModel m_rankTable;
};

}  // namespace gaplight::ui
