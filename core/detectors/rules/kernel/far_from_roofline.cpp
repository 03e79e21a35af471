// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
//
// efficiency(calls) = max(FLOPs / peak, bytes / bandwidth) / duration, over the calls of one
//                     operator with equal shapes (metrics.md, "How good the kernels are")
// calls are far from their roofline where efficiency < efficiency, their kernels take >=
// min_duration on average, >= 90 % of their time with no other kernel beside them, and:
//   bytes / bandwidth is the larger term, and the bytes are compulsory: normalizations, elementwise
//   operators, copies, reductions, products with one small factor, and softmax where a product
//   takes its result (attention that writes its scores); or
//   FLOPs / peak is the larger term, efficiency < compute_efficiency, and the factors have 16 or 8
//   bits: products and fused attention
// fires for each of these kinds where their time >= busy_share of the GPU's busy time and min_time;
// compute_busy_share for what computing bounds.
// edits: kernel x efficiency / reachable; attention_reachable for fused attention
//
// Left out: what another rule is about (products that miss the tensor cores, launches that fill a
// quarter of the GPU or less), what was measured to gain little (scans, argmax, other softmax,
// cuDNN's batch norm), double precision, copies in a process with several GPUs, and work that bytes
// and FLOPs do not describe: convolutions (with their transposes), lookups, and generated kernels,
// whose bytes are an upper bound.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "core/analysis/gpu/gpu_activity.h"
#include "core/analysis/gpu/matmul_path.h"
#include "core/analysis/gpu/occupancy.h"
#include "core/analysis/kernels/gpu_peaks.h"
#include "core/analysis/kernels/kernel_efficiency.h"
#include "core/analysis/kernels/operator_inputs.h"
#include "core/analysis/torch/torch_names.h"
#include "core/base/quantity_text.h"
#include "core/base/share.h"
#include "core/base/time.h"
#include "core/detectors/engine/rules.h"
#include "core/detectors/rules/kernel/matmul_dims.h"
#include "core/detectors/shared/kernel_rule.h"

namespace gaplight {
namespace {

// What a kernel that is far below its roofline does, which decides what helps.
enum class FarKind : std::uint8_t {
    Attention,    // the softmax of an attention that writes its scores
    Norm,         // layer, group and RMS norm
    Elementwise,  // over broadcast or strided operands, as a rule
    Copy,
    Reduction,
    Product,  // one factor is so small that reading the other is all the work
    // Bound by what the GPU computes.
    LargeProduct,
    FusedAttention,
    Count_,
};

bool isComputing(FarKind kind) {
    return kind == FarKind::LargeProduct || kind == FarKind::FusedAttention;
}

// Calls of one operator with equal shapes, whose kernels are far below their roofline.
struct FarCalls {
    const ClassEfficiency* measured = nullptr;
    const OperatorClass* calls = nullptr;
    FarKind kind = FarKind::Norm;
    std::string shape;            // of the largest input: "512 x 4,096 x 256"
    Duration time{};              // of `slices`
    std::vector<SliceId> slices;  // their kernels
};

struct FarLimits {
    std::int64_t efficiencyPpm = 0;         // calls below it are far from their roofline
    std::int64_t computeEfficiencyPpm = 0;  // where it is computing that bounds them
    Duration minDuration{};                 // mean of their kernels
};

constexpr std::int64_t kOnePpm = 1'000'000;
// Of a launch's time, from which on others run beside it; of the calls' time, that must be alone.
constexpr std::int64_t kSharedPercent = 10;
constexpr std::int64_t kAlonePercent = 90;
// Below it, the launch fills so little of the GPU that low-occupancy says why it is slow.
constexpr std::int64_t kLowOccupancyPercent = 25;
constexpr std::size_t kMaxProductsRead = 32;

// Scans, whose sums wait for each other, and searches for a position: compiling them was measured
// to gain nothing.
bool isSerial(std::string_view op) {
    return op.starts_with("aten::cum") || op.starts_with("aten::logcumsumexp") ||
           op.starts_with("aten::arg");
}

// Factors of 16 or 8 bits: what tensor cores are for, and what the peaks of documents hold for.
bool isNarrow(ElementType type) {
    return type != ElementType::Unknown && bytesOf(type) <= 2;
}

std::optional<FarKind> computingKindOf(const OperatorWork& work) {
    if (!isNarrow(work.type)) {
        return std::nullopt;
    }
    return work.kind == WorkKind::Matmul      ? std::optional(FarKind::LargeProduct)
           : work.kind == WorkKind::Attention ? std::optional(FarKind::FusedAttention)
                                              : std::nullopt;
}

std::optional<FarKind> farKindOf(const OperatorWork& work, std::string_view op) {
    switch (work.kind) {
        case WorkKind::Softmax:
            return FarKind::Attention;
        case WorkKind::Normalization:
            // cuDNN's own kernels, which are faster than generated ones.
            return op.find("batch_norm") == std::string_view::npos ? std::optional(FarKind::Norm)
                                                                   : std::nullopt;
        case WorkKind::Elementwise:
            return FarKind::Elementwise;
        case WorkKind::Copy:
            return FarKind::Copy;
        case WorkKind::Reduction:
            return isSerial(op) ? std::nullopt : std::optional(FarKind::Reduction);
        case WorkKind::Matmul:
            return FarKind::Product;
        default:
            return std::nullopt;
    }
}

// Double precision may be limited by its arithmetic, of which elementwise operators count none.
bool isCheap(ElementType type) {
    return type != ElementType::Float64 && type != ElementType::Complex64 &&
           type != ElementType::Complex128;
}

// The largest of the tensors.
const OperatorInput* largestOf(const std::vector<OperatorInput>& inputs) {
    const OperatorInput* largest = nullptr;
    for (const OperatorInput& input : inputs) {
        const bool isLarger = largest == nullptr || input.elements() > largest->elements();
        largest = input.isTensor && !input.dims.empty() && isLarger ? &input : largest;
    }
    return largest;
}

std::string shapeText(const OperatorInput& tensor) {
    std::string text;
    for (const std::int64_t dim : tensor.dims) {
        text += (text.empty() ? "" : " x ") + countText(static_cast<std::uint64_t>(dim));
    }
    return text;
}

class FarSearch {
public:
    FarSearch(const GpuInput& gpu, const KernelEfficiency& measured, const FarLimits& limits)
        : m_gpu(gpu),
          m_trace(gpu.input.trace),
          m_measured(measured),
          m_limits(limits),
          m_concurrency(m_trace, gpu.device.byStart),
          m_isWarm(m_trace.gpuActivities().size()) {
        for (const ActivityId id : gpu.activities) {
            m_isWarm[id.index()] = true;
        }
    }

    std::vector<FarCalls> run() {
        std::vector<FarCalls> found;
        for (const ClassEfficiency& one : m_measured.classes) {
            if (auto far = farCallsOf(one)) {
                found.push_back(std::move(*far));
            }
        }
        addSlices(found);
        std::erase_if(found, [&](const FarCalls& far) {
            return !reachesPercent(far.time, far.calls->time, kAlonePercent);
        });
        return found;
    }

private:
    std::vector<OperatorInput> inputsOf(const OperatorClass& calls) const {
        return operatorInputsIn(m_gpu.input.args(calls.call, DetailField::OperatorInputs));
    }

    std::optional<FarCalls> farCallsOf(const ClassEfficiency& one) const {
        const OperatorClass& calls = m_measured.calls(one);
        const bool computes = one.computeShare > one.memoryShare;
        const auto kind =
            computes ? computingKindOf(one.work) : farKindOf(one.work, m_trace.text(calls.op));
        const std::int64_t limit =
            computes ? m_limits.computeEfficiencyPpm : m_limits.efficiencyPpm;
        const bool isFar =
            !one.isModelWrong && one.efficiency * kOnePpm < static_cast<double>(limit);
        // A copy may read another GPU's memory, which shapes do not say.
        const bool mayBeBetweenGpus =
            kind == FarKind::Copy && m_gpu.input.analysis.devices.size() > 1;
        if (!kind || !isFar || !isCheap(one.work.type) || mayBeBetweenGpus ||
            calls.gpu != m_gpu.device.totals.gpu || !isLong(calls) || fillsLittle(calls)) {
            return std::nullopt;
        }
        const std::vector<OperatorInput> inputs = inputsOf(calls);
        const OperatorInput* largest = largestOf(inputs);
        if (largest == nullptr || (*kind == FarKind::Attention && !isAttention(*largest)) ||
            (one.work.kind == WorkKind::Matmul && missesTensorCores(calls))) {
            return std::nullopt;
        }
        return FarCalls{&one, &calls, *kind, shapeText(*largest), {}, {}};
    }

    bool isLong(const OperatorClass& calls) const {
        std::uint64_t count = 0;
        for (const ClassKernel& kernel : calls.kernels) {
            count += kernel.count;
        }
        return calls.time >= m_limits.minDuration * static_cast<std::int64_t>(count);
    }

    bool fillsLittle(const OperatorClass& calls) const {
        const KernelConfig* config = m_trace.kernelConfigs().find(calls.kernels.front().longest);
        const auto occupancy = config != nullptr && m_gpu.properties != nullptr
                                   ? occupancyOf(*config, *m_gpu.properties)
                                   : std::nullopt;
        return occupancy && occupancy->ppm() * 100 < kLowOccupancyPercent * kOnePpm;
    }

    // Whether a product takes a tensor of as many elements, whose rows are as long, as its first
    // factor: the probabilities that a softmax made of scores.
    bool isAttention(const OperatorInput& scores) const {
        std::size_t read = 0;
        for (const ClassEfficiency& one : m_measured.classes) {
            if (one.work.kind != WorkKind::Matmul || read == kMaxProductsRead) {
                continue;
            }
            ++read;
            const std::vector<OperatorInput> inputs = inputsOf(m_measured.calls(one));
            const auto first =
                std::find_if(inputs.begin(), inputs.end(), [&](const OperatorInput& input) {
                    return input.isTensor && input.dims.size() > 1;
                });
            if (first != inputs.end() && first->dims.back() == scores.dims.back() &&
                first->elements() == scores.elements()) {
                return true;
            }
        }
        return false;
    }

    // What tensor-cores-unused is about.
    bool missesTensorCores(const OperatorClass& calls) const {
        const std::string_view name = m_trace.text(calls.kernels.front().name);
        const auto field = [&](DetailField what) { return m_gpu.input.args(calls.call, what); };
        const std::int64_t alignment = alignmentInName(name);
        return matmulKindOf(name).path == MatmulPath::CudaCore ||
               (alignment > 0 && alignment < kTensorCoreMultiple) ||
               !unalignedHalfDims(m_trace.text(calls.op), field(DetailField::InputDims),
                                  field(DetailField::InputTypes))
                    .empty();
    }

    // The kernels of each that ran alone, without trials of autotuning.
    void addSlices(std::vector<FarCalls>& found) const {
        const LaunchIndex& launches = m_gpu.input.launches;
        for (std::size_t at = 0; at < launches.launches().size() && !found.empty(); ++at) {
            const std::uint32_t number = m_measured.operators.classOfLaunch[at];
            const auto far = std::find_if(found.begin(), found.end(), [&](const FarCalls& one) {
                return one.measured->number == number;
            });
            if (far == found.end()) {
                continue;
            }
            for (const ActivityId id : launches.activitiesAt(at)) {
                addSlice(id, *far);
            }
        }
    }

    void addSlice(ActivityId id, FarCalls& far) const {
        const SliceId slice = m_trace.gpuActivities()[id.index()].slice;
        const Duration time = m_trace.slices().duration(slice);
        if (m_isWarm[id.index()] && m_trace.kind(slice) == SliceKind::Kernel &&
            !reachesPercent(m_concurrency.besideOthers(slice), time, kSharedPercent)) {
            far.slices.push_back(slice);
            far.time += time;
        }
    }

    const GpuInput& m_gpu;
    const Trace& m_trace;
    const KernelEfficiency& m_measured;
    const FarLimits& m_limits;
    Concurrency m_concurrency;
    std::vector<bool> m_isWarm;  // per activity
};

// False for operators that are never judged, so that their shapes need not be read. O(length).
bool mayBeFar(std::string_view op) {
    constexpr std::array<std::string_view, 3> kNever{"conv", "batch_norm", "embedding"};
    return isAtenOperator(op) && !isSerial(op) &&
           std::none_of(kNever.begin(), kNever.end(), [&](std::string_view part) {
               return op.find(part) != std::string_view::npos;
           });
}

// The calls on one GPU that are judged and far from their roofline; most time first. None on a GPU
// whose peaks no document states. What is judged: far_from_roofline.cpp. O(launches), and one read
// of the source for each of them.
std::vector<FarCalls> findFarCalls(const GpuInput& gpu, const KernelEfficiency& measured,
                                   const FarLimits& limits) {
    const GpuRoofline* roofline = measured.rooflineOf(gpu.device.totals.gpu);
    if (roofline == nullptr || roofline->isFromTrace) {
        return {};
    }
    return FarSearch(gpu, measured, limits).run();
}

constexpr std::string_view kFarFromRooflineId = "far-from-roofline";
constexpr std::size_t kMaxFarRows = 4;
constexpr std::string_view kNoPeaks = "what the GPU can do at most is not known";
// Reading the shapes of an operator is a read of the file.
constexpr std::size_t kMaxFarShapesRead = 64;

constexpr std::array kFarFromRooflineThresholds{
    Threshold{"busy_share", ThresholdUnit::Share, percent(2),
              "of the GPU's busy time, in kernels of one kind that are far from their roofline",
              "below, twice faster kernels save less than 1 %"},
    Threshold{"efficiency", ThresholdUnit::Share, percent(30),
              "of the roofline, below which kernels are far from it",
              "half of the 60 % from which a kernel is bound by memory (Nsight Compute's "
              "SOLBottleneck)"},
    Threshold{"reachable", ThresholdUnit::Share, percent(50),
              "of the roofline, at which the saving takes these kernels",
              "compiled ones reached 74 to 90 % on an H200, eager ones 4 to 35 %"},
    Threshold{"compute_busy_share", ThresholdUnit::Share, percent(5),
              "of the GPU's busy time, in products or attention far from their roofline",
              "below, kernels that are a third faster save less than 2 %"},
    Threshold{"compute_efficiency", ThresholdUnit::Share, percent(20),
              "of the peak, below which kernels that compute are far from it",
              "a bit more than half of what FlashAttention 2 reaches on an H100, 35 % "
              "(FlashAttention-3, arXiv 2407.08608)"},
    Threshold{"attention_reachable", ThresholdUnit::Share, percent(35),
              "of the peak, at which the saving takes fused attention",
              "FlashAttention 2 on an H100; its version 3 reaches 75 % (arXiv 2407.08608)"},
    Threshold{"min_duration", ThresholdUnit::Nanoseconds, microseconds(50),
              "mean duration, below which start and end of a kernel are much of its time",
              "a kernel with nothing to do takes 2 to 5 us"},
    Threshold{"min_time", ThresholdUnit::Nanoseconds, microseconds(100),
              "of the kernels together, below which nothing is reported",
              "as for idle gaps, diffusers profiling guide"},
};

// Those of kernelValues(), and of this rule.
constexpr std::array kFarFromRooflineValues{
    DeclaredValue{"time", QuantityKind::Nanoseconds},
    DeclaredValue{"busy_share", QuantityKind::Share},
    DeclaredValue{"gpu_busy", QuantityKind::Case, true, "waits-for-host"},
    DeclaredValue{"gpu_busy_share", QuantityKind::Share, true},
    DeclaredValue{"title", QuantityKind::Case, false, "one several"},
    DeclaredValue{"fix", QuantityKind::Case, false,
                  "attention norm elementwise copy reduction product large-product "
                  "fused-attention"},
    DeclaredValue{"kernel", QuantityKind::Text},
    DeclaredValue{"others", QuantityKind::Count, true},
    DeclaredValue{"efficiency", QuantityKind::Share},
    DeclaredValue{"reachable", QuantityKind::Share},
    DeclaredValue{"bandwidth", QuantityKind::Rate},
    DeclaredValue{"gpu_name", QuantityKind::Text},
    DeclaredValue{"operators", QuantityKind::Rows, false, "memory compute"},
    DeclaredValue{"op", QuantityKind::Text, true},
    DeclaredValue{"shape", QuantityKind::Text, true},
    DeclaredValue{"calls", QuantityKind::Count, true},
    DeclaredValue{"rate", QuantityKind::Rate, true},
    DeclaredValue{"flops", QuantityKind::Text, true},
    DeclaredValue{"peak", QuantityKind::Text, true},
    DeclaredValue{"mean_time", QuantityKind::Nanoseconds, true},
    DeclaredValue{"needed_time", QuantityKind::Nanoseconds, true},
};

std::string_view kindText(FarKind kind) {
    constexpr std::array<std::string_view, static_cast<std::size_t>(FarKind::Count_)> kNames{
        "attention", "norm",    "elementwise",   "copy",
        "reduction", "product", "large-product", "fused-attention"};
    return kNames.at(static_cast<std::size_t>(kind));
}

Duration roundedTime(double nanoseconds) {
    return Duration(std::llround(nanoseconds));
}

// Calls of one kind on one GPU.
struct FarKernels : ReportedKernels {
    FarKind kind = FarKind::Norm;
    std::vector<FarCalls> operators;  // most time first
};

std::int64_t reachablePpm(const GpuInput& gpu, FarKind kind) {
    return gpu.input.settings.ppm(kind == FarKind::FusedAttention ? "attention_reachable"
                                                                  : "reachable");
}

// Roofline time of the kernels, by their efficiencies.
Duration rooflineTime(const FarKernels& far) {
    double sum = 0;
    for (const FarCalls& one : far.operators) {
        sum += one.measured->efficiency * static_cast<double>(one.time.count());
    }
    return roundedTime(sum);
}

// "93 TFLOP/s" of operations in a second.
std::string flopRateText(double flops) {
    return teraText(flops) + " TFLOP/s";
}

FindingValues operatorRow(const GpuInput& gpu, const GpuPeaks& peaks, const FarCalls& far) {
    const auto calls = static_cast<std::int64_t>(std::max<std::uint64_t>(far.calls->calls, 1));
    const Duration mean = far.calls->time / calls;
    FindingValues row;
    if (isComputing(far.kind)) {
        const OperatorWork& work = far.measured->work;
        row.set(kRowCase, CaseName{"compute"});
        row.set("flops", flopRateText(static_cast<double>(work.neededFlops) * 1e9 /
                                      static_cast<double>(mean.count())));
        row.set("peak", flopRateText(peaks.flopsOf(work.type, far.measured->usesTensorCores)));
    } else {
        row.set(kRowCase, CaseName{"memory"});
        row.set("rate", ByteRate{far.measured->work.bytes, mean});
        row.set("needed_time", roundedTime(far.measured->roofline));
    }
    row.set("op", fmt::format("`{}`", gpu.input.trace.text(far.calls->op)));
    row.set("shape", far.shape);
    row.set("calls", calls);
    row.set("time", far.time);
    row.set("busy_share", shareOf(far.time, gpu.device.totals.busy));
    row.set("efficiency", shareOf(roundedTime(far.measured->roofline), mean));
    row.set("mean_time", mean);
    return row;
}

void describeFar(const GpuInput& gpu, const GpuRoofline& roofline, const FarKernels& far,
                 Finding& finding) {
    // Where a rule removes these kernels altogether, it has the better cure.
    finding.isDroppedAsPart = true;
    const Trace& trace = gpu.input.trace;
    FindingValues& values = finding.values;
    std::vector<std::string> names;
    ValueRows rows;
    for (const FarCalls& one : far.operators) {
        std::string name = kernelText(trace.text(one.calls->kernels.front().name));
        if (std::find(names.begin(), names.end(), name) == names.end()) {
            names.push_back(std::move(name));
        }
        if (rows.size() < kMaxFarRows) {
            rows.push_back(operatorRow(gpu, roofline.peaks, one));
        }
    }
    values.set("kernel", names.front());
    values.set("title", CaseName{names.size() == 1 ? "one" : "several"});
    if (names.size() > 1) {
        values.set("others", static_cast<std::int64_t>(names.size() - 1));
    }
    values.set("fix", CaseName{kindText(far.kind)});
    values.set("efficiency", shareOf(rooflineTime(far), far.time));
    values.set("reachable", shareOfPpm(reachablePpm(gpu, far.kind)));
    values.set("bandwidth", ByteRate{std::llround(roofline.peaks.bytes), std::chrono::seconds(1)});
    values.set("gpu_name", roofline.name);
    values.set("operators", std::move(rows));
}

std::vector<FarKernels> findFarKernels(const GpuInput& gpu, const KernelEfficiency& measured) {
    const RuleSettings& settings = gpu.input.settings;
    std::vector<FarKernels> byKind(static_cast<std::size_t>(FarKind::Count_));
    for (FarCalls& one :
         findFarCalls(gpu, measured,
                      {settings.ppm("efficiency"), settings.ppm("compute_efficiency"),
                       settings.time("min_duration")})) {
        FarKernels& far = byKind[static_cast<std::size_t>(one.kind)];
        far.kind = one.kind;
        far.isBound = isComputing(one.kind);  // some shapes have no fast kernel
        far.time += one.time;
        far.slices.insert(far.slices.end(), one.slices.begin(), one.slices.end());
        const double reachable = static_cast<double>(reachablePpm(gpu, one.kind)) / 1e6;
        const double factor =
            reachable > 0 ? std::min(1.0, one.measured->efficiency / reachable) : 1.0;
        const std::vector<ReplayEdit> edits = scaledActivities(one.slices, factor);
        far.edits.insert(far.edits.end(), edits.begin(), edits.end());
        far.operators.push_back(std::move(one));
    }
    std::erase_if(byKind, [&](const FarKernels& far) {
        const bool isMuch =
            !isComputing(far.kind) ||
            settings.reaches("compute_busy_share", far.time, gpu.device.totals.busy);
        return !gpu.isLong(far.time) || !isMuch;
    });
    sortByTime(byKind);
    return byKind;
}

KernelEfficiency measureLongKernels(const DetectorInput& input) {
    Duration leastBusy = input.analysis.range.length();
    for (const DeviceAnalysis& device : input.analysis.devices) {
        leastBusy = std::min(leastBusy, device.totals.busy);
    }
    EfficiencyOptions options;
    // A kind may have a few classes that reach the share together.
    options.minTime = shareOfTime(leastBusy, input.settings.ppm("busy_share") / 2);
    options.minKernelTime = input.settings.time("min_duration");
    options.maxShapesRead = kMaxFarShapesRead;
    const auto shapesOf = [&](SliceId op) {
        return mayBeFar(input.trace.name(op)) ? input.args(op, DetailField::OperatorInputs)
                                              : std::string();
    };
    return measureKernelEfficiency(input.trace, input.shared.operatorClasses, shapesOf, options);
}

bool hasPeaks(const DeviceAnalysis& device) {
    return device.properties != nullptr && gpuPeaksOf(device.properties->name) != nullptr;
}

DetectorResult detectFarFromRoofline(const DetectorInput& input) {
    DetectorResult result;
    const std::vector<DeviceAnalysis>& devices = input.analysis.devices;
    if (std::none_of(devices.begin(), devices.end(), hasPeaks)) {
        result.notApplicable = kNoPeaks;
        return result;
    }
    if (input.trace.shapeKeys().size() == 0) {
        result.notApplicable = "no shapes of operators were recorded";
        return result;
    }
    const KernelEfficiency measured = measureLongKernels(input);
    return runKernelRule<FarKernels>(
        {kFarFromRooflineId, kNoPeaks, [](const GpuInput& gpu) { return hasPeaks(gpu.device); },
         [&](const GpuInput& gpu) { return findFarKernels(gpu, measured); },
         [&](const GpuInput& gpu, const FarKernels& far, Finding& finding) {
             describeFar(gpu, *measured.rooflineOf(gpu.device.totals.gpu), far, finding);
         }},
        input);
}

}  // namespace

const Detector& farFromRooflineRule() {
    static const Detector kRule{
        {.id = kFarFromRooflineId,
         .name = "Far from the roofline",
         .question = "Which long kernels reach a fraction of what the GPU can do?",
         .thresholds = kFarFromRooflineThresholds,
         .values = kFarFromRooflineValues},
        detectFarFromRoofline};
    return kRule;
}

}  // namespace gaplight
