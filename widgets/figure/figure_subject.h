// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <QString>

#include "widgets/compare/comparison_object.h"
#include "widgets/notes/note_list_model.h"
#include "widgets/timeline/timeline_item.h"
#include "widgets/what_if/what_if_model.h"

namespace gaplight::ui {

// Contents of a window that a figure can show, as they were when the export dialog was opened.
struct FigureSubject {
    LoadedTrace trace;                              // null: nothing
    QString fileName;                               // of the trace
    std::shared_ptr<const ComparedTraces> both;     // null: no comparison
    std::shared_ptr<const ReplayIntervals> replay;  // null: nothing of a replay is drawn
    std::vector<std::string> edits;                 // of the replay, in the syntax of `--what-if`
    std::vector<Note> notes;
    std::vector<Note> otherNotes;  // of the second trace
    QString notesError;            // of reading them; empty: none
    TimeRange view{};
    std::optional<TimeRange> selectedRange;
    SliceId selectedSlice;
    int currentFinding = -1;  // -1: none
};

// What a timeline shows of its trace.
[[nodiscard]] FigureSubject captureView(const TimelineItem& timeline);
// What the timeline of the first trace shows, with the replay that is drawn in it and, if there is
// a comparison, the second trace. `otherNotes`: of that trace.
[[nodiscard]] FigureSubject captureFirst(const TimelineItem& timeline,
                                         const ComparisonObject& comparison,
                                         const WhatIfModel& whatIf,
                                         const NoteListModel& otherNotes);

}  // namespace gaplight::ui
