// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
//
// first use = host calls that are slow once, when a process starts up: loading modules, creating
//             handles, filling the allocator's cache, autotuning, capturing graphs; and steps
//             before the loop is steady (core/analysis/explained/first_uses.h)
// fires where these calls take >= min_time inside the GPU's window, or gaps that they explain take
//         >= min_share of it
// edits = none: it says nothing about the program's steady state, and no other finding counts it
#include <algorithm>
#include <array>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "core/base/intervals.h"
#include "core/detectors/engine/finding_groups.h"
#include "core/detectors/engine/rules.h"
#include "core/detectors/shared/host_finding.h"

namespace gaplight {
namespace {

constexpr std::array kFirstUseThresholds{
    Threshold{"min_time", ThresholdUnit::Nanoseconds, milliseconds(1),
              "time of these calls inside the window below which they are not named",
              "the floor of METRICS for any finding"},
    Threshold{"min_share", ThresholdUnit::Share, percent(1),
              "the same for the gaps that they explain, as a share of the window",
              "a warning begins at 1 %"},
};

constexpr std::array kFirstUseValues{
    DeclaredValue{"time", QuantityKind::Nanoseconds},
    DeclaredValue{"window_share", QuantityKind::Share},
    DeclaredValue{"kinds", QuantityKind::Rows},
    DeclaredValue{"kind", QuantityKind::Case, true,
                  "loading allocation setup autotuning planning operator capturing"},
    DeclaredValue{"kind_time", QuantityKind::Nanoseconds, true},
    DeclaredValue{"kind_calls", QuantityKind::Count, true},
    DeclaredValue{"warm_up_steps", QuantityKind::Count, true},
    DeclaredValue{"warm_up_excess", QuantityKind::Nanoseconds, true},
};

// What one kind of these calls takes inside the window.
struct KindTime {
    std::int64_t calls = 0;
    Duration time{};
};

class FirstUseFindings {
public:
    FirstUseFindings(const DetectorInput& input, const DeviceAnalysis& device)
        : m_input(input), m_device(device) {}

    std::vector<Finding> run() {
        addCalls();
        addGaps();
        const Duration window = m_device.totals.window.length();
        const bool counts = m_time >= m_input.settings.time("min_time") ||
                            m_input.settings.reaches("min_share", m_found.cost.gpuIdle, window);
        if (!counts || (m_found.count == 0 && m_found.cost.gpuIdle == Duration::zero())) {
            return {};
        }
        setValues(window);
        return {std::move(m_found)};
    }

private:
    void addCalls() {
        const Trace& trace = m_input.trace;
        m_found.detector = "first-use";
        m_found.where.gpu = m_device.totals.gpu;
        for (const FirstUseCall& call : m_input.analysis.firstUse.calls()) {
            const TimeRange inside = commonPart(call.range, m_device.totals.window);
            if (trace.sourceOf(call.slice) != m_device.totals.gpu.source ||
                inside.length() <= Duration::zero()) {
                continue;
            }
            KindTime& kind = m_kinds[call.kind];
            ++kind.calls;
            kind.time += inside.length();
            m_time += inside.length();
            ++m_found.count;
            m_found.evidence.push_back({EvidenceShape::Bracket,
                                        {},
                                        trace.trackOf(call.slice),
                                        call.slice,
                                        trace.slices().range(call.slice),
                                        0});
        }
        m_found.cost.host = m_time;
    }

    void addGaps() {
        for (std::size_t at = 0; at < m_device.gaps.size(); ++at) {
            if (m_device.gapExplanation[at] == GapExplanation::FirstUse) {
                m_found.cost.gpuIdle += m_device.gaps[at].length();
                m_found.evidence.push_back(
                    gapEvidence(m_input.trace, m_device, m_device.gaps[at], 0));
            }
        }
        std::stable_sort(
            m_found.evidence.begin(), m_found.evidence.end(),
            [](const Evidence& a, const Evidence& b) { return a.range.begin < b.range.begin; });
    }

    void setValues(Duration window) {
        FindingValues& values = m_found.values;
        values.set("time", m_time);
        values.set("window_share", shareOf(m_found.cost.gpuIdle, window));
        std::vector<std::pair<FirstUseKind, KindTime>> kinds(m_kinds.begin(), m_kinds.end());
        std::stable_sort(kinds.begin(), kinds.end(), [](const auto& a, const auto& b) {
            return a.second.time > b.second.time;
        });
        ValueRows rows;
        for (const auto& [kind, total] : kinds) {
            FindingValues& row = rows.emplace_back();
            row.set("kind", CaseName{firstUseKindName(kind)});
            row.set("kind_time", total.time);
            row.set("kind_calls", total.calls);
        }
        values.set("kinds", std::move(rows));
        const FirstUses& firstUse = m_input.analysis.firstUse;
        if (firstUse.warmUpSteps() > 0) {
            values.set("warm_up_steps", static_cast<std::int64_t>(firstUse.warmUpSteps()));
            values.set("warm_up_excess", firstUse.warmUpExcess());
        }
    }

    const DetectorInput& m_input;
    const DeviceAnalysis& m_device;
    Finding m_found;
    std::map<FirstUseKind, KindTime> m_kinds;
    Duration m_time{};
};

DetectorResult detectFirstUse(const DetectorInput& input) {
    if (input.analysis.devices.empty()) {
        return {{}, "no GPU activity was recorded"};
    }
    DetectorResult result;
    for (const DeviceAnalysis& device : input.analysis.devices) {
        for (Finding& finding : FirstUseFindings(input, device).run()) {
            result.findings.push_back(std::move(finding));
        }
    }
    return result;
}

}  // namespace

const Detector& firstUseRule() {
    static const Detector kRule{"first-use",
                                "First use",
                                "What does the process do only once, when it starts up?",
                                kFirstUseThresholds,
                                detectFirstUse,
                                kFirstUseValues};
    return kRule;
}

}  // namespace gaplight
