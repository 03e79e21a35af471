// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/report/facts/trace_verdict.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <functional>
#include <iterator>
#include <string>
#include <string_view>
#include <utility>

#include "core/analysis/torch/annotation_name.h"
#include "core/analysis/torch/python_frame.h"
#include "core/base/intervals.h"
#include "core/base/quantity_text.h"
#include "core/base/share.h"
#include "core/detectors/engine/finding_text.h"
#include "core/detectors/engine/rules.h"
#include "core/report/facts/idle_explanation_text.h"
#include "core/report/facts/report_sections.h"
#include "core/report/facts/serving_tables.h"
#include "core/report/facts/unjudged_verdict.h"

namespace gaplight {
namespace {

constexpr std::int64_t kMainPercent = 33;    // of idle time, for a main reason that is named
constexpr std::int64_t kMostlyPercent = 50;  // of a whole, for "mostly"
constexpr std::int64_t kClassPercent = 75;   // of a class, for a reason named in its place
constexpr std::int64_t kSpanPercent = 80;    // of the recording, for a window that needs no word
constexpr std::int64_t kGainPercent = 1;     // of the window, for a gain that is named
constexpr std::int64_t kIdlePercent = 10;    // of the window: reports explain idle time from here
constexpr std::int64_t kPlacePercent = 20;   // of idle time, for a place beside a larger one
constexpr std::int64_t kFirstPercent =
    10;  // of the saving that the sentence is about, to be the first
constexpr double kMaxUnprofiledShare = 0.95;  // of the window without the profiler, to be named

// Where in the program a finding is: " in generate", " in CompiledFxGraph fabc0123 and 1 other
// place", or empty.
std::string placeOf(const Finding& finding) {
    const FindingPlace& where = finding.where;
    const std::string name = !where.annotation.empty() ? annotationGroup(where.annotation)
                             : !where.python.empty()   ? std::string(functionOfFrame(where.python))
                                                       : annotationGroup(where.op);
    if (name.empty()) {
        return {};
    }
    return " in " + name +
           (where.others == 0 ? std::string()
                              : " and " + countText(where.others, "other place", "other places"));
}

// Where findings of one rule, or of all of a class, explain most of the idle time together: " in
// forward", " in load_a and load_b". Empty where a few of them do not, or one has no place.
std::string placesOf(std::span<const Finding> findings, const RuleFacts* of, IdleClass idleClass,
                     Duration idle) {
    constexpr std::size_t kMaxPlaces = 2;
    std::string text;
    Duration named{};
    std::size_t count = 0;
    for (const Finding& finding : findings) {
        const Detector* rule = findDetector(finding.rule);
        const bool isMeant =
            rule != nullptr && (of == nullptr ? rule->idleClass == idleClass : rule == of);
        if (!isMeant || rule->isSummary || finding.partOf ||
            !reachesPercent(finding.cost.gpuIdle, idle, kPlacePercent)) {
            continue;
        }
        const std::string place = placeOf(finding);
        if (place.empty()) {
            return {};
        }
        if (!text.ends_with(place.substr(std::string(" in").size()))) {
            text += text.empty() ? place : " and" + place.substr(std::string(" in").size());
        }
        named += finding.cost.gpuIdle;
        if (reachesPercent(named, idle, kMostlyPercent)) {
            return text;
        }
        if (++count == kMaxPlaces) {
            return {};
        }
    }
    return {};
}

// Of a finding about a framework's own runtime, whose calls nobody wrote into the program: ":
// Execute and 1 other call".
std::string runtimeCalls(const Finding& finding) {
    const ValueRows& parts = finding.values.rows("parts");
    if (finding.values.caseOf("fix") != "runtime" || parts.empty()) {
        return {};
    }
    const std::string call = parts.front().text("part");
    const std::size_t scope = call.rfind("::");
    return ": " + (scope == std::string::npos ? call : call.substr(scope + 2)) +
           (parts.size() == 1 ? ""
                              : " and " + countText(parts.size() - 1, "other call", "other calls"));
}

// How long copies of first use ran; no kernel ran beside them.
Duration uploadTime(const Trace& trace, const FirstUses& firstUse) {
    std::vector<TimeRange> copies;
    for (const FirstUpload& upload : firstUse.uploads()) {
        copies.push_back(trace.slices().range(upload.copy));
    }
    std::ranges::sort(copies, {}, &TimeRange::begin);
    MergedRanges merged;
    for (const TimeRange& copy : copies) {
        merged.add(copy);
    }
    return merged.length();
}

// Findings below the floor of a warning may still add up to a gain that the sentence states.
bool isGainStated(const FindingSet& set) {
    return set.combinedSaving && *set.combinedSaving > Duration::zero() &&
           reachesPercent(*set.combinedSaving, set.replay.pricedWindow, kGainPercent);
}

// Writes the verdict of a trace with GPU work.
class VerdictWriter {
public:
    explicit VerdictWriter(const ReportSubject& subject)
        : m_subject(subject), m_shares(gpuTimeShares(subject)) {
        for (const GpuTimeShare& share : m_shares) {
            m_window += share.time;
            if (share.idleClass) {
                m_idle += share.time;
            }
        }
        writeSpan();
        leaveOutFirstUse();
    }

    [[nodiscard]] TraceVerdict write();
    [[nodiscard]] std::vector<GpuTimeShare> shares() const;
    // Whether most of the window is work from before the capture.
    bool isMostlyEarlier() const { return m_earlier > m_window; }

private:
    // What explains much of the idle time.
    struct MainCause {
        std::string words;  // "launch-bound: kernels are launched one by one"
        std::string place;  // " in generate", or empty
        Duration time{};
        std::optional<std::size_t> finding;
        ColorRef color = Role::IdleOther;
    };

    void add(std::string text, std::optional<std::size_t> finding = std::nullopt,
             VerdictWeight weight = VerdictWeight::Plain) {
        m_verdict.parts.push_back({std::move(text), finding, {}, weight, {}});
    }
    std::string percent(Duration time) const { return percentText(time, m_window); }
    bool isNamed(Duration time) const {
        return time > Duration::zero() && reachesPercent(time, m_window, kVerdictPercent);
    }
    Duration timeOf(Role part) const;
    std::string restLabel(std::string label) const;
    std::vector<ExplainedTime> reasons() const;
    void writeSpan();
    void leaveOutFirstUse();
    void leaveOut(Duration time, Duration working, std::string_view what);
    Duration waitingTime() const;
    Duration firstUseTime() const;
    void writeBusy();
    void addPlace(const RuleFacts* rule, IdleClass idleClass, bool isUnrecorded,
                  MainCause& cause) const;
    std::optional<MainCause> mainCause() const;
    void writeIdle();
    void joinClauses();
    bool isFirstSmall() const;
    void writeGain();
    void writeUnprofiled();

    const ReportSubject& m_subject;
    std::vector<GpuTimeShare> m_shares;
    Duration m_window{};        // without first use, where that is said
    Duration m_firstUse{};      // where it is so long that it is said first
    Duration m_earlier{};       // work from before the capture, in place of it
    Duration m_beforeWindow{};  // the same before the window, where that is said
    Duration m_leftOutTime{};
    Duration m_leftOut{};   // its idle time
    bool m_isRest = false;  // either of them is left out
    Duration m_idle{};
    std::optional<std::size_t> m_mainFinding;  // that the sentence names
    bool m_isFirstNamed = false;               // the sentence says what the first finding is about
    std::vector<std::vector<TraceVerdictPart>> m_clauses;
    TraceVerdict m_verdict;
};

Duration VerdictWriter::timeOf(Role part) const {
    Duration sum{};
    for (const GpuTimeShare& share : m_shares) {
        sum += share.color == ColorRef(part) ? share.time : Duration::zero();
    }
    return sum;
}

// What a GPU works before its window: it was launched before the capture. Without the time after
// it, in which nothing is known to run.
Duration beforeWindow(const Trace& trace, const DeviceAnalysis& device) {
    std::vector<TimeRange> ranges;
    if (device.totals.beforeCapture > 0) {
        const Time end = device.totals.window.begin;
        for (const GpuActivity& activity : trace.gpuActivities()) {
            const TimeRange range = trace.slices().range(activity.slice);
            if (activity.gpu == device.totals.gpu && range.begin < end) {
                ranges.push_back({range.begin, std::min(range.end, end)});
            }
        }
    }
    std::ranges::sort(ranges, {}, &TimeRange::begin);
    MergedRanges busy;
    for (const TimeRange& range : ranges) {
        busy.add(range);
    }
    return busy.length();
}

// Of a recording that has no GPU work for much of its time, or none that counts: no share is of
// that time.
void VerdictWriter::writeSpan() {
    if (m_subject.device) {
        return;  // the window is of all GPUs
    }
    const Duration span = measuredWindow(m_subject.analysis).length();
    const Duration recorded = m_subject.analysis.range.length();
    if (recorded == m_subject.trace.range().length()) {
        for (const DeviceAnalysis* device : judgedDevices(m_subject)) {
            m_beforeWindow = std::max(m_beforeWindow, beforeWindow(m_subject.trace, *device));
        }
    }
    if (m_beforeWindow > Duration::zero() &&
        reachesPercent(m_beforeWindow, recorded, kVerdictPercent)) {
        add("Work from before the capture runs for " + durationText(m_beforeWindow) +
                " first, which is not counted. ",
            {}, VerdictWeight::Opening);
        return;
    }
    m_beforeWindow = {};
    if (span > Duration::zero() && !reachesPercent(span, recorded, kSpanPercent)) {
        add("GPU work spans " + durationText(span) + " of the " + durationText(recorded) +
                " recorded. ",
            {}, VerdictWeight::Opening);
    }
}

// Of one GPU: shares are then of the window that savings refer to, which is said before them. Not
// where first use also explains most of what is left, so that there is no time after it to judge.
void VerdictWriter::leaveOutFirstUse() {
    const ReplaySummary& replay = m_subject.findings.replay;
    const bool isWhole = m_subject.analysis.range == m_subject.trace.range();
    const auto devices = shownDevices(m_subject);
    if (devices.size() != 1 || !isWhole) {
        return;
    }
    const Duration startUp = m_window - replay.pricedWindow;
    const Duration copies = std::min({uploadTime(m_subject.trace, m_subject.analysis.firstUse),
                                      timeOf(Role::Copy), std::max(startUp, Duration::zero())});
    const Duration idle = m_idle - (startUp - copies);
    const bool isAll = reachesPercent(idle, replay.pricedWindow, kVerdictPercent) &&
                       reachesPercent(firstUseTime() - (startUp - copies), idle, kMostlyPercent);
    const auto earlier = std::ranges::find(m_shares, kEarlierWork, &GpuTimeShare::label);
    if (earlier != m_shares.end() && isNamed(earlier->time)) {
        m_earlier = earlier->time;
        leaveOut(m_earlier, m_earlier, "The GPU runs work from before the capture for ");
    } else if (replay.trusted && startUp > Duration::zero() && idle >= Duration::zero() && !isAll) {
        m_firstUse = startUp;
        leaveOut(startUp, copies, "First use takes ");
    }
}

// Takes time that says nothing about the program out of the shares, of it some in which the GPU
// works: copies of first use, or what it runs from before the capture.
void VerdictWriter::leaveOut(Duration time, Duration working, std::string_view what) {
    for (GpuTimeShare& share : m_shares) {
        if (share.idleClass == IdleClass::Other) {
            share.time -= std::min(share.time, time - working);
            share.color = Role::IdleOther;  // first use is apart
        } else if (m_earlier > Duration::zero() ? share.label == kEarlierWork
                                                : share.color == ColorRef(Role::Copy)) {
            share.time -= working;
        }
    }
    const std::string rest = durationText(m_window - time);
    const std::string_view left = m_earlier > Duration::zero() ? kEarlierWork : "first use";
    add(std::string(what) + durationText(time) + " of " + durationText(m_window) +
            ". In the other " + rest + " ",
        {}, VerdictWeight::Busy);
    m_verdict.parts.back().brief = "In the " + rest + " without " + std::string(left) + " ";
    m_leftOut = time - working;
    m_leftOutTime = time;
    m_idle -= m_leftOut;
    m_window -= time;
    m_isRest = true;
}

// Gaps of first use are longer than what it makes the window longer by, which is apart.
std::string VerdictWriter::restLabel(std::string label) const {
    const std::string name = causeName({GapReasonKind::FirstUse, nullptr});
    const std::size_t at = m_firstUse > Duration::zero() ? label.find(name) : std::string::npos;
    return at == std::string::npos ? label : label.insert(at, "rest of ");
}

std::vector<GpuTimeShare> VerdictWriter::shares() const {
    std::vector<GpuTimeShare> all;
    const auto whole = static_cast<double>(m_window.count());
    const auto addApart = [&](Duration time, bool isFirstUse, std::string_view explanation) {
        GpuTimeShare& apart = all.emplace_back();
        apart.isApart = true;
        apart.time = time;
        apart.shareText = durationText(time);
        apart.label =
            causeName({isFirstUse ? GapReasonKind::FirstUse : GapReasonKind::EarlierWork, nullptr});
        apart.explanation = explanation;
        apart.color = isFirstUse ? Role::IdleFirstUse : Role::IdleOther;
        apart.finding =
            firstFindingOf(m_subject.findings, isFirstUse ? "first-use" : "capture-quality");
    };
    if (m_beforeWindow > Duration::zero()) {
        addApart(m_beforeWindow, false,
                 "It ran before the window that the other parts are shares of");
    }
    if (m_firstUse > Duration::zero()) {
        addApart(m_leftOutTime, true,
                 "The window would be shorter by this without it. The other parts are shares of "
                 "the rest, as in the sentence");
    } else if (m_isRest) {
        addApart(m_leftOutTime, false,
                 "The other parts are shares of the rest, as in the sentence");
    }
    for (const GpuTimeShare& share : m_shares) {
        if (share.time > Duration::zero()) {
            all.push_back(share);
            all.back().shareText = percent(share.time);
            if (m_isRest && share.idleClass == IdleClass::Other) {  // what is left of first use
                auto ofRest = reasons();
                std::erase_if(ofRest, [](const ExplainedTime& one) {
                    return one.reason.idleClass() != IdleClass::Other;
                });
                all.back().label = ofRest.empty() ? share.label : restLabel(idleLabel(ofRest));
            }
            all.back().share = static_cast<double>(share.time.count()) / whole;
        }
    }
    return all;
}

// Time in collectives until other ranks are there.
Duration VerdictWriter::waitingTime() const {
    Duration sum{};
    for (const GpuTimeShare& share : m_shares) {
        sum += share.label == kWaitsForRank ? share.time : Duration::zero();
    }
    return sum;
}

// Idle time that first use explains.
Duration VerdictWriter::firstUseTime() const {
    Duration sum{};
    for (const IdleExplanations& one : m_subject.findings.explanations) {
        for (const ExplainedTime& part : one.parts) {
            sum += part.reason.isFirstUse() ? part.time : Duration::zero();
        }
    }
    return sum;
}

void VerdictWriter::writeBusy() {
    const auto devices = judgedDevices(m_subject);
    const bool isAlone = devices.size() == 1;
    // One that others beside it only copy for is named.
    const std::string alone = shownDevices(m_subject).size() == 1
                                  ? std::string(m_isRest ? "the" : "The") + " GPU"
                                  : m_subject.trace.gpuLabel(devices.front()->totals.gpu);
    m_clauses.push_back(
        {{(isAlone ? alone + " computes " : "The " + countText(devices.size()) + " GPUs compute ") +
              percent(timeOf(Role::Compute)) + (m_isRest ? "" : " of " + durationText(m_window)) +
              (isAlone ? "" : " together"),
          {},
          {}}});
    const Duration waiting = waitingTime();
    const Duration exposed = waiting + timeOf(Role::Communication);
    if (isNamed(exposed)) {
        m_mainFinding = firstFindingOf(m_subject.findings, "comm-exposed");
        const bool waits = waiting * 2 >= exposed;
        const std::string verb =
            waits ? (isAlone ? std::string(kWaitsForRank) + " " : "wait for another rank ")
                  : (isAlone ? "only communicates " : "only communicate ");
        m_clauses.push_back({{verb + percent(waits ? waiting : exposed),
                              m_mainFinding,
                              {},
                              VerdictWeight::Plain,
                              waits ? Role::IdleRank : Role::Communication}});
    }
    if (const Duration copies = timeOf(Role::Copy); isNamed(copies)) {
        const auto finding = firstFindingOf(m_subject.findings, "copy-not-overlapped");
        m_clauses.push_back({{(isAlone ? "only copies " : "only copy ") + percent(copies),
                              finding,
                              {},
                              VerdictWeight::Plain,
                              Role::Copy}});
        m_mainFinding = reachesPercent(copies, m_window, kMostlyPercent) ? finding : m_mainFinding;
    }
}

// The reasons of idle time on the GPUs, most time first, without what is left out as first use.
std::vector<ExplainedTime> VerdictWriter::reasons() const {
    std::vector<ExplainedTime> sums;
    const auto judged = judgedDevices(m_subject);
    for (const IdleExplanations& one : m_subject.findings.explanations) {
        for (const ExplainedTime& part : one.parts) {
            const bool isShown = part.reason.kind != GapReasonKind::EarlierWork &&
                                 std::ranges::any_of(judged, [&](const auto* device) {
                                     return device->totals.gpu == one.gpu;
                                 });
            const auto sum = std::ranges::find(sums, part.reason, &ExplainedTime::reason);
            if (isShown && sum == sums.end()) {
                sums.push_back(part);
            } else if (isShown) {
                sum->time += part.time;
            }
        }
    }
    for (ExplainedTime& sum : sums) {
        if (sum.reason.isFirstUse()) {
            sum.time -= std::min(sum.time, m_leftOut);
        }
    }
    std::ranges::stable_sort(sums, std::greater(), &ExplainedTime::time);
    return sums;
}

// Where the cause is: " in forward", or in place of its words those of the framework's runtime.
void VerdictWriter::addPlace(const RuleFacts* rule, IdleClass idleClass, bool isUnrecorded,
                             MainCause& cause) const {
    if (!cause.finding || (idleClass == IdleClass::Other && !isUnrecorded)) {
        return;
    }
    const std::vector<Finding>& all = m_subject.findings.findings;
    const Finding& finding = all[*cause.finding];
    if (!reachesPercent(finding.cost.gpuIdle, m_idle, kMostlyPercent)) {
        cause.place = placesOf(all, rule, idleClass, m_idle);
    } else if (std::string calls = runtimeCalls(finding); !calls.empty()) {
        cause.words = "while the host runs other code, the framework's own runtime";
        cause.place = std::move(calls);
    } else {
        cause.place = placeOf(finding);
    }
}

// The reason that explains most of the idle time, else the longer of the largest reason and the
// largest class; what no class has in common is no class. Empty where nothing explains any.
std::optional<VerdictWriter::MainCause> VerdictWriter::mainCause() const {
    const auto ofClass = [](const GpuTimeShare& share) {
        return share.idleClass && share.idleClass != IdleClass::Other ? share.time
                                                                      : Duration::zero();
    };
    const auto main = std::ranges::max_element(m_shares, {}, ofClass);
    const Duration classTime = main == m_shares.end() ? Duration::zero() : ofClass(*main);
    const std::vector<ExplainedTime> all = reasons();
    const bool isKnown = !all.empty() && all.front().reason != GapReason{};
    const Duration reasonTime = isKnown ? all.front().time : Duration::zero();
    MainCause cause;
    const bool isOfClass = isKnown && classTime > Duration::zero() &&
                           all.front().reason.idleClass() == *main->idleClass &&
                           reachesPercent(reasonTime, classTime, kClassPercent);
    if (reasonTime > Duration::zero() &&
        (isOfClass || reachesPercent(reasonTime, m_idle, kMostlyPercent) ||
         reasonTime >= classTime)) {
        const GapReason& reason = all.front().reason;
        // As much as the bar has under this name.
        const bool isPart =
            classTime > Duration::zero() && main->rule == reason.rule && reason.rule != nullptr;
        cause = {idlePhrase(reason),
                 {},
                 isPart ? classTime : reasonTime,
                 firstFindingOf(m_subject.findings, reason),
                 idleColor(reason)};
        addPlace(reason.rule, reason.idleClass(), reason.kind == GapReasonKind::HostNotRecorded,
                 cause);
    } else if (classTime > Duration::zero()) {
        const IdleClass idleClass = *main->idleClass;
        cause = {main->rule != nullptr ? idlePhrase({GapReasonKind::ByRule, main->rule})
                                       : idlePhrase(idleClass),
                 {},
                 classTime,
                 main->finding,
                 idleColor(idleClass)};
        addPlace(main->rule, idleClass, false, cause);
    } else {
        return std::nullopt;
    }
    return cause;
}

// What explains most of the idle time, if one reason or one class explains much of it.
void VerdictWriter::writeIdle() {
    if (!isNamed(m_idle)) {
        return;
    }
    const std::optional<MainCause> cause = mainCause();
    const bool isAlone = judgedDevices(m_subject).size() == 1;
    std::vector<TraceVerdictPart> clause{{isAlone ? "is idle " : "are idle ", {}, {}}};
    // Of the color of the cause.
    const auto addPart = [&](std::string text, VerdictWeight weight = VerdictWeight::Plain) {
        clause.push_back({std::move(text),
                          cause ? cause->finding : std::nullopt,
                          {},
                          weight,
                          cause ? std::optional(cause->color) : std::nullopt});
    };
    addPart(percent(m_idle));
    const bool isMost = cause && reachesPercent(cause->time, m_idle, kMostlyPercent);
    const bool isExplained = cause && (isMost || !cause->place.empty() ||
                                       reachesPercent(m_idle, m_window, kIdlePercent));
    if (isExplained && reachesPercent(cause->time, m_idle, kMainPercent)) {
        clause.push_back({", ", {}, {}});
        const std::string part = isMost ? "mostly " : percentText(cause->time, m_idle) + " of it ";
        addPart(part + cause->words);
        if (const std::size_t name = cause->words.find(": "); name != std::string::npos) {
            clause.back().brief = part + cause->words.substr(0, name);
        }
        if (!cause->place.empty()) {
            addPart(cause->place, VerdictWeight::Place);
        }
        m_isFirstNamed = cause->finding == std::size_t{0};
        if (cause->time > timeOf(Role::Communication)) {
            m_mainFinding = cause->finding;
        }
    }
    m_clauses.push_back(std::move(clause));
}

// "a", "a and b", "a, b and c".
void VerdictWriter::joinClauses() {
    using enum VerdictWeight;
    m_clauses.front().front().weight = m_clauses.size() > 1 ? Busy : Plain;
    for (std::size_t at = 0; at < m_clauses.size(); ++at) {
        if (at > 0) {
            add(at + 1 == m_clauses.size() ? " and " : ", ", {}, at == 1 ? Busy : Plain);
        }
        m_verdict.parts.insert(m_verdict.parts.end(), m_clauses[at].begin(), m_clauses[at].end());
    }
}

// Whether the first finding saves far less than the one that the sentence names already, which is
// an info: a server does it by design.
bool VerdictWriter::isFirstSmall() const {
    const std::vector<Finding>& findings = m_subject.findings.findings;
    const auto first = findings.front().cost.judgedSaving();
    const auto main = m_mainFinding ? findings[*m_mainFinding].cost.judgedSaving() : std::nullopt;
    return first && main && !reachesPercent(*first, *main, kFirstPercent);
}

void VerdictWriter::writeGain() {
    const std::vector<Finding>& findings = m_subject.findings.findings;
    add(".");
    if (findings.empty()) {
        return;
    }
    const std::string gain =
        m_subject.device ? std::string() : combinedSavingText(m_subject.findings);
    const bool isAllInfo = findings.front().severity == Severity::Info;
    if (isAllInfo && (gain.empty() || !isGainStated(m_subject.findings))) {
        add(" No rule found more than 1 % to gain.", {}, VerdictWeight::Gain);
        return;
    }
    const bool namesFirst =
        m_mainFinding != std::size_t{0} && !m_isFirstNamed && !isAllInfo && !isFirstSmall();
    if (namesFirst) {
        add(" First finding: ");
        add(nameOfRule(findings.front().rule), std::size_t{0});
        add(".");
    }
    if (gain.empty() || (!isAllInfo && !isGainStated(m_subject.findings))) {
        add(" No saving is known.", {}, VerdictWeight::Gain);
    } else {
        const bool isBound = gain.starts_with("up to ");
        const Duration window = m_subject.findings.replay.pricedWindow;
        // After the name of one finding, what all of them gain.
        const bool isOfAll =
            namesFirst && findings.front().cost.judgedSaving() != m_subject.findings.combinedSaving;
        std::string text = isOfAll   ? " Together " + gain
                           : isBound ? " Up" + gain.substr(2)
                                     : " " + gain;
        if (window != m_window) {
            const bool isRest = window < measuredWindow(m_subject.analysis).length();
            text.insert(text.rfind(" ("),
                        isRest ? " of the " + durationText(window) + " without first use"
                               : " of " + durationText(window));
        }
        add(text + " to gain.", {}, VerdictWeight::Gain);
    }
}

// What of the window would be left without the profiler, where that is clearly less.
void VerdictWriter::writeUnprofiled() {
    const std::optional<UnprofiledShare>& unprofiled = m_subject.findings.replay.unprofiled;
    if (!unprofiled || unprofiled->share > kMaxUnprofiledShare ||
        unprofiled->share + unprofiled->error >= 1 || shownDevices(m_subject).size() != 1 ||
        m_subject.analysis.range != m_subject.trace.range()) {
        return;
    }
    const auto part = [&](double share) {
        return durationText(Duration(std::llround(static_cast<double>(m_window.count()) * share)));
    };
    const std::string brief = " Without the profiler: about " + part(unprofiled->share);
    std::string text = brief + " (± " + part(unprofiled->error) + ")";
    const std::optional<Duration>& gain = m_subject.findings.combinedUnprofiled;
    if (gain && *gain > Duration::zero() && isGainStated(m_subject.findings)) {
        text += ", of which " + durationText(*gain) + " to gain";
    }
    add(text + ".");
    m_verdict.parts.back().brief = brief + ".";
}

TraceVerdict VerdictWriter::write() {
    writeBusy();
    writeIdle();
    joinClauses();
    writeGain();
    writeUnprofiled();
    return std::move(m_verdict);
}

}  // namespace

std::string TraceVerdict::text() const {
    std::string all;
    for (const TraceVerdictPart& part : parts) {
        all += part.text;
    }
    return all;
}

TraceVerdict verdictOf(const ReportSubject& subject) {
    const auto devices = shownDevices(subject);
    if (std::ranges::all_of(devices, &DeviceAnalysis::kernelsLost)) {
        if (TraceVerdict lost = lostVerdict(subject); !lost.parts.empty()) {
            return lost;
        }
    }
    if (devices.empty()) {
        return hostVerdict(subject);
    }
    const bool isKnown = std::any_of(devices.begin(), devices.end(), [](const auto* device) {
        return !device->graphsUnderRecorded;
    });
    if (!isKnown) {
        const auto finding = firstFindingOf(subject.findings, "capture-quality");
        return {{{"The kernels of replayed CUDA graphs were not recorded", finding, {}},
                 {": how busy the GPU is, is not known.", {}, {}}}};
    }
    TraceVerdict capture = captureVerdict(subject, devices);
    VerdictWriter writer(subject);
    // An iteration in which the GPU ran other work is no measure of the server.
    const bool isServing = !writer.isMostlyEarlier();
    TraceVerdict verdict = capture.parts.empty() ? writer.write() : std::move(capture);
    auto at = verdict.parts.begin();
    for (const ServingClause& one :
         isServing ? servingClauses(subject) : std::vector<ServingClause>{}) {
        at = std::next(
            verdict.parts.insert(at, {one.text, {}, {}, VerdictWeight::Opening, {}, one.brief}));
    }
    return verdict;
}

std::vector<GpuTimeShare> verdictShares(const ReportSubject& subject) {
    const auto devices = shownDevices(subject);
    const bool isKnown = !std::ranges::all_of(devices, &DeviceAnalysis::graphsUnderRecorded) &&
                         captureVerdict(subject, devices).parts.empty();
    return isKnown ? VerdictWriter(subject).shares() : std::vector<GpuTimeShare>{};
}

void writeOpinion(const RuleFinding& opinion, std::size_t number, ReportPage& page) {
    if (!page.isFull()) {
        page.item(std::to_string(number) + ".",
                  std::string(severityName(opinion.severity)) + ": " + opinion.title);
        page.item("", opinion.why);
        page.item("", "try: " + opinion.fix);
        return;
    }
    PageSection section;
    section.number = number;
    section.severity = severityName(opinion.severity);
    section.title = opinion.title;
    section.entries = {{"why", opinion.why}, {"try", opinion.fix}};
    if (!opinion.confidence.empty()) {
        section.entries.emplace_back("not known", opinion.confidence);
    }
    page.section(section);
}

}  // namespace gaplight
