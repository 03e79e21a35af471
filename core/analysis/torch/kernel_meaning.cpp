// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/torch/kernel_meaning.h"

#include <algorithm>
#include <array>
#include <utility>

#include "core/analysis/torch/kernel_group.h"

namespace gaplight {
namespace {

using Words = std::pair<std::string_view, std::string_view>;  // in the name; what they mean

bool isTileDigit(char c) {
    return c >= '0' && c <= '9';
}

// "128×64×8" of "128x64x8_stage3"; empty where `text` does not begin with two numbers.
std::string tileAt(std::string_view text) {
    std::string tile;
    std::size_t at = 0;
    int numbers = 0;
    while (at < text.size() && isTileDigit(text[at])) {
        tile += numbers > 0 ? "×" : "";
        while (at < text.size() && isTileDigit(text[at])) {
            tile += text[at++];
        }
        ++numbers;
        if (at + 1 < text.size() && text[at] == 'x' && isTileDigit(text[at + 1])) {
            ++at;
        } else {
            break;
        }
    }
    return numbers >= 2 ? tile : std::string();
}

// After the first place where `before` is followed by a tile.
std::string tileAfter(std::string_view name, std::string_view before) {
    for (std::size_t at = name.find(before); at != std::string_view::npos;
         at = name.find(before, at + 1)) {
        if (std::string tile = tileAt(name.substr(at + before.size())); !tile.empty()) {
            return tile;
        }
    }
    return {};
}

// The meaning of the first of `words` that the name has.
template <std::size_t Size>
std::string_view meaningIn(std::string_view name, const std::array<Words, Size>& words) {
    const auto found = std::ranges::find_if(words, [name](const Words& pair) {
        return name.find(pair.first) != std::string_view::npos;
    });
    return found == words.end() ? std::string_view() : found->second;
}

std::string joined(std::initializer_list<std::string_view> words) {
    std::string text;
    for (const std::string_view word : words) {
        text += (text.empty() || word.empty() ? "" : " ");
        text += word;
    }
    return text;
}

std::optional<std::string> attentionOfCudnn(std::string_view name) {
    if (!name.starts_with("cudnn_generated") || name.find("sdpa") == std::string_view::npos) {
        return std::nullopt;
    }
    constexpr std::array kDirections{Words{"_fprop_", "forward"}, Words{"_bprop_", "backward"}};
    constexpr std::array kTypes{Words{"_bf16_", "bf16"}, Words{"_f16_", "f16"}, Words{"_f8_", "f8"},
                                Words{"_e4m3_", "f8"}};
    return joined(
        {"sdpa", meaningIn(name, kDirections), meaningIn(name, kTypes), tileAfter(name, "_")});
}

std::optional<std::string> productOfNvjet(std::string_view name) {
    if (!name.starts_with("nvjet_")) {
        return std::nullopt;
    }
    constexpr std::array kTypes{Words{"_tst_", "bf16"}, Words{"_hsh_", "f16"}};
    constexpr std::array kEpilogues{Words{"_relubias_", "bias relu"},
                                    Words{"_gelubias_", "bias gelu"}, Words{"_bias_", "bias"}};
    constexpr std::array kSplits{Words{"_splitK_", "split-K"}};
    return joined({"gemm", meaningIn(name, kTypes), tileAfter(name, "_"), meaningIn(name, kSplits),
                   meaningIn(name, kEpilogues)});
}

std::optional<std::string> productOfXmma(std::string_view name) {
    constexpr std::array kKinds{Words{"_xmma_fprop_", "conv forward"},
                                Words{"_xmma_dgrad_", "conv dgrad"},
                                Words{"_xmma_wgrad_", "conv wgrad"}, Words{"_xmma_gemm_", "gemm"}};
    const std::string_view kind = meaningIn(name, kKinds);
    if (!name.starts_with("sm") || kind.empty()) {
        return std::nullopt;
    }
    // What the products are computed in, before what they are stored as.
    constexpr std::array kTypes{Words{"tf32", "tf32"}, Words{"bf16", "bf16"}, Words{"_f16", "f16"},
                                Words{"_e4m3", "f8"},  Words{"_i8", "i8"},    Words{"_f32", "f32"},
                                Words{"_f64", "f64"}};
    return joined({kind, meaningIn(name, kTypes), tileAfter(name, "_tilesize")});
}

std::optional<std::string> productOfTensile(std::string_view name) {
    if (!name.starts_with("Cijk_")) {
        return std::nullopt;
    }
    constexpr std::array kTypes{Words{"_BBS_", "bf16"}, Words{"_B_", "bf16"}, Words{"_HHS_", "f16"},
                                Words{"_HH_", "f16"},   Words{"_H_", "f16"},  Words{"_S_", "f32"},
                                Words{"_SB_", "f32"},   Words{"_D_", "f64"},  Words{"_DB_", "f64"},
                                Words{"_F8", "f8"}};
    return joined({"gemm", meaningIn(name, kTypes), tileAfter(name, "_MT")});
}

// "add" of "at::native::CUDAFunctor_add<float>", "silu" of
// "…silu_kernel(at::TensorIteratorBase&)…".
std::string operationOf(std::string_view functor) {
    constexpr std::array kFunctors{Words{"direct_copy_kernel_cuda", "copy"},
                                   Words{"bfloat16_copy_kernel_cuda", "copy"},
                                   Words{"float16_copy_kernel_cuda", "copy"},
                                   Words{"::MulFunctor<", "mul"},
                                   Words{"::DivFunctor<", "div"},
                                   Words{"CUDAFunctor_add<", "add"},
                                   Words{"CUDAFunctorOnSelf_add<", "add"},
                                   Words{"CUDAFunctorOnOther_add<", "add"},
                                   Words{"::FillFunctor<", "fill"},
                                   Words{"::CompareEqFunctor<", "compare"},
                                   Words{"::CompareFunctor<", "compare"},
                                   Words{"launch_clamp_scalar", "clamp"},
                                   Words{"threshold_kernel_impl", "threshold"},
                                   Words{"GeluBackwardCUDAKernelImpl", "gelu backward"},
                                   Words{"GeluCUDAKernelImpl", "gelu"}};
    if (const std::string_view known = meaningIn(functor, kFunctors); !known.empty()) {
        return std::string(known);
    }
    // at::native::(anonymous
    // namespace)::silu_backward_kernel(at::TensorIteratorBase&)::{lambda()#1}
    for (const std::string_view ending : {"_kernel_cuda(", "_cuda_kernel(", "_kernel("}) {
        const std::size_t end = functor.find(ending);
        const std::size_t begin = functor.rfind("::", end);
        if (end != std::string_view::npos && begin != std::string_view::npos) {
            std::string operation(functor.substr(begin + 2, end - begin - 2));
            std::ranges::replace(operation, '_', ' ');
            return operation;
        }
    }
    return {};
}

std::optional<std::string> elementwiseOfTorch(std::string_view name) {
    const std::size_t open = name.find("elementwise_kernel<");
    if (name.find("at::native::") == std::string_view::npos || open == std::string_view::npos) {
        return std::nullopt;
    }
    // The arguments of the template have the functor; those of the function repeat it.
    const std::string_view functor = name.substr(open, name.find(">(", open) - open);
    const std::string operation = operationOf(functor);
    constexpr std::array kTypes{
        Words{"BFloat16", "bf16"}, Words{"::bfloat16_", "bf16"}, Words{"<unsigned char", "u8"},
        Words{"c10::Half", "f16"}, Words{"<double", "f64"},      Words{"(double", "f64"},
        Words{"<float", "f32"},    Words{"(float", "f32"},       Words{"<long", "i64"},
        Words{"(long", "i64"},     Words{"<int", "i32"},         Words{"(int", "i32"},
        Words{"<bool", "bool"},    Words{"(bool", "bool"}};
    return operation.empty() ? std::nullopt
                             : std::optional(joined({operation, meaningIn(functor, kTypes)}));
}

}  // namespace

std::optional<std::string> kernelMeaning(std::string_view name) {
    for (const auto read :
         {attentionOfCudnn, productOfNvjet, productOfXmma, productOfTensile, elementwiseOfTorch}) {
        if (std::optional<std::string> meaning = read(name)) {
            return meaning;
        }
    }
    return std::nullopt;
}

std::string kernelRowLabel(std::string_view name) {
    std::optional<std::string> meaning = kernelMeaning(name);
    return meaning ? *std::move(meaning) : shortKernelName(name);
}

}  // namespace gaplight
