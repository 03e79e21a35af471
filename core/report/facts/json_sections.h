// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include <nlohmann/json.hpp>

#include "core/base/time.h"
#include "core/report/facts/report_subject.h"
#include "core/trace/gpu_id.h"

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

}  // namespace gaplight
