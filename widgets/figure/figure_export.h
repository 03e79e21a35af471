// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <QByteArray>
#include <QImage>
#include <QObject>
#include <QQmlEngine>
#include <QQuickPaintedItem>
#include <QString>
#include <QUrl>

#include "core/report/figure/figure_plan.h"
#include "core/scene/display/theme.h"
#include "widgets/compare/comparison_object.h"
#include "widgets/notes/note_list_model.h"
#include "widgets/render/theme_object.h"
#include "widgets/session/session_object.h"
#include "widgets/timeline/timeline_item.h"
#include "widgets/what_if/what_if_model.h"

namespace gaplight::ui {

// A figure to draw. Traces that the plan refers to must outlive it.
struct FigureJob {
    FigurePlan plan;
    Theme theme;
    FigureFormat format = FigureFormat::Png;
    double scale = 1;  // of PNG and PDF
};

// The bytes of its file. Needs a QGuiApplication; any thread. Errors: those of the plan and of
// figurePng().
[[nodiscard]] Result<QByteArray> figureBytes(const FigureJob& job);

// The same as an image.
[[nodiscard]] Result<QImage> drawFigureImage(const FigureJob& job);

// Work of the export dialog on a pool thread, one piece at a time. Of several requests made while
// work runs, the latest is run next, and after it the preview.
class FigureQueue : public QObject {
    Q_OBJECT

public:
    using Finish = std::function<void()>;
    using Work = std::function<Finish()>;   // called on a pool thread
    using Prepare = std::function<Work()>;  // called on the thread of this object; null: no work

    using QObject::QObject;

    // Calls prepare(), the Work that it returns on a pool thread, and the Finish of that here.
    void start(Prepare prepare);
    // The same, after all other work.
    void startPreview(Prepare prepare);
    // Drops all work; the Finish of running work is not called.
    void clear();
    bool isRunning() const { return m_isRunning; }

Q_SIGNALS:
    // isRunning() has changed, or work was finished.
    void progressed();

private:
    void runNext();

    std::optional<Prepare> m_next;
    std::optional<Prepare> m_preview;
    unsigned m_generation = 0;  // counts calls of clear()
    bool m_isRunning = false;
};

// An image in the center of the item, scaled down to fit.
class FigurePreview : public QQuickPaintedItem {
    Q_OBJECT
    QML_ELEMENT
    Q_PROPERTY(QImage image READ image WRITE setImage NOTIFY imageChanged)

public:
    explicit FigurePreview(QQuickItem* parent = nullptr) : QQuickPaintedItem(parent) {}

    const QImage& image() const { return m_image; }
    void setImage(const QImage& image);
    void paint(QPainter* painter) override;

Q_SIGNALS:
    void imageChanged();

private:
    QImage m_image;
};

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

// The export dialog: its choices, the preview, saving and copying. Every change updates the
// preview.
class FigureExport : public QObject {
    Q_OBJECT
    QML_ELEMENT
    QML_UNCREATABLE("made by the window")
    Q_PROPERTY(What what MEMBER m_what NOTIFY choiceChanged)
    Q_PROPERTY(int step MEMBER m_step NOTIFY choiceChanged)        // from 1
    Q_PROPERTY(int finding MEMBER m_finding NOTIFY choiceChanged)  // from 1
    Q_PROPERTY(int stepCount READ stepCount NOTIFY choiceChanged)
    Q_PROPERTY(int findingCount READ findingCount NOTIFY choiceChanged)
    Q_PROPERTY(bool hasRange READ hasRange NOTIFY choiceChanged)
    Q_PROPERTY(Format format MEMBER m_format NOTIFY choiceChanged)
    Q_PROPERTY(bool hasOther READ hasOther NOTIFY choiceChanged)  // a comparison is open
    Q_PROPERTY(
        bool compared MEMBER m_compared NOTIFY choiceChanged)  // the figure shows both traces
    Q_PROPERTY(bool ownScales MEMBER m_ownScales NOTIFY
                   choiceChanged)  // each trace fills the width; else one time scale
    Q_PROPERTY(int imageWidth MEMBER m_width NOTIFY choiceChanged)  // logical pixels
    Q_PROPERTY(
        int imageHeight MEMBER m_height NOTIFY choiceChanged)  // the same; 0: as high as needed
    Q_PROPERTY(QString tracks MEMBER m_tracks NOTIFY
                   choiceChanged)  // patterns, separated by commas; empty: all
    Q_PROPERTY(int scale MEMBER m_scale NOTIFY choiceChanged)
    Q_PROPERTY(bool dark MEMBER m_dark NOTIFY choiceChanged)
    Q_PROPERTY(QString title MEMBER m_title NOTIFY choiceChanged)
    Q_PROPERTY(QString caption MEMBER m_caption NOTIFY choiceChanged)
    Q_PROPERTY(bool findings MEMBER m_findings NOTIFY choiceChanged)
    Q_PROPERTY(bool idle MEMBER m_idle NOTIFY choiceChanged)
    Q_PROPERTY(bool checklist MEMBER m_checklist NOTIFY choiceChanged)
    Q_PROPERTY(bool arrows MEMBER m_arrows NOTIFY choiceChanged)
    Q_PROPERTY(bool hasNotes READ hasNotes NOTIFY choiceChanged)
    Q_PROPERTY(bool notes MEMBER m_notes NOTIFY choiceChanged)
    Q_PROPERTY(
        bool hasReplay READ hasReplay NOTIFY choiceChanged)  // a replay is drawn in the window
    Q_PROPERTY(bool replay MEMBER m_replay NOTIFY choiceChanged)
    Q_PROPERTY(QImage preview READ preview NOTIFY drawn)
    Q_PROPERTY(QString problem READ problem NOTIFY drawn)  // error of the preview; empty: none
    Q_PROPERTY(QString outcome READ outcome NOTIFY drawn)  // of saving or copying
    Q_PROPERTY(bool failed READ failed NOTIFY drawn)       // saving or copying failed
    Q_PROPERTY(bool busy READ busy NOTIFY drawn)
    Q_PROPERTY(QString suggestedName READ suggestedName NOTIFY choiceChanged)

public:
    enum What { View, Range, Step, Finding };
    Q_ENUM(What)
    enum Format { Png, Svg, Pdf };
    Q_ENUM(Format)

    // All must outlive this object. `otherNotes`: of the second trace.
    FigureExport(ThemeObject& theme, const ComparisonObject& comparison, const WhatIfModel& whatIf,
                 const NoteListModel& otherNotes, QObject* parent = nullptr);

    // Captures views, selections, comparison and replay; call it when the dialog opens. `first`:
    // the timeline of the first trace. `focused`: the timeline in focus, which may be the same; a
    // figure of one trace is of its trace.
    Q_INVOKABLE void begin(gaplight::ui::TimelineItem* first, gaplight::ui::TimelineItem* focused);
    Q_INVOKABLE void end();
    // Goes to another step or finding, clamped to the existing ones.
    Q_INVOKABLE void advance(int by);
    Q_INVOKABLE void save(const QUrl& file);
    Q_INVOKABLE void copy();

    int stepCount() const;
    int findingCount() const;
    bool hasRange() const { return subject().selectedRange.has_value(); }
    bool hasOther() const { return m_first.both != nullptr; }
    bool hasNotes() const {
        return !subject().notes.empty() || (showsBoth() && !subject().otherNotes.empty());
    }
    bool hasReplay() const { return subject().replay != nullptr; }
    const QImage& preview() const { return m_preview; }
    QString problem() const { return m_problem; }
    QString outcome() const { return m_outcome; }
    bool failed() const { return m_failed; }
    bool busy() const { return m_queue.isRunning(); }
    QString suggestedName() const;

Q_SIGNALS:
    void choiceChanged();
    void drawn();

private:
    // Uses a figure on a pool thread; the result runs on the GUI thread.
    using Use = std::function<FigureQueue::Finish(const FigureJob&)>;

    bool showsBoth() const { return m_compared && hasOther(); }
    const FigureSubject& subject() const { return showsBoth() ? m_first : m_focused; }
    FigureRequest request() const;
    FigurePlan plan() const;
    std::string command(const FigureRequest& request) const;
    [[nodiscard]] FigureQueue::Work prepare(double scale, const Use& use);
    void updatePreview();
    void start(const Use& use);
    void showOutcome(const QString& outcome, bool failed);

    ThemeObject& m_theme;
    const ComparisonObject& m_comparison;
    const WhatIfModel& m_whatIf;
    const NoteListModel& m_notesOfOther;
    FigureSubject m_first;
    FigureSubject m_focused;  // may be the first, too
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
    FigureQueue m_queue;
};

}  // namespace gaplight::ui
