// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "core/analysis/analysis.h"
#include "core/trace/trace.h"

namespace gaplight {

// What a report is about. The trace and its analysis must outlive it.
struct ReportSubject {
    const Trace& trace;
    const Analysis& analysis;
    std::optional<std::int32_t> device;  // this GPU alone
};

enum class PageStyle : std::uint8_t { Plain, Colour, Markdown };

// What is in the file.
[[nodiscard]] std::string infoJson(const ReportSubject& subject);
[[nodiscard]] std::string infoText(const ReportSubject& subject, PageStyle style);

// Where the GPUs waited and why.
[[nodiscard]] std::string analyzeJson(const ReportSubject& subject);
[[nodiscard]] std::string analyzeText(const ReportSubject& subject, PageStyle style);

// As in the report's `tool` and `gaplight --version`.
[[nodiscard]] std::string_view toolVersion();

}  // namespace gaplight
