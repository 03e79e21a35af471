// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
//
// One finding about the capture itself, with each of these problems that reaches its threshold:
//   graphs    a GPU's CUDA graphs are under-recorded (DeviceAnalysis::graphsUnderRecorded)
//   cut       the file ends early, is damaged, or reading was stopped
//   changed   the file was written to while it was read
//   sampled   only a sample of the host's calls was recorded (isSampled)
//   capturing CUDA graphs are captured for at least half of a GPU's window (isMostlyGraphCapture)
//   unlinked  activities inside the windows whose launch call is missing >= max_unlinked of all
//   lost      of a process, kernels that the capture lost (LostKernels) >= max_lost of all that it
//             launches, and >= min_lost of them
//   clocks    a GPU's times were not on the host's clock (gpuClockShifts)
//   overlong  activities that ran over later ones of their stream (clipOverlong)
//   before    waits of >= min_wait in front of the first recorded launch and of the GPU's window:
//             what they wait for was submitted before the capture, as a harness synchronizes in
//             front of the step that it records
//   queued    gaps of at least min_wait together in which a GPU ran work from before the capture
//             (GapReasonKind::EarlierWork)
//   outlasting, awaited
//             the same in which the host waited for work that was not recorded
//             (GapReasonKind::WorkNotRecorded); awaited: by a call of the framework, with nothing
//             recorded on the thread that launches
//   overhead  idle time in gaps that the profiler's own work fills >= max_overhead of the window
//   stacks    stacks were recorded and the host leaves >= host_idle of the window idle: without
//             stacks it is less
// no edits: nothing in the program is to be changed
#include <algorithm>
#include <array>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "core/analysis/host/profiler_overhead.h"
#include "core/analysis/slices/slice_scan.h"
#include "core/detectors/engine/rules.h"
#include "core/detectors/shared/host_finding.h"
#include "core/detectors/shared/kernel_finding.h"

namespace gaplight {
namespace {

constexpr std::array kCaptureQualityThresholds{
    Threshold{"max_overhead", ThresholdUnit::Share, percent(1),
              "share of the window that a GPU is idle while the profiler works",
              "as much as a warning is worth"},
    Threshold{"host_idle", ThresholdUnit::Share, percent(20),
              "share of the window that the host leaves a GPU idle, from which on stacks mislead",
              "a host that is recorded with stacks needs twice the time (profiler_overhead.h)"},
    Threshold{"max_unlinked", ThresholdUnit::Share, percent(10),
              "share of GPU activities without a launch call",
              "fewer are lost at both ends of any capture"},
    Threshold{"max_lost", ThresholdUnit::Share, percent(5),
              "share of kernel launches without a kernel",
              "fewer are lost at both ends of any capture"},
    Threshold{"min_lost", ThresholdUnit::Count, LostKernels::kMinLost,
              "kernel launches of a process without a kernel",
              "fewer are lost at both ends of any capture"},
    Threshold{"min_wait", ThresholdUnit::Nanoseconds, 1'000'000,
              "wait for work from before the capture that is mentioned",
              "the least that is worth a warning"},
};

constexpr std::array kCaptureQualityValues{
    DeclaredValue{
        "problems", QuantityKind::Rows, false,
        "graphs cut changed sampled capturing unlinked lost lost-all clocks overlong before "
        "queued outlasting awaited overhead stacks"},
    DeclaredValue{
        "reasons", QuantityKind::Rows, false,
        "graphs cut changed sampled capturing unlinked lost lost-all clocks overlong before "
        "queued outlasting awaited overhead stacks"},
    DeclaredValue{
        "cures", QuantityKind::Rows, false,
        "graphs cut changed sampled capturing unlinked lost lost-all clocks overlong before "
        "queued outlasting awaited overhead stacks"},
    DeclaredValue{"note", QuantityKind::Rows, true,
                  "lost before queued outlasting awaited overhead"},
    DeclaredValue{"gpu", QuantityKind::Text, true},
    DeclaredValue{"missing", QuantityKind::Count, true},
    DeclaredValue{"all", QuantityKind::Count, true},
    DeclaredValue{"process", QuantityKind::Text, true},
    DeclaredValue{"offset", QuantityKind::Text, true},
    DeclaredValue{"idle", QuantityKind::Nanoseconds, true},
    DeclaredValue{"idle_share", QuantityKind::Share, true},
    DeclaredValue{"recording_share", QuantityKind::Share, true},
    DeclaredValue{"waited", QuantityKind::Nanoseconds, true},
    DeclaredValue{"captured", QuantityKind::Nanoseconds, true},
    DeclaredValue{"captured_share", QuantityKind::Share, true},
};

// Marks of evidence for one problem; more would cover the timeline.
constexpr std::size_t kMaxShown = 256;

// Activities inside the windows whose launch call is missing, and all of them.
std::pair<std::uint64_t, std::uint64_t> countUnlinked(const DetectorInput& input) {
    std::uint64_t missing = 0;
    std::uint64_t all = 0;
    for (const DeviceAnalysis& device : input.analysis.devices) {
        all += device.byStart.size();
        for (const ActivityId id : device.byStart) {
            const SliceId slice = input.trace.gpuActivities()[id.index()].slice;
            const bool isMissing = !input.launches.launchOf(id).isValid() &&
                                   input.trace.correlations().find(slice).has_value();
            missing += isMissing ? 1 : 0;
        }
    }
    return {missing, all};
}

// Of the GPUs in whose windows mostly graphs are captured, the one where that takes longest.
const DeviceAnalysis* longestCapture(const DetectorInput& input) {
    const DeviceAnalysis* longest = nullptr;
    Duration most{};
    for (const DeviceAnalysis& device : input.analysis.devices) {
        const Duration time = graphCaptureTime(input.trace, input.analysis, device);
        if (time > most && isMostlyGraphCapture(input.trace, input.analysis, device)) {
            longest = &device;
            most = time;
        }
    }
    return longest;
}

// Time that the launching threads spend on recording while the GPU waits for them.
Duration recordingInGaps(const Trace& trace, const DeviceAnalysis& device,
                         const ProfilerOverhead& overhead) {
    Duration recording{};
    for (const Gap& gap : device.gaps) {
        const bool isHosts =
            gap.trigger == GapTrigger::HostLate || gap.trigger == GapTrigger::AfterSync;
        if (isHosts && gap.launch.isValid()) {
            const Time end = std::min(gap.end, trace.slices().end(gap.launch));
            recording += overhead.recordingTime(trace.trackOf(gap.launch),
                                                {gap.begin, std::max(gap.begin, end)});
        }
    }
    return recording;
}

// Waits of at least min_wait that end before anything that was recorded is launched or runs.
std::vector<SliceId> waitsForEarlierWork(const DetectorInput& input) {
    const SliceTable& slices = input.trace.slices();
    std::vector<SliceId> waits;
    if (input.analysis.devices.empty() || input.launches.launches().empty()) {
        return waits;
    }
    Time first = Time::max();
    for (const DeviceAnalysis& device : input.analysis.devices) {
        first = std::min(first, device.totals.window.begin);
    }
    for (const SliceId launch : input.launches.launches()) {
        first = std::min(first, slices.start(launch));
    }
    for (const BlockingCall& call : input.analysis.blockingCalls) {
        if (slices.end(call.slice) <= first && input.inRange(call.slice) &&
            slices.duration(call.slice) >= input.settings.time("min_wait")) {
            waits.push_back(call.slice);
        }
    }
    return waits;
}

bool hasSameCase(const FindingValues& a, const FindingValues& b) {
    return a.caseOf(kRowCase) == b.caseOf(kRowCase);
}

class CaptureQuality {
public:
    explicit CaptureQuality(const DetectorInput& input) : m_input(input) {}

    std::vector<Finding> run() {
        noteGraphs();
        noteCut();
        noteChanged();
        noteSampled();
        noteCapturing();
        noteUnlinked();
        noteLost();
        noteTimes();
        noteBefore();
        noteUnseen(GapReasonKind::EarlierWork, GapTrigger::GpuSide, "queued");
        noteUnseen(GapReasonKind::WorkNotRecorded, GapTrigger::AfterSync, "outlasting");
        noteUnseen(GapReasonKind::WorkNotRecorded, GapTrigger::HostLate, "awaited");
        noteOverhead();
        noteStacks();
        if (m_problems.empty()) {
            return {};
        }
        m_finding.rule = "capture-quality";
        m_finding.count = m_problems.size();
        m_finding.values.set("note", std::move(m_notes));
        // Each problem has a section in the title, one in the reasons and one in the advice.
        m_finding.values.set("problems", m_problems);
        m_finding.values.set("reasons", m_problems);
        // GPUs with the same problem, one after the other, need the advice once.
        m_problems.erase(std::unique(m_problems.begin(), m_problems.end(), hasSameCase),
                         m_problems.end());
        m_finding.values.set("cures", std::move(m_problems));
        std::stable_sort(
            m_finding.evidence.begin(), m_finding.evidence.end(),
            [](const Evidence& a, const Evidence& b) { return a.range.begin < b.range.begin; });
        return {std::move(m_finding)};
    }

private:
    FindingValues& add(std::string_view problem) {
        FindingValues& row = m_problems.emplace_back();
        row.set(kRowCase, CaseName{problem});
        return row;
    }

    void noteGraphs() {
        for (const DeviceAnalysis& device : m_input.analysis.devices) {
            if (device.graphsUnderRecorded && !device.kernelsLost) {
                add("graphs").set("gpu", m_input.trace.gpuLabel(device.totals.gpu));
            }
        }
    }

    void noteCut() {
        constexpr std::array kCuts{IssueKind::Truncated, IssueKind::BrokenContainer,
                                   IssueKind::SourceShrank, IssueKind::StoppedEarly};
        const ImportIssues& issues = m_input.trace.issues();
        if (std::any_of(kCuts.begin(), kCuts.end(),
                        [&](IssueKind kind) { return issues.count(kind) > 0; })) {
            add("cut");
        }
    }

    void noteChanged() {
        if (m_input.trace.issues().count(IssueKind::SourceChanged) > 0) {
            add("changed");
        }
    }

    void noteSampled() {
        if (isSampledCapture(m_input.analysis)) {
            add("sampled");
        }
    }

    void noteCapturing() {
        if (const DeviceAnalysis* device = longestCapture(m_input)) {
            const Duration time = graphCaptureTime(m_input.trace, m_input.analysis, *device);
            FindingValues& row = add("capturing");
            row.set("captured", time);
            row.set("captured_share", shareOf(time, device->totals.window.length()));
        }
    }

    void noteUnlinked() {
        const auto [missing, all] = countUnlinked(m_input);
        if (isShare(missing, all, "max_unlinked")) {
            FindingValues& row = add("unlinked");
            row.setCount("missing", missing);
            row.setCount("all", all);
        }
    }

    // Process by process: one that a profiler does not serve loses all of its kernels.
    void noteLost() {
        for (const LostKernels& one : m_input.analysis.lostKernels) {
            if (static_cast<std::int64_t>(one.lost.size()) < m_input.settings.value("min_lost") ||
                !isShare(one.lost.size(), one.all, "max_lost")) {
                continue;
            }
            FindingValues& row = add(one.lost.size() == one.all ? "lost-all" : "lost");
            row.setCount("missing", one.lost.size());
            row.setCount("all", one.all);
            row.set("process", processName(one.process));
            std::vector<SliceId> calls = one.lost;
            show(calls, "lost");
        }
    }

    // What the reader mended of the GPU's times.
    void noteTimes() {
        for (const ImportIssue& issue : m_input.trace.issues().list()) {
            if (issue.kind == IssueKind::ClocksDiffer) {
                add("clocks").set("offset", issue.example);
            } else if (issue.kind == IssueKind::OverlongActivity) {
                add("overlong").setCount("missing", issue.count);
            }
        }
    }

    std::string processName(ProcessId id) const {
        const Process& process = m_input.trace.processes()[id.index()];
        const std::string_view pid = m_input.trace.text(process.pid);
        return process.name.isValid() && !m_input.trace.text(process.name).empty()
                   ? fmt::format("{} ({})", m_input.trace.text(process.name), pid)
                   : fmt::format("process {}", pid);
    }

    void noteBefore() {
        std::vector<SliceId> waits = waitsForEarlierWork(m_input);
        Duration waited{};
        for (const SliceId wait : waits) {
            waited += m_input.trace.slices().duration(wait);
        }
        if (!waits.empty()) {
            add("before").set("waited", waited);
            show(waits, "before");
        }
    }

    // Gaps of one reason and trigger in which a GPU ran work that was not recorded.
    void noteUnseen(GapReasonKind reason, GapTrigger trigger, std::string_view problem) {
        std::vector<Evidence> evidence;
        Duration longest{};
        for (const DeviceAnalysis& device : m_input.analysis.devices) {
            Duration waited{};
            for (std::size_t at = 0; at < device.gaps.size() && !device.kernelsLost; ++at) {
                const Gap& gap = device.gaps[at];
                if (gap.trigger == trigger && device.gapReason[at] == reason) {
                    waited += gap.length();
                    Evidence& one = evidence.emplace_back(gapEvidence(
                        m_input.trace, device, gap, static_cast<std::uint32_t>(m_notes.size())));
                    if (reason == GapReasonKind::EarlierWork) {  // the GPU was not idle
                        one.shape = EvidenceShape::Band;
                        one.slice = {};
                    }
                }
            }
            longest = std::max(longest, waited);
        }
        if (longest >= m_input.settings.time("min_wait")) {
            add(problem).set("waited", longest);
            m_finding.evidence.insert(m_finding.evidence.end(), evidence.begin(), evidence.end());
            m_notes.emplace_back().set(kRowCase, CaseName{problem});
        }
    }

    void noteOverhead() {
        Duration idle{};
        for (const DeviceAnalysis& device : m_input.analysis.devices) {
            idle = std::max(idle,
                            device.idleByActivity[static_cast<std::size_t>(GapActivity::Profiler)]);
        }
        const Duration window = measuredWindow(m_input.analysis).length();
        if (!m_input.settings.reaches("max_overhead", idle, window) || idle <= Duration::zero()) {
            return;
        }
        const Trace& trace = m_input.trace;
        std::vector<SliceId> slices = scanSlices(trace, [&](SliceId slice) {
            return isProfilersWork(trace, slice) && m_input.inRange(slice);
        });
        FindingValues& row = add("overhead");
        row.set("idle", idle);
        row.set("idle_share", shareOf(idle, window));
        show(slices, "overhead");
    }

    void noteStacks() {
        const Trace& trace = m_input.trace;
        const ProfilerOverhead& overhead = m_input.shared.overhead;
        if (!hasPythonStacks(trace) && !overhead.hasStackCost()) {
            return;
        }
        Duration idle{};
        Duration recording{};
        for (const DeviceAnalysis& device : m_input.analysis.devices) {
            const auto at = [&](GapTrigger trigger) {
                return device.idleByTrigger[static_cast<std::size_t>(trigger)];
            };
            const Duration ofDevice = at(GapTrigger::HostLate) + at(GapTrigger::AfterSync);
            if (ofDevice > idle) {
                idle = ofDevice;
                recording = recordingInGaps(trace, device, overhead);
            }
        }
        const Duration window = measuredWindow(m_input.analysis).length();
        if (idle > Duration::zero() && m_input.settings.reaches("host_idle", idle, window)) {
            FindingValues& row = add("stacks");
            row.set("idle_share", shareOf(idle, window));
            row.set("recording_share", shareOf(recording, idle));
        }
    }

    bool isShare(std::uint64_t part, std::uint64_t whole, std::string_view key) const {
        return part > 0 && m_input.settings.reaches(key, Duration(static_cast<std::int64_t>(part)),
                                                    Duration(static_cast<std::int64_t>(whole)));
    }

    // The longest of the slices as evidence, labeled with a case of "note".
    void show(std::vector<SliceId>& slices, std::string_view note) {
        const SliceTable& table = m_input.trace.slices();
        const auto shown =
            slices.begin() + static_cast<std::ptrdiff_t>(std::min(slices.size(), kMaxShown));
        std::partial_sort(slices.begin(), shown, slices.end(), [&](SliceId a, SliceId b) {
            return table.duration(a) > table.duration(b);
        });
        for (auto at = slices.begin(); at != shown; ++at) {
            m_finding.evidence.push_back({EvidenceShape::Outline,
                                          {},
                                          m_input.trace.trackOf(*at),
                                          *at,
                                          table.range(*at),
                                          static_cast<std::uint32_t>(m_notes.size())});
        }
        m_notes.emplace_back().set(kRowCase, CaseName{note});
    }

    const DetectorInput& m_input;
    ValueRows m_problems;
    ValueRows m_notes;
    Finding m_finding;
};

DetectorResult detectCaptureQuality(const DetectorInput& input) {
    return {CaptureQuality(input).run(), {}};
}

}  // namespace

const Detector& captureQualityRule() {
    static const Detector kRule{{.id = "capture-quality",
                                 .name = "Capture quality",
                                 .question = "Does the capture itself mislead?",
                                 .thresholds = kCaptureQualityThresholds,
                                 .values = kCaptureQualityValues},
                                detectCaptureQuality};
    return kRule;
}

}  // namespace gaplight
