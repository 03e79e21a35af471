// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "core/detectors/engine/finding.h"
#include "core/report/facts/json_sections.h"

namespace gaplight {

// Parts that all SARIF reports share (SARIF 2.1.0, OASIS, 2020).

// "error", "warning", "note" (3.27.10).
[[nodiscard]] std::string_view sarifLevel(Severity severity);
// Text of a message: "[text](target)" would be a link (3.11.6), "](" never is with this escape.
[[nodiscard]] std::string sarifMessage(std::string_view text);
// "a/b.py(12): f" as a place in a file; nothing where it is no Python frame.
[[nodiscard]] std::optional<Json> sarifSource(std::string_view frame);
// The file itself as a place: viewers want one.
[[nodiscard]] Json sarifFile(const std::string& path);
// The document of one run.
[[nodiscard]] std::string sarifText(Json rules, Json invocations, Json results);

}  // namespace gaplight
