// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>

#include "core/detectors/engine/finding.h"
#include "core/report/text/report_page.h"

namespace gaplight {

// A numbered finding: a section on a page with room, else three items.
void writeOpinion(const RuleFinding& opinion, std::size_t number, ReportPage& page);

}  // namespace gaplight
