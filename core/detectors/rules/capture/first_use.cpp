// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
//
// first use = host calls that are slow once, when a process starts up: loading modules, creating
//             handles, filling the allocator's cache, autotuning, capturing graphs, compiling,
//             copying data to a GPU before its first kernel; and steps before the loop is steady,
//             and ranges that are named for warming up (core/analysis/startup/first_uses.h)
// One finding for all GPUs of a source: the calls are the host's, not a GPU's.
// fires where these calls take >= min_time inside the GPUs' windows, or gaps that they explain take
//         >= min_share of the window of a GPU
// edits = none: it says nothing about the program's steady state, and no other finding counts it
#include <algorithm>
#include <array>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/analysis/causes/wait_exposure.h"
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
    DeclaredValue{"time", QuantityKind::Nanoseconds, true},
    DeclaredValue{"idle_of_gpus", QuantityKind::Rows},
    DeclaredValue{"idle_gpu", QuantityKind::Text, true},
    DeclaredValue{"idle_time", QuantityKind::Nanoseconds, true},
    DeclaredValue{"window_share", QuantityKind::Share, true},
    DeclaredValue{"kinds", QuantityKind::Rows, true},
    DeclaredValue{
        "kind", QuantityKind::Case, true,
        "loading allocation setup autotuning planning operator capturing upload compiling"},
    DeclaredValue{"kind_time", QuantityKind::Nanoseconds, true},
    DeclaredValue{"kind_calls", QuantityKind::Count, true},
    DeclaredValue{
        "main_kind", QuantityKind::Case, true,
        "loading allocation setup autotuning planning operator capturing upload compiling"},
    DeclaredValue{"main_time", QuantityKind::Nanoseconds, true},
    DeclaredValue{"warm_up_steps", QuantityKind::Count, true},
    DeclaredValue{"warm_up_excess", QuantityKind::Nanoseconds, true},
    DeclaredValue{"warm_up_ranges", QuantityKind::Count, true},
    DeclaredValue{"fix", QuantityKind::Case, false,
                  "calls capturing upload compiling compiling-other"},
};

// What one kind of these calls takes inside the window.
struct KindTime {
    std::int64_t calls = 0;
    std::vector<TimeRange> ranges;
    Duration time{};  // when at least one of them runs: several threads may compile at once
};

class FirstUseFindings {
public:
    // `devices`: the GPUs of one source.
    FirstUseFindings(const DetectorInput& input, std::vector<const DeviceAnalysis*> devices)
        : m_input(input), m_devices(std::move(devices)) {}

    std::vector<Finding> run() {
        m_found.rule = "first-use";
        if (m_devices.size() == 1) {
            m_found.where.gpu = m_devices.front()->totals.gpu;
        }
        m_window = windows();
        addCalls();
        bool counts = m_time >= m_input.settings.time("min_time");
        for (const DeviceAnalysis* device : m_devices) {
            counts |= m_input.settings.reaches("min_share", addGaps(*device),
                                               device->totals.window.length());
        }
        if (!counts || (m_found.count == 0 && m_found.cost.gpuIdle == Duration::zero())) {
            return {};
        }
        std::stable_sort(
            m_found.evidence.begin(), m_found.evidence.end(),
            [](const Evidence& a, const Evidence& b) { return a.range.begin < b.range.begin; });
        setValues();
        return {std::move(m_found)};
    }

private:
    // From the first start to the last end of the GPUs' windows.
    TimeRange windows() const {
        TimeRange all = m_devices.front()->totals.window;
        for (const DeviceAnalysis* device : m_devices) {
            all = {std::min(all.begin, device->totals.window.begin),
                   std::max(all.end, device->totals.window.end)};
        }
        return all;
    }

    // What of a call is inside of the GPUs' windows; empty for one of another source.
    TimeRange measuredPart(const FirstUseCall& call) const {
        return m_input.trace.sourceOf(call.slice) == m_devices.front()->totals.gpu.source
                   ? commonPart(call.range, m_window)
                   : TimeRange{};
    }

    void addCalls() {
        const Trace& trace = m_input.trace;
        std::vector<TimeRange> all;
        for (const FirstUseCall& call : m_input.analysis.firstUse.calls()) {
            const TimeRange inside = measuredPart(call);
            if (inside.length() <= Duration::zero()) {
                continue;
            }
            m_usesInductor = m_usesInductor || (call.kind == FirstUseKind::Compiling &&
                                                !isOtherCompiler(trace.name(call.slice)));
            addToKind(call, inside);
            all.push_back(inside);
            ++m_found.count;
            m_found.evidence.push_back({EvidenceShape::Bracket,
                                        {},
                                        trace.trackOf(call.slice),
                                        call.slice,
                                        trace.slices().range(call.slice),
                                        0});
        }
        for (const FirstUseCall& call : m_input.analysis.firstUse.callsInOperators()) {
            const TimeRange inside = measuredPart(call);
            if (inside.length() > Duration::zero()) {
                addToKind(call, inside);
            }
        }
        for (auto& [name, kind] : m_kinds) {
            kind.time = lengthOf(unionOf(std::move(kind.ranges)));
        }
        m_time = lengthOf(unionOf(std::move(all)));
        m_found.cost.host = m_time;
    }

    // The first call of an operator has what the slow API calls in it leave.
    void addToKind(const FirstUseCall& call, TimeRange inside) {
        KindTime& kind = m_kinds[call.kind];
        ++kind.calls;
        if (call.kind != FirstUseKind::Operator) {
            kind.ranges.push_back(inside);
            return;
        }
        const Trace& trace = m_input.trace;
        const TrackId thread = trace.trackOf(call.slice);
        const std::span<const FirstUseCall> nested = m_input.analysis.firstUse.callsInOperators();
        auto at = std::partition_point(nested.begin(), nested.end(), [&](const FirstUseCall& one) {
            return std::pair(trace.trackOf(one.slice), one.range.begin) <
                   std::pair(thread, call.range.begin);
        });
        std::vector<TimeRange> slow;
        for (; at != nested.end() && trace.trackOf(at->slice) == thread &&
               at->range.begin < call.range.end;
             ++at) {
            slow.push_back(at->range);
        }
        const std::vector<TimeRange> own = rangesOutside({inside}, slow);
        kind.ranges.insert(kind.ranges.end(), own.begin(), own.end());
    }

    // The idle time of a GPU that first use explains.
    Duration addGaps(const DeviceAnalysis& device) {
        Duration idle{};
        for (std::size_t at = 0; at < device.gaps.size(); ++at) {
            if (device.gapReason[at] == GapReasonKind::FirstUse) {
                idle += device.gaps[at].length();
                m_found.evidence.push_back(gapEvidence(m_input.trace, device, device.gaps[at], 0));
            }
        }
        m_found.cost.gpuIdle += idle;
        FindingValues& row = m_idle.emplace_back();
        row.set("idle_gpu", m_input.trace.gpuLabel(device.totals.gpu));
        row.set("idle_time", idle);
        row.set("window_share", shareOf(idle, device.totals.window.length() - earlierWork(device)));
        return idle;
    }

    // Whether most of the time is that of calls of one kind.
    bool isMostly(FirstUseKind kind) const {
        const auto at = m_kinds.find(kind);
        return at != m_kinds.end() && at->second.time * 2 >= m_time;
    }

    std::string_view fixCase() const {
        if (isMostly(FirstUseKind::Compiling)) {
            return m_usesInductor ? "compiling" : "compiling-other";
        }
        return isMostly(FirstUseKind::Capturing) ? "capturing"
               : isMostly(FirstUseKind::Upload)  ? "upload"
                                                 : "calls";
    }

    void setValues() {
        FindingValues& values = m_found.values;
        if (m_found.count > 0) {
            values.set("time", m_time);
        }
        values.set("idle_of_gpus", std::move(m_idle));
        values.set("fix", CaseName{fixCase()});
        std::vector<std::pair<FirstUseKind, KindTime>> kinds(m_kinds.begin(), m_kinds.end());
        std::stable_sort(kinds.begin(), kinds.end(), [](const auto& a, const auto& b) {
            return a.second.time > b.second.time;
        });
        if (kinds.size() > 1) {
            values.set("main_kind", CaseName{firstUseKindName(kinds.front().first)});
            values.set("main_time", kinds.front().second.time);
        }
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
        if (firstUse.warmUpRanges() > 0) {
            values.setCount("warm_up_ranges", firstUse.warmUpRanges());
        }
    }

    const DetectorInput& m_input;
    std::vector<const DeviceAnalysis*> m_devices;
    TimeRange m_window{};  // from the first start to the last end of the GPUs' windows
    Finding m_found;
    ValueRows m_idle;  // by GPU
    std::map<FirstUseKind, KindTime> m_kinds;
    Duration m_time{};
    bool m_usesInductor = false;  // PyTorch's compiler is among those that compiled
};

DetectorResult detectFirstUse(const DetectorInput& input) {
    if (input.analysis.devices.empty()) {
        return {{}, "no GPU activity was recorded"};
    }
    std::map<SourceId, std::vector<const DeviceAnalysis*>> bySource;
    for (const DeviceAnalysis& device : input.analysis.devices) {
        bySource[device.totals.gpu.source].push_back(&device);
    }
    DetectorResult result;
    for (auto& [source, devices] : bySource) {
        for (Finding& finding : FirstUseFindings(input, std::move(devices)).run()) {
            result.findings.push_back(std::move(finding));
        }
    }
    return result;
}

}  // namespace

const Detector& firstUseRule() {
    static const Detector kRule{
        {.id = "first-use",
         .name = "First use",
         .question = "What does the process do only once, when it starts up?",
         .thresholds = kFirstUseThresholds,
         .values = kFirstUseValues},
        detectFirstUse};
    return kRule;
}

}  // namespace gaplight
