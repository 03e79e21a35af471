// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include <nlohmann/json.hpp>

#include "core/base/time.h"
#include "core/report/facts/report_subject.h"
#include "core/report/table/table.h"
#include "core/trace/ids.h"

namespace gaplight {

using Json = nlohmann::ordered_json;

// An object with `schema` and `tool`, with which every report begins, and `members`.
[[nodiscard]] Json jsonDocument(const Json& members);
// The same with `trace`, `sources` and `settings_files`.
[[nodiscard]] Json jsonHead(const ReportSubject& subject);

// Null where nothing is known.
template <class Value>
[[nodiscard]] Json orNull(const std::optional<Value>& value) {
    return value ? Json(*value) : Json(nullptr);
}
// {"source":0,"device":0}.
[[nodiscard]] Json jsonGpu(const std::optional<GpuId>& gpu);
// Its number within its source.
[[nodiscard]] Json jsonDeviceNumber(const std::optional<GpuId>& gpu);
[[nodiscard]] inline Json textOrNull(std::string_view text) {
    return text.empty() ? Json(nullptr) : Json(text);
}
[[nodiscard]] inline Json nsOrNull(const std::optional<Duration>& duration) {
    return duration ? Json(duration->count()) : Json(nullptr);
}

// Times by the names of what they belong to: {"host_late": 1200, ...}.
template <class Kind, std::size_t Size>
[[nodiscard]] Json jsonTimes(const std::array<Duration, Size>& times,
                             std::string_view (&nameOf)(Kind)) {
    Json json = Json::object();
    for (std::size_t at = 0; at < Size; ++at) {
        json[std::string(nameOf(static_cast<Kind>(at)))] = times.at(at).count();
    }
    return json;
}

// Kinds of issues that occurred, and how often: [{"kind": "truncated", "count": 1}].
template <class Kind, std::size_t Size>
[[nodiscard]] Json jsonIssueCounts(const std::array<std::uint64_t, Size>& counts,
                                   std::string_view (&nameOf)(Kind)) {
    Json issues = Json::array();
    for (std::size_t at = 0; at < Size; ++at) {
        if (counts.at(at) > 0) {
            issues.push_back({{"kind", nameOf(static_cast<Kind>(at))}, {"count", counts.at(at)}});
        }
    }
    return issues;
}

// Indented, valid UTF-8 whatever the names hold, with a newline at the end.
[[nodiscard]] std::string jsonText(const Json& json);

// The text of a document in JSON, written member by member: the same bytes as jsonText() of all
// members in one object, but beside the text only one value is held. A value takes some three
// times the memory of its text, and a report has a row for each GPU and each kernel of a trace.
class JsonDocument {
public:
    using AddValue = std::function<void(const Json& value)>;

    void add(std::string_view key, const Json& value);
    // All members of an object.
    void addMembers(const Json& object);
    // A list of the values that `fill` passes on.
    void addList(std::string_view key, const std::function<void(const AddValue& add)>& fill);
    // A list of all rows of a table.
    void addTable(std::string_view key, const Table& table);
    // The whole text, with a newline at the end. Nothing can be added after it.
    [[nodiscard]] std::string take();

private:
    void beginMember(std::string_view key);
    // Lines of the value after the first one are moved right by `indent`.
    void append(const Json& value, std::size_t indent);

    std::string m_text;
};

}  // namespace gaplight
