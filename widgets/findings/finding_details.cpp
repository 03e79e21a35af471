// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/findings/finding_details.h"

#include <algorithm>
#include <string>
#include <utility>

#include "core/analysis/torch/annotation_name.h"
#include "core/analysis/torch/python_frame.h"
#include "core/detectors/engine/finding.h"
#include "core/detectors/engine/finding_groups.h"
#include "core/detectors/engine/idle_explanations.h"
#include "core/detectors/engine/rules.h"
#include "core/report/trace/findings_markdown.h"
#include "core/scene/display/theme.h"
#include "core/scene/timeline/time_ruler.h"
#include "core/session/scene_data.h"
#include "widgets/convert/qt_convert.h"
#include "widgets/convert/qt_text.h"

namespace gaplight::ui {
namespace {

QString whereOf(const Trace& trace, const Evidence& evidence) {
    if (evidence.shape == EvidenceShape::Gap) {
        return toQString(trace.gpuLabel(evidence.gpu));
    }
    return evidence.track.isValid() ? trackText(trace, evidence.track) : QString();
}

QString stepOf(const Session& session, Time time) {
    const StepMarkers& markers = session.analysis.steps.markers;
    const auto& steps = markers.host;
    // Where none were recognized, the whole trace is one.
    const auto step = markers.source == StepSource::None ? std::nullopt : stepBegunBy(steps, time);
    return step ? QStringLiteral("step %1").arg(
                      stepNumber(*session.trace, steps[*step].begin, *step + 1))
                : QString();
}

// Of a gap what explains most of it, of other lost time what the rule is about, else busy time.
QString causeOf(const Session& session, const Finding& finding, const Evidence& evidence) {
    const auto kindOf = [](const auto& cause) { return toQString(roleName(idleColor(cause))); };
    for (const DeviceAnalysis& device : session.analysis.devices) {
        const IdleExplanations* at = explanationsOf(session.findings.explanations, device);
        const auto gap =
            std::ranges::lower_bound(device.gaps, evidence.range.begin, {}, &Gap::begin);
        if (evidence.shape == EvidenceShape::Gap && at != nullptr &&
            device.totals.gpu == evidence.gpu && gap != device.gaps.end() &&
            gap->begin == evidence.range.begin) {
            const auto number = static_cast<std::size_t>(gap - device.gaps.begin());
            return kindOf(at->mainReason(number, *gap));
        }
    }
    const RuleFacts* rule = findRule(finding.rule);
    const bool losesTime = std::max(finding.cost.gpuIdle, finding.cost.waiting) > Duration::zero();
    return losesTime ? kindOf(GapReason{GapReasonKind::ByRule, rule}) : QStringLiteral("compute");
}

constexpr Duration kNoResolution = std::chrono::hours(1);  // coarser than all that is shown

}  // namespace

std::vector<std::uint64_t> occurrencesOnGpus(std::span<const Finding> findings) {
    const std::vector<std::size_t> first = firstCopies(findings);
    std::vector<std::uint64_t> occurrences(findings.size());
    for (std::size_t at = 0; at < findings.size(); ++at) {
        const std::size_t places = findingPlaces(findings[at]).size();
        occurrences[first[at]] += places == 0 ? findings[at].count : places;
    }
    for (std::size_t at = 0; at < findings.size(); ++at) {
        occurrences[at] = occurrences[first[at]];
    }
    return occurrences;
}

OccurrenceListModel::OccurrenceListModel(QObject* parent)
    : LazyListModel(
          {// Since the trace's start, so precise that neighbors differ.
           {"when",
            [this](const Evidence& evidence) {
                const Time start = m_trace->session().trace->range().begin;
                return toQString(resolvedDurationText(evidence.range.begin - start, m_resolution));
            }},
           {"length", [](const Evidence& evidence) { return durationText(evidence.shownTime()); }},
           // Of the longest, 0 to 1.
           {"share",
            [this](const Evidence& evidence) {
                return static_cast<double>(ns(evidence.shownTime())) /
                       static_cast<double>(ns(m_longest));
            }},
           // "gap", "sync", ...: its shape on the timeline.
           {"mark",
            [](const Evidence& evidence) { return toQString(evidenceShapeName(evidence.shape)); }},
           // The pattern of what the time was lost to, as in the bar of the GPU's time.
           {"cause",
            [this](const Evidence& evidence) {
                return causeOf(m_trace->session(), *m_finding, evidence);
            }},
           // "step 3", of the host at its begin; empty before the first and without steps. What
           // begins with idle time, as a part of a GPU may, begins in the step before.
           {"step",
            [this](const Evidence& evidence) {
                const bool isPart = evidence.shape == EvidenceShape::Band && evidence.gpu.isValid();
                return stepOf(m_trace->session(),
                              isPart ? evidence.range.begin + evidence.range.length() / 2
                                     : evidence.range.begin);
            }},
           // "12.5 % of all": of the time of all occurrences.
           {"percent",
            [this](const Evidence& evidence) {
                return percentText(static_cast<double>(ns(evidence.shownTime())) /
                                   static_cast<double>(std::max<std::int64_t>(1, ns(m_total)))) +
                       QStringLiteral(" of all");
            }},
           // "host: named_modules"; empty where all say the same.
           {"note",
            [this](const Evidence& evidence) {
                return m_notesDiffer ? noteOf(evidence) : QString();
            }},
           // "GPU 0", "python · thread 434 (main)"; empty where all say the same.
           {"track",
            [this](const Evidence& evidence) {
                return m_tracksDiffer ? whereOf(*m_trace->session().trace, evidence) : QString();
            }}},
          parent) {}

namespace {

// What tells most instants of a list apart: the shortest time between two, of a long list at least
// a thousandth of it.
Duration resolutionOf(std::vector<Time> instants) {
    constexpr std::int64_t kParts = 1000;
    std::sort(instants.begin(), instants.end());
    Duration shortest = kNoResolution;
    for (std::size_t at = 1; at < instants.size(); ++at) {
        const Duration apart = instants[at] - instants[at - 1];
        shortest = apart > Duration::zero() ? std::min(shortest, apart) : shortest;
    }
    return instants.empty() ? shortest
                            : std::max(shortest, (instants.back() - instants.front()) / kParts);
}

}  // namespace

QString OccurrenceListModel::noteOf(const Evidence& evidence) const {
    return evidence.note < m_finding->notes.size()
               ? withoutCodeSpans(m_finding->notes[evidence.note]).mid(m_noteBegin)
               : QString();
}

// "launched one by one, 89 % idle" and "launched one by one, 93 % idle" begin alike, up to a comma.
void OccurrenceListModel::measureNotes() {
    m_noteBegin = 0;
    if (!m_notesDiffer) {
        return;
    }
    m_common = noteOf(row(0));
    for (int at = 1; at < count() && !m_common.isEmpty(); ++at) {
        const QString note = noteOf(row(at));
        const auto differs = std::ranges::mismatch(m_common, note).in1;
        m_common.truncate(differs - m_common.cbegin());
    }
    m_common.truncate(m_common.lastIndexOf(QStringLiteral(", ")));
    m_noteBegin = m_common.isEmpty() ? 0 : m_common.size() + 2;
}

QString OccurrenceListModel::common() const {
    if (count() == 0) {
        return {};
    }
    QStringList parts;
    parts << (m_notesDiffer ? m_common : noteOf(row(0)));
    if (!m_tracksDiffer) {
        parts << whereOf(*m_trace->session().trace, row(0));
    }
    parts.removeAll(QString());
    parts.removeAll(gpuOfSeveral());
    return parts.join(QStringLiteral(" · "));
}

void OccurrenceListModel::show(LoadedTrace trace, const Finding* finding, std::uint64_t onAllGpus) {
    reset([&] {
        m_trace = std::move(trace);
        m_finding = finding;
        m_places = finding == nullptr ? std::vector<std::size_t>() : findingPlaces(*finding);
        m_onAllGpus = onAllGpus;
        m_longest = Duration(1);
        std::vector<Time> begins;
        m_total = Duration{};
        m_notesDiffer = m_tracksDiffer = false;
        m_noteBegin = 0;
        m_common.clear();
        for (int i = 0; i < count(); ++i) {
            m_longest = std::max(m_longest, row(i).shownTime());
            begins.push_back(row(i).range.begin);
            m_total += row(i).shownTime();
            m_notesDiffer = m_notesDiffer || row(i).note != row(0).note;
            m_tracksDiffer =
                m_tracksDiffer || row(i).track != row(0).track || row(i).gpu != row(0).gpu;
        }
        m_resolution = resolutionOf(std::move(begins));
        measureNotes();
    });
    Q_EMIT countChanged();
}

int OccurrenceListModel::count() const {
    return static_cast<int>(m_places.size());
}

int OccurrenceListModel::evidenceOf(int row) const {
    return row < 0 || row >= count() ? -1
                                     : static_cast<int>(m_places[static_cast<std::size_t>(row)]);
}

int OccurrenceListModel::rowOf(int evidence) const {
    // While findings are replaced, the view may already be at an occurrence of the next one.
    if (m_places.empty() || evidence < 0 ||
        evidence >= static_cast<int>(m_finding->evidence.size())) {
        return -1;
    }
    return static_cast<int>(
        placeOfEvidence(*m_finding, m_places, static_cast<std::size_t>(evidence)));
}

QString OccurrenceListModel::gpuOfSeveral() const {
    return m_onAllGpus > m_places.size() && m_finding->where.gpu
               ? toQString(m_trace->session().trace->gpuLabel(*m_finding->where.gpu))
               : QString();
}

QString OccurrenceListModel::positionText(int row) const {
    const QString gpu = gpuOfSeveral();
    if (row >= 0) {
        return QStringLiteral("Occurrence %1 of %2%3")
            .arg(countText(static_cast<std::size_t>(row) + 1), countText(m_places.size()),
                 gpu.isEmpty() ? gpu : QStringLiteral(" on %1").arg(gpu));
    }
    return gpu.isEmpty() ? countText(m_places.size(), "occurrence", "occurrences")
                         : QStringLiteral("%1 of %2: %3")
                               .arg(countText(m_places.size()),
                                    countText(m_onAllGpus, "occurrence", "occurrences"), gpu);
}

namespace {

QString html(const Finding* finding, std::string Finding::*text) {
    return finding == nullptr ? QString() : codeSpansHtml(finding->*text);
}

// The same finding in a list that was made with other thresholds: the same rule at the same place.
int sameIn(const FindingSet& set, const Finding& wanted) {
    for (std::size_t at = 0; at < set.findings.size(); ++at) {
        const Finding& candidate = set.findings[at];
        if (candidate.rule == wanted.rule && candidate.where == wanted.where) {
            return static_cast<int>(at);
        }
    }
    return -1;
}

}  // namespace

FindingDetails::FindingDetails(const SessionObject& session, QObject* parent)
    : QObject(parent), m_session(session) {
    connect(&session, &SessionObject::traceChanged, this, &FindingDetails::reload);
}

// What is read stays, if it is still found; else the first finding.
void FindingDetails::reload() {
    const LoadedTrace before = m_trace;
    const Finding* wanted = shown();
    m_trace = m_session.trace();
    m_finding = -1;
    if (m_trace) {
        const FindingSet& set = m_trace->session().findings;
        const bool sameTrace = before && before->session().trace == m_trace->session().trace;
        const int same = sameTrace && wanted != nullptr ? sameIn(set, *wanted) : -1;
        m_finding = same >= 0 || set.findings.empty() ? same : 0;
    }
    showOccurrences();
    Q_EMIT changed();
}

void FindingDetails::showOccurrences() {
    m_occurrences.show(m_trace, shown(),
                       shown() == nullptr ? 0
                                          : occurrencesOnGpus(m_trace->session().findings.findings)
                                                .at(static_cast<std::size_t>(m_finding)));
}

void FindingDetails::setFinding(int finding) {
    const std::size_t found = m_trace ? m_trace->session().findings.findings.size() : 0;
    if (finding >= static_cast<int>(found)) {
        finding = -1;
    }
    if (finding != m_finding) {
        m_finding = finding;
        showOccurrences();
        Q_EMIT changed();
    }
}

const Finding* FindingDetails::shown() const {
    return m_finding < 0
               ? nullptr
               : &m_trace->session().findings.findings[static_cast<std::size_t>(m_finding)];
}

QString FindingDetails::rule() const {
    return shown() == nullptr ? QString() : toQString(shown()->rule);
}

QString FindingDetails::severity() const {
    return shown() == nullptr ? QString() : toQString(severityName(shown()->severity));
}

QString FindingDetails::title() const {
    return shown() == nullptr ? QString() : codeSpansHtml(titleWithSaving(*shown()));
}

QString FindingDetails::figures() const {
    return shown() == nullptr ? QString() : codeSpansHtml(findingFigures(*shown()));
}

QString FindingDetails::why() const {
    return html(shown(), &Finding::why);
}

QString FindingDetails::fix() const {
    return html(shown(), &Finding::fix);
}

QString FindingDetails::confidence() const {
    return html(shown(), &Finding::confidence);
}

QString FindingDetails::where() const {
    if (shown() == nullptr) {
        return {};
    }
    const FindingPlace& place = shown()->where;
    QString text;
    for (const std::string* name : {&place.annotation, &place.op, &place.python}) {
        if (!name->empty()) {
            text += QStringLiteral("%1<code>%2</code>")
                        .arg(text.isEmpty() ? QString() : QStringLiteral(" · "),
                             toQString(*name).toHtmlEscaped());
        }
    }
    if (place.gpu) {
        text += text.isEmpty() ? QString() : QStringLiteral(" · ");
        text += toQString(m_trace->session().trace->gpuLabel(*place.gpu));
    }
    return text;
}

QVariantList FindingDetails::gpus() const {
    QVariantList gpus;
    if (shown() == nullptr) {
        return gpus;
    }
    const Session& session = m_trace->session();
    const std::vector<std::size_t> first = firstCopies(session.findings.findings);
    for (std::size_t at = 0; at < first.size(); ++at) {
        if (first[at] == first[static_cast<std::size_t>(m_finding)]) {
            const auto gpu = session.findings.findings[at].where.gpu.value_or(GpuId());
            gpus.push_back(
                QVariantMap{{QStringLiteral("finding"), static_cast<int>(at)},
                            {QStringLiteral("name"), toQString(session.trace->gpuLabel(gpu))}});
        }
    }
    return gpus.size() > 1 ? gpus : QVariantList();
}

QString FindingDetails::source() const {
    return shown() == nullptr ? QString() : toQString(sourceOfFrame(shown()->where.python));
}

int FindingDetails::largest() const {
    const Evidence* largest = shown() == nullptr ? nullptr : largestEvidence(*shown());
    return largest == nullptr ? -1 : static_cast<int>(largest - shown()->evidence.data());
}

}  // namespace gaplight::ui
