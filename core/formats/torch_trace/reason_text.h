// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/compile_log/compile_log.h"

namespace gaplight {

// A graph break from the text that TorchDynamo logs for it:
//
//   Graph break in user code at model.py:7
//   Graph Break Reason: Encountered graph break when attempting to trace CALL: ...
//
//   Call to `torch._dynamo.graph_break()`
//     Explanation: User-inserted graph break. Message: None
//     Hint: Remove the `torch._dynamo.graph_break()` call.
//   ...
//   User code traceback:
//     File "model.py", line 7, in forward
//       torch._dynamo.graph_break()
//
// Without a reason where the text has another form. O(length).
[[nodiscard]] GraphBreakReason parseGraphBreak(std::string_view text);

// The reasons of a recompilation, one for each earlier version ("0/0: ..."): white space of any
// length is one space; the comment after a guard and stack traces below are left out. O(length).
[[nodiscard]] std::vector<std::string> parseRecompileReasons(std::string_view text);

}  // namespace gaplight
