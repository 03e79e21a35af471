// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/figure/figure_export.h"

#include <algorithm>
#include <array>
#include <exception>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <QClipboard>
#include <QFileInfo>
#include <QGuiApplication>
#include <QPaintDevice>
#include <QPainter>
#include <QPointer>

#include "core/analysis/slices/slice_text.h"
#include "core/base/quantity_text.h"
#include "core/io/output_writer.h"
#include "core/report/facts/report_subject.h"
#include "core/report/figure/session_figure.h"
#include "core/report/text/escaped_text.h"
#include "core/scene/display/theme.h"
#include "core/session/comparison_of.h"
#include "widgets/convert/qt_convert.h"
#include "widgets/render/figure_file.h"
#include "widgets/render/qt_text_measure.h"
#include "widgets/session/pool_work.h"

namespace gaplight::ui {

Result<QByteArray> figureBytes(const FigureJob& job) {
    if (job.format == FigureFormat::Svg) {
        return figureSvg(job.plan, job.theme).map([](const std::string& text) {
            return QByteArray::fromStdString(text);
        });
    }
    const TextFaces faces;
    const FigureMetadata metadata{job.plan.title, {job.plan.source, job.plan.command}};
    return job.plan.build(QtTextMeasure(faces)).and_then([&](const Figure& figure) {
        return job.format == FigureFormat::Pdf
                   ? figurePdf(figure.list, job.theme, faces, job.scale, metadata)
                   : figurePng(figure.list, job.theme, faces, job.scale, metadata);
    });
}

Result<QImage> drawFigureImage(const FigureJob& job) {
    const TextFaces faces;
    return job.plan.build(QtTextMeasure(faces)).and_then([&](const Figure& figure) {
        return figureImage(figure.list, job.theme, faces, job.scale);
    });
}

void FigureQueue::start(Prepare prepare) {
    m_next = std::move(prepare);
    runNext();
}

void FigureQueue::startPreview(Prepare prepare) {
    m_preview = std::move(prepare);
    runNext();
}

void FigureQueue::clear() {
    m_next.reset();
    m_preview.reset();
    ++m_generation;
}

void FigureQueue::runNext() {
    if (m_isRunning || (!m_next && !m_preview)) {
        return;
    }
    const Prepare prepare = *std::exchange(m_next ? m_next : m_preview, std::nullopt);
    Work work = prepare();
    if (!work) {
        return runNext();
    }
    m_isRunning = true;
    Q_EMIT progressed();
    QPointer<FigureQueue> self(this);
    startOnPool([self, work = std::move(work), generation = m_generation] {
        Finish finish;
        try {
            finish = work();
        } catch (const std::exception&) {
            finish = [] {};  // the queue goes on with the next figure
        }
        QMetaObject::invokeMethod(qApp, [self, finish, generation] {
            if (self) {
                self->m_isRunning = false;
                if (generation == self->m_generation) {
                    finish();
                }
                Q_EMIT self->progressed();
                self->runNext();
            }
        });
    });
}

void FigurePreview::setImage(const QImage& image) {
    m_image = image;
    update();
    Q_EMIT imageChanged();
}

void FigurePreview::paint(QPainter* painter) {
    if (m_image.isNull() || width() <= 0 || height() <= 0) {
        return;
    }
    const QSizeF fitted = QSizeF(m_image.size()).scaled(size(), Qt::KeepAspectRatio);
    const QSizeF shown = fitted.width() > m_image.width() ? QSizeF(m_image.size()) : fitted;
    const QRectF place((width() - shown.width()) / 2, (height() - shown.height()) / 2,
                       shown.width(), shown.height());
    // QPainter looks at four pixels for each, which loses thin lines of an image shrunk to less
    // than half; scaled() looks at all.
    const double ratio = painter->device()->devicePixelRatioF();
    const QImage small =
        m_image.scaled((shown * ratio).toSize(), Qt::IgnoreAspectRatio, Qt::SmoothTransformation);
    painter->drawImage(place, small);
}

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

namespace {

// Options of `gaplight export` for one figure. Empty and default values are left out of the
// command.
struct FigureCommand {
    std::string trace;  // file name
    std::string other;  // file name of the second trace; empty: no comparison
    bool ownScales = false;
    std::vector<std::string> pins;  // values of --pin
    std::string range;              // value of --range
    int finding = 0;                // from 1; 0: none
    FigureAnnotations annotate;
    std::string selected;            // a slice in the syntax of slice_text.h
    std::vector<std::string> edits;  // values of --what-if
    bool hasGhosts = false;          // outlines of predicted slices
    bool hasPath = false;            // the critical path
    std::string tracks;
    int width = 1100;
    int height = 0;  // 0: as high as needed
    int scale = 1;
    bool dark = false;
    std::string title;
    std::string caption;
    std::string out;  // file name of the figure
};

std::string annotationWords(const FigureAnnotations& annotate) {
    const std::array<std::pair<bool, std::string_view>, 5> parts{{{annotate.findings, "findings"},
                                                                  {annotate.idle, "idle"},
                                                                  {annotate.checklist, "checklist"},
                                                                  {annotate.arrows, "arrows"},
                                                                  {annotate.notes, "notes"}}};
    std::string words;
    for (const auto& [isWanted, name] : parts) {
        if (isWanted) {
            appendItem(words, name, ",");
        }
    }
    return words.empty() ? "none" : words;
}

// " --name word", where there is something to say.
std::string option(const char* name, const std::string& word) {
    return word.empty() ? "" : std::string(" ") + name + " " + shellWord(word);
}

// The command line for a figure, quoted for a POSIX shell.
std::string figureCommand(const FigureCommand& figure) {
    std::string text = "gaplight export " + shellWord(figure.trace);
    if (!figure.other.empty()) {
        text += " " + shellWord(figure.other) + (figure.ownScales ? " --own-scales" : "");
        for (const std::string& pin : figure.pins) {
            text += option("--pin", pin);
        }
    }
    text += option("--range", figure.range);
    text += figure.finding > 0 ? " --finding " + std::to_string(figure.finding) : "";
    text += option("--annotate", annotationWords(figure.annotate));
    text += option("--select", figure.selected);
    for (const std::string& edit : figure.edits) {
        text += option("--what-if", edit);
    }
    text += !figure.edits.empty() && !figure.hasGhosts ? " --no-outlines" : "";
    text += figure.hasPath ? " --critical-path" : "";
    text += option("--tracks", figure.tracks);
    text += " --size " + std::to_string(figure.width) +
            (figure.height > 0 ? "x" + std::to_string(figure.height) : "");
    text += figure.scale != 1 ? " --scale " + std::to_string(figure.scale) : "";
    text += figure.dark ? " --theme dark" : "";
    return text + option("--title", figure.title) + option("--caption", figure.caption) +
           option("--out", figure.out);
}

constexpr double kPreviewScale = 1.5;

const char* endingOf(FigureExport::Format format) {
    return format == FigureExport::Svg ? "svg" : format == FigureExport::Pdf ? "pdf" : "png";
}

// In the syntax of --range, relative to the trace's start.
std::string rangeText(TimeRange range, Time origin) {
    return std::to_string((range.begin - origin).count()) + "ns.." +
           std::to_string((range.end - origin).count()) + "ns";
}

}  // namespace

FigureExport::FigureExport(ThemeObject& theme, const ComparisonObject& comparison,
                           const WhatIfModel& whatIf, const NoteListModel& otherNotes,
                           QObject* parent)
    : QObject(parent),
      m_theme(theme),
      m_comparison(comparison),
      m_whatIf(whatIf),
      m_notesOfOther(otherNotes) {
    connect(this, &FigureExport::choiceChanged, this, &FigureExport::updatePreview);
    connect(&m_queue, &FigureQueue::progressed, this, &FigureExport::drawn);
}

void FigureExport::begin(TimelineItem* first, TimelineItem* focused) {
    m_active = first != nullptr && focused != nullptr && first->view().hasTrace() &&
               focused->view().hasTrace();
    if (!m_active) {
        return;
    }
    m_first = captureFirst(*first, m_comparison, m_whatIf, m_notesOfOther);
    m_focused = focused == first ? m_first : captureView(*focused);
    m_compared = hasOther();
    m_what = hasRange() ? Range : subject().currentFinding >= 0 ? Finding : View;
    m_step = 1;
    m_finding = std::max(0, subject().currentFinding) + 1;
    m_replay = hasReplay();
    m_arrows = subject().selectedSlice.isValid();
    m_notes = hasNotes();
    m_dark = m_theme.dark();
    m_title.clear();
    m_caption.clear();
    m_preview = {};
    showOutcome(m_first.notesError, !m_first.notesError.isEmpty());
    Q_EMIT choiceChanged();
}

void FigureExport::end() {
    m_active = false;
    m_queue.clear();
    m_first = m_focused = FigureSubject();
    m_preview = {};
    Q_EMIT drawn();
}

void FigureExport::advance(int by) {
    int& number = m_what == Step ? m_step : m_finding;
    const int last = m_what == Step ? stepCount() : findingCount();
    number = std::clamp(number + by, 1, std::max(1, last));
    Q_EMIT choiceChanged();
}

int FigureExport::stepCount() const {
    const LoadedTrace& trace = subject().trace;
    return trace ? static_cast<int>(trace->session().analysis.steps.markers.host.size()) : 0;
}

int FigureExport::findingCount() const {
    const LoadedTrace& trace = subject().trace;
    return trace ? static_cast<int>(trace->session().findings.findings.size()) : 0;
}

QString FigureExport::suggestedName() const {
    return QFileInfo(subject().fileName).baseName() + u'.' + QLatin1String(endingOf(m_format));
}

FigureRequest FigureExport::request() const {
    const Session& session = subject().trace->session();
    FigureRequest request;
    if (m_what == View) {
        request.range = subject().view;
    } else if (m_what == Range) {
        request.range = subject().selectedRange;
    } else if (m_what == Step && m_step >= 1 && m_step <= stepCount()) {
        request.range = session.analysis.steps.markers.host[static_cast<std::size_t>(m_step) - 1];
    } else if (m_what == Finding && m_finding >= 1) {
        request.finding = static_cast<std::size_t>(m_finding) - 1;
    }
    if (request.range) {  // a view can begin before the trace
        request.range->begin = std::max(request.range->begin, session.trace->range().begin);
    }
    request.width = static_cast<float>(m_width);
    request.height = static_cast<float>(m_height);
    request.annotate = {m_findings, m_idle, m_checklist, m_arrows, m_notes};
    for (const QString& name : m_tracks.split(u',', Qt::SkipEmptyParts)) {
        request.tracks.push_back(toStdString(name.trimmed()));
    }
    request.notes = subject().notes;
    request.replay = m_replay ? subject().replay : nullptr;
    if (!m_title.isEmpty()) {
        request.title = toStdString(m_title);
    }
    request.caption = toStdString(m_caption);
    request.selected = subject().selectedSlice;
    request.pixelRatio = static_cast<float>(m_scale);
    request.command = command(request);
    return request;
}

FigurePlan FigureExport::plan() const {
    if (showsBoth()) {
        return figurePlan(
            ComparedScenes{*subject().both->a, *subject().both->b, subject().both->comparison},
            {request(), std::nullopt, subject().otherNotes, m_ownScales});
    }
    return figurePlan(*subject().trace, request());
}

// The command of `gaplight export` for the same figure.
std::string FigureExport::command(const FigureRequest& request) const {
    FigureCommand command;
    command.trace = toStdString(subject().fileName);
    if (showsBoth()) {
        command.other = runFileName(subject().both->b->session().trace->facts().path);
        command.ownScales = m_ownScales;
        for (const auto& [a, b] : subject().both->pins) {
            command.pins.push_back(
                slicePinText(subject().both->a->session(), subject().both->b->session(), a, b));
        }
    }
    if (request.finding) {
        command.finding = m_finding;
    } else if (request.range && m_what == Step &&
               subject().trace->session().analysis.steps.markers.source != StepSource::None) {
        command.range = "step:" + std::to_string(m_step);
    } else if (request.range) {
        command.range = rangeText(*request.range, subject().trace->session().trace->range().begin);
    }
    command.annotate = request.annotate;
    if (m_arrows && subject().selectedSlice.isValid()) {
        command.selected = sliceText(*subject().trace->session().trace, subject().selectedSlice);
    }
    if (request.replay != nullptr) {
        command.edits = subject().edits;
        command.hasGhosts = !request.replay->ghosts.empty();
        command.hasPath = !request.replay->path.empty();
    }
    command.tracks = toStdString(m_tracks);
    command.width = m_width;
    command.height = m_height;
    command.scale = m_scale;
    command.dark = m_dark;
    command.title = toStdString(m_title);
    command.caption = request.caption;
    command.out = std::string("figure.") + endingOf(m_format);
    return figureCommand(command);
}

// A null function if the figure cannot be made; the error is then shown.
FigureQueue::Work FigureExport::prepare(double scale, const Use& use) {
    const Result<Theme> theme = builtInTheme(m_dark);
    if (!theme) {
        showOutcome(toQString(theme.error().message), true);
        return nullptr;
    }
    const FigureJob job{plan(), *theme, static_cast<FigureFormat>(m_format), scale};
    // The plan refers to the traces.
    return [use, job, trace = subject().trace, both = m_first.both] { return use(job); };
}

void FigureExport::updatePreview() {
    if (!m_active) {
        return;
    }
    m_step = std::clamp(m_step, 1, std::max(1, stepCount()));  // the other run may have fewer
    m_finding = std::clamp(m_finding, 1, std::max(1, findingCount()));
    m_queue.startPreview([this] {
        return prepare(kPreviewScale, [this](const FigureJob& job) -> FigureQueue::Finish {
            return [this, image = drawFigureImage(job)] {
                m_preview = image ? *image : QImage();
                m_problem = image ? QString() : toQString(image.error().message);
            };
        });
    });
}

void FigureExport::start(const Use& use) {
    if (m_active) {
        m_queue.start([this, use] { return prepare(m_scale, use); });
    }
}

void FigureExport::showOutcome(const QString& outcome, bool failed) {
    m_outcome = outcome;
    m_failed = failed;
    Q_EMIT drawn();
}

void FigureExport::save(const QUrl& file) {
    QString path = file.toLocalFile();
    if (QFileInfo(path).suffix().isEmpty()) {
        path += u'.' + QLatin1String(endingOf(m_format));
    }
    showOutcome(QStringLiteral("Saving…"), false);
    start([this, path](const FigureJob& job) -> FigureQueue::Finish {
        const Result<void> saved = figureBytes(job).and_then([&](const QByteArray& bytes) {
            return writeOutputFile(toStdString(path),
                                   {bytes.constData(), static_cast<std::size_t>(bytes.size())});
        });
        return [this, saved, path] {
            showOutcome(
                saved ? QStringLiteral("Saved as %1").arg(path) : toQString(saved.error().message),
                !saved);
        };
    });
}

void FigureExport::copy() {
    showOutcome(QStringLiteral("Copying…"), false);
    start([this](const FigureJob& job) -> FigureQueue::Finish {
        return [this, image = drawFigureImage(job)] {
            if (image) {
                QGuiApplication::clipboard()->setImage(*image);
            }
            showOutcome(
                image ? QStringLiteral("Copied as an image") : toQString(image.error().message),
                !image);
        };
    });
}

}  // namespace gaplight::ui
