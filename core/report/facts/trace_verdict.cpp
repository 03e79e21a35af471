// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/report/facts/trace_verdict.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <utility>

#include "core/analysis/slices/slice_scan.h"
#include "core/analysis/torch/annotation_name.h"
#include "core/analysis/torch/python_frame.h"
#include "core/base/intervals.h"
#include "core/base/quantity_text.h"
#include "core/base/share.h"
#include "core/detectors/engine/finding_text.h"
#include "core/detectors/engine/rules.h"
#include "core/index/summary_thread.h"
#include "core/report/facts/idle_explanation_text.h"
#include "core/report/facts/report_sections.h"
#include "core/report/facts/serving_tables.h"

namespace gaplight {
namespace {

constexpr std::size_t kFunctions = 3;
constexpr std::int64_t kMainPercent = 40;    // of idle time, for a main reason that is named
constexpr std::int64_t kMostlyPercent = 50;  // of a whole, for "mostly"
constexpr std::int64_t kGainPercent = 1;     // of the window, for a gain that is named
constexpr std::int64_t kIdlePercent = 10;    // of the window: reports explain idle time from here
constexpr std::int64_t kPlacePercent = 20;   // of idle time, for a place beside a larger one
constexpr std::int64_t kFirstPercent =
    10;  // of the saving that the sentence is about, to be the first
constexpr double kMaxUnprofiledShare = 0.95;  // of the window without the profiler, to be named

struct ClassPhrase {
    std::string_view label;  // of a GpuTimeShare
    std::string_view text;
};
constexpr std::array kPhrases{
    ClassPhrase{"idle: launches one by one", "because kernels are launched one by one"},
    ClassPhrase{"idle: host code", "while the host runs other code"},
};

// " because of host jitter", ": first use": the phrase of a rule, else the name of a cause.
std::string causePhrase(const RuleFacts* rule, std::string_view name) {
    return rule != nullptr && !rule->idlePhrase.empty() ? " " + std::string(rule->idlePhrase)
                                                        : ": " + std::string(name);
}

// Of most of a share, in the words of its label.
std::string phraseOf(const GpuTimeShare& share) {
    constexpr std::string_view kIdle = "idle: ";
    const auto* phrase = std::ranges::find(kPhrases, share.label, &ClassPhrase::label);
    return phrase != kPhrases.end()
               ? " " + std::string(phrase->text)
               : causePhrase(share.rule, std::string_view(share.label).substr(kIdle.size()));
}

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

// Of a finding about a framework's own runtime, whose calls nobody wrote into the program.
std::string runtimePhrase(const Finding& finding) {
    const ValueRows& parts = finding.values.rows("parts");
    if (finding.values.caseOf("fix") != "runtime" || parts.empty()) {
        return {};
    }
    const std::string call = parts.front().text("part");
    const std::size_t scope = call.rfind("::");
    return " while the host runs other code, the framework's own runtime: " +
           (scope == std::string::npos ? call : call.substr(scope + 2)) +
           (parts.size() == 1 ? ""
                              : " and " + countText(parts.size() - 1, "other call", "other calls"));
}

// How long copies of a start-up ran; no kernel ran beside them.
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
        leaveOutStartUp();
    }

    [[nodiscard]] TraceVerdict write();
    [[nodiscard]] std::vector<GpuTimeShare> shares() const;
    // Whether most of the window is work from before the capture.
    bool isMostlyEarlier() const { return m_earlier > m_window; }

private:
    void add(std::string text, std::optional<std::size_t> finding = std::nullopt,
             VerdictWeight weight = VerdictWeight::Plain) {
        m_verdict.parts.push_back({std::move(text), finding, {}, weight});
    }
    std::string percent(Duration time) const { return percentText(time, m_window); }
    bool isNamed(Duration time) const {
        return time > Duration::zero() && reachesPercent(time, m_window, kVerdictPercent);
    }
    Duration timeOf(Role part) const;
    std::vector<ExplainedTime> reasons() const;
    void writeSpan();
    void leaveOutStartUp();
    void leaveOut(Duration time, Duration working, std::string_view what);
    Duration waitingTime() const;
    Duration firstUseTime() const;
    void writeBusy();
    std::string reasonText(const GapReason* reason, const GpuTimeShare& main,
                           std::optional<std::size_t> finding) const;
    void writeIdle();
    void joinClauses();
    bool isFirstSmall() const;
    void writeGain();
    void writeUnprofiled();

    const ReportSubject& m_subject;
    std::vector<GpuTimeShare> m_shares;
    Duration m_window{};   // without start-up, where that is said
    Duration m_startUp{};  // where it is so long that it is said first
    Duration m_earlier{};  // work from before the capture, in place of it
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

// Of a recording that has no GPU work for most of its time: no share is of that time.
void VerdictWriter::writeSpan() {
    const Duration span = measuredWindow(m_subject.analysis).length();
    const Duration recorded = m_subject.analysis.range.length();
    if (span > Duration::zero() && !reachesPercent(span, recorded, kMostlyPercent)) {
        add("GPU work spans " + durationText(span) + " of the " + durationText(recorded) +
                " recorded. ",
            {}, VerdictWeight::Opening);
    }
}

// Of one GPU: shares are then of the window that savings refer to, which is said before them. Not
// where first use also explains most of what is left, so that there is no time after it to judge.
void VerdictWriter::leaveOutStartUp() {
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
        m_startUp = startUp;
        leaveOut(startUp, copies, "Start-up takes ");
    }
}

// Takes time that says nothing about the program out of the shares, of it some in which the GPU
// works: copies of a start-up, or what it runs from before the capture.
void VerdictWriter::leaveOut(Duration time, Duration working, std::string_view what) {
    for (GpuTimeShare& share : m_shares) {
        if (share.idleClass == IdleClass::Other) {
            share.time -= std::min(share.time, time - working);
        } else if (m_earlier > Duration::zero() ? share.label == kEarlierWork
                                                : share.color == ColorRef(Role::Copy)) {
            share.time -= working;
        }
    }
    add(std::string(what) + durationText(time) + " of " + durationText(m_window) + ". ", {},
        VerdictWeight::Opening);
    add("In the other " + durationText(m_window - time) + " ", {}, VerdictWeight::Busy);
    m_leftOut = time - working;
    m_leftOutTime = time;
    m_idle -= m_leftOut;
    m_window -= time;
    m_isRest = true;
}

std::vector<GpuTimeShare> VerdictWriter::shares() const {
    std::vector<GpuTimeShare> all;
    const auto whole = static_cast<double>((m_window + m_leftOutTime).count());
    if (m_isRest) {
        GpuTimeShare& first = all.emplace_back();
        first.time = m_leftOutTime;
        first.shareText = durationText(m_leftOutTime);
        first.label = std::string(m_startUp > Duration::zero() ? "start-up" : kEarlierWork);
        first.explanation = "The other parts are shares of the rest, as in the sentence";
        first.color = Role::IdleOther;
        first.finding = firstFindingOf(
            m_subject.findings, m_startUp > Duration::zero() ? "first-use" : "capture-quality");
    }
    for (const GpuTimeShare& share : m_shares) {
        if (share.time > Duration::zero()) {
            all.push_back(share);
            all.back().shareText = percent(share.time);
            if (m_isRest && share.idleClass == IdleClass::Other) {
                auto ofRest = reasons();
                std::erase_if(ofRest, [](const ExplainedTime& one) {
                    return one.reason.idleClass() != IdleClass::Other;
                });
                all.back().label = ofRest.empty() ? share.label : idleLabel(ofRest);
            }
        }
    }
    for (GpuTimeShare& share : all) {
        share.share = static_cast<double>(share.time.count()) / whole;
    }
    return all;
}

bool isFirstUse(const GapReason& reason) {
    return reason.kind == GapReasonKind::FirstUse ||
           (reason.rule != nullptr && reason.rule->id == "first-use");
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
            sum += isFirstUse(part.reason) ? part.time : Duration::zero();
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
        m_clauses.push_back({{verb + percent(waits ? waiting : exposed), m_mainFinding, {}}});
    }
    if (const Duration copies = timeOf(Role::Copy); isNamed(copies)) {
        m_clauses.push_back({{(isAlone ? "only copies " : "only copy ") + percent(copies),
                              firstFindingOf(m_subject.findings, "copy-not-overlapped"),
                              {}}});
    }
}

// The reasons of idle time on the GPUs, most time first, without what is start-up's at most.
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
        if (isFirstUse(sum.reason)) {
            sum.time -= std::min(sum.time, m_leftOut);
        }
    }
    std::ranges::stable_sort(sums, std::greater(), &ExplainedTime::time);
    return sums;
}

// A reason that explains most of the idle time, else the main share of it: " while the host runs
// other code in forward".
std::string VerdictWriter::reasonText(const GapReason* reason, const GpuTimeShare& main,
                                      std::optional<std::size_t> finding) const {
    std::string text =
        reason != nullptr ? causePhrase(reason->rule, causeName(*reason)) : phraseOf(main);
    const IdleClass idleClass = reason != nullptr ? reason->idleClass() : *main.idleClass;
    const bool isUnrecorded =
        reason != nullptr && reason->kind == GapReasonKind::HostNotRecorded;  // still at a place
    if (!finding || (idleClass == IdleClass::Other && !isUnrecorded)) {
        return text;
    }
    const std::vector<Finding>& all = m_subject.findings.findings;
    if (!reachesPercent(all[*finding].cost.gpuIdle, m_idle, kMostlyPercent)) {
        return text +
               placesOf(all, reason != nullptr ? reason->rule : main.rule, idleClass, m_idle);
    }
    std::string ofRuntime = runtimePhrase(all[*finding]);
    return ofRuntime.empty() ? text + placeOf(all[*finding]) : ofRuntime;
}

// What explains most of the idle time, if one reason or one class explains much of it.
void VerdictWriter::writeIdle() {
    if (!isNamed(m_idle)) {
        return;
    }
    const auto idleOf = [](const GpuTimeShare& share) {
        return share.idleClass ? share.time : Duration::zero();
    };
    const auto main = std::max_element(
        m_shares.begin(), m_shares.end(),
        [&](const GpuTimeShare& a, const GpuTimeShare& b) { return idleOf(a) < idleOf(b); });
    const bool isAlone = judgedDevices(m_subject).size() == 1;
    const std::vector<ExplainedTime> all = reasons();
    const bool isReason = !all.empty() && all.front().reason != GapReason{} &&
                          reachesPercent(all.front().time, m_idle, kMostlyPercent);
    const GapReason* reason = isReason ? &all.front().reason : nullptr;
    const auto finding = isReason ? firstFindingOf(m_subject.findings, *reason) : main->finding;
    std::vector<TraceVerdictPart> clause{{isAlone ? "is idle " : "are idle ", {}, {}},
                                         {percent(m_idle), finding, {}}};
    // What is left of start-up has a name where one reason explains most of it; the label of the
    // share is of all of it, start-up too.
    const bool isRest = m_isRest && main->idleClass == IdleClass::Other && !isReason;
    const std::string words = reasonText(reason, *main, finding);
    const bool isExplained =
        isReason || words != phraseOf(*main) || reachesPercent(m_idle, m_window, kIdlePercent);
    const Duration named = isReason ? all.front().time : main->time;
    if (!isRest && isExplained && reachesPercent(named, m_idle, kMainPercent)) {
        std::string text = reachesPercent(named, m_idle, kMostlyPercent)
                               ? std::string("mostly")
                               : percentText(named, m_idle) + " of it";
        text += words;
        clause.push_back({", ", {}, {}});
        clause.push_back({std::move(text), finding, {}});
        m_isFirstNamed = finding == std::size_t{0};
        if (main->time > timeOf(Role::Communication)) {
            m_mainFinding = finding;
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
    if (m_mainFinding != std::size_t{0} && !m_isFirstNamed && !isAllInfo && !isFirstSmall()) {
        add(" First finding: ");
        add(nameOfRule(findings.front().rule), std::size_t{0});
        add(".");
    }
    if (!gain.empty()) {
        const bool isBound = gain.starts_with("up to ");
        const Duration window = m_subject.findings.replay.pricedWindow;
        std::string text = isBound ? " Up" + gain.substr(2) : " " + gain;
        if (window != m_window) {
            const bool isRest = window < measuredWindow(m_subject.analysis).length();
            text.insert(text.rfind(" ("),
                        isRest ? " of the " + durationText(window) + " without start-up"
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
    std::string text = " Without the profiler: about " + part(unprofiled->share) + " (± " +
                       part(unprofiled->error) + ")";
    const std::optional<Duration>& gain = m_subject.findings.combinedUnprofiled;
    if (gain && *gain > Duration::zero() && isGainStated(m_subject.findings)) {
        text += ", of which " + durationText(*gain) + " to gain";
    }
    add(text + ".");
}

TraceVerdict VerdictWriter::write() {
    writeBusy();
    writeIdle();
    joinClauses();
    writeGain();
    writeUnprofiled();
    return std::move(m_verdict);
}

// Of a capture whose window is mostly graph capture, in which launches are recorded and do not run,
// and about which nothing else is said; empty for any other.
TraceVerdict captureVerdict(const ReportSubject& subject,
                            std::span<const DeviceAnalysis* const> devices) {
    const std::vector<Finding>& findings = subject.findings.findings;
    const bool isCapture = std::ranges::all_of(devices, [&](const DeviceAnalysis* device) {
        return isMostlyGraphCapture(subject.trace, subject.analysis, *device);
    });
    if (!isCapture || findings.empty() || findings.front().severity != Severity::Info) {
        return {};
    }
    Duration busy{};
    std::uint64_t works = 0;
    for (const DeviceAnalysis* device : devices) {
        busy += device->totals.busy;
        works += device->byStart.size();
    }
    return {{{"This is mostly graph capture, in which launches are recorded and do not run",
              firstFindingOf(subject.findings, "capture-quality"),
              {}},
             {": the GPU works " + durationText(busy) + " of " +
                  durationText(subject.analysis.range.length()) + ", in " +
                  countText(works, "kernel or copy", "kernels and copies") + ".",
              {},
              {}}}};
}

// Of a capture without most kernels of what it shows, or without any; empty for any other.
TraceVerdict lostVerdict(const ReportSubject& subject) {
    std::size_t missing = 0;
    std::size_t all = 0;
    for (const LostKernels& process : subject.analysis.lostKernels) {
        missing += process.isUnjudged() ? process.lost.size() : 0;
        all += process.isUnjudged() ? process.all : 0;
    }
    if (missing == 0) {
        return {};
    }
    return {{{countText(missing, "launch", "launches") +
                  (missing == all ? ", no kernel"
                                  : " of " + std::to_string(all) + " without a kernel") +
                  ": the capture lost the GPU's side",
              firstFindingOf(subject.findings, "capture-quality"),
              {}},
             {". How busy the GPU is, is not known.", {}, {}}}};
}

// "The critical path takes 4.21 s of 8.99 s, longest: action 'Compiling x' 1.32 s."
void addCriticalPath(const Trace& trace, TraceVerdict& verdict) {
    const auto path = std::ranges::find_if(
        trace.tracks(), [&](const Track& track) { return isCriticalPath(trace, track); });
    if (path == trace.tracks().end()) {
        return;
    }
    const std::size_t first = path->firstSlice.index();
    SliceId longest = path->firstSlice;
    Duration total{};
    for (std::size_t at = first; at < first + path->sliceCount; ++at) {
        const Duration length = trace.slices().duration(SliceId(at));
        total += length;
        longest = length > trace.slices().duration(longest) ? SliceId(at) : longest;
    }
    verdict.parts.push_back({" The critical path takes " + durationText(total) + " of " +
                                 durationText(trace.range().length()) + ", longest: ",
                             {},
                             {}});
    verdict.parts.push_back(
        {std::string(trace.name(longest)) + " " + durationText(trace.slices().duration(longest)),
         {},
         trace.slices().name(longest)});
    verdict.parts.push_back({".", {}, {}});
}

TraceVerdict hostVerdict(const ReportSubject& subject) {
    TraceVerdict verdict;
    const ImportIssues& issues = subject.trace.issues();
    const bool isCut =
        issues.count(IssueKind::Truncated) + issues.count(IssueKind::BrokenContainer) > 0;
    verdict.parts.push_back(
        {isCut ? "The file is cut after " + durationText(subject.trace.range().length()) +
                     ", with no GPU activity up to there: a profiler may write it last."
               : "No GPU activity that Gaplight knows in this file.",
         {},
         {}});
    addCriticalPath(subject.trace, verdict);
    const HostSelfTimes times = hostSelfTimes(subject.trace, kFunctions);
    if (times.longest.empty()) {
        return verdict;
    }
    verdict.parts.push_back({" Most self time: ", {}, {}});
    for (const NameSelfTime& one : times.longest) {
        const bool isFirst = &one == times.longest.data();
        verdict.parts.push_back({isFirst ? "" : ", ", {}, {}});
        const std::string_view name = subject.trace.text(one.name);
        verdict.parts.push_back({frameLabel(name).value_or(std::string(name)) + " " +
                                     percentText(one.self, times.total),
                                 {},
                                 one.name});
    }
    verdict.parts.push_back({".", {}, {}});
    return verdict;
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
    if (std::string sentence = isServing ? servingSentence(subject) : ""; !sentence.empty()) {
        verdict.parts.insert(verdict.parts.begin(), {std::move(sentence), {}, {}});
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
