// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
//
// chain    = kernels in turn on a stream, launched by one thread, of elementwise operators, norms,
//            softmax, reductions and casts, each of which has an input with as many bytes as the
//            result of the one before (core/analysis/kernels/fusible_chains.h)
// saved(k) = duration x (bytes that the next kernel reads of its result + bytes that it reads of
//            the one before) / all of its bytes
// fires on each GPU where, over chains whose kernels take >= min_duration on average,
//   sum of saved(k) >= busy_share of the GPU's busy time, and min_time
// edits: kernel x (1 - saved(k) / duration), an upper bound
//
// Left out: products and convolutions, which torch.compile leaves to their libraries; batch norm in
// training; launch-bound code, where kernels are shorter than min_duration.
#include <algorithm>
#include <array>
#include <map>
#include <span>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "core/analysis/kernels/fusible_chains.h"
#include "core/analysis/torch/torch_names.h"
#include "core/base/quantity_text.h"
#include "core/base/share.h"
#include "core/detectors/engine/rules.h"
#include "core/detectors/shared/kernel_rule.h"

namespace gaplight {
namespace {

constexpr std::string_view kFusibleChainId = "fusible-chain";
constexpr std::size_t kMaxChainRows = 4;
// Of the operators of a chain, those that its row names.
constexpr std::size_t kNamedOperators = 10;
// Reading the shapes of an operator is a read of the file.
constexpr std::size_t kMaxChainShapesRead = 64;
// Of the busy time: an operator with less is no part of a chain that matters.
constexpr std::int64_t kClassPpm = 500;

constexpr std::array kFusibleChainThresholds{
    Threshold{"busy_share", ThresholdUnit::Share, percent(3),
              "of the GPU's busy time, in moving what fused kernels would keep",
              "compiling gained 0.9 to 3 times as much in nine programs on an H100"},
    Threshold{"min_duration", ThresholdUnit::Nanoseconds, microseconds(10),
              "mean duration of a chain's kernels, below which launches matter more",
              "the limit of tiny kernels in the diffusers profiling guide"},
    Threshold{"min_time", ThresholdUnit::Nanoseconds, microseconds(100),
              "saved, below which nothing is reported",
              "as for idle gaps, diffusers profiling guide"},
};

constexpr auto kFusibleChainValues = joinValues(
    kKernelValues,
    std::array{
        DeclaredValue{"fix", QuantityKind::Case, false, "attention rms-norm gelu compiled compile"},
        DeclaredValue{"saved", QuantityKind::Nanoseconds},
        DeclaredValue{"chains", QuantityKind::Count},
        DeclaredValue{"rows", QuantityKind::Rows},
        DeclaredValue{"note", QuantityKind::Rows, false, "kind other"},
        DeclaredValue{"operators", QuantityKind::Text, true},
        DeclaredValue{"more", QuantityKind::Count, true},
    });

// Chains of the same operators.
struct ChainKind {
    std::vector<std::string> operators;  // without "aten::"
    std::vector<SliceId> kernels;
    std::int64_t chains = 0;
    Duration time{};
    Duration saved{};
};

struct FusibleKernels : ReportedKernels {
    Duration saved{};
    std::int64_t chains = 0;
    std::vector<ChainKind> kinds;  // most saved first
};

std::vector<std::string> operatorsOf(const Trace& trace, const OperatorClasses& operators,
                                     const FusibleChain& chain) {
    std::vector<std::string> names;
    for (const ChainedKernel& kernel : chain.kernels) {
        names.emplace_back(withoutAten(trace.text(operators.classes[kernel.classNumber].op)));
    }
    return names;
}

FusibleKernels gatherChains(const GpuInput& gpu, const OperatorClasses& operators,
                            const std::vector<FusibleChain>& chains) {
    FusibleKernels all;
    all.isBound = true;
    std::map<std::vector<std::string>, ChainKind> kinds;
    for (const FusibleChain& chain : chains) {
        ++all.chains;
        all.time += chain.time;
        all.saved += chain.saved;
        for (const ChainedKernel& kernel : chain.kernels) {
            all.slices.push_back(kernel.slice);
            all.edits.push_back(
                {ReplayEdit::Kind::ScaleActivity, kernel.slice, {}, {}, kernel.remaining});
        }
        std::vector<std::string> names = operatorsOf(gpu.input.trace, operators, chain);
        ChainKind& kind = kinds[names];
        kind.operators = std::move(names);
        for (const ChainedKernel& kernel : chain.kernels) {
            kind.kernels.push_back(kernel.slice);
        }
        ++kind.chains;
        kind.time += chain.time;
        kind.saved += chain.saved;
    }
    for (auto& [names, kind] : kinds) {
        all.kinds.push_back(std::move(kind));
    }
    std::stable_sort(all.kinds.begin(), all.kinds.end(),
                     [](const auto& a, const auto& b) { return a.saved > b.saved; });
    return all;
}

std::string_view fixOf(const ChainKind& kind, bool isCompiled) {
    const auto has = [&](std::string_view name) {
        return std::find(kind.operators.begin(), kind.operators.end(), name) !=
               kind.operators.end();
    };
    if (has("_softmax")) {
        return "attention";
    }
    if (has("rsqrt") && has("mean")) {
        return "rms-norm";
    }
    if (has("pow") && has("tanh")) {
        return "gelu";
    }
    return isCompiled ? "compiled" : "compile";
}

bool hasCompiledKernels(const GpuInput& gpu, const OperatorClasses& operators) {
    return std::any_of(operators.classes.begin(), operators.classes.end(), [&](const auto& one) {
        return gpu.input.trace.text(one.op).starts_with("triton_");
    });
}

void describeChains(const GpuInput& gpu, const OperatorClasses& operators,
                    const FusibleKernels& fusible, Finding& finding) {
    FindingValues& values = finding.values;
    ValueRows rows;
    ValueRows notes;
    std::unordered_map<std::uint32_t, std::uint32_t> noteOfKernel;
    for (std::size_t at = 0; at < std::min(kMaxChainRows, fusible.kinds.size()); ++at) {
        const ChainKind& kind = fusible.kinds[at];
        const std::size_t named = std::min(kNamedOperators, kind.operators.size());
        FindingValues& row = rows.emplace_back();
        const std::string text =
            "`" + joinedText(std::span(kind.operators).first(named), " → ") + "`";
        row.set("operators", text);
        notes.emplace_back().set(kRowCase, CaseName{"kind"});
        notes.back().set("operators", text);
        for (const SliceId kernel : kind.kernels) {
            noteOfKernel[kernel.value] = static_cast<std::uint32_t>(at);
        }
        if (named < kind.operators.size()) {
            row.set("more", static_cast<std::int64_t>(kind.operators.size() - named));
        }
        row.set("chains", kind.chains);
        row.set("time", kind.time);
        row.set("saved", kind.saved);
    }
    notes.emplace_back().set(kRowCase, CaseName{"other"});
    for (Evidence& one : finding.evidence) {
        const auto note = noteOfKernel.find(one.slice.value);
        one.note = note != noteOfKernel.end() ? note->second
                                              : static_cast<std::uint32_t>(notes.size() - 1);
    }
    values.set("rows", std::move(rows));
    values.set("note", std::move(notes));
    values.set("chains", fusible.chains);
    values.set("saved", fusible.saved);
    values.set("fix", CaseName{fixOf(fusible.kinds.front(), hasCompiledKernels(gpu, operators))});
}

std::vector<FusibleChain> chainsOf(const GpuInput& gpu, const OperatorClasses& operators) {
    const DetectorInput& input = gpu.input;
    FusibleLimits limits;
    limits.minKernelTime = input.settings.time("min_duration");
    limits.minClassTime = shareOfTime(gpu.device.totals.busy, kClassPpm);
    limits.maxShapesRead = kMaxChainShapesRead;
    return findFusibleChains(
        input.trace, input.launches, operators, gpu.activities,
        [&](SliceId op) { return input.args(op, DetailField::OperatorInputs); }, limits);
}

// One group at most: what fusing all chains would save decides.
std::vector<FusibleKernels> findFusibleKernels(const GpuInput& gpu,
                                               const OperatorClasses& operators) {
    std::vector<FusibleKernels> found;
    FusibleKernels fusible = gatherChains(gpu, operators, chainsOf(gpu, operators));
    if (gpu.isLong(fusible.saved)) {
        found.push_back(std::move(fusible));
    }
    return found;
}

DetectorResult detectFusibleChains(const DetectorInput& input) {
    if (input.trace.shapeKeys().size() == 0) {
        DetectorResult result;
        result.notApplicable = "no shapes of operators were recorded";
        return result;
    }
    const OperatorClasses& operators = input.shared.operatorClasses;
    return runKernelRule<FusibleKernels>(
        {kFusibleChainId, "no GPU activity was recorded", [](const GpuInput&) { return true; },
         [&](const GpuInput& gpu) { return findFusibleKernels(gpu, operators); },
         [&](const GpuInput& gpu, const FusibleKernels& fusible, Finding& finding) {
             describeChains(gpu, operators, fusible, finding);
         }},
        input);
}

}  // namespace

const Detector& fusibleChainRule() {
    static const Detector kRule{
        {.id = kFusibleChainId,
         .name = "Fusible chain",
         .question =
             "Which kernels write to memory what the next one reads, that one kernel could keep?",
         .thresholds = kFusibleChainThresholds,
         .values = kFusibleChainValues},
        detectFusibleChains};
    return kRule;
}

}  // namespace gaplight
