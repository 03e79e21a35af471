// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <stop_token>

#include "core/detectors/engine/detector.h"
#include "core/detectors/engine/own_rules.h"
#include "core/session/session.h"

namespace gaplight {

// Runs the rules of the user's own (Settings::ownRules) on a session whose findings are still
// empty, one after the other, each within limits of time and memory. Those that cannot be run, and
// the files that cannot be read, are in `failed`. Defined in core/query.
[[nodiscard]] OwnFindings findByOwnRules(const Session& session, const DetectorInput& input,
                                         const std::stop_token& stop);

}  // namespace gaplight
