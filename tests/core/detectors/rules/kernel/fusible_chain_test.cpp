// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/core/detectors/detected.h"
#include "tests/core/detectors/rules/kernel/shaped_trace.h"
#include "tests/support/checks/golden.h"
#include "tests/support/traces/gpu_facts.h"

namespace gaplight {
namespace {

using test::Detected;
using test::evidenceExists;
using test::Launched;
using test::ShapedOperator;
using test::ShapedTrace;
using ::testing::ElementsAre;
using ::testing::IsEmpty;

constexpr const char* kChainRule = "fusible-chain";
const Launched kBlocks{{4096, 1, 1}, {256, 1, 1}, 16};

// Operators over 8,192 x 4,096 numbers: n bytes are 67 MB in bf16.
ShapedOperator overOne(const std::string& name) {
    return {"aten::" + name, "[[8192, 4096], []]", R"(["c10::BFloat16", "Scalar"])"};
}
ShapedOperator overTwo(const std::string& name) {
    return {"aten::" + name, "[[8192, 4096], [8192, 4096], []]",
            R"(["c10::BFloat16", "c10::BFloat16", "Scalar"])"};
}
ShapedOperator toFloat() {
    return {"aten::copy_", "[[8192, 4096], [8192, 4096], []]",
            R"(["float", "c10::BFloat16", "Scalar"])"};
}
ShapedOperator contiguous() {
    return overTwo("copy_");
}
// Ends every chain.
ShapedOperator product() {
    return {"aten::mm", "[[8192, 4096], [4096, 4096]]", R"(["c10::BFloat16", "c10::BFloat16"])",
            "nvjet_sm90_tst_192x192"};
}
ShapedOperator layerNorm() {
    ShapedOperator norm{"aten::native_layer_norm", "[[8192, 4096], [], [], [], []]",
                        R"(["c10::BFloat16", "ScalarList", "", "", "Scalar"])"};
    norm.values = R"(["", "[4096]", "", "", "1e-05"])";
    return norm;
}

// Per kernel of the first chain: what remains of its time.
std::vector<double> factorsOf(std::vector<ShapedOperator> operators, std::size_t kernels) {
    operators.push_back(product());
    const auto findings = ShapedTrace().detect(operators, kBlocks).of(kChainRule);
    std::vector<double> factors;
    for (std::size_t at = 0; findings.size() == 1 && at < kernels; ++at) {
        factors.push_back(findings[0].edits.at(at).factor);
    }
    return factors;
}

auto isNear(double value) {
    return ::testing::DoubleNear(value, 1e-6);
}

TEST(FusibleChain, FindsTheRotaryEmbeddingOfFlux) {
    const Detected detected("flux2_before_eager");
    const auto findings = detected.of(kChainRule);
    ASSERT_EQ(findings.size(), 1U) << detected.text(kChainRule);
    const Finding& finding = findings[0];
    EXPECT_EQ(finding.severity, Severity::Warning);
    EXPECT_TRUE(finding.isBound);
    EXPECT_EQ(finding.values.caseOf("fix"), "compile");
    const FindingValues& row = finding.values.rows("rows").at(0);
    EXPECT_EQ(row.text("operators"), "`copy_ → mul → add → copy_`");
    EXPECT_EQ(row.count("chains"), 256);
    EXPECT_TRUE(evidenceExists(detected.session(), finding));
}

// Compiled, too short, or products and attention for the most part.
TEST(FusibleChain, IsSilentWhereThereIsLittleToFuse) {
    for (const char* trace : {"wan_before_compile", "wan_after_compile", "flux2_before_compile",
                              "flux2_after_compile", "llm_decode_eager", "ddp_straggler_rank0",
                              "ddp_balanced_rank0", "memory_flat", "memory_growth"}) {
        const Detected detected(trace);
        EXPECT_THAT(detected.notApplicable(kChainRule), IsEmpty()) << trace;
        EXPECT_THAT(detected.text(kChainRule), IsEmpty()) << trace;
    }
}

TEST(FusibleChain, NeedsShapes) {
    EXPECT_EQ(Detected("train_workers_pinned").notApplicable(kChainRule),
              "no shapes of operators were recorded");
}

TEST(FusibleChain, Texts) {
    EXPECT_TRUE(test::matchesGolden("findings/rules/fusible-chain.txt",
                                    test::textOf(kChainRule, {"flux2_before_eager"})));
}

TEST(FusibleChain, LeavesTheBytesThatAFusedKernelMoves) {
    // mul reads 2 n and writes n for add; add reads n of that and n more, and writes n.
    EXPECT_THAT(factorsOf({overTwo("mul"), overTwo("add")}, 2),
                ElementsAre(isNear(2 / 3.0), isNear(2 / 3.0)));
    // In the middle, what reads and writes n vanishes.
    EXPECT_THAT(factorsOf({overTwo("mul"), overOne("tanh"), overTwo("add")}, 3),
                ElementsAre(isNear(2 / 3.0), isNear(0), isNear(2 / 3.0)));
    // A cast reads n and writes 2 n; what is added to it in fp32 reads 4 n and writes 2 n.
    EXPECT_THAT(factorsOf({toFloat(),
                           {"aten::add", "[[8192, 4096], [8192, 4096], []]",
                            R"(["float", "float", "Scalar"])"}},
                          2),
                ElementsAre(isNear(1 / 3.0), isNear(2 / 3.0)));
}

TEST(FusibleChain, WritesWhatANormReadsAllTheSame) {
    const auto factors = factorsOf({overTwo("add"), layerNorm()}, 2);
    ASSERT_EQ(factors.size(), 2U);
    EXPECT_THAT(factors[0], isNear(1));
    EXPECT_NEAR(factors[1], 0.5, 0.01);  // with mean and deviation of each row
}

TEST(FusibleChain, LeavesOutOtherTensorsOfOneSize) {
    EXPECT_THAT(factorsOf({overOne("relu"), overOne("sigmoid"), overOne("tanh")}, 1), IsEmpty());
    EXPECT_THAT(factorsOf({overTwo("mul"), contiguous()}, 1), IsEmpty());
    EXPECT_THAT(factorsOf({layerNorm(), layerNorm()}, 1), IsEmpty());
    EXPECT_THAT(factorsOf({overTwo("mul"), product(), overTwo("add")}, 1), IsEmpty());
    // Four turns of a loop are four chains, whose first kernels read all of their inputs.
    std::vector<ShapedOperator> loop;
    for (int turn = 0; turn < 4; ++turn) {
        loop.push_back(overOne("mul_"));
        loop.push_back(overTwo("add_"));
    }
    EXPECT_THAT(factorsOf(loop, 4),
                ElementsAre(isNear(0.5), isNear(2 / 3.0), isNear(0.5), isNear(2 / 3.0)));
}

TEST(FusibleChain, LeavesOutShortKernels) {
    std::vector<ShapedOperator> operators{overTwo("mul"), overTwo("add"), product()};
    for (ShapedOperator& one : operators) {
        one.length = 9'000;
    }
    EXPECT_TRUE(ShapedTrace().detect(operators, kBlocks).of(kChainRule).empty());
}

TEST(FusibleChain, NamesTheOperatorThatDoesAllOfIt) {
    const ShapedOperator softmax{"aten::_softmax", "[[8192, 4096], [], []]",
                                 R"(["c10::BFloat16", "Scalar", "Scalar"])"};
    const auto findings =
        ShapedTrace().detect({overOne("mul"), softmax, product()}, kBlocks).of(kChainRule);
    ASSERT_EQ(findings.size(), 1U);
    EXPECT_EQ(findings[0].values.caseOf("fix"), "attention");
    EXPECT_EQ(findings[0].count, 20U);
}

}  // namespace
}  // namespace gaplight
