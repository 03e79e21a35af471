// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/figure/figure_export.h"

#include <algorithm>
#include <utility>

#include <QClipboard>
#include <QFileInfo>
#include <QGuiApplication>
#include <QPointer>
#include <QThreadPool>

#include "core/analysis/slices/slice_text.h"
#include "core/io/output_file.h"
#include "core/report/facts/run_names.h"
#include "core/scene/display/theme_files.h"
#include "core/session/comparison_of.h"
#include "widgets/convert/qt_convert.h"
#include "widgets/figure/figure_command.h"

namespace gaplight::ui {
namespace {

constexpr double kPreviewScale = 1.5;

const char* endingOf(FigureExport::Format format) {
    return format == FigureExport::Svg ? "svg" : format == FigureExport::Pdf ? "pdf" : "png";
}

// From the trace's start, exactly.
std::string rangeWords(TimeRange range, Time origin) {
    return std::to_string((range.begin - origin).count()) + "ns.." +
           std::to_string((range.end - origin).count()) + "ns";
}

}  // namespace

FigureExport::FigureExport(SessionObject& session, ThemeObject& theme,
                           const ComparisonObject& comparison, const WhatIfModel& whatIf,
                           const NoteListModel& otherNotes, QObject* parent)
    : QObject(parent),
      m_session(session),
      m_theme(theme),
      m_comparison(comparison),
      m_whatIf(whatIf),
      m_notesOfOther(otherNotes) {
    connect(this, &FigureExport::chosen, this, &FigureExport::refresh);
}

void FigureExport::begin(TimelineItem* timeline) {
    m_trace = m_session.trace();
    m_active = m_trace != nullptr && timeline != nullptr;
    if (!m_active) {
        return;
    }
    takeView(*timeline);
    const auto& both = m_comparison.result();
    m_both = both != nullptr && both->a == m_trace ? both : nullptr;
    m_compared = m_both != nullptr;
    m_picture = m_whatIf.picture();
    m_edits = m_whatIf.edits();
    m_replay = m_picture != nullptr;
    m_step = 1;
    m_dark = m_theme.dark();
    m_title.clear();
    m_caption.clear();
    m_outcome.clear();
    m_failed = false;
    takeOtherNotes();
    m_notes = !m_seenNotes.empty() || !m_otherNotes.empty();
    m_preview = {};
    Q_EMIT chosen();
}

void FigureExport::takeView(const TimelineItem& timeline) {
    const TimelineView& view = timeline.view();
    m_view = view.viewport().range();
    m_selectedRange = view.state().selectedRange;
    m_selected = view.state().selected;
    m_arrows = m_selected.isValid();
    m_seenNotes = view.state().notes;
    const int current = timeline.currentFinding();
    m_what = m_selectedRange ? Range : current >= 0 ? Finding : View;
    m_finding = std::max(0, current) + 1;
}

void FigureExport::takeOtherNotes() {
    m_otherNotes.clear();
    if (m_both == nullptr) {
        return;
    }
    // One file beside itself has one set of notes.
    const bool isSame =
        m_both->a->session().trace->facts().path == m_both->b->session().trace->facts().path;
    m_otherNotes = isSame ? m_seenNotes : m_notesOfOther.saved().notes;
    if (!isSame && !m_notesOfOther.error().isEmpty()) {
        tell(m_notesOfOther.error(), true);
    }
}

void FigureExport::end() {
    m_active = false;
    m_stale = false;
    m_trace.reset();
    m_both.reset();
    m_picture.reset();
    m_preview = {};
    Q_EMIT drawn();
}

void FigureExport::advance(int by) {
    int& number = m_what == Step ? m_step : m_finding;
    const int most = m_what == Step ? stepCount() : findingCount();
    number = std::clamp(number + by, 1, std::max(1, most));
    Q_EMIT chosen();
}

int FigureExport::stepCount() const {
    return m_trace ? static_cast<int>(m_trace->session().analysis.steps.markers.host.size()) : 0;
}

int FigureExport::findingCount() const {
    return m_trace ? static_cast<int>(m_trace->session().findings.findings.size()) : 0;
}

QString FigureExport::suggestedName() const {
    return QFileInfo(m_session.fileName()).baseName() + u'.' + QLatin1String(endingOf(m_format));
}

bool FigureExport::hasNamedSteps() const {
    return m_trace->session().analysis.steps.markers.source != StepSource::None;
}

FigureRequest FigureExport::request() const {
    FigureRequest request;
    if (m_what == View) {
        request.range = m_view;
    } else if (m_what == Range) {
        request.range = m_selectedRange;
    } else if (m_what == Step && m_step >= 1 && m_step <= stepCount()) {
        request.range =
            m_trace->session().analysis.steps.markers.host[static_cast<std::size_t>(m_step) - 1];
    } else if (m_what == Finding && m_finding >= 1) {
        request.finding = static_cast<std::size_t>(m_finding) - 1;
    }
    if (request.range) {  // a view may reach beyond the trace's begin
        request.range->begin =
            std::max(request.range->begin, m_trace->session().trace->range().begin);
    }
    request.width = static_cast<float>(m_width);
    request.height = static_cast<float>(m_height);
    request.annotate = {m_findings, m_idle, m_checklist, m_arrows, m_notes};
    for (const QString& name : m_tracks.split(u',', Qt::SkipEmptyParts)) {
        request.tracks.push_back(toStdString(name.trimmed()));
    }
    request.notes = m_seenNotes;
    request.replay = m_replay ? m_picture : nullptr;
    if (!m_title.isEmpty()) {
        request.title = toStdString(m_title);
    }
    request.caption = toStdString(m_caption);
    request.selected = m_selected;
    request.pixelRatio = static_cast<float>(m_scale);
    request.command = command(request);
    return request;
}

FigurePlan FigureExport::plan() const {
    if (showsBoth()) {
        return figurePlan(ComparedScenes{*m_both->a, *m_both->b, m_both->comparison},
                          {request(), std::nullopt, m_otherNotes, m_ownScales});
    }
    return figurePlan(*m_trace, request());
}

// What makes the same picture without the window.
std::string FigureExport::command(const FigureRequest& request) const {
    FigureCommand words;
    words.trace = toStdString(m_session.fileName());
    if (showsBoth()) {
        words.other = runFileName(m_both->b->session().trace->facts().path);
        words.ownScales = m_ownScales;
        for (const auto& [a, b] : m_both->pins) {
            words.pins.push_back(slicePinText(m_both->a->session(), m_both->b->session(), a, b));
        }
    }
    if (request.finding) {
        words.finding = m_finding;
    } else if (request.range && m_what == Step && hasNamedSteps()) {
        words.range = "step:" + std::to_string(m_step);
    } else if (request.range) {
        words.range = rangeWords(*request.range, m_trace->session().trace->range().begin);
    }
    words.annotate = request.annotate;
    if (m_arrows && m_selected.isValid()) {
        words.selected = sliceText(*m_trace->session().trace, m_selected);
    }
    if (request.replay != nullptr) {
        words.edits = m_edits;
        words.hasGhosts = !request.replay->ghosts.empty();
        words.hasPath = !request.replay->path.empty();
    }
    words.tracks = toStdString(m_tracks);
    words.width = m_width;
    words.height = m_height;
    words.scale = m_scale;
    words.dark = m_dark;
    words.title = toStdString(m_title);
    words.caption = request.caption;
    words.out = std::string("picture.") + endingOf(m_format);
    return figureCommand(words);
}

void FigureExport::refresh() {
    if (m_active) {
        m_stale = true;
        runNext();
    }
}

void FigureExport::start(Work work) {
    if (m_active) {
        m_requested = std::move(work);
        runNext();
    }
}

void FigureExport::runNext() {
    if (m_running || !m_active || (!m_requested && !m_stale)) {
        return;
    }
    const bool isPreview = !m_requested;
    Work work = isPreview ? Work([this](const FigureJob& job) -> Finish {
        return [this, picture = figurePicture(job)] {
            m_preview = picture ? *picture : QImage();
            m_problem = picture ? QString() : toQString(picture.error().message);
        };
    })
                          : std::move(*m_requested);
    m_requested.reset();
    m_stale = m_stale && !isPreview;
    const Result<Theme> theme = builtInTheme(m_dark);
    if (!theme) {
        return tell(toQString(theme.error().message), true);
    }
    FigureJob job{plan(), *theme, static_cast<FigureFormat>(m_format),
                  isPreview ? kPreviewScale : static_cast<double>(m_scale)};
    m_running = true;
    Q_EMIT drawn();
    QPointer<FigureExport> self(this);
    QThreadPool::globalInstance()->start(
        [self, work = std::move(work), job = std::move(job), trace = m_trace, both = m_both] {
            const Finish finish = work(job);
            QMetaObject::invokeMethod(qApp, [self, finish] {
                if (self) {
                    self->m_running = false;
                    if (self->m_active) {
                        finish();
                    }
                    Q_EMIT self->drawn();
                    self->runNext();
                }
            });
        });
}

void FigureExport::tell(const QString& outcome, bool failed) {
    m_outcome = outcome;
    m_failed = failed;
    Q_EMIT drawn();
}

void FigureExport::save(const QUrl& file) {
    QString path = file.toLocalFile();
    if (QFileInfo(path).suffix().isEmpty()) {
        path += u'.' + QLatin1String(endingOf(m_format));
    }
    tell(tr("Saving…"), false);
    start([this, path](const FigureJob& job) -> Finish {
        const Result<void> saved = figureBytes(job).and_then([&](const QByteArray& bytes) {
            return writeOutputFile(toStdString(path),
                                   {bytes.constData(), static_cast<std::size_t>(bytes.size())});
        });
        return [this, saved, path] {
            tell(saved ? tr("Saved as %1").arg(path) : toQString(saved.error().message), !saved);
        };
    });
}

void FigureExport::copy() {
    tell(tr("Copying…"), false);
    start([this](const FigureJob& job) -> Finish {
        return [this, picture = figurePicture(job)] {
            if (picture) {
                QGuiApplication::clipboard()->setImage(*picture);
            }
            tell(picture ? tr("Copied as an image") : toQString(picture.error().message), !picture);
        };
    });
}

}  // namespace gaplight::ui
