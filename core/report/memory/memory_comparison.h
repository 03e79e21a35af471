// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "core/report/memory/memory_report.h"

namespace gaplight {

// Two snapshots: their peaks, and what each line holds there, of the GPU with the largest peak in
// each. Text, Markdown, and JSON (schema 1).
[[nodiscard]] std::string memoryComparisonText(const MemorySubject& a, const MemorySubject& b,
                                               PageStyle style);
[[nodiscard]] std::string memoryComparisonJson(const MemorySubject& a, const MemorySubject& b);

}  // namespace gaplight
