// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
//
// exposed(GPU) = time during which only collectives ran on it
// fires where exposed >= exposed_share of the GPU's window: one finding for each operation that
// has as much by itself, or for the one with most. Not where graphs were under-recorded: what
// they ran beside the collectives is missing.
//
// A collective's kernel starts when this rank is ready and ends when the data of the last one has
// arrived.
// floor(collective) = the smaller of the shortest occurrence with as large a message and of what a
//                     transfer takes over the link at its slowest (transferBound)
// waiting = duration - floor. Where that is waiting_share of the collectives' time, the edits
// shrink each one to its floor, and the kernels beside a wait to what they take alone: a waiting
// collective keeps its SMs. Else they take off the exposed time that is no waiting, an upper bound:
// overlapping hides a transfer, and shortens no wait. Of one without a floor that is at most the
// median of all, as equal messages take; of all operations together, in the order of their exposed
// time and the longest first, at most what the GPU computes, beside which they could run.
// Where no size is known, it may all be waiting, which no saving tells: a warning from
// unpriced_share on, whatever it saves.
#include <algorithm>
#include <array>
#include <chrono>
#include <numeric>
#include <utility>

#include "core/analysis/ranks/comm_operation.h"
#include "core/base/statistics.h"
#include "core/detectors/engine/rules.h"
#include "core/detectors/rules/ranks/collective_kind.h"
#include "core/detectors/shared/host_finding.h"
#include "core/detectors/shared/kernel_finding.h"

namespace gaplight {
namespace {

constexpr std::string_view kCommExposedId = "comm-exposed";

constexpr std::array kCommExposedThresholds{
    Threshold{"exposed_share", ThresholdUnit::Share, percent(1),
              "of the GPU's window during which only collectives ran, from which on it is reported",
              "two balanced ranks of DDP on NVLink have 0.5 %"},
    Threshold{"waiting_share", ThresholdUnit::Share, percent(50),
              "of the collectives' time beyond their transfer, from which on another rank is late",
              "more than the transfers themselves take"},
    Threshold{"unpriced_share", ThresholdUnit::Share, percent(10),
              "of the GPU's window, from which on communication of unknown size is a warning",
              "all-reduces of a rank that waits for another: 77 %, of the other one 40 %"},
};

constexpr std::array kCommExposedValues{
    DeclaredValue{"operation", QuantityKind::Text},
    DeclaredValue{"note", QuantityKind::Case, false, "waiting transfer"},
    DeclaredValue{"exposed", QuantityKind::Nanoseconds},
    DeclaredValue{"exposed_share", QuantityKind::Share},
    DeclaredValue{"exposed_per_step", QuantityKind::Nanoseconds, true},
    DeclaredValue{"exposed_waiting", QuantityKind::Nanoseconds, true},
    DeclaredValue{"exposed_part", QuantityKind::Case, true, "waiting"},
    DeclaredValue{"cause", QuantityKind::Case, true, "late-rank"},
    DeclaredValue{"operations", QuantityKind::Text},
    DeclaredValue{"collectives", QuantityKind::Case, false, "one several"},
    DeclaredValue{"total", QuantityKind::Nanoseconds},
    DeclaredValue{"waiting", QuantityKind::Nanoseconds, true},
    DeclaredValue{"fastest", QuantityKind::Nanoseconds, true},
    DeclaredValue{"median", QuantityKind::Nanoseconds, true},
    DeclaredValue{"longest", QuantityKind::Nanoseconds, true},
    DeclaredValue{"sent", QuantityKind::Bytes, true},
    DeclaredValue{"sent_rate", QuantityKind::Rate, true},
    DeclaredValue{"link", QuantityKind::Text, true},
    DeclaredValue{"link_rate", QuantityKind::Rate, true},
    DeclaredValue{"slowed_by", QuantityKind::Nanoseconds, true},
    DeclaredValue{"kept", QuantityKind::Case, true, "some unknown"},
    DeclaredValue{"kept_sms", QuantityKind::Count, true},
    DeclaredValue{"sms", QuantityKind::Count, true},
    DeclaredValue{"fix", QuantityKind::Case, false,
                  "late-rank pipeline unknown all-reduce prefetch experts overlap"},
    DeclaredValue{"rank", QuantityKind::Case, false, "known unknown"},
    DeclaredValue{"rank_number", QuantityKind::Text, true},
    DeclaredValue{"world_size", QuantityKind::Count, true},
    DeclaredValue{"comparison", QuantityKind::Case, false, "late-rank others"},
    DeclaredValue{"sizes", QuantityKind::Case, false, "known unknown"},
    DeclaredValue{"unknown_sizes", QuantityKind::Count, true},
    DeclaredValue{"estimate", QuantityKind::Case, true, "none all-overlapped"},
};

// One operation on one GPU, with what its waits slowed down.
struct Exposure {
    const DeviceAnalysis& device;
    const CollectiveKind& kind;
    bool isWaiting = false;
    std::vector<Duration> hidden;  // of each collective, what could run beside compute
    std::vector<SlowedKernel> slowed;
    Duration slowedBy{};
};

// Whether waits of one stream for another were recorded. Without them, the replay does not know
// which work a collective delays.
bool knowsStreamWaits(const Trace& trace) {
    return trace.syncFacts().size() > 0 || trace.findText("cudaStreamWaitEvent") ||
           trace.findText("hipStreamWaitEvent");
}

// What of each collective could run beside compute: the exposed time that is transfer, of the
// longest first, up to `compute` in all.
std::vector<Duration> hiddenOf(const CollectiveKind& kind, Duration compute) {
    std::vector<Duration> hidden;
    for (std::size_t at = 0; at < kind.collectives.size(); ++at) {
        const Duration exposed = kind.collectives[at].exposed - kind.exposedWaits[at];
        hidden.push_back(kind.floors[at] ? exposed : std::min(exposed, kind.median));
    }
    std::vector<std::size_t> order(hidden.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::ranges::stable_sort(order, std::ranges::greater(),
                             [&](std::size_t at) { return hidden[at]; });
    for (const std::size_t at : order) {
        hidden[at] = std::min(hidden[at], compute);
        compute -= hidden[at];
    }
    return hidden;
}

std::vector<ReplayEdit> editsOf(const Trace& trace, const Exposure& exposure) {
    const CollectiveKind& kind = exposure.kind;
    std::vector<ReplayEdit> edits;
    const auto shrink = [&](SliceId slice, Duration to) {
        const Duration from = trace.slices().duration(slice);
        if (to < from) {
            edits.push_back({ReplayEdit::Kind::ScaleActivity,
                             slice,
                             {},
                             {},
                             static_cast<double>(to.count()) / static_cast<double>(from.count())});
        }
    };
    for (std::size_t at = 0; at < kind.collectives.size(); ++at) {
        const Collective& collective = kind.collectives[at];
        const Duration whole = trace.slices().duration(collective.slice);
        shrink(collective.slice,
               exposure.isWaiting ? kind.floors[at].value_or(whole) : whole - exposure.hidden[at]);
    }
    for (const SlowedKernel& kernel : exposure.slowed) {
        shrink(kernel.slice, kernel.alone);
    }
    return edits;
}

// Of the exposed time, what a median steady step has.
Duration exposedPerStep(const DetectorInput& input, const CollectiveKind& kind) {
    const StepIndex steps(input.analysis.steps);
    std::vector<Duration> ofStep(steps.count());
    for (const Collective& collective : kind.collectives) {
        const SliceId launch = input.launches.launchOf(collective.slice);
        const auto step = launch.isValid() ? steps.stepAt(input.trace.slices().start(launch))
                                           : std::optional<std::size_t>{};
        if (step) {
            ofStep[*step] += collective.exposed;
        }
    }
    ofStep.erase(ofStep.begin(), ofStep.end() - static_cast<std::ptrdiff_t>(steps.steadyCount()));
    return ofStep.empty() ? Duration{} : lowerMedian(ofStep);
}

// The SMs that a waiting collective keeps: its blocks, at most one on each.
void setKeptSms(const DetectorInput& input, const CollectiveKind& kind, GpuId gpu,
                FindingValues& values) {
    const KernelConfig* config = input.trace.kernelConfigs().find(kind.collectives.front().slice);
    const DeviceProperties* properties = propertiesOf(input.analysis, gpu);
    const bool isKnown = config != nullptr && properties != nullptr && properties->sms > 0 &&
                         config->grid[0] < static_cast<std::uint32_t>(properties->sms);
    values.set("kept", CaseName{isKnown ? "some" : "unknown"});
    if (isKnown) {
        values.setCount("kept_sms", config->grid[0]);
        values.set("sms", std::int64_t{properties->sms});
    }
}

// Whether transfer and waiting could be separated.
bool knowsWaiting(const CollectiveKind& kind) {
    return kind.unknownSizes < kind.collectives.size();
}

std::string_view fixOf(const Exposure& exposure) {
    const std::string& operation = exposure.kind.operation;
    if (exposure.isWaiting) {
        return operation == "send/receive" ? "pipeline" : "late-rank";
    }
    if (operation.starts_with("expert ")) {
        return "experts";
    }
    if (!knowsWaiting(exposure.kind)) {
        return "unknown";
    }
    if (operation == "all-reduce") {
        return "all-reduce";
    }
    return operation == "all-gather" || operation == "reduce-scatter" ? "prefetch" : "overlap";
}

Duration hiddenBy(const Exposure& exposure) {
    return std::accumulate(exposure.hidden.begin(), exposure.hidden.end(), Duration::zero());
}

void setConfidence(const DetectorInput& input, const Exposure& exposure, FindingValues& values) {
    const CollectiveKind& kind = exposure.kind;
    const TraceFacts& facts = input.trace.facts();
    const bool isKnown = facts.rank && facts.worldSize;
    values.set("rank", CaseName{isKnown ? "known" : "unknown"});
    if (isKnown) {
        values.set("rank_number", std::to_string(*facts.rank));
        values.set("world_size", std::int64_t{*facts.worldSize});
    }
    values.set("comparison", CaseName{exposure.isWaiting ? "late-rank" : "others"});
    values.set("sizes", CaseName{knowsWaiting(kind) ? "known" : "unknown"});
    if (kind.unknownSizes > 0) {
        values.setCount("unknown_sizes", kind.unknownSizes);
    }
    if (!knowsStreamWaits(input.trace)) {
        values.set("estimate", CaseName{"none"});
    } else if (!exposure.isWaiting) {
        values.set("estimate", CaseName{"all-overlapped"});
    }
}

// A wait shorter than what is reported at all is left out: equal transfers differ by as much.
void setWaiting(const DetectorInput& input, const Exposure& exposure, FindingValues& values) {
    const CollectiveKind& kind = exposure.kind;
    if (!knowsWaiting(kind)) {
        return;
    }
    const Duration window = exposure.device.totals.window.length();
    if (exposure.isWaiting ||
        input.settings.reaches("exposed_share", kind.exposedWaiting, window)) {
        values.set("waiting", kind.waiting);
        values.set("exposed_waiting", kind.exposedWaiting);
        if (kind.exposed < kind.total) {
            values.set("exposed_part", CaseName{"waiting"});
        }
    }
    if (kind.fastest > Duration::zero()) {
        values.set("fastest", kind.fastest);
        values.set("median", kind.median);
        values.set("longest", kind.longest);
    }
    if (kind.bound && kind.bound->time < kind.boundDuration) {
        values.set("sent", ByteCount{kind.bound->sentBytes});
        values.set("sent_rate", ByteRate{kind.bound->sentBytes, kind.boundDuration});
        values.set("link", std::string(kind.bound->link.name));
        values.set("link_rate",
                   ByteRate{kind.bound->link.bytesPerMicrosecond, std::chrono::microseconds(1)});
    }
}

void setValues(const DetectorInput& input, const Exposure& exposure, Finding& finding) {
    const CollectiveKind& kind = exposure.kind;
    FindingValues& values = finding.values;
    values.set("operation", kind.operation);
    values.set("note", CaseName{exposure.isWaiting ? "waiting" : "transfer"});
    values.set("exposed", kind.exposed);
    values.set("exposed_share", shareOf(kind.exposed, exposure.device.totals.window.length()));
    if (const Duration perStep = exposedPerStep(input, kind); perStep > Duration::zero()) {
        values.set("exposed_per_step", perStep);
    }
    if (exposure.isWaiting) {
        values.set("cause", CaseName{"late-rank"});
    }
    values.set("operations", kind.operation + (kind.operation.ends_with("ch") ? "es" : "s"));
    values.set("collectives", CaseName{finding.count == 1 ? "one" : "several"});
    values.set("total", kind.total);
    setWaiting(input, exposure, values);
    if (exposure.slowedBy > Duration::zero()) {
        values.set("slowed_by", exposure.slowedBy);
        setKeptSms(input, kind, exposure.device.totals.gpu, values);
    }
    values.set("fix", CaseName{fixOf(exposure)});
    setConfidence(input, exposure, values);
}

// "c10d::allreduce_": the innermost op but record_param_comms, by which PyTorch records the size.
StringId opOf(const DetectorInput& input, SliceId launch) {
    const Trace& trace = input.trace;
    SliceId op = opAround(trace, launch);
    while (op.isValid() && trace.name(op) == kCommOperator) {
        op = opAround(trace, trace.slices().parent(op));
    }
    return op.isValid() ? trace.slices().name(op) : StringId();
}

// The call outside of NCCL's own ranges ("nccl:all_reduce"); invalid if there is none.
SliceId outsideOfNccl(const Trace& trace, SliceId launch) {
    SliceId outside = launch;
    for (SliceId up = launch; up.isValid(); up = trace.slices().parent(up)) {
        if (trace.kind(up) == SliceKind::UserAnnotation && trace.name(up).starts_with("nccl:")) {
            outside = trace.slices().parent(up);
        }
    }
    return outside;
}

// What has at least half of the exposed time of all; the default where nothing has.
template <class Key, class KeyOf>
Key mostExposed(const CollectiveKind& kind, const KeyOf& keyOf) {
    std::vector<std::pair<Key, Duration>> exposedOf;
    for (const Collective& collective : kind.collectives) {
        const Key key = keyOf(collective);
        auto at = std::ranges::find(exposedOf, key, &std::pair<Key, Duration>::first);
        at = at == exposedOf.end() ? exposedOf.insert(at, {key, {}}) : at;
        at->second += collective.exposed;
    }
    const auto most = std::ranges::max_element(exposedOf, {}, &std::pair<Key, Duration>::second);
    return most != exposedOf.end() && most->second * 2 >= kind.exposed ? most->first : Key();
}

FindingPlace placeOf(const DetectorInput& input, const Exposure& exposure) {
    const auto launchOf = [&](const Collective& collective) {
        return input.launches.launchOf(collective.slice);
    };
    Place place = mostExposed<Place>(exposure.kind, [&](const Collective& collective) {
        const SliceId launch = launchOf(collective);
        const SliceId outside = launch.isValid() ? outsideOfNccl(input.trace, launch) : SliceId();
        Place found = outside.isValid() ? input.places.placeOf(outside) : Place();
        found.op = {};
        return found;
    });
    place.op = mostExposed<StringId>(exposure.kind, [&](const Collective& collective) {
        const SliceId launch = launchOf(collective);
        return launch.isValid() ? opOf(input, launch) : StringId();
    });
    return findingPlaceOf(input.places, place, exposure.device.totals.gpu);
}

Finding findingOf(const DetectorInput& input, const Exposure& exposure) {
    const CollectiveKind& kind = exposure.kind;
    std::vector<SliceId> slices;
    for (const Collective& collective : kind.collectives) {
        slices.push_back(collective.slice);
    }
    Finding finding = kernelFinding(input, kCommExposedId, exposure.device.totals.gpu, slices);
    finding.where = placeOf(input, exposure);
    finding.cost.waiting = exposure.isWaiting ? kind.exposedWaiting : Duration::zero();
    finding.waits = exposure.isWaiting ? waitsOf(input.trace, kind) : std::vector<TimeRange>();
    setValues(input, exposure, finding);
    // It may be waiting for all that is known, which no saving tells.
    if (!exposure.isWaiting && !knowsWaiting(kind) &&
        input.settings.reaches("unpriced_share", kind.exposed,
                               exposure.device.totals.window.length())) {
        finding.leastSeverity = Severity::Warning;
    }
    if (knowsStreamWaits(input.trace)) {
        finding.edits = editsOf(input.trace, exposure);
        finding.isBound = !exposure.isWaiting;
    }
    return finding;
}

void addFindings(const DetectorInput& input, const DeviceAnalysis& device,
                 const CollectiveTime& time, KernelGroups& groups, std::vector<Finding>& findings) {
    const Duration window = device.totals.window.length();
    if (!input.settings.reaches("exposed_share", time.exposed, window)) {
        return;
    }
    bool isFirst = true;
    Duration compute = device.totals.compute;  // that nothing is hidden beside yet
    for (const CollectiveKind& kind : collectiveKinds(
             {input.trace, device.totals.gpu, input.launches, input.places, input.args}, time)) {
        if (!isFirst && !input.settings.reaches("exposed_share", kind.exposed, window)) {
            return;
        }
        isFirst = false;
        Exposure exposure{device, kind, false, {}, {}, {}};
        exposure.isWaiting = input.settings.reaches("waiting_share", kind.waiting, kind.total);
        if (!exposure.isWaiting) {
            exposure.hidden = hiddenOf(kind, compute);
            compute -= hiddenBy(exposure);
        } else {
            exposure.slowed = slowedKernels(input.trace, groups, device.byStart, time.collectives,
                                            waitsOf(input.trace, kind));
        }
        for (const SlowedKernel& kernel : exposure.slowed) {
            exposure.slowedBy += input.trace.slices().duration(kernel.slice) - kernel.alone;
        }
        findings.push_back(findingOf(input, exposure));
    }
}

DetectorResult detectCommExposed(const DetectorInput& input) {
    DetectorResult result;
    KernelGroups groups(input.trace);
    bool hasCollectives = false;
    for (const DeviceAnalysis& device : input.analysis.devices) {
        const CollectiveTime time =
            collectiveTime(input.trace, groups, device.byStart, input.analysis.range);
        hasCollectives = hasCollectives || !time.collectives.empty();
        if (!device.graphsUnderRecorded && !areSampled(device.gapReason)) {
            addFindings(input, device, time, groups, result.findings);
        }
    }
    if (!hasCollectives) {
        result.notApplicable = "no communication between GPUs was recorded";
    }
    return result;
}

}  // namespace

const Detector& commExposedRule() {
    static const Detector kRule{
        {.id = kCommExposedId,
         .name = "Exposed communication",
         .question = "Does the GPU communicate, or wait for other ranks, with nothing else to do?",
         .thresholds = kCommExposedThresholds,
         .values = kCommExposedValues,
         .idleClass = IdleClass::Rank},
        detectCommExposed};
    return kRule;
}

}  // namespace gaplight
