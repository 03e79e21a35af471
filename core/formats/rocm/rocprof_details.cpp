// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/formats/rocm/rocprof_details.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "core/formats/chrome/event_args.h"

namespace gaplight {
namespace {

std::string shownText(const nlohmann::ordered_json& member) {
    return member.is_string()
               ? member.get<std::string>()
               : member.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

}  // namespace

Result<std::vector<Arg>> RocprofDetails::args(EventId event) const {
    const Result<std::string> text = readEventText(*m_source, event.number());
    if (!text) {
        return tl::unexpected(text.error());
    }
    const auto record = nlohmann::ordered_json::parse(*text, nullptr, false);
    std::vector<Arg> args;
    if (!record.is_object()) {
        return args;
    }
    for (const auto& [key, member] : record.items()) {
        if (!member.is_object()) {
            args.push_back({key, shownText(member)});
            continue;
        }
        for (const auto& [name, part] : member.items()) {
            args.push_back({fmt::format("{} / {}", key, name), shownText(part)});
        }
    }
    return args;
}

Result<std::string> RocprofDetails::raw(EventId event) const {
    return readEventText(*m_source, event.number());
}

}  // namespace gaplight
