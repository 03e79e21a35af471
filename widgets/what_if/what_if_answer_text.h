// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QString>
#include <QVariant>

#include "widgets/what_if/what_if_run.h"

namespace gaplight::ui {

// Texts of the result of a replay, for the What-if tab. Those about time are empty if the replay
// reproduces the trace too badly to give a saving (WhatIfAnswer::trusted).

// Why no saving is given; empty if one is.
[[nodiscard]] QString problemText(const WhatIfOutcome& outcome);
// Predicted length of the measured window: "3.16 s → 3.14 s"; without a change "3.16 s".
[[nodiscard]] QString predictedWindowText(const WhatIfOutcome& outcome);
// "18 ms (0.6 %) less · 1.01× as fast".
[[nodiscard]] QString savingText(const WhatIfOutcome& outcome);
// "median step 1.05 s → 1.04 s"; empty without steps.
[[nodiscard]] QString predictedStepText(const WhatIfOutcome& outcome);
// "model error 0.05 %".
[[nodiscard]] QString modelErrorText(const WhatIfOutcome& outcome);
// The critical path by kind, the largest share first: {kind: a pattern of PatternItem, label,
// length, percent, share}.
[[nodiscard]] QVariantList criticalPathParts(const WhatIfOutcome& outcome);

}  // namespace gaplight::ui
