// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/report/table/table.h"

#include <algorithm>
#include <optional>

#include "core/base/ascii_case.h"
#include "core/base/duration_text.h"
#include "core/base/quantity_text.h"
#include "core/report/text/known_value.h"

namespace gaplight {
namespace {

template <class... Cases>
struct Overloaded : Cases... {
    using Cases::operator()...;
};
template <class... Cases>
Overloaded(Cases...) -> Overloaded<Cases...>;

std::string textOfNumber(Unit unit, double number) {
    switch (unit) {
        case Unit::Share:
            return percentText(number);
        case Unit::Rate:
            return rateText(number);
        default:
            return factorText(number);
    }
}

// A value as a number, of which larger ones are sorted after smaller ones; empty of texts, and of
// what is not known.
std::optional<double> magnitudeOf(const CellValue& value) {
    const auto ratio = [](double part, double whole) { return whole == 0 ? 0 : part / whole; };
    return std::visit(
        Overloaded{[](double number) { return std::optional(number); },
                   [&](const ShareValue& share) {
                       return std::optional(ratio(static_cast<double>(share.part),
                                                  static_cast<double>(share.whole)));
                   },
                   [&](const ByteRate& rate) {
                       return std::optional(ratio(static_cast<double>(rate.bytes),
                                                  static_cast<double>(rate.time.count())));
                   },
                   [](const auto&) { return std::optional<double>(); }},
        value);
}

// Integers exactly: times and ids never pass through a double.
std::optional<std::int64_t> integerOf(const CellValue& value) {
    return std::visit(
        Overloaded{[](std::int64_t count) { return std::optional(count); },
                   [](Duration time) { return std::optional(std::int64_t{time.count()}); },
                   [](const ByteCount& bytes) { return std::optional(bytes.bytes); },
                   [](const auto&) { return std::optional<std::int64_t>(); }},
        value);
}

bool isTextLess(std::string_view a, std::string_view b) {
    return std::ranges::lexicographical_compare(a, b, {}, lowerAscii, lowerAscii);
}

template <class T>
int order(const T& a, const T& b) {
    return a < b ? -1 : static_cast<int>(b < a);
}

}  // namespace

bool isNumeric(Unit unit) {
    return unit != Unit::Text && unit != Unit::Prose && unit != Unit::Code &&
           unit != Unit::Histogram;
}

std::string cellText(Unit unit, const CellValue& value) {
    return std::visit(
        Overloaded{[](std::monostate) { return std::string(kNoValue); },
                   [&](std::int64_t count) {
                       return unit == Unit::Number ? std::to_string(count)
                                                   : countText(static_cast<std::uint64_t>(count));
                   },
                   [](Duration time) { return durationText(time); },
                   [](const ShareValue& share) { return percentText(share.part, share.whole); },
                   [](const ByteCount& bytes) { return bytesText(bytes.bytes); },
                   [](const ByteRate& rate) { return rateText(rate.bytes, rate.time); },
                   [&](double number) { return textOfNumber(unit, number); },
                   [](const std::string& text) { return text; },
                   [](const std::vector<std::uint32_t>&) { return std::string(); }},
        value);
}

int compareCells(const CellValue& a, const CellValue& b, bool isDescending) {
    const bool isKnownA = !std::holds_alternative<std::monostate>(a);
    const bool isKnownB = !std::holds_alternative<std::monostate>(b);
    if (!isKnownA || !isKnownB) {
        return static_cast<int>(isKnownB) - static_cast<int>(isKnownA);
    }
    const int sign = isDescending ? -1 : 1;
    if (const auto left = integerOf(a), right = integerOf(b); left && right) {
        return sign * order(*left, *right);
    }
    if (const auto left = magnitudeOf(a), right = magnitudeOf(b); left && right) {
        return sign * order(*left, *right);
    }
    const auto* left = std::get_if<std::string>(&a);
    const auto* right = std::get_if<std::string>(&b);
    if (left == nullptr || right == nullptr) {
        return 0;
    }
    return sign * (isTextLess(*left, *right) ? -1 : static_cast<int>(isTextLess(*right, *left)));
}

}  // namespace gaplight
