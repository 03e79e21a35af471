// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/report/facts/report_subject.h"
#include "core/report/text/report_page.h"

namespace gaplight {

// How the steps were recognized, the first one (it warms up) and the medians of the others.
void writeSteps(const ReportSubject& subject, ReportPage& page);

}  // namespace gaplight
