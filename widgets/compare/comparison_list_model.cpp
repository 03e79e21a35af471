// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/compare/comparison_list_model.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <string_view>
#include <unordered_map>
#include <utility>

#include "core/analysis/torch/kernel_group.h"
#include "core/base/quantity_text.h"
#include "core/report/diff/kernel_change_tables.h"
#include "core/report/trace/findings_markdown.h"
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
constexpr std::size_t kMaxFunctions = 24;

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
std::string callsText(const KernelSum& sumA, const KernelSum& sumB, std::int64_t divisor) {
    const std::string a = "×" + perStepText(sumA.count, divisor);
    const std::string b = "×" + perStepText(sumB.count, divisor);
    return sumA.count == 0 || a == b ? b : sumB.count == 0 ? a : a + " → " + b;
}

// The longest launch of each kernel by its short name. O(activities).
using LongestLaunches = std::unordered_map<std::string, SliceId>;

LongestLaunches longestLaunches(const Trace& trace) {
    const auto takeLonger = [&](SliceId& longest, SliceId slice) {
        if (!longest.isValid() ||
            trace.slices().duration(slice) > trace.slices().duration(longest)) {
            longest = slice;
        }
    };
    std::unordered_map<std::size_t, SliceId> ofName;
    for (const GpuActivity& activity : trace.gpuActivities()) {
        if (trace.kind(activity.slice) == SliceKind::Kernel) {
            takeLonger(ofName[trace.slices().name(activity.slice).index()], activity.slice);
        }
    }
    LongestLaunches launches;
    for (const auto& [name, slice] : ofName) {
        takeLonger(launches[shortKernelName(trace.text(StringId(name)))], slice);
    }
    return launches;
}

// On the host and, of a step, on the GPU.
std::optional<TimeRange> placeOf(const std::optional<PartSide>& side) {
    if (!side) {
        return std::nullopt;
    }
    const TimeRange& gpu = side->gpu;
    return gpu.begin < gpu.end ? TimeRange{std::min(side->place.begin, gpu.begin),
                                           std::max(side->place.end, gpu.end)}
                               : side->place;
}

std::string_view unitKey(QuantityUnit unit) {
    return unit == QuantityUnit::Nanoseconds ? "ns" : unit == QuantityUnit::Bytes ? "bytes" : "";
}

std::optional<FigureValue> valueCell(const ComparisonRow& row,
                                     const std::optional<std::int64_t>& value) {
    return value ? std::optional(
                       FigureValue{static_cast<double>(*value) / static_cast<double>(row.divisor),
                                   quantityText(row.quantity.unit, value, row.divisor)})
                 : std::nullopt;
}

std::optional<FigureValue> differenceCell(const ComparisonRow& row) {
    const Quantity& one = row.quantity;
    const auto number = static_cast<double>(one.b.value_or(0) - one.a.value_or(0)) /
                        static_cast<double>(row.divisor);
    return one.delta() ? std::optional(FigureValue{number, deltaText(one, row.divisor)})
           : !row.difference.empty() ? std::optional(FigureValue{number, row.difference})
                                     : std::nullopt;
}

std::optional<FigureValue> percentCell(const ComparisonRow& row) {
    const std::optional<std::int64_t>& a = row.quantity.a;
    const std::optional<std::int64_t>& b = row.quantity.b;
    const std::string text = changeText(a, b, row.isComparable);
    const std::string mark = row.change < 0 ? "▾ " : row.change > 0 ? "▴ " : "";
    return text.empty()
               ? std::nullopt
               : std::optional(FigureValue{
                     100 * static_cast<double>(*b - *a) / static_cast<double>(*a), mark + text});
}

Table tableOfRows(const std::vector<ComparisonRow>& rows) {
    Table table = tableOf(
        rows, column("part", "part", Unit::Heading, &ComparisonRow::heading),
        column("measure", "name", Unit::Text, [](auto& row) { return row.quantity.label; }),
        column("unit", "", Unit::Text, [](auto& row) { return unitKey(row.quantity.unit); }),
        column("a", "A", Unit::Figure, [](auto& row) { return valueCell(row, row.quantity.a); }),
        column("b", "B", Unit::Figure, [](auto& row) { return valueCell(row, row.quantity.b); }),
        column("difference", "difference", Unit::Figure, differenceCell),
        column("percent", "%", {Unit::Figure, 0, ""}, percentCell));
    for (std::size_t row = 0; row < rows.size(); ++row) {
        table.rows[row].change = rows[row].change;
        table.rows[row].target = rows[row].placeA || rows[row].placeB ||
                                         rows[row].sliceA.isValid() || rows[row].sliceB.isValid()
                                     ? static_cast<std::int64_t>(row)
                                     : -1;
    }
    return table;
}

}  // namespace

ComparisonListModel::ComparisonListModel(const ComparisonObject& comparison, QObject* parent)
    : TableModel(parent), m_comparison(comparison) {
    connect(&comparison, &ComparisonObject::resultChanged, this, &ComparisonListModel::reload);
}

void ComparisonListModel::reload() {
    m_rows.clear();
    if (const auto& result = m_comparison.result()) {
        for (const PartKind kind : {PartKind::SteadySteps, PartKind::Pin, PartKind::Whole}) {
            for (const ComparedPart& part : result->comparison.parts) {
                if (part.kind == kind) {
                    addPart(part);
                }
            }
        }
        addTimes("Steps, GPU time", PartKind::Step);
        addTimes("Annotations, host time", PartKind::Annotation);
        addSelfTimes();
        addKernels();
        addOrigins(OriginKind::Module, "GPU time by module");
        addOrigins(OriginKind::Operator, "GPU time by operator");
        addFindings();
    }
    setTable(tableOfRows(m_rows));
}

namespace {

struct TablePart {
    const char* name = "";
    const char* heading = "";  // contains this
    const char* title = "";    // of the column of names
};
constexpr std::array kParts{TablePart{"Steps", "Steps", "step"},
                            TablePart{"Annotations", "Annotations", "annotation"},
                            TablePart{"Functions", "Functions", "function"},
                            TablePart{"Kernels", "Kernels", "kernel"},
                            TablePart{"GPU time", "GPU time by", "module or operator"},
                            TablePart{"Findings", "indings", "finding"},
                            TablePart{"Measures", "", "measure"}};

}  // namespace

QString ComparisonListModel::partOf(const CellRow& row) const {
    const QString heading = headingOf(row);
    return QLatin1String(std::ranges::find_if(kParts, [&](const TablePart& part) {
                             return heading.contains(QLatin1String(part.heading));
                         })->name);
}

std::string_view ComparisonListModel::titleOfPart() const {
    const auto shown = std::ranges::find_if(
        kParts, [this](const TablePart& each) { return part() == QLatin1String(each.name); });
    return shown == kParts.end() ? std::string_view() : shown->title;
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
    const Comparison& comparison = m_comparison.result()->comparison;
    const std::string heading = part.kind == PartKind::SteadySteps ? steadyHeading(part, comparison)
                                : part.kind == PartKind::Pin       ? "Pinned: " + part.name
                                                                   : "The whole run";
    for (const Quantity& one : displayedQuantities(part)) {
        const auto judged = judgedValue(one, part, comparison.verdict);
        const bool isJudged = isCost(one) && part.isComparable && one.a && judged;
        m_rows.push_back({heading, one, 1, part.isComparable,
                          isJudged ? changeOf(*one.a, *judged) : 0, placeOf(part.a),
                          placeOf(part.b)});
    }
}

void ComparisonListModel::addTimes(const std::string& heading, PartKind kind) {
    const Verdict& verdict = m_comparison.result()->comparison.verdict;
    for (const ComparedPart& part : m_comparison.result()->comparison.parts) {
        if (part.kind != kind) {
            continue;
        }
        const auto timeOf = [&](const std::optional<PartSide>& side) {
            return side ? std::optional((kind == PartKind::Step ? side->measures.gpuSpan
                                                                : side->measures.wall)
                                            .count())
                        : std::nullopt;
        };
        const bool isRenamed = part.a && part.b && part.a->name != part.b->name;
        const Quantity time{{},
                            isRenamed && kind == PartKind::Annotation
                                ? part.a->name + " = " + part.b->name
                                : part.name,
                            QuantityUnit::Nanoseconds,
                            timeOf(part.a),
                            timeOf(part.b)};
        const auto judged = kind == PartKind::Step && time.b
                                ? std::optional(verdict.spanAtClock(Duration(*time.b)).count())
                                : time.b;
        const bool isJudged = time.a && judged && part.isComparable;
        m_rows.push_back({heading, time, 1, part.isComparable,
                          isJudged ? changeOf(*time.a, *judged) : 0, placeOf(part.a),
                          placeOf(part.b)});
    }
}

void ComparisonListModel::addSelfTimes() {
    const std::vector<SelfTimeChange>& changes = m_comparison.result()->comparison.selfTimes;
    const auto timeOf = [](const KernelSum& sum) {
        return knownIf(sum.count > 0, sum.time.count());
    };
    for (std::size_t at = 0; at < std::min(changes.size(), kMaxFunctions); ++at) {
        const SelfTimeChange& change = changes[at];
        // Neither better nor worse: of one run each, no noise is known.
        m_rows.push_back({"Functions of the hosts, self time",
                          {{},
                           change.name + " · " + callsText(change.a, change.b, 1),
                           QuantityUnit::Nanoseconds,
                           timeOf(change.a),
                           timeOf(change.b)},
                          1,
                          true,
                          0,
                          {},
                          {},
                          {},
                          change.longestA,
                          change.longestB});
    }
}

void ComparisonListModel::addKernels() {
    const Comparison& comparison = m_comparison.result()->comparison;
    const auto divisor =
        static_cast<std::int64_t>(std::max<std::size_t>(1, comparison.kernelSteps));
    LongestLaunches launchesA = longestLaunches(*m_comparison.result()->a->session().trace);
    LongestLaunches launchesB = longestLaunches(*m_comparison.result()->b->session().trace);
    int left = kMaxKernels;
    for (const KernelChange& change : comparison.kernels.kernels) {
        const std::string text = kernelChangeText(change, comparison.verdict);
        if (text.empty() || left-- <= 0) {
            continue;
        }
        const auto timeOf = [](const KernelSum& sum) {
            return knownIf(sum.count > 0, sum.time.count());
        };
        const bool isInBoth = change.a.count > 0 && change.b.count > 0;
        const Quantity time{{},
                            change.name + " · " + callsText(change.a, change.b, divisor) +
                                (isInBoth ? ", " + text : ""),
                            QuantityUnit::Nanoseconds,
                            timeOf(change.a),
                            timeOf(change.b)};
        const Duration atClock = change.group == KernelGroup::Collective
                                     ? change.b.time
                                     : comparison.verdict.computeAtClock(change.b.time);
        m_rows.push_back({comparison.kernelSteps > 0 ? "Kernels of a steady step" : "Kernels",
                          time,
                          divisor,
                          true,
                          isInBoth ? changeOf(*time.a, atClock.count(), divisor) : 0,
                          {},
                          {},
                          text,
                          launchesA[change.name],
                          launchesB[change.name]});
    }
}

void ComparisonListModel::addOrigins(OriginKind kind, const std::string& heading) {
    const std::optional<OriginChanges>& origins = m_comparison.result()->origins;
    int left = kMaxOrigins;
    for (const OriginChange& change : origins ? origins->rows : std::vector<OriginChange>()) {
        if (change.kind == kind && left-- > 0) {
            const auto timeOf = [](const OriginSum& sum) {
                return knownIf(sum.kernels > 0, sum.time.count());
            };
            const auto& [a, b] = change.runs;
            // Neither better nor worse: sums over the whole range, of which no noise is known.
            m_rows.push_back({heading,
                              {{},
                               std::string(originShortName(change)),
                               QuantityUnit::Nanoseconds,
                               timeOf(a),
                               timeOf(b)}});
        }
    }
}

namespace {

// What is to gain by a finding; empty: not known, or counted in another one.
std::optional<std::int64_t> savingOf(const Finding& finding) {
    return missingSavingText(finding).empty() ? std::optional(finding.cost.saving->count())
                                              : std::nullopt;
}

// The idle or waiting time that it explains.
std::optional<std::int64_t> explainedBy(const Finding& finding) {
    return std::max(finding.cost.gpuIdle, finding.cost.waiting).count();
}

std::optional<std::int64_t> occurrencesOf(const Finding& finding) {
    return static_cast<std::int64_t>(finding.count);
}

}  // namespace

void ComparisonListModel::addFindings() {
    const ComparedTraces& traces = *m_comparison.result();
    using Measure = std::optional<std::int64_t> (*)(const Finding&);
    const auto findingOf = [](const LoadedTrace& trace, std::size_t at) -> const Finding& {
        return trace->session().findings.findings[at];
    };
    const auto add = [&](const char* heading, const FindingChange& change, Measure measure,
                         QuantityUnit unit = QuantityUnit::Nanoseconds) {
        const Finding& shown =
            change.b ? findingOf(traces.b, *change.b) : findingOf(traces.a, *change.a);
        m_rows.push_back({heading,
                          {{},
                           toStdString(withoutCodeSpans(titleWithSaving(shown))),
                           unit,
                           change.a ? measure(findingOf(traces.a, *change.a)) : std::nullopt,
                           change.b ? measure(findingOf(traces.b, *change.b)) : std::nullopt},
                          1,
                          false,
                          0,
                          evidenceOf(traces, true, change.a),
                          evidenceOf(traces, false, change.b)});
    };
    const FindingChanges& changes = traces.comparison.findings;
    for (const FindingChange& change : changes.gone) {
        add("Findings that are gone, to gain", change, savingOf);
    }
    for (const FindingChange& change : changes.added) {
        add("New findings, to gain", change, savingOf);
    }
    // Both values of a row are of one kind: of a finding that one run counts in another one, the
    // time that it explains.
    const auto hasSavings = [&](const FindingChange& change) {
        return savingOf(findingOf(traces.a, *change.a)) && savingOf(findingOf(traces.b, *change.b));
    };
    for (const FindingChange& change : changes.kept) {
        if (hasSavings(change)) {
            add("Findings in both, to gain", change, savingOf);
        }
    }
    const auto hasTimes = [&](const FindingChange& change) {
        return explainedBy(findingOf(traces.a, *change.a)) > 0 ||
               explainedBy(findingOf(traces.b, *change.b)) > 0;
    };
    for (const FindingChange& change : changes.kept) {
        if (!hasSavings(change) && hasTimes(change)) {
            add("Findings in both, idle or waiting time", change, explainedBy);
        }
    }
    for (const FindingChange& change : changes.kept) {
        if (!hasSavings(change) && !hasTimes(change)) {
            add("Findings in both, occurrences", change, occurrencesOf, QuantityUnit::Count);
        }
    }
}

}  // namespace gaplight::ui
