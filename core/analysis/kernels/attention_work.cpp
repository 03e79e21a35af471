// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
//
// Attention (torch.utils.flop_counter: sdpa_flop_count, sdpa_backward_flop_count). Of queries
// [b, h, q, d], keys [b, h, k, d] and values [b, h, k, v]:
//   forward    2 b h q k (d + v): scores, and their product with the values
//   backward   2 b h q k (3 d + 2 v): scores again, and four products
// A causal mask leaves k (k + 1) / 2 of q k pairs for q = k. Bytes: all inputs; the output and,
// where it is kept, the sums of exponentials; backward the three gradients. The operators below
// scaled_dot_product_attention get [b, q, h, d]. "math" is made of bmm and softmax, which have
// formulas of their own.
//
// Over a paged cache of keys (vLLM's unified_attention) shapes have the queries of all requests,
// but not how many keys each request has. Servers write sums over requests into the names of
// iterations (vllm-project/vllm#37524, sgl-project/sglang#24911): queries Σ q, keys Σ k, Σ q², Σ q
// k. With h heads of queries and g of keys, of d and v elements:
//   forward    2 h (d + v) Σ q k; the causal mask leaves h (d + v) (Σ q² − Σ q) fewer
//   bytes      Σ q h d + Σ k g (d + v) + Σ q h v elements
#include <algorithm>
#include <array>
#include <cstddef>
#include <string_view>

#include "core/analysis/kernels/work_formulas.h"

namespace gaplight {
namespace {

constexpr std::size_t kNoParameter = 100;
enum class Heads : std::uint8_t { First, Second };  // [b, h, q, d] or [b, q, h, d]

// Numbers of an operator's parameters (native_functions.yaml, flash_attn_interface.py).
struct AttentionParameters {
    std::string_view op;
    std::size_t query;  // 1 where the output's gradient is before it
    Heads heads;
    std::size_t causal;   // a flag, or 0 for "no mask"
    std::size_t lengths;  // offsets of packed sequences; kNoParameter: never packed
    std::size_t keepsSums;
};
constexpr std::array kAttentions{
    AttentionParameters{"aten::_scaled_dot_product_flash_attention", 0, Heads::First, 4,
                        kNoParameter, kNoParameter},
    AttentionParameters{"aten::_scaled_dot_product_efficient_attention", 0, Heads::First, 6,
                        kNoParameter, 4},
    AttentionParameters{"aten::_scaled_dot_product_cudnn_attention", 0, Heads::First, 6,
                        kNoParameter, 4},
    AttentionParameters{"aten::_flash_attention_forward", 0, Heads::Second, 8, 3, kNoParameter},
    AttentionParameters{"aten::_efficient_attention_forward", 0, Heads::Second, 9, 4, 10},
    AttentionParameters{"aten::_cudnn_attention_forward", 0, Heads::First, 10, 4, 8},
    AttentionParameters{"flash_attn::_flash_attn_forward", 0, Heads::Second, 5, kNoParameter,
                        kNoParameter},
    AttentionParameters{"aten::_scaled_dot_product_flash_attention_backward", 1, Heads::First, 11,
                        6, kNoParameter},
    AttentionParameters{"aten::_scaled_dot_product_efficient_attention_backward", 1, Heads::First,
                        11, kNoParameter, kNoParameter},
    AttentionParameters{"aten::_scaled_dot_product_cudnn_attention_backward", 1, Heads::First, 14,
                        9, kNoParameter},
    AttentionParameters{"aten::_flash_attention_backward", 1, Heads::Second, 11, 6, kNoParameter},
    AttentionParameters{"aten::_efficient_attention_backward", 1, Heads::Second, 14, 6,
                        kNoParameter},
    AttentionParameters{"aten::_cudnn_attention_backward", 1, Heads::First, 14, 9, kNoParameter},
};

struct AttentionSizes {
    WorkCount heads;  // b h
    std::int64_t queries = 0;
    std::int64_t keys = 0;
    std::int64_t keyWidth = 0;
    std::int64_t valueWidth = 0;
};

std::optional<AttentionSizes> sizesOf(const AttentionParameters& numbers, Inputs inputs) {
    constexpr std::size_t kRank = 4;
    const OperatorInput& query = inputAt(inputs, numbers.query);
    const OperatorInput& key = inputAt(inputs, numbers.query + 1);
    const OperatorInput& value = inputAt(inputs, numbers.query + 2);
    if (query.dims.size() != kRank || key.dims.size() != kRank || value.dims.size() != kRank) {
        return std::nullopt;
    }
    const std::size_t head = numbers.heads == Heads::First ? 1 : 2;
    const std::size_t length = 3 - head;
    AttentionSizes sizes{WorkCount(query.dims[0]) * query.dims[head], query.dims[length],
                         key.dims[length], query.dims[3], value.dims[3]};
    const bool matches = key.dims[0] == query.dims[0] && value.dims[0] == query.dims[0] &&
                         value.dims[length] == sizes.keys && key.dims[3] == sizes.keyWidth;
    return matches ? std::optional(sizes) : std::nullopt;
}

bool isMasked(const AttentionParameters& numbers, Inputs inputs) {
    const OperatorInput& causal = inputAt(inputs, numbers.causal);
    const auto kinds = causal.integers();
    return causal.isTrue() || (kinds.size() == 1 && kinds.front() > 0);
}

// Pairs of a query and a key at or before it.
WorkCount causalPairs(const AttentionSizes& sizes) {
    const std::int64_t square = std::min(sizes.queries, sizes.keys);
    const WorkCount triangle = WorkCount(square) * (WorkCount(square) + 1);
    if (!triangle.isKnown()) {
        return -1;
    }
    return WorkCount(triangle.value() / 2) + WorkCount(sizes.queries - square) * sizes.keys;
}

WorkCount attentionBytes(const AttentionParameters& numbers, Inputs inputs,
                         const AttentionSizes& sizes) {
    const ElementType type = inputs[numbers.query].type;
    WorkCount bytes = bytesToRead(inputs);
    if (numbers.query == 1) {
        for (std::size_t at = 1; at <= 3; ++at) {
            bytes += countOf(inputs[at].dims) * bytesOf(type);
        }
        return bytes;
    }
    const WorkCount rows = sizes.heads * sizes.queries;
    bytes += rows * sizes.valueWidth * bytesOf(type);
    if (numbers.keepsSums == kNoParameter || inputAt(inputs, numbers.keepsSums).isTrue()) {
        bytes += rows * bytesOf(ElementType::Float32);
    }
    return bytes;
}

MaybeWork attentionWork(std::string_view op, Inputs inputs) {
    const auto* numbers = std::find_if(kAttentions.begin(), kAttentions.end(),
                                       [&](const auto& one) { return one.op == op; });
    if (numbers == kAttentions.end() || !inputAt(inputs, numbers->lengths).dims.empty()) {
        return std::nullopt;
    }
    const std::optional<AttentionSizes> sizes = sizesOf(*numbers, inputs);
    if (!sizes) {
        return std::nullopt;
    }
    const bool isBackward = numbers->query == 1;
    const WorkCount perPair =
        sizes->heads * 2 *
        (isBackward ? WorkCount(sizes->keyWidth) * 3 + WorkCount(sizes->valueWidth) * 2
                    : WorkCount(sizes->keyWidth) + sizes->valueWidth);
    const WorkCount flops = perPair * sizes->queries * sizes->keys;
    const WorkCount needed = isMasked(*numbers, inputs) ? perPair * causalPairs(*sizes) : flops;
    return workWith(WorkKind::Attention, inputs[numbers->query].type, flops, needed,
                    attentionBytes(*numbers, inputs, *sizes));
}

// Its work needs more than its inputs: workOfPagedAttention().
MaybeWork unknownWork(std::string_view, Inputs) {
    return std::nullopt;
}
constexpr std::array kPagedAttentions{std::string_view("vllm::unified_attention"),
                                      std::string_view("vllm::unified_attention_with_output")};

constexpr auto kAttentionFormulas = [] {
    std::array<WorkFormula, kAttentions.size() + kPagedAttentions.size()> all{};
    for (std::size_t at = 0; at < kAttentions.size(); ++at) {
        all[at] = {kAttentions[at].op, attentionWork};
    }
    for (std::size_t at = 0; at < kPagedAttentions.size(); ++at) {
        all[kAttentions.size() + at] = {kPagedAttentions[at], unknownWork};
    }
    return all;
}();

}  // namespace

bool isPagedAttention(std::string_view op) {
    return std::ranges::find(kPagedAttentions, op) != kPagedAttentions.end();
}

std::optional<OperatorWork> workOfPagedAttention(std::span<const OperatorInput> inputs,
                                                 const AttentionSums& sums) {
    constexpr std::size_t kRank = 3;  // [tokens, heads, elements]
    const OperatorInput& query = inputAt(inputs, 0);
    const OperatorInput& key = inputAt(inputs, 1);
    const OperatorInput& value = inputAt(inputs, 2);
    if (query.dims.size() != kRank || key.dims.size() != kRank || value.dims.size() != kRank ||
        key.dims[2] != query.dims[2] || value.dims[1] != key.dims[1]) {
        return std::nullopt;
    }
    const WorkCount width = WorkCount(query.dims[2]) + value.dims[2];
    const WorkCount perPair = WorkCount(query.dims[1]) * width;
    const WorkCount all = perPair * 2 * sums.queriesByKeys;
    const WorkCount masked =
        perPair * std::max<std::int64_t>(0, sums.queriesSquared - sums.queries);
    if (!all.isKnown() || !masked.isKnown()) {
        return std::nullopt;
    }
    const WorkCount elements = WorkCount(sums.queries) * query.dims[1] * width +
                               WorkCount(sums.keys) * key.dims[1] * width;
    return workWith(WorkKind::Attention, query.type, all,
                    std::max<std::int64_t>(0, all.value() - masked.value()),
                    elements * bytesOf(query.type));
}

std::span<const WorkFormula> attentionFormulas() {
    return kAttentionFormulas;
}

}  // namespace gaplight
