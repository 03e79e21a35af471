// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/kernels/kernel_efficiency.h"

#include <algorithm>
#include <array>
#include <utility>

#include "core/analysis/gpu/matmul_path.h"
#include "core/base/share.h"
#include "core/index/device_properties.h"

namespace gaplight {
namespace {

constexpr double kNsPerSecond = 1e9;

GpuRoofline rooflineFor(const DeviceProperties* properties, const OperatorClasses::GpuTime& gpu) {
    GpuRoofline roofline;
    roofline.gpu = gpu.gpu;
    roofline.kernels = gpu.kernels;
    if (properties != nullptr) {
        roofline.name = properties->name;
    }
    const GpuPeaks* known = gpuPeaksOf(roofline.name);
    roofline.isFromTrace = known == nullptr;
    if (known != nullptr) {
        roofline.peaks = *known;
    }
    return roofline;
}

double& rateOf(GpuPeaks& peaks, ElementType type) {
    switch (type) {
        case ElementType::Float64:
            return peaks.fp64;
        case ElementType::Float16:
            return peaks.fp16;
        case ElementType::BFloat16:
            return peaks.bf16;
        case ElementType::Float8:
            return peaks.fp8;
        default:
            return peaks.fp32;
    }
}

double callNs(const OperatorClass& calls) {
    return static_cast<double>(calls.time.count()) / static_cast<double>(calls.calls);
}

// Raises the rates of a GPU without a document to those that a class reached.
void raisePeaks(GpuPeaks& peaks, const OperatorClass& calls, const OperatorWork& work) {
    const double seconds = callNs(calls) / kNsPerSecond;
    if (seconds <= 0) {
        return;
    }
    peaks.bytes = std::max(peaks.bytes, static_cast<double>(work.bytes) / seconds);
    if (work.flops) {
        double& rate = rateOf(peaks, work.type);
        rate = std::max(rate, static_cast<double>(work.neededFlops) / seconds);
    }
}

// The times, in ns, that a call needs at least.
struct FloorTimes {
    double compute = 0;
    double memory = 0;
};

// Empty where the GPU has no peak for what the call needs.
std::optional<FloorTimes> floorTimes(const GpuPeaks& peaks, const OperatorWork& work,
                                     bool usesTensorCores) {
    const double rate = peaks.flopsOf(work.type, usesTensorCores);
    const bool computes = work.neededFlops > 0;
    if (peaks.bytes <= 0 || (computes && rate <= 0)) {
        return std::nullopt;
    }
    return FloorTimes{computes ? static_cast<double>(work.neededFlops) / rate * kNsPerSecond : 0,
                      static_cast<double>(work.bytes) / peaks.bytes * kNsPerSecond};
}

bool mayUseTensorCores(const Trace& trace, const OperatorClass& calls) {
    return matmulKindOf(trace.text(calls.kernels.front().name)).path == MatmulPath::TensorCore;
}

std::optional<ClassEfficiency> efficiencyOf(const Trace& trace, const GpuPeaks& peaks,
                                            const OperatorClass& calls, const OperatorWork& work) {
    const double duration = callNs(calls);
    ClassEfficiency one;
    one.work = work;
    one.usesTensorCores = mayUseTensorCores(trace, calls);
    std::optional<FloorTimes> floor = floorTimes(peaks, work, one.usesTensorCores);
    if (duration <= 0 || !floor) {
        return std::nullopt;
    }
    // Names that do not say so: what is faster than fp32 allows was TF32.
    if (!one.usesTensorCores && floor->compute > kModelWrongAbove * duration) {
        one.usesTensorCores = true;
        floor = floorTimes(peaks, work, true);
    }
    one.roofline = std::max(floor->compute, floor->memory);
    one.efficiency = one.roofline / duration;
    one.computeShare = floor->compute / duration;
    one.memoryShare = floor->memory / duration;
    one.intensity = work.bytes > 0
                        ? static_cast<double>(work.neededFlops) / static_cast<double>(work.bytes)
                        : 0;
    one.isModelWrong = one.efficiency > kModelWrongAbove;
    if (one.efficiency >= kBoundFrom) {
        one.bound = floor->compute > floor->memory ? KernelBound::Compute : KernelBound::Memory;
    }
    return one;
}

GpuRoofline* findGpu(std::vector<GpuRoofline>& gpus, GpuId gpu) {
    const auto at = std::find_if(gpus.begin(), gpus.end(),
                                 [&](const GpuRoofline& one) { return one.gpu == gpu; });
    return at == gpus.end() ? nullptr : &*at;
}

Duration meanKernelTime(const OperatorClass& calls) {
    std::uint64_t count = 0;
    for (const ClassKernel& kernel : calls.kernels) {
        count += kernel.count;
    }
    return calls.time / static_cast<std::int64_t>(std::max<std::uint64_t>(count, 1));
}

// The classes whose shapes are read, in the order of their calls in the source: a compressed source
// is then inflated once from front to back.
std::vector<std::uint32_t> classesToRead(const Trace& trace, const EfficiencyOptions& options,
                                         KernelEfficiency& result) {
    const std::vector<OperatorClass>& classes = result.operators.classes;
    Duration whole{};
    for (const OperatorClass& calls : classes) {
        whole += calls.time;
    }
    std::vector<std::uint32_t> chosen;
    Duration sum{};
    for (std::size_t at = 0; at < classes.size(); ++at) {
        const bool isEnough = reachesPpm(sum, whole, options.coveredPpm);
        const bool isFull = chosen.size() == options.maxShapesRead;
        if (classes[at].time < options.minTime || isEnough || isFull) {
            result.isComplete = classes[at].time < options.minTime || isEnough;
            break;
        }
        sum += classes[at].time;
        if (meanKernelTime(classes[at]) < options.minKernelTime) {
            continue;
        }
        chosen.push_back(static_cast<std::uint32_t>(at));
    }
    std::sort(chosen.begin(), chosen.end(), [&](std::uint32_t a, std::uint32_t b) {
        return trace.slices().event(classes[a].call) < trace.slices().event(classes[b].call);
    });
    return chosen;
}

// The sums of both kinds of requests of the innermost iteration around a call whose name has them.
std::optional<AttentionSums> sumsAround(const Trace& trace, SliceId call) {
    const SliceTable& slices = trace.slices();
    for (SliceId up = slices.parent(call); up.isValid(); up = slices.parent(up)) {
        const auto name = readIterationName(trace.name(up));
        if (name && (name->contextSums || name->generationSums)) {
            const AttentionSums a = name->contextSums.value_or(AttentionSums{});
            const AttentionSums b = name->generationSums.value_or(AttentionSums{});
            return AttentionSums{a.queries + b.queries, a.keys + b.keys,
                                 a.queriesSquared + b.queriesSquared,
                                 a.queriesByKeys + b.queriesByKeys};
        }
    }
    return std::nullopt;
}

// Work of each class; empty where it is unknown.
std::vector<std::optional<OperatorWork>> readWork(const Trace& trace, const InputsLookup& inputs,
                                                  const EfficiencyOptions& options,
                                                  KernelEfficiency& result) {
    std::vector<std::optional<OperatorWork>> work(result.operators.classes.size());
    const std::vector<std::uint32_t> chosen = classesToRead(trace, options, result);
    result.shapesRead = chosen.size();
    for (const std::uint32_t at : chosen) {
        const OperatorClass& calls = result.operators.classes[at];
        const std::string_view op = trace.text(calls.op);
        if (!isPagedAttention(op)) {
            work[at] = workOf(op, operatorInputsIn(inputs(calls.call)));
        } else if (const auto sums = sumsAround(trace, calls.call)) {
            work[at] = workOfPagedAttention(operatorInputsIn(inputs(calls.call)), *sums);
        }
    }
    return work;
}

}  // namespace

std::string_view kernelBoundName(KernelBound bound) {
    static constexpr std::array<std::string_view, 3> kNames{"compute", "memory", "latency"};
    return kNames.at(static_cast<std::size_t>(bound));
}

const GpuRoofline* KernelEfficiency::rooflineOf(GpuId gpu) const {
    const auto at = std::find_if(gpus.begin(), gpus.end(),
                                 [&](const GpuRoofline& one) { return one.gpu == gpu; });
    return at == gpus.end() ? nullptr : &*at;
}

KernelEfficiency measureKernelEfficiency(const Trace& trace, const LaunchIndex& launches,
                                         const InputsLookup& inputs,
                                         const EfficiencyOptions& options) {
    return measureKernelEfficiency(trace, groupOperatorCalls(trace, launches, options.range),
                                   inputs, options);
}

KernelEfficiency measureKernelEfficiency(const Trace& trace, OperatorClasses operators,
                                         const InputsLookup& inputs,
                                         const EfficiencyOptions& options) {
    KernelEfficiency result;
    result.operators = std::move(operators);
    const DevicePropertiesTable gpus(trace);
    for (const OperatorClasses::GpuTime& gpu : result.operators.gpus) {
        result.gpus.push_back(rooflineFor(gpus.of(gpu.gpu), gpu));
    }
    const std::vector<std::optional<OperatorWork>> work = readWork(trace, inputs, options, result);
    for (std::size_t at = 0; at < work.size(); ++at) {
        GpuRoofline* gpu = findGpu(result.gpus, result.operators.classes[at].gpu);
        if (work[at] && gpu != nullptr && gpu->isFromTrace) {
            raisePeaks(gpu->peaks, result.operators.classes[at], *work[at]);
        }
    }
    for (std::size_t at = 0; at < work.size(); ++at) {
        const OperatorClass& calls = result.operators.classes[at];
        GpuRoofline* gpu = findGpu(result.gpus, calls.gpu);
        const auto one = work[at] && gpu != nullptr
                             ? efficiencyOf(trace, gpu->peaks, calls, *work[at])
                             : std::nullopt;
        if (!one) {
            continue;
        }
        result.classes.push_back(*one);
        result.classes.back().number = static_cast<std::uint32_t>(at);
        (one->isModelWrong ? gpu->modelWrong : gpu->covered) += calls.time;
    }
    return result;
}

}  // namespace gaplight
