// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/compare/run_remarks.h"

#include <algorithm>
#include <cmath>
#include <compare>
#include <cstdint>
#include <optional>
#include <set>

#include "core/analysis/torch/kernel_group.h"
#include "core/base/intervals.h"
#include "core/base/quantity_text.h"
#include "core/compare/annotation_key.h"
#include "core/compare/change_causes.h"
#include "core/compare/clock_factor.h"
#include "core/compare/equal_work.h"
#include "core/compare/verdict.h"

namespace gaplight {
namespace {

// Since the Unix epoch; empty where the trace's times begin at another instant.
std::optional<TimeRange> epochRange(const Trace& trace) {
    constexpr std::int64_t kFirstEpochNs = 946'684'800'000'000'000;  // the year 2000
    const Duration epoch(trace.facts().baseTimeNs);
    const TimeRange range{trace.range().begin + epoch, trace.range().end + epoch};
    return ns(range.begin) >= kFirstEpochNs ? std::optional(range) : std::nullopt;
}

}  // namespace

std::optional<JobRanks> differentRanks(const Trace& a, const Trace& b) {
    const TraceFacts& factsA = a.facts();
    const TraceFacts& factsB = b.facts();
    if (!factsA.rank || !factsB.rank || factsA.rank == factsB.rank || !factsA.worldSize ||
        factsA.worldSize != factsB.worldSize) {
        return std::nullopt;
    }
    JobRanks ranks{*factsA.rank, *factsB.rank, *factsA.worldSize, false};
    const std::optional<TimeRange> rangeA = epochRange(a);
    const std::optional<TimeRange> rangeB = epochRange(b);
    if (rangeA && rangeB) {
        const Duration shorter = std::min(rangeA->length(), rangeB->length());
        ranks.isOneJob = commonPart(*rangeA, *rangeB).length() * 2 >= shorter;
    }
    return ranks;
}

namespace {

// Compiled code that launches at least this share of the eager run's kernels fuses hardly any.
constexpr std::uint64_t kSimilarCountPercent = 90;
// Anchors per step that differ by more than this are other work, unless names say otherwise.
constexpr std::size_t kOtherWorkPercent = 125;

// One GPU model that a run used, as far as it was recorded.
struct GpuModel {
    std::string name;
    int major = 0;  // compute capability; 0.0: not recorded
    int minor = 0;
    int sms = 0;  // 0: not recorded

    friend auto operator<=>(const GpuModel&, const GpuModel&) = default;
};

std::set<GpuModel> gpuModels(const ComparedTrace& run) {
    std::set<GpuModel> models;
    for (const DeviceAnalysis& device : run.analysis.devices) {
        if (const DeviceProperties* facts = device.properties) {
            models.insert({facts->name, facts->computeMajor, facts->computeMinor, facts->sms});
        }
    }
    return models;
}

// "NVIDIA H200", or "a GPU of compute capability 9.4 with 304 SMs" without a name.
std::string modelText(const GpuModel& model) {
    return !model.name.empty()
               ? model.name
               : "a GPU of compute capability " + std::to_string(model.major) + "." +
                     std::to_string(model.minor) + " with " + std::to_string(model.sms) + " SMs";
}

std::string modelsText(const std::set<GpuModel>& models) {
    std::string text;
    for (const GpuModel& model : models) {
        appendItem(text, modelText(model));
    }
    return text;
}

// False where too little was recorded to know.
bool areDifferent(const std::set<GpuModel>& a, const std::set<GpuModel>& b) {
    const auto namesOf = [](const std::set<GpuModel>& models) {
        std::set<std::string> names;
        for (const GpuModel& model : models) {
            names.insert(model.name);
        }
        return names;
    };
    const auto shapesOf = [](const std::set<GpuModel>& models) {
        std::set<GpuModel> shapes;
        for (const GpuModel& model : models) {
            shapes.insert({{}, model.major, model.minor, model.sms});
        }
        return shapes;
    };
    if (a.empty() || b.empty()) {
        return false;
    }
    const bool areNamed = !namesOf(a).contains({}) && !namesOf(b).contains({});
    if (areNamed) {
        return namesOf(a) != namesOf(b);
    }
    const GpuModel unknown;
    return !shapesOf(a).contains(unknown) && !shapesOf(b).contains(unknown) &&
           shapesOf(a) != shapesOf(b);
}

// Launched through AMD's runtime (hipLaunchKernel, hipExtModuleLaunchKernel).
bool usesHip(const MeasuredRun& run) {
    return std::any_of(run.whole.launchApis.begin(), run.whole.launchApis.end(),
                       [](const auto& api) { return api.first.starts_with("hip"); });
}

bool usesCuda(const MeasuredRun& run) {
    return std::any_of(run.whole.launchApis.begin(), run.whole.launchApis.end(),
                       [](const auto& api) { return api.first.starts_with("cu"); });
}

bool recordsOperators(const Trace& trace) {
    return std::ranges::any_of(trace.categories(), [](const Category& category) {
        return category.kind == SliceKind::CpuOp;
    });
}

bool hasSameTimes(const SliceTable& a, const SliceTable& b) {
    bool isSame = a.size() == b.size();
    for (std::size_t at = 0; at < a.size() && isSame; ++at) {
        isSame = a.range(SliceId(at)) == b.range(SliceId(at));
    }
    return isSame;
}

bool isSameRun(const ComparedTrace& a, const ComparedTrace& b, const MeasuredRun& measuredA,
               const MeasuredRun& measuredB) {
    return a.trace.range() == b.trace.range() &&
           a.trace.facts().baseTimeNs == b.trace.facts().baseTimeNs &&
           measuredA.whole == measuredB.whole && measuredA.steps == measuredB.steps &&
           hasSameTimes(a.trace.slices(), b.trace.slices());
}

class Remarks {
public:
    Remarks(const ComparedTrace& a, const ComparedTrace& b, const MeasuredRun& measuredA,
            const MeasuredRun& measuredB, const Measures& partA, const Measures& partB,
            const Alignment& alignment)
        : m_a(a),
          m_b(b),
          m_measuredA(measuredA),
          m_measuredB(measuredB),
          m_partA(partA),
          m_partB(partB),
          m_alignment(alignment) {}

    RunRemarks all() {
        if (isSameRun(m_a, m_b, m_measuredA, m_measuredB)) {
            say("A and B are the same run: nothing differs");
            m_remarks.isSameRun = true;
            return m_remarks;
        }
        onGpuWork();
        onGpus();
        onRanks();
        onWork();
        onAmount();
        onSteps();
        onCapture();
        onFusion();
        return m_remarks;
    }

private:
    void say(std::string text) { m_remarks.texts.push_back(std::move(text)); }
    void forbid(std::string text) {
        say(std::move(text));
        m_remarks.forbidsVerdict = true;
    }

    void onGpuWork() {
        const bool hasA = !m_a.analysis.devices.empty();
        const bool hasB = !m_b.analysis.devices.empty();
        if (!hasA || !hasB) {
            forbid(hasA   ? "B has no GPU work: only host times can be compared"
                   : hasB ? "A has no GPU work: only host times can be compared"
                          : "neither run has GPU work: only host times can be compared");
        }
        for (const auto& [run, name] : {std::pair(&m_a, "A"), std::pair(&m_b, "B")}) {
            const bool isMissing = std::any_of(
                run->analysis.devices.begin(), run->analysis.devices.end(),
                [](const DeviceAnalysis& device) { return device.graphsUnderRecorded; });
            if (isMissing) {
                forbid(std::string(name) +
                       ": the profiler missed most of what ran, so its GPU times say nothing");
            }
        }
    }

    void onGpus() {
        const std::set<GpuModel> modelsA = gpuModels(m_a);
        const std::set<GpuModel> modelsB = gpuModels(m_b);
        const bool isOtherMaker = (usesHip(m_measuredA) && usesCuda(m_measuredB)) ||
                                  (usesCuda(m_measuredA) && usesHip(m_measuredB));
        if (areDifferent(modelsA, modelsB)) {
            forbid("the runs were made on different GPUs (" + modelsText(modelsA) + " and " +
                   modelsText(modelsB) + "): the change is not the program's alone");
        } else if (isOtherMaker) {
            forbid(
                "the runs were made on different GPUs (one calls CUDA, the other HIP): the "
                "change is not the program's alone");
        }
        const std::size_t countA = m_a.analysis.devices.size();
        const std::size_t countB = m_b.analysis.devices.size();
        if (countA > 0 && countB > 0 && countA != countB) {
            forbid("A used " + countText(countA, "GPU", "GPUs") + ", B used " + countText(countB));
        }
    }

    void onRanks() {
        const std::optional<JobRanks> ranks = differentRanks(m_a.trace, m_b.trace);
        if (!ranks) {
            return;
        }
        const std::string size = std::to_string(ranks->worldSize);
        const std::string a = std::to_string(ranks->a);
        const std::string b = std::to_string(ranks->b);
        if (ranks->isOneJob) {
            if (!m_remarks.forbidsVerdict) {
                m_remarks.ranks = ranks;
            }
            forbid("A and B are ranks " + a + " and " + b + " of one job of " + size +
                   ", not two runs: they wait for each other, so that neither is faster");
        } else {
            say("A is rank " + a + " and B rank " + b + " of " + size +
                ": ranks of one job differ too");
        }
    }

    void onWork() {
        const Anchors& anchors = m_alignment.anchors;
        if (m_remarks.forbidsVerdict || anchors.countA == 0 || anchors.countB == 0) {
            return;
        }
        const std::size_t more = std::max(anchors.countA, anchors.countB);
        const std::size_t fewer = std::min(anchors.countA, anchors.countB);
        if (m_alignment.level == AlignmentLevel::Totals) {
            forbid(m_alignment.stepsAreByKind
                       ? m_alignment.reason + ": only totals are compared"
                       : "no parts of the runs were found to correspond: they may be different "
                         "programs, and only totals are compared");
            m_remarks.otherWork = m_remarks.otherProgram = true;
        } else if (!anchors.byName && m_alignment.stepsAreByKind) {
            say("hardly any copies and library kernels have one name in both: they may be servers "
                "of different models");
        } else if (!anchors.byName && more * 100 > fewer * kOtherWorkPercent) {
            m_remarks.otherWork = m_remarks.otherProgram = true;
            forbid("the runs do different work (" + countText(anchors.countA) + " and " +
                   countText(anchors.countB) +
                   " copies and library kernels, hardly any of one name): they may be different "
                   "models");
        }
    }

    void onAmount() {
        const auto change =
            m_remarks.forbidsVerdict ? std::nullopt : findWorkChange(m_a, m_b, m_alignment.steps);
        if (!change) {
            return;
        }
        std::string text = workChangeText(*change);
        if (change->units) {
            text += forAsMuchWork(*change->units);
        }
        m_remarks.otherWork = true;
        forbid(std::move(text));
        std::rotate(m_remarks.texts.begin(), m_remarks.texts.end() - 1, m_remarks.texts.end());
    }

    // "; for as much work as A, B takes 1.63 ms (−3.5 %)", the GPU's clock taken out.
    std::string forAsMuchWork(double units) const {
        const auto clock = findKernelRatio(m_a, m_b, m_alignment.steps, units);
        const auto ratio = clock && clock->isOtherClock() ? replayedClockRatio(m_b, *clock)
                                                          : std::optional<double>();
        const Duration atWork(
            std::llround(static_cast<double>(m_partB.gpuSpan.count()) * ratio.value_or(1) / units));
        return std::string("; for as much work as A") + (ratio ? " at its GPU clock" : "") +
               ", B takes " + durationText(atWork) + " (" +
               changePercentText(std::max<std::int64_t>(1, m_partA.gpuSpan.count()),
                                 atWork.count()) +
               ")";
    }

    void onSteps() {
        const std::size_t countA = m_a.steps().rows.size();
        const std::size_t countB = m_b.steps().rows.size();
        if (!m_alignment.openStep.empty() && !m_alignment.steps.empty() &&
            !m_remarks.forbidsVerdict) {
            forbid(m_alignment.openStep);
        }
        if (m_alignment.level == AlignmentLevel::Steps && countA != countB &&
            !m_alignment.stepsAreByKind) {
            say("A has " + countText(countA) + " steps and B " + countText(countB) +
                ": only figures per step can be compared");
        }
    }

    void onCapture() {
        const auto isOn = [](const std::optional<bool>& fact) { return fact.value_or(false); };
        const TraceFacts& a = m_a.trace.facts();
        const TraceFacts& b = m_b.trace.facts();
        if (isOn(a.withStack) != isOn(b.withStack)) {
            say("stacks were recorded in " + std::string(isOn(a.withStack) ? "A" : "B") +
                " alone, which makes its host slower");
        }
    }

    void onFusion() {
        const bool compiledA = isCompiledRun(m_a, m_measuredA);
        const bool compiledB = isCompiledRun(m_b, m_measuredB);
        // What was compiled is not known of a run whose operators were not recorded.
        const Trace& other = compiledA ? m_b.trace : m_a.trace;
        if (compiledA == compiledB || m_remarks.forbidsVerdict || !recordsOperators(other)) {
            return;
        }
        const std::uint64_t kernelsA = m_partA.kernels;
        const std::uint64_t kernelsB = m_partB.kernels;
        const std::uint64_t eager = compiledA ? kernelsB : kernelsA;
        const std::uint64_t compiled = compiledA ? kernelsA : kernelsB;
        if (eager == 0 || compiled * 100 < eager * kSimilarCountPercent) {
            return;
        }
        say("fusion is not happening: the compiled run launches about as many kernels as the "
            "eager one (" +
            countText(compiled) + " against " + countText(eager) +
            (steadyPairs(m_alignment.steps) > 0 ? " a step)" : ")") +
            breaksOf(compiledA ? m_a : m_b));
    }

    // What to look at: graph breaks where there are any.
    static std::string breaksOf(const ComparedTrace& run) {
        for (const Finding& finding : run.findings) {
            if (finding.rule == "graph-break") {
                return "; see its graph breaks: " + titleWithSaving(finding);
            }
        }
        return "; it has no graph breaks";
    }

    const ComparedTrace& m_a;
    const ComparedTrace& m_b;
    const MeasuredRun& m_measuredA;
    const MeasuredRun& m_measuredB;
    const Measures& m_partA;
    const Measures& m_partB;
    const Alignment& m_alignment;
    RunRemarks m_remarks;
};

}  // namespace

RunRemarks remarkOnRuns(const ComparedTrace& a, const ComparedTrace& b,
                        const MeasuredRun& measuredA, const MeasuredRun& measuredB,
                        const Measures& partA, const Measures& partB, const Alignment& alignment) {
    return Remarks(a, b, measuredA, measuredB, partA, partB, alignment).all();
}

std::string wholeRunRemark(const Measures& a, const Measures& b) {
    return "the run as a whole went another way: " + durationText(a.gpuSpan) + " → " +
           durationText(b.gpuSpan) + " from the first to the last GPU work";
}

bool isCompiledRun(const ComparedTrace& run, const MeasuredRun& measured) {
    if (measured.whole.compiledRegions > 0) {
        return true;
    }
    const bool hasGraph =
        std::any_of(measured.annotations.begin(), measured.annotations.end(),
                    [](const MeasuredAnnotation& row) { return isCompiledGraph(row.group); });
    const auto texts = run.trace.strings().size();
    for (std::size_t at = 0; at < texts && !hasGraph; ++at) {
        if (run.trace.text(StringId(at)).starts_with("triton_") &&
            kernelGroupOf(run.trace.text(StringId(at))) == KernelGroup::Triton) {
            return true;
        }
    }
    return hasGraph;
}

}  // namespace gaplight
