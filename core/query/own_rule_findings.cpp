// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0

// Runs the rules of the user's own: the SELECT of a rule, whose rows become findings by the place
// that they have in common.
#include <algorithm>
#include <charconv>
#include <chrono>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "core/analysis/causes/wait_exposure.h"
#include "core/analysis/torch/place.h"
#include "core/base/close_names.h"
#include "core/base/exhaustion.h"
#include "core/base/quantity_text.h"
#include "core/detectors/engine/finding_groups.h"
#include "core/detectors/engine/finding_text.h"
#include "core/detectors/engine/run_rules.h"
#include "core/detectors/shared/host_finding.h"
#include "core/detectors/what_if/resolve_edits.h"
#include "core/query/own_rule_rows.h"
#include "core/query/query.h"
#include "core/session/own_findings.h"

namespace gaplight {
namespace {

constexpr std::chrono::milliseconds kMaxTime = std::chrono::seconds(10);
constexpr std::size_t kMaxBytes = std::size_t{512} << 20U;
constexpr std::size_t kMaxRows = 100'000;
// Each is priced by replays and read by people.
constexpr std::size_t kMaxFindings = 50;

// Rows that are one finding.
struct RowGroup {
    FindingGroup found;
    std::vector<const OwnRuleRow*> rows;
    std::vector<std::string> labels;  // each once

    const OwnRuleRow& longest() const {
        return **std::ranges::max_element(rows, {},
                                          [](const auto* row) { return row->range.length(); });
    }
};

// Thresholds as values of ":key": ns, a share of 1, pieces, bytes.
std::vector<QueryParameter> parametersOf(const OwnRule& rule, const RuleSettings& settings) {
    std::vector<QueryParameter> parameters;
    for (const Threshold& threshold : rule.thresholds) {
        const std::int64_t value = settings.value(threshold.key);
        parameters.push_back({threshold.key, threshold.unit == ThresholdUnit::Share
                                                 ? QueryCell(static_cast<double>(value) / 1e6)
                                                 : QueryCell(value)});
    }
    return parameters;
}

FindingQuantity quantityOf(ThresholdUnit unit, std::int64_t value) {
    switch (unit) {
        case ThresholdUnit::Nanoseconds:
            return Duration(value);
        case ThresholdUnit::Share:
            return shareOfPpm(value);
        case ThresholdUnit::Bytes:
            return ByteCount{value};
        case ThresholdUnit::Count:
            break;
    }
    return value;
}

// Of a cell, in the unit of a declared column; nothing of NULL.
std::optional<FindingQuantity> quantityOf(const QueryResultColumn& column, std::size_t row) {
    const QueryCell& cell = column.cells[row];
    if (const auto* whole = std::get_if<std::int64_t>(&cell)) {
        return column.unit == Unit::Nanoseconds ? FindingQuantity(Duration(*whole))
               : column.unit == Unit::Bytes     ? FindingQuantity(ByteCount{*whole})
                                                : FindingQuantity(*whole);
    }
    if (const auto* real = std::get_if<double>(&cell)) {
        return *real;
    }
    const auto* text = std::get_if<std::string>(&cell);
    return text == nullptr ? std::nullopt : std::optional<FindingQuantity>(*text);
}

// Runs one rule.
class OwnRuleRun {
public:
    OwnRuleRun(const QueryData& data, const DetectorInput& input, const OwnRule& rule,
               QueryLimits limits)
        : m_data(data),
          m_input(input),
          m_rule(rule),
          m_limits(std::move(limits)),
          m_settings(data.session().settings, rule.facts.id, rule.thresholds),
          m_parameters(parametersOf(rule, m_settings)),
          m_steps(input.analysis.steps) {}

    // Errors: as runQuery and ownRuleRows; line() is where.
    Result<DetectorResult> run();
    // In the file; 0: of the file as a whole.
    std::size_t line() const { return m_line; }

private:
    Result<QueryResult> query(const std::string& sql, std::size_t line);
    Result<bool> applies();
    Result<void> checkTexts(const QueryResult& result);
    std::vector<RowGroup> groupsOf(const std::vector<OwnRuleRow>& rows);
    Place placeOf(const OwnRuleRow& row) const;
    GroupKey keyOf(const OwnRuleRow& row);
    void addRow(const OwnRuleRow& row, RowGroup& group) const;
    FindingPlace commonPlace(const RowGroup& group) const;
    void setCost(const RowGroup& group, Finding& finding) const;
    FindingValues valuesOf(const QueryResult& result, const RowGroup& group,
                           const Finding& finding) const;
    Finding findingOfRows(const QueryResult& result, RowGroup& group) const;

    const QueryData& m_data;
    const DetectorInput& m_input;
    const OwnRule& m_rule;
    QueryLimits m_limits;
    RuleSettings m_settings;
    std::vector<QueryParameter> m_parameters;
    StepIndex m_steps;
    std::map<std::string, std::uint32_t, std::less<>> m_labels;
    std::size_t m_line = 0;
};

// The result of a statement that begins in this line of the file. The line of an error is moved
// from its message to line().
Result<QueryResult> OwnRuleRun::query(const std::string& sql, std::size_t line) {
    m_line = line;
    Result<QueryResult> result = runQuery(m_data, sql, m_limits, m_parameters);
    constexpr std::string_view kLine = "line ";
    if (!result && result.error().message.starts_with(kLine)) {
        std::string& message = result.error().message;
        std::size_t number = 1;
        std::from_chars(message.data() + kLine.size(), message.data() + message.size(), number);
        m_line = line + number - 1;
        const std::size_t comma = message.find(", ");
        message.erase(0, comma == std::string::npos ? 0 : comma + 2);
    }
    return result;
}

Result<bool> OwnRuleRun::applies() {
    if (m_rule.appliesWhen.empty()) {
        return true;
    }
    const QueryResult result =
        TRY(query("SELECT (" + m_rule.appliesWhen + ")", m_rule.appliesLine));
    const QueryCell& cell = result.columns.front().cells.front();
    const auto* number = std::get_if<std::int64_t>(&cell);
    const auto* real = std::get_if<double>(&cell);
    return (number != nullptr && *number != 0) || (real != nullptr && *real != 0);
}

// Whether the texts name values that there are, each name one value.
Result<void> OwnRuleRun::checkTexts(const QueryResult& result) {
    std::vector<std::string> known{"count", "per_step", "gpu_idle", "host",        "gpu",
                                   "time",  "longest",  "place",    "window_share"};
    const std::size_t measures = known.size();
    for (const Threshold& threshold : m_rule.thresholds) {
        known.emplace_back(threshold.key);
    }
    for (const QueryResultColumn& column : result.columns) {
        known.push_back(column.name);
    }
    for (std::size_t at = measures; at < known.size(); ++at) {
        if (std::find(known.begin(), known.begin() + static_cast<std::ptrdiff_t>(measures),
                      known[at]) != known.begin() + static_cast<std::ptrdiff_t>(measures)) {
            return fail(
                ErrorCode::BadArgument,
                fmt::format("'{}' is a value of its own in the texts of every rule: give "
                            "the {} another name",
                            known[at],
                            at < measures + m_rule.thresholds.size() ? "threshold" : "column"));
        }
    }
    for (const RuleSection& section : m_rule.sections.all()) {
        for (const TextPart& part : section.parts) {
            const bool isValue = part.kind == TextPart::Kind::Value;
            m_line = 0;
            if (isValue && std::ranges::find(known, part.text) == known.end()) {
                return fail(ErrorCode::BadArgument,
                            fmt::format("'## {}': there is no value {{{}}}; {}", section.name,
                                        part.text, closeNamesText(part.text, known)));
            }
            if (isValue && !canFormat(QuantityKind::Count, part.format)) {
                return fail(ErrorCode::BadArgument,
                            fmt::format("'## {}': {{{}:{}}} is no format: write :time, :bytes, "
                                        ":share, :1 (decimals) or :call|calls",
                                        section.name, part.text, part.format));
            }
        }
    }
    return {};
}

// Of work of a GPU, that of its launch.
Place OwnRuleRun::placeOf(const OwnRuleRow& row) const {
    SliceId slice = row.slice;
    if (slice.isValid() && m_input.trace.tracks()[row.track.index()].gpu) {
        slice = m_input.launches.launchOf(slice);
    }
    return slice.isValid() ? m_input.places.placeOf(slice) : Place{};
}

GroupKey OwnRuleRun::keyOf(const OwnRuleRow& row) {
    GroupKey key;
    const Place place = placeOf(row);
    switch (m_rule.place) {
        case OwnRulePlace::Annotation:
            key.place.annotation = place.annotation;
            break;
        case OwnRulePlace::Operator:
            key.place = {place.annotation, place.op, {}};
            break;
        case OwnRulePlace::Function:
            key.place = {place.annotation, {}, place.python};
            break;
        case OwnRulePlace::Label:
            key.variant =
                m_labels.try_emplace(row.label, static_cast<std::uint32_t>(m_labels.size()))
                    .first->second;
            break;
        case OwnRulePlace::Gpu:
            key.gpu = m_input.trace.tracks()[row.track.index()].gpu.value_or(GpuId());
            break;
        case OwnRulePlace::Trace:
            break;
    }
    return key;
}

void OwnRuleRun::addRow(const OwnRuleRow& row, RowGroup& group) const {
    const Track& track = m_input.trace.tracks()[row.track.index()];
    auto label = std::ranges::find(group.labels, row.label);
    if (label == group.labels.end()) {
        label = group.labels.insert(label, row.label);
    }
    const EvidenceShape shape = !row.slice.isValid() ? EvidenceShape::Band
                                : track.gpu          ? EvidenceShape::Tint
                                                     : EvidenceShape::Outline;
    group.found.evidence.push_back({shape, track.gpu.value_or(GpuId()), row.track, row.slice,
                                    row.range,
                                    static_cast<std::uint32_t>(label - group.labels.begin())});
    ++group.found.count;
    group.rows.push_back(&row);
    if (row.edit) {
        const std::vector<ReplayEdit> edits = sliceEdits(m_input.trace, m_input.analysis, row.slice,
                                                         row.edit->factor, row.edit->isRemoved);
        group.found.edits.insert(group.found.edits.end(), edits.begin(), edits.end());
    }
}

std::vector<RowGroup> OwnRuleRun::groupsOf(const std::vector<OwnRuleRow>& rows) {
    std::vector<RowGroup> groups;
    std::map<GroupKey, std::size_t> position;
    for (const OwnRuleRow& row : rows) {
        const auto [at, isNew] = position.try_emplace(keyOf(row), groups.size());
        if (isNew) {
            groups.emplace_back().found.key = at->first;
        }
        addRow(row, groups[at->second]);
    }
    return groups;
}

// What the places of all rows have in common.
FindingPlace OwnRuleRun::commonPlace(const RowGroup& group) const {
    const auto gpuOf = [&](const OwnRuleRow& row) {
        return m_input.trace.tracks()[row.track.index()].gpu;
    };
    Place common = placeOf(*group.rows.front());
    std::optional<GpuId> gpu = gpuOf(*group.rows.front());
    for (const OwnRuleRow* row : group.rows) {
        const Place place = placeOf(*row);
        common.annotation = common.annotation == place.annotation ? common.annotation : StringId();
        common.op = common.op == place.op ? common.op : StringId();
        common.python = common.python == place.python ? common.python : StringId();
        gpu = gpu == gpuOf(*row) ? gpu : std::nullopt;
    }
    const auto textOf = [&](StringId name) {
        return name.isValid() ? std::string(m_input.places.textOf(name)) : std::string();
    };
    return {textOf(common.annotation), textOf(common.op),
            std::string(shortFrame(textOf(common.python))), gpu};
}

// Host time of the rows, rows per step, and the time in which GPUs are idle meanwhile: a value for
// texts, and no cost, because a rule of one's own explains no idle time.
void OwnRuleRun::setCost(const RowGroup& group, Finding& finding) const {
    std::vector<TimeRange> ofHost;
    std::vector<TimeRange> withIdle;
    std::vector<Time> begins;
    for (const OwnRuleRow* row : group.rows) {
        const bool isOfGpu = m_input.trace.tracks()[row->track.index()].gpu.has_value();
        const bool isActivity = isOfGpu && row->slice.isValid();
        const SliceId launch = isActivity ? m_input.launches.launchOf(row->slice) : SliceId();
        begins.push_back(launch.isValid() ? m_input.trace.slices().start(launch)
                                          : row->range.begin);
        if (!isOfGpu) {
            ofHost.push_back(row->range);
        }
        if (!isActivity) {
            withIdle.push_back(row->range);
        }
    }
    finding.cost.host = lengthOf(unionOf(std::move(ofHost)));
    finding.values.set("gpu_idle", idleInside(m_input.analysis, unionOf(std::move(withIdle))));
    finding.perStep = m_steps.medianPerStep(begins);
}

// What the texts may name: measures of the rows, thresholds, and the other columns of the longest
// row. Keys are of the rule, which outlives its findings.
FindingValues OwnRuleRun::valuesOf(const QueryResult& result, const RowGroup& group,
                                   const Finding& finding) const {
    const OwnRuleRow& longest = group.longest();
    // Rows may lie inside others, or beside them on other tracks: no share is over 100 %.
    std::vector<TimeRange> ranges;
    std::ranges::transform(group.rows, std::back_inserter(ranges), &OwnRuleRow::range);
    const Duration time = lengthOf(unionOf(std::move(ranges)));
    FindingValues values = finding.values;
    values.set("time", time);
    values.set("longest", longest.range.length());
    values.set("window_share", shareOf(time, measuredWindow(m_input.analysis).length()));
    values.set("place", inPlaceText(finding.where));
    values.set("label", longest.label);
    for (const Threshold& threshold : m_rule.thresholds) {
        values.set(threshold.key, quantityOf(threshold.unit, m_settings.value(threshold.key)));
    }
    for (const RuleSection& section : m_rule.sections.all()) {
        for (const TextPart& part : section.parts) {
            const auto column =
                std::ranges::find(result.columns, part.text, &QueryResultColumn::name);
            if (part.kind != TextPart::Kind::Value || column == result.columns.end() ||
                isRowColumn(part.text) || values.find(part.text) != nullptr) {
                continue;
            }
            if (auto quantity = quantityOf(*column, longest.number)) {
                values.set(part.text, std::move(*quantity));
            }
        }
    }
    return values;
}

Finding OwnRuleRun::findingOfRows(const QueryResult& result, RowGroup& group) const {
    Finding finding = findingOf(m_rule.facts.id, m_input.places, m_steps, group.found);
    finding.rule = m_rule.facts.id;
    finding.where = commonPlace(group);
    finding.isBound = m_rule.isBound;
    finding.priceOrder = PriceOrder::Own;
    finding.leastSeverity = m_rule.severity.value_or(Severity::Info);
    setCost(group, finding);
    finding.values = valuesOf(result, group, finding);
    const RuleSections none;
    const bool usesTorch = m_input.analysis.names.usesTorch();
    const FindingText text(m_rule.sections, none, usesTorch ? Program::UsesTorch : Program::Other);
    text.render(finding,
                finding.where.gpu ? m_input.trace.gpuLabel(*finding.where.gpu) : std::string());
    finding.notes = group.labels;
    return finding;
}

Result<DetectorResult> OwnRuleRun::run() {
    if (!TRY(applies())) {
        return DetectorResult{{}, "applies where " + m_rule.appliesWhen};
    }
    const QueryResult result = TRY(query(m_rule.sql, m_rule.sqlLine));
    if (result.isOfFindings) {
        return fail(ErrorCode::BadArgument,
                    "a rule cannot read the tables finding and evidence: they are empty until all "
                    "rules have run");
    }
    if (result.isCut) {
        return fail(ErrorCode::TooLarge,
                    fmt::format("the SELECT gives more than {} rows: narrow it with WHERE",
                                countText(kMaxRows)));
    }
    const std::vector<OwnRuleRow> rows =
        TRY(ownRuleRows(m_input.trace, result, m_input.analysis.range));
    TRY(checkTexts(result));
    std::vector<RowGroup> groups = groupsOf(rows);
    if (groups.size() > kMaxFindings) {
        return fail(ErrorCode::TooLarge,
                    fmt::format("{} findings are more than {}: narrow the SELECT, or choose a "
                                "coarser place, as in place = \"trace\"",
                                groups.size(), kMaxFindings));
    }
    DetectorResult found;
    for (RowGroup& group : groups) {
        found.findings.push_back(findingOfRows(result, group));
    }
    return found;
}

}  // namespace

OwnFindings findByOwnRules(const Session& session, const DetectorInput& input,
                           const std::stop_token& stop) {
    OwnFindings all;
    const OwnRules& own = *session.settings.ownRules();
    all.failed = own.failed;
    // The session outlives the data, and owns itself.
    const QueryData data(std::shared_ptr<const Session>(std::shared_ptr<void>(), &session));
    for (const std::shared_ptr<const OwnRule>& rule : own.rules) {
        if (stop.stop_requested()) {
            break;
        }
        if (session.settings.severityOf(rule->facts.id) == SetSeverity::Off) {
            all.notApplicable.push_back({rule->facts.id, kSwitchedOff});
            continue;
        }
        OwnRuleRun run(data, input, *rule, {kMaxRows, kMaxTime, kMaxBytes, stop});
        Result<DetectorResult> result = failOnExhaustion("the rule", [&] { return run.run(); });
        if (!result) {
            all.failed.push_back({std::string(rule->facts.id), rule->file, run.line(),
                                  std::move(result.error().message)});
        } else if (!result->notApplicable.empty()) {
            all.notApplicable.push_back({rule->facts.id, std::move(result->notApplicable)});
        } else {
            std::ranges::move(result->findings, std::back_inserter(all.findings));
        }
    }
    return all;
}

}  // namespace gaplight
