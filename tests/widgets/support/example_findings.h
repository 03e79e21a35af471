// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>

#include "core/session/session.h"
#include "widgets/session/trace_load.h"

namespace gaplight::ui {

// Opens a trace as the program does, but puts these findings in place of what the rules find: of
// three rules, one without a known saving, with evidence on gaps and slices of the trace. The
// checklist's second answer leads to the second of them. `gpus`: on how many the first one is; its
// copies are the last findings.
[[nodiscard]] TraceOpener exampleFindingsOpener(int gpus = 1);

}  // namespace gaplight::ui
