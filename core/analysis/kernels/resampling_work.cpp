// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
//
// Pooling and resizing of images: the input is read, the output is written; what several windows
// share is read once. The last dimensions are spatial, as many as the recorded sizes have.
// torch.utils.flop_counter has no formulas for them.
#include <array>
#include <string>
#include <vector>

#include "core/analysis/kernels/work_formulas.h"

namespace gaplight {
namespace {

using Sizes = std::vector<std::int64_t>;

// Dimensions `dims` with the last ones replaced; unknown if there are too many.
WorkCount elementsWith(const Sizes& dims, const Sizes& spatial) {
    if (spatial.empty() || spatial.size() > dims.size()) {
        return -1;
    }
    return countOf(std::span(dims).first(dims.size() - spatial.size())) * countOf(spatial);
}

// A number for each dimension: "[2]" is [2, 2] for two; `otherwise` where nothing was recorded.
Sizes perDimension(const OperatorInput& input, std::size_t count, const Sizes& otherwise) {
    const Sizes given = input.integers();
    if (given.empty()) {
        return otherwise;
    }
    return given.size() == 1 ? Sizes(count, given.front()) : given;
}

// Positions of a window of `kernel` (with its holes) in `size`, as torch.nn.MaxPool2d defines them;
// -1 where the numbers make no sense.
std::int64_t windowsIn(std::int64_t size, std::int64_t kernel, std::int64_t stride,
                       std::int64_t padding, bool roundsUp) {
    constexpr std::int64_t kLargest = std::int64_t{1} << 40U;
    const auto isSane = [](std::int64_t value) { return value >= 0 && value <= kLargest; };
    if (!isSane(size) || !isSane(kernel) || !isSane(padding) || !isSane(stride) || stride == 0 ||
        kernel == 0 || size + 2 * padding < kernel) {
        return -1;
    }
    const std::int64_t room = size + 2 * padding - kernel;
    std::int64_t windows = (room + (roundsUp ? stride - 1 : 0)) / stride + 1;
    // With rounding up, the last window begins inside.
    windows -= roundsUp && (windows - 1) * stride >= size + padding ? 1 : 0;
    return windows;
}

// Where the parameters of a pooling are.
struct Pooling {
    std::string_view op;
    std::size_t dilation;  // kNoDilation: none
    std::size_t roundsUp;  // ceil_mode
    bool hasIndexes;       // writes where each maximum was, 8 bytes
};
constexpr std::size_t kNoDilation = 100;
constexpr std::array kPoolings{
    Pooling{"aten::max_pool2d_with_indices", 4, 5, true},
    Pooling{"aten::max_pool3d_with_indices", 4, 5, true},
    Pooling{"aten::avg_pool2d", kNoDilation, 4, false},
    Pooling{"aten::avg_pool3d", kNoDilation, 4, false},
};

// (x, kernel_size, stride, padding, ...); without a stride it is the kernel's size.
MaybeWork poolingWork(std::string_view op, Inputs inputs) {
    const Pooling* pooling = kPoolings.begin();
    while (pooling != kPoolings.end() && pooling->op != op) {
        ++pooling;
    }
    const OperatorInput& x = inputAt(inputs, 0);
    const std::size_t count = op.find("3d") == std::string_view::npos ? 2 : 3;
    const Sizes kernel = perDimension(inputAt(inputs, 1), count, {});
    const Sizes stride = perDimension(inputAt(inputs, 2), count, kernel);
    const Sizes padding = perDimension(inputAt(inputs, 3), count, Sizes(count, 0));
    if (pooling == kPoolings.end() || x.type == ElementType::Unknown || x.dims.size() < count ||
        kernel.size() != count || stride.size() != count || padding.size() != count) {
        return std::nullopt;
    }
    const Sizes dilation = perDimension(inputAt(inputs, pooling->dilation), count, Sizes(count, 1));
    Sizes spatial;
    for (std::size_t at = 0; at < count && dilation.size() == count; ++at) {
        const WorkCount reach = WorkCount(dilation[at]) * (kernel[at] - 1) + 1;
        const std::int64_t windows =
            reach.isKnown()
                ? windowsIn(x.dims[x.dims.size() - count + at], reach.value(), stride[at],
                            padding[at], inputAt(inputs, pooling->roundsUp).isTrue())
                : -1;
        spatial.push_back(windows);
    }
    const WorkCount written = elementsWith(x.dims, spatial) * bytesOf(x.type);
    return workWithout(
        WorkKind::Resampling, x.type,
        bytesToRead(x) + written +
            (pooling->hasIndexes ? elementsWith(x.dims, spatial) * bytesOf(ElementType::Int64)
                                 : WorkCount()));
}

// The output's sizes are the second input: _adaptive_avg_pool2d(x, size), upsample_*(x, size, ...).
MaybeWork resizingWork(std::string_view /*op*/, Inputs inputs) {
    const OperatorInput& x = inputAt(inputs, 0);
    if (x.dims.empty() || x.type == ElementType::Unknown) {
        return std::nullopt;
    }
    return workWithout(
        WorkKind::Resampling, x.type,
        bytesToRead(x) + elementsWith(x.dims, inputAt(inputs, 1).integers()) * bytesOf(x.type));
}

// upsample_*_backward(gradient, size, size of the input, ...): its gradient is written.
MaybeWork resizingGradientWork(std::string_view /*op*/, Inputs inputs) {
    const OperatorInput& gradient = inputAt(inputs, 0);
    if (gradient.dims.empty() || gradient.type == ElementType::Unknown) {
        return std::nullopt;
    }
    const Sizes dims = inputAt(inputs, 2).integers();
    return workWithout(WorkKind::Resampling, gradient.type,
                       bytesToRead(gradient) +
                           (dims.empty() ? WorkCount(-1) : countOf(dims)) * bytesOf(gradient.type));
}

// max_pool*_with_indices_backward(gradient, x, ..., indexes): x gives no more than its size.
MaybeWork maximumGradientWork(std::string_view /*op*/, Inputs inputs) {
    constexpr std::size_t kIndexes = 7;
    const OperatorInput& gradient = inputAt(inputs, 0);
    const OperatorInput& x = inputAt(inputs, 1);
    if (gradient.dims.empty() || x.dims.empty() || x.type == ElementType::Unknown) {
        return std::nullopt;
    }
    return workWithout(WorkKind::Resampling, x.type,
                       bytesToRead(gradient) + bytesToRead(inputAt(inputs, kIndexes)) +
                           countOf(x.dims) * bytesOf(x.type));
}

constexpr std::array kResamplingFormulas{
    WorkFormula{"aten::max_pool2d_with_indices", poolingWork},
    WorkFormula{"aten::max_pool3d_with_indices", poolingWork},
    WorkFormula{"aten::avg_pool2d", poolingWork},
    WorkFormula{"aten::avg_pool3d", poolingWork},
    WorkFormula{"aten::max_pool2d_with_indices_backward", maximumGradientWork},
    WorkFormula{"aten::max_pool3d_with_indices_backward", maximumGradientWork},
    WorkFormula{"aten::_adaptive_avg_pool2d", resizingWork},
    WorkFormula{"aten::_adaptive_avg_pool3d", resizingWork},
    WorkFormula{"aten::upsample_nearest2d", resizingWork},
    WorkFormula{"aten::upsample_bilinear2d", resizingWork},
    WorkFormula{"aten::upsample_bicubic2d", resizingWork},
    WorkFormula{"aten::_upsample_bilinear2d_aa", resizingWork},
    WorkFormula{"aten::_upsample_bicubic2d_aa", resizingWork},
    WorkFormula{"aten::upsample_nearest3d", resizingWork},
    WorkFormula{"aten::upsample_trilinear3d", resizingWork},
    WorkFormula{"aten::upsample_nearest2d_backward", resizingGradientWork},
    WorkFormula{"aten::upsample_bilinear2d_backward", resizingGradientWork},
    WorkFormula{"aten::upsample_bicubic2d_backward", resizingGradientWork},
};

}  // namespace

std::span<const WorkFormula> resamplingFormulas() {
    return kResamplingFormulas;
}

}  // namespace gaplight
