// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "core/session/session.h"
#include "widgets/selection/detail_list_model.h"

namespace gaplight::ui {

// Where a kernel, copy or memset comes from, beyond the trace: operator, module, annotation and
// frame of the captured call, with how sure that is; lines, operators and nodes of a generated
// kernel. Empty where nothing is known. O(log kernels + depth).
[[nodiscard]] std::vector<DetailRow> provenanceFacts(const Session& session, SliceId slice);

}  // namespace gaplight::ui
