// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include "core/base/result.h"
#include "core/base/time.h"

namespace gaplight {

struct OwnRules;

// The unit of a threshold, which is an integer in all of them.
enum class ThresholdUnit : std::uint8_t {
    Nanoseconds,  // written "100us", "5 ms"
    Share,        // parts per million; written "5%", "0.05"
    Count,        // written "32"
    Bytes,        // written "10MB"
};

// A threshold of a rule, which the user sets as RULE.KEY=VALUE.
struct Threshold {
    std::string_view key;  // snake_case: "min_gap"
    ThresholdUnit unit = ThresholdUnit::Count;
    std::int64_t preset = 0;   // in ns, ppm, pieces or bytes
    std::string_view meaning;  // "gaps at least this long are reported"
    std::string_view source;   // "diffusers profiling guide", or why this value
    // Also settable for one name, as RULE.KEY.NAME=VALUE: "annotation-share.limit.vae_decode=10%".
    bool perName = false;
};

[[nodiscard]] constexpr std::int64_t percent(std::int64_t value) {
    return value * 10'000;
}
[[nodiscard]] constexpr std::int64_t microseconds(std::int64_t value) {
    return value * 1'000;
}
[[nodiscard]] constexpr std::int64_t milliseconds(std::int64_t value) {
    return value * 1'000'000;
}

// A threshold's value as the user writes it: "100 µs", "5 %", "32".
[[nodiscard]] std::string thresholdText(const Threshold& threshold, std::int64_t value);
// The value of such a text. Errors: BadArgument.
[[nodiscard]] Result<std::int64_t> parseThreshold(const Threshold& threshold,
                                                  std::string_view text);
// A share from 0 to 1 as the user writes it, "5%" or "0.05", in ppm. Errors: BadArgument.
[[nodiscard]] Result<std::int64_t> parseShare(std::string_view text);

// What the findings of a rule are, whatever they save; Off: it does not run. Set as
// RULE.severity=WORD.
enum class SetSeverity : std::uint8_t { Critical, Warning, Info, Off };
inline constexpr std::string_view kSeverityKey = "severity";
[[nodiscard]] std::string_view setSeverityName(SetSeverity severity);

// Thresholds and severities that differ from their presets, and the rules of the user's own. A
// value type.
class Settings {
public:
    // Rules of the user's own, which stay as long as anything that was found with them; null: none.
    const std::shared_ptr<const OwnRules>& ownRules() const { return m_ownRules; }
    void setOwnRules(std::shared_ptr<const OwnRules> rules) { m_ownRules = std::move(rules); }

    // Sets one from "gpu-idle.min_gap=50us". Errors: BadArgument, which lists the keys of the
    // rule, or the rules. No effect where the rule is one's own whose file has an error.
    [[nodiscard]] Result<void> set(std::string_view assignment);
    void set(std::string_view rule, std::string_view key, std::int64_t value);
    void reset(std::string_view rule, std::string_view key);

    std::optional<std::int64_t> find(std::string_view rule, std::string_view key) const;
    std::optional<SetSeverity> severityOf(std::string_view rule) const;
    // "RULE.KEY" or "RULE.KEY.NAME" → value, sorted.
    const std::map<std::string, std::int64_t, std::less<>>& values() const { return m_values; }

    friend bool operator==(const Settings&, const Settings&) = default;

private:
    std::map<std::string, std::int64_t, std::less<>> m_values;
    std::shared_ptr<const OwnRules> m_ownRules;
};

// The thresholds of one rule: those that are set, and its presets.
class RuleSettings {
public:
    RuleSettings(const Settings& settings, std::string_view rule,
                 std::span<const Threshold> thresholds)
        : m_settings(settings), m_rule(rule), m_thresholds(thresholds) {}

    // `key` is one of the rule's thresholds.
    std::int64_t value(std::string_view key) const;
    Duration time(std::string_view key) const { return Duration(value(key)); }
    // Parts per million.
    std::int64_t ppm(std::string_view key) const { return value(key); }
    // The limit set for one name, if there is one (Threshold::perName).
    std::optional<std::int64_t> named(std::string_view key, std::string_view name) const;
    // part / whole >= the threshold, in integers; false where whole is 0.
    bool reaches(std::string_view key, Duration part, Duration whole) const;

private:
    const Settings& m_settings;
    std::string_view m_rule;
    std::span<const Threshold> m_thresholds;
};

}  // namespace gaplight
