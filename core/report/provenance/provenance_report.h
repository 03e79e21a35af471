// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/provenance/provenance.h"
#include "core/report/facts/json_sections.h"
#include "core/report/text/report_page.h"
#include "core/trace/trace.h"

namespace gaplight {

// Replayed kernels by annotation, module and operator, and generated kernels with their lines;
// graph breaks and recompilations in the log's words. Writes nothing of what is not known.
void writeProvenance(const Trace& trace, const Provenance& provenance, ReportPage& page);

// The value of "provenance".
[[nodiscard]] Json jsonProvenance(const Trace& trace, const Provenance& provenance);

}  // namespace gaplight
