// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"

namespace gaplight {

// A literal, a value or a bracket of a section's text.
struct TextPart {
    enum class Kind : std::uint8_t { Literal, Value, OptionalBegin, OptionalEnd };
    Kind kind = Kind::Literal;
    std::string text;    // the literal, or the value's key
    std::string format;  // of a value: what follows the key's colon
};

struct RuleSection {
    std::string name;      // "fix"
    std::string caseName;  // "too-few-blocks"; empty: of no case
    std::vector<TextPart> parts;
    bool isWithoutTorch = false;  // replaces the section of the same name and case
};

// Selects one of two versions of a text: only that for UsesTorch names functions of PyTorch.
enum class Program : std::uint8_t { UsesTorch, Other };

// The sections of a rule's file, resources/rules/<id>.md:
//
//   ## title
//   {kernel} leaves its last wave {last_wave:0} full[[, {share} of the time]]
//   ## fix: too-few-blocks
//   There is too little work for the GPU in one launch: batch more of it.
//
// A section is one line of text: line breaks and runs of spaces are one space. {KEY} or
// {KEY:FORMAT} is a value of the finding (finding_text.h gives the formats); [[ ]] is left out
// where one of the values in it is absent. What is before the first "## " is a comment.
//
// A section "## fix: too-few-blocks, without PyTorch" replaces "## fix: too-few-blocks"
// in a trace of a program that does not use PyTorch (NameClasses::usesTorch).
class RuleSections {
public:
    // Errors: BadArgument for an unclosed brace or bracket, for a repeated section, and for a
    // section "without PyTorch" that does not follow the section that it replaces; the message
    // names the section.
    [[nodiscard]] static Result<RuleSections> parse(std::string_view file);

    // Null where there is none.
    const RuleSection* find(std::string_view name, std::string_view caseName,
                            Program program = Program::UsesTorch) const;
    const std::vector<RuleSection>& all() const { return m_sections; }

private:
    std::vector<RuleSection> m_sections;
};

// The text of resources/rules/<id>.md or .toml, which is built into the program; empty where there
// is none. "examples/<id>" are rules as a user writes them. "shared" has the sections that every
// rule may use.
[[nodiscard]] std::string_view ruleFile(std::string_view id);
// The names of those examples.
[[nodiscard]] std::vector<std::string> exampleRules();
// The sections of resources/rules/<id>.md; none where that has an error, which a test finds.
[[nodiscard]] RuleSections sectionsOfRule(std::string_view id);

}  // namespace gaplight
