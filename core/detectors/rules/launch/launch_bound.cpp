// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
//
// interval = activities launched one by one without a pause > max_pause, waits for the GPU apart,
//            never with run_ahead of them in a row finding work still queued, and none of them
//            while a full queue made the host wait;
//            >= min_length on the host, >= min_kernels, >= min_queue_empty of them queue-empty,
//            the GPU idle for >= min_idle of it
// fires    = for each place (annotation, user frame) of a GPU with
//            sum over its intervals of (idle time - time that the profiler takes on the host)
//            >= min_share of the GPU's window, median time between two launches > median duration
//            of what they launch; places with the same fix are one finding where most steps of
//            either are steps of both
// of a server, intervals in iterations with prompts, whose sizes no graph is captured for, are by
//            design: Info
// edits    = each interval, step by step, without its waits and as one graph launch; where most of
//            it is loops over tensors (foreach-candidate), these at the host time of one turn
// varied   = a tenth of the launches have grids that at most half of the steps have: a graph of one
//            step fits no other, and the saving is an upper bound
#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <map>
#include <set>
#include <span>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "core/analysis/causes/launch_bound_places.h"
#include "core/analysis/causes/launch_sequences.h"
#include "core/analysis/host/tensor_loops.h"
#include "core/analysis/serving/iterations.h"
#include "core/analysis/torch/compile_spans.h"
#include "core/base/share.h"
#include "core/base/statistics.h"
#include "core/base/time.h"
#include "core/detectors/engine/finding_groups.h"
#include "core/detectors/engine/rules.h"
#include "core/detectors/shared/host_finding.h"
#include "core/trace/trace.h"

namespace gaplight {
namespace {

// What makes launches cheaper depends on what most of them are.
enum class LaunchFix : std::uint8_t { Loops, Copies, Compiled, Eager };

// The launches of a launch-bound place, by what makes them.
struct PlaceLaunches {
    Duration period{};             // from one launch to the next, median
    Duration kernel{};             // of an activity, median
    std::uint64_t activities = 0;  // all launches
    std::uint64_t compiled = 0;    // inside compiled code
    std::uint64_t copies = 0;
    std::uint64_t inLoops = 0;  // over tensors
    std::size_t threads = 0;

    // Loops if at least half of the activities are launched in loops over tensors; else Copies if
    // at least half are copies; else Compiled if at least half come from compiled code; else Eager.
    LaunchFix fix() const;
};

// Counts the launches of places of one trace.
class LaunchComposition {
public:
    // `loops`: result of tensorLoops(). Both must outlive this. O(texts).
    LaunchComposition(const Trace& trace, std::span<const TensorLoop> loops);

    // O(activities × (depth + log loops)).
    PlaceLaunches of(const LaunchBoundPlace& place) const;

private:
    bool isInCompiledCode(SliceId launch) const;

    const Trace& m_trace;
    std::span<const TensorLoop> m_loops;
    std::vector<bool> m_isCompiled;  // by text
};

LaunchFix PlaceLaunches::fix() const {
    return 2 * inLoops >= activities    ? LaunchFix::Loops
           : 2 * copies >= activities   ? LaunchFix::Copies
           : 2 * compiled >= activities ? LaunchFix::Compiled
                                        : LaunchFix::Eager;
}

LaunchComposition::LaunchComposition(const Trace& trace, std::span<const TensorLoop> loops)
    : m_trace(trace), m_loops(loops), m_isCompiled(trace.strings().size()) {
    for (std::size_t at = 0; at < m_isCompiled.size(); ++at) {
        m_isCompiled[at] = isCompiledCode(trace.text(StringId(at)));
    }
}

bool LaunchComposition::isInCompiledCode(SliceId launch) const {
    const SliceTable& slices = m_trace.slices();
    SliceId at = slices.parent(launch);
    while (at.isValid() && !m_isCompiled[slices.name(at).index()]) {
        at = slices.parent(at);
    }
    return at.isValid();
}

PlaceLaunches LaunchComposition::of(const LaunchBoundPlace& place) const {
    const SliceTable& slices = m_trace.slices();
    PlaceLaunches result;
    result.activities = place.activities;
    std::vector<Duration> periods;
    std::vector<Duration> kernels;
    std::vector<TrackId> threads;
    for (const LaunchBoundInterval& part : place.parts) {
        threads.push_back(part.thread);
        for (std::size_t at = 0; at < part.launches.size(); ++at) {
            const IntervalLaunch& one = part.launches[at];
            const SliceId slice = m_trace.gpuActivities()[one.activity.index()].slice;
            kernels.push_back(slices.duration(slice));
            result.compiled += isInCompiledCode(one.launch) ? 1 : 0;
            result.copies += m_trace.kind(slice) == SliceKind::Memcpy ? 1 : 0;
            result.inLoops += loopAround(m_loops, one.launch) != nullptr ? 1 : 0;
            if (at > 0) {
                periods.push_back(slices.start(one.launch) -
                                  slices.start(part.launches[at - 1].launch));
            }
        }
    }
    std::sort(threads.begin(), threads.end());
    result.threads =
        static_cast<std::size_t>(std::unique(threads.begin(), threads.end()) - threads.begin());
    result.period = periods.empty() ? Duration::zero() : lowerMedian(periods);
    result.kernel = kernels.empty() ? Duration::zero() : lowerMedian(kernels);
    return result;
}

constexpr LaunchBoundLimits kLaunchBoundPreset{};
constexpr std::array kLaunchBoundThresholds{
    Threshold{"min_length", ThresholdUnit::Nanoseconds, kLaunchBoundPreset.minLength.count(),
              "intervals of launches at least this long on the host are looked at",
              "ten gaps of the diffusers profiling guide's 100 \u00b5s"},
    Threshold{"min_kernels", ThresholdUnit::Count,
              static_cast<std::int64_t>(kLaunchBoundPreset.minActivities),
              "with at least so many kernels, copies and memsets", "fewer are no loop over layers"},
    Threshold{"min_queue_empty", ThresholdUnit::Share, kLaunchBoundPreset.minQueueEmptyPpm,
              "of which at least this share finds an empty queue",
              "operators launch in twos and threes: 49 % where ResNet-18 leaves the GPU idle for "
              "74 % of the time, at most 6 % in every GPU-bound recording"},
    Threshold{"max_pause", ThresholdUnit::Nanoseconds, kLaunchBoundPreset.maxPause.count(),
              "an interval ends where the host launches nothing for so long, waits apart",
              "five gaps of the guide's 100 \u00b5s: the host does something else"},
    Threshold{"min_idle", ThresholdUnit::Share, kLaunchBoundPreset.minIdlePpm,
              "share of an interval that the GPU is idle",
              "37 % and more in launch-bound recordings, at most 9 % in GPU-bound ones"},
    Threshold{"run_ahead", ThresholdUnit::Count,
              static_cast<std::int64_t>(kLaunchBoundPreset.runAhead),
              "and where so many in a row find work still queued",
              "the host is ahead: at most 4 are queued at once in the launch-bound recordings"},
    Threshold{"min_share", ThresholdUnit::Share, kLaunchBoundSharePpm,
              "share of the GPU's window that would be idle without the profiler too",
              "2.9 % in a GPU-bound training recorded with stacks, from 9 % where launches are "
              "the limit"},
};

constexpr auto kLaunchBoundValues = joinValues(
    kSlowedHostValues, std::array{
                           DeclaredValue{"places", QuantityKind::List},
                           DeclaredValue{"launches", QuantityKind::Count},
                           DeclaredValue{"length", QuantityKind::Nanoseconds},
                           DeclaredValue{"idle_share", QuantityKind::Share},
                           DeclaredValue{"unprofiled_share", QuantityKind::Share, true},
                           DeclaredValue{"launch_period", QuantityKind::Nanoseconds},
                           DeclaredValue{"kernel_time", QuantityKind::Nanoseconds},
                           DeclaredValue{"queue_empty_share", QuantityKind::Share},
                           DeclaredValue{"intervals", QuantityKind::Case, false, "one several"},
                           DeclaredValue{"fix", QuantityKind::Case, false,
                                         "loops copies compiled eager eager-with-backward prompts"},
                           DeclaredValue{"sizes", QuantityKind::Case, true, "varied"},
                           DeclaredValue{"passes", QuantityKind::Count, true},
                           DeclaredValue{"loop_share", QuantityKind::Share},
                           DeclaredValue{"copies", QuantityKind::Count},
                           DeclaredValue{"compiled", QuantityKind::Count},
                           DeclaredValue{"waits", QuantityKind::Count, true},
                           DeclaredValue{"note", QuantityKind::Rows},
                           DeclaredValue{"interval_idle", QuantityKind::Share, true},
                       });

// Where a threshold of 0 makes every annotation a place: so many loops are looked through, and so
// many places have room in a title.
constexpr std::size_t kMaxLoops = 16;
constexpr std::size_t kMaxPlaces = 6;

// Places with the same fix that the same steps run through: forward and backward of one loop.
struct PlaceGroup {
    std::vector<const LaunchBoundPlace*> places;  // most idle time first
    PlaceLaunches launches;                       // of the first
};

// `bound` with the longest idle time first, without places where kernels take longer than launches.
std::vector<PlaceGroup> groupsOf(std::span<const LaunchBoundPlace> bound,
                                 const LaunchComposition& composition) {
    std::vector<PlaceGroup> groups;
    for (const LaunchBoundPlace& place : bound) {
        const PlaceLaunches launches = composition.of(place);
        if (launches.period <= launches.kernel) {
            continue;
        }
        const std::span<PlaceGroup> known =
            std::span(groups).first(std::min(groups.size(), kMaxLoops));
        const auto same = std::find_if(known.begin(), known.end(), [&](const PlaceGroup& group) {
            return group.places.size() < kMaxPlaces && group.launches.fix() == launches.fix() &&
                   runInSameSteps(*group.places.front(), place);
        });
        if (same == known.end()) {
            groups.push_back({{&place}, launches});
        } else {
            same->places.push_back(&place);
        }
    }
    return groups;
}

std::string_view fixCase(const PlaceLaunches& launches) {
    switch (launches.fix()) {
        case LaunchFix::Loops:
            return "loops";
        case LaunchFix::Copies:
            return "copies";
        case LaunchFix::Compiled:
            return "compiled";
        case LaunchFix::Eager:
            break;
    }
    return launches.threads > 1 ? "eager-with-backward" : "eager";
}

TimeRange windowOf(const DetectorInput& input, GpuId gpu) {
    for (const DeviceAnalysis& device : input.analysis.devices) {
        if (device.totals.gpu == gpu) {
            return device.totals.window;
        }
    }
    return {};
}

// The waits for the GPU that the thread of an interval makes in it.
std::vector<SliceId> waitsIn(const DetectorInput& input, const LaunchBoundInterval& part) {
    const SliceTable& slices = input.trace.slices();
    const auto& calls = input.analysis.blockingCalls;
    auto call = std::partition_point(calls.begin(), calls.end(), [&](const BlockingCall& one) {
        return one.track < part.thread ||
               (one.track == part.thread && slices.start(one.slice) < part.host.begin);
    });
    std::vector<SliceId> waits;
    for (; call != calls.end() && call->track == part.thread &&
           slices.start(call->slice) < part.host.end;
         ++call) {
        waits.push_back(call->slice);
    }
    return waits;
}

// Each interval without its waits, as one graph launch. What the host did before the GPU's window
// begins is not in the window's idle time.
std::vector<ReplayEdit> graphEdits(const DetectorInput& input,
                                   std::span<const LaunchBoundInterval> parts) {
    std::vector<ReplayEdit> edits;
    for (const LaunchBoundInterval& part : parts) {
        for (const SliceId wait : waitsIn(input, part)) {
            edits.push_back({ReplayEdit::Kind::DropWait, wait, part.thread, {}, 0});
        }
        ReplayEdit edit;
        edit.kind = ReplayEdit::Kind::GraphLaunch;
        edit.track = part.thread;
        edit.range = {std::max(part.host.begin, windowOf(input, part.device).begin), part.host.end};
        edits.push_back(edit);
    }
    return edits;
}

// The host time of each interval removed, waits apart.
std::vector<ReplayEdit> hostEdits(std::span<const LaunchBoundInterval> parts) {
    std::vector<ReplayEdit> edits;
    edits.reserve(parts.size());
    for (const LaunchBoundInterval& part : parts) {
        edits.push_back({ReplayEdit::Kind::ScaleHost, {}, part.thread, part.host, 0});
    }
    return edits;
}

// The loops that are in the intervals, each down to the host time of one turn.
std::vector<ReplayEdit> loopEdits(const LaunchBoundPlace& bound,
                                  std::span<const TensorLoop> loops) {
    std::vector<ReplayEdit> edits;
    const TensorLoop* last = nullptr;
    for (const LaunchBoundInterval& part : bound.parts) {
        for (const IntervalLaunch& one : part.launches) {
            const TensorLoop* loop = loopAround(loops, one.launch);
            if (loop != nullptr && loop != last) {
                edits.push_back(oneTurnOf(*loop));
                last = loop;
            }
        }
    }
    return edits;
}

// An interval on the GPU, idle time before its first activity included, so that the lengths of all
// are the time that the title is about; below the track that has most of its activities.
Evidence gpuBandOf(const Trace& trace, const LaunchBoundInterval& part, std::uint32_t note) {
    std::unordered_map<TrackId, std::size_t> counts;
    for (const IntervalLaunch& one : part.launches) {
        ++counts[trace.trackOf(trace.gpuActivities()[one.activity.index()].slice)];
    }
    const auto most =
        std::max_element(counts.begin(), counts.end(), [](const auto& a, const auto& b) {
            return std::pair(a.second, b.first) < std::pair(b.second, a.first);
        });
    return {EvidenceShape::Band, part.device, most->first, {}, part.gpu, note};
}

void addEvidence(const DetectorInput& input, const LaunchBoundPlace& bound, Finding& finding) {
    ValueRows notes;
    std::array<std::uint32_t, 101> noteOfPercent{};  // one past the note; 0: none yet
    for (const LaunchBoundInterval& part : bound.parts) {
        // Rounded, as the share of the title is.
        const Duration length = part.gpu.length();
        const std::int64_t percentIdle =
            length > Duration::zero() ? (100 * part.idle + length / 2) / length : 0;
        std::uint32_t& note =
            noteOfPercent.at(static_cast<std::size_t>(std::min<std::int64_t>(percentIdle, 100)));
        if (note == 0) {
            notes.emplace_back().set("interval_idle", ShareValue{percentIdle, 100});
            note = static_cast<std::uint32_t>(notes.size());
        }
        const Evidence host{EvidenceShape::Band, {}, part.thread, {}, part.host, note - 1};
        for (const Evidence& band : {host, gpuBandOf(input.trace, part, note - 1)}) {
            // Calls and kernels of no duration have nothing to cover.
            if (band.range.length() > Duration::zero()) {
                finding.evidence.push_back(band);
            }
        }
    }
    finding.values.set("note", std::move(notes));
    std::stable_sort(
        finding.evidence.begin(), finding.evidence.end(),
        [](const Evidence& a, const Evidence& b) { return a.range.begin < b.range.begin; });
}

// "in `forward`", "outside any annotation": once each.
TextList placeTexts(const PlaceFinder& places, const PlaceGroup& group) {
    TextList texts;
    for (const LaunchBoundPlace* one : group.places) {
        std::string text = inPlaceText(findingPlaceOf(places, one->place, one->gpu));
        if (std::find(texts.begin(), texts.end(), text) == texts.end()) {
            texts.push_back(std::move(text));
        }
    }
    return texts;
}

// From this part of the idle time on that is recording, the title says what is left without it.
constexpr std::int64_t kRecordedPercent = 10;
// What recording costs is known to a third of it: `copy_after` is idle by 8 % when measured without
// the profiler, and by 17 % as its costs are modeled.
constexpr std::int64_t kRecordingErrorDivisor = 3;

void setValues(const Trace& trace, const LaunchBoundPlace& bound, const PlaceLaunches& launches,
               Finding& finding) {
    FindingValues& values = finding.values;
    values.setCount("launches", bound.activities);
    values.set("length", bound.length);
    values.set("idle_share", shareOf(bound.idle, bound.length));
    const Duration recorded = bound.idle - bound.idleUnprofiled;
    if (reachesPercent(recorded, bound.idle, kRecordedPercent)) {
        values.set("unprofiled_share", shareOf(bound.idleUnprofiled, bound.length - recorded));
    }
    values.set("launch_period", launches.period);
    values.set("kernel_time", launches.kernel);
    values.set("queue_empty_share", shareOf(bound.queueEmpty, bound.activities));
    values.set("intervals", CaseName{bound.parts.size() == 1 ? "one" : "several"});
    values.set("fix", CaseName{fixCase(launches)});
    values.set("loop_share", shareOf(launches.inLoops, bound.activities));
    values.setCount("copies", launches.copies);
    values.setCount("compiled", launches.compiled);
    setSlowedHost(trace, bound, values);
}

// Work of a kernel in one size: its name and grid.
using KernelSize = std::pair<StringId, std::array<std::uint32_t, 3>>;

KernelSize sizeOf(const Trace& trace, ActivityId activity) {
    const SliceId kernel = trace.gpuActivities()[activity.index()].slice;
    const KernelConfig* config = trace.kernelConfigs().find(kernel);
    return {trace.slices().name(kernel),
            config == nullptr ? std::array<std::uint32_t, 3>{} : config->grid};
}

// Keeps the passes that share a third of all names with the one that has most: matrix products of
// another size have another name, but forward and backward of one step are other code.
void keepPassesAlike(std::vector<std::set<KernelSize>>& passes) {
    const auto namesOf = [](const std::set<KernelSize>& pass) {
        std::set<StringId> names;
        for (const auto& [name, grid] : pass) {
            names.insert(name);
        }
        return names;
    };
    std::set<StringId> most;
    for (const std::set<KernelSize>& pass : passes) {
        std::set<StringId> names = namesOf(pass);
        most = names.size() > most.size() ? std::move(names) : std::move(most);
    }
    std::erase_if(passes, [&](const std::set<KernelSize>& pass) {
        const std::set<StringId> names = namesOf(pass);
        const auto shared = static_cast<std::size_t>(
            std::ranges::count_if(names, [&most](StringId name) { return most.contains(name); }));
        return 3 * shared < names.size() + most.size() - shared;
    });
}

// The sizes of each step that the intervals are in, whatever launched them: where an interval of a
// step begins and ends differs. Of each interval where there are no steps.
std::vector<std::set<KernelSize>> sizesOfPasses(const DetectorInput& input,
                                                std::span<const LaunchBoundInterval> parts,
                                                const StepIndex& steps) {
    constexpr std::size_t kMinLaunches = 8;
    std::vector<std::set<KernelSize>> passes;
    const auto add = [&](const auto& all, const auto& activityOf) {
        if (all.size() >= kMinLaunches) {
            std::set<KernelSize>& pass = passes.emplace_back();
            for (const auto& one : all) {
                pass.insert(sizeOf(input.trace, activityOf(one)));
            }
        }
    };
    std::set<std::size_t> of;
    for (const LaunchBoundInterval& part : parts) {
        const auto step = steps.stepAt(part.host.begin);
        if (step) {
            of.insert(*step);
        } else if (steps.count() == 0) {
            add(part.launches, [](const IntervalLaunch& one) { return one.activity; });
        }
    }
    if (steps.count() == 0) {
        keepPassesAlike(passes);
    }
    std::vector<TimeRange> ranges;
    std::ranges::transform(of, std::back_inserter(ranges),
                           [&](std::size_t step) { return steps.host(step); });
    for (const LaunchSequence& sequence :
         launchSequences(input.trace, input.launches, input.analysis, ranges)) {
        add(sequence.activities, [](ActivityId activity) { return activity; });
    }
    return passes;
}

// Whether at least a tenth of the launches in the intervals have sizes that most other passes do
// not have: a CUDA graph of one pass would fit no other.
bool hasVariedSizes(const Trace& trace, std::span<const LaunchBoundInterval> parts,
                    const std::vector<std::set<KernelSize>>& passes) {
    constexpr std::size_t kMinPasses = 3;
    constexpr std::size_t kVariedDivisor = 10;
    std::map<KernelSize, std::size_t> passesOf;
    for (const std::set<KernelSize>& pass : passes) {
        for (const KernelSize& size : pass) {
            ++passesOf[size];
        }
    }
    std::size_t launches = 0;
    std::size_t varied = 0;
    for (const LaunchBoundInterval& part : parts) {
        for (const IntervalLaunch& one : part.launches) {
            const auto of = passesOf.find(sizeOf(trace, one.activity));
            varied += of == passesOf.end() || of->second * 2 <= passes.size() ? 1 : 0;
            ++launches;
        }
    }
    return passes.size() >= kMinPasses && varied * kVariedDivisor >= launches;
}

// Whether most of a place is in iterations of a server that compute prompts.
bool isInPrompts(const DetectorInput& input, const LaunchBoundPlace& bound) {
    Duration all{};
    Duration ofPrompts{};
    for (const LaunchBoundInterval& part : bound.parts) {
        const ServingIteration* iteration =
            iterationAt(input.analysis.serving.get(), part.host.begin);
        const bool hasPrompts =
            iteration != nullptr && (iteration->name.phase == ServingPhase::Prefill ||
                                     iteration->name.phase == ServingPhase::Mixed);
        all += part.host.length();
        ofPrompts += hasPrompts ? part.host.length() : Duration{};
    }
    return 2 * ofPrompts > all;
}

// Whether a server decodes, too: then graphs are for its decodes, and prompts come now and then.
bool hasDecodes(const DetectorInput& input) {
    return std::ranges::any_of(input.analysis.serving->rows, [](const ServingIteration& iteration) {
        return iteration.name.phase == ServingPhase::Decode;
    });
}

// `bound`: the parts of all places; `launches`: of all of them.
Finding findingOf(const DetectorInput& input, const LaunchBoundPlace& bound,
                  const PlaceLaunches& launches, std::span<const TensorLoop> loops,
                  const StepIndex& steps) {
    Finding finding;
    finding.rule = "launch-bound";
    finding.where = findingPlaceOf(input.places, bound.place, bound.gpu);
    finding.count = bound.parts.size();
    finding.cost.gpuIdle = bound.idle;
    if (bound.recording > Duration::zero()) {
        finding.unprofiledIdle = std::max(
            Duration::zero(), bound.idleUnprofiled - bound.recording / kRecordingErrorDivisor);
    }
    std::vector<Time> begins;
    for (const LaunchBoundInterval& part : bound.parts) {
        begins.push_back(part.host.begin);
        finding.cost.host += part.host.length();
    }
    finding.perStep = steps.medianPerStep(begins);
    setValues(input.trace, bound, launches, finding);
    addEvidence(input, bound, finding);
    const bool isOfPrompts = launches.fix() == LaunchFix::Eager && isInPrompts(input, bound);
    if (isOfPrompts) {
        finding.isByDesign = hasDecodes(input);
        finding.values.set("fix", CaseName{"prompts"});
    }
    finding.withoutHost = hostEdits(bound.parts);
    if (launches.fix() == LaunchFix::Loops) {
        finding.edits = loopEdits(bound, loops);
        return finding;
    }
    std::size_t waits = 0;
    for (const LaunchBoundInterval& part : bound.parts) {
        waits += waitsIn(input, part).size();
    }
    if (waits > 0) {
        finding.values.setCount("waits", waits);
        finding.priceOrder = PriceOrder::IncludesOthers;
    }
    finding.edits = graphEdits(input, bound.parts);
    const auto passes = sizesOfPasses(input, bound.parts, steps);
    finding.values.setCount("passes", passes.size());
    if (!isOfPrompts && hasVariedSizes(input.trace, bound.parts, passes)) {
        finding.values.set("sizes", CaseName{"varied"});
        finding.isBound = true;
    }
    return finding;
}

Finding findingOfSeveral(const DetectorInput& input, const PlaceGroup& group,
                         const LaunchComposition& composition, std::span<const TensorLoop> loops,
                         const StepIndex& steps) {
    LaunchBoundPlace all = *group.places[0];
    for (std::size_t at = 1; at < group.places.size(); ++at) {
        addParts(all, *group.places[at]);
    }
    return findingOf(input, all, composition.of(all), loops, steps);
}

LaunchBoundLimits limitsOf(const RuleSettings& settings) {
    LaunchBoundLimits limits;
    limits.minLength = settings.time("min_length");
    limits.minActivities = static_cast<std::uint64_t>(settings.value("min_kernels"));
    limits.minQueueEmptyPpm = settings.ppm("min_queue_empty");
    limits.minIdlePpm = settings.ppm("min_idle");
    limits.maxPause = settings.time("max_pause");
    limits.runAhead = static_cast<std::uint64_t>(settings.value("run_ahead"));
    return limits;
}

// The places by the rule's thresholds; `own` holds them where those are not the default.
std::span<const LaunchBoundPlace> placesOf(const DetectorInput& input,
                                           std::vector<LaunchBoundPlace>& own) {
    const LaunchBoundLimits limits = limitsOf(input.settings);
    const std::int64_t minSharePpm = input.settings.ppm("min_share");
    if (limits == LaunchBoundLimits() && minSharePpm == kLaunchBoundSharePpm) {
        return input.shared.launchBound;
    }
    own = launchBoundPlaces(input.trace, input.launches, input.analysis, input.places,
                            input.shared.overhead, input.shared.heldUp, limits, minSharePpm);
    return own;
}

DetectorResult detectLaunchBound(const DetectorInput& input) {
    if (input.analysis.devices.empty()) {
        return {{}, "no GPU activity was recorded"};
    }
    if (input.launches.launches().empty()) {
        return {{}, "no GPU activity has a recorded launch"};
    }
    std::vector<LaunchBoundPlace> own;
    const std::span<const LaunchBoundPlace> bound = placesOf(input, own);
    if (bound.empty()) {
        return {};
    }
    const std::vector<TensorLoop> loops = tensorLoops(input.trace, input.launches);
    const StepIndex steps(input.analysis.steps);
    const LaunchComposition composition(input.trace, loops);
    DetectorResult result;
    for (const PlaceGroup& group : groupsOf(bound, composition)) {
        Finding finding = group.places.size() == 1
                              ? findingOf(input, *group.places[0], group.launches, loops, steps)
                              : findingOfSeveral(input, group, composition, loops, steps);
        TextList places = placeTexts(input.places, group);
        finding.where.others = places.size() - 1;
        finding.values.set("places", std::move(places));
        result.findings.push_back(std::move(finding));
    }
    return result;
}

}  // namespace

const Detector& launchBoundRule() {
    static const Detector kRule{{.id = "launch-bound",
                                 .name = "Launch-bound",
                                 .question = "Where does the GPU wait for launches because the "
                                             "host needs longer to launch a kernel "
                                             "than the GPU to run it?",
                                 .thresholds = kLaunchBoundThresholds,
                                 .values = kLaunchBoundValues,
                                 .idleClass = IdleClass::Launch,
                                 .idlePhrase = "launch-bound: kernels are launched one by one",
                                 .namesIdleTime = true},
                                detectLaunchBound};
    return kRule;
}

}  // namespace gaplight
