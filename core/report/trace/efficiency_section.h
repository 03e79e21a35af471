// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/report/facts/json_sections.h"
#include "core/report/facts/report_subject.h"
#include "core/report/text/report_page.h"

namespace gaplight {

// How well kernels use their GPU: coverage, MFU, the kernels with most to gain, and the rates of
// collectives. In Markdown and HTML also by operator, module and step, and the kernels whose model
// is wrong. Writes nothing where the efficiency was not measured, or neither an operator's work nor
// a collective's message is known.
void writeEfficiency(const ReportSubject& subject, ReportPage& page);

// The kernels with most time, at most `count`: calls, time, share of the GPUs' kernel time, and how
// well they use their GPU where that is known. Writes nothing where it was not measured.
void writeTopKernels(const ReportSubject& subject, std::size_t count, ReportPage& page);

// Adds the member "kernels": all kernels by name and GPU, most time first; null where not measured.
void addKernels(const ReportSubject& subject, JsonDocument& text);
// The value of "roofline": peaks, operators, modules and steps; null where not measured.
[[nodiscard]] Json jsonRoofline(const ReportSubject& subject);

}  // namespace gaplight
