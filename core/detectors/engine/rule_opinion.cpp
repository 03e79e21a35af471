// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/detectors/engine/rule_opinion.h"

#include "core/detectors/engine/finding_text.h"

namespace gaplight {

void renderOpinion(RuleOpinion& opinion, const RuleSections& own, const RuleSections& shared) {
    const FindingText text(own, shared);
    const auto section = [&](std::string_view name) {
        return text.section(name, opinion.values.caseOf(name), opinion.values);
    };
    opinion.title = section("title");
    opinion.why = section("why");
    opinion.fix = section("fix");
    opinion.confidence = section("confidence");
}

}  // namespace gaplight
