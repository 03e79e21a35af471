// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/session/settings_file.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <iterator>
#include <memory>
#include <span>
#include <string_view>
#include <system_error>
#include <utility>

#include <fmt/format.h>
#include <toml++/toml.h>

#include "core/base/quantity_text.h"
#include "core/base/result.h"
#include "core/detectors/engine/rules.h"
#include "core/io/file_content.h"
#include "core/io/output_writer.h"
#include "core/remote/remote_path.h"
#include "core/session/nesting_limit.h"
#include "core/session/own_rule_file.h"

namespace gaplight {
namespace {

// Of a settings file: folders of rules; and the folder of rules beside it.
constexpr const char* kRulesKey = "rules";

tl::unexpected<Error> wrong(const std::string& path, const toml::source_region& where,
                            std::string_view message) {
    return fail(ErrorCode::BadArgument,
                fmt::format("{} line {}: {}", path, where.begin.line, message));
}

// A value as the command line would have it; empty for what no threshold can be.
std::string textOf(const toml::node& value) {
    if (const auto* text = value.as_string()) {
        return text->get();
    }
    if (const auto* number = value.as_integer()) {
        return std::to_string(number->get());
    }
    if (const auto* number = value.as_floating_point()) {
        return fmt::format("{}", number->get());
    }
    return {};
}

// Sets everything below `table`, whose keys continue `key` ("rule" or "rule.limit").
Result<void> take(const std::string& path, const toml::table& table, const std::string& key,
                  Settings& settings) {
    for (const auto& [name, value] : table) {
        const std::string full = fmt::format("{}.{}", key, name.str());
        if (const toml::table* inner = value.as_table()) {
            const Result<void> taken = take(path, *inner, full, settings);
            if (!taken) {
                return taken;
            }
            continue;
        }
        const std::string text = textOf(value);
        if (text.empty()) {
            return wrong(path, value.source(), full + " needs a text or a number");
        }
        const Result<void> set = settings.set(full + "=" + text);
        if (!set) {
            return wrong(path, value.source(), set.error().message);
        }
    }
    return {};
}

// "2ms", "0.25%", "32": exact, in the largest unit that divides the value.
std::string writtenText(ThresholdUnit unit, std::int64_t value) {
    if (unit == ThresholdUnit::Share) {
        constexpr std::int64_t kPpmPerPercent = 10'000;
        std::string text = fmt::format("{}.{:04}", value / kPpmPerPercent, value % kPpmPerPercent);
        text.erase(text.find_last_not_of('0') + 1);
        text.erase(text.find_last_not_of('.') + 1);
        return text + "%";
    }
    if (unit == ThresholdUnit::Count || unit == ThresholdUnit::Bytes) {
        return std::to_string(value) + (unit == ThresholdUnit::Bytes ? "B" : "");
    }
    for (const auto& [size, name] :
         {std::pair(1'000'000'000, "s"), std::pair(1'000'000, "ms"), std::pair(1'000, "us")}) {
        if (value != 0 && value % size == 0) {
            return std::to_string(value / size) + name;
        }
    }
    return std::to_string(value) + "ns";
}

// "gpu-idle.min_gap=50us", as --set takes it.
std::string settingText(const std::string& name, std::int64_t value, const OwnRules* own) {
    const std::size_t dot = name.find('.');
    const RuleFacts* rule = findRule(name.substr(0, dot), own);
    const std::string key = name.substr(dot + 1);
    if (key == kSeverityKey) {
        return fmt::format("{}={}", name, setSeverityName(static_cast<SetSeverity>(value)));
    }
    for (const Threshold& threshold :
         rule == nullptr ? std::span<const Threshold>{} : rule->thresholds) {
        if (threshold.key == key || key.starts_with(std::string(threshold.key) + ".")) {
            return name + "=" + writtenText(threshold.unit, value);
        }
    }
    return name + "=" + std::to_string(value);
}

// The folders that the key "rules" names: absolute, "~" is the user's. Errors: BadArgument.
Result<std::vector<std::string>> listedFolders(const std::string& path, const toml::node& value) {
    std::vector<std::string> folders;
    const auto add = [&](const toml::node& one) {
        const auto* text = one.as_string();
        if (text != nullptr && !text->get().empty()) {
            folders.push_back(text->get());
        }
        return text != nullptr && !text->get().empty();
    };
    const toml::array* all = value.as_array();
    if (all == nullptr ? !add(value) : !std::ranges::all_of(*all, add)) {
        return wrong(path, value.source(), "rules needs the path of a folder in quotation marks");
    }
    return folders;
}

std::string absoluteFolder(const std::string& path, const std::string& folder) {
    const char* home = std::getenv("HOME");  // NOLINT: no other thread sets it
    if (folder.starts_with("~/") && home != nullptr) {
        return home + folder.substr(1);
    }
    return (std::filesystem::path(path).parent_path() / folder).lexically_normal().string();
}

// Adds the rules of folders to those of `settings`.
void addRules(std::span<const std::string> folders, bool mustExist, Settings& settings) {
    OwnRules rules = settings.ownRules() ? *settings.ownRules() : OwnRules{};
    for (const std::string& folder : folders) {
        addOwnRules(folder, mustExist, rules);
    }
    const bool isEmpty = rules.rules.empty() && rules.failed.empty() && rules.listed.empty();
    settings.setOwnRules(isEmpty ? nullptr : std::make_shared<const OwnRules>(std::move(rules)));
}

// The rules of "rules" beside a settings file, and of the folders that it names.
void addConfigRules(const std::string& path, const std::vector<std::string>& listed,
                    Settings& settings) {
    addRules(std::array{absoluteFolder(path, kRulesKey)}, false, settings);
    std::vector<std::string> folders;
    for (const std::string& folder : listed) {
        folders.push_back(absoluteFolder(path, folder));
    }
    addRules(folders, true, settings);
    if (!listed.empty()) {
        OwnRules rules = settings.ownRules() ? *settings.ownRules() : OwnRules{};
        rules.listed = listed;
        settings.setOwnRules(std::make_shared<const OwnRules>(std::move(rules)));
    }
}

// Which rules a settings file brings.
enum class RulesOf : std::uint8_t {
    Config,  // of the folders that it names, and of "rules" beside it
    Nobody,  // it may name some, which are not read
};

// What a settings file says beside its settings.
struct NamedRules {
    std::vector<std::string> folders;  // of rules, that it names
    std::vector<std::string> unknown;  // tables of rules that are not known
};

// Gets what the file sets, of rules of the program and of those of `settings`, to which those that
// it brings are added. Of rules that it brings and that are not read, it may set anything.
Result<NamedRules> parseInto(const std::string& path, const std::string& text, RulesOf of,
                             Settings& settings) {
    if (const Result<void> checked = checkTomlNesting(text); !checked) {
        return fail(ErrorCode::BadArgument, path + ": " + checked.error().message);
    }
    toml::table file;
    try {
        file = toml::parse(text, path);
    } catch (const toml::parse_error& error) {
        return wrong(path, error.source(), error.description());
    }
    NamedRules named;
    if (const toml::node* listed = file.get(kRulesKey); listed != nullptr && !listed->is_table()) {
        named.folders = TRY(listedFolders(path, *listed));
    }
    if (of == RulesOf::Config) {
        addConfigRules(path, named.folders, settings);
    }
    for (const auto& [rule, value] : file) {
        const toml::table* table = value.as_table();
        if (table == nullptr && rule.str() == kRulesKey) {
            continue;
        }
        if (table == nullptr) {
            return wrong(
                path, value.source(),
                fmt::format("\"{}\" is outside of any rule: write it below [RULE]", rule.str()));
        }
        const std::string id(rule.str());
        if (of == RulesOf::Nobody && findRule(id, settings.ownRules().get()) == nullptr) {
            named.unknown.push_back(id);
            continue;
        }
        TRY(take(path, *table, id, settings));
    }
    return named;
}

// Its settings, and why they are not applied. Errors: as readSettingsFile.
struct FileSettings {
    Settings settings;
    std::string refusal;
    NamedRules named;
};
// `known`: with rules of the user's own, to which its own are added.
Result<FileSettings> readGuarded(const std::string& path, FileOwner owner, RulesOf of,
                                 const Settings& known) {
    const Result<BoundedFile> file = readBoundedFile(path, kMaxSettingsBytes, owner);
    if (!file) {
        return fail(file.error().code, file.error().code == ErrorCode::NotFound
                                           ? "there is no " + path
                                           : "cannot read " + path + ": " + file.error().message);
    }
    FileSettings read{{}, file->refusal, {}};
    read.settings.setOwnRules(known.ownRules());
    read.named = TRY(parseInto(path, file->text, of, read.settings));
    return read;
}

// Applies the file over `into`, if there is one.
Result<void> addFile(const std::string& path, RulesOf of, TraceSettings& into) {
    const FileOwner owner = of == RulesOf::Config ? FileOwner::Any : FileOwner::UserOrRoot;
    const Result<FileSettings> read = readGuarded(path, owner, of, into.settings);
    if (!read) {
        return read.error().code == ErrorCode::NotFound
                   ? Result<void>()
                   : Result<void>(tl::unexpected<Error>(read.error()));
    }
    SettingsFile file{path, of == RulesOf::Nobody, {}, {}, read->refusal};
    if (of == RulesOf::Config) {
        into.settings.setOwnRules(read->settings.ownRules());
    } else {
        file.refusedRules = read->named.folders;
        file.unknownRules = read->named.unknown;
    }
    for (const auto& [name, value] : read->settings.values()) {
        const std::size_t dot = name.find('.');
        into.settings.set(name.substr(0, dot), name.substr(dot + 1), value);
        file.settings.push_back(settingText(name, value, into.settings.ownRules().get()));
    }
    into.files.push_back(std::move(file));
    return {};
}

std::string besidePath(const std::string& tracePath) {
    return (std::filesystem::path(tracePath).parent_path() / kSettingsFileName).string();
}

bool hasFolder(const std::string& tracePath) {
    return !tracePath.empty() && tracePath != "-" && !isRemotePath(tracePath);
}

std::string quotedText(std::string_view key) {
    std::string quoted = "\"";
    for (const char c : key) {
        if (static_cast<unsigned char>(c) < 0x20 || c == 0x7F) {
            quoted += fmt::format("\\u{:04x}", static_cast<unsigned>(c));
            continue;
        }
        if (c == '"' || c == '\\') {
            quoted += '\\';
        }
        quoted += c;
    }
    return quoted + '"';
}

// Bare where TOML allows that, quoted with escapes elsewhere.
std::string keyText(std::string_view key) {
    const bool isBare = key.find_first_not_of(
                            "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
                            "0123456789_-") == std::string_view::npos;
    return isBare && !key.empty() ? std::string(key) : quotedText(key);
}

// Exact, so that reading it again gives the same integer.
std::string exactText(const Threshold& threshold, std::int64_t value) {
    switch (threshold.unit) {
        case ThresholdUnit::Nanoseconds:
            return fmt::format("\"{}ns\"", value);
        case ThresholdUnit::Share:
            return fmt::format("\"{}.{:04}%\"", value / 10'000, value % 10'000);
        case ThresholdUnit::Bytes:
            return fmt::format("\"{}B\"", value);
        case ThresholdUnit::Count:
            break;
    }
    return std::to_string(value);
}

// The lines of one rule; empty where nothing of it is set. Limits of single names are quoted keys
// ("limit.vae_decode"), so that one for all names can be listed with them.
std::string ruleText(const RuleFacts& rule, const Settings& settings) {
    std::string lines;
    if (const auto severity = settings.severityOf(rule.id)) {
        lines = fmt::format("{} = \"{}\"\n", kSeverityKey, setSeverityName(*severity));
    }
    for (const Threshold& threshold : rule.thresholds) {
        const std::string full = fmt::format("{}.{}", rule.id, threshold.key);
        for (auto at = settings.values().lower_bound(full);
             at != settings.values().end() && at->first.starts_with(full); ++at) {
            const bool isNamed = threshold.perName && at->first.size() > full.size() + 1 &&
                                 at->first[full.size()] == '.';
            if (at->first == full || isNamed) {
                lines += fmt::format(
                    "{} = {}\n", keyText(std::string_view(at->first).substr(rule.id.size() + 1)),
                    exactText(threshold, at->second));
            }
        }
    }
    return lines.empty() ? lines : fmt::format("[{}]\n{}", rule.id, lines);
}

}  // namespace

Result<Settings> readSettingsFile(const std::string& path) {
    return readGuarded(path, FileOwner::Any, RulesOf::Config, {}).map([](FileSettings read) {
        return std::move(read.settings);
    });
}

Result<Settings> parseSettings(const std::string& path, const std::string& text) {
    Settings settings;
    TRY(parseInto(path, text, RulesOf::Nobody, settings));
    return settings;
}

std::string settingsText(const Settings& settings) {
    std::string text =
        "# Thresholds of Gaplight's rules that differ from their presets.\n"
        "# 'gaplight rules' lists them all.\n";
    const OwnRules* own = settings.ownRules().get();
    if (own != nullptr && !own->listed.empty()) {
        std::vector<std::string> folders;
        std::ranges::transform(own->listed, std::back_inserter(folders), quotedText);
        text += fmt::format("\n{} = [{}]\n", kRulesKey, joinedText(folders));
    }
    for (const RuleKind& kind : ruleKindsWith(own)) {
        for (const RuleFacts* rule : kind.rules) {
            const std::string lines = ruleText(*rule, settings);
            text += lines.empty() ? lines : "\n" + lines;
        }
    }
    return text;
}

Result<void> writeSettingsFile(const std::string& path, const Settings& settings) {
    return writeOutputFile(path, settingsText(settings));
}

Settings settingsOfRules(std::span<const std::string> ruleFolders) {
    Settings settings;
    addRules(ruleFolders, true, settings);
    return settings;
}

Result<TraceSettings> settingsFor(const std::string& tracePath, const std::string& configDirectory,
                                  std::span<const std::string> ruleFolders) {
    TraceSettings settings;
    settings.settings = settingsOfRules(ruleFolders);
    if (!configDirectory.empty()) {
        const std::string path =
            (std::filesystem::path(configDirectory) / kSettingsFileName).string();
        if (std::error_code none; !std::filesystem::exists(path, none)) {
            addConfigRules(path, {}, settings.settings);
        }
        TRY(addFile(path, RulesOf::Config, settings));
    }
    if (hasFolder(tracePath)) {
        const Result<void> added = addFile(besidePath(tracePath), RulesOf::Nobody, settings);
        if (!added) {
            return fail(added.error().code,
                        added.error().message + "; --no-settings ignores the file");
        }
    }
    return settings;
}

Result<Settings> settingsBeside(const std::string& tracePath, const Settings& known) {
    TraceSettings settings;
    settings.settings.setOwnRules(known.ownRules());
    if (hasFolder(tracePath)) {
        TRY(addFile(besidePath(tracePath), RulesOf::Nobody, settings));
    }
    return std::move(settings.settings);
}

std::string settingsFileText(const SettingsFile& file) {
    if (!file.refusal.empty()) {
        return "thresholds of " + file.path + " are not applied: " + file.refusal;
    }
    constexpr std::size_t kMaxListed = 4;
    std::string text = "thresholds are set by " + file.path + ": ";
    const std::span<const std::string> all(file.settings);
    text += joinedText(all.first(std::min(all.size(), kMaxListed)));
    if (file.settings.size() > kMaxListed) {
        text += " and " + countText(file.settings.size() - kMaxListed) + " more";
    }
    text = file.settings.empty() ? "no thresholds are set by " + file.path : text;
    if (!file.refusedRules.empty()) {
        text += fmt::format(
            "; its rules ({}) are not run: a file beside a trace may be of anyone; "
            "--rules DIR runs them",
            joinedText(file.refusedRules));
    }
    if (!file.unknownRules.empty()) {
        text += fmt::format("; it has settings of rules that are not known here: {}",
                            joinedText(file.unknownRules));
    }
    return text;
}

}  // namespace gaplight
