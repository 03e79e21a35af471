// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/report/facts/trace_verdict.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

#include "core/analysis/slices/slice_scan.h"
#include "core/analysis/torch/annotation_name.h"
#include "core/analysis/torch/kernel_group.h"
#include "core/analysis/torch/python_frame.h"
#include "core/base/quantity_text.h"
#include "core/base/share.h"
#include "core/index/summary_thread.h"
#include "core/report/facts/gpu_time_shares.h"
#include "core/report/facts/idle_explanation_text.h"
#include "core/report/facts/report_sections.h"
#include "core/report/facts/serving_tables.h"

namespace gaplight {
namespace {

constexpr std::size_t kFunctions = 3;
constexpr std::int64_t kMainPercent = 40;     // of idle time, for a main reason that is named
constexpr std::int64_t kMostlyPercent = 50;   // of idle time, for "mostly"
constexpr std::int64_t kGainPercent = 1;      // of the window, for a gain that is named
constexpr double kMaxUnprofiledShare = 0.95;  // of the window without the profiler, to be named

struct ClassPhrase {
    IdleClass idleClass;
    std::string_view text;
};
// Launches without a finding about them: kernels of a graph follow each other in such gaps, too.
constexpr std::string_view kShortGaps = "in short gaps between kernels";
constexpr std::array kPhrases{
    ClassPhrase{IdleClass::Launch, "because kernels are launched one by one"},
    ClassPhrase{IdleClass::Host, "while the host runs other code"},
    ClassPhrase{IdleClass::Data, "because of the data loader"},
    ClassPhrase{IdleClass::Sync, "after the host waited for it"},
    ClassPhrase{IdleClass::Rank, "because of another rank"},
};

const ClassPhrase* phraseOfClass(const GpuTimeShare& share) {
    const auto* phrase = std::ranges::find(kPhrases, *share.idleClass, &ClassPhrase::idleClass);
    return phrase == kPhrases.end() ? nullptr : phrase;
}

// " because of the data loader", ": first use".
std::string phraseOf(const GpuTimeShare& share) {
    const ClassPhrase* phrase = phraseOfClass(share);
    if (phrase == nullptr) {
        return ": " + share.label.substr(std::string("idle: ").size());
    }
    const bool isShortGaps = share.idleClass == IdleClass::Launch && !share.finding;
    return " " + std::string(isShortGaps ? kShortGaps : phrase->text);
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
        leaveOutStartUp();
    }

    [[nodiscard]] TraceVerdict write();

private:
    void add(std::string text, std::optional<std::size_t> finding = std::nullopt) {
        m_verdict.parts.push_back({std::move(text), finding, {}});
    }
    std::string percent(Duration time) const { return percentText(time, m_window); }
    bool isNamed(Duration time) const {
        return time > Duration::zero() && reachesPercent(time, m_window, kVerdictPercent);
    }
    Duration timeOf(Role part) const;
    ExplainedTime mainReason() const;
    void leaveOutStartUp();
    Duration waitingTime() const;
    Duration firstUseTime() const;
    void writeBusy();
    void writeIdle();
    void joinClauses();
    void writeGain();
    void writeUnprofiled();

    const ReportSubject& m_subject;
    std::vector<GpuTimeShare> m_shares;
    Duration m_window{};   // without start-up, where that is said
    Duration m_startUp{};  // where it is so long that it is said first
    Duration m_idle{};
    std::optional<std::size_t> m_mainFinding;  // that the sentence names
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

// Of one GPU: shares are then of the window that savings refer to, which is said before them. Not
// where first use also explains most of what is left, so that there is no time after it to judge.
void VerdictWriter::leaveOutStartUp() {
    const ReplaySummary& replay = m_subject.findings.replay;
    const Duration startUp = m_window - replay.pricedWindow;
    const Duration idle = m_idle - startUp;
    const bool isAll = reachesPercent(idle, replay.pricedWindow, kMostlyPercent) &&
                       reachesPercent(firstUseTime() - startUp, idle, kMostlyPercent);
    const bool isWhole = m_subject.analysis.range == m_subject.trace.range();
    if (shownDevices(m_subject).size() != 1 || !isWhole || !replay.trusted ||
        startUp <= Duration::zero() || idle < Duration::zero() || isAll) {
        return;
    }
    m_startUp = startUp;
    m_idle = idle;
    for (GpuTimeShare& share : m_shares) {
        if (share.idleClass == IdleClass::Other) {
            share.time -= std::min(share.time, startUp);
        }
    }
    add("Start-up takes " + durationText(startUp) + " of " + durationText(m_window) +
        ". In the other " + durationText(replay.pricedWindow) + " ");
    m_window = replay.pricedWindow;
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
    const bool isAlone = shownDevices(m_subject).size() == 1;
    m_clauses.push_back(
        {{(isAlone ? std::string(m_startUp > Duration::zero() ? "the" : "The") + " GPU computes "
                   : "The " + countText(shownDevices(m_subject).size()) + " GPUs compute ") +
              percent(timeOf(Role::Compute)) +
              (m_startUp > Duration::zero() ? "" : " of " + durationText(m_window)),
          {},
          {}}});
    const Duration waiting = waitingTime();
    const Duration alone = waiting + timeOf(Role::Communication);
    if (isNamed(alone)) {
        m_mainFinding = firstFindingOf(m_subject.findings, "comm-exposed");
        const bool waits = waiting * 2 >= alone;
        const std::string verb =
            waits ? (isAlone ? std::string(kWaitsForRank) + " " : "wait for another rank ")
                  : (isAlone ? "only communicates " : "only communicate ");
        m_clauses.push_back({{verb + percent(waits ? waiting : alone), m_mainFinding, {}}});
    }
    if (const Duration copies = timeOf(Role::Copy); isNamed(copies)) {
        m_clauses.push_back({{(isAlone ? "only copies " : "only copy ") + percent(copies),
                              firstFindingOf(m_subject.findings, "copy-not-overlapped"),
                              {}}});
    }
}

// The reason with most idle time on the GPUs, without what is start-up's at most.
ExplainedTime VerdictWriter::mainReason() const {
    std::vector<ExplainedTime> sums;
    for (const IdleExplanations& one : m_subject.findings.explanations) {
        for (const ExplainedTime& part : one.parts) {
            const bool isShown = !m_subject.device || *m_subject.device == one.gpu.device;
            const auto sum = std::ranges::find(sums, part.reason, &ExplainedTime::reason);
            if (isShown && sum == sums.end()) {
                sums.push_back(part);
            } else if (isShown) {
                sum->time += part.time;
            }
        }
    }
    ExplainedTime main;
    for (ExplainedTime& sum : sums) {
        if (isFirstUse(sum.reason)) {
            sum.time -= std::min(sum.time, m_startUp);
        }
        main = sum.time > main.time ? sum : main;
    }
    return main;
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
    const bool isAlone = shownDevices(m_subject).size() == 1;
    const ExplainedTime reason = mainReason();
    const bool isReason = reachesPercent(reason.time, m_idle, kMostlyPercent);
    const std::string_view own =
        isReason && reason.reason.rule != nullptr ? reason.reason.rule->idlePhrase : "";
    const auto finding =
        own.empty() ? main->finding : firstFindingOf(m_subject.findings, reason.reason.name());
    std::vector<TraceVerdictPart> clause{{isAlone ? "is idle " : "are idle ", {}, {}},
                                         {percent(m_idle), finding, {}}};
    // What is left of start-up has a name where one reason explains most of it.
    const bool hasReason = isReason && reason.reason.name() != GapReason{}.name();
    const bool isRest =
        m_startUp > Duration::zero() && main->idleClass == IdleClass::Other && !hasReason;
    if (!isRest && (!own.empty() || reachesPercent(main->time, m_idle, kMainPercent))) {
        std::string text = !own.empty() || reachesPercent(main->time, m_idle, kMostlyPercent)
                               ? std::string("mostly")
                               : percentText(main->time, m_idle) + " of it";
        // The share's own label is of all of it, start-up too.
        const bool isOther = main->idleClass == IdleClass::Other && hasReason &&
                             reason.reason.rule == nullptr &&
                             reason.reason.idleClass() == IdleClass::Other;
        text += !own.empty() ? " " + std::string(own)
                : isOther    ? ": " + explanationLabel(reason.reason)
                             : phraseOf(*main);
        const bool isIn = finding && (!own.empty() || phraseOfClass(*main) != nullptr) &&
                          reachesPercent(m_subject.findings.findings[*finding].cost.gpuIdle, m_idle,
                                         kMostlyPercent);
        if (isIn) {
            text += placeOf(m_subject.findings.findings[*finding]);
        }
        clause.push_back({", ", {}, {}});
        clause.push_back({std::move(text), finding, {}});
        if (main->time > timeOf(Role::Communication)) {
            m_mainFinding = finding;
        }
    }
    m_clauses.push_back(std::move(clause));
}

// "a", "a and b", "a, b and c".
void VerdictWriter::joinClauses() {
    for (std::size_t at = 0; at < m_clauses.size(); ++at) {
        if (at > 0) {
            add(at + 1 == m_clauses.size() ? " and " : ", ");
        }
        m_verdict.parts.insert(m_verdict.parts.end(), m_clauses[at].begin(), m_clauses[at].end());
    }
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
        add(" No rule found more than 1 % to gain.");
        return;
    }
    if (m_mainFinding != std::size_t{0} && !isAllInfo) {
        add(" First finding: ");
        add(nameOfRule(findings.front().rule), std::size_t{0});
        add(".");
    }
    if (!gain.empty()) {
        const bool isBound = gain.starts_with("up to ");
        const Duration window = m_subject.findings.replay.pricedWindow;
        std::string text = isBound ? " Up" + gain.substr(2) : " " + gain;
        if (window != m_window) {
            text.insert(text.rfind(" ("), " of " + durationText(window));
        }
        add(text + " to gain.");
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
    verdict.parts.push_back({"No GPU activity that Gaplight knows in this file.", {}, {}});
    addCriticalPath(subject.trace, verdict);
    const HostSelfTimes times = hostSelfTimes(subject.trace, kFunctions);
    if (times.longest.empty()) {
        return verdict;
    }
    verdict.parts.push_back({" Most self time: ", {}, {}});
    for (const NameSelfTime& one : times.longest) {
        const bool isFirst = &one == times.longest.data();
        verdict.parts.push_back({isFirst ? "" : ", ", {}, {}});
        verdict.parts.push_back(
            {std::string(shortKernelName(functionOfFrame(subject.trace.text(one.name)))) + " " +
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
    TraceVerdict verdict =
        capture.parts.empty() ? VerdictWriter(subject).write() : std::move(capture);
    if (std::string sentence = servingSentence(subject); !sentence.empty()) {
        verdict.parts.insert(verdict.parts.begin(), {std::move(sentence), {}, {}});
    }
    return verdict;
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
