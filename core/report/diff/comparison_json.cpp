// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cstddef>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "core/report/diff/compared_quantities.h"
#include "core/report/diff/comparison_report.h"
#include "core/report/diff/iteration_changes.h"
#include "core/report/facts/json_sections.h"
#include "core/report/text/escaped_text.h"
#include "core/report/trace/report.h"

namespace gaplight {
namespace {

// Pairs of anchors and exchanges that are listed; `*_total` is the number of all.
constexpr std::size_t kListed = 1000;

// The analyze object without the intervals of its findings.
Json jsonRun(const ReportSubject& subject) {
    Json json = Json::parse(analyzeJson(subject));
    for (Json& finding : json["findings"]) {
        finding.erase("evidence");
    }
    return json;
}

Json jsonRange(const Trace& trace, TimeRange range) {
    const Time begin = trace.range().begin;
    return {{"begin_ns", (range.begin - begin).count()}, {"end_ns", (range.end - begin).count()}};
}

// "idle_by_trigger_ns.host_late" and "copies.HtoD pageable.count" as nested objects.
void put(Json& json, const std::string& key, const std::optional<std::int64_t>& value) {
    Json* at = &json;
    std::size_t begin = 0;
    for (std::size_t dot = key.find('.'); dot != std::string::npos; dot = key.find('.', begin)) {
        at = &(*at)[key.substr(begin, dot - begin)];
        begin = dot + 1;
    }
    (*at)[key.substr(begin)] = orNull(value);
}

Json jsonSide(const Trace& trace, const PartSide& side, Json measures) {
    Json gaps = Json::array();
    for (const Duration gap : side.gapsBetween) {
        gaps.push_back(gap.count());
    }
    Json json{{"name", textOrNull(side.name)},
              {"count", side.count},
              {"place", jsonRange(trace, side.place)}};
    json.update(measures);
    json["gaps_between_ns"] = std::move(gaps);
    return json;
}

Json jsonPart(const CompareSubject& subject, const ComparedPart& part) {
    Json a = Json::object();
    Json b = Json::object();
    Json delta = Json::object();
    for (const Quantity& one : quantitiesOf(part)) {
        put(a, one.key, one.a);
        put(b, one.key, one.b);
        put(delta, one.key, one.delta());
    }
    return {{"kind", partKindName(part.kind)},
            {"name", part.name},
            {"comparable", part.isComparable},
            {"a", part.a ? jsonSide(subject.a.trace, *part.a, a) : Json(nullptr)},
            {"b", part.b ? jsonSide(subject.b.trace, *part.b, b) : Json(nullptr)},
            {"delta", part.a && part.b ? delta : Json(nullptr)}};
}

Json jsonPair(const char* kind, const std::string& name, const CompareSubject& subject, TimeRange a,
              TimeRange b) {
    return {{"kind", kind},
            {"name", name},
            {"a", jsonRange(subject.a.trace, a)},
            {"b", jsonRange(subject.b.trace, b)}};
}

Json jsonAlignment(const CompareSubject& subject) {
    const Alignment& alignment = subject.comparison.alignment;
    const Trace& a = subject.a.trace;
    const Trace& b = subject.b.trace;
    Json pairs = Json::array();
    for (const StepPair& pair : alignment.steps) {
        pairs.push_back(jsonPair("step",
                                 std::to_string(pair.a + 1) + " = " + std::to_string(pair.b + 1) +
                                     (pair.warmsUp ? " (warm-up)" : ""),
                                 subject, alignment.stepsOfA[pair.a], alignment.stepsOfB[pair.b]));
    }
    for (const AnnotationPair& pair : alignment.annotations) {
        const std::string nameA(a.name(pair.a));
        const std::string nameB(b.name(pair.b));
        pairs.push_back(jsonPair(pair.byPlace ? "annotation_by_place" : "annotation",
                                 nameA == nameB ? nameA : nameA + " = " + nameB, subject,
                                 a.slices().range(pair.a), b.slices().range(pair.b)));
    }
    for (const RangePin& pin : alignment.pins) {
        pairs.push_back(jsonPair("pin", pin.name, subject, pin.a, pin.b));
    }
    const std::vector<AnchorPair>& anchors = alignment.anchors.pairs;
    for (std::size_t at = 0; at < std::min(anchors.size(), kListed); ++at) {
        const SliceId sliceA = a.gpuActivities()[anchors[at].a.index()].slice;
        const SliceId sliceB = b.gpuActivities()[anchors[at].b.index()].slice;
        pairs.push_back(jsonPair("anchor", std::string(a.name(sliceA)), subject,
                                 a.slices().range(sliceA), b.slices().range(sliceB)));
    }
    return {{"level", alignmentLevelName(alignment.level)},
            {"reason", alignment.reason},
            {"anchors_total", anchors.size()},
            {"anchors_a", alignment.anchors.countA},
            {"anchors_b", alignment.anchors.countB},
            {"pairs", std::move(pairs)}};
}

Json jsonSum(const KernelSum& sum) {
    return {{"count", sum.count}, {"time_ns", sum.time.count()}};
}

Json jsonKernels(const CompareSubject& subject) {
    const KernelChanges& kernels = subject.comparison.kernels;
    Json list = Json::array();
    const Verdict& verdict = subject.comparison.verdict;
    for (const KernelChange& change : kernels.kernels) {
        const bool hasBoth = change.a.count > 0 && change.b.count > 0;
        const double clock = verdict.clockFactor();
        list.push_back({{"name", change.name},
                        {"group", kernelGroupName(change.group)},
                        {"change", kernelChangeName(change.kind(verdict.noiseFloor, clock))},
                        {"call_ratio", hasBoth ? Json(change.callRatio(clock)) : Json(nullptr)},
                        {"a", jsonSum(change.a)},
                        {"b", jsonSum(change.b)}});
    }
    Json groups = Json::array();
    for (std::size_t at = 0; at < kKernelGroups; ++at) {
        groups.push_back({{"group", kernelGroupName(static_cast<KernelGroup>(at))},
                          {"a", jsonSum(kernels.groupsA[at])},
                          {"b", jsonSum(kernels.groupsB[at])}});
    }
    Json exchanges = Json::array();
    for (std::size_t at = 0; at < std::min(kernels.exchanges.size(), kListed); ++at) {
        const KernelExchange& one = kernels.exchanges[at];
        exchanges.push_back({{"a", one.a},
                             {"b", one.b},
                             {"times", one.times},
                             {"a_ns", one.timeA.count()},
                             {"b_ns", one.timeB.count()}});
    }
    const std::size_t steps = subject.comparison.kernelSteps;
    return {{"steps", steps == 0 ? Json(nullptr) : Json(steps)},
            {"by_name", std::move(list)},
            {"by_group", std::move(groups)},
            {"exchanges", std::move(exchanges)},
            {"exchanges_total", kernels.exchanges.size()}};
}

Json jsonFindingSide(const FindingSet& findings, std::optional<std::size_t> at) {
    if (!at) {
        return nullptr;
    }
    const Finding& finding = findings.findings[*at];
    return {{"finding", *at},
            {"detector", finding.rule},
            {"severity", severityName(finding.severity)},
            {"title", titleWithSaving(finding)},
            {"saving_ns", nsOrNull(finding.cost.saving)},
            {"count", finding.count}};
}

Json jsonFindingChanges(const CompareSubject& subject) {
    const FindingChanges& changes = subject.comparison.findings;
    const auto list = [&](const std::vector<FindingChange>& from) {
        Json json = Json::array();
        for (const FindingChange& change : from) {
            json.push_back({{"a", jsonFindingSide(subject.a.findings, change.a)},
                            {"b", jsonFindingSide(subject.b.findings, change.b)}});
        }
        return json;
    };
    return {
        {"gone", list(changes.gone)}, {"new", list(changes.added)}, {"kept", list(changes.kept)}};
}

Json jsonClock(const Verdict& verdict) {
    if (!verdict.clock) {
        return nullptr;
    }
    return {{"factor", verdict.clock->factor},   {"spread", verdict.clock->spread},
            {"kernels", verdict.clock->kernels}, {"share_a", verdict.clock->shareA},
            {"share_b", verdict.clock->shareB},  {"b_at_clock", verdict.bAtClock.count()}};
}

Json jsonUnprofiled(const Verdict& verdict) {
    if (!verdict.unprofiled) {
        return nullptr;
    }
    return {{"a_ns", verdict.unprofiled->a.count()},
            {"b_ns", verdict.unprofiled->b.count()},
            {"change", verdict.unprofiled->change},
            {"error", verdict.unprofiled->error}};
}

Json jsonAnnotationCause(const Verdict& verdict) {
    if (!verdict.annotation) {
        return nullptr;
    }
    return {{"annotation", verdict.annotation->name},
            {"a_ns", verdict.annotation->a.count()},
            {"b_ns", verdict.annotation->b.count()}};
}

Json jsonRanks(const Verdict& verdict) {
    if (!verdict.ranks) {
        return nullptr;
    }
    return {
        {"a", verdict.ranks->a}, {"b", verdict.ranks->b}, {"world_size", verdict.ranks->worldSize}};
}

Json jsonWaterfall(const Verdict& verdict) {
    Json bars = Json::array();
    for (const WaterfallBar& bar : verdict.waterfall) {
        bars.push_back({{"label", bar.label},
                        {"total", bar.isTotal},
                        {"begin_ns", bar.begin.count()},
                        {"end_ns", bar.end.count()}});
    }
    return bars;
}

Json jsonVerdict(const Verdict& verdict) {
    return {{"measure", verdict.perStep ? "steady_step_gpu_span_ns" : "gpu_span_ns"},
            {"a", verdict.a.count()},
            {"b", verdict.b.count()},
            {"change", orNull(verdict.change)},
            {"noise_floor_measured", verdict.floorIsMeasured},
            {"noise_floor_ns", verdict.floor.count()},
            {"unprofiled", jsonUnprofiled(verdict)},
            {"clock", jsonClock(verdict)},
            {"host_cause", jsonAnnotationCause(verdict)},
            {"ranks", jsonRanks(verdict)},
            {"waterfall", jsonWaterfall(verdict)},
            {"kinds", verdict.kinds.empty() ? Json(nullptr) : tableJson(kindChangesTable(verdict))},
            {"why", verdict.why},
            {"remarks", verdict.remarks}};
}

Json jsonOrigins(const OriginChanges* origins) {
    if (origins == nullptr) {
        return nullptr;
    }
    const auto jsonSum = [](const OriginSum& sum) {
        return Json{{"kernels", sum.kernels}, {"time_ns", sum.time.count()}};
    };
    const auto jsonSums = [&](const std::array<OriginSum, 2>& runs) {
        return Json{{"a", jsonSum(runs[0])}, {"b", jsonSum(runs[1])}};
    };
    Json modules = Json::array();
    Json operators = Json::array();
    for (const OriginChange& row : origins->rows) {
        Json json{{"name", row.name}};
        json.update(jsonSums(row.runs));
        (row.kind == OriginKind::Module ? modules : operators).push_back(std::move(json));
    }
    return {{"modules", std::move(modules)},
            {"operators", std::move(operators)},
            {"kernels", jsonSums(origins->kernels)},
            {"unplaced", jsonSums(origins->unplaced)}};
}

Json jsonComparison(const CompareSubject& subject) {
    const Comparison& comparison = subject.comparison;
    Json rows = Json::array();
    for (const ComparedPart& part : comparison.parts) {
        rows.push_back(jsonPart(subject, part));
    }
    Json functions = Json::array();
    for (const ComparedFunction& row : comparison.functions) {
        functions.push_back({{"name", row.a.name},
                             {"a", {{"count", row.a.count}, {"total_ns", row.a.total.count()}}},
                             {"b", {{"count", row.b.count}, {"total_ns", row.b.total.count()}}}});
    }
    Json selfTimes = Json::array();
    for (const SelfTimeChange& change : comparison.selfTimes) {
        selfTimes.push_back(
            {{"name", change.name}, {"a", jsonSum(change.a)}, {"b", jsonSum(change.b)}});
    }
    return {{"b", jsonRun(subject.b)},
            {"alignment", jsonAlignment(subject)},
            {"rows", std::move(rows)},
            {"functions", std::move(functions)},
            {"self_times", std::move(selfTimes)},
            {"kernels", jsonKernels(subject)},
            {"origins", jsonOrigins(subject.origins)},
            {"findings", jsonFindingChanges(subject)},
            {"verdict", verdictName(comparison.verdict.kind)},
            {"verdict_detail", jsonVerdict(comparison.verdict)},
            {"noise_floor", comparison.verdict.noiseFloor}};
}

}  // namespace

std::string compareJson(std::span<const CompareSubject> subjects) {
    Json json = jsonDocument({{"a", jsonRun(subjects.front().a)}});
    if (subjects.size() == 1) {
        json.update(jsonComparison(subjects.front()));
        return jsonText(json);
    }
    json["comparisons"] = Json::array();
    for (const CompareSubject& subject : subjects) {
        json["comparisons"].push_back(jsonComparison(subject));
    }
    return jsonText(json);
}

namespace {

std::string cell(std::optional<std::int64_t> value) {
    return value ? std::to_string(*value) : std::string{};
}

std::string change(const Quantity& one, bool isComparable) {
    const bool hasPercent = isComparable && one.a && one.b && *one.a != 0;
    return hasPercent ? fmt::format("{:.6f}", static_cast<double>(*one.b - *one.a) /
                                                  static_cast<double>(*one.a))
                      : std::string{};
}

void addParts(const CompareSubject& subject, std::string& text) {
    const std::string& pathA = subject.a.trace.facts().path;
    const std::string& pathB = subject.b.trace.facts().path;
    for (const ComparedPart& part : subject.comparison.parts) {
        for (const Quantity& one : quantitiesOf(part)) {
            text += csvLine({pathA, pathB, std::string(partKindName(part.kind)), part.name, one.key,
                             cell(one.a), cell(one.b), cell(one.delta()),
                             change(one, part.isComparable)});
        }
    }
    const auto addFunction = [&](const char* timeKey, const std::string& name, const KernelSum& a,
                                 const KernelSum& b) {
        const Quantity calls{"calls",
                             {},
                             QuantityUnit::Count,
                             static_cast<std::int64_t>(a.count),
                             static_cast<std::int64_t>(b.count)};
        const Quantity time{timeKey, {}, QuantityUnit::Nanoseconds, a.time.count(), b.time.count()};
        for (const Quantity& one : {calls, time}) {
            text += csvLine({pathA, pathB, "function", name, one.key, cell(one.a), cell(one.b),
                             cell(one.delta()), change(one, true)});
        }
    };
    for (const ComparedFunction& row : subject.comparison.functions) {
        addFunction("total_ns", row.a.name, {row.a.count, row.a.total}, {row.b.count, row.b.total});
    }
    for (const SelfTimeChange& row : subject.comparison.selfTimes) {
        addFunction("self_ns", row.name, row.a, row.b);
    }
}

}  // namespace

std::string compareCsv(std::span<const CompareSubject> subjects) {
    std::string text = csvLine({"baseline", "run", "part", "name", "measure", "baseline_value",
                                "run_value", "difference", "change"});
    for (const CompareSubject& subject : subjects) {
        addParts(subject, text);
    }
    return text;
}

}  // namespace gaplight
