// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "core/memory/placement/snapshot_placement.h"
#include "core/memory/rules/memory_rules.h"
#include "core/report/facts/json_sections.h"
#include "core/report/text/report_page.h"

namespace gaplight {

struct HtmlThemes;

// Contents of a report about a memory snapshot. Refers to snapshot and assessment.
struct MemorySubject {
    const MemorySnapshot& snapshot;
    const MemoryAssessment& assessment;
    std::optional<std::int32_t> device;          // this GPU alone
    std::optional<SnapshotPlacement> placement;  // where it was opened with a trace

    bool includes(std::int32_t gpu) const { return !device || *device == gpu; }
};

// What the file has: events, GPUs, annotations, issues.
[[nodiscard]] std::string memoryInfoText(const MemorySubject& subject, PageStyle style);
[[nodiscard]] std::string memoryInfoJson(const MemorySubject& subject);

// Peak, holders, findings, steps: one screen for a terminal, all of it in Markdown and HTML. The
// latter contains `figure`, an SVG with variables, if it is not empty.
[[nodiscard]] std::string memoryText(const MemorySubject& subject, PageStyle style);
[[nodiscard]] std::string memoryHtml(const MemorySubject& subject, const std::string& figure,
                                     const HtmlThemes& themes);
[[nodiscard]] std::string memoryJson(const MemorySubject& subject);
// A row for each event: time, action, address, size, stream, and what is allocated and reserved
// after it.
[[nodiscard]] std::string memoryCsv(const MemorySubject& subject);

// The sections of a report about a trace that a snapshot was opened with.
void writeMemorySections(const MemorySubject& subject, ReportPage& page);
// The value of "memory".
[[nodiscard]] Json jsonMemory(const MemorySubject& subject);
// Findings as in jsonMemory.
[[nodiscard]] Json jsonMemoryFindings(const MemorySubject& subject);

// Two snapshots: their peaks, and what each line holds there, of the GPU with the largest peak in
// each. Text, Markdown, and JSON (schema 1).
[[nodiscard]] std::string memoryComparisonText(const MemorySubject& a, const MemorySubject& b,
                                               PageStyle style);
[[nodiscard]] std::string memoryComparisonJson(const MemorySubject& a, const MemorySubject& b);

}  // namespace gaplight
