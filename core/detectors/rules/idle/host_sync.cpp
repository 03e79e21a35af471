// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
//
// waits = blocking calls that neither the profiler nor a compiler made and after which something
//         is still launched, by (annotation, user frame, what made the call: SyncSource)
// fires where, of one group,
//         waits in a median steady step of several >= per_step
//      or idle time it exposes (waitExposures) >= min_exposed of the window
//      or time it waits >= min_wait of the window
//         A wait lasts from the copy call on where that call, of a copy to the host, waits itself;
//         it exposes the gap after the copy, without the calls in that gap, but at most as much
//         time as the wait lasted
// by design (Info): of a server, waits for copies that come in its iterations, one in a median one
// edits = each wait dropped, with the host work that exists only to make it (`aten::item`, the
//         frames of torch.cuda.synchronize; without frames, SyncStatements)
#include <algorithm>
#include <array>
#include <chrono>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "core/analysis/causes/wait_exposure.h"
#include "core/analysis/host/sync_origin.h"
#include "core/analysis/idle/gap_cause.h"
#include "core/analysis/replay/sync_records.h"
#include "core/analysis/serving/iterations.h"
#include "core/analysis/torch/python_frame.h"
#include "core/base/intervals.h"
#include "core/base/share.h"
#include "core/detectors/engine/finding_groups.h"
#include "core/detectors/engine/rules.h"
#include "core/detectors/shared/host_cures.h"
#include "core/detectors/shared/host_finding.h"

namespace gaplight {
namespace {

constexpr std::array kHostSyncThresholds{
    Threshold{"per_step", ThresholdUnit::Count, 1,
              "waits of one place in a median steady step from which on it is reported",
              "diffusers profiling guide: rare or absent is healthy, every step is not"},
    Threshold{"min_exposed", ThresholdUnit::Share, percent(1) / 10,
              "share of the window that the GPU is idle behind the waits of one place",
              "below this a fix is within the noise between runs"},
    Threshold{"min_wait", ThresholdUnit::Share, percent(1),
              "share of the window that the host waits at one place",
              "a wait this long is visible in any trace, and its cost is not"},
};

// The most findings of the rule.
constexpr std::size_t kHostSyncMaxFindings = 8;

// A copy call that waits for so long before its copy starts waits for the GPU's queue: twice what
// calls of copies take that find it empty.
constexpr Duration kMinCopyWait = std::chrono::microseconds(20);

// A group of waits, beside its FindingGroup.
struct Waits {
    Duration total{};
    std::vector<TimeRange> ranges;  // of the calls
    Duration inside{};              // idle time in them
    Duration after{};               // idle time from their ends on, until the GPU goes on
    SliceId longest;
    Duration longestCopy{};         // that a copy call waited itself
    std::uint64_t fromScalars = 0;  // torch.tensor() calls that read elements
    std::uint32_t cure = 0;
    std::vector<Time> starts;
    std::uint64_t inIterations = 0;  // of a server
};

constexpr std::array kHostSyncValues{
    DeclaredValue{"title", QuantityKind::Case, false, "code sampling"},
    DeclaredValue{"note", QuantityKind::Rows, false, "wait idle"},
    DeclaredValue{"place", QuantityKind::Text, true},
    DeclaredValue{"label", QuantityKind::Text},
    DeclaredValue{"call", QuantityKind::Text},
    DeclaredValue{"op", QuantityKind::Text, true},
    DeclaredValue{"waited", QuantityKind::Nanoseconds},
    DeclaredValue{"exposed", QuantityKind::Nanoseconds, true},
    DeclaredValue{"longest", QuantityKind::Nanoseconds, true},
    DeclaredValue{"waits_per_step", QuantityKind::Number, true},
    DeclaredValue{"cost", QuantityKind::Case, false, "none part most after other"},
    DeclaredValue{"idle_inside", QuantityKind::Nanoseconds, true},
    DeclaredValue{"idle_after", QuantityKind::Nanoseconds, true},
    DeclaredValue{"others_in", QuantityKind::Text, true},
    DeclaredValue{"cure", QuantityKind::Text},
    DeclaredValue{"advice", QuantityKind::Text},
    DeclaredValue{"fix", QuantityKind::Case, false, "cure scalars sampling"},
    DeclaredValue{"from_scalars", QuantityKind::Count, true},
    DeclaredValue{"reads", QuantityKind::Case, true, "one several"},
    DeclaredValue{"stacks", QuantityKind::Case, true, "missing"},
    DeclaredValue{"steps", QuantityKind::Case, true, "missing"},
};

// A copy to the host, where its call waits for the GPU's queue itself.
std::optional<TimeRange> copyOfWait(const DetectorInput& input, const SyncOrigin& site) {
    const auto activities = site.copy.isValid() ? input.launches.activitiesOf(site.copy)
                                                : std::span<const ActivityId>();
    const bool toHost = site.source != SyncSource::ListToTensor &&
                        site.source != SyncSource::ScalarsToTensor &&
                        site.source != SyncSource::Upload;
    if (!toHost || activities.empty()) {
        return std::nullopt;
    }
    const Trace& trace = input.trace;
    const TimeRange call = trace.slices().range(site.copy);
    const TimeRange copying =
        trace.slices().range(trace.gpuActivities()[activities.front().index()].slice);
    const bool waits = copying.end <= call.end && copying.begin - call.begin >= kMinCopyWait;
    return waits ? std::optional(copying) : std::nullopt;
}

// The gap of a GPU that begins after the copy, before its call returns; null if there is none.
const Gap* gapBehind(const Trace& trace, const DeviceAnalysis& device, const TimeRange& copying,
                     SliceId call) {
    const auto gap = std::partition_point(device.gaps.begin(), device.gaps.end(),
                                          [&](const Gap& one) { return one.begin < copying.end; });
    const bool isBehind = gap != device.gaps.end() && gap->begin <= trace.slices().end(call) &&
                          gap->trigger == GapTrigger::HostLate &&
                          trace.trackOf(gap->launch) == trace.trackOf(call);
    return isBehind ? &*gap : nullptr;
}

// A gap without the time of the calls in it, which waitExposures() counts.
Duration idleWithoutCalls(const DetectorInput& input, const Gap& gap) {
    std::vector<TimeRange> waits;
    for (const BlockingCall& call : callsInside(input.trace, input.analysis.blockingCalls, gap)) {
        waits.push_back(commonPart(input.trace.slices().range(call.slice), gap.range()));
    }
    return gap.length() - lengthOf(unionOf(std::move(waits)));
}

std::string_view costCase(const Finding& found, const Waits& waits) {
    // Idle for another reason than the host: work that was launched did not start, or earlier work
    // was not recorded.
    constexpr std::int64_t kMuchPercent = 10;
    if (reachesPercent(waits.inside, waits.total, kMuchPercent) &&
        waits.inside > 2 * found.cost.gpuIdle) {
        return "other";
    }
    if (found.cost.gpuIdle == Duration::zero()) {
        return "none";
    }
    if (waits.inside * 2 < found.cost.gpuIdle && waits.after > found.cost.gpuIdle) {
        return "after";
    }
    return found.cost.gpuIdle * 2 < waits.total ? "part" : "most";
}

void setFix(const Waits& waits, const SyncCure& cure, bool usesTorch, FindingValues& values) {
    const bool isList =
        cure.wait == SyncSource::ListToTensor || cure.wait == SyncSource::ScalarsToTensor;
    const bool isScalars = isList && waits.fromScalars > 0;
    const SyncCure& taken =
        isScalars ? syncCures()[syncCureOf(SyncSource::ScalarsToTensor, {}, {}, {})] : cure;
    values.set("cure", taken.key);
    values.set("advice", usesTorch || taken.otherText.empty() ? taken.text : taken.otherText);
    values.set("fix", CaseName{isScalars ? "scalars" : "cure"});
    if (isScalars) {
        values.set("from_scalars", static_cast<std::int64_t>(waits.fromScalars));
        values.set("reads", CaseName{waits.fromScalars == 1 ? "one" : "several"});
    }
}

// The first cure with the same key or label: calls with the same cure are one finding, as nonzero()
// and item() of one search.
std::uint32_t familyOf(std::uint32_t cure) {
    const auto cures = syncCures();
    const auto same = std::find_if(cures.begin(), cures.end(), [&](const SyncCure& other) {
        return other.key == cures[cure].key || other.label == cures[cure].label;
    });
    return static_cast<std::uint32_t>(same - cures.begin());
}

class HostSync {
public:
    explicit HostSync(const DetectorInput& input)
        : m_input(input),
          m_steps(input.analysis.steps),
          m_sites(input.trace, input.launches, input.analysis.names),
          m_statements(input.trace),
          m_exposures(waitExposures(input.trace, input.analysis, m_steps)),
          m_window(measuredWindow(input.analysis).length()) {}

    std::vector<Finding> run() {
        for (const DeviceAnalysis& device : m_input.analysis.devices) {
            for (std::size_t at = 0; at < device.gaps.size(); ++at) {
                const Gap& gap = device.gaps[at];
                if (device.gapReason[at] == GapReasonKind::WorkNotRecorded) {
                    m_outlasting.insert(gap.blockingCall);
                } else if (gap.blockingCall.isValid()) {
                    const Time end = m_input.trace.slices().end(gap.blockingCall);
                    m_after[gap.blockingCall] += gap.end - std::clamp(end, gap.begin, gap.end);
                }
            }
        }
        const Time lastLaunch = lastLaunchStart();
        for (std::size_t at = 0; at < m_exposures.size(); ++at) {
            const BlockingCall& call = m_input.analysis.blockingCalls[at];
            if (!call.byProfiler && !m_outlasting.contains(call.slice) &&
                m_input.trace.slices().start(call.slice) < lastLaunch &&
                !m_input.analysis.firstUse.contains(m_input.trace, call.slice)) {
                add(call, m_exposures[at]);
            }
        }
        m_groups.sortByCost();
        std::vector<FindingGroup*> reported;
        for (FindingGroup& group : m_groups.all()) {
            if (reported.size() < kHostSyncMaxFindings && isWorthIt(group, m_waits[group.key])) {
                reported.push_back(&group);
                ++m_reportedIn[group.key.place.annotation];
            }
        }
        std::vector<Finding> findings;
        for (FindingGroup* group : reported) {
            findings.push_back(finding(*group, m_waits[group->key]));
        }
        return findings;
    }

private:
    // A wait after which nothing is launched any more delays nothing.
    Time lastLaunchStart() const {
        Time last = Time::min();
        for (const SliceId launch : m_input.launches.launches()) {
            last = std::max(last, m_input.trace.slices().start(launch));
        }
        return last;
    }

    // "aten::copy_ aten::to aten::index": the operators around a call, from the inside out.
    std::string operatorsAround(SliceId call) const {
        std::string names;
        const SliceTable& slices = m_input.trace.slices();
        for (SliceId up = slices.parent(call); up.isValid(); up = slices.parent(up)) {
            if (m_input.trace.kind(up) == SliceKind::CpuOp) {
                names += (names.empty() ? "" : " ") + std::string(m_input.trace.name(up));
            }
        }
        return names;
    }

    void add(const BlockingCall& call, const WaitExposure& exposure) {
        const SyncOrigin site = m_sites.originOf(call.slice);
        if (site.whileCompiling) {
            return;
        }
        const Trace& trace = m_input.trace;
        const SliceTable& slices = trace.slices();
        GroupKey key;
        key.place = m_input.places.placeOf(call.slice);
        const std::uint32_t cure =
            syncCureOf(site.source, functionOfFrame(trace.text(key.place.python)),
                       trace.text(key.place.annotation), operatorsAround(call.slice));
        key.place.op = {};
        key.variant = familyOf(cure);

        FindingGroup& group = m_groups.at(key);
        Waits& waits = m_waits[key];
        const bool isLongest = !waits.longest.isValid() ||
                               slices.duration(call.slice) > slices.duration(waits.longest);
        if (isLongest) {
            waits.longest = call.slice;
            waits.cure = cure;
        }
        waits.total += slices.duration(call.slice);
        waits.ranges.push_back(slices.range(call.slice));
        waits.after += m_after[call.slice];
        waits.starts.push_back(slices.start(call.slice));
        const auto* iteration =
            iterationAt(m_input.analysis.serving.get(), slices.start(call.slice));
        waits.inIterations += iteration == nullptr ? 0U : 1U;
        waits.fromScalars += site.source == SyncSource::ScalarsToTensor ? 1U : 0U;
        ++group.count;
        group.gpuIdle += exposure.idle;
        group.host += slices.duration(site.whole);
        group.evidence.push_back(
            {EvidenceShape::Sync, {}, call.track, call.slice, slices.range(call.slice), 0});
        for (const GapRef& ref : exposure.gaps) {
            const DeviceAnalysis& device = m_input.analysis.devices[ref.device];
            group.evidence.push_back(gapEvidence(trace, device, device.gaps[ref.gap], 1));
        }
        addEdits(call, site, group);
        addCopyWait(call, site, group, waits);
    }

    // A copy into pageable host memory may wait in the copy call itself; the wait call after it
    // then returns at once.
    void addCopyWait(const BlockingCall& wait, const SyncOrigin& site, FindingGroup& group,
                     Waits& waits) {
        const auto copying = copyOfWait(m_input, site);
        if (!copying || site.copy == wait.slice) {  // counted already
            return;
        }
        const Trace& trace = m_input.trace;
        const TimeRange call = trace.slices().range(site.copy);
        const Duration held = copying->begin - call.begin;
        waits.total += held;
        waits.longestCopy = std::max(waits.longestCopy, held);
        if (launchesSoonAfter(trace, m_input.launches, site.copy, kIssuingPause)) {
            group.edits.push_back(
                {ReplayEdit::Kind::AsyncCopy, site.copy, trace.trackOf(site.copy), call, 0});
        }
        for (const DeviceAnalysis& device : m_input.analysis.devices) {
            const Gap* gap = gapBehind(trace, device, *copying, site.copy);
            if (gap != nullptr && m_behindCopies.insert(gap).second) {
                const Duration idle = idleWithoutCalls(m_input, *gap);
                group.gpuIdle += std::min(idle, held);
                if (idle <= held) {
                    group.evidence.push_back(gapEvidence(trace, device, *gap, 1));
                }
            }
        }
    }

    void addEdits(const BlockingCall& call, const SyncOrigin& site, FindingGroup& group) {
        group.edits.push_back({ReplayEdit::Kind::DropWait, call.slice, call.track, {}, 0});
        if (site.whole != call.slice) {
            group.edits.push_back({ReplayEdit::Kind::ScaleHost,
                                   {},
                                   call.track,
                                   m_input.trace.slices().range(site.whole),
                                   0});
        } else if (site.source == SyncSource::Synchronize) {
            if (const auto statement = m_statements.without(call.slice)) {
                group.edits.push_back(*statement);
            }
        }
    }

    bool isWorthIt(const FindingGroup& group, const Waits& waits) const {
        // One step does not show what repeats.
        const auto perStep = m_steps.count() < 2
                                 ? 0
                                 : static_cast<std::int64_t>(m_steps.medianPerStep(waits.starts));
        const bool isOften = perStep > 0 && perStep >= m_input.settings.value("per_step");
        return (isOften && !syncCures()[waits.cure].isHarmless) ||
               m_input.settings.reaches("min_exposed", group.gpuIdle, m_window) ||
               m_input.settings.reaches("min_wait", waits.total, m_window);
    }

    Finding finding(FindingGroup& group, Waits& waits) {
        const Trace& trace = m_input.trace;
        waits.inside = idleInside(m_input.analysis, unionOf(std::move(waits.ranges)));
        Finding found = findingOf("host-sync", m_input.places, m_steps, group);
        found.perStep = m_steps.medianPerStep(waits.starts);
        found.where.op = trace.text(m_input.places.placeOf(waits.longest).op);
        if (found.where.python.empty()) {
            found.where.python = frameFromCallStack(m_input, waits.longest);
        }
        found.isByDesign = isByDesign(found, waits);
        setValues(group.key, waits, found);
        return found;
    }

    // What is sampled comes to the host, and what it is sampled from goes to the GPU.
    static bool isByDesign(const Finding& found, const Waits& waits) {
        const SyncSource wait = syncCures()[waits.cure].wait;
        const bool isCopy = wait == SyncSource::ReadBack || wait == SyncSource::Upload ||
                            wait == SyncSource::ListToTensor;
        return isCopy && found.perStep >= 1 && waits.inIterations > 0 &&
               2 * waits.inIterations >= found.count;
    }

    void setValues(const GroupKey& key, const Waits& waits, Finding& found) const {
        const Trace& trace = m_input.trace;
        const SyncCure& cure = syncCures()[waits.cure];
        FindingValues& values = found.values;
        values.set("note", caseRows({"wait", "idle"}));
        values.set("place", shortPlaceText(found.where));
        values.set("label", cure.label);
        values.set("call", std::string(trace.name(waits.longest)));
        values.set("op", found.where.op);
        values.set("waited", waits.total);
        if (found.cost.gpuIdle > Duration::zero()) {
            values.set("exposed", found.cost.gpuIdle);
        }
        if (found.count > 1) {
            values.set("longest",
                       std::max(trace.slices().duration(waits.longest), waits.longestCopy));
        }
        if (found.perStep >= 1) {
            values.set("waits_per_step", found.perStep);
        }
        values.set("cost", CaseName{costCase(found, waits)});
        values.set("idle_inside", waits.inside);
        values.set("idle_after", waits.after);
        values.set("others_in", othersIn(key, waits));
        setFix(waits, cure, m_input.analysis.names.usesTorch(), values);
        const bool isSampling = found.isByDesign && cure.wait == SyncSource::ReadBack;
        values.set("title", CaseName{isSampling ? "sampling" : "code"});
        if (isSampling) {
            values.set("fix", CaseName{"sampling"});
        }
        if (found.where.python.empty()) {
            values.set("stacks", CaseName{"missing"});
        }
        if (m_steps.count() == 0) {
            values.set("steps", CaseName{"missing"});
        }
    }

    // The annotation in which other syncs wait for what this one waits for: what is queued has to
    // be waited for somewhere. Empty where there is no other.
    std::string othersIn(const GroupKey& key, const Waits& waits) const {
        const StringId annotation = key.place.annotation;
        const auto at = m_reportedIn.find(annotation);
        const bool isLong = m_input.settings.reaches("min_wait", waits.total, m_window);
        const bool isAlone = at == m_reportedIn.end() || at->second < 2;
        return annotation.isValid() && isLong && !isAlone
                   ? std::string(m_input.places.textOf(annotation))
                   : std::string{};
    }

    const DetectorInput& m_input;
    StepIndex m_steps;
    SyncOrigins m_sites;
    SyncStatements m_statements;
    std::vector<WaitExposure> m_exposures;
    std::map<SliceId, Duration> m_after;  // idle time after the calls that emptied a queue
    std::set<SliceId> m_outlasting;       // they waited for work that was not recorded
    Duration m_window;
    FindingGroups m_groups;
    std::map<GroupKey, Waits> m_waits;
    std::set<const Gap*> m_behindCopies;           // counted for the copy that waited
    std::map<StringId, std::size_t> m_reportedIn;  // findings per annotation
};

DetectorResult detectHostSync(const DetectorInput& input) {
    if (input.analysis.devices.empty()) {
        return {{}, "no GPU activity was recorded"};
    }
    return {HostSync(input).run(), {}};
}

}  // namespace

const Detector& hostSyncRule() {
    static const Detector kRule{
        {.id = "host-sync",
         .name = "Host sync",
         .question = "Does the host wait for the GPU inside the loop, and what in "
                     "the program makes it wait?",
         .thresholds = kHostSyncThresholds,
         .values = kHostSyncValues,
         .idleClass = IdleClass::Sync,
         .idlePhrase = "after a host sync",
         .namesIdleTime = true},
        detectHostSync};
    return kRule;
}

}  // namespace gaplight
