// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/detectors/engine/finding_set.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <numeric>
#include <optional>
#include <set>
#include <span>
#include <stop_token>
#include <tuple>
#include <utility>
#include <variant>
#include <vector>

#include "core/analysis/replay/replay.h"
#include "core/analysis/steps/steps.h"
#include "core/base/intervals.h"
#include "core/base/parallel.h"
#include "core/base/share.h"
#include "core/base/statistics.h"
#include "core/base/time.h"
#include "core/detectors/engine/finding.h"
#include "core/detectors/engine/finding_text.h"
#include "core/detectors/engine/joint_savings.h"
#include "core/detectors/engine/rule_sections.h"
#include "core/detectors/engine/rules.h"
#include "core/detectors/engine/run_rules.h"

namespace gaplight {
namespace {

// A finding is at most Info below this saving: an absolute floor, so that 23 µs of a short capture
// are no alarm. For what recurs in every one of at least two steps, kMinStepSaving a step and
// kMinStepPercent of the median step are enough.
constexpr Duration kMinSaving = std::chrono::milliseconds(1);
constexpr Duration kMinStepSaving = std::chrono::microseconds(20);
constexpr std::int64_t kMinStepPercent = 1;
// A finding whose saving shrinks below this percentage of what it saves alone, because findings
// before it save the same time, is a part of one of them.
constexpr std::int64_t kPartPercent = 20;
// The same of an upper bound that a generic rule states: what is left of it has no cure of its own.
// It is Info, unless no other finding has that time and it is at least kMinSaving.
constexpr std::int64_t kBoundPartPercent = 50;

// Prices findings by replay and ranks them by severity, then by saving. Each saving is what the
// finding adds to those priced before it (exact savings before upper bounds, rules with a cure
// before generic ones, by PriceOrder, then larger ones first), so that savings sum to what all of
// them save together. Findings that save less than 0.1 % of the window alone come last, and keep
// what they save alone where all of that sums to what all save together. All replays are of the
// program without first use (withoutFirstUse), and shares are of its window; where a part of the
// trace was analyzed, of that part's. Sets saving, savingShare, savingText, severity and partOf;
// adds to confidence what the replay cannot know. Two replays per finding with edits; the first of
// them in parallel.
struct PricedTogether {
    Duration window{};               // that shares of savings refer to
    Duration replayed{};             // of the unchanged program without first use
    std::optional<Duration> saving;  // of all findings; empty if nothing was priced
    // Of it, that of the program without the profiler; empty where that is not known.
    std::optional<Duration> unprofiled;
};

constexpr double kCriticalShare = 0.05;  // Severity in finding.h
constexpr double kWarningShare = 0.01;
// From this ratio on, in percent, what a finding saves alone and on top of others is different.
constexpr std::int64_t kDifferentPercent = 150;
// The bound without host time is stated where it is so much above the saving.
constexpr std::int64_t kMinBoundPercent = 105;
// A finding is part of another one that takes this share of its time.
constexpr std::int64_t kSharedPercent = 20;
// What saves less of the window alone, 0.1 %, comes last (priceSmall).
constexpr std::int64_t kMinJointPpm = 1'000;
// From this percentage of the idle time that a title names, a saving is more than that.
constexpr std::int64_t kBeyondIdlePercent = 110;

void addSentence(std::string& text, const std::string& sentence) {
    text += (text.empty() ? "" : " ") + sentence;
}

// Of a share that is known as a ratio only.
ShareValue shareOfRatio(double ratio) {
    constexpr std::int64_t kParts = 1'000'000'000;
    return {std::llround(ratio * static_cast<double>(kParts)), kParts};
}

bool isGeneric(const Finding& finding) {
    const Detector* rule = findDetector(finding.rule);
    return rule != nullptr && rule->isGeneric;
}

// Whether more is saved than the idle time that the title names.
bool savesBeyondIdle(const Finding& finding) {
    const Detector* rule = findDetector(finding.rule);
    return rule != nullptr && rule->namesIdleTime && finding.cost.gpuIdle > Duration::zero() &&
           reachesPercent(*finding.cost.saving, finding.cost.gpuIdle, kBeyondIdlePercent);
}

// The same where the title names no idle time at all; such a saving says where it comes from.
bool namesLessThanItSaves(const Finding& finding) {
    const Detector* rule = findDetector(finding.rule);
    return rule != nullptr && rule->namesIdleTime && *finding.cost.saving > Duration::zero() &&
           reachesPercent(*finding.cost.saving, finding.cost.gpuIdle, kBeyondIdlePercent);
}

// Of the findings priced before, the one whose evidence shares most time with this one's, at least
// kSharedPercent of it, counted up to the idle time that it costs: brief calls drawn across a gap
// do not hold the gap. Empty: there is none, and this finding gains little for another reason (the
// host becomes the limit).
std::optional<std::size_t> parentOf(std::span<const Finding> findings, std::size_t at,
                                    std::span<const std::size_t> before) {
    const MergedRanges own = evidenceRanges(findings[at]);
    std::optional<std::size_t> parent;
    Duration length{};
    for (const TimeRange& range : own.ranges()) {
        length += range.length();
    }
    Duration most{};
    for (const std::size_t other : before) {
        const MergedRanges ranges = evidenceRanges(findings[other]);
        Duration shared{};
        for (const TimeRange& range : own.ranges()) {
            shared += range.length() - ranges.uncovered(range);
        }
        const FindingCost& cost = findings[other].cost;
        if (cost.gpuIdle > Duration::zero()) {
            shared =
                std::min(shared, std::max(cost.gpuIdle, cost.saving.value_or(Duration::zero())));
        }
        if (shared > most && reachesPercent(shared, length, kSharedPercent)) {
            most = shared;
            parent = other;
        }
    }
    return parent;
}

// What each finding saves, in addition to its FindingCost::saving.
struct Prices {
    std::vector<std::optional<std::size_t>> partOf;  // positions in the order of the rules
    std::vector<Duration> alone;                     // savings without other findings
    std::vector<Duration> withoutHost;               // by Finding::withoutHost alone
    std::vector<std::size_t> inOrder;                // of those priced together, as they were

    explicit Prices(std::size_t count) : partOf(count), alone(count), withoutHost(count) {}

    // Whether a finding saves little on top of those before it, of what it saves alone.
    bool isLittle(const Finding& finding, std::size_t at) const {
        return !reachesPercent(
            *finding.cost.saving, alone[at],
            isGeneric(finding) && finding.isBound ? kBoundPartPercent : kPartPercent);
    }
    // Whether so little is left of it that it is no cause of its own. What is left of a generic
    // bound is one if no other finding has that time and it is more than the absolute floor.
    bool isRemainder(const Finding& finding, std::size_t at) const {
        const bool isOwn = !partOf[at] && *finding.cost.saving >= kMinSaving &&
                           reachesPercent(*finding.cost.saving, alone[at], kPartPercent);
        return isLittle(finding, at) && !isOwn;
    }
};

// What edits save of the window that shares refer to. More than all of it where the model's window
// is longer than the measured one, or where edits in a part of the trace take effect after the
// part.
Duration savingOf(const WarmReplay& replay, Duration window, std::span<const ReplayEdit> edits) {
    return std::clamp(replay.saving(edits), Duration::zero(), window);
}

void priceAlone(const WarmReplay& replay, Duration window, const std::stop_token& stop,
                std::vector<Finding>& findings, Prices& prices) {
    parallelFor(std::size_t{0}, findings.size(), [&](std::size_t at) {
        Finding& finding = findings[at];
        if (!finding.edits.empty() && !stop.stop_requested()) {
            finding.cost.saving = savingOf(replay, window, finding.edits);
        }
        if (!finding.withoutHost.empty() && !stop.stop_requested()) {
            prices.withoutHost[at] = savingOf(replay, window, finding.withoutHost);
        }
    });
}

// Rules of the program before those of the user, exact savings before upper bounds, rules with a
// cure before generic ones, by PriceOrder, then in the order of what each saves alone.
std::vector<std::size_t> pricingOrder(std::span<const Finding> findings) {
    std::vector<std::size_t> order;
    for (std::size_t at = 0; at < findings.size(); ++at) {
        if (findings[at].cost.saving) {
            order.push_back(at);
        }
    }
    std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
        const auto key = [&](const Finding& finding) {
            return std::tuple(finding.priceOrder == PriceOrder::Own,
                              finding.priceOrder != PriceOrder::Disturbance, finding.isBound,
                              isGeneric(finding), finding.priceOrder,
                              -finding.cost.saving->count());
        };
        return key(findings[a]) < key(findings[b]);
    });
    return order;
}

// Turns savings alone into savings on top of one another. Gives what all save together.
std::optional<Duration> priceTogether(const WarmReplay& replay, Duration window,
                                      const std::stop_token& stop, std::vector<Finding>& findings,
                                      Prices& prices) {
    std::vector<std::size_t> order;
    std::vector<std::size_t> small;
    for (const std::size_t at : pricingOrder(findings)) {
        prices.alone[at] = *findings[at].cost.saving;
        (reachesPpm(prices.alone[at], window, kMinJointPpm) ? order : small).push_back(at);
    }
    const JointSavings::SavingOf saving = [&](std::span<const ReplayEdit> edits) {
        return stop.stop_requested() ? Duration::zero() : savingOf(replay, window, edits);
    };
    JointSavings joint(findings, order, saving);
    std::vector<std::size_t> before;
    std::vector<ReplayEdit> priced;
    Duration saved{};
    for (const std::size_t at : order) {
        Finding& finding = findings[at];
        const Duration together = std::max(saved, joint.next());
        finding.cost.saving = together - saved;
        if (prices.isLittle(finding, at)) {
            prices.partOf[at] = parentOf(findings, at, before);  // never a part itself
        }
        if (!prices.partOf[at]) {
            before.push_back(at);
        }
        if (prices.partOf[at] && finding.isDroppedAsPart) {
            joint.leaveOut();
        } else {
            saved = together;
            priced.insert(priced.end(), finding.edits.begin(), finding.edits.end());
            prices.inOrder.push_back(at);
        }
    }
    saved = priceSmall(saving, small, std::move(priced), saved, findings);
    prices.inOrder.insert(prices.inOrder.end(), small.begin(), small.end());
    return (order.empty() && small.empty()) || stop.stop_requested() ? std::nullopt
                                                                     : std::optional(saved);
}

// What of the savings from 1 % of the window on a program without the profiler would gain: each on
// top of those priced before, as cost.saving is, in replays without the recorder's time. Gives what
// all of them save so; empty where that is not known. One replay for each of them.
std::optional<Duration> priceUnprofiled(const Trace& trace, const ProfilerOverhead& overhead,
                                        const WarmReplay& replay, const Prices& prices,
                                        std::vector<Finding>& findings) {
    constexpr std::int64_t kMinPercent = 1;   // of the window: of a saving
    constexpr std::int64_t kMinRecorded = 1;  // the same: of the recorder's time
    std::vector<ReplayEdit> edits;
    if (overhead.isKnown()) {
        edits = withoutProfiler(trace, overhead);
    }
    const Duration window = replay.replayedWindow();
    const Duration unprofiled = edits.empty() ? window : replay.windowWith(edits);
    if (!reachesPercent(window - unprofiled, window, kMinRecorded)) {
        return std::nullopt;
    }
    std::vector<std::size_t> priced;
    std::vector<std::size_t> ends;  // in `edits`, of each that is priced
    for (const std::size_t at : prices.inOrder) {
        edits.insert(edits.end(), findings[at].edits.begin(), findings[at].edits.end());
        if (reachesPercent(*findings[at].cost.saving, window, kMinPercent)) {
            priced.push_back(at);
            ends.push_back(edits.size());
        }
    }
    std::vector<Duration> saved(priced.size());
    parallelFor(std::size_t{0}, priced.size(), [&](std::size_t i) {
        saved[i] = unprofiled - replay.windowWith(std::span(edits).first(ends[i]));
    });
    // What one would gain beyond its saving on the trace is left to those after it.
    Duration given{};
    for (std::size_t i = 0; i < priced.size(); ++i) {
        FindingCost& cost = findings[priced[i]].cost;
        cost.unprofiledSaving = std::clamp(saved[i] - given, Duration::zero(), *cost.saving);
        given += *cost.unprofiledSaving;
    }
    return priced.empty() ? std::nullopt : std::optional(given);
}

// Sets the severity of priced findings and the texts that their prices are part of.
class PriceDescriber {
public:
    PriceDescriber(const WarmReplay& replay, Duration window, const Steps& steps,
                   const FindingText& text, const Prices& prices, std::vector<Finding>& findings)
        : m_replay(replay.replay()),
          m_window(window),
          m_text(text),
          m_prices(prices),
          m_findings(findings),
          m_stepCount(steps.markers.source == StepSource::None ? 0 : steps.rows.size()) {
        std::vector<Duration> lengths;
        for (const StepRow& row : steps.rows) {
            lengths.push_back(row.span.length());
        }
        m_medianStep = lengths.empty() ? Duration::zero() : lowerMedian(lengths);
    }

    void describe(std::size_t at) {
        Finding& finding = m_findings[at];
        if (finding.edits.empty()) {
            finding.severity = std::min(finding.severity, finding.leastSeverity);
            return;
        }
        FindingValues values;
        values.set("replay_error", shareOfRatio(m_replay.modelError()));
        if (!m_replay.trusted()) {
            // A finding is never Info only because it has no saving.
            const Duration cost = std::max(finding.cost.gpuIdle, finding.cost.waiting);
            finding.severity = isWorthWarning(cost, finding.perStep) && !finding.isByDesign
                                   ? Severity::Warning
                                   : Severity::Info;
            finding.severity = std::min(finding.severity, finding.leastSeverity);
            addSentence(finding.confidence, m_text.section("no-saving", {}, values));
        } else if (finding.cost.saving) {  // else stopped
            describePriced(at, values);
        }
    }

private:
    void describePriced(std::size_t at, FindingValues& values) {
        Finding& finding = m_findings[at];
        FindingCost& cost = finding.cost;
        cost.savingShare = shareOfWindow(*cost.saving);
        values.set("saving", *cost.saving);
        values.set("saving_share", ShareValue{cost.saving->count(), m_window.count()});
        if (*cost.saving > Duration::zero()) {
            values.set("unprofiled_saving", cost.unprofiledSaving.value_or(*cost.saving));
            if (namesLessThanItSaves(finding)) {
                values.set("beyond_idle", m_text.section("beyond-idle", "saving", values));
            }
            finding.savingText =
                m_text.section(finding.isBound ? "bound" : "saving", unprofiledCase(cost), values);
        }
        finding.severity = std::min(finding.leastSeverity, severityOf(at));
        if (const auto whole = m_prices.partOf[at]) {
            values.set("whole", m_findings[*whole].title);
            addSentence(finding.why, m_text.section("part-of", {}, values));
        } else if (cost.savingShare >= kWarningShare) {
            describeOrder(at, values);
            if (savesBeyondIdle(finding)) {
                addSentence(finding.why, m_text.section("beyond-idle", {}, values));
            }
        }
        if (!finding.withoutHost.empty() &&
            reachesPercent(m_prices.withoutHost[at], m_prices.alone[at], kMinBoundPercent)) {
            values.set("without_host", m_prices.withoutHost[at]);
            values.set("without_host_share",
                       ShareValue{m_prices.withoutHost[at].count(), m_window.count()});
            addSentence(finding.why, m_text.section("without-host", {}, values));
        }
        if (m_replay.modelError() > kReplayWarnError) {
            addSentence(finding.confidence, m_text.section("rough-saving", {}, values));
        }
    }

    // What a finding saves alone, beside what it saves on top of others, where these differ much.
    void describeOrder(std::size_t at, FindingValues& values) {
        Finding& finding = m_findings[at];
        const Duration alone = m_prices.alone[at];
        const Duration onTop = *finding.cost.saving;
        values.set(kAlone, alone);
        if (reachesPercent(alone, onTop, kDifferentPercent)) {
            addSentence(finding.why, m_text.section("alone-more", {}, values));
        } else if (reachesPercent(onTop, alone, kDifferentPercent)) {
            addSentence(finding.why, m_text.section("alone-less", {}, values));
            if (alone * 2 < onTop) {
                values.set("saving_text", finding.savingText);
                finding.savingText = m_text.section("after-others", {}, values);
                finding.values.set(kAlone, alone);
            }
        }
    }

    double shareOfWindow(Duration time) const {
        return static_cast<double>(time.count()) / static_cast<double>(m_window.count());
    }

    // Of occurrences that recur in every step, a saving per step is enough.
    bool isAboveFloor(Duration saving, double perStepCount) const {
        if (saving >= kMinSaving) {
            return true;
        }
        if (m_stepCount < 2 || perStepCount < 1) {
            return false;
        }
        const Duration perStep = saving / static_cast<std::int64_t>(m_stepCount);
        return perStep >= kMinStepSaving && reachesPercent(perStep, m_medianStep, kMinStepPercent);
    }

    bool isWorthWarning(Duration saving, double perStepCount) const {
        return shareOfWindow(saving) >= kWarningShare && isAboveFloor(saving, perStepCount);
    }

    // Whether a finding priced before it is of the same rule and place: what it gains only once
    // that is fixed, both gain together.
    bool isOfOnePlaceWithAnother(std::size_t at) const {
        const Finding& finding = m_findings[at];
        const auto end = std::ranges::find(m_prices.inOrder, at);
        return std::any_of(m_prices.inOrder.begin(), end, [&](std::size_t other) {
            return m_findings[other].rule == finding.rule &&
                   m_findings[other].where.gpu == finding.where.gpu &&
                   m_findings[other].where.annotation == finding.where.annotation;
        });
    }

    // From what it saves on top of others. What it gains only because another cause is gone is a
    // warning at most, from kCriticalShare on. So is an upper bound: what a fix gains of it is not
    // known.
    Severity severityOf(std::size_t at) const {
        const Finding& finding = m_findings[at];
        const Duration judged = *finding.cost.judgedSaving();
        const Duration onTop = std::min(judged, finding.unprofiledIdle.value_or(judged));
        const Duration saving = std::min(onTop, m_prices.alone[at]);
        // The floor is of what the trace shows, whatever of it recording costs.
        const Duration traced = *finding.cost.saving;
        const auto isWorth = [&](Duration share, Duration floor) {
            return shareOfWindow(share) >= kWarningShare && isAboveFloor(floor, finding.perStep);
        };
        const bool isHidden = !isWorth(saving, std::min(traced, m_prices.alone[at]));
        if (finding.isUnnamed || finding.isByDesign || m_prices.isRemainder(finding, at) ||
            (isHidden && isOfOnePlaceWithAnother(at)) || !isWorth(onTop, traced) ||
            (isHidden && shareOfWindow(onTop) < kCriticalShare)) {
            return Severity::Info;
        }
        return shareOfWindow(saving) < kCriticalShare || finding.isBound ? Severity::Warning
                                                                         : Severity::Critical;
    }

    const Replay& m_replay;
    Duration m_window;  // that shares refer to
    const FindingText& m_text;
    const Prices& m_prices;
    std::vector<Finding>& m_findings;
    std::size_t m_stepCount;
    Duration m_medianStep{};
};

// Keeps the findings of `order`, in that order; `partOf` has positions before that.
void reorder(std::span<const std::size_t> order, std::span<const std::optional<std::size_t>> partOf,
             std::vector<Finding>& findings) {
    std::vector<std::size_t> rankOf(findings.size());
    for (std::size_t rank = 0; rank < order.size(); ++rank) {
        rankOf[order[rank]] = rank;
    }
    std::vector<Finding> ranked;
    ranked.reserve(order.size());
    for (const std::size_t at : order) {
        ranked.push_back(std::move(findings[at]));
        if (partOf[at]) {
            ranked.back().partOf = rankOf[*partOf[at]];
        }
    }
    findings = std::move(ranked);
}

// Sorts by severity, then by the number that lists show, without the parts that are dropped as
// such: warnings without a price first (it is not shown to be small; the user's own rules say what
// theirs are), notes without one after those that gain something. The number is the saving, or the
// time that a finding without a price explains. One that says that it gains most "once the others
// are fixed" is after those, by what it gains alone.
void rank(const Prices& prices, std::vector<Finding>& findings) {
    const std::vector<std::optional<std::size_t>>& partOf = prices.partOf;
    std::vector<std::size_t> order;
    for (std::size_t at = 0; at < findings.size(); ++at) {
        if (!partOf[at] || !findings[at].isDroppedAsPart) {
            order.push_back(at);
        }
    }
    std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
        const auto key = [&](std::size_t of) {
            const Finding& finding = findings[of];
            const FindingCost& cost = finding.cost;
            const Duration gain = cost.saving.value_or(Duration::zero());
            const Duration explained =
                cost.saving ? Duration::zero() : std::max(cost.gpuIdle, cost.waiting);
            const Duration first = finding.values.time(kAlone).value_or(gain);
            const bool isFirst = finding.severity == Severity::Info
                                     ? gain > Duration::zero()
                                     : !cost.saving && finding.priceOrder != PriceOrder::Own;
            return std::tuple(-static_cast<int>(finding.severity), isFirst,
                              std::max(first, explained), gain, cost.gpuIdle);
        };
        return key(a) > key(b);
    });
    reorder(order, partOf, findings);
}

// What shares of savings refer to. At least 1 ns: GPU work of no duration at one time has a window
// of none.
Duration windowOf(const WarmReplay& replay, const Trace& trace, const Analysis& analysis) {
    const Duration window = measuredWindow(analysis).length();
    const Duration warm = analysis.range == trace.range() ? replay.measuredWindow() : window;
    const bool isStartUpApart = reachesPercent(window - warm, window, kStartUpPercent);
    return std::max(Duration(1), isStartUpApart ? warm : window);
}

// What of the window the shares leave out is neither the time of these calls nor of these gaps.
void describeFirstUse(Duration leftOut, const FindingText& text, std::vector<Finding>& findings) {
    const auto found =
        std::ranges::find_if(findings, [](const auto& one) { return one.rule == "first-use"; });
    if (leftOut > Duration::zero() && found != findings.end()) {
        FindingValues values;
        values.set("left_out", leftOut);
        addSentence(found->why, text.section("left-out", {}, values));
    }
}

PricedTogether priceFindings(const WarmReplay& warm, const Trace& trace, const Analysis& analysis,
                             const ProfilerOverhead& overhead, const FindingText& text,
                             const DetectOptions& options, std::vector<Finding>& findings) {
    const std::stop_token& stop = options.stop;
    PricedTogether together{windowOf(warm, trace, analysis), warm.replayedWindow(), {}, {}};
    Prices prices(findings.size());
    if (warm.replay().trusted()) {
        priceAlone(warm, together.window, stop, findings, prices);
        together.saving = priceTogether(warm, together.window, stop, findings, prices);
    }
    if (together.saving) {
        together.unprofiled = priceUnprofiled(trace, overhead, warm, prices, findings);
    }
    PriceDescriber describer(warm, together.window, analysis.steps, text, prices, findings);
    for (std::size_t at = 0; at < findings.size(); ++at) {
        describer.describe(at);
        if (const auto severity = options.settings.severityOf(findings[at].rule)) {
            findings[at].severity = static_cast<Severity>(*severity);
        }
    }
    describeFirstUse(measuredWindow(analysis).length() - together.window, text, findings);
    rank(prices, findings);
    return together;
}

// Makes one finding of those that are the same on several GPUs: the first names how many, the
// others are its parts. O(findings²).
void joinGpus(const FindingText& text, std::vector<Finding>& findings) {
    std::vector<std::optional<std::size_t>> partOf(findings.size());
    std::ranges::transform(findings, partOf.begin(), &Finding::partOf);
    for (std::size_t at = 0; at < findings.size(); ++at) {
        std::set<GpuId> others;
        for (std::size_t other = at + 1; !partOf[at] && other < findings.size(); ++other) {
            if (!partOf[other] && isSameOnOtherGpu(findings[at], findings[other])) {
                partOf[other] = at;
                findings[other].severity = Severity::Info;
                others.insert(*findings[other].where.gpu);
            }
        }
        if (!others.empty()) {
            FindingValues values;
            values.setCount("gpus", others.size());
            findings[at].title +=
                text.section("other-gpus", others.size() == 1 ? "one" : "many", values);
        }
    }
    for (std::optional<std::size_t>& whole : partOf) {
        whole = whole && partOf[*whole] ? partOf[*whole] : whole;
    }
    std::vector<std::size_t> order(findings.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::ranges::stable_sort(order, {}, [&](std::size_t at) { return findings[at].severity; });
    reorder(order, partOf, findings);
}

Program programOf(const Analysis& analysis) {
    return analysis.names.usesTorch() ? Program::UsesTorch : Program::Other;
}

RuleFindings<Finding> runTraceRules(const Trace& trace, const LaunchIndex& launches,
                                    const Analysis& analysis, const PlaceFinder& places,
                                    const SharedAnalysis& shared, const ArgLookup& args,
                                    const DetectOptions& options) {
    return runRules(
        detectors(),
        {options.settings, 1, programOf(analysis), ProgramTerms::of(trace), options.stop},
        [&](std::size_t, const RuleSettings& settings) {
            return DetectorInput{trace,  launches, analysis, places,
                                 shared, args,     settings, options.compileLog};
        },
        [&](const FindingText& text, Finding& finding, std::size_t) {
            text.render(finding, finding.where.gpu ? trace.gpuLabel(*finding.where.gpu) : "");
        });
}

}  // namespace

FindingSet detect(const Trace& trace, const LaunchIndex& launches, const Analysis& analysis,
                  const ArgLookup& args, const DetectOptions& options) {
    FindingSet set;
    const PlaceFinder places(trace, analysis.annotationSlices);
    std::optional<SharedAnalysis> sharedAnalysis;
    RuleFindings<Finding> results;
    OwnFindings own;
    std::optional<Replay> replay;
    parallelInvoke(
        [&] {
            sharedAnalysis.emplace(measureShared(trace, launches, analysis, places));
            results =
                runTraceRules(trace, launches, analysis, places, *sharedAnalysis, args, options);
            if (options.findOwn) {
                const RuleSettings settings(options.settings, {}, {});
                own = options.findOwn({trace, launches, analysis, places, *sharedAnalysis, args,
                                       settings, options.compileLog});
            }
        },
        [&] { replay = Replay::build(trace, launches, analysis); });
    // Without a replay, this is itself a task of what was cancelled.
    if (options.stop.stop_requested() || !replay || !sharedAnalysis) {
        return set;
    }
    set.findings = std::move(results.findings);
    set.notApplicable = std::move(results.notApplicable);
    std::ranges::move(own.findings, std::back_inserter(set.findings));
    std::ranges::move(own.notApplicable, std::back_inserter(set.notApplicable));
    set.failedRules = std::move(own.failed);
    set.ownRules = options.settings.ownRules();
    const RuleSections shared = sectionsOfRule("shared");
    const FindingText text(shared, shared, programOf(analysis));
    const WarmReplay warm(*replay, trace, analysis);
    const PricedTogether together =
        priceFindings(warm, trace, analysis, sharedAnalysis->overhead, text, options, set.findings);
    joinGpus(text, set.findings);
    set.combinedSaving = together.saving;
    if (together.saving && together.unprofiled) {
        set.combinedUnprofiled = std::min(*together.saving, *together.unprofiled);
    }
    set.replay = {replay->measuredWindow(), together.replayed, together.window,
                  replay->modelError(),     replay->trusted(), {}};
    parallelInvoke(
        [&] { set.replay.unprofiled = findUnprofiledShare(trace, sharedAnalysis->overhead, warm); },
        [&] {
            set.explanations =
                explainIdleTime(trace, analysis, sharedAnalysis->overhead, set.findings);
        },
        [&] { set.checklist = checklist(trace, launches, analysis, set.findings); });
    for (Finding& finding : set.findings) {  // many thousands of each, kept with the session
        finding.evidence.shrink_to_fit();
        finding.edits.shrink_to_fit();
        finding.withoutHost.shrink_to_fit();
    }
    return set;
}

}  // namespace gaplight
