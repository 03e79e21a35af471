// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/detectors/engine/rule_sections.h"

#include <algorithm>
#include <optional>
#include <utility>

namespace gaplight {
namespace {

constexpr std::string_view kHeading = "## ";
constexpr std::string_view kWithoutTorch = ", without PyTorch";
constexpr std::string_view kOptionalBegin = "[[";
constexpr std::string_view kOptionalEnd = "]]";

std::string_view withoutEnds(std::string_view text) {
    const std::size_t begin = text.find_first_not_of(" \r\t");
    return begin == std::string_view::npos
               ? std::string_view{}
               : text.substr(begin, text.find_last_not_of(" \r\t") - begin + 1);
}

// Appends a line to a text in which line breaks and runs of spaces are one space.
void addLine(std::string_view line, std::string& text) {
    for (line = withoutEnds(line); !line.empty(); line = withoutEnds(line)) {
        const std::size_t end = std::min(line.find(' '), line.size());
        text += text.empty() ? "" : " ";
        text += line.substr(0, end);
        line.remove_prefix(end);
    }
}

// Splits a text at its braces and brackets; empty where one is not closed.
std::optional<std::vector<TextPart>> partsOf(std::string_view text) {
    std::vector<TextPart> parts;
    bool isOptional = false;
    while (!text.empty()) {
        const std::size_t next = std::min(
            {text.find('{'), text.find(kOptionalBegin), text.find(kOptionalEnd), text.size()});
        if (next > 0) {
            parts.push_back({TextPart::Kind::Literal, std::string(text.substr(0, next)), {}});
            text.remove_prefix(next);
        } else if (text.front() == '{') {
            const std::size_t end = text.find('}');
            if (end == std::string_view::npos) {
                return std::nullopt;
            }
            const std::string_view inner = text.substr(1, end - 1);
            const std::size_t colon = std::min(inner.find(':'), inner.size());
            const std::string_view format = inner.substr(std::min(colon + 1, inner.size()));
            parts.push_back(
                {TextPart::Kind::Value, std::string(inner.substr(0, colon)), std::string(format)});
            text.remove_prefix(end + 1);
        } else {
            const bool begins = text.starts_with(kOptionalBegin);
            if (begins == isOptional) {
                return std::nullopt;
            }
            isOptional = begins;
            parts.push_back(
                {begins ? TextPart::Kind::OptionalBegin : TextPart::Kind::OptionalEnd, {}, {}});
            text.remove_prefix(kOptionalBegin.size());
        }
    }
    return isOptional ? std::nullopt : std::optional(std::move(parts));
}

// "fix: too-few-blocks, without PyTorch".
RuleSection sectionOf(std::string_view heading) {
    RuleSection section;
    section.isWithoutTorch = heading.ends_with(kWithoutTorch);
    heading.remove_suffix(section.isWithoutTorch ? kWithoutTorch.size() : 0);
    const std::size_t colon = std::min(heading.find(':'), heading.size());
    section.name = heading.substr(0, colon);
    section.caseName = withoutEnds(heading.substr(std::min(colon + 1, heading.size())));
    return section;
}

}  // namespace

Result<RuleSections> RuleSections::parse(std::string_view file) {
    RuleSections sections;
    std::vector<std::string> texts;
    while (!file.empty()) {
        const std::size_t end = std::min(file.find('\n'), file.size());
        const std::string_view line = file.substr(0, end);
        file.remove_prefix(std::min(end + 1, file.size()));
        if (!line.starts_with(kHeading)) {
            if (!texts.empty()) {
                addLine(line, texts.back());
            }
            continue;
        }
        const std::string_view heading = withoutEnds(line.substr(kHeading.size()));
        RuleSection section = sectionOf(heading);
        const RuleSection* other = sections.find(section.name, section.caseName);
        if (section.isWithoutTorch && other == nullptr) {
            return fail(ErrorCode::BadArgument, "the section '" + std::string(heading) +
                                                    "' is in place of none that is before it");
        }
        if (other != nullptr &&
            (!section.isWithoutTorch ||
             sections.find(section.name, section.caseName, Program::Other) != other)) {
            return fail(ErrorCode::BadArgument,
                        "the section '" + std::string(heading) + "' is there twice");
        }
        sections.m_sections.push_back(std::move(section));
        texts.emplace_back();
    }
    for (std::size_t at = 0; at < texts.size(); ++at) {
        RuleSection& section = sections.m_sections[at];
        auto parts = partsOf(texts[at]);
        if (!parts) {
            return fail(ErrorCode::BadArgument,
                        "a brace or bracket is not closed in the section '" + section.name + "'");
        }
        section.parts = std::move(*parts);
    }
    return sections;
}

const RuleSection* RuleSections::find(std::string_view name, std::string_view caseName,
                                      Program program) const {
    const RuleSection* found = nullptr;
    for (const RuleSection& section : m_sections) {
        if (section.name == name && section.caseName == caseName &&
            (found == nullptr || section.isWithoutTorch == (program == Program::Other))) {
            found = &section;
        }
    }
    return found;
}

RuleSections sectionsOfRule(std::string_view id) {
    return RuleSections::parse(ruleFile(id)).value_or(RuleSections{});
}

}  // namespace gaplight
