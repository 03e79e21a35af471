// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
//
// tiny  = a kernel shorter than `tiny` that no loop over tensors launched (foreach-candidate's)
// fires = for each launch-bound place (launch_bound.h, with its presets) where
//         tiny kernels / launches >= min_share
// edits = none: how many of them can be fused is not in the trace, and the saving of one launch for
//         all of them is that of launch-bound
// Where the host is far ahead or graphs launch them, tiny kernels cost no launch time: silent.
#include <algorithm>
#include <array>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "core/analysis/causes/launch_bound_places.h"
#include "core/analysis/host/tensor_loops.h"
#include "core/analysis/torch/kernel_group.h"
#include "core/detectors/engine/finding_groups.h"
#include "core/detectors/engine/rules.h"
#include "core/detectors/shared/host_finding.h"

namespace gaplight {
namespace {

constexpr std::array kTinyKernelsThresholds{
    Threshold{"tiny", ThresholdUnit::Nanoseconds, microseconds(10),
              "kernels shorter than this are tiny",
              "about what a launch costs the host and the GPU together"},
    Threshold{"min_share", ThresholdUnit::Share, percent(50),
              "share of the launches of a launch-bound place that are tiny kernels",
              "most of them"},
};

constexpr auto kTinyKernelsValues =
    joinValues(kSlowedHostValues,
               std::array{
                   DeclaredValue{"fix", QuantityKind::Case, false, "compiled fusible more-work"},
                   DeclaredValue{"launches", QuantityKind::Count},
                   DeclaredValue{"tiny_share", QuantityKind::Share},
                   DeclaredValue{"tiny", QuantityKind::Nanoseconds},
                   DeclaredValue{"place", QuantityKind::Text},
                   DeclaredValue{"gpu_time", QuantityKind::Nanoseconds},
                   DeclaredValue{"kinds", QuantityKind::Rows},
                   DeclaredValue{"kernel", QuantityKind::Text, true},
                   DeclaredValue{"kernels", QuantityKind::Count, true},
                   DeclaredValue{"mean_time", QuantityKind::Nanoseconds, true},
                   DeclaredValue{"more_kinds", QuantityKind::Count, true},
                   DeclaredValue{"fusible", QuantityKind::Count},
                   DeclaredValue{"copies", QuantityKind::Count, true},
                   DeclaredValue{"note", QuantityKind::Rows, false, "kind other"},
               });

constexpr std::size_t kNamed = 5;  // kernel names that a finding lists

// Tiny kernels of one short name.
struct Kind {
    std::string name;
    std::uint64_t count = 0;
    Duration gpuTime{};
};

struct Tiny {
    std::vector<Kind> kinds;  // most kernels first
    std::array<std::uint64_t, kKernelGroups> perGroup{};
    std::vector<std::pair<SliceId, std::uint32_t>> kernels;  // with the index of their kind
    Duration gpuTime{};
    Duration launchTime{};  // of the calls
    Duration idle{};        // before them
};

// Sorts the kinds, and renumbers them in `kernels`.
void rankKinds(Tiny& tiny) {
    std::vector<std::uint32_t> order(tiny.kinds.size());
    for (std::uint32_t at = 0; at < order.size(); ++at) {
        order[at] = at;
    }
    std::stable_sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) {
        return tiny.kinds[a].count > tiny.kinds[b].count;
    });
    std::vector<std::uint32_t> rank(order.size());
    std::vector<Kind> sorted;
    for (std::uint32_t at = 0; at < order.size(); ++at) {
        rank[order[at]] = at;
        sorted.push_back(std::move(tiny.kinds[order[at]]));
    }
    tiny.kinds = std::move(sorted);
    for (auto& [slice, kind] : tiny.kernels) {
        kind = rank[kind];
    }
}

class TinyFinder {
public:
    explicit TinyFinder(const DetectorInput& input)
        : m_input(input),
          m_loops(tensorLoops(input.trace, input.launches)),
          m_groups(input.trace),
          m_limit(input.settings.time("tiny")) {}

    Tiny find(const LaunchBoundPlace& bound) {
        Tiny tiny;
        std::map<StringId, std::uint32_t> kindOfName;
        std::map<std::string, std::uint32_t> kindOfShortName;
        const Trace& trace = m_input.trace;
        for (const LaunchBoundInterval& part : bound.parts) {
            for (const IntervalLaunch& one : part.launches) {
                const SliceId slice = trace.gpuActivities()[one.activity.index()].slice;
                if (trace.kind(slice) != SliceKind::Kernel ||
                    trace.slices().duration(slice) >= m_limit ||
                    loopAround(m_loops, one.launch) != nullptr) {
                    continue;
                }
                const StringId name = trace.slices().name(slice);
                const auto [kind, isNew] = kindOfName.try_emplace(name, 0U);
                if (isNew) {
                    std::string shortName = kernelLabel(trace.text(name));
                    const auto next = static_cast<std::uint32_t>(tiny.kinds.size());
                    kind->second = kindOfShortName.try_emplace(shortName, next).first->second;
                    if (kind->second == next) {
                        tiny.kinds.push_back({std::move(shortName), 0, {}});
                    }
                }
                add(one, slice, kind->second, tiny);
            }
        }
        rankKinds(tiny);
        return tiny;
    }

private:
    void add(const IntervalLaunch& one, SliceId slice, std::uint32_t kind, Tiny& tiny) {
        const SliceTable& slices = m_input.trace.slices();
        ++tiny.kinds[kind].count;
        tiny.kinds[kind].gpuTime += slices.duration(slice);
        ++tiny.perGroup[static_cast<std::size_t>(m_groups.of(slice))];
        tiny.kernels.emplace_back(slice, kind);
        tiny.gpuTime += slices.duration(slice);
        tiny.launchTime += slices.duration(one.launch);
        tiny.idle += one.idleBefore;
    }

    const DetectorInput& m_input;
    std::vector<TensorLoop> m_loops;
    KernelGroups m_groups;
    Duration m_limit;
};

std::uint64_t fusibleOf(const Tiny& tiny) {
    const auto of = [&](KernelGroup group) {
        return tiny.perGroup[static_cast<std::size_t>(group)];
    };
    return of(KernelGroup::Elementwise) + of(KernelGroup::Copy) + of(KernelGroup::Norm) +
           of(KernelGroup::Reduction);
}

std::string_view fixOf(const Tiny& tiny) {
    const std::uint64_t all = tiny.kernels.size();
    if (4 * tiny.perGroup[static_cast<std::size_t>(KernelGroup::Triton)] >= all) {
        return "compiled";
    }
    return 2 * fusibleOf(tiny) >= all ? "fusible" : "more-work";
}

void setKinds(const Tiny& tiny, FindingValues& values) {
    ValueRows rows;
    for (std::size_t at = 0; at < std::min(kNamed, tiny.kinds.size()); ++at) {
        const Kind& kind = tiny.kinds[at];
        FindingValues& row = rows.emplace_back();
        row.set("kernel", kind.name);
        row.set("kernels", static_cast<std::int64_t>(kind.count));
        row.set("mean_time", kind.gpuTime / static_cast<std::int64_t>(kind.count));
    }
    values.set("kinds", std::move(rows));
    if (tiny.kinds.size() > kNamed) {
        values.set("more_kinds", static_cast<std::int64_t>(tiny.kinds.size() - kNamed));
    }
}

void addEvidence(const Trace& trace, const LaunchBoundPlace& bound, const Tiny& tiny,
                 Finding& finding) {
    ValueRows notes;
    for (const FindingValues& kind : finding.values.rows("kinds")) {
        notes.emplace_back(kind).set(kRowCase, CaseName{"kind"});
    }
    if (tiny.kinds.size() > kNamed) {
        notes.emplace_back().set(kRowCase, CaseName{"other"});
    }
    finding.values.set("note", std::move(notes));
    for (const auto& [slice, kind] : tiny.kernels) {
        Evidence one;
        one.shape = EvidenceShape::Tint;
        one.gpu = bound.gpu;
        one.track = trace.trackOf(slice);
        one.slice = slice;
        one.range = trace.slices().range(slice);
        one.note = std::min(kind, static_cast<std::uint32_t>(kNamed));
        finding.evidence.push_back(one);
    }
    std::stable_sort(
        finding.evidence.begin(), finding.evidence.end(),
        [](const Evidence& a, const Evidence& b) { return a.range.begin < b.range.begin; });
}

Finding findingOf(const DetectorInput& input, const LaunchBoundPlace& bound, const Tiny& tiny,
                  const StepIndex& steps) {
    Finding finding;
    finding.rule = "tiny-kernels";
    finding.where = findingPlaceOf(input.places, bound.place, bound.gpu);
    finding.count = tiny.kernels.size();
    finding.cost.gpuIdle = tiny.idle;
    finding.cost.host = tiny.launchTime;
    std::vector<Time> launched;
    launched.reserve(tiny.kernels.size());
    for (const auto& [slice, kind] : tiny.kernels) {
        launched.push_back(input.trace.slices().start(input.launches.launchOf(slice)));
    }
    finding.perStep = steps.medianPerStep(launched);
    const auto copies = tiny.perGroup[static_cast<std::size_t>(KernelGroup::Copy)];
    FindingValues& values = finding.values;
    values.set("fix", CaseName{fixOf(tiny)});
    values.set("launches", static_cast<std::int64_t>(bound.activities));
    values.set("tiny_share", ShareValue{static_cast<std::int64_t>(tiny.kernels.size()),
                                        static_cast<std::int64_t>(bound.activities)});
    values.set("tiny", input.settings.time("tiny"));
    values.set("place", inPlaceText(finding.where));
    values.set("gpu_time", tiny.gpuTime);
    setKinds(tiny, values);
    values.set("fusible", static_cast<std::int64_t>(fusibleOf(tiny)));
    if (4 * copies >= tiny.kernels.size()) {
        values.set("copies", static_cast<std::int64_t>(copies));
    }
    setSlowedHost(input.trace, bound, values);
    addEvidence(input.trace, bound, tiny, finding);
    return finding;
}

DetectorResult detectTinyKernels(const DetectorInput& input) {
    if (input.analysis.devices.empty()) {
        return {{}, "no GPU activity was recorded"};
    }
    if (input.launches.launches().empty()) {
        return {{}, "no GPU activity has a recorded launch"};
    }
    const std::vector<LaunchBoundPlace>& places = input.shared.launchBound;
    if (places.empty()) {
        return {};
    }
    const StepIndex steps(input.analysis.steps);
    TinyFinder finder(input);
    DetectorResult result;
    for (const LaunchBoundPlace& bound : places) {
        const Tiny tiny = finder.find(bound);
        if (!tiny.kernels.empty() &&
            static_cast<std::int64_t>(tiny.kernels.size()) * percent(100) >=
                input.settings.ppm("min_share") * static_cast<std::int64_t>(bound.activities)) {
            result.findings.push_back(findingOf(input, bound, tiny, steps));
        }
    }
    return result;
}

}  // namespace

const Detector& tinyKernelsRule() {
    static const Detector kRule{{.id = "tiny-kernels",
                                 .name = "Tiny kernels",
                                 .question = "Do most launches of a launch-bound place start "
                                             "kernels that finish before the next one "
                                             "is launched?",
                                 .thresholds = kTinyKernelsThresholds,
                                 .values = kTinyKernelsValues,
                                 .idleClass = IdleClass::Launch},
                                detectTinyKernels};
    return kRule;
}

}  // namespace gaplight
