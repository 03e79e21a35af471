// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "core/base/time.h"

namespace gaplight {

// part / whole of one unit: ns, kernels, ppm of a million. Written as a percentage.
struct ShareValue {
    std::int64_t part = 0;
    std::int64_t whole = 0;

    friend bool operator==(const ShareValue&, const ShareValue&) = default;
};
[[nodiscard]] inline ShareValue shareOf(Duration part, Duration whole) {
    return {part.count(), whole.count()};
}
[[nodiscard]] inline ShareValue shareOf(std::uint64_t part, std::uint64_t whole) {
    return {static_cast<std::int64_t>(part), static_cast<std::int64_t>(whole)};
}
[[nodiscard]] inline ShareValue shareOfPpm(std::int64_t ppm) {
    return {ppm, 1'000'000};
}

struct ByteCount {
    std::int64_t bytes = 0;

    friend bool operator==(const ByteCount&, const ByteCount&) = default;
};

struct ByteRate {
    std::int64_t bytes = 0;
    Duration time{};

    friend bool operator==(const ByteRate&, const ByteRate&) = default;
};

// Chooses the section "## KEY: CASE" of the rule's file, which is rendered in its place.
struct CaseName {
    std::string_view name;  // of static storage

    friend bool operator==(const CaseName&, const CaseName&) = default;
};

class FindingValues;
using TextList = std::vector<std::string>;
// Each row is rendered with the section "## KEY" of the rule's file, or with "## KEY: CASE" where
// the row has a CaseName under kRowCase.
using ValueRows = std::vector<FindingValues>;
inline constexpr std::string_view kRowCase = "case";

// A count and a number (per step, a factor) have no unit; text may hold code spans.
using FindingQuantity = std::variant<std::int64_t, Duration, ShareValue, ByteCount, ByteRate,
                                     double, std::string, CaseName, TextList, ValueRows>;
// In the order of the variant.
enum class QuantityKind : std::uint8_t {
    Count,
    Nanoseconds,
    Share,
    Bytes,
    Rate,
    Number,
    Text,
    Case,
    List,
    Rows,
};

// The named values of a finding, from which its texts are rendered: {"blocks": 64, "sms": 132}.
// find() is O(values).
class FindingValues {
public:
    // Replaces a value of the same key. Empty texts, lists and rows are not kept: they count as
    // absent. `key` is of static storage.
    void set(std::string_view key, FindingQuantity quantity);
    void setCount(std::string_view key, std::uint64_t count);
    // Null where there is none.
    const FindingQuantity* find(std::string_view key) const;
    // Empty where there is none of this key and kind.
    template <class T>
    std::optional<T> get(std::string_view key) const {
        const FindingQuantity* found = find(key);
        const T* value = found == nullptr ? nullptr : std::get_if<T>(found);
        return value == nullptr ? std::nullopt : std::optional<T>(*value);
    }
    std::optional<std::int64_t> count(std::string_view key) const { return get<std::int64_t>(key); }
    std::optional<Duration> time(std::string_view key) const { return get<Duration>(key); }
    // part / whole; 0 for an empty whole.
    std::optional<double> share(std::string_view key) const;
    // The name of a CaseName; empty where there is none of this key.
    std::string_view caseOf(std::string_view key) const;
    // Empty where there is none.
    std::string text(std::string_view key) const;
    const ValueRows& rows(std::string_view key) const;
    bool isEmpty() const;

    struct Named;
    const std::vector<Named>& all() const;

private:
    std::vector<Named> m_values;
};

struct FindingValues::Named {
    std::string_view key;
    FindingQuantity quantity;
};

inline bool FindingValues::isEmpty() const {
    return m_values.empty();
}
inline const std::vector<FindingValues::Named>& FindingValues::all() const {
    return m_values;
}

inline void FindingValues::setCount(std::string_view key, std::uint64_t count) {
    set(key, static_cast<std::int64_t>(count));
}

// One row for each name, which has only that case.
[[nodiscard]] ValueRows caseRows(std::initializer_list<std::string_view> cases);

[[nodiscard]] inline QuantityKind kindOf(const FindingQuantity& quantity) {
    return static_cast<QuantityKind>(quantity.index());
}

// The type of one named value of a rule: what its file may name, and what a test checks.
struct DeclaredValue {
    std::string_view key;  // snake_case
    QuantityKind kind = QuantityKind::Count;
    // Absent from some findings. The file may name it only within [[ ]], in the section of a case
    // that has the value, or in the section of a row.
    bool isOptional = false;
    // The names of all cases, separated by spaces. Set for a Case, and for Rows with kRowCase.
    std::string_view cases = {};
};

// Both lists in one: values that several rules share, and those of one rule.
template <std::size_t A, std::size_t B>
[[nodiscard]] constexpr auto joinValues(const std::array<DeclaredValue, A>& a,
                                        const std::array<DeclaredValue, B>& b) {
    std::array<DeclaredValue, A + B> all{};
    std::copy(a.begin(), a.end(), all.begin());
    std::copy(b.begin(), b.end(), all.begin() + A);
    return all;
}

}  // namespace gaplight
