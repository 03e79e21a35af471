// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/detectors/engine/settings.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>

#include <fmt/format.h>

#include "core/base/digit_run.h"
#include "core/base/quantity_text.h"
#include "core/base/result.h"
#include "core/detectors/engine/own_rules.h"
#include "core/detectors/engine/rules.h"

namespace gaplight {
namespace {

std::string_view trimmed(std::string_view text) {
    const auto first = text.find_first_not_of(" \t");
    if (first == std::string_view::npos) {
        return {};
    }
    return text.substr(first, text.find_last_not_of(" \t") - first + 1);
}

// Reads a plain decimal number that is the whole text.
std::optional<double> decimal(std::string_view text) {
    double value = 0;
    const auto [end, error] =
        std::from_chars(text.data(), text.data() + text.size(), value, std::chars_format::fixed);
    const bool whole = error == std::errc{} && end == text.data() + text.size();
    return whole && std::isfinite(value) && value >= 0 ? std::optional(value) : std::nullopt;
}

std::string keyList(const RuleFacts& rule) {
    std::string list;
    for (const Threshold& threshold : rule.thresholds) {
        appendItem(list, threshold.key);
        if (threshold.perName) {
            appendItem(list, std::string(threshold.key) + ".NAME");
        }
    }
    appendItem(list, kSeverityKey);
    return list;
}

// The threshold that "key" or, where names can be given limits of their own, "key.NAME" sets.
const Threshold* thresholdOf(const RuleFacts& rule, std::string_view key) {
    const auto at = std::find_if(
        rule.thresholds.begin(), rule.thresholds.end(), [&](const Threshold& threshold) {
            const bool named = threshold.perName && key.size() > threshold.key.size() + 1 &&
                               key.starts_with(threshold.key) && key[threshold.key.size()] == '.';
            return key == threshold.key || named;
        });
    return at == rule.thresholds.end() ? nullptr : &*at;
}

std::string joined(std::string_view rule, std::string_view key) {
    return fmt::format("{}.{}", rule, key);
}

}  // namespace

std::string thresholdText(const Threshold& threshold, std::int64_t value) {
    switch (threshold.unit) {
        case ThresholdUnit::Nanoseconds:
            return durationText(Duration(value));
        case ThresholdUnit::Share:
            return percentText(static_cast<double>(value) / 1e6, PercentForm::Limit);
        case ThresholdUnit::Bytes:
            return bytesText(static_cast<std::uint64_t>(value));
        case ThresholdUnit::Count:
            break;
    }
    return fmt::format("{}", value);
}

Result<std::int64_t> parseShare(std::string_view text) {
    text = trimmed(text);
    const bool isPercent = text.ends_with('%');
    const auto value = decimal(isPercent ? trimmed(text.substr(0, text.size() - 1)) : text);
    const double share = value ? (isPercent ? *value / 100 : *value) : -1;
    if (share < 0 || share > 1) {
        return fail(ErrorCode::BadArgument,
                    fmt::format("\"{}\" is no share: write 5% or 0.05, at most 100%", text));
    }
    return static_cast<std::int64_t>(std::llround(share * 1e6));
}

Result<std::int64_t> parseThreshold(const Threshold& threshold, std::string_view text) {
    text = trimmed(text);
    switch (threshold.unit) {
        case ThresholdUnit::Nanoseconds: {
            const Duration time = TRY(parseDuration(text));
            if (time < Duration::zero()) {
                return fail(ErrorCode::BadArgument, "a time below zero makes no sense here");
            }
            return time.count();
        }
        case ThresholdUnit::Share:
            return parseShare(text);
        case ThresholdUnit::Bytes: {
            const std::uint64_t bytes = TRY(parseBytes(text));
            return static_cast<std::int64_t>(bytes);
        }
        case ThresholdUnit::Count:
            break;
    }
    const auto value = parseNumber<std::int64_t>(text);
    if (!value || *value < 0) {
        return fail(ErrorCode::BadArgument,
                    fmt::format("\"{}\" is no count: write a whole number, 32", text));
    }
    return *value;
}

std::string_view setSeverityName(SetSeverity severity) {
    constexpr std::array<std::string_view, 4> kNames{"critical", "warning", "info", "off"};
    return kNames.at(static_cast<std::size_t>(severity));
}

namespace {

Result<std::int64_t> parseSeverity(std::string_view text) {
    for (std::int64_t value = 0; value <= static_cast<std::int64_t>(SetSeverity::Off); ++value) {
        if (trimmed(text) == setSeverityName(static_cast<SetSeverity>(value))) {
            return value;
        }
    }
    return fail(ErrorCode::BadArgument,
                fmt::format("\"{}\" is no severity: write critical, warning, info or off", text));
}

}  // namespace

Result<void> Settings::set(std::string_view assignment) {
    const std::size_t equals = assignment.rfind('=');
    const std::size_t dot = assignment.find('.');
    if (equals == std::string_view::npos || dot == std::string_view::npos || dot > equals) {
        return fail(ErrorCode::BadArgument,
                    fmt::format("\"{}\" sets nothing: write RULE.KEY=VALUE, as in "
                                "gpu-idle.min_gap=50us",
                                assignment));
    }
    const std::string_view id = trimmed(assignment.substr(0, dot));
    const std::string_view key = trimmed(assignment.substr(dot + 1, equals - dot - 1));
    const RuleFacts* rule = findRule(id, m_ownRules.get());
    if (rule == nullptr && m_ownRules != nullptr && m_ownRules->hasFailed(id)) {
        return {};
    }
    if (rule == nullptr) {
        return fail(ErrorCode::BadArgument, noSuchRuleText(id, m_ownRules.get()));
    }
    const Threshold* threshold = thresholdOf(*rule, key);
    if (threshold == nullptr && key != kSeverityKey) {
        return fail(ErrorCode::BadArgument,
                    fmt::format("{} has no threshold \"{}\"; it has: {}", id, key, keyList(*rule)));
    }
    const std::string_view text = assignment.substr(equals + 1);
    Result<std::int64_t> value =
        threshold == nullptr ? parseSeverity(text) : parseThreshold(*threshold, text);
    if (!value) {
        value.error().message = fmt::format("{}.{}: {}", id, key, value.error().message);
        return tl::unexpected<Error>(std::move(value.error()));
    }
    set(rule->id, key, *value);
    return {};
}

void Settings::set(std::string_view rule, std::string_view key, std::int64_t value) {
    m_values.insert_or_assign(joined(rule, key), value);
}

void Settings::reset(std::string_view rule, std::string_view key) {
    m_values.erase(joined(rule, key));
}

std::optional<std::int64_t> Settings::find(std::string_view rule, std::string_view key) const {
    const auto at = m_values.find(joined(rule, key));
    return at == m_values.end() ? std::nullopt : std::optional(at->second);
}

std::optional<SetSeverity> Settings::severityOf(std::string_view rule) const {
    const auto value = find(rule, kSeverityKey);
    return value ? std::optional(static_cast<SetSeverity>(*value)) : std::nullopt;
}

std::int64_t RuleSettings::value(std::string_view key) const {
    if (const auto set = m_settings.find(m_rule, key)) {
        return *set;
    }
    const auto at = std::find_if(m_thresholds.begin(), m_thresholds.end(),
                                 [&](const Threshold& threshold) { return threshold.key == key; });
    return at == m_thresholds.end() ? 0 : at->preset;
}

std::optional<std::int64_t> RuleSettings::named(std::string_view key, std::string_view name) const {
    return m_settings.find(m_rule, joined(key, name));
}

bool RuleSettings::reaches(std::string_view key, Duration part, Duration whole) const {
    // 128 bits: ns times a million leaves 64 after three hours.
    __extension__ using Wide = __int128;
    return whole > Duration::zero() && static_cast<Wide>(part.count()) * 1'000'000 >=
                                           static_cast<Wide>(ppm(key)) * whole.count();
}

}  // namespace gaplight
