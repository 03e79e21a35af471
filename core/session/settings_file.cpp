// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/session/settings_file.h"

#include <filesystem>
#include <string_view>
#include <utility>

#include <fmt/format.h>
#include <toml++/toml.h>

#include "core/detectors/engine/rules.h"
#include "core/io/output_file.h"

namespace gaplight {
namespace {

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

Result<void> readInto(const std::string& path, Settings& settings) {
    toml::table file;
    try {
        file = toml::parse_file(path);
    } catch (const toml::parse_error& error) {
        if (error.source().begin.line == 0) {
            return fail(ErrorCode::NotReadable,
                        fmt::format("cannot read {}: {}", path, error.description()));
        }
        return wrong(path, error.source(), error.description());
    }
    for (const auto& [rule, value] : file) {
        const toml::table* table = value.as_table();
        if (table == nullptr) {
            return wrong(
                path, value.source(),
                fmt::format("\"{}\" stands outside any rule: write it below [RULE]", rule.str()));
        }
        const Result<void> taken = take(path, *table, std::string(rule.str()), settings);
        if (!taken) {
            return taken;
        }
    }
    return {};
}

// Bare where TOML allows that, quoted with escapes elsewhere.
std::string keyText(std::string_view key) {
    const bool isBare = key.find_first_not_of(
                            "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
                            "0123456789_-") == std::string_view::npos;
    if (isBare && !key.empty()) {
        return std::string(key);
    }
    std::string quoted = "\"";
    for (const char c : key) {
        if (static_cast<unsigned char>(c) < 0x20) {
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

// Exact, so that reading it again gives the same integer.
std::string exactText(const Threshold& threshold, std::int64_t value) {
    switch (threshold.unit) {
        case ThresholdUnit::Nanoseconds:
            return fmt::format("\"{}ns\"", value);
        case ThresholdUnit::Share:
            return fmt::format("\"{}.{:04}%\"", value / 10'000, value % 10'000);
        case ThresholdUnit::Count:
            break;
    }
    return std::to_string(value);
}

// The lines of one rule; empty where nothing of it is set. Limits of single names are quoted keys
// ("limit.vae_decode"), so that one for all names can stand beside them.
std::string ruleText(const Detector& rule, const Settings& settings) {
    std::string lines;
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
    std::error_code error;
    if (!std::filesystem::exists(path, error)) {
        return fail(ErrorCode::NotFound, "there is no " + path);
    }
    Settings settings;
    const Result<void> read = readInto(path, settings);
    return read ? Result<Settings>(std::move(settings))
                : Result<Settings>(tl::unexpected<Error>(read.error()));
}

Result<void> writeSettingsFile(const std::string& path, const Settings& settings) {
    std::string text =
        "# Thresholds of Gaplight's rules that differ from their presets.\n"
        "# 'gaplight detectors' lists them all.\n";
    for (const Detector* rule : detectors()) {
        const std::string lines = ruleText(*rule, settings);
        text += lines.empty() ? lines : "\n" + lines;
    }
    return writeOutputFile(path, text);
}

Result<Settings> settingsFor(const std::string& tracePath, const std::string& configDirectory) {
    Settings settings;
    std::error_code error;
    const std::filesystem::path config(configDirectory);
    const std::filesystem::path beside =
        std::filesystem::path(tracePath).parent_path() / kSettingsFileName;
    const bool hasConfig =
        !configDirectory.empty() && std::filesystem::exists(config / kSettingsFileName, error);
    if (hasConfig) {
        const Result<void> read = readInto((config / kSettingsFileName).string(), settings);
        if (!read) {
            return tl::unexpected<Error>(read.error());
        }
    }
    if (!tracePath.empty() && tracePath != "-" && std::filesystem::exists(beside, error)) {
        const Result<void> read = readInto(beside.string(), settings);
        if (!read) {
            return tl::unexpected<Error>(read.error());
        }
    }
    return settings;
}

}  // namespace gaplight
