// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/compare/comparison_list_model.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "core/base/quantity_text.h"
#include "core/report/diff/compared_quantities.h"
#include "core/report/diff/kernel_change_tables.h"
#include "widgets/convert/qt_convert.h"
#include "widgets/convert/qt_text.h"

namespace gaplight::ui {
namespace {

QString kindOf(const WaterfallBar& bar) {
    return bar.isTotal                      ? QStringLiteral("total")
           : bar.delta() < Duration::zero() ? QStringLiteral("less")
                                            : QStringLiteral("more");
}

QString lengthOf(const WaterfallBar& bar) {
    const QString length = durationText(std::chrono::abs(bar.delta()));
    return bar.isTotal                      ? length
           : bar.delta() < Duration::zero() ? QStringLiteral("−") + length
                                            : QStringLiteral("+") + length;
}

}  // namespace

WaterfallModel::WaterfallModel(const ComparisonObject& comparison, QObject* parent)
    : RowListModel(
          {{"label", [](const WaterfallBar& bar) { return toQString(bar.label); }},
           {"detail", [](const WaterfallBar& bar) { return toQString(bar.detail); }},
           {"length", lengthOf},
           {"kind", kindOf},
           {"begin",
            [this](const WaterfallBar& bar) { return shareOf(std::min(bar.begin, bar.end)); }},
           {"end",
            [this](const WaterfallBar& bar) { return shareOf(std::max(bar.begin, bar.end)); }}},
          parent),
      m_comparison(comparison) {
    connect(&comparison, &ComparisonObject::resultChanged, this, &WaterfallModel::reload);
}

void WaterfallModel::reload() {
    std::vector<WaterfallBar> bars;
    m_reach = Duration(1);
    if (m_comparison.result() != nullptr) {
        bars = m_comparison.result()->comparison.verdict.waterfall;
        for (const WaterfallBar& bar : bars) {
            m_reach = std::max({m_reach, bar.begin, bar.end});
        }
    }
    resetRows(std::move(bars));
    Q_EMIT contentChanged();
}

// Causes can take away more than there was where the runs' GPUs overlap.
double WaterfallModel::shareOf(Duration at) const {
    return std::max(0.0, static_cast<double>(at.count()) / static_cast<double>(m_reach.count()));
}

namespace {

constexpr int kMaxKernels = 24;
constexpr int kMaxOrigins = 12;  // of a kind

// Whether less of a quantity is better. Others, such as idle time by filler, are a breakdown.
bool isCost(const Quantity& one) {
    constexpr std::array<std::string_view, 4> kKeys{"gpu_span_ns", "gpu_busy_ns", "idle_ns",
                                                    "blocking_ns"};
    return std::find(kKeys.begin(), kKeys.end(), one.key) != kKeys.end() ||
           one.key.starts_with("idle_by_trigger_ns.") || one.key.starts_with("gpu_time_ns.");
}

std::optional<TimeRange> evidenceOf(const ComparedTraces& traces, bool isA,
                                    std::optional<std::size_t> finding) {
    const LoadedTrace& trace = isA ? traces.a : traces.b;
    if (!finding) {
        return std::nullopt;
    }
    const Finding& found = trace->session().findings.findings[*finding];
    return found.evidence.empty() ? std::nullopt : std::optional(found.evidence.front().range);
}

// "×24", "×24 → ×12"
std::string callsText(const KernelChange& change, std::int64_t divisor) {
    const std::string a = "×" + perStepText(change.a.count, divisor);
    const std::string b = "×" + perStepText(change.b.count, divisor);
    return change.a.count == 0 || a == b ? b : change.b.count == 0 ? a : a + " → " + b;
}

std::optional<TimeRange> placeOf(const std::optional<PartSide>& side) {
    return side ? std::optional(side->place) : std::nullopt;
}

// Neither better nor worse: sums over the whole range, of which no noise is known.
ComparisonRow rowOfOrigin(const OriginChange& change) {
    const auto timeOf = [](const OriginSum& sum) {
        return sum.kernels == 0 ? std::nullopt : std::optional(sum.time.count());
    };
    const auto& [a, b] = change.runs;
    const Quantity time{{}, {}, QuantityUnit::Nanoseconds, timeOf(a), timeOf(b)};
    ComparisonRow row;
    row.name = toQString(originShortName(change));
    row.a = toQString(quantityText(time.unit, time.a));
    row.b = toQString(quantityText(time.unit, time.b));
    row.delta = toQString(deltaText(time));
    row.percent = toQString(changeText(time.a, time.b));
    return row;
}

}  // namespace

ComparisonListModel::ComparisonListModel(const ComparisonObject& comparison, QObject* parent)
    : RowListModel(
          {{"heading", [](const ComparisonRow& row) { return row.isHeading; }},
           {"name", [](const ComparisonRow& row) { return row.name; }},
           {"valueA", [](const ComparisonRow& row) { return row.a; }},
           {"valueB", [](const ComparisonRow& row) { return row.b; }},
           {"delta", [](const ComparisonRow& row) { return row.delta; }},
           {"percent", [](const ComparisonRow& row) { return row.percent; }},
           {"change", [](const ComparisonRow& row) { return row.change; }},
           {"hasPlace", [](const ComparisonRow& row) { return row.placeA || row.placeB; }}},
          parent),
      m_comparison(comparison) {
    connect(&comparison, &ComparisonObject::resultChanged, this, &ComparisonListModel::reload);
}

void ComparisonListModel::reload() {
    m_built.clear();
    if (const auto& result = m_comparison.result()) {
        for (const PartKind kind : {PartKind::SteadySteps, PartKind::Pin, PartKind::Whole}) {
            for (const ComparedPart& part : result->comparison.parts) {
                if (part.kind == kind) {
                    addPart(part);
                }
            }
        }
        addTimes(QStringLiteral("Steps, GPU time"), PartKind::Step);
        addTimes(QStringLiteral("Annotations, host time"), PartKind::Annotation);
        addKernels();
        addOrigins(OriginKind::Module, QStringLiteral("GPU time by module"));
        addOrigins(OriginKind::Operator, QStringLiteral("GPU time by operator"));
        addFindings();
    }
    resetRows(std::exchange(m_built, {}));
    Q_EMIT contentChanged();
}

void ComparisonListModel::addHeading(const QString& name) {
    ComparisonRow row;
    row.isHeading = true;
    row.name = name;
    m_built.push_back(std::move(row));
}

int ComparisonListModel::changeOf(std::int64_t a, std::int64_t b, std::int64_t steps) const {
    const Verdict& verdict = m_comparison.result()->comparison.verdict;
    const auto delta = static_cast<double>(b - a);
    const auto compared = static_cast<double>(verdict.a.count()) * static_cast<double>(steps);
    const bool isSame = verdict.ranks ||
                        std::abs(delta) <= verdict.noiseFloor * static_cast<double>(a) ||
                        std::abs(delta) * static_cast<double>(kMinShareOfRun) <= compared;
    return isSame ? 0 : (delta < 0 ? -1 : 1);
}

void ComparisonListModel::addPart(const ComparedPart& part) {
    addHeading(part.kind == PartKind::SteadySteps
                   ? QStringLiteral("A steady step, mean of %1").arg(countText(part.a->count))
               : part.kind == PartKind::Pin ? QStringLiteral("Pinned: %1").arg(toQString(part.name))
                                            : QStringLiteral("The whole run"));
    for (const Quantity& one : displayedQuantities(part)) {
        const std::int64_t steps = divisorOf(part, one);
        ComparisonRow row;
        row.name = toQString(one.label);
        row.a = toQString(quantityText(one.unit, one.a, steps));
        row.b = toQString(quantityText(one.unit, one.b, steps));
        row.delta = toQString(deltaText(one, steps));
        row.percent = toQString(changeText(one.a, one.b, part.isComparable));
        const auto judged = judgedValue(one, part, m_comparison.result()->comparison.verdict);
        row.change = isCost(one) && part.isComparable && one.a && judged
                         ? changeOf(*one.a, *judged, steps)
                         : 0;
        row.placeA = placeOf(part.a);
        row.placeB = placeOf(part.b);
        m_built.push_back(std::move(row));
    }
}

void ComparisonListModel::addTimes(const QString& heading, PartKind kind) {
    bool isFirst = true;
    for (const ComparedPart& part : m_comparison.result()->comparison.parts) {
        if (part.kind != kind) {
            continue;
        }
        if (isFirst) {
            addHeading(heading);
            isFirst = false;
        }
        const auto timeOf = [&](const std::optional<PartSide>& side) {
            return side ? std::optional((kind == PartKind::Step ? side->measures.gpuSpan
                                                                : side->measures.wall)
                                            .count())
                        : std::nullopt;
        };
        const Quantity time{{}, {}, QuantityUnit::Nanoseconds, timeOf(part.a), timeOf(part.b)};
        ComparisonRow row;
        const bool isRenamed = part.a && part.b && part.a->name != part.b->name;
        row.name = toQString(isRenamed && kind == PartKind::Annotation
                                 ? part.a->name + " = " + part.b->name
                                 : part.name);
        row.a = toQString(quantityText(time.unit, time.a));
        row.b = toQString(quantityText(time.unit, time.b));
        row.delta = toQString(deltaText(time));
        row.percent = toQString(changeText(time.a, time.b, part.isComparable));
        const Verdict& verdict = m_comparison.result()->comparison.verdict;
        const auto judged = kind == PartKind::Step && time.b
                                ? std::optional(verdict.spanAtClock(Duration(*time.b)).count())
                                : time.b;
        row.change = time.a && judged && part.isComparable ? changeOf(*time.a, *judged) : 0;
        row.placeA = placeOf(part.a);
        row.placeB = placeOf(part.b);
        m_built.push_back(std::move(row));
    }
}

void ComparisonListModel::addKernels() {
    const Comparison& comparison = m_comparison.result()->comparison;
    const auto divisor =
        static_cast<std::int64_t>(std::max<std::size_t>(1, comparison.kernelSteps));
    int left = kMaxKernels;
    for (const KernelChange& change : comparison.kernels.kernels) {
        const std::string text = kernelChangeText(change, comparison.verdict);
        if (text.empty() || left-- <= 0) {
            continue;
        }
        if (left == kMaxKernels - 1) {
            addHeading(comparison.kernelSteps > 0 ? QStringLiteral("Kernels of a steady step")
                                                  : QStringLiteral("Kernels"));
        }
        const auto timeOf = [](const KernelSum& sum) {
            return sum.count == 0 ? std::nullopt : std::optional(sum.time.count());
        };
        const Quantity time{{}, {}, QuantityUnit::Nanoseconds, timeOf(change.a), timeOf(change.b)};
        ComparisonRow row;
        row.name = toQString(change.name + " · " + callsText(change, divisor) +
                             (change.a.count > 0 && change.b.count > 0 ? ", " + text : ""));
        row.a = toQString(quantityText(time.unit, time.a, divisor));
        row.b = toQString(quantityText(time.unit, time.b, divisor));
        row.delta = time.delta() ? toQString(deltaText(time, divisor)) : toQString(text);
        row.percent = toQString(changeText(time.a, time.b));
        const Duration atClock = change.group == KernelGroup::Collective
                                     ? change.b.time
                                     : comparison.verdict.computeAtClock(change.b.time);
        row.change = time.a && time.b ? changeOf(*time.a, atClock.count(), divisor) : 0;
        m_built.push_back(std::move(row));
    }
}

void ComparisonListModel::addOrigins(OriginKind kind, const QString& heading) {
    const std::optional<OriginChanges>& origins = m_comparison.result()->origins;
    int left = kMaxOrigins;
    for (const OriginChange& change : origins ? origins->rows : std::vector<OriginChange>()) {
        if (change.kind == kind && left-- > 0) {
            if (left == kMaxOrigins - 1) {
                addHeading(heading);
            }
            m_built.push_back(rowOfOrigin(change));
        }
    }
}

void ComparisonListModel::addFindings() {
    const ComparedTraces& traces = *m_comparison.result();
    const FindingChanges& changes = traces.comparison.findings;
    const auto add = [&](const QString& heading, const std::vector<FindingChange>& from) {
        if (!from.empty()) {
            addHeading(heading);
        }
        for (const FindingChange& change : from) {
            const auto savingOf = [](const LoadedTrace& trace, std::optional<std::size_t> at) {
                const std::optional<Duration> saving =
                    at ? trace->session().findings.findings[*at].cost.saving : std::nullopt;
                return saving ? std::optional(saving->count()) : std::nullopt;
            };
            const Quantity saving{{},
                                  {},
                                  QuantityUnit::Nanoseconds,
                                  savingOf(traces.a, change.a),
                                  savingOf(traces.b, change.b)};
            const LoadedTrace& trace = change.b ? traces.b : traces.a;
            ComparisonRow row;
            const auto& findings = trace->session().findings.findings;
            row.name =
                withoutCodeSpans(titleWithSaving(findings[change.b ? *change.b : *change.a]));
            const auto words = [&saving](const std::optional<std::int64_t>& value) {
                return value == 0 ? QStringLiteral("none")
                                  : toQString(quantityText(saving.unit, value));
            };
            row.a = words(saving.a);
            row.b = words(saving.b);
            row.delta = toQString(deltaText(saving));
            row.placeA = evidenceOf(traces, true, change.a);
            row.placeB = evidenceOf(traces, false, change.b);
            m_built.push_back(std::move(row));
        }
    };
    add(QStringLiteral("Findings that are gone, to gain"), changes.gone);
    add(QStringLiteral("New findings, to gain"), changes.added);
    add(QStringLiteral("Findings in both, to gain"), changes.kept);
}

std::optional<TimeRange> ComparisonListModel::placeInA(int row) const {
    return isRow(row) ? rows()[static_cast<std::size_t>(row)].placeA : std::nullopt;
}

std::optional<TimeRange> ComparisonListModel::placeInB(int row) const {
    return isRow(row) ? rows()[static_cast<std::size_t>(row)].placeB : std::nullopt;
}

}  // namespace gaplight::ui
