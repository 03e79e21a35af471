// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "core/base/result.h"
#include "core/detectors/engine/settings.h"

namespace gaplight {

inline constexpr const char* kSettingsFileName = "gaplight.toml";
inline constexpr std::uint64_t kMaxSettingsBytes = std::uint64_t{256} << 10U;

// Thresholds as a TOML file has them, a table per rule:
//   [gpu-idle]
//   min_gap = "50us"
//   [annotation-share]
//   "limit.vae_decode" = "10%"
// Values are text as on the command line, or plain numbers where no unit is needed. Before the
// tables, the file of the configuration folder may name folders of rules (own_rule_file.h), which
// are read with those of "rules" beside it:
//   rules = ["~/team/rules", "../checked"]
// Errors: NotFound, NotReadable, TooLarge, BadArgument (the message names file, line, and what is
// expected; nested more than kMaxNesting deep).
[[nodiscard]] Result<Settings> readSettingsFile(const std::string& path);
// The same of the text of such a file. `path`: its name in messages. Errors: BadArgument.
[[nodiscard]] Result<Settings> parseSettings(const std::string& path, const std::string& text);

// The text of such a file.
[[nodiscard]] std::string settingsText(const Settings& settings);
// Writes it to a temporary file, which is renamed. Errors: WriteFailed.
[[nodiscard]] Result<void> writeSettingsFile(const std::string& path, const Settings& settings);

// A settings file that was found, for reports: what is beside a trace may come from someone else
// and can disable every gate.
struct SettingsFile {
    std::string path;
    bool isBesideTrace = false;             // false: in the configuration directory
    std::vector<std::string> settings;      // "gpu-idle.min_gap=50us", sorted
    std::vector<std::string> refusedRules;  // folders of rules, which a file beside a trace names
    std::string refusal;                    // why it is not applied; empty: it is
    // Of a file beside a trace, which others may have written for rules of their own: its tables of
    // rules that are not known here. They set nothing.
    std::vector<std::string> unknownRules = {};
    friend bool operator==(const SettingsFile&, const SettingsFile&) = default;
};

// One line for the user: the file, and what it sets or why it is ignored.
[[nodiscard]] std::string settingsFileText(const SettingsFile& file);

struct TraceSettings {
    Settings settings;
    std::vector<SettingsFile> files;  // in the order in which they were applied
};

// The settings that hold for a trace: those of gaplight.toml in the configuration directory, and
// over them those of gaplight.toml beside the trace ("-": none). Either file may be absent, and
// the directory empty. The file beside the trace is applied only if it is a regular file of this
// user or of root, and its rules are never read. `ruleFolders`: of rules, in addition to those of
// the configuration. Errors: as readSettingsFile, but for NotFound.
[[nodiscard]] Result<TraceSettings> settingsFor(const std::string& tracePath,
                                                const std::string& configDirectory,
                                                std::span<const std::string> ruleFolders = {});
// The settings without any file but those rules.
[[nodiscard]] Settings settingsOfRules(std::span<const std::string> ruleFolders);

// What the file beside the trace sets, of rules of the program and of `known`; nothing where there
// is none, or where it is not applied. Errors: as settingsFor.
[[nodiscard]] Result<Settings> settingsBeside(const std::string& tracePath,
                                              const Settings& known = {});

}  // namespace gaplight
