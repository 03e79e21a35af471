// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/report/facts/json_sections.h"

#include <cstdint>
#include <utility>

#include "core/report/text/escaped_text.h"
#include "core/report/text/tool_version.h"

namespace gaplight {
namespace {

constexpr std::size_t kIndent = 2;  // of a member

}  // namespace

void JsonDocument::add(std::string_view key, const Json& value) {
    beginMember(key);
    append(value, kIndent);
}

void JsonDocument::addMembers(const Json& object) {
    for (const auto& [key, value] : object.items()) {
        add(key, value);
    }
}

void JsonDocument::addList(std::string_view key, const std::function<void(const AddValue&)>& fill) {
    beginMember(key);
    m_text += '[';
    bool isEmpty = true;
    fill([&](const Json& value) {
        m_text += isEmpty ? "\n" : ",\n";
        m_text.append(2 * kIndent, ' ');
        append(value, 2 * kIndent);
        isEmpty = false;
    });
    if (!isEmpty) {
        m_text += '\n';
        m_text.append(kIndent, ' ');
    }
    m_text += ']';
}

std::string JsonDocument::take() {
    m_text += m_text.empty() ? "{}\n" : "\n}\n";
    return std::move(m_text);
}

void JsonDocument::addTable(std::string_view key, const Table& table) {
    addList(key, [&](const AddValue& add) {
        for (std::size_t row = 0; row < table.rows.size(); ++row) {
            add(rowJson(table, row));
        }
    });
}

void JsonDocument::beginMember(std::string_view key) {
    m_text += m_text.empty() ? "{\n" : ",\n";
    m_text.append(kIndent, ' ');
    append(key, 0);
    m_text += ": ";
}

void JsonDocument::append(const Json& value, std::size_t indent) {
    const std::string text = jsonText(value);
    std::string_view rest(text);
    rest.remove_suffix(1);  // a newline
    // Texts in it have no newlines, but \n.
    for (std::size_t end = rest.find('\n'); end != std::string_view::npos; end = rest.find('\n')) {
        m_text += rest.substr(0, end + 1);
        m_text.append(indent, ' ');
        rest.remove_prefix(end + 1);
    }
    m_text += rest;
}

namespace {

std::uint64_t counterValues(const Trace& trace) {
    std::uint64_t values = 0;
    for (const CounterSeries& series : trace.counterSeries()) {
        values += series.times.size();
    }
    return values;
}

Json jsonTrace(const Trace& trace) {
    const TraceFacts& facts = trace.facts();
    const TimeRange range = trace.range();
    return {{"path", facts.path},
            {"format", facts.format},
            {"compression", facts.compression},
            {"bytes", facts.bytes},
            {"events", facts.events},
            {"slices", trace.slices().size()},
            {"instants", trace.instants().size() + trace.memoryEvents().size()},
            {"flows", facts.flowEvents},
            {"counters", counterValues(trace)},
            {"begin_abs_ns", facts.baseTimeNs + ns(range.begin)},
            {"duration_ns", range.length().count()},
            {"with_stack", orNull(facts.withStack)},
            {"record_shapes", orNull(facts.recordShapes)},
            {"profile_memory", orNull(facts.profileMemory)}};
}

Json jsonClock(const SourceClock& clock) {
    return {{"offset_ns", clock.offsetNs},
            {"drift_ppm", clock.driftPpm},
            {"uncertainty_ns", clock.uncertaintyNs},
            {"calibrated", clock.isCalibrated}};
}

Json jsonSources(const Trace& trace) {
    Json sources = Json::array();
    for (const Source& source : trace.sources()) {
        sources.push_back({{"source", sources.size()},
                           {"path", source.path},
                           {"format", source.format},
                           {"rank", orNull(source.rank)},
                           {"world_size", orNull(source.worldSize)},
                           {"host", textOrNull(source.host)},
                           {"clock", jsonClock(source.clock)}});
    }
    return sources;
}

}  // namespace

Json jsonGpu(const std::optional<GpuId>& gpu) {
    return gpu ? Json{{"source", gpu->source.index()}, {"device", gpu->device}} : Json(nullptr);
}

Json jsonDeviceNumber(const std::optional<GpuId>& gpu) {
    return gpu ? Json(gpu->device) : Json(nullptr);
}

// Files that set thresholds, or that are beside the trace and are not applied.
Json jsonSettingsFiles(const ReportSubject& subject) {
    Json files = Json::array();
    for (const SettingsFile& file : subject.settingsFiles) {
        files.push_back({{"path", file.path},
                         {"beside_trace", file.isBesideTrace},
                         {"settings", file.settings},
                         {"refusal", textOrNull(file.refusal)}});
        if (!file.refusedRules.empty()) {
            files.back()["rules_not_run"] = file.refusedRules;
        }
        if (!file.unknownRules.empty()) {
            files.back()["rules_not_known"] = file.unknownRules;
        }
    }
    return files;
}

Json jsonDocument(const Json& members) {
    Json json{{"schema", 1}, {"tool", {{"name", "gaplight"}, {"version", toolVersion()}}}};
    json.update(members);
    return json;
}

Json jsonHead(const ReportSubject& subject) {
    return jsonDocument({{"trace", jsonTrace(subject.trace)},
                         {"sources", jsonSources(subject.trace)},
                         {"settings_files", jsonSettingsFiles(subject)}});
}

std::string jsonText(const Json& json) {
    std::string text = escapedJson(json.dump(2, ' ', false, Json::error_handler_t::replace));
    text += '\n';
    return text;
}

}  // namespace gaplight
