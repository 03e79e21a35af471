// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/serving/iteration_name.h"

#include <optional>
#include <string>

#include <gtest/gtest.h>

namespace gaplight {
namespace {

std::string numberText(const std::optional<std::int64_t>& number) {
    return number ? std::to_string(*number) : "?";
}

std::string sumsText(std::string_view kind, const std::optional<AttentionSums>& sums) {
    return sums ? " " + std::string(kind) + "=" + std::to_string(sums->queries) + "," +
                      std::to_string(sums->keys) + "," + std::to_string(sums->queriesSquared) +
                      "," + std::to_string(sums->queriesByKeys)
                : "";
}

// "mixed 5r 6147t c=2/6144 g=3/3 bucket ?", with sums where there are any; "no iteration".
std::string readText(std::string_view text) {
    const std::optional<IterationName> name = readIterationName(text);
    if (!name) {
        return "no iteration";
    }
    return std::string(servingPhaseName(name->phase)) + " " + std::to_string(name->requests) +
           "r " + numberText(name->tokens) + "t c=" + numberText(name->contextRequests) + "/" +
           numberText(name->contextTokens) + " g=" + numberText(name->generationRequests) + "/" +
           numberText(name->generationTokens) + " bucket " + numberText(name->bucket) +
           sumsText("csums", name->contextSums) + sumsText("gsums", name->generationSums);
}

struct NameCase {
    std::string_view name;
    std::string_view read;
};

TEST(IterationName, OfEveryServer) {
    constexpr NameCase kCases[]{
        // vLLM
        {"execute_context_2(6144)_generation_3(3)", "mixed 5r 6147t c=2/6144 g=3/3 bucket ?"},
        {"execute_context_0(0)_generation_11(11)", "decode 11r 11t c=0/0 g=11/11 bucket ?"},
        {"execute_context_1(500)_generation_0(0)", "prefill 1r 500t c=1/500 g=0/0 bucket ?"},
        {"execute_context_1(888_788544)_generation_0(0)", "prefill 1r 888t c=1/888 g=0/0 bucket ?"},
        {"execute_407_context_2(sq389sk435sqsq76345sqsk86143)_generation_18(sq18sk6213sqsq18"
         "sqsk6213)",
         "mixed 20r 407t c=2/389 g=18/18 bucket ? csums=389,435,76345,86143 "
         "gsums=18,6213,18,6213"},
        {"execute_128_context_0(sq0sk0sqsq0sqsk0)_generation_32(sq128sk65536sqsq512sqsk262144)",
         "decode 32r 128t c=0/0 g=32/128 bucket ? csums=0,0,0,0 gsums=128,65536,512,262144"},
        // SGLang
        {"step[DECODE bs=64]", "decode 64r 64t c=0/0 g=64/64 bucket ?"},
        {"step[EXTEND bs=1 toks=491]", "prefill 1r 491t c=1/491 g=0/0 bucket ?"},
        {"step[MIXED bs=7 toks=519]", "mixed 7r 519t c=?/? g=?/? bucket ?"},
        {"step[TARGET_VERIFY bs=8]", "decode 8r ?t c=0/0 g=8/? bucket ?"},
        {"step[DECODE bs=64 g_sq=128 g_sqsq=256 g_sqsk=262144 g_sk=131072]",
         "decode 64r 128t c=0/0 g=64/128 bucket ? gsums=128,131072,256,262144"},
        {"step[EXTEND bs=2 toks=14721 c_sq=14721 c_sqsq=108745533 c_sqsk=120007533 c_sk=16221]",
         "prefill 2r 14721t c=2/14721 g=0/0 bucket ? csums=14721,16221,108745533,120007533"},
        {"step[MIXED bs=5 c=2 g=3 c_sq=6144 c_sk=7144 c_sqsq=20971520 c_sqsk=23019520 g_sq=3 "
         "g_sk=6144 g_sqsq=3 g_sqsk=6144]",
         "mixed 5r 6147t c=2/6144 g=3/3 bucket ? csums=6144,7144,20971520,23019520 "
         "gsums=3,6144,3,6144"},
        {"step[MIXED bs=1 c=1 g=0 c_sq=3 g_sq=0]", "prefill 1r 3t c=1/3 g=0/0 bucket ?"},
        // ATOM
        {"prefill[bs=2 tok=14721 ctx=[7803, 6918]...+3]",
         "prefill 2r 14721t c=2/14721 g=0/0 bucket ?"},
        {"prefill[bs=2 tok=300 ctx=[0, 100] sqsq=50000 sqsk=60000 sk=400 tbo=1]",
         "prefill 2r 300t c=2/300 g=0/0 bucket ? csums=300,400,50000,60000"},
        {"decode[bs=117/128 tok=117 d=117]", "decode 117r 117t c=0/0 g=117/117 bucket 128"},
        {"decode[bs=32 tok=128 d=32 spec=3]", "decode 32r 128t c=0/0 g=32/128 bucket ?"},
        {"decode[bs=128 tok=384 p=2 d=126 tbo=1]", "mixed 128r 384t c=2/? g=126/? bucket ?"},
        // TensorRT-LLM
        {"[Executor] _forward_step 7: 0 ctx reqs, 64 gen reqs",
         "decode 64r ?t c=0/0 g=64/? bucket ?"},
        {"[Executor] _forward_step 8: 1 ctx reqs, 200 ctx tokens, 4 gen reqs",
         "mixed 5r ?t c=1/200 g=4/? bucket ?"},
        // Images
        {"execute_diffusion_2_256x512", "diffusion 2r ?t c=?/? g=?/? bucket ?"},
    };
    for (const NameCase& one : kCases) {
        EXPECT_EQ(readText(one.name), one.read) << one.name;
    }
}

TEST(IterationName, OthersAreNone) {
    for (const std::string_view name :
         {"",
          "execute",
          "execute_model",
          "execute_context_2(6144)",
          "execute_context_2(6144)_generation_3(3)_more",
          "execute_context_2()_generation_3(3)",
          "execute_context_(6144)_generation_3(3)",
          "execute_7context_2(6)_generation_3(3)",
          "execute_context_99999999999999999999(1)_generation_3(3)",
          "execute_9_context_1(sq3sk3)_generation_1(sq1sk1sqsq1sqsk1)",
          "execute_context_0(0)_generation_0(0)",
          "step[IDLE bs=0]",
          "step[DECODE bs=0]",
          "step[DECODE]",
          "step[DECODE bs=x]",
          "step[7]",
          "step",
          "step[DECODE bs=64",
          "train_step[EXTEND bs=1]",
          "prefill",
          "prefill[]",
          "prefill[0]",
          "decode[bs=8/]",
          "decode[bs=8/16x]",
          "decode[step=8]",
          "capture_128_decode",
          "ProfilerStep#42",
          "execute_diffusion_1",
          "execute_diffusion_1_256",
          "execute_diffusion_0_1x1",
          "[Executor] _forward_step",
          "[Executor] _forward_step 7: 64 gen reqs",
          "[Executor] _fetch_new_requests",
          "aten::matmul"}) {
        EXPECT_EQ(readText(name), "no iteration") << name;
    }
}

TEST(IterationName, CapturesHaveASize) {
    EXPECT_EQ(capturedSize("capture_128_decode"), 128);
    EXPECT_EQ(capturedSize("capture_32_DECODE"), 32);
    EXPECT_EQ(capturedSize("capture_256_mixed_prefill"), 256);
    EXPECT_EQ(capturedSize("capture_8192_PIECEWISE"), 8192);
    for (const std::string_view name :
         {"capture_decode", "capture_128", "capture_3_frames", "capture__decode", "128_decode"}) {
        EXPECT_FALSE(capturedSize(name)) << name;
    }
}

}  // namespace
}  // namespace gaplight
