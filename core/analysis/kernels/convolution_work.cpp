// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
//
// Convolutions (torch.utils.flop_counter: conv_flop_count, conv_backward_flop). Of x [N, Ci, X],
// weight [Co, Ci / groups, K] and output [N, Co, Y], where X, K, Y stand for all spatial
// dimensions:
//   forward           2 N Co (Ci / groups) K Y; transposed, with weight [Ci, Co / groups, K]:
//                     2 N Ci (Co / groups) K X
//   gradient of x     as the transposed (of a transposed one: as the plain) product of the output's
//                     gradient and the weight
//   gradient of the weight   2 N Ci Co K Y (transposed: X for Y), of which 1 / groups is needed
#include <algorithm>
#include <array>
#include <string_view>
#include <vector>

#include "core/analysis/kernels/work_formulas.h"

namespace gaplight {
namespace {

using Shape = std::vector<std::int64_t>;

constexpr std::size_t kNone = 100;  // not a parameter of the operator

// Numbers of an operator's parameters (native_functions.yaml).
struct ConvolutionParameters {
    std::string_view op;
    std::size_t bias;
    std::size_t stride;
    std::size_t padding;
    std::size_t dilation;
    std::size_t transposed;
    std::size_t outputPadding;
    std::size_t groups;
    bool isTransposed;  // always
};
constexpr std::array kConvolutions{
    ConvolutionParameters{"aten::convolution", 2, 3, 4, 5, 6, 7, 8, false},
    ConvolutionParameters{"aten::_convolution", 2, 3, 4, 5, 6, 7, 8, false},
    ConvolutionParameters{"aten::cudnn_convolution", kNone, 3, 2, 4, kNone, kNone, 5, false},
    ConvolutionParameters{"aten::cudnn_convolution_transpose", kNone, 4, 2, 5, kNone, 3, 6, true},
    ConvolutionParameters{"aten::cudnn_convolution_relu", 2, 3, 4, 5, kNone, kNone, 6, false},
    ConvolutionParameters{"aten::miopen_convolution", 2, 4, 3, 5, kNone, kNone, 6, false},
    ConvolutionParameters{"aten::miopen_convolution_transpose", 2, 5, 3, 6, kNone, 4, 7, true},
    ConvolutionParameters{"aten::miopen_depthwise_convolution", 2, 4, 3, 5, kNone, kNone, 6, false},
    ConvolutionParameters{"aten::_conv_depthwise2d", 3, 4, 5, 6, kNone, kNone, kNone, false},
};

std::int64_t valueAt(const std::vector<std::int64_t>& values, std::size_t at,
                     std::int64_t otherwise) {
    if (values.empty()) {
        return otherwise;
    }
    return values.size() == 1 ? values.front() : (at < values.size() ? values[at] : otherwise);
}

// [N, C] and the spatial sizes; empty where it does not fit the weight.
Shape outputShape(const ConvolutionParameters& numbers, Inputs inputs, bool isTransposed) {
    constexpr std::int64_t kTooLarge = std::int64_t{1} << 40U;
    const Shape& x = inputs[0].dims;
    const Shape& weight = inputs[1].dims;
    const auto stride = inputAt(inputs, numbers.stride).integers();
    const auto padding = inputAt(inputs, numbers.padding).integers();
    const auto dilation = inputAt(inputs, numbers.dilation).integers();
    const auto outputPadding = inputAt(inputs, numbers.outputPadding).integers();
    if (stride.empty() || padding.empty() || dilation.empty()) {
        return {};
    }
    Shape output{x[0]};
    for (std::size_t at = 2; at < x.size(); ++at) {
        const std::int64_t step = valueAt(stride, at - 2, 1);
        const std::int64_t border = valueAt(padding, at - 2, 0);
        const std::int64_t spread = valueAt(dilation, at - 2, 1);
        const std::int64_t more = valueAt(outputPadding, at - 2, 0);
        for (const std::int64_t value : {x[at], weight[at], step, border, spread, more}) {
            if (value < 0 || value > kTooLarge) {
                return {};
            }
        }
        const WorkCount extent = WorkCount(spread) * std::max<std::int64_t>(weight[at] - 1, 0);
        const WorkCount unfolded = WorkCount(x[at] - 1) * step;
        if (step == 0 || !extent.isKnown() || !unfolded.isKnown()) {
            return {};
        }
        output.push_back(isTransposed ? unfolded.value() - 2 * border + extent.value() + more + 1
                                      : (x[at] + 2 * border - extent.value() - 1) / step + 1);
    }
    return output;
}

WorkCount spatial(const Shape& shape, std::size_t first = 2) {
    return countOf(std::span(shape).subspan(std::min(first, shape.size())));
}

bool areImages(const OperatorInput& x, const OperatorInput& weight) {
    return x.dims.size() >= 3 && x.dims.size() == weight.dims.size();
}

MaybeWork forwardWork(std::string_view op, Inputs inputs) {
    const auto* numbers = std::find_if(kConvolutions.begin(), kConvolutions.end(),
                                       [&](const auto& one) { return one.op == op; });
    const OperatorInput& x = inputAt(inputs, 0);
    const OperatorInput& weight = inputAt(inputs, 1);
    if (numbers == kConvolutions.end() || !areImages(x, weight)) {
        return std::nullopt;
    }
    const bool isTransposed =
        numbers->isTransposed || inputAt(inputs, numbers->transposed).isTrue();
    const Shape output = outputShape(*numbers, inputs, isTransposed);  // [N, spatial...]
    if (output.empty() || x.dims[1] <= 0 || weight.dims[1] <= 0) {
        return std::nullopt;
    }
    const std::int64_t groups = valueAt(inputAt(inputs, numbers->groups).integers(), 0, 1);
    const WorkCount channels =
        isTransposed ? WorkCount(weight.dims[1]) * groups : WorkCount(weight.dims[0]);
    const WorkCount flops = countOf(weight.dims) * x.dims[0] * 2 *
                            (isTransposed ? spatial(x.dims) : spatial(output, 1));
    const WorkCount written = countOf(output) * channels * bytesOf(x.type);
    return workWith(WorkKind::Convolution, x.type, flops, flops,
                    bytesToRead(x) + bytesToRead(weight) +
                        bytesToRead(inputAt(inputs, numbers->bias)) + written);
}

// convolution_backward(grad_output, input, weight, bias_sizes, stride, padding, dilation,
//                      transposed, output_padding, groups, output_mask)
MaybeWork backwardWork(std::string_view /*op*/, Inputs inputs) {
    constexpr std::size_t kTransposed = 7;
    constexpr std::size_t kGroups = 9;
    constexpr std::size_t kMask = 10;
    const OperatorInput& gradient = inputAt(inputs, 0);
    const OperatorInput& x = inputAt(inputs, 1);
    const OperatorInput& weight = inputAt(inputs, 2);
    if (!areImages(x, weight) || gradient.dims.size() != x.dims.size() || inputs.size() <= kMask) {
        return std::nullopt;
    }
    const bool isTransposed = inputs[kTransposed].isTrue();
    const auto groups = inputs[kGroups].integers();
    const std::string& mask = inputs[kMask].value;
    const bool wantsX = flagIn(mask, 0);
    const bool wantsWeight = flagIn(mask, 1);
    const bool wantsBias = flagIn(mask, 2);
    if (groups.size() != 1 || groups[0] <= 0) {
        return std::nullopt;
    }
    WorkCount flops;
    WorkCount needed;
    WorkCount bytes = bytesToRead(gradient);
    if (wantsX) {
        const WorkCount own = countOf(weight.dims) * gradient.dims[0] * 2 *
                              (isTransposed ? spatial(x.dims) : spatial(gradient.dims));
        flops += own;
        needed += own;
        bytes += bytesToRead(weight) + countOf(x.dims) * bytesOf(x.type);
    }
    if (wantsWeight) {
        const WorkCount perGroup = spatial(weight.dims) * x.dims[0] * 2 * gradient.dims[1] *
                                   (isTransposed ? spatial(x.dims) : spatial(gradient.dims));
        flops += perGroup * x.dims[1];
        needed += perGroup * (x.dims[1] / groups[0]);
        bytes += bytesToRead(x) + countOf(weight.dims) * bytesOf(weight.type);
    }
    bytes += wantsBias ? WorkCount(gradient.dims[1]) * bytesOf(gradient.type) : WorkCount();
    return workWith(WorkKind::Convolution, x.type, flops, needed, bytes);
}

constexpr auto kConvolutionFormulas = [] {
    std::array<WorkFormula, kConvolutions.size() + 1> all{};
    for (std::size_t at = 0; at < kConvolutions.size(); ++at) {
        all[at] = {kConvolutions[at].op, forwardWork};
    }
    all[kConvolutions.size()] = {"aten::convolution_backward", backwardWork};
    return all;
}();

}  // namespace

std::span<const WorkFormula> convolutionFormulas() {
    return kConvolutionFormulas;
}

}  // namespace gaplight
