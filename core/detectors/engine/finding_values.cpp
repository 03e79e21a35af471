// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/detectors/engine/finding_values.h"

#include <algorithm>
#include <utility>

namespace gaplight {
namespace {

bool isNothing(const FindingQuantity& quantity) {
    switch (kindOf(quantity)) {
        case QuantityKind::Text:
            return std::get<std::string>(quantity).empty();
        case QuantityKind::List:
            return std::get<TextList>(quantity).empty();
        case QuantityKind::Rows:
            return std::get<ValueRows>(quantity).empty();
        default:
            return false;
    }
}

}  // namespace

void FindingValues::set(std::string_view key, FindingQuantity quantity) {
    std::erase_if(m_values, [&](const Named& one) { return one.key == key; });
    if (!isNothing(quantity)) {
        m_values.push_back({key, std::move(quantity)});
    }
}

const FindingQuantity* FindingValues::find(std::string_view key) const {
    const auto at = std::find_if(m_values.begin(), m_values.end(),
                                 [&](const Named& one) { return one.key == key; });
    return at == m_values.end() ? nullptr : &at->quantity;
}

std::optional<double> FindingValues::share(std::string_view key) const {
    const auto share = get<ShareValue>(key);
    if (!share) {
        return std::nullopt;
    }
    return share->whole <= 0 ? 0.0
                             : static_cast<double>(share->part) / static_cast<double>(share->whole);
}

std::string_view FindingValues::caseOf(std::string_view key) const {
    return get<CaseName>(key).value_or(CaseName{}).name;
}

std::string FindingValues::text(std::string_view key) const {
    return get<std::string>(key).value_or(std::string{});
}

ValueRows caseRows(std::initializer_list<std::string_view> cases) {
    ValueRows rows;
    for (const std::string_view name : cases) {
        rows.emplace_back().set(kRowCase, CaseName{name});
    }
    return rows;
}

const ValueRows& FindingValues::rows(std::string_view key) const {
    static const ValueRows kNone;
    const FindingQuantity* found = find(key);
    const auto* rows = found == nullptr ? nullptr : std::get_if<ValueRows>(found);
    return rows == nullptr ? kNone : *rows;
}

}  // namespace gaplight
