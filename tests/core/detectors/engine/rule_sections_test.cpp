// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
//
// The files of the rules against what their code declares.
#include "core/detectors/engine/rule_sections.h"

#include <algorithm>
#include <set>
#include <sstream>

#include <gtest/gtest.h>

#include "core/detectors/engine/finding_text.h"
#include "core/detectors/engine/rules.h"

namespace gaplight {
namespace {

std::string errorOf(std::string_view file) {
    const auto sections = RuleSections::parse(file);
    return sections ? std::string{} : sections.error().message;
}

TEST(RuleSections, FindsDamage) {
    EXPECT_EQ(errorOf("## title\n{a} [[{b}]]"), "");
    EXPECT_NE(errorOf("## title\n{a"), "");
    EXPECT_NE(errorOf("## title\n[[ {a}"), "");
    EXPECT_NE(errorOf("## title\n{a} ]]"), "");
    EXPECT_NE(errorOf("## title\n[[ [[ ]]"), "");
    EXPECT_NE(errorOf("## fix: a\nx\n## fix: a\ny"), "");
}

TEST(RuleSections, HaveOthersForProgramsWithoutTorch) {
    const auto sections = RuleSections::parse(
        "## fix: a\nCall torch.\n## fix: a, without PyTorch\nCall CUDA.\n## fix: b\nWait.");
    ASSERT_TRUE(sections);
    const auto text = [&](std::string_view caseName, Program program) {
        return sections->find("fix", caseName, program)->parts.at(0).text;
    };
    EXPECT_EQ(text("a", Program::UsesTorch), "Call torch.");
    EXPECT_EQ(text("a", Program::Other), "Call CUDA.");
    EXPECT_EQ(text("b", Program::UsesTorch), "Wait.");
    EXPECT_EQ(text("b", Program::Other), "Wait.");
    EXPECT_EQ(sections->find("fix", "c", Program::Other), nullptr);
    EXPECT_NE(errorOf("## fix: a, without PyTorch\nx"), "");
    EXPECT_NE(errorOf("## fix: a\nx\n## fix: a, without PyTorch\ny\n## fix: a, without PyTorch\nz"),
              "");
}

// Everything wrong with the file of a rule, a line each.
class FileCheck {
public:
    FileCheck(const RuleSections& own, const RuleSections& shared,
              std::span<const DeclaredValue> values)
        : m_own(own), m_shared(shared), m_values(values.begin(), values.end()) {
        for (const DeclaredValue& field : kFields) {
            if (declared(field.key) == nullptr) {
                m_values.push_back(field);
            }
        }
    }

    std::string problems() {
        for (const char* name : {"title", "why"}) {
            needSections(name);
        }
        for (const DeclaredValue& value : m_values) {
            if (value.kind == QuantityKind::Rows || value.kind == QuantityKind::Case) {
                needSections(value.key);
            }
        }
        for (const RuleSection& section : m_own.all()) {
            checkUse(section);
            checkParts(section);
        }
        for (const DeclaredValue& value : m_values) {
            checkIsUsed(value);
        }
        return m_problems.str();
    }

private:
    // What a rule may name without declaring it.
    static constexpr std::array kFields{
        DeclaredValue{"count", QuantityKind::Count},
        DeclaredValue{"per_step", QuantityKind::Number},
        DeclaredValue{"gpu_idle", QuantityKind::Nanoseconds},
        DeclaredValue{"host", QuantityKind::Nanoseconds},
        DeclaredValue{"gpu", QuantityKind::Text},
    };

    const DeclaredValue* declared(std::string_view key) const {
        const auto at = std::find_if(m_values.begin(), m_values.end(),
                                     [&](const DeclaredValue& value) { return value.key == key; });
        return at == m_values.end() ? nullptr : &*at;
    }

    static std::vector<std::string> casesOf(const DeclaredValue* value) {
        std::vector<std::string> names;
        std::istringstream all{std::string(value == nullptr ? "" : value->cases)};
        for (std::string name; all >> name;) {
            names.push_back(name);
        }
        return names.empty() ? std::vector<std::string>{""} : names;
    }

    void need(std::string_view name, std::string_view caseName) {
        if (m_own.find(name, caseName) != nullptr) {
            return;
        }
        if (const RuleSection* section = m_shared.find(name, caseName)) {
            checkParts(*section);
        } else {
            m_problems << "no section '" << name << ": " << caseName << "'\n";
        }
    }
    void needSections(std::string_view name) {
        for (const std::string& caseName : casesOf(declared(name))) {
            need(name, caseName);
        }
    }

    static bool isText(std::string_view name) {
        constexpr std::array<std::string_view, 5> kTexts{"title", "why", "fix", "confidence",
                                                         "note"};
        return std::find(kTexts.begin(), kTexts.end(), name) != kTexts.end();
    }

    // A section is of a text of the finding, or of a declared case or row.
    void checkUse(const RuleSection& section) {
        const DeclaredValue* value = declared(section.name);
        const std::vector<std::string> cases = casesOf(value);
        const bool isKnown = value != nullptr || isText(section.name);
        if (!isKnown || std::find(cases.begin(), cases.end(), section.caseName) == cases.end()) {
            m_problems << "unused section '" << section.name << ": " << section.caseName << "'\n";
        }
        if (section.parts.empty()) {
            m_problems << "empty section '" << section.name << "'\n";
        }
    }

    void checkParts(const RuleSection& section) {
        bool mayBeAbsent = !section.caseName.empty();
        for (const TextPart& part : section.parts) {
            if (part.kind == TextPart::Kind::OptionalBegin ||
                part.kind == TextPart::Kind::OptionalEnd) {
                mayBeAbsent =
                    part.kind == TextPart::Kind::OptionalBegin || !section.caseName.empty();
            }
            if (part.kind != TextPart::Kind::Value) {
                continue;
            }
            const DeclaredValue* value = declared(part.text);
            m_used.insert(part.text);
            if (value == nullptr) {
                m_problems << "unknown value {" << part.text << "}\n";
            } else if (!canFormat(value->kind, part.format)) {
                m_problems << "no format {" << part.text << ":" << part.format << "}\n";
            } else if (value->isOptional && !mayBeAbsent && !isOfRow(section)) {
                m_problems << "{" << part.text << "} may be absent\n";
            }
        }
    }

    // In a placeholder, or as the section of a text. `cure` is the key of an advice: tests assert
    // it.
    void checkIsUsed(const DeclaredValue& value) {
        const bool isField =
            std::any_of(kFields.begin(), kFields.end(),
                        [&](const DeclaredValue& field) { return field.key == value.key; });
        if (!isField && value.key != "cure" && !isText(value.key) &&
            m_used.count(std::string(value.key)) == 0) {
            m_problems << "unused value " << value.key << "\n";
        }
    }

    bool isOfRow(const RuleSection& section) const {
        const DeclaredValue* value = declared(section.name);
        return value != nullptr && value->kind == QuantityKind::Rows;
    }

    const RuleSections& m_own;
    const RuleSections& m_shared;
    std::vector<DeclaredValue> m_values;
    std::set<std::string> m_used;  // values that a section names
    std::ostringstream m_problems;
};

std::string problemsOf(std::string_view file, std::span<const DeclaredValue> values) {
    const auto own = RuleSections::parse(file);
    const auto shared = RuleSections::parse(ruleFile("shared"));
    if (!own || !shared) {
        return own ? shared.error().message : own.error().message;
    }
    return FileCheck(*own, *shared, values).problems();
}

TEST(RuleFiles, AgreeWithTheirRules) {
    for (const RuleKind& kind : ruleKinds()) {
        for (const RuleFacts* rule : kind.rules) {
            EXPECT_EQ(problemsOf(ruleFile(rule->id), rule->values), "") << rule->id;
            std::set<std::string_view> keys;
            for (const DeclaredValue& value : rule->values) {
                EXPECT_TRUE(keys.insert(value.key).second) << rule->id << ": " << value.key;
            }
        }
    }
}

TEST(RuleFiles, AreCheckedForAllThatCanBeWrong) {
    constexpr std::string_view kGood = "## title\n{n}[[ {m}]]\n## why\nw\n## fix: a\nf\n";
    const std::array<DeclaredValue, 3> values{
        DeclaredValue{"n", QuantityKind::Count},
        DeclaredValue{"m", QuantityKind::Nanoseconds, true},
        DeclaredValue{"fix", QuantityKind::Case, false, "a"},
    };
    EXPECT_EQ(problemsOf(kGood, values), "");
    const std::string good(kGood);
    EXPECT_EQ(problemsOf(good + "## fix: b\nf\n", values), "unused section 'fix: b'\n");
    EXPECT_EQ(problemsOf(good + "## other\nf\n", values), "unused section 'other: '\n");
    EXPECT_EQ(problemsOf("## title\n{n}[[{m}]]\n## why\nw\n", values), "no section 'fix: a'\n");
    EXPECT_EQ(problemsOf(good + "## why: x\n{x}\n", values),
              "unused section 'why: x'\nunknown value {x}\n");
    EXPECT_EQ(problemsOf("## title\n{n:x}[[{m}]]\n## why\nw\n## fix: a\nf\n", values),
              "no format {n:x}\n");
    EXPECT_EQ(problemsOf("## title\n{n}{m}\n## why\nw\n## fix: a\nf\n", values),
              "{m} may be absent\n");
    EXPECT_EQ(problemsOf("## title\n{n}[[{m}]]\n## why\n## fix: a\nf\n", values),
              "empty section 'why'\n");
    EXPECT_EQ(problemsOf("## title\n{n}\n## why\nw\n## fix: a\nf\n", values), "unused value m\n");
}

// Rules about what only PyTorch's operators, frames or collectives show.
constexpr std::array<std::string_view, 9> kTorchRules{
    "recompile",         "cast-copy-churn",   "dataloader-stall",
    "far-from-roofline", "foreach-candidate", "fusible-chain",
    "graph-break",       "memory-growth",     "comm-exposed",
};

bool namesTorch(const RuleSection& section) {
    return std::any_of(section.parts.begin(), section.parts.end(), [](const TextPart& part) {
        return part.kind == TextPart::Kind::Literal &&
               (part.text.find("torch") != std::string::npos ||
                part.text.find("non_blocking") != std::string::npos ||
                part.text.find("with_stack") != std::string::npos);
    });
}

// A program in C++, Julia or JAX is not advised to call PyTorch.
TEST(RuleFiles, AdviseOtherProgramsInTheirTerms) {
    for (const Detector* rule : detectors()) {
        if (std::find(kTorchRules.begin(), kTorchRules.end(), rule->id) != kTorchRules.end()) {
            continue;
        }
        const auto sections = RuleSections::parse(ruleFile(rule->id));
        ASSERT_TRUE(sections) << rule->id;
        for (const RuleSection& section : sections->all()) {
            const RuleSection* shown =
                sections->find(section.name, section.caseName, Program::Other);
            // A class of diffusers; where PyTorch's compiler compiled.
            const bool isOfTorch = (rule->id == "pageable-copy" && section.caseName == "ema") ||
                                   (rule->id == "first-use" && section.caseName == "compiling");
            EXPECT_FALSE(namesTorch(*shown) && !isOfTorch)
                << rule->id << " " << section.name << ": " << section.caseName;
        }
    }
}

// Nor is a program for HIP advised to call CUDA, whatever rule or cure says it.
TEST(RuleFiles, AdviseProgramsForHipInTheirTerms) {
    const ProgramTerms hip{ProgramTerms::Api::Hip, ProgramTerms::Recorder::Other};
    const auto isForCuda = [&](const std::string& text) {
        const std::string theirs = hip.inTheirTerms(text);
        for (std::size_t at = theirs.find("cuda"); at != std::string::npos;
             at = theirs.find("cuda", at + 1)) {
            if (at + 4 < theirs.size() && theirs[at + 4] >= 'A' && theirs[at + 4] <= 'Z') {
                return true;
            }
        }
        return theirs.find("CUDA graph") != std::string::npos ||
               theirs.find("CUDA.") != std::string::npos;
    };
    for (const Detector* rule : detectors()) {
        const auto sections = RuleSections::parse(ruleFile(rule->id));
        for (const RuleSection& section : sections->all()) {
            std::string text;
            for (const TextPart& part : section.parts) {
                text += part.kind == TextPart::Kind::Literal ? part.text : "";
            }
            EXPECT_FALSE(isForCuda(text)) << rule->id << " " << section.name << "\n"
                                          << hip.inTheirTerms(text);
        }
    }
}

// Options of the recorder that made the trace.
TEST(ProgramTermsOf, TheRecorder) {
    const std::string advice = "Record call stacks (PyTorch: `with_stack=True`) to see more.";
    const auto by = [&](ProgramTerms::Recorder recorder) {
        return ProgramTerms{ProgramTerms::Api::Cuda, recorder}.inTheirTerms(advice);
    };
    EXPECT_EQ(by(ProgramTerms::Recorder::Torch), advice);
    EXPECT_EQ(by(ProgramTerms::Recorder::Gaplight),
              "Record call stacks (`gaplight record --stacks`) to see more.");
    EXPECT_EQ(by(ProgramTerms::Recorder::Other), "Record call stacks to see more.");
}

}  // namespace
}  // namespace gaplight
