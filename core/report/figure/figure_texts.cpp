// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/report/figure/figure_texts.h"

#include <algorithm>
#include <array>
#include <tuple>

#include <fmt/format.h>

#include "core/base/duration_text.h"
#include "core/base/printable_text.h"
#include "core/base/quantity_text.h"
#include "core/report/facts/gpu_time_shares.h"
#include "core/report/facts/report_sections.h"
#include "core/report/facts/report_subject.h"
#include "core/report/figure/figure_source.h"
#include "core/report/text/code_spans.h"
#include "core/session/session_overlays.h"

namespace gaplight {
namespace {

// Without the backticks around code.
std::string plainText(std::string_view text) {
    std::string plain;
    for (const TextRun& run : codeSpans(text)) {
        plain += run.text;
    }
    return plain;
}

// How a GPU spends the part of its window inside a range; without shares if there is none.
FigureBar barOf(const Session& session, const DeviceAnalysis& device, TimeRange range) {
    FigureBar bar;
    bar.title = printable(deviceTitle(*session.trace, device));
    const ReportSubject subject{*session.trace, session.analysis, session.findings, {}};
    for (const GpuTimeShare& share : gpuTimeShares(subject, {device.totals.gpu, range})) {
        bar.shares.push_back({fmt::format("{} {} ({})", share.label, percentText(share.share),
                                          durationText(share.time)),
                              share.share, share.color, share.idleClass.has_value()});
    }
    return bar;
}

// Finds the place of a finding that a callout points at.
class CalloutFinder {
public:
    CalloutFinder(const Session& session, TimeRange range, const TrackLayout& layout)
        : m_session(session), m_range(range), m_layout(layout) {}

    // The occurrence in the range that shows most; gaps before all else. Null if there is none.
    const Evidence* best(const Finding& finding) const {
        const Evidence* found = nullptr;
        for (const Evidence& evidence : finding.evidence) {
            if (evidence.range.overlaps(m_range) && isShown(evidence) &&
                (found == nullptr || sizeOf(evidence) > sizeOf(*found))) {
                found = &evidence;
            }
        }
        return found;
    }
    std::size_t countInRange(const Finding& finding) const {
        return static_cast<std::size_t>(std::count_if(
            finding.evidence.begin(), finding.evidence.end(), [&](const Evidence& evidence) {
                return evidence.range.overlaps(m_range) && isShown(evidence);
            }));
    }
    FigureCallout calloutAt(const Evidence& evidence) const {
        FigureCallout callout;
        callout.range = evidence.range;
        if (evidence.shape == EvidenceShape::Gap) {
            callout.gpu = evidence.gpu;
            return callout;
        }
        const Trace& trace = *m_session.trace;
        callout.track = evidence.slice.isValid() ? trace.trackOf(evidence.slice) : evidence.track;
        const SliceId slice = evidence.slice.isValid()
                                  ? evidence.slice
                                  : sliceOfInterval(trace, evidence.track, evidence.range);
        callout.row = slice.isValid() ? trace.slices().row(slice) : std::uint16_t{0};
        return callout;
    }

private:
    bool isShown(const Evidence& evidence) const {
        if (evidence.shape == EvidenceShape::Gap) {
            return std::any_of(m_layout.groups().begin(), m_layout.groups().end(),
                               [&](const Group& group) { return group.gpu == evidence.gpu; });
        }
        const TrackId track =
            evidence.slice.isValid() ? m_session.trace->trackOf(evidence.slice) : evidence.track;
        return m_layout.laneOf(track) < m_layout.lanes().size();
    }
    std::tuple<bool, Duration> sizeOf(const Evidence& evidence) const {
        return {evidence.shape == EvidenceShape::Gap,
                std::min(evidence.range.end, m_range.end) -
                    std::max(evidence.range.begin, m_range.begin)};
    }

    const Session& m_session;
    TimeRange m_range;
    const TrackLayout& m_layout;
};

std::string detailOf(const Finding& finding, std::size_t inRange) {
    std::string detail = finding.where.python.empty() ? finding.where.op : finding.where.python;
    if (inRange > 1) {
        appendItem(detail, countText(inRange) + " places in this range", " · ");
    }
    return printable(detail);
}

void addFindings(const Session& session, const FigureRequest& request, const CalloutFinder& places,
                 const CalloutLimits& limits, std::vector<FigureCallout>& callouts) {
    const std::vector<Finding>& findings = session.findings.findings;
    for (std::size_t rank = 0; rank < findings.size() && callouts.size() < limits.maxCount;
         ++rank) {
        const bool isWanted = request.finding ? *request.finding == rank
                                              : findings[rank].severity <= limits.minSeverity;
        const Evidence* evidence = isWanted ? places.best(findings[rank]) : nullptr;
        if (evidence != nullptr) {
            FigureCallout callout = places.calloutAt(*evidence);
            // The title of a figure of one finding is that finding's title.
            const bool isInTitle = request.finding && request.title.value_or("").empty();
            callout.text = printable(plainText(isInTitle ? evidenceLabel(findings[rank], *evidence)
                                                         : titleWithSaving(findings[rank])));
            callout.detail = detailOf(findings[rank], places.countInRange(findings[rank]));
            callouts.push_back(std::move(callout));
        }
    }
}

// At a slice where it is shown, else at the note's begin on the ruler. Notes without a text are
// left out.
void addNotes(const Session& session, const std::vector<Note>& notes, TimeRange range,
              const TrackLayout& layout, std::vector<FigureCallout>& callouts) {
    for (const Note& note : notes) {
        const bool isInView = note.range.begin < range.end && note.range.end >= range.begin;
        if (!isInView || note.text.empty()) {
            continue;
        }
        FigureCallout callout;
        callout.text = printable(note.text);
        callout.range = {std::max(note.range.begin, range.begin), {}};
        callout.range.end = callout.range.begin;
        if (note.slice.isValid()) {
            const TrackId track = session.trace->trackOf(note.slice);
            if (layout.laneOf(track) < layout.lanes().size()) {
                callout.track = track;
                callout.row = session.trace->slices().row(note.slice);
                callout.range = note.range;
            }
        }
        callouts.push_back(std::move(callout));
    }
}

FigureAnswer answerOf(const ChecklistItem& item) {
    const FigureStatus status = item.status == ChecklistStatus::Healthy     ? FigureStatus::Good
                                : item.status == ChecklistStatus::Unhealthy ? FigureStatus::Bad
                                                                            : FigureStatus::Unknown;
    return {std::string(checklistText(item.question)), printable(item.value), status};
}

}  // namespace

std::vector<FigureCallout> figureCallouts(const Session& session, const FigureRequest& request,
                                          TimeRange range, const TrackLayout& layout,
                                          const CalloutLimits& limits) {
    std::vector<FigureCallout> callouts;
    if (request.annotate.findings) {
        addFindings(session, request, CalloutFinder(session, range, layout), limits, callouts);
    }
    if (request.annotate.notes) {
        addNotes(session, request.notes, range, layout, callouts);
    }
    return callouts;
}

std::vector<FigureBar> figureBars(const Session& session, TimeRange range) {
    std::vector<FigureBar> bars;
    for (const DeviceAnalysis& device : session.analysis.devices) {
        if (device.totals.window.overlaps(range) && !device.graphsUnderRecorded) {
            bars.push_back(barOf(session, device, range));
        }
    }
    return bars;
}

std::vector<FigureAnswer> figureAnswers(const Session& session) {
    std::vector<FigureAnswer> answers;
    for (const ChecklistItem& item : session.findings.checklist) {
        answers.push_back(answerOf(item));
    }
    return answers;
}

FigureTexts figureTexts(const Session& session, const FigureRequest& request, TimeRange range) {
    FigureTexts texts;
    const std::vector<Finding>& findings = session.findings.findings;
    texts.title = request.title ? *request.title
                  : request.finding
                      ? printable(plainText(titleWithSaving(findings[*request.finding])))
                      : figureFileName(session);
    texts.subtitle = figureGpus(session);
    appendItem(texts.subtitle, figureRangeText(session, range), " · ");
    texts.caption = request.caption;
    if (request.withProvenance) {
        texts.provenance = figureProvenance(session, request.command);
    }
    if (request.annotate.idle) {
        texts.bars = figureBars(session, range);
    }
    if (request.annotate.checklist) {
        texts.checklist = figureAnswers(session);
    }
    return texts;
}

}  // namespace gaplight
