// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/figure/figure_subject.h"

namespace gaplight::ui {

FigureSubject captureView(const TimelineItem& timeline) {
    FigureSubject subject;
    const TimelineView& view = timeline.view();
    subject.trace = view.loadedTrace();
    subject.fileName = timeline.session()->fileName();
    subject.view = view.viewport().range();
    subject.selectedRange = view.state().selectedRange;
    subject.selectedSlice = view.state().selected;
    subject.notes = view.state().notes;
    subject.currentFinding = timeline.currentFinding();
    return subject;
}

FigureSubject captureFirst(const TimelineItem& timeline, const ComparisonObject& comparison,
                           const WhatIfModel& whatIf, const NoteListModel& otherNotes) {
    FigureSubject subject = captureView(timeline);
    subject.replay = whatIf.intervals();
    subject.edits = whatIf.edits();
    const auto& both = comparison.result();
    if (both == nullptr || both->a != subject.trace) {
        return subject;
    }
    subject.both = both;
    // A file compared with itself has one set of notes.
    if (both->a->session().trace->facts().path == both->b->session().trace->facts().path) {
        subject.otherNotes = subject.notes;
    } else {
        subject.otherNotes = otherNotes.saved().notes;
        subject.notesError = otherNotes.error();
    }
    return subject;
}

}  // namespace gaplight::ui
