// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
//
// loop  = the same cycle of at most max_cycle operators at least min_turns times in a row, under
//         one annotation and one enclosing operator, outside compiled code; every operator has a
//         torch._foreach_ form and at least one writes in place; 80 % of what they launch is
//         shorter than `tiny` (tensor_loops.h)
// fires = for each place (annotation, user frame) whose loops' GPU time and the idle time that
//         their launches end are >= min_share of the GPU's window
// edits = each loop takes the host time of one turn; what its shortest kernel takes, which is what
//         launching one costs the GPU whatever it does, is paid once instead of once a turn
#include <algorithm>
#include <array>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/analysis/host/profiler_overhead.h"
#include "core/analysis/host/tensor_loops.h"
#include "core/analysis/torch/annotation_name.h"
#include "core/analysis/torch/torch_names.h"
#include "core/detectors/engine/finding_groups.h"
#include "core/detectors/engine/rules.h"
#include "core/detectors/shared/host_finding.h"

namespace gaplight {
namespace {

constexpr TensorLoopLimits kPreset{};
constexpr std::array kForeachCandidateThresholds{
    Threshold{"min_turns", ThresholdUnit::Count, static_cast<std::int64_t>(kPreset.minTurns),
              "turns in a row that make a loop", "fewer are not worth a list"},
    Threshold{"max_cycle", ThresholdUnit::Count, static_cast<std::int64_t>(kPreset.maxCycle),
              "operators of one turn at most", "Adam for one tensor is eight"},
    Threshold{"tiny", ThresholdUnit::Nanoseconds, kPreset.smallActivity.count(),
              "what the operators launch is shorter than this, 80 % of it",
              "about what a launch costs the host and the GPU together"},
    Threshold{"min_share", ThresholdUnit::Share, percent(1),
              "share of the GPU's window that the loops' kernels and the idle time between them "
              "take",
              "below this a fix is within the noise between runs"},
};

constexpr std::array kForeachCandidateValues{
    DeclaredValue{"turns", QuantityKind::Count},
    DeclaredValue{"place", QuantityKind::Text},
    DeclaredValue{"kernels", QuantityKind::Count},
    DeclaredValue{"mean_time", QuantityKind::Nanoseconds},
    DeclaredValue{"operators", QuantityKind::Count},
    DeclaredValue{"operator_list", QuantityKind::Case, false, "all first"},
    DeclaredValue{"operator_names", QuantityKind::List},
    DeclaredValue{"more_operators", QuantityKind::Count, true},
    DeclaredValue{"fix", QuantityKind::Case, false,
                  "separated fused-optimizer foreach-optimizer other-optimizer zero-grad "
                  "ddp-buffers ema norms zeros lists"},
    DeclaredValue{"foreach_operator", QuantityKind::Text, true},
    DeclaredValue{"optimizer", QuantityKind::Text, true},
    DeclaredValue{"cycle", QuantityKind::Case, false, "one several"},
    DeclaredValue{"functions", QuantityKind::List},
};

// Loops at one place.
struct Loops {
    std::vector<const TensorLoop*> loops;  // in time order
    std::uint64_t activities = 0;
    Duration gpuTime{};
};

std::string codeSpan(std::string_view name) {
    return "`" + std::string(name) + "`";
}

// The torch._foreach_ functions of a cycle, each once, in order.
TextList foreachFunctions(const Trace& trace, const TensorLoop& loop) {
    TextList names;
    for (const StringId op : loop.cycle) {
        std::string name = codeSpan(foreachEquivalent(trace.text(op)));
        if (std::find(names.begin(), names.end(), name) == names.end()) {
            names.push_back(std::move(name));
        }
    }
    return names;
}

// The operators of a cycle; of a long one the first few.
void setOperators(const Trace& trace, const TensorLoop& loop, FindingValues& values) {
    constexpr std::size_t kMaxNamed = 4;
    TextList names;
    for (const StringId op : loop.cycle) {
        names.push_back(codeSpan(trace.text(op)));
    }
    values.setCount("operators", names.size());
    values.set("operator_list", CaseName{names.size() > kMaxNamed ? "first" : "all"});
    if (names.size() > kMaxNamed) {
        values.setCount("more_operators", names.size() - kMaxNamed);
        names.resize(kMaxNamed);
    }
    values.set("operator_names", std::move(names));
}

bool isAny(std::string_view text, std::span<const std::string_view> names) {
    return std::find(names.begin(), names.end(), text) != names.end();
}

// What torch.optim offers for an optimizer (torch/optim of PyTorch 2.11).
std::string_view optimizerFix(std::string_view optimizer) {
    constexpr std::array<std::string_view, 3> kFused{"Adam", "AdamW", "SGD"};
    constexpr std::array<std::string_view, 9> kForeach{
        "Adagrad", "Adadelta", "Adamax", "ASGD", "NAdam", "RAdam", "RMSprop", "Rprop", "Adafactor"};
    if (isAny(optimizer, kFused)) {
        return "fused-optimizer";
    }
    return isAny(optimizer, kForeach) ? "foreach-optimizer" : "other-optimizer";
}

std::string_view fixOf(const FindingPlace& where, const TextList& functions) {
    if (!steppedOptimizer(where.annotation).empty()) {
        return optimizerFix(steppedOptimizer(where.annotation));
    }
    if (isZeroGrad(where.annotation)) {
        return "zero-grad";
    }
    if (where.annotation == kDistributedForward && functions.size() == 1 &&
        functions.front() == "`torch._foreach_copy_`") {
        return "ddp-buffers";
    }
    if (where.python.find("diffusers/training_utils.py(") != std::string::npos) {
        return "ema";
    }
    if (functions.size() == 1 && functions.front() == "`torch._foreach_norm`") {
        return "norms";
    }
    if (functions.size() == 1 && functions.front() == "`torch._foreach_zero_`") {
        return "zeros";
    }
    return "lists";
}

void setFix(const Trace& trace, const FindingPlace& where, const TensorLoop& loop,
            FindingValues& values) {
    const bool isForeach =
        loop.enclosingOp.isValid() && isForeachOperator(trace.name(loop.enclosingOp));
    TextList functions = foreachFunctions(trace, loop);
    values.set("fix", CaseName{isForeach ? "separated" : fixOf(where, functions)});
    if (isForeach) {
        values.set("foreach_operator", std::string(trace.name(loop.enclosingOp)));
    }
    values.set("optimizer", std::string(steppedOptimizer(where.annotation)));
    values.set("cycle", CaseName{loop.cycle.size() == 1 ? "one" : "several"});
    values.set("functions", std::move(functions));
}

// The call of an optimizer that encloses a slice, as older versions of PyTorch record it: an
// operator "Optimizer.step#SGD.step". Invalid: there is none.
StringId optimizerCallAround(const Trace& trace, SliceId slice) {
    SliceId at = trace.slices().parent(slice);
    while (at.isValid() && !isOptimizerCall(trace.name(at))) {
        at = trace.slices().parent(at);
    }
    return at.isValid() ? trace.slices().name(at) : StringId{};
}

class ForeachCandidate {
public:
    explicit ForeachCandidate(const DetectorInput& input)
        : m_input(input), m_steps(input.analysis.steps), m_loops(loopsOf(input)) {}

    std::vector<Finding> run() {
        for (const TensorLoop& loop : m_loops) {
            add(loop);
        }
        addIdle();
        m_groups.sortByCost();
        std::vector<Finding> findings;
        for (FindingGroup& group : m_groups.all()) {
            const Loops& loops = m_byPlace.at(group.key);
            if (m_input.settings.reaches("min_share", group.gpuIdle + loops.gpuTime, window())) {
                findings.push_back(finding(group, loops));
            }
        }
        return findings;
    }

private:
    static std::vector<TensorLoop> loopsOf(const DetectorInput& input) {
        TensorLoopLimits limits;
        limits.minTurns = static_cast<std::uint64_t>(input.settings.value("min_turns"));
        limits.maxCycle = static_cast<std::size_t>(input.settings.value("max_cycle"));
        limits.smallActivity = input.settings.time("tiny");
        std::vector<TensorLoop> loops = tensorLoops(input.trace, input.launches, limits);
        std::erase_if(loops, [&](const TensorLoop& loop) { return !input.inRange(loop.firstOp); });
        return loops;
    }

    GroupKey keyOf(const TensorLoop& loop) const {
        GroupKey key;
        key.place = m_input.places.placeOf(loop.firstOp);
        key.place.op = {};
        if (!key.place.annotation.isValid()) {
            key.place.annotation = optimizerCallAround(m_input.trace, loop.firstOp);
        }
        return key;
    }

    void add(const TensorLoop& loop) {
        const GroupKey key = keyOf(loop);
        FindingGroup& group = m_groups.at(key);
        ++group.count;
        group.host += loop.host.length();
        Evidence bracket;
        bracket.shape = EvidenceShape::Bracket;
        bracket.track = loop.track;
        bracket.range = loop.host;
        group.evidence.push_back(bracket);
        group.edits.push_back(oneTurnOf(loop));
        addKernels(loop, group.edits);
        Loops& loops = m_byPlace[key];
        loops.loops.push_back(&loop);
        loops.activities += loop.activities;
        loops.gpuTime += loop.gpuTime;
    }

    void addKernels(const TensorLoop& loop, std::vector<ReplayEdit>& edits) const {
        const Trace& trace = m_input.trace;
        const std::span<const SliceId> launches = m_input.launches.launches();
        const auto first = std::lower_bound(launches.begin(), launches.end(), loop.firstOp);
        std::vector<SliceId> kernels;
        Duration shortest = Duration::max();
        for (auto launch = first; launch != launches.end() && loop.contains(*launch); ++launch) {
            for (const ActivityId activity : m_input.launches.activitiesOf(*launch)) {
                const SliceId slice = trace.gpuActivities()[activity.index()].slice;
                if (trace.kind(slice) == SliceKind::Kernel) {
                    kernels.push_back(slice);
                    shortest = std::min(shortest, trace.slices().duration(slice));
                }
            }
        }
        const double turns = static_cast<double>(loop.turns);
        for (const SliceId slice : kernels) {
            const double takes = static_cast<double>(trace.slices().duration(slice).count());
            const double less = static_cast<double>(shortest.count()) * (1 - 1 / turns);
            if (takes > 0) {
                edits.push_back(
                    {ReplayEdit::Kind::ScaleActivity, slice, {}, {}, (takes - less) / takes});
            }
        }
    }

    // Gaps that begin and end inside a loop.
    void addIdle() {
        for (const DeviceAnalysis& device : m_input.analysis.devices) {
            if (device.graphsUnderRecorded) {
                continue;
            }
            for (const Gap& gap : device.gaps) {
                const TensorLoop* loop =
                    gap.launch.isValid() ? loopAround(m_loops, gap.launch) : nullptr;
                if (loop != nullptr && gap.begin >= loop->host.begin) {
                    m_groups.at(keyOf(*loop)).gpuIdle += gap.length();
                }
            }
        }
    }

    // Of the GPU that is used longest.
    Duration window() const {
        Duration longest{};
        for (const DeviceAnalysis& device : m_input.analysis.devices) {
            longest = std::max(longest, device.totals.window.length());
        }
        return longest;
    }

    Finding finding(FindingGroup& group, const Loops& loops) const {
        const TensorLoop& longest = **std::max_element(
            loops.loops.begin(), loops.loops.end(),
            [](const TensorLoop* a, const TensorLoop* b) { return a->turns < b->turns; });
        Finding found = findingOf("foreach-candidate", m_input.places, m_steps, group);
        if (found.where.python.empty() && !hasPythonStacks(m_input.trace)) {
            found.where.python = frameFromCallStack(m_input, longest.firstOp);
        }
        FindingValues& values = found.values;
        values.setCount("turns", longest.turns);
        values.set("place", inPlaceText(found.where));
        values.setCount("kernels", loops.activities);
        values.set("mean_time", loops.gpuTime / static_cast<std::int64_t>(loops.activities));
        setOperators(m_input.trace, longest, values);
        if (longest.cycle.size() == 1) {
            found.where.op = m_input.trace.text(longest.cycle.front());
        }
        setFix(m_input.trace, found.where, longest, values);
        return found;
    }

    const DetectorInput& m_input;
    StepIndex m_steps;
    std::vector<TensorLoop> m_loops;
    FindingGroups m_groups;
    std::map<GroupKey, Loops> m_byPlace;
};

DetectorResult detectForeachCandidate(const DetectorInput& input) {
    if (input.analysis.devices.empty()) {
        return {{}, "no GPU activity was recorded"};
    }
    const auto categories = input.trace.categories();
    if (std::none_of(categories.begin(), categories.end(),
                     [](const Category& category) { return category.kind == SliceKind::CpuOp; })) {
        return {{}, "no operators were recorded"};
    }
    return {ForeachCandidate(input).run(), {}};
}

}  // namespace

const Detector& foreachCandidateRule() {
    static const Detector kRule{
        {.id = "foreach-candidate",
         .name = "Loop over tensors",
         .question = "Where does a loop launch a tiny kernel for one tensor after the other that a "
                     "torch._foreach_ function or a fused optimizer would take together?",
         .thresholds = kForeachCandidateThresholds,
         .values = kForeachCandidateValues,
         .idleClass = IdleClass::Launch,
         .idlePhrase = "because of a loop over tensors"},
        detectForeachCandidate};
    return kRule;
}

}  // namespace gaplight
