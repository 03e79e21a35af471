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

// "blocking calls 12 → 0"
std::string countChange(std::string_view what, std::uint64_t a, std::uint64_t b) {
    return std::string(what) + " " + countText(a) + " → " + countText(b);
}

std::string timeChange(std::string_view what, Duration a, Duration b) {
    return std::string(what) + " " + durationText(a) + " → " + durationText(b);
}

// Whether a count went the way of a time, so that it may be its reason.
bool goesWith(const ChangeCause& cause, std::uint64_t a, std::uint64_t b) {
    return a != b && (cause.b < cause.a) == (b < a);
}

// Counts that changed the same way as a time, "A 12 → 0, B 3 → 1 a step".
class ChangedCounts {
public:
    ChangedCounts(const ChangeCause& cause, const Measures& a, const Measures& b, bool perStep)
        : m_cause(cause), m_a(a), m_b(b), m_perStep(perStep) {}

    ChangedCounts& add(std::string_view what, std::uint64_t Measures::*count) {
        if (differs(m_a.*count, m_b.*count) && goesWith(m_cause, m_a.*count, m_b.*count)) {
            appendItem(m_text, countChange(what, m_a.*count, m_b.*count));
        }
        return *this;
    }
    // The more graphs are launched, the fewer launches there are.
    ChangedCounts& addGraphs() {
        if (m_a.graphLaunches != m_b.graphLaunches &&
            goesWith(m_cause, m_a.launches, m_b.launches)) {
            appendItem(m_text,
                       countChange("CUDA graph launches", m_a.graphLaunches, m_b.graphLaunches));
        }
        return *this;
    }
    ChangedCounts& addPageable() {
        const auto bytesOf = [](const Measures& side) {
            std::int64_t bytes = 0;
            for (const auto& [kind, totals] : side.copies) {
                bytes += kind.ends_with(" pageable") ? totals.bytes : 0;
            }
            return static_cast<std::uint64_t>(bytes);
        };
        const std::uint64_t a = bytesOf(m_a);
        const std::uint64_t b = bytesOf(m_b);
        if (differs(a, b) && goesWith(m_cause, a, b)) {
            appendItem(m_text, "pageable memory copied " + bytesText(a) + " → " + bytesText(b));
        }
        return *this;
    }
    std::string text() const { return m_text.empty() || !m_perStep ? m_text : m_text + " a step"; }

private:
    const ChangeCause& m_cause;
    const Measures& m_a;
    const Measures& m_b;
    bool m_perStep;
    std::string m_text;
};

// A cause without its detail.
ChangeCause causeOf(std::string_view label, Duration a, Duration b) {
    return {std::string(label), a, b, {}};
}

// Changes of the parts of busy time. Collectives that wait longer slow the kernels beside them:
// then both changes have one cause.
std::vector<ChangeCause> causesInBusyTime(const Measures& a, const Measures& b, bool perStep,
                                          std::string_view compute) {
    ChangeCause computing = causeOf(compute, a.compute, b.compute);
    computing.detail =
        ChangedCounts(computing, a, b, perStep).add("kernels", &Measures::kernels).text();
    ChangeCause waits = causeOf("communication alone", a.communicationAlone, b.communicationAlone);
    waits.detail =
        a.collectives == b.collectives
            ? countText(a.collectives) + " collectives" + (perStep ? " a step" : "") +
                  " in both, so waiting for other ranks or a slower link"
            : ChangedCounts(waits, a, b, perStep).add("collectives", &Measures::collectives).text();
    const ChangeCause beside =
        causeOf({}, a.computeBesideCommunication, b.computeBesideCommunication);
    const bool isSlowed = computing.detail.empty() && beside.size() > Duration::zero() &&
                          (computing.b < computing.a) == (beside.b < beside.a) &&
                          beside.size() * 2 >= computing.size();
    if (isSlowed) {
        computing.detail =
            timeChange("compute beside communication, which slows it,", beside.a, beside.b);
    }
    ChangeCause copies = causeOf("copies alone", a.copiesAlone, b.copiesAlone);
    copies.detail = ChangedCounts(copies, a, b, perStep).addPageable().text();
    return {computing, waits, copies};
}

// What the host did in most of a change of idle time, where that is work of its own; else empty.
std::string mainActivityOf(const ChangeCause& idle, const IdleByActivity& a,
                           const IdleByActivity& b) {
    for (const auto& [activity, name] : {std::pair(GapActivity::DataLoader, "in the data loader"),
                                         std::pair(GapActivity::Compile, "compiling")}) {
        const auto at = static_cast<std::size_t>(activity);
        const Duration change = idle.b < idle.a ? a[at] - b[at] : b[at] - a[at];
        if (change > Duration::zero() && change * 2 >= idle.size()) {
            return std::string("host ") + name + " for most of it";
        }
    }
    return {};
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
        ChangedCounts counts(idle, a, b, perStep);
        const auto trigger = static_cast<GapTrigger>(at);
        if (trigger == GapTrigger::HostLate) {
            counts.addGraphs().add("launch calls", &Measures::launches);
        }
        if (trigger == GapTrigger::HostLate || trigger == GapTrigger::AfterSync) {
            counts.add("blocking calls", &Measures::blockingCalls)
                .add("calls of cudaMalloc and cudaFree", &Measures::allocations)
                .add("compiled regions", &Measures::compiledRegions)
                .addPageable();
        }
        const std::string work =
            mainActivityOf(idle, a.activityByTrigger[at], b.activityByTrigger[at]);
        idle.detail = work.empty() ? counts.text() : work;
        causes.push_back(std::move(idle));
    }
    std::stable_sort(causes.begin(), causes.end(), [](const ChangeCause& x, const ChangeCause& y) {
        return x.size() > y.size();
    });
    return causes;
}

}  // namespace gaplight
