// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace gaplight {

// Completions of the text of an edit (parseWhatIf): at most `limit` longer texts that begin with
// `text`, or contain it where it has no colon. Edits of the whole program come first, then rules,
// annotations, and the other edits with a name. `annotations`: names in this trace.
// O(rules + annotations).
[[nodiscard]] std::vector<std::string> editCompletions(std::string_view text,
                                                       std::span<const std::string> annotations,
                                                       std::size_t limit);

}  // namespace gaplight
