// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace gaplight {

// What an iteration of a server computes: the prompts of new requests (context), the next tokens
// of requests that run (generation), or both. Diffusion: images, which have neither.
enum class ServingPhase : std::uint8_t { Prefill, Decode, Mixed, Diffusion };
inline constexpr std::size_t kServingPhases = 4;
// Stable name, as in reports: "prefill", "decode", "mixed", "diffusion".
[[nodiscard]] std::string_view servingPhaseName(ServingPhase phase);

// Sums over the requests of one kind in an iteration, N_Q: tokens computed, N_KV: tokens attended
// to. Servers write them for the work of attention.
struct AttentionSums {
    std::int64_t queries = 0;         // Σ N_Q
    std::int64_t keys = 0;            // Σ N_KV
    std::int64_t queriesSquared = 0;  // Σ N_Q²
    std::int64_t queriesByKeys = 0;   // Σ N_Q·N_KV

    friend bool operator==(const AttentionSums&, const AttentionSums&) = default;
};

// The name that a server gives to an iteration, read. What the name does not have is empty.
struct IterationName {
    ServingPhase phase = ServingPhase::Decode;
    std::int64_t requests = 0;           // of both kinds
    std::optional<std::int64_t> tokens;  // computed for them
    std::optional<std::int64_t> contextRequests;
    std::optional<std::int64_t> contextTokens;
    std::optional<std::int64_t> generationRequests;
    std::optional<std::int64_t> generationTokens;  // more than requests with speculation
    std::optional<std::int64_t> bucket;            // requests that its graph was captured for
    std::optional<AttentionSums> contextSums;
    std::optional<AttentionSums> generationSums;

    friend bool operator==(const IterationName&, const IterationName&) = default;
};

// Reads the names of iterations of vLLM ("execute_context_2(6144)_generation_3(3)"), SGLang
// ("step[DECODE bs=64]"), ATOM ("decode[bs=117/128 tok=117 d=117]"), TensorRT-LLM ("[Executor]
// _forward_step 7: 0 ctx reqs, 64 gen reqs") and vLLM-Omni ("execute_diffusion_1_256x256"), plain
// and detailed, of annotations and of NVTX ranges. Empty for any other name, and for an iteration
// without requests. O(length).
[[nodiscard]] std::optional<IterationName> readIterationName(std::string_view name);

// What a timeline writes on an iteration: "decode 11", "decode 117 → 128" with the bucket of its
// name, "mixed 12 · 300 tokens".
[[nodiscard]] std::string iterationLabel(const IterationName& name);

// The size for which a server captures a graph inside an annotation of this name:
// 128 of "capture_128_decode". Empty for any other name.
[[nodiscard]] std::optional<std::int64_t> capturedSize(std::string_view name);

}  // namespace gaplight
