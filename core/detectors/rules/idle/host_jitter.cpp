// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
//
// outlier = call in a gap of a GPU that takes > 8 × the median of its kind and > 100 µs, as at most
//           a fifth of its kind does (core/analysis/causes/held_up_calls.h)
// held up = its own time beyond that median
// fires where a GPU was idle for >= min_time and >= min_share of its window while the host was held
//       up in outliers; one finding for all of them: what they have in common is the machine
// edits = each outlier takes as long as its kind does
#include <algorithm>
#include <array>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "core/analysis/causes/held_up_calls.h"
#include "core/detectors/engine/rules.h"
#include "core/detectors/shared/host_finding.h"

namespace gaplight {
namespace {

constexpr std::array kHostJitterThresholds{
    Threshold{"min_time", ThresholdUnit::Nanoseconds, microseconds(500),
              "idle time while the host was held up, below which nothing is said",
              "a thread waits for a core that long now and then on any machine"},
    Threshold{"min_share", ThresholdUnit::Share, percent(1) / 10,
              "the same as a share of the GPU's window", "runs of one program differ by as much"},
};

constexpr std::array kHostJitterValues{
    DeclaredValue{"held_up", QuantityKind::Nanoseconds},
    DeclaredValue{"longest", QuantityKind::Nanoseconds},
    DeclaredValue{"longest_call", QuantityKind::Text},
    DeclaredValue{"typical", QuantityKind::Nanoseconds},
    DeclaredValue{"kinds", QuantityKind::Count},
    DeclaredValue{"threads", QuantityKind::Count},
};

class HostJitter {
public:
    explicit HostJitter(const DetectorInput& input) : m_input(input) {}

    std::vector<Finding> run() {
        m_found.rule = "host-jitter";
        m_found.priceOrder = PriceOrder::Disturbance;
        bool counts = false;
        for (const DeviceAnalysis& device : m_input.analysis.devices) {
            const Duration idle = addGaps(device);
            m_found.cost.gpuIdle += idle;
            counts |= idle >= m_input.settings.time("min_time") &&
                      m_input.settings.reaches("min_share", idle, device.totals.window.length());
        }
        addCalls();
        return counts && m_found.count > 0 ? std::vector<Finding>{std::move(m_found)}
                                           : std::vector<Finding>{};
    }

private:
    // The idle time of a GPU in which its host was held up.
    Duration addGaps(const DeviceAnalysis& device) {
        Duration idle{};
        for (std::size_t at = 0; at < device.gaps.size(); ++at) {
            const Gap& gap = device.gaps[at];
            const Duration heldUp = gap.length() > HeldUpCalls::kMinTime
                                        ? m_input.shared.heldUp.timeIn(m_input.trace, gap)
                                        : Duration::zero();
            if (heldUp > Duration::zero() && !isTakenOut(device.gapReason[at])) {
                idle += std::min(heldUp, gap.length());
                if (heldUp * 2 >= gap.length()) {
                    m_found.evidence.push_back(gapEvidence(m_input.trace, device, gap, 0));
                }
            }
        }
        Duration heldUp{};  // a call over several gaps counts in each of them
        for (const HeldUpCall& call : m_input.shared.heldUp.calls()) {
            heldUp += call.isFirst ? Duration::zero() : call.heldUp;
        }
        return std::min(idle, heldUp);
    }

    void addCalls() {
        const Trace& trace = m_input.trace;
        std::set<StringId> kinds;
        std::set<TrackId> threads;
        const HeldUpCall* longest = nullptr;
        for (const HeldUpCall& call : m_input.shared.heldUp.calls()) {
            if (call.isFirst) {
                continue;
            }
            const TrackId thread = trace.trackOf(call.slice);
            ++m_found.count;
            m_found.cost.host += call.heldUp;
            kinds.insert(m_input.places.functionOf(trace.slices().name(call.slice)));
            threads.insert(thread);
            longest = longest == nullptr || call.heldUp > longest->heldUp ? &call : longest;
            m_found.evidence.push_back(
                {EvidenceShape::Outline, {}, thread, call.slice, call.range, 0});
            const double kept = 1.0 - static_cast<double>(call.heldUp.count()) /
                                          static_cast<double>(call.range.length().count());
            m_found.edits.push_back(
                {ReplayEdit::Kind::ScaleHost, {}, thread, call.range, std::max(0.0, kept)});
        }
        std::stable_sort(
            m_found.evidence.begin(), m_found.evidence.end(),
            [](const Evidence& a, const Evidence& b) { return a.range.begin < b.range.begin; });
        if (longest == nullptr) {
            return;
        }
        FindingValues& values = m_found.values;
        values.set("held_up", m_found.cost.host);
        values.set("longest", longest->range.length());
        values.set("longest_call", shortCodeName(trace.name(longest->slice)));
        values.set("typical", longest->typical);
        values.setCount("kinds", kinds.size());
        values.setCount("threads", threads.size());
    }

    const DetectorInput& m_input;
    Finding m_found;
};

DetectorResult detectHostJitter(const DetectorInput& input) {
    if (input.analysis.devices.empty()) {
        return {{}, "no GPU activity was recorded"};
    }
    return {HostJitter(input).run(), {}};
}

}  // namespace

const Detector& hostJitterRule() {
    static const Detector kRule{
        {.id = "host-jitter",
         .name = "Host jitter",
         .question = "Was the host held up in calls that are short elsewhere?",
         .thresholds = kHostJitterThresholds,
         .values = kHostJitterValues,
         .idleClass = IdleClass::Host,
         .idlePhrase = "because of host jitter"},
        detectHostJitter};
    return kRule;
}

}  // namespace gaplight
