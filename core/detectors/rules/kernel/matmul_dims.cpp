// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/detectors/rules/kernel/matmul_dims.h"

#include <algorithm>
#include <array>
#include <cstddef>

namespace gaplight {
namespace {

// Which of an op's inputs are the factors.
struct Factors {
    std::string_view op;
    std::size_t first;
};
constexpr std::array kFactors{
    Factors{"aten::mm", 0},
    Factors{"aten::bmm", 0},
    Factors{"aten::matmul", 0},
    Factors{"aten::addmm", 1},
    Factors{"aten::baddbmm", 1},
    Factors{"aten::addmm_", 1},
    Factors{"aten::_addmm_activation", 1},
};
constexpr std::int64_t kTooLarge = std::int64_t{1} << 50U;

bool isDigit(char c) {
    return c >= '0' && c <= '9';
}

// "[[2, 3], [], [[4]]]" → the lists at depth 2; deeper ones (tensor lists) as empty ones.
std::vector<std::vector<std::int64_t>> listsIn(std::string_view text) {
    std::vector<std::vector<std::int64_t>> lists;
    int depth = 0;
    for (std::size_t at = 0; at < text.size(); ++at) {
        if (text[at] == '[') {
            ++depth;
            if (depth == 2) {
                lists.emplace_back();
            }
        } else if (text[at] == ']') {
            --depth;
        } else if (isDigit(text[at])) {
            std::int64_t number = 0;
            for (; at < text.size() && isDigit(text[at]) && number < kTooLarge; ++at) {
                number = number * 10 + (text[at] - '0');
            }
            --at;
            if (depth == 2) {
                lists.back().push_back(number);
            }
        }
    }
    return lists;
}

}  // namespace

std::vector<std::int64_t> unalignedHalfDims(std::string_view op, std::string_view inputDims,
                                            std::string_view inputTypes) {
    const auto* factors =
        std::find_if(kFactors.begin(), kFactors.end(),
                     [&](const Factors& candidate) { return candidate.op == op; });
    const bool isHalf = inputTypes.find("Half") != std::string_view::npos ||
                        inputTypes.find("BFloat16") != std::string_view::npos;
    if (factors == kFactors.end() || !isHalf) {
        return {};
    }
    const auto lists = listsIn(inputDims);
    if (lists.size() < factors->first + 2 || lists[factors->first].size() < 2 ||
        lists[factors->first + 1].size() < 2) {
        return {};
    }
    std::vector<std::int64_t> dims;
    for (const std::int64_t dim :
         {lists[factors->first].back(), lists[factors->first + 1].back()}) {
        if (dim > 0 && dim % kTensorCoreMultiple != 0) {
            dims.push_back(dim);
        }
    }
    return dims;
}

std::int64_t alignmentInName(std::string_view kernel) {
    constexpr std::string_view kWord = "align";
    std::int64_t smallest = 0;
    for (auto at = kernel.find(kWord); at != std::string_view::npos;
         at = kernel.find(kWord, at + 1)) {
        std::size_t digit = at + kWord.size();
        // xmma writes aligna4_alignc4.
        if (digit < kernel.size() && (kernel[digit] == 'a' || kernel[digit] == 'c')) {
            ++digit;
        }
        std::int64_t value = 0;
        for (; digit < kernel.size() && isDigit(kernel[digit]) && value < kTooLarge; ++digit) {
            value = value * 10 + (kernel[digit] - '0');
        }
        if (value > 0 && (smallest == 0 || value < smallest)) {
            smallest = value;
        }
    }
    return smallest;
}

}  // namespace gaplight
