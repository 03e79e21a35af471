// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "core/analysis/analysis.h"
#include "core/analysis/causes/gap_filling.h"
#include "core/detectors/engine/finding.h"
#include "core/trace/trace.h"

namespace gaplight {

// The largest gap of a group, and what filled it.
struct IdleCause {
    GapFilling filling;
    Gap gap{};
};

// What is said of gaps of one cause: in a title ("host in `_set_context` → `named_modules`"), as
// the reason, and as what to try.
[[nodiscard]] std::string idleCauseWords(const Trace& trace, const IdleCause& cause);
[[nodiscard]] std::string idleWhy(const Trace& trace, const DeviceAnalysis& device,
                                  const Finding& found, const IdleCause& cause);
[[nodiscard]] std::string idleFix(const Trace& trace, const IdleCause& cause, bool inLoop);

}  // namespace gaplight
