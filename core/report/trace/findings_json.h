// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/report/facts/json_sections.h"
#include "core/report/trace/report.h"

namespace gaplight {

// Maximum number of intervals listed of a finding, the longest ones; `evidence_total` is their
// number.
inline constexpr std::size_t kEvidenceListed = 1000;

// The values of the schema's `findings`, `not_applicable`, `failed_rules`, `checklist` and
// `replay`; of one GPU if the subject selects one.
[[nodiscard]] Json jsonFindings(const ReportSubject& subject);
[[nodiscard]] Json jsonNotApplicable(const ReportSubject& subject);
[[nodiscard]] Json jsonFailedRules(const ReportSubject& subject);
[[nodiscard]] Json jsonChecklist(const ReportSubject& subject);
[[nodiscard]] Json jsonReplay(const ReportSubject& subject);

}  // namespace gaplight
