// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/record/open_ranges.h"

namespace gaplight::record {

std::pair<std::string_view, std::string_view> nameAndDomain(std::string_view tail) {
    const std::size_t zero = tail.find('\0');
    return zero == std::string_view::npos ? std::pair(tail, std::string_view())
                                          : std::pair(tail.substr(0, zero), tail.substr(zero + 1));
}

void OpenRanges::begin(const RangeRecord& record, std::string_view tail) {
    const auto [name, domain] = nameAndDomain(tail);
    NamedRange range{record.time, record.thread, std::string(name), std::string(domain)};
    if (record.phase == RangePhase::Push) {
        m_pushed[{record.thread, record.id}].push_back(std::move(range));
    } else {
        m_started.insert_or_assign(record.id, std::move(range));
    }
}

std::optional<NamedRange> OpenRanges::end(const RangeRecord& record) {
    if (record.phase == RangePhase::Pop) {
        const auto found = m_pushed.find({record.thread, record.id});
        if (found == m_pushed.end() || found->second.empty()) {
            return std::nullopt;
        }
        NamedRange range = std::move(found->second.back());
        found->second.pop_back();
        return range;
    }
    const auto found = m_started.find(record.id);
    if (found == m_started.end()) {
        return std::nullopt;
    }
    NamedRange range = std::move(found->second);
    m_started.erase(found);
    return range;
}

void OpenRanges::forEach(const std::function<void(const NamedRange&)>& visit) const {
    for (const auto& [owner, ranges] : m_pushed) {
        for (const NamedRange& range : ranges) {
            visit(range);
        }
    }
    for (const auto& [id, range] : m_started) {
        visit(range);
    }
}

}  // namespace gaplight::record
