// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/formats/pickle/pickle_opcodes.h"

#include <algorithm>
#include <array>

namespace gaplight {
namespace {

struct RefusedOpcode {
    std::uint8_t opcode;
    std::string_view name;
};

constexpr std::array kRefused{
    RefusedOpcode{'c', "GLOBAL"},
    RefusedOpcode{0x93, "STACK_GLOBAL"},
    RefusedOpcode{'R', "REDUCE"},
    RefusedOpcode{'b', "BUILD"},
    RefusedOpcode{'i', "INST"},
    RefusedOpcode{'o', "OBJ"},
    RefusedOpcode{0x81, "NEWOBJ"},
    RefusedOpcode{0x92, "NEWOBJ_EX"},
    RefusedOpcode{0x82, "EXT1"},
    RefusedOpcode{0x83, "EXT2"},
    RefusedOpcode{0x84, "EXT4"},
    RefusedOpcode{'P', "PERSID"},
    RefusedOpcode{'Q', "BINPERSID"},
    RefusedOpcode{0x97, "NEXT_BUFFER"},
    RefusedOpcode{0x98, "READONLY_BUFFER"},
    RefusedOpcode{'I', "INT"},
    RefusedOpcode{'L', "LONG"},
    RefusedOpcode{'F', "FLOAT"},
    RefusedOpcode{'S', "STRING"},
    RefusedOpcode{'V', "UNICODE"},
    RefusedOpcode{'p', "PUT"},
    RefusedOpcode{'g', "GET"},
};

}  // namespace

std::string_view refusedOpcodeName(std::uint8_t opcode) {
    const auto at = std::find_if(kRefused.begin(), kRefused.end(),
                                 [&](const RefusedOpcode& one) { return one.opcode == opcode; });
    return at == kRefused.end() ? std::string_view{} : at->name;
}

}  // namespace gaplight
