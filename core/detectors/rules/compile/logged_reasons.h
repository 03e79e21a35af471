// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <set>

#include "core/compile_log/compile_log.h"
#include "core/detectors/engine/finding_values.h"

namespace gaplight {

// Reasons in the words of the log of torch.compile, as rows for the text of a finding: each reason
// once, in the order of the log, at most kMaxLoggedReasons. `frames`: numbers of the frames that
// the finding is about. Empty without a log.
inline constexpr std::size_t kMaxLoggedReasons = 6;
[[nodiscard]] ValueRows loggedBreaks(const CompileLog* log, const std::set<std::int32_t>& frames);
[[nodiscard]] ValueRows loggedRecompiles(const CompileLog* log,
                                         const std::set<std::int32_t>& frames);
// What the log advises against the same breaks.
[[nodiscard]] ValueRows loggedHints(const CompileLog* log, const std::set<std::int32_t>& frames);

// The declared values of loggedBreaks() and loggedRecompiles(); their key in a finding is
// "reasons".
inline constexpr std::array kLoggedReasonValues{
    DeclaredValue{"reasons", QuantityKind::Rows, true, "at anywhere"},
    DeclaredValue{"logged_reason", QuantityKind::Text, true},
    DeclaredValue{"logged_at", QuantityKind::Text, true},
};
// Those of loggedHints(); the key is "hints".
inline constexpr std::array kLoggedHintValues{
    DeclaredValue{"hints", QuantityKind::Rows, true, "hint"},
    DeclaredValue{"logged_hint", QuantityKind::Text, true},
};

}  // namespace gaplight
