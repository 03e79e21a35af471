// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "core/report/facts/json_sections.h"
#include "core/report/memory/memory_report.h"

namespace gaplight {

// The findings about a snapshot as SARIF 2.1.0.
[[nodiscard]] std::string memorySarif(const MemorySubject& subject);
// Its rules, and its results; the first rule has the index `firstRule`.
[[nodiscard]] Json sarifMemoryRules();
[[nodiscard]] Json sarifMemoryResults(const MemorySubject& subject, std::size_t firstRule);

}  // namespace gaplight
