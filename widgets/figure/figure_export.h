// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <QImage>
#include <QObject>
#include <QQmlEngine>
#include <QUrl>

#include "widgets/compare/comparison_object.h"
#include "widgets/figure/figure_job.h"
#include "widgets/notes/note_list_model.h"
#include "widgets/render/theme_object.h"
#include "widgets/session/session_object.h"
#include "widgets/timeline/timeline_item.h"
#include "widgets/what_if/what_if_model.h"

namespace gaplight::ui {

// What the export dialog shows and does. While `active`, every change makes the preview anew.
class FigureExport : public QObject {
    Q_OBJECT
    QML_ELEMENT
    QML_UNCREATABLE("made by the window")
    Q_PROPERTY(What what MEMBER m_what NOTIFY chosen)
    Q_PROPERTY(int step MEMBER m_step NOTIFY chosen)        // from 1
    Q_PROPERTY(int finding MEMBER m_finding NOTIFY chosen)  // from 1
    Q_PROPERTY(int stepCount READ stepCount NOTIFY chosen)
    Q_PROPERTY(int findingCount READ findingCount NOTIFY chosen)
    Q_PROPERTY(bool hasRange READ hasRange NOTIFY chosen)
    Q_PROPERTY(Format format MEMBER m_format NOTIFY chosen)
    Q_PROPERTY(bool hasOther READ hasOther NOTIFY chosen)        // a second trace, compared
    Q_PROPERTY(bool compared MEMBER m_compared NOTIFY chosen)    // it is shown too
    Q_PROPERTY(bool ownScales MEMBER m_ownScales NOTIFY chosen)  // each trace fills the width
    Q_PROPERTY(int pictureWidth MEMBER m_width NOTIFY chosen)    // logical pixels
    Q_PROPERTY(int pictureHeight MEMBER m_height NOTIFY chosen)  // the same; 0: as needed
    Q_PROPERTY(QString tracks MEMBER m_tracks NOTIFY chosen)     // names; empty: as usual
    Q_PROPERTY(int scale MEMBER m_scale NOTIFY chosen)
    Q_PROPERTY(bool dark MEMBER m_dark NOTIFY chosen)
    Q_PROPERTY(QString title MEMBER m_title NOTIFY chosen)
    Q_PROPERTY(QString caption MEMBER m_caption NOTIFY chosen)
    Q_PROPERTY(bool findings MEMBER m_findings NOTIFY chosen)
    Q_PROPERTY(bool idle MEMBER m_idle NOTIFY chosen)
    Q_PROPERTY(bool checklist MEMBER m_checklist NOTIFY chosen)
    Q_PROPERTY(bool arrows MEMBER m_arrows NOTIFY chosen)
    Q_PROPERTY(bool hasNotes READ hasNotes NOTIFY chosen)
    Q_PROPERTY(bool notes MEMBER m_notes NOTIFY chosen)
    Q_PROPERTY(bool hasReplay READ hasReplay NOTIFY chosen)  // something of it is drawn
    Q_PROPERTY(bool replay MEMBER m_replay NOTIFY chosen)
    Q_PROPERTY(QImage preview READ preview NOTIFY drawn)
    Q_PROPERTY(QString problem READ problem NOTIFY drawn)  // why there is no preview
    Q_PROPERTY(QString outcome READ outcome NOTIFY drawn)  // of saving or copying
    Q_PROPERTY(bool failed READ failed NOTIFY drawn)       // that it did not work
    Q_PROPERTY(bool busy READ busy NOTIFY drawn)
    Q_PROPERTY(QString suggestedName READ suggestedName NOTIFY chosen)

public:
    enum What { View, Range, Step, Finding };
    Q_ENUM(What)
    enum Format { Png, Svg, Pdf };
    Q_ENUM(Format)

    // All must outlive it. `otherNotes`: of the second trace.
    FigureExport(SessionObject& session, ThemeObject& theme, const ComparisonObject& comparison,
                 const WhatIfModel& whatIf, const NoteListModel& otherNotes,
                 QObject* parent = nullptr);

    // Takes what is in view and selected as the dialog opens.
    Q_INVOKABLE void begin(gaplight::ui::TimelineItem* timeline);
    Q_INVOKABLE void end();
    // To another step or finding.
    Q_INVOKABLE void advance(int by);
    Q_INVOKABLE void save(const QUrl& file);
    Q_INVOKABLE void copy();

    [[nodiscard]] int stepCount() const;
    [[nodiscard]] int findingCount() const;
    [[nodiscard]] bool hasRange() const { return m_selectedRange.has_value(); }
    [[nodiscard]] bool hasOther() const { return m_both != nullptr; }
    [[nodiscard]] bool hasNotes() const {
        return !m_seenNotes.empty() || (showsBoth() && !m_otherNotes.empty());
    }
    [[nodiscard]] bool hasReplay() const { return m_picture != nullptr; }
    [[nodiscard]] const QImage& preview() const { return m_preview; }
    [[nodiscard]] QString problem() const { return m_problem; }
    [[nodiscard]] QString outcome() const { return m_outcome; }
    [[nodiscard]] bool failed() const { return m_failed; }
    [[nodiscard]] bool busy() const { return m_running; }
    [[nodiscard]] QString suggestedName() const;

Q_SIGNALS:
    void chosen();
    void drawn();

private:
    // What a job came to; called on this object's thread.
    using Finish = std::function<void()>;
    using Work = std::function<Finish(const FigureJob&)>;

    void refresh();
    void takeView(const TimelineItem& timeline);
    void takeOtherNotes();
    [[nodiscard]] bool showsBoth() const { return m_compared && m_both != nullptr; }
    [[nodiscard]] bool hasNamedSteps() const;
    [[nodiscard]] FigureRequest request() const;
    [[nodiscard]] FigurePlan plan() const;
    [[nodiscard]] std::string command(const FigureRequest& request) const;
    // Runs `work` on a thread of the pool, once the one before is done.
    void start(Work work);
    void runNext();
    void tell(const QString& outcome, bool failed);

    SessionObject& m_session;
    ThemeObject& m_theme;
    const ComparisonObject& m_comparison;
    const WhatIfModel& m_whatIf;
    const NoteListModel& m_notesOfOther;
    LoadedTrace m_trace;
    std::shared_ptr<const ComparedTraces> m_both;  // null: there is no second trace
    std::shared_ptr<const ReplayPicture> m_picture;
    std::vector<std::string> m_edits;  // that it is of, as text
    std::vector<Note> m_seenNotes;
    std::vector<Note> m_otherNotes;  // of the second trace
    TimeRange m_view{};
    std::optional<TimeRange> m_selectedRange;
    SliceId m_selected;
    bool m_active = false;
    What m_what = View;
    int m_step = 1;
    int m_finding = 1;
    Format m_format = Png;
    bool m_compared = false;
    bool m_ownScales = false;
    int m_width = 1100;
    int m_height = 0;
    QString m_tracks;
    int m_scale = 2;
    bool m_dark = false;
    QString m_title;
    QString m_caption;
    bool m_findings = true;
    bool m_idle = true;
    bool m_checklist = false;
    bool m_arrows = false;
    bool m_notes = false;
    bool m_replay = false;
    QImage m_preview;
    QString m_problem;
    QString m_outcome;
    bool m_failed = false;
    bool m_running = false;
    bool m_stale = false;             // the preview
    std::optional<Work> m_requested;  // saving or copying, which goes before the preview
};

}  // namespace gaplight::ui
