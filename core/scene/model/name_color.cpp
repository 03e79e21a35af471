// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/scene/model/name_color.h"

#include <cstdint>

namespace gaplight {
namespace {

// `ProfilerStep#12` without its number.
std::string_view withoutNumber(std::string_view name) {
    std::size_t end = name.size();
    while (end > 0 && name[end - 1] >= '0' && name[end - 1] <= '9') {
        --end;
    }
    return end > 0 && end < name.size() && name[end - 1] == '#' ? name.substr(0, end) : name;
}

}  // namespace

ColorRef nameColor(std::string_view name) {
    std::uint64_t hash = 0xcbf29ce484222325ULL;
    for (const char byte : withoutNumber(name)) {
        hash = (hash ^ static_cast<unsigned char>(byte)) * 0x100000001b3ULL;
    }
    // The low bits of FNV-1a depend on few input bits; fold the high ones in.
    return ColorRef::hue(static_cast<std::uint16_t>((hash ^ (hash >> 32U)) % ColorRef::kHues));
}

}  // namespace gaplight
