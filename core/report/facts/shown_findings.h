// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "core/detectors/engine/finding.h"
#include "core/report/facts/report_subject.h"

namespace gaplight {

// The findings that a report is about, in their rank: all, or where it is about one GPU those of
// that GPU and of none in particular.
[[nodiscard]] std::vector<const Finding*> shownFindings(const ReportSubject& subject);

}  // namespace gaplight
