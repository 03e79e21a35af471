// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include <nlohmann/json.hpp>

#include "core/base/time.h"
#include "core/report/facts/report_subject.h"
#include "core/trace/ids.h"

namespace gaplight {

using Json = nlohmann::ordered_json;

// `schema`, `tool`, `trace` and `sources`, with which every report begins.
[[nodiscard]] Json jsonHead(const ReportSubject& subject);
// Issues of the file and of its launches together.
[[nodiscard]] Json jsonIssues(const ReportSubject& subject);

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
    // The whole text, with a newline at the end. Nothing can be added after it.
    [[nodiscard]] std::string take();

private:
    void beginMember(std::string_view key);
    // Lines of the value after the first one are moved right by `indent`.
    void append(const Json& value, std::size_t indent);

    std::string m_text;
};

}  // namespace gaplight
