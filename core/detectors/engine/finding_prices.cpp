// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/detectors/engine/finding_prices.h"

#include <algorithm>
#include <cmath>
#include <span>
#include <tuple>
#include <utility>

#include <tbb/parallel_for.h>

#include "core/base/intervals.h"
#include "core/base/share.h"
#include "core/base/statistics.h"
#include "core/detectors/engine/rules.h"

namespace gaplight {
namespace {

constexpr double kCriticalShare = 0.05;  // detectors.md, "severity"
constexpr double kWarningShare = 0.01;
// Below this share of the window a finding is priced alone: 0.1 %.
constexpr std::int64_t kMinJointPpm = 1'000;

void addSentence(std::string& text, const std::string& sentence) {
    text += (text.empty() ? "" : " ") + sentence;
}

// Of a share that is known as a ratio only.
ShareValue shareOfRatio(double ratio) {
    constexpr std::int64_t kParts = 1'000'000'000;
    return {std::llround(ratio * static_cast<double>(kParts)), kParts};
}

bool isGeneric(const Finding& finding) {
    const Detector* rule = findDetector(finding.detector);
    return rule != nullptr && rule->isGeneric;
}

// Of the findings priced before, the one whose evidence shares most time with this one's.
std::size_t parentOf(std::span<const Finding> findings, std::size_t at,
                     std::span<const std::size_t> before) {
    const MergedRanges own = evidenceRanges(findings[at]);
    std::size_t parent = before.front();
    Duration most{};
    for (const std::size_t other : before) {
        const MergedRanges ranges = evidenceRanges(findings[other]);
        Duration shared{};
        for (const TimeRange& range : own.ranges()) {
            shared += range.length() - ranges.uncovered(range);
        }
        if (shared > most) {
            most = shared;
            parent = other;
        }
    }
    return parent;
}

class Pricing {
public:
    Pricing(const Replay& replay, const Steps& steps, const FindingText& text,
            std::vector<Finding>& findings)
        : m_replay(replay),
          m_text(text),
          m_findings(findings),
          m_partOf(findings.size()),
          m_alone(findings.size()),
          m_stepCount(steps.markers.source == StepSource::None ? 0 : steps.rows.size()) {
        std::vector<Duration> lengths;
        for (const StepRow& row : steps.rows) {
            lengths.push_back(row.host.length());
        }
        m_medianStep = lengths.empty() ? Duration::zero() : lowerMedian(lengths);
    }

    void priceAlone(const std::stop_token& stop) {
        tbb::parallel_for(std::size_t{0}, m_findings.size(), [&](std::size_t at) {
            Finding& finding = m_findings[at];
            if (!finding.edits.empty() && !stop.stop_requested()) {
                finding.cost.saving = std::max(Duration::zero(), m_replay.saving(finding.edits));
            }
        });
    }

    // Exact savings before upper bounds, rules with a cure before generic ones, by PriceOrder, then
    // in the order of what each saves alone. Gives what all save
    // together.
    std::optional<Duration> priceTogether(const std::stop_token& stop) {
        std::vector<ReplayEdit> edits;
        std::vector<ReplayEdit> small;
        std::vector<std::size_t> before;
        Duration saved{};
        for (const std::size_t at : byOwnSaving()) {
            Finding& finding = m_findings[at];
            const Duration alone = *finding.cost.saving;
            m_alone[at] = alone;
            const bool isJoint = reachesPpm(alone, m_replay.measuredWindow(), kMinJointPpm);
            if (!isJoint || stop.stop_requested()) {
                small.insert(small.end(), finding.edits.begin(), finding.edits.end());
                continue;
            }
            edits.insert(edits.end(), finding.edits.begin(), finding.edits.end());
            const Duration together =
                before.empty() ? alone : std::max(saved, m_replay.saving(edits));
            finding.cost.saving = together - saved;
            const bool isPart = !reachesPercent(*finding.cost.saving, alone, kPartPercent);
            if (isPart) {
                m_partOf[at] = parentOf(m_findings, at, before);  // never a part itself
            } else {
                before.push_back(at);
            }
            if (isPart && finding.isDroppedAsPart) {
                edits.resize(edits.size() - finding.edits.size());
            } else {
                saved = together;
            }
        }
        if (stop.stop_requested() || (edits.empty() && small.empty())) {
            return std::nullopt;
        }
        return edits.empty() ? std::max(saved, m_replay.saving(small)) : saved;
    }

    void describe() {
        for (std::size_t at = 0; at < m_findings.size(); ++at) {
            describe(at);
        }
    }

    void rank() {
        std::vector<std::size_t> order;
        for (std::size_t at = 0; at < m_findings.size(); ++at) {
            if (!m_partOf[at] || !m_findings[at].isDroppedAsPart) {
                order.push_back(at);
            }
        }
        std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
            const auto key = [&](std::size_t at) {
                const Finding& finding = m_findings[at];
                return std::tuple(-static_cast<int>(finding.severity),
                                  finding.cost.saving.value_or(Duration::zero()),
                                  finding.cost.gpuIdle);
            };
            return key(a) > key(b);
        });
        std::vector<std::size_t> rankOf(m_findings.size());
        for (std::size_t rank = 0; rank < order.size(); ++rank) {
            rankOf[order[rank]] = rank;
        }
        std::vector<Finding> ranked;
        ranked.reserve(order.size());
        for (const std::size_t at : order) {
            ranked.push_back(std::move(m_findings[at]));
            if (m_partOf[at]) {
                ranked.back().partOf = rankOf[*m_partOf[at]];
            }
        }
        m_findings = std::move(ranked);
    }

private:
    [[nodiscard]] std::vector<std::size_t> byOwnSaving() const {
        std::vector<std::size_t> order;
        for (std::size_t at = 0; at < m_findings.size(); ++at) {
            if (m_findings[at].cost.saving) {
                order.push_back(at);
            }
        }
        std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
            const auto key = [&](std::size_t at) {
                const Finding& finding = m_findings[at];
                return std::tuple(finding.isBound, isGeneric(finding), finding.priceOrder,
                                  -finding.cost.saving->count());
            };
            return key(a) < key(b);
        });
        return order;
    }

    // Of occurrences that recur in every step, a saving per step is enough.
    [[nodiscard]] bool isAboveFloor(Duration saving, double perStepCount) const {
        if (saving >= kMinSaving) {
            return true;
        }
        if (m_stepCount < 2 || perStepCount < 1) {
            return false;
        }
        const Duration perStep = saving / static_cast<std::int64_t>(m_stepCount);
        return perStep >= kMinStepSaving && reachesPercent(perStep, m_medianStep, kMinStepPercent);
    }

    // From the smaller of what a finding saves alone and on top of others: what it gains only
    // because another cause is gone does not make it worse. An upper bound is a warning at most:
    // what a fix gains of it is not known.
    [[nodiscard]] Severity severityOf(std::size_t at) const {
        const Finding& finding = m_findings[at];
        const Duration saving = std::min(*finding.cost.saving, m_alone[at]);
        const double share = static_cast<double>(saving.count()) /
                             static_cast<double>(m_replay.measuredWindow().count());
        if (m_partOf[at] || share < kWarningShare || !isAboveFloor(saving, finding.perStep)) {
            return Severity::Info;
        }
        return share < kCriticalShare || finding.isBound ? Severity::Warning : Severity::Critical;
    }

    void describe(std::size_t at) {
        Finding& finding = m_findings[at];
        if (finding.edits.empty()) {
            return;
        }
        FindingValues values;
        values.set("replay_error", shareOfRatio(m_replay.modelError()));
        if (!m_replay.trusted()) {
            addSentence(finding.confidence, m_text.section("no-saving", {}, values));
            return;
        }
        if (!finding.cost.saving) {
            return;  // stopped
        }
        FindingCost& cost = finding.cost;
        const Duration window = m_replay.measuredWindow();
        cost.savingShare =
            static_cast<double>(cost.saving->count()) / static_cast<double>(window.count());
        values.set("saving", *cost.saving);
        values.set("saving_share", ShareValue{cost.saving->count(), window.count()});
        if (!m_partOf[at] || *cost.saving > Duration::zero()) {
            finding.savingText = m_text.section(finding.isBound ? "bound" : "saving", {}, values);
        }
        finding.severity = severityOf(at);
        if (m_partOf[at]) {
            values.set("whole", m_findings[*m_partOf[at]].title);
            addSentence(finding.why, m_text.section("part-of", {}, values));
        }
        if (m_replay.modelError() > kReplayWarnError) {
            addSentence(finding.confidence, m_text.section("rough-saving", {}, values));
        }
    }

    const Replay& m_replay;
    const FindingText& m_text;
    std::vector<Finding>& m_findings;
    std::vector<std::optional<std::size_t>> m_partOf;  // positions before ranking
    std::vector<Duration> m_alone;                     // savings without other findings
    std::size_t m_stepCount;
    Duration m_medianStep{};
};

}  // namespace

std::optional<Duration> priceFindings(const Replay& replay, const Steps& steps,
                                      const FindingText& text, const std::stop_token& stop,
                                      std::vector<Finding>& findings) {
    Pricing pricing(replay, steps, text, findings);
    std::optional<Duration> together;
    if (replay.trusted()) {
        pricing.priceAlone(stop);
        together = pricing.priceTogether(stop);
    }
    pricing.describe();
    pricing.rank();
    return together;
}

}  // namespace gaplight
