// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace gaplight {

// How an edit as text (parseWhatIf) may go on: at most `most` texts that begin with what is there
// and are longer, edits of the whole program first, then rules, annotations, and what else takes a
// name. Whoever types no colon is offered all that contain it. `annotations`: names of this trace.
// O(rules + annotations).
[[nodiscard]] std::vector<std::string> editCompletions(std::string_view text,
                                                       std::span<const std::string> annotations,
                                                       std::size_t most);

}  // namespace gaplight
