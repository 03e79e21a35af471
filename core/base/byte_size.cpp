// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/base/byte_size.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <limits>
#include <string>
#include <utility>

namespace gaplight {
namespace {

constexpr std::array<std::pair<std::string_view, std::uint64_t>, 12> kUnits{{{"", 1},
                                                                             {"B", 1},
                                                                             {"K", 1'000},
                                                                             {"KB", 1'000},
                                                                             {"kB", 1'000},
                                                                             {"KiB", 1ULL << 10U},
                                                                             {"MB", 1'000'000},
                                                                             {"M", 1'000'000},
                                                                             {"GB", 1'000'000'000},
                                                                             {"G", 1'000'000'000},
                                                                             {"MiB", 1ULL << 20U},
                                                                             {"GiB", 1ULL << 30U}}};

}  // namespace

Result<std::uint64_t> parseBytes(std::string_view text) {
    std::uint64_t number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    std::string_view unit = text.substr(static_cast<std::size_t>(end - text.data()));
    unit.remove_prefix(std::min(unit.find_first_not_of(' '), unit.size()));
    for (const auto& [name, factor] : kUnits) {
        const bool fits = number <= std::numeric_limits<std::uint64_t>::max() / factor;
        if (error == std::errc{} && unit == name && fits) {
            return number * factor;
        }
    }
    return fail(ErrorCode::BadArgument,
                "'" + std::string(text) + "' is no size: expected one as in 500MB or 2GB");
}

}  // namespace gaplight
