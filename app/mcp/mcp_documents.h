// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <variant>

#include "core/base/result.h"
#include "core/ranks/joint_what_if.h"
#include "core/ranks/rank_set.h"
#include "core/ranks/rules/rank_rules.h"
#include "core/session/document.h"
#include "core/session/memory_data.h"
#include "core/session/session.h"

namespace gaplight::ui {

// The ranks of a run, and what is said of them together.
struct McpRanks {
    std::shared_ptr<const RankSet> set;
    std::optional<JointAnswer> cost;  // of the straggler
    RankAssessment assessment;
};

// What a path names. Never null.
using McpDocument =
    std::variant<std::shared_ptr<const Session>, std::shared_ptr<const McpRanks>,
                 std::shared_ptr<const MemoryData>, std::shared_ptr<const MatchedReport>>;

[[nodiscard]] DocumentKind kindOf(const McpDocument& document);
// The trace that it is. Errors: BadArgument: it is something else, which `tool` does not take.
[[nodiscard]] Result<std::shared_ptr<const Session>> traceOf(const McpDocument& document,
                                                             const std::string& tool);

// Answers about what is no trace, as text.

[[nodiscard]] std::string openedText(const McpDocument& document);
[[nodiscard]] std::string overviewText(const McpDocument& document);
// Findings from the `first` on, counted from 0.
[[nodiscard]] std::string findingsText(const McpDocument& document, std::size_t first);
// `finding`: a number from 1 on, or the id of a rule, whose first finding it is. Errors:
// BadArgument.
[[nodiscard]] Result<std::string> explanationText(const McpDocument& document,
                                                  const std::string& finding);
// Of two of one kind, `a` and `b` their paths. Errors: BadArgument: they are not.
[[nodiscard]] Result<std::string> comparisonText(const McpDocument& a, const McpDocument& b,
                                                 const std::string& pathA,
                                                 const std::string& pathB);

}  // namespace gaplight::ui
