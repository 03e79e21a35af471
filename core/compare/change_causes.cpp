// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/compare/change_causes.h"

#include <algorithm>
#include <array>
#include <string>
#include <string_view>
#include <utility>

#include "core/analysis/torch/annotation_name.h"
#include "core/analysis/torch/place.h"
#include "core/base/quantity_text.h"

namespace gaplight {
namespace {

// What the places of two findings must share, from all to nothing but the rule.
enum class Nearness : std::uint8_t { Place, Annotation, Rule };

// Position of a GPU among those of a run: ranks of one job use GPUs with different numbers.
std::string gpuOrder(const ComparedTrace& run, const std::optional<GpuId>& gpu) {
    const std::vector<DeviceAnalysis>& devices = run.analysis.devices;
    const auto at = std::find_if(devices.begin(), devices.end(), [&](const DeviceAnalysis& device) {
        return device.totals.gpu == gpu;
    });
    return at == devices.end() ? std::string{} : std::to_string(at - devices.begin());
}

std::string placeKey(const ComparedTrace& run, const Finding& finding, const AnnotationKeys& keys,
                     bool isA, Nearness nearness) {
    std::string key(finding.rule);
    key += '\0' + gpuOrder(run, finding.where.gpu);
    if (nearness == Nearness::Rule) {
        return key;
    }
    const std::string group = annotationGroup(finding.where.annotation);
    key += '\0' + (isA ? keys.ofA(group) : keys.ofB(group));
    if (nearness == Nearness::Place) {
        const FunctionKey function = functionKey(finding.where.python);
        key.append(1, '\0').append(finding.where.op).append(1, '\0').append(function.path);
        key.append(1, '\0').append(function.function);
    }
    return key;
}

}  // namespace

FindingChanges findingChanges(const ComparedTrace& a, const ComparedTrace& b,
                              const AnnotationKeys& keys) {
    std::vector<std::optional<std::size_t>> partnerOfA(a.findings.size());
    std::vector<bool> hasPartner(b.findings.size());
    for (const Nearness nearness : {Nearness::Place, Nearness::Annotation, Nearness::Rule}) {
        for (std::size_t at = 0; at < a.findings.size(); ++at) {
            if (partnerOfA[at]) {
                continue;
            }
            const std::string wanted = placeKey(a, a.findings[at], keys, true, nearness);
            for (std::size_t other = 0; other < b.findings.size(); ++other) {
                if (!hasPartner[other] &&
                    placeKey(b, b.findings[other], keys, false, nearness) == wanted) {
                    partnerOfA[at] = other;
                    hasPartner[other] = true;
                    break;
                }
            }
        }
    }
    FindingChanges changes;
    for (std::size_t at = 0; at < partnerOfA.size(); ++at) {
        (partnerOfA[at] ? changes.kept : changes.gone).push_back({at, partnerOfA[at]});
    }
    for (std::size_t at = 0; at < hasPartner.size(); ++at) {
        if (!hasPartner[at]) {
            changes.added.push_back({std::nullopt, at});
        }
    }
    return changes;
}

namespace {

// Counts that change by less are not worth a word.
constexpr std::uint64_t kMinCountPercent = 3;

bool differs(std::uint64_t a, std::uint64_t b) {
    const std::uint64_t more = std::max(a, b);
    return (more - std::min(a, b)) * 100 >= more * kMinCountPercent && more > 0 && a != b;
}

std::string countChange(std::string_view what, std::uint64_t a, std::uint64_t b, bool perStep) {
    return std::string(b < a ? "fewer " : "more ").append(what) + " (" + countText(a) + " → " +
           countText(b) + (perStep ? " a step)" : ")");
}

std::string timeChange(std::string_view what, Duration a, Duration b) {
    return std::string(what) + " " + durationText(a) + " → " + durationText(b);
}

// Whether a count went the way of a time, so that it may be its reason.
bool goesWith(const ChangeCause& cause, std::uint64_t a, std::uint64_t b) {
    return a != b && (cause.b < cause.a) == (b < a);
}

// What goes with a change of the launches: they are the host's reason to be late.
std::string launchLabel(const Measures& a, const Measures& b, bool perStep) {
    if (a.graphLaunches != b.graphLaunches) {
        return "CUDA graph launches " + countText(a.graphLaunches) + " → " +
               countText(b.graphLaunches) + ", launch calls " + countText(a.launches) + " → " +
               countText(b.launches) + (perStep ? " a step" : "");
    }
    return differs(a.launches, b.launches)
               ? countChange("launches", a.launches, b.launches, perStep)
               : std::string{};
}

// A cause without its detail.
ChangeCause causeOf(std::string_view label, Duration a, Duration b) {
    return {std::string(label), a, b, {}};
}

// What goes with a change of the compute time.
std::string computeDetail(const ChangeCause& compute, const Measures& a, const Measures& b,
                          bool perStep) {
    const ChangeCause beside =
        causeOf({}, a.computeBesideCommunication, b.computeBesideCommunication);
    if (differs(a.kernels, b.kernels) && goesWith(compute, a.kernels, b.kernels)) {
        return countChange("kernels", a.kernels, b.kernels, perStep);
    }
    const bool isBeside = (compute.b < compute.a) == (beside.b < beside.a) &&
                          beside.size() * 2 >= compute.size() && beside.size() > Duration::zero();
    return isBeside
               ? timeChange("of it beside communication, which slows kernels,", beside.a, beside.b)
               : std::string{};
}

// Changes of the parts of busy time.
std::vector<ChangeCause> causesInBusyTime(const Measures& a, const Measures& b, bool perStep,
                                          std::string_view compute) {
    ChangeCause computing = causeOf(compute, a.compute, b.compute);
    computing.detail = computeDetail(computing, a, b, perStep);
    ChangeCause waits = causeOf("communication alone", a.communicationAlone, b.communicationAlone);
    waits.detail = a.collectives == b.collectives
                       ? countText(a.collectives) + " collectives" + (perStep ? " a step" : "") +
                             " in both, so waiting for other ranks or a slower link"
                   : goesWith(waits, a.collectives, b.collectives)
                       ? countChange("collectives", a.collectives, b.collectives, perStep)
                       : std::string{};
    return {computing, waits, causeOf("copies alone", a.copiesAlone, b.copiesAlone)};
}

}  // namespace

std::vector<ChangeCause> causesOfChange(const Measures& a, const Measures& b, bool perStep,
                                        std::string_view compute) {
    constexpr std::array<std::string_view, static_cast<std::size_t>(GapTrigger::Count_)> kIdle{
        "idle on the GPU's own side", "idle after waits of the host",
        "idle because launches came late", "idle for unknown reasons"};
    std::vector<ChangeCause> causes = causesInBusyTime(a, b, perStep, compute);
    for (std::size_t at = 0; at < kIdle.size(); ++at) {
        ChangeCause idle = causeOf(kIdle[at], a.idleByTrigger[at], b.idleByTrigger[at]);
        const auto trigger = static_cast<GapTrigger>(at);
        idle.detail =
            trigger == GapTrigger::HostLate && goesWith(idle, a.launches, b.launches)
                ? launchLabel(a, b, perStep)
            : trigger == GapTrigger::AfterSync && goesWith(idle, a.blockingCalls, b.blockingCalls)
                ? countChange("blocking calls", a.blockingCalls, b.blockingCalls, perStep)
                : std::string{};
        causes.push_back(std::move(idle));
    }
    std::stable_sort(causes.begin(), causes.end(), [](const ChangeCause& x, const ChangeCause& y) {
        return x.size() > y.size();
    });
    return causes;
}

std::vector<std::string> causeTexts(const std::vector<ChangeCause>& causes) {
    std::vector<std::string> texts;
    for (const ChangeCause& cause : causes) {
        if (cause.size() > Duration::zero() &&
            cause.size() * kMinShareOfLargest >= causes.front().size()) {
            texts.push_back(timeChange(cause.label, cause.a, cause.b) +
                            (cause.detail.empty() ? "" : ": " + cause.detail));
        }
    }
    return texts;
}

}  // namespace gaplight
