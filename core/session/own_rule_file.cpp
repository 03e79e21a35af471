// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/session/own_rule_file.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <span>
#include <system_error>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <toml++/toml.h>

#include "core/base/close_names.h"
#include "core/base/printable_text.h"
#include "core/base/quantity_text.h"
#include "core/base/result.h"
#include "core/detectors/engine/rules.h"
#include "core/session/nesting_limit.h"

namespace gaplight {
namespace {

constexpr std::string_view kFence = "+++";
constexpr std::size_t kMaxOwnRules = 200;

struct FileLine {
    std::size_t number = 0;  // from 1
    std::string_view text;
};

std::vector<FileLine> linesOf(std::string_view text) {
    std::vector<FileLine> lines;
    while (!text.empty()) {
        const std::size_t end = std::min(text.find('\n'), text.size());
        std::string_view line = text.substr(0, end);
        line.remove_suffix(line.ends_with('\r') ? 1 : 0);
        lines.push_back({lines.size() + 1, line});
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    return lines;
}

std::string joinedLines(std::span<const FileLine> lines) {
    std::string text;
    for (const FileLine& line : lines) {
        text.append(line.text).append("\n");
    }
    return text;
}

template <class Choice, std::size_t Count>
using Choices = std::array<std::pair<std::string_view, Choice>, Count>;

std::size_t lineOf(const toml::node& value) {
    return value.source().begin.line;
}

// Reads one file. Errors: BadArgument; line() is where.
class OwnRuleReader {
public:
    explicit OwnRuleReader(OwnRule& rule) : m_rule(rule) {}

    Result<void> read(std::string_view text);
    // In the file; 0: of the file as a whole.
    std::size_t line() const { return m_line; }

private:
    tl::unexpected<Error> wrong(std::size_t line, std::string message) {
        m_line = line;
        return fail(ErrorCode::BadArgument, std::move(message));
    }
    template <class Choice, std::size_t Count>
    Result<Choice> choiceOf(std::string_view key, const toml::node& value,
                            const Choices<Choice, Count>& choices);
    Result<std::string_view> textOf(std::string_view key, const toml::node& value);
    Result<Threshold> thresholdOf(std::string_view key, const toml::node& preset);
    Result<void> readThreshold(std::string_view name, const toml::node& value);
    Result<void> readExpectation(std::string_view name, const toml::node& value);
    Result<void> readKey(std::string_view key, const toml::node& value);
    Result<void> readHead(std::span<const FileLine> lines);
    Result<void> checkHead(const toml::table& head);
    void readSql(std::span<const FileLine> lines);
    Result<void> readTexts(std::string texts);
    Result<void> readSections(std::span<const FileLine> lines);

    OwnRule& m_rule;
    std::size_t m_line = 0;
};

// One word of a few.
template <class Choice, std::size_t Count>
Result<Choice> OwnRuleReader::choiceOf(std::string_view key, const toml::node& value,
                                       const Choices<Choice, Count>& choices) {
    const std::string word = value.value_or(std::string());
    std::vector<std::string> known;
    for (const auto& [name, choice] : choices) {
        if (name == word) {
            return choice;
        }
        known.push_back(fmt::format("\"{}\"", name));
    }
    return wrong(lineOf(value), fmt::format("{} is none of {}", key, joinedText(known)));
}

Result<std::string_view> OwnRuleReader::textOf(std::string_view key, const toml::node& value) {
    const auto* text = value.as_string();
    if (text == nullptr || text->get().empty()) {
        return wrong(lineOf(value), fmt::format("{} needs a text in quotation marks", key));
    }
    return m_rule.texts.emplace_back(text->get());
}

// The unit is that of the default: "50us", "15%", "10MB", 32.
Result<Threshold> OwnRuleReader::thresholdOf(std::string_view key, const toml::node& preset) {
    Threshold threshold;
    threshold.key = key;
    const auto* count = preset.as_integer();
    if (count != nullptr && count->get() >= 0) {
        threshold.preset = count->get();
        return threshold;
    }
    const std::string text = preset.value_or(std::string());
    for (const ThresholdUnit unit :
         {ThresholdUnit::Nanoseconds, ThresholdUnit::Share, ThresholdUnit::Bytes}) {
        threshold.unit = unit;
        const Result<std::int64_t> value = parseThreshold(threshold, text);
        if (value && text.ends_with('%') == (unit == ThresholdUnit::Share)) {
            threshold.preset = *value;
            return threshold;
        }
    }
    return wrong(lineOf(preset),
                 fmt::format("the default of {} is none: write a time \"50us\", a share \"15%\", a "
                             "size \"10MB\" or a count 32",
                             key));
}

Result<void> OwnRuleReader::readThreshold(std::string_view name, const toml::node& value) {
    const std::string_view key = m_rule.texts.emplace_back(name);
    if (key.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789_") != key.npos ||
        key == kSeverityKey) {
        return wrong(lineOf(value), fmt::format("\"{}\" is no key: use a-z, 0-9 and _", key));
    }
    const toml::table* parts = value.as_table();
    const toml::node* preset = parts == nullptr ? &value : parts->get("default");
    if (preset == nullptr) {
        return wrong(lineOf(value),
                     fmt::format("{0} has no default: write {0} = {{ default = \"50us\", meaning = "
                                 "\"what it limits\" }}",
                                 key));
    }
    Threshold threshold = TRY(thresholdOf(key, *preset));
    if (const toml::node* meaning = parts == nullptr ? nullptr : parts->get("meaning")) {
        threshold.meaning = TRY(textOf("meaning", *meaning));
    }
    threshold.source = m_rule.texts.emplace_back(m_rule.file);
    m_rule.thresholds.push_back(threshold);
    return {};
}

Result<void> OwnRuleReader::readExpectation(std::string_view name, const toml::node& value) {
    const auto* count = value.as_integer();
    if (count == nullptr || count->get() < 0) {
        return wrong(lineOf(value), fmt::format("\"{}\" needs a number of findings", name));
    }
    m_rule.expectations.push_back({std::string(name), static_cast<std::size_t>(count->get())});
    return {};
}

Result<void> OwnRuleReader::readKey(std::string_view key, const toml::node& value) {
    constexpr Choices<Severity, 3> kSeverities{{{"critical", Severity::Critical},
                                                {"warning", Severity::Warning},
                                                {"info", Severity::Info}}};
    constexpr Choices<bool, 2> kPrices{{{"saving", false}, {"up-to", true}}};
    constexpr Choices<OwnRulePlace, 6> kPlaces{{{"annotation", OwnRulePlace::Annotation},
                                                {"operator", OwnRulePlace::Operator},
                                                {"function", OwnRulePlace::Function},
                                                {"label", OwnRulePlace::Label},
                                                {"gpu", OwnRulePlace::Gpu},
                                                {"trace", OwnRulePlace::Trace}}};
    if (key == "id") {
        m_rule.facts.id = TRY(textOf(key, value));
    } else if (key == "name") {
        m_rule.facts.name = TRY(textOf(key, value));
    } else if (key == "question") {
        m_rule.facts.question = TRY(textOf(key, value));
    } else if (key == "severity") {
        m_rule.severity = TRY(choiceOf(key, value, kSeverities));
    } else if (key == "price") {
        m_rule.isBound = TRY(choiceOf(key, value, kPrices));
    } else if (key == "place") {
        m_rule.place = TRY(choiceOf(key, value, kPlaces));
    } else if (key == "applies_when") {
        m_rule.appliesWhen = TRY(textOf(key, value));
        m_rule.appliesLine = lineOf(value);
    } else if (key == "thresholds" || key == "expect") {
        const toml::table* table = value.as_table();
        if (table == nullptr) {
            return wrong(lineOf(value), fmt::format("{0} is no table: write [{0}]", key));
        }
        for (const auto& [name, one] : *table) {
            TRY(key == "expect" ? readExpectation(name.str(), one)
                                : readThreshold(name.str(), one));
        }
    } else {
        const std::vector<std::string> known{"id",           "name",       "question",
                                             "severity",     "price",      "place",
                                             "applies_when", "thresholds", "expect"};
        return wrong(lineOf(value),
                     fmt::format("there is no key '{}'; {}", key, closeNamesText(key, known)));
    }
    return {};
}

Result<void> OwnRuleReader::checkHead(const toml::table& head) {
    const std::string_view id = m_rule.facts.id;
    if (!m_rule.severity && !head.contains("price")) {
        return wrong(1,
                     "the head has neither severity nor price: write severity = \"warning\", or "
                     "price = \"up-to\" with a column edits in the SELECT");
    }
    if (id.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789-") != id.npos) {
        return wrong(1, fmt::format("the id \"{}\" is none: use a-z, 0-9 and -", id));
    }
    if (findRule(id) != nullptr) {
        return wrong(1, fmt::format("\"{}\" is a rule of Gaplight: choose another id", id));
    }
    return {};
}

Result<void> OwnRuleReader::readHead(std::span<const FileLine> lines) {
    // The line of the fence is before it, so that TOML counts lines as the file does.
    const std::string text = "\n" + joinedLines(lines);
    if (const Result<void> checked = checkTomlNesting(text); !checked) {
        return wrong(1, checked.error().message);
    }
    toml::table head;
    try {
        head = toml::parse(text);
    } catch (const toml::parse_error& error) {
        return wrong(error.source().begin.line, std::string(error.description()));
    }
    for (const auto& [key, value] : head) {
        TRY(readKey(key.str(), value));
    }
    m_rule.facts.thresholds = m_rule.thresholds;
    m_rule.facts.name = m_rule.facts.name.empty() ? m_rule.facts.id : m_rule.facts.name;
    m_rule.facts.question =
        m_rule.facts.question.empty() ? m_rule.facts.name : m_rule.facts.question;
    return checkHead(head);
}

// The query, without the fence of a code block.
void OwnRuleReader::readSql(std::span<const FileLine> lines) {
    const auto isBlank = [](const FileLine& line) {
        return line.text.find_first_not_of(" \t") == std::string_view::npos;
    };
    const auto isCode = [](const FileLine& line) { return line.text.starts_with("```"); };
    if (const auto fence = std::ranges::find_if(lines, isCode); fence != lines.end()) {
        lines = lines.subspan(static_cast<std::size_t>(fence - lines.begin()) + 1);
        const auto end = std::ranges::find_if(lines, isCode);
        lines = lines.first(static_cast<std::size_t>(end - lines.begin()));
    }
    while (!lines.empty() && isBlank(lines.front())) {
        lines = lines.subspan(1);
    }
    m_rule.sql = joinedLines(lines);
    m_rule.sqlLine = lines.empty() ? 0 : lines.front().number;
}

Result<void> OwnRuleReader::readTexts(std::string texts) {
    constexpr std::string_view kWhy =
        "\n## why\nThe query of the rule selects {count:interval|intervals}, {time} in all[[, at "
        "longest {longest}]].\n";
    Result<RuleSections> sections = RuleSections::parse(texts);
    if (sections && sections->find("why", {}) == nullptr) {
        sections = RuleSections::parse(texts.append(kWhy));
    }
    if (!sections) {
        return wrong(0, sections.error().message);
    }
    for (const char* name : {"title", "fix"}) {
        if (sections->find(name, {}) == nullptr || sections->find(name, {})->parts.empty()) {
            return wrong(0, fmt::format("there is no text below '## {}'", name));
        }
    }
    m_rule.sections = std::move(*sections);
    return {};
}

// The query is no text of a finding: braces are part of it.
Result<void> OwnRuleReader::readSections(std::span<const FileLine> lines) {
    const std::vector<std::string> known{"title", "why", "fix", "confidence", "sql"};
    const auto isHeading = [](const FileLine& line) { return line.text.starts_with("## "); };
    for (const FileLine& line : lines) {
        const std::string name(isHeading(line) ? line.text.substr(3) : known.front());
        if (std::ranges::find(known, name) == known.end()) {
            return wrong(line.number, fmt::format("there is no section '{}'; {}", name,
                                                  closeNamesText(name, known)));
        }
    }
    const auto sql = std::ranges::find(lines, "## sql", &FileLine::text);
    if (sql == lines.end()) {
        return wrong(0, "there is no section '## sql' with the SELECT of the rule");
    }
    const auto after = std::find_if(sql + 1, lines.end(), isHeading);
    readSql({sql + 1, after});
    if (m_rule.sql.empty()) {
        return wrong(sql->number, "there is no SELECT below '## sql'");
    }
    m_rule.page = "# " + std::string(m_rule.facts.name) + "\n" + joinedLines(lines);
    return readTexts(joinedLines({lines.begin(), sql}) + joinedLines({after, lines.end()}));
}

Result<void> OwnRuleReader::read(std::string_view text) {
    const std::vector<FileLine> lines = linesOf(text);
    const auto isFence = [](const FileLine& line) { return line.text == kFence; };
    const auto end = lines.empty() || !isFence(lines.front())
                         ? lines.end()
                         : std::find_if(lines.begin() + 1, lines.end(), isFence);
    if (end == lines.end()) {
        return wrong(1,
                     "the file does not begin with a head between two lines '+++'; 'gaplight rules "
                     "example' prints one");
    }
    TRY(readHead({lines.begin() + 1, end}));
    return readSections({end + 1, lines.end()});
}

}  // namespace

OwnRuleFile parseOwnRule(const std::string& path, std::string_view text) {
    const auto rule = std::make_shared<OwnRule>();
    rule->file = path;
    rule->facts.id = rule->texts.emplace_back(std::filesystem::path(path).stem().string());
    if (validUtf8(text) != text) {
        return {nullptr, {std::string(rule->facts.id), path, 0, "the file is not in UTF-8"}};
    }
    OwnRuleReader reader(*rule);
    if (const Result<void> read = reader.read(text); !read) {
        return {nullptr, {std::string(rule->facts.id), path, reader.line(), read.error().message}};
    }
    return {rule, {}};
}

OwnRuleFile readOwnRule(const std::string& path) {
    const Result<BoundedFile> file = readBoundedFile(path, kMaxOwnRuleBytes, FileOwner::Any);
    return file ? parseOwnRule(path, file->text)
                : OwnRuleFile{nullptr,
                              {std::filesystem::path(path).stem().string(), path, 0,
                               "cannot be read: " + file.error().message}};
}

void addOwnRule(OwnRuleFile file, OwnRules& rules) {
    if (file.rule == nullptr) {
        rules.failed.push_back(std::move(file.failure));
        return;
    }
    const OwnRule& rule = *file.rule;
    const auto same = std::ranges::find_if(
        rules.rules, [&](const auto& other) { return other->facts.id == rule.facts.id; });
    if (same != rules.rules.end()) {
        rules.failed.push_back({std::string(rule.facts.id), rule.file, 1,
                                fmt::format("the id \"{}\" is that of {}: choose another",
                                            rule.facts.id, (*same)->file)});
        return;
    }
    rules.facts.push_back(&rule.facts);
    rules.rules.push_back(std::move(file.rule));
}

void addOwnRules(const std::string& folder, bool mustExist, OwnRules& rules) {
    std::error_code error;
    std::vector<std::string> files;
    std::filesystem::directory_iterator entries(folder, error);
    for (const std::filesystem::directory_iterator end; !error && entries != end;
         entries.increment(error)) {
        const std::filesystem::path& path = entries->path();
        if (path.extension() == ".md" && path.filename() != "README.md") {
            files.push_back(path.string());
        }
    }
    if (error && (mustExist || error != std::errc::no_such_file_or_directory)) {
        rules.failed.push_back({{}, folder, 0, "no folder of rules: " + error.message()});
    }
    std::ranges::sort(files);
    if (files.size() > kMaxOwnRules) {
        rules.failed.push_back(
            {{}, folder, 0, fmt::format("only the first {} rules are read", kMaxOwnRules)});
        files.resize(kMaxOwnRules);
    }
    for (const std::string& path : files) {
        addOwnRule(readOwnRule(path), rules);
    }
}

}  // namespace gaplight
