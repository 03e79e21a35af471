// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/detectors/rules/kernel/far_kernels.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <optional>
#include <string_view>

#include "core/analysis/gpu/concurrency.h"
#include "core/analysis/gpu/matmul_path.h"
#include "core/analysis/gpu/occupancy.h"
#include "core/analysis/torch/operator_name.h"
#include "core/base/quantity_text.h"
#include "core/base/share.h"
#include "core/detectors/rules/kernel/matmul_dims.h"

namespace gaplight {
namespace {

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
    [[nodiscard]] std::vector<OperatorInput> inputsOf(const OperatorClass& calls) const {
        return operatorInputsIn(m_gpu.input.args(calls.call, DetailField::OperatorInputs));
    }

    [[nodiscard]] std::optional<FarCalls> farCallsOf(const ClassEfficiency& one) const {
        const OperatorClass& calls = m_measured.calls(one);
        const auto kind = farKindOf(one.work, m_trace.text(calls.op));
        const bool isFar = !one.isModelWrong && one.memoryShare >= one.computeShare &&
                           one.efficiency * kOnePpm < static_cast<double>(m_limits.efficiencyPpm);
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
            (*kind == FarKind::Product && missesTensorCores(calls))) {
            return std::nullopt;
        }
        return FarCalls{&one, &calls, *kind, shapeText(*largest), {}, {}};
    }

    [[nodiscard]] bool isLong(const OperatorClass& calls) const {
        std::uint64_t count = 0;
        for (const ClassKernel& kernel : calls.kernels) {
            count += kernel.count;
        }
        return calls.time >= m_limits.minDuration * static_cast<std::int64_t>(count);
    }

    [[nodiscard]] bool fillsLittle(const OperatorClass& calls) const {
        const KernelConfig* config = m_trace.kernelConfigs().find(calls.kernels.front().longest);
        const auto occupancy = config != nullptr && m_gpu.properties != nullptr
                                   ? occupancyOf(*config, *m_gpu.properties)
                                   : std::nullopt;
        return occupancy && occupancy->ppm() * 100 < kLowOccupancyPercent * kOnePpm;
    }

    // Whether a product takes a tensor of as many elements, whose rows are as long, as its first
    // factor: the probabilities that a softmax made of scores.
    [[nodiscard]] bool isAttention(const OperatorInput& scores) const {
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
    [[nodiscard]] bool missesTensorCores(const OperatorClass& calls) const {
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

}  // namespace

bool mayBeFar(std::string_view op) {
    constexpr std::array<std::string_view, 5> kNever{"attention", "attn", "conv", "batch_norm",
                                                     "embedding"};
    return isAtenOperator(op) && !isSerial(op) &&
           std::none_of(kNever.begin(), kNever.end(), [&](std::string_view part) {
               return op.find(part) != std::string_view::npos;
           });
}

std::vector<FarCalls> findFarCalls(const GpuInput& gpu, const KernelEfficiency& measured,
                                   const FarLimits& limits) {
    const GpuRoofline* roofline = measured.rooflineOf(gpu.device.totals.gpu);
    if (roofline == nullptr || roofline->isFromTrace) {
        return {};
    }
    return FarSearch(gpu, measured, limits).run();
}

}  // namespace gaplight
