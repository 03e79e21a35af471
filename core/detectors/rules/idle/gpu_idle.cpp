// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
//
// gaps  = gaps of a GPU >= min_gap that the profiler's own work did not fill and in which the host
//         was not held up (host-jitter), by what kept the host: gapCauses, the user code that
//         called it
// fires where the gaps of one group together >= min_share of the GPU's window, and where no one
//         piece of code can be named (scattered, not recorded), >= min_unnamed; those of the
//         framework's own code, which no frame or range of the program is around, are one group
// info  = whatever it saves, where there is nothing to change: many causes of which no three share
//         most of the time; code that was not recorded, unless that is kUnrecordedPercent of the
//         idle time and recording more would show it
// edits = the named host code takes no time inside its gaps, if it is at least 90 % of the host
//         time in them; else all host time in the gaps, as an upper bound, without waits for other
//         ranks (core/analysis/host/blocking_calls.h); for a drained queue the wait before is
//         dropped; none where the delay is on the GPU's side, or half of the host time and more is
//         recording (profiler_overhead.h)
// None for a GPU whose graphs are under-recorded, as its gaps are work that the profiler missed,
// nor for a side GPU (isSideGpu).
#include <algorithm>
#include <array>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/analysis/analysis.h"
#include "core/analysis/counted_activities.h"
#include "core/analysis/host/profiler_overhead.h"
#include "core/analysis/idle/gap_cause.h"
#include "core/analysis/idle/gap_reason.h"
#include "core/analysis/idle/idle_call_tree.h"
#include "core/analysis/torch/annotation_name.h"
#include "core/analysis/torch/name_classes.h"
#include "core/base/share.h"
#include "core/base/time.h"
#include "core/detectors/engine/finding.h"
#include "core/detectors/engine/finding_groups.h"
#include "core/detectors/engine/finding_values.h"
#include "core/detectors/engine/rules.h"
#include "core/detectors/shared/host_cures.h"
#include "core/detectors/shared/host_finding.h"
#include "core/trace/trace.h"

namespace gaplight {
namespace {

// Idle time is the profiler's where recording takes this share of the host time in the gaps.
constexpr std::int64_t kProfilersPercent = 50;

// Whether what is known of a gap is that nothing of the host was recorded in it.
bool isUnrecorded(const GapCause& reason) {
    return reason.kind == GapCauseKind::Untraced || reason.kind == GapCauseKind::Unknown;
}

// The largest gap of a group, and what filled it; of all its gaps, the host time, its parts in the
// named code and for recording, the time of first use, and edits that remove all host time.
struct IdleCause {
    GapCause reason;
    Gap gap{};
    Duration host{};
    Duration named{};
    Duration recording{};
    Duration firstUse{};
    std::vector<ReplayEdit> bound;
    bool isApiOnly = false;  // nothing but API calls was recorded of the host

    bool isProfilers() const {
        return host > Duration::zero() && reachesPercent(recording, host, kProfilersPercent);
    }
};

constexpr std::array kGpuIdleValues{
    DeclaredValue{"cause", QuantityKind::Case, false,
                  "code drained data-loader compiling slow-launch graph-launch untraced "
                  "scattered several various gpu-side unknown"},
    DeclaredValue{"parts", QuantityKind::Rows, true},
    DeclaredValue{"part_idle", QuantityKind::Nanoseconds, true},
    DeclaredValue{"part_gaps", QuantityKind::Count, true},
    DeclaredValue{"chain", QuantityKind::Case, true, "one two"},
    DeclaredValue{"caller", QuantityKind::Text, true},
    DeclaredValue{"part", QuantityKind::Text, true},
    DeclaredValue{"function", QuantityKind::Text, true},
    DeclaredValue{"covered", QuantityKind::Nanoseconds, true},
    DeclaredValue{"call", QuantityKind::Text, true},
    DeclaredValue{"waited", QuantityKind::Nanoseconds, true},
    DeclaredValue{"extent", QuantityKind::Case, false, "one several"},
    DeclaredValue{"in_gap", QuantityKind::Case, false, "one several"},
    DeclaredValue{"longest_gap", QuantityKind::Nanoseconds},
    DeclaredValue{"idle_share", QuantityKind::Share},
    DeclaredValue{"gaps_per_step", QuantityKind::Number, true},
    DeclaredValue{"why", QuantityKind::Case, false, "host gpu-side unknown"},
    DeclaredValue{"before", QuantityKind::Case, false, "late drained short-wait"},
    DeclaredValue{"host_time", QuantityKind::Nanoseconds},
    DeclaredValue{"first_use", QuantityKind::Nanoseconds, true},
    DeclaredValue{"fix", QuantityKind::Case, false,
                  "cure runtime drained compiling slow-launch graph-launch untraced "
                  "untraced-with-stacks api-only scattered various gpu-side unknown"},
    DeclaredValue{"cure", QuantityKind::Text, true},
    DeclaredValue{"advice", QuantityKind::Text, true},
    DeclaredValue{"confidence", QuantityKind::Case, true, "stacks no-stacks recording"},
    DeclaredValue{"recording", QuantityKind::Nanoseconds, true},
};

// Sets the values of a finding of gpu-idle about one cause, whose count, cost and occurrences a
// step are set. `inLoop`: the cause recurs in the steps.
void setIdleValues(const DetectorInput& input, const DeviceAnalysis& device, const IdleCause& cause,
                   bool inLoop, Finding& found);

// From this percentage of the idle time on, the text names the time of first use in it.
constexpr std::int64_t kFirstUsePercent = 10;

std::string_view causeCase(GapCauseKind kind) {
    switch (kind) {
        case GapCauseKind::Code:
            return "code";
        case GapCauseKind::Drained:
            return "drained";
        case GapCauseKind::DataLoader:
            return "data-loader";
        case GapCauseKind::Compiling:
            return "compiling";
        case GapCauseKind::LaunchCall:
            return "slow-launch";
        case GapCauseKind::Untraced:
            return "untraced";
        case GapCauseKind::Various:
            return "various";
        case GapCauseKind::Scattered:
            return "scattered";
        case GapCauseKind::GpuSide:
            return "gpu-side";
        case GapCauseKind::Unknown:
            break;
    }
    return "unknown";
}

std::string_view causeCase(const Trace& trace, const IdleCause& cause) {
    const bool isGraph = cause.reason.kind == GapCauseKind::LaunchCall &&
                         cause.gap.launch.isValid() &&
                         graphCallOf(trace.name(cause.gap.launch)) == GraphCall::Launch;
    return isGraph ? "graph-launch" : causeCase(cause.reason.kind);
}

// The caller, and the code that takes most of the time.
void setCode(const PlaceFinder& places, const GapCause& reason, FindingValues& values) {
    const StringId inner = reason.part.isValid() ? reason.part : reason.function;
    const StringId outer = reason.caller.isValid() ? reason.caller : reason.function;
    std::string part = shortCodeName(places.textOf(inner));
    std::string caller = shortCodeName(places.textOf(outer));
    values.set("chain", CaseName{part == caller ? "one" : "two"});
    values.set("part", std::move(part));
    values.set("caller", std::move(caller));
}

// What happened before the host launched: nothing, or a wait.
void setBefore(const Trace& trace, const IdleCause& cause, FindingValues& values) {
    const Gap& gap = cause.gap;
    std::string_view before = "late";
    if (gap.trigger == GapTrigger::AfterSync) {
        before = cause.reason.kind == GapCauseKind::Drained ? "drained" : "short-wait";
        values.set("waited", trace.slices().duration(gap.blockingCall));
    }
    values.set("before", CaseName{before});
    if (gap.blockingCall.isValid()) {
        values.set("call", std::string(trace.name(gap.blockingCall)));
    }
}

void setAdvice(HostAdvice advice, FindingValues& values) {
    values.set("cure", std::move(advice.key));
    values.set("advice", std::move(advice.text));
}

// Whether the code of a gap is the framework's own.
bool isOfRuntime(const DetectorInput& input, const GapCause& reason) {
    return reason.kind == GapCauseKind::Code && !reason.caller.isValid() &&
           !reason.slices.empty() && isRuntimesWork(input, reason.slices.front());
}

void setFix(const DetectorInput& input, const IdleCause& cause, bool inLoop,
            FindingValues& values) {
    const Trace& trace = input.trace;
    const GapCause& reason = cause.reason;
    std::string_view fix = causeCase(trace, cause);
    if (reason.kind == GapCauseKind::Code) {
        const StringId inner = reason.part.isValid() ? reason.part : reason.function;
        setAdvice(hostAdvice(trace.text(inner), trace.text(reason.caller), inLoop), values);
        fix = "cure";
    } else if (reason.kind == GapCauseKind::DataLoader) {
        setAdvice(hostAdvice(kDataLoaderFetch, {}), values);
        fix = "cure";
    } else if (cause.isApiOnly) {
        fix = "api-only";
    } else if (reason.kind == GapCauseKind::Untraced && hasPythonStacks(trace)) {
        fix = "untraced-with-stacks";
    }
    values.set("fix", CaseName{fix});
}

std::string_view whyCase(GapCauseKind kind) {
    const bool isHosts = kind != GapCauseKind::GpuSide && kind != GapCauseKind::Unknown;
    return isHosts ? "host" : causeCase(kind);
}

void setIdleValues(const DetectorInput& input, const DeviceAnalysis& device, const IdleCause& cause,
                   bool inLoop, Finding& found) {
    const Trace& trace = input.trace;
    const PlaceFinder& places = input.places;
    const GapCause& reason = cause.reason;
    const GapTrigger trigger = cause.gap.trigger;
    const CaseName extent{found.count == 1 ? "one" : "several"};
    FindingValues& values = found.values;
    values.set("cause", CaseName{causeCase(trace, cause)});
    if (reason.kind == GapCauseKind::Code) {
        setCode(places, reason, values);
    }
    if (reason.function.isValid()) {
        values.set("function", shortCodeName(places.textOf(reason.function)));
        values.set("covered", reason.covered);
    }
    values.set("extent", extent);
    values.set("in_gap", extent);
    values.set("longest_gap", cause.gap.length());
    values.set("idle_share", shareOf(found.cost.gpuIdle, device.totals.idle));
    if (found.perStep >= 1) {
        values.set("gaps_per_step", found.perStep);
    }
    values.set("why", CaseName{whyCase(reason.kind)});
    setBefore(trace, cause, values);
    values.set("host_time", hostRangeOf(trace, cause.gap).length());
    if (reachesPercent(cause.firstUse, found.cost.gpuIdle, kFirstUsePercent)) {
        values.set("first_use", cause.firstUse);
    }
    setFix(input, cause, inLoop, values);
    if (cause.isProfilers()) {
        values.set("confidence", CaseName{"recording"});
        values.set("recording", cause.recording);
    } else if (!cause.isApiOnly &&
               (trigger == GapTrigger::HostLate || trigger == GapTrigger::AfterSync)) {
        values.set("confidence", CaseName{hasPythonStacks(trace) ? "stacks" : "no-stacks"});
    }
}

constexpr std::array kGpuIdleThresholds{
    Threshold{"min_gap", ThresholdUnit::Nanoseconds, microseconds(100),
              "gaps at least this long are reported", "diffusers profiling guide"},
    Threshold{"min_share", ThresholdUnit::Share, percent(1) / 10,
              "share of the GPU's window that the gaps of one cause take together",
              "below this a fix is within the noise between runs"},
    Threshold{"min_unnamed", ThresholdUnit::Share, percent(5),
              "the same for gaps that no one piece of code explains",
              "there is nothing to change for less"},
    Threshold{"min_single", ThresholdUnit::Share, percent(2),
              "the same for a single gap in host code that was not recorded",
              "the eye finds one such gap on a timeline of 50 equal parts"},
};

// A saving is exact where its edits take away this share of the host time in the gaps.
constexpr std::int64_t kExactPercent = 90;
// The most findings about one GPU.
constexpr std::size_t kMaxFindings = 6;
// Host code that was not recorded is worth a warning where it is the main share of the idle time.
constexpr std::int64_t kUnrecordedPercent = 50;

// Whether more than API calls was recorded of the host: operators, annotations or Python frames.
bool hasHostWork(const Trace& trace) {
    const auto categories = trace.categories();
    return std::any_of(categories.begin(), categories.end(), [](const Category& category) {
        return category.kind == SliceKind::CpuOp || category.kind == SliceKind::UserAnnotation ||
               category.kind == SliceKind::PythonFunction;
    });
}

// Whether the cause is one piece of code or one wait that the user can change, not a sum of
// launches.
bool isNamed(const DetectorInput& input, const GapCause& reason) {
    const Trace& trace = input.trace;
    switch (reason.kind) {
        case GapCauseKind::Code: {
            const HostCure* cure = hostCureOf(trace.text(reason.part), trace.text(reason.caller));
            return cure != nullptr ? !cure->isInherent : !reason.launches;
        }
        case GapCauseKind::Drained:
        case GapCauseKind::DataLoader:
        case GapCauseKind::Compiling:
            return true;
        default:
            return false;
    }
}

// Gaps of several causes, together: of those that are too small for findings of their own, or of
// the framework's own code; and the largest of these causes.
struct JoinedGaps {
    FindingGroup group;
    IdleCause cause;
    struct Part {
        GapCause reason;
        Duration idle{};
        std::uint64_t count = 0;
    };
    std::vector<Part> parts;  // with code, largest first

    void add(FindingGroup& from, IdleCause& fromCause) {
        const auto append = [](auto& to, auto& more) {
            to.insert(to.end(), std::make_move_iterator(more.begin()),
                      std::make_move_iterator(more.end()));
        };
        group.count += from.count;
        group.gpuIdle += from.gpuIdle;
        group.host += from.host;
        append(group.evidence, from.evidence);
        cause.host += fromCause.host;
        cause.recording += fromCause.recording;
        append(cause.bound, fromCause.bound);
        cause.gap = fromCause.gap.length() > cause.gap.length() ? fromCause.gap : cause.gap;
        cause.reason.kind = GapCauseKind::Various;
        if (fromCause.reason.kind == GapCauseKind::Code) {
            parts.push_back({std::move(fromCause.reason), from.gpuIdle, from.count});
        }
    }

    // Leaves at most kMaxParts parts that together take most of the idle time; none if none do.
    void chooseParts() {
        parts.resize(std::min(parts.size(), kMaxParts));
        Duration named{};
        for (const Part& part : parts) {
            named += part.idle;
        }
        if (!reachesPercent(named, group.gpuIdle, kNamedPercent)) {
            parts.clear();
        }
    }

    static constexpr std::size_t kMaxParts = 3;
    static constexpr std::int64_t kNamedPercent = 60;
};

// Removing code that launches nothing removes all of it, also what ran beside queued work.
void addCodeEdits(const Trace& trace, const Gap& gap, const GapCause& reason, FindingGroup& group) {
    const TrackId track = trace.trackOf(reason.calls.front());
    if (reason.kind == GapCauseKind::Code && !reason.launches && reason.calls == reason.slices) {
        for (const SliceId call : reason.calls) {
            group.edits.push_back(
                {ReplayEdit::Kind::ScaleHost, {}, track, trace.slices().range(call), 0});
        }
        return;
    }
    for (const TimeRange& range : causeRanges(trace, gap, reason)) {
        group.edits.push_back({ReplayEdit::Kind::ScaleHost, {}, track, range, 0});
    }
}

class GpuIdle {
public:
    explicit GpuIdle(const DetectorInput& input)
        : m_input(input),
          m_steps(input.analysis.steps),
          m_overhead(input.shared.overhead),
          m_hasHostWork(hasHostWork(input.trace)),
          m_programsThreads(threadsThatCallRuntime(input)) {}

    std::vector<Finding> run() {
        std::vector<Finding> findings;
        for (const DeviceAnalysis& device : m_input.analysis.devices) {
            if (!device.graphsUnderRecorded && !isSideGpu(m_input.analysis, device)) {
                addDevice(device, findings);
            }
        }
        return findings;
    }

private:
    void addDevice(const DeviceAnalysis& device, std::vector<Finding>& findings) {
        m_groups = {};
        m_idle.clear();
        for (GapCause& reason :
             gapCauses(m_input.trace, m_input.launches, m_input.places,
                       {device.gaps, device.gapReason, device.gapActivity, device.byStart},
                       m_input.settings.time("min_gap"))) {
            if (!m_input.shared.heldUp.explains(m_input.trace, device.gaps[reason.gap])) {
                lookAtProgram(device.gaps[reason.gap], reason);
                add(device, reason);
            }
        }
        m_groups.sortByCost();
        std::size_t named = 0;
        JoinedGaps rest;
        JoinedGaps ofRuntime;
        for (FindingGroup& group : m_groups.all()) {
            IdleCause& cause = m_idle[group.key];
            if (isOfRuntime(m_input, cause.reason)) {
                ofRuntime.add(group, cause);
                continue;
            }
            const Duration window = device.totals.window.length();
            const bool counts =
                m_input.settings.reaches(
                    isNamed(m_input, cause.reason) ? "min_share" : "min_unnamed", group.gpuIdle,
                    window) ||
                (cause.reason.kind == GapCauseKind::Untraced &&
                 m_input.settings.reaches("min_single", cause.gap.length(), window));
            if (counts && named < kMaxFindings) {
                ++named;
                findings.push_back(finding(device, group, cause));
            } else if (!isNamed(m_input, cause.reason) && !isUnrecorded(cause.reason) &&
                       cause.reason.kind != GapCauseKind::GpuSide) {
                rest.add(group, cause);
            }
        }
        addJoined(device, rest, findings);
        addJoined(device, ofRuntime, findings);
    }

    // Where the framework's runtime launches from threads of its own, the code of the thread that
    // calls it takes their place: those with Python frames.
    void lookAtProgram(const Gap& gap, GapCause& reason) {
        if (!gap.launch.isValid() || isProgramsThread(m_input.trace.trackOf(gap.launch)) ||
            !(reason.kind == GapCauseKind::Untraced || isOfRuntime(m_input, reason))) {
            return;
        }
        for (const TrackId thread : m_programsThreads) {
            m_tree.jumpTo(thread, hostRangeOf(m_input.trace, gap));
            if (HostCause host = hostCauseOf(m_tree, m_input.places); host.function.isValid()) {
                reason = {.gap = reason.gap,
                          .kind = GapCauseKind::Code,
                          .function = host.function,
                          .part = host.part,
                          .caller = {},
                          .launches = true,
                          .covered = {},
                          .slices = host.slices,
                          .calls = host.slices};
                return;
            }
        }
    }

    bool isProgramsThread(TrackId track) const {
        return std::ranges::find(m_programsThreads, track) != m_programsThreads.end();
    }

    void addJoined(const DeviceAnalysis& device, JoinedGaps& joined,
                   std::vector<Finding>& findings) {
        if (m_input.settings.reaches("min_unnamed", joined.group.gpuIdle,
                                     device.totals.window.length())) {
            joined.group.key.gpu = device.totals.gpu;
            joined.chooseParts();
            findings.push_back(finding(device, joined.group, joined.cause));
            nameParts(device, joined, findings.back());
        }
    }

    void add(const DeviceAnalysis& device, GapCause& reason) {
        const Gap& gap = device.gaps[reason.gap];
        const GroupKey key = keyOf(device, gap, reason);
        FindingGroup& group = m_groups.at(key);
        ++group.count;
        group.gpuIdle += gap.length();
        group.host += hostRangeOf(m_input.trace, gap).length();
        group.evidence.push_back(gapEvidence(m_input.trace, device, gap, 0));
        addHost(gap, reason, group);
        IdleCause& cause = m_idle[key];
        cause.firstUse += m_input.analysis.firstUse.timeIn(device.totals.gpu.source, gap.range());
        addBound(gap, reason, cause);
        if (gap.length() > cause.gap.length()) {
            cause.reason = std::move(reason);
            cause.gap = gap;
        }
    }

    // Whether nothing was recorded in a gap before or after the steps: no loop repeats it.
    bool isOnce(const Gap& gap, const GapCause& reason) const {
        return reason.kind == GapCauseKind::Untraced && m_steps.count() > 1 &&
               !m_steps.stepAt(m_input.trace.slices().start(gap.launch));
    }

    // Code is grouped by its caller, a drained queue by the place that waited. A late launch is one
    // group with and without a short wait before it.
    GroupKey keyOf(const DeviceAnalysis& device, const Gap& gap, const GapCause& reason) const {
        constexpr std::uint32_t kKinds = 16;
        GroupKey key;
        key.gpu = device.totals.gpu;
        key.variant = static_cast<std::uint32_t>(reason.kind);
        if (reason.kind == GapCauseKind::Code) {
            const StringId code = reason.caller.isValid() ? reason.caller : reason.function;
            key.variant += (code.value + 1) * kKinds;
        } else if (reason.kind == GapCauseKind::Drained) {
            key.place = m_input.places.placeOf(gap.blockingCall);
        } else if (isOnce(gap, reason)) {
            key.variant += kKinds;
        }
        return key;
    }

    // Adds the host code that fills the gap: brackets to draw, and the edits that remove it.
    void addHost(const Gap& gap, const GapCause& reason, FindingGroup& group) const {
        const Trace& trace = m_input.trace;
        if (reason.kind == GapCauseKind::Drained) {
            group.edits.push_back({ReplayEdit::Kind::DropWait,
                                   gap.blockingCall,
                                   trace.trackOf(gap.blockingCall),
                                   {},
                                   0});
        }
        if (!isNamed(m_input, reason) || reason.calls.empty()) {
            return;
        }
        const TrackId track = trace.trackOf(reason.calls.front());
        addCodeEdits(trace, gap, reason, group);
        const SliceTable& slices = trace.slices();
        const TimeRange all{slices.start(reason.calls.front()), slices.end(reason.calls.back())};
        if (all.length() <= 2 * gap.length()) {
            const bool isOne = reason.calls.size() == 1;
            group.evidence.push_back({EvidenceShape::Bracket,
                                      {},
                                      track,
                                      isOne ? reason.calls.front() : SliceId{},
                                      all,
                                      0});
        }
    }

    // All host time in a gap, until its launch call returns, but waits for other ranks.
    void addBound(const Gap& gap, const GapCause& reason, IdleCause& cause) {
        const bool isHost =
            reason.kind != GapCauseKind::GpuSide && reason.kind != GapCauseKind::Unknown;
        if (!isHost || !gap.launch.isValid()) {
            return;
        }
        const Trace& trace = m_input.trace;
        const TimeRange host{gap.begin, std::min(gap.end, trace.slices().end(gap.launch))};
        if (host.length() <= Duration::zero()) {
            return;
        }
        const TrackId track = trace.trackOf(gap.launch);
        for (const TimeRange& own : m_input.analysis.rankWaits.outside(track, host)) {
            cause.host += own.length();
            cause.recording += m_overhead.recordingTime(track, own);
            cause.bound.push_back({ReplayEdit::Kind::ScaleHost, {}, track, own, 0});
        }
        if (isNamed(m_input, reason) && !reason.calls.empty()) {
            for (const TimeRange& range : causeRanges(trace, gap, reason)) {
                cause.named += range.length();
            }
        }
    }

    // The upper bound in place of edits that cover only some of what the title names.
    static void setBound(IdleCause& cause, Finding& found) {
        if (cause.reason.kind != GapCauseKind::Drained && !cause.bound.empty() &&
            !reachesPercent(cause.named, cause.host, kExactPercent)) {
            const bool isOthers = cause.isProfilers() || cause.isApiOnly;
            found.edits = isOthers ? std::vector<ReplayEdit>{} : std::move(cause.bound);
            found.isBound = !found.edits.empty();
        }
    }

    Finding finding(const DeviceAnalysis& device, FindingGroup& group, IdleCause& cause) {
        Finding found = findingOf("gpu-idle", m_input.places, m_steps, group);
        const SliceId host = !cause.reason.slices.empty() ? cause.reason.slices.front()
                             : cause.reason.kind == GapCauseKind::Drained ? cause.gap.blockingCall
                                                                          : SliceId{};
        if (host.isValid()) {
            const Place place = m_input.places.placeOf(host);
            found.where = findingPlaceOf(m_input.places, place, device.totals.gpu);
        }
        found.perStep = gapsPerStep(found, m_steps);
        found.isDroppedAsPart = cause.reason.kind == GapCauseKind::Various;
        found.isHostUnrecorded = isUnrecorded(cause.reason);
        found.isUnnamed = cause.reason.kind == GapCauseKind::Various ||
                          cause.reason.kind == GapCauseKind::Scattered ||
                          isOnce(cause.gap, cause.reason) ||
                          isUnexplained(device, group.gpuIdle, cause.reason);
        cause.isApiOnly = cause.reason.kind == GapCauseKind::Untraced && !m_hasHostWork;
        setBound(cause, found);
        if (isOnce(cause.gap, cause.reason)) {
            found.edits.clear();
            found.isBound = false;
        }
        setIdleValues(m_input, device, cause, isInLoop(found, m_steps), found);
        return found;
    }

    // Whether nothing was recorded in the gaps, and they are either no main share of the GPU's idle
    // time without first use and the profiler, or stacks were recorded, so that no more can be.
    bool isUnexplained(const DeviceAnalysis& device, Duration idle, const GapCause& reason) const {
        if (reason.kind != GapCauseKind::Untraced) {
            return false;
        }
        Duration all{};
        for (std::size_t at = 0; at < device.gaps.size(); ++at) {
            all += isTakenOut(device.gapReason[at]) ? Duration::zero() : device.gaps[at].length();
        }
        return hasPythonStacks(m_input.trace) || !reachesPercent(idle, all, kUnrecordedPercent);
    }

    // The two or three causes that share the gaps, with their sizes and what to try about each.
    void nameParts(const DeviceAnalysis& device, const JoinedGaps& joined, Finding& found) const {
        if (joined.parts.empty()) {
            return;
        }
        ValueRows rows;
        HostAdvice all;
        for (const JoinedGaps::Part& part : joined.parts) {
            FindingValues& row = rows.emplace_back();
            row.set("part", shortCodeName(m_input.places.textOf(part.reason.function)));
            row.set("part_idle", part.idle);
            row.setCount("part_gaps", part.count);
            const HostAdvice advice =
                hostAdvice(m_input.trace.text(part.reason.function),
                           m_input.trace.text(part.reason.caller), isInLoop(found, m_steps));
            if (all.text.find(advice.text) == std::string::npos) {
                all.key = all.key.empty() ? advice.key : all.key;
                all.text += (all.text.empty() ? "" : " ") + advice.text;
            }
        }
        const GapCause& largest = joined.parts.front().reason;
        const bool isRuntimes = isOfRuntime(m_input, largest);
        if (joined.parts.size() == 1) {
            found.where = findingPlaceOf(
                m_input.places, m_input.places.placeOf(largest.slices.front()), device.totals.gpu);
        }
        found.values.set("cause", CaseName{"several"});
        found.values.set("parts", std::move(rows));
        found.values.set("fix", CaseName{isRuntimes ? "runtime" : "cure"});
        if (isRuntimes) {
            setRuntimesPlace(largest, joined.cause.gap, found);
        } else {
            setAdvice(std::move(all), found.values);
        }
        found.isUnnamed = false;
        found.isDroppedAsPart = false;
    }

    // The program's own call is the place. There is no price where another thread launches: which
    // of the threads wait for which was not recorded, so a replay without this code gains nothing.
    void setRuntimesPlace(const GapCause& largest, const Gap& gap, Finding& found) const {
        const Trace& trace = m_input.trace;
        if (trace.trackOf(largest.slices.front()) == trace.trackOf(gap.launch)) {
            return;
        }
        const SliceTable& slices = trace.slices();
        SliceId outermost = largest.slices.front();
        while (slices.parent(outermost).isValid()) {
            outermost = slices.parent(outermost);
        }
        found.where.op = m_input.places.textOf(slices.name(outermost));
        found.edits.clear();
        found.isBound = false;
        found.severity = Severity::Warning;
    }

    const DetectorInput& m_input;
    StepIndex m_steps;
    const ProfilerOverhead& m_overhead;
    bool m_hasHostWork;
    std::vector<TrackId> m_programsThreads;
    IdleCallTree m_tree{m_input.trace};
    FindingGroups m_groups;
    std::map<GroupKey, IdleCause> m_idle;
};

DetectorResult detectGpuIdle(const DetectorInput& input) {
    const auto& devices = input.analysis.devices;
    if (devices.empty()) {
        return {{}, "no GPU activity was recorded"};
    }
    const bool blind =
        std::all_of(devices.begin(), devices.end(),
                    [](const DeviceAnalysis& device) { return device.graphsUnderRecorded; });
    if (blind) {
        return {{}, "most CUDA graph launches show no kernels, so idle time cannot be judged"};
    }
    return {GpuIdle(input).run(), {}};
}

}  // namespace

const Detector& gpuIdleRule() {
    static const Detector kRule{
        {.id = "gpu-idle",
         .name = "GPU idle",
         .question = "When was a GPU idle, and what did the host do meanwhile?",
         .thresholds = kGpuIdleThresholds,
         .values = kGpuIdleValues,
         .idleClass = IdleClass::Host,
         .idlePhrase = "while the host runs other code",
         .isGeneric = true,
         .namesIdleTime = true},
        detectGpuIdle};
    return kRule;
}

}  // namespace gaplight
