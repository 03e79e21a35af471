// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
//
// exposed(GPU) = time during which only collectives ran on it
// fires where exposed >= exposed_share of the GPU's window: one finding for each operation that
// has as much by itself, or for the one with most. Not where graphs were under-recorded: what
// they ran beside the collectives is missing.
//
// A collective's kernel starts when this rank is ready and ends when the data of the last one has
// arrived: what is beyond the shortest occurrence with as large a message is waiting. Where that is
// waiting_share of it, the edits shrink each one to that floor, and the kernels beside a wait to
// what they take alone: a waiting collective keeps its SMs busy. Else they take the exposed time
// off.
#include <algorithm>
#include <array>
#include <utility>

#include <fmt/format.h>

#include "core/analysis/gpu/occupancy.h"
#include "core/base/duration_text.h"
#include "core/base/quantity_text.h"
#include "core/detectors/engine/rules.h"
#include "core/detectors/rules/ranks/collective_kind.h"
#include "core/detectors/texts/kernel_finding.h"

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
};

// One operation on one GPU, with what its waits slowed down.
struct Exposure {
    const DeviceAnalysis& device;
    const CollectiveKind& kind;
    bool isWaiting = false;
    std::vector<SlowedKernel> slowed;
    Duration slowedBy{};
};

// Whether the file says which work waits for work on another stream. Without it, the replay does
// not know what a collective holds up.
bool knowsStreamWaits(const Trace& trace) {
    return trace.syncFacts().size() > 0 || trace.findText("cudaStreamWaitEvent") ||
           trace.findText("hipStreamWaitEvent");
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
               exposure.isWaiting ? kind.floors[at].value_or(whole) : whole - collective.exposed);
    }
    for (const SlowedKernel& kernel : exposure.slowed) {
        shrink(kernel.slice, kernel.alone);
    }
    return edits;
}

// Of the exposed time, what a median steady step has (the lower of two middles).
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
    if (ofStep.empty()) {
        return {};
    }
    std::sort(ofStep.begin(), ofStep.end());
    return ofStep[(ofStep.size() - 1) / 2];
}

std::string titleOf(const Exposure& exposure, Duration perStep) {
    const CollectiveKind& kind = exposure.kind;
    std::string title = fmt::format(
        "{} of {} with nothing else running ({} of the time", durationText(kind.exposed),
        kind.operation, percentText(kind.exposed, exposure.device.totals.window.length()));
    title += perStep > Duration::zero() ? fmt::format(", {} a step)", durationText(perStep)) : ")";
    return title + (exposure.isWaiting ? ": this rank waits for another" : "");
}

// "24 of the 132 SMs", or what is known of it.
std::string keptSms(const DetectorInput& input, const CollectiveKind& kind, GpuId gpu) {
    const KernelConfig* config = input.trace.kernelConfigs().find(kind.collectives.front().slice);
    const DeviceProperties* properties = propertiesOf(input.trace, gpu);
    if (config == nullptr || properties == nullptr || properties->sms == 0 ||
        config->grid[0] >= static_cast<std::uint32_t>(properties->sms)) {
        return "its SMs";
    }
    return fmt::format("{} of the {} SMs", config->grid[0], properties->sms);
}

std::string whyOf(const DetectorInput& input, const Exposure& exposure) {
    const CollectiveKind& kind = exposure.kind;
    const GpuId gpu = exposure.device.totals.gpu;
    std::string why = fmt::format(
        "{} took {}; during {} of it nothing else ran on {}, which counts as busy all the "
        "while.",
        countOf(kind.collectives.size(), kind.operation, kind.operation + "s"),
        durationText(kind.total), durationText(kind.exposed), input.trace.gpuLabel(gpu));
    if (kind.fastest > Duration::zero()) {
        why += fmt::format(
            " At least {} of the {} is waiting: with a message as large it takes {} at its "
            "fastest, {} in the median and {} at its longest.",
            durationText(kind.waiting), durationText(kind.total), durationText(kind.fastest),
            durationText(kind.median), durationText(kind.longest));
    }
    if (exposure.slowedBy > Duration::zero()) {
        why += fmt::format(
            " Kernels beside the waits took {} longer than the same kernels alone: a waiting "
            "collective keeps {}.",
            durationText(exposure.slowedBy), keptSms(input, kind, gpu));
    }
    return why;
}

std::string fixOf(const Exposure& exposure) {
    const CollectiveKind& kind = exposure.kind;
    if (exposure.isWaiting) {
        return fmt::format(
            "Look for the late rank, not here: record all ranks and open the one whose {}s are "
            "shortest. What its GPU idles for before them is the cause: a slow batch, a blocking "
            "call such as `.item()`, checkpoints or logging on one rank, uneven sequence lengths, "
            "a slower GPU.",
            kind.operation);
    }
    if (kind.operation == "all-reduce") {
        return "Let it run beside the backward pass: with DDP, smaller buckets start earlier "
               "(`bucket_cap_mb`), `no_sync()` skips it while gradients are accumulated, and "
               "`register_comm_hook(None, default_hooks.bf16_compress_hook)` halves the bytes. "
               "With tensor parallelism it stands between two layers: sequence parallelism, or "
               "fewer GPUs per layer.";
    }
    if (kind.operation == "all-gather" || kind.operation == "reduce-scatter") {
        return "With FSDP, start it one layer ahead: `set_modules_to_forward_prefetch` and "
               "`set_modules_to_backward_prefetch` (FSDP1: `forward_prefetch=True`, "
               "`BackwardPrefetch.BACKWARD_PRE`), and wrap layers so that each has enough compute "
               "to hide the next one's parameters.";
    }
    return "Start it as soon as its input is there (`async_op=True`, on its own stream) and wait "
           "for it where the result is used, with independent work between.";
}

std::string confidenceOf(const DetectorInput& input, const Exposure& exposure) {
    const CollectiveKind& kind = exposure.kind;
    const TraceFacts& facts = input.trace.facts();
    std::string text = facts.rank && facts.worldSize
                           ? fmt::format("This is rank {} of {}", *facts.rank, *facts.worldSize)
                           : std::string("This is one rank");
    text += exposure.isWaiting
                ? ": which other one is late, only a comparison of the ranks tells."
                : ": whether others wait for it, only a comparison of the ranks tells.";
    if (kind.fastest == Duration::zero()) {
        text +=
            " The sizes of the messages were not recorded, so that waiting and transfer cannot be "
            "told apart.";
    } else {
        text += " The fastest occurrence may contain waiting, too.";
        if (kind.unknownSizes > 0) {
            text += fmt::format(" {} of unknown size.",
                                countOf(kind.unknownSizes, "message is", "messages are"));
        }
    }
    if (!knowsStreamWaits(input.trace)) {
        text += " No saving is given: which work waits for the collectives was not recorded.";
    } else if (!exposure.isWaiting) {
        text +=
            " The saving is as if all of it ran beside other work, the most that can be gained.";
    }
    return text;
}

// "c10d::allreduce_": the innermost op that is not the profiler's own note of the message's size.
std::string opOf(const DetectorInput& input, const CollectiveKind& kind) {
    const Trace& trace = input.trace;
    SliceId op = opAround(trace, input.launches.launchOf(kind.collectives.back().slice));
    while (op.isValid() && trace.name(op) == "record_param_comms") {
        op = opAround(trace, trace.slices().parent(op));
    }
    return op.isValid() ? std::string(trace.name(op)) : std::string{};
}

Finding findingOf(const DetectorInput& input, const Exposure& exposure) {
    const CollectiveKind& kind = exposure.kind;
    std::vector<SliceId> slices;
    for (const Collective& collective : kind.collectives) {
        slices.push_back(collective.slice);
    }
    Finding finding = kernelFinding(input, kCommExposedId, exposure.device.totals.gpu, slices);
    finding.notes = {kind.operation + (exposure.isWaiting ? ", mostly waiting" : "")};
    finding.where.op = opOf(input, kind);
    finding.title = titleOf(exposure, exposedPerStep(input, kind));
    finding.why = whyOf(input, exposure);
    finding.fix = fixOf(exposure);
    finding.confidence = confidenceOf(input, exposure);
    if (knowsStreamWaits(input.trace)) {
        finding.edits = editsOf(input.trace, exposure);
    }
    return finding;
}

void judge(const DetectorInput& input, const DeviceAnalysis& device, const CollectiveTime& time,
           KernelGroups& groups, std::vector<Finding>& findings) {
    const Duration window = device.totals.window.length();
    if (!input.settings.reaches("exposed_share", time.exposed, window)) {
        return;
    }
    bool isFirst = true;
    for (const CollectiveKind& kind :
         collectiveKinds({input.trace, input.launches, input.places, input.args}, time)) {
        if (!isFirst && !input.settings.reaches("exposed_share", kind.exposed, window)) {
            return;
        }
        isFirst = false;
        Exposure exposure{device, kind, false, {}, {}};
        exposure.isWaiting = input.settings.reaches("waiting_share", kind.waiting, kind.total);
        if (exposure.isWaiting) {
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
        if (!device.graphsUnderRecorded) {
            judge(input, device, time, groups, result.findings);
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
        kCommExposedId, "Exposed communication",
        "Does the GPU communicate, or wait for other ranks, with nothing else to do?",
        kCommExposedThresholds, detectCommExposed};
    return kRule;
}

}  // namespace gaplight
