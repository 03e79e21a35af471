// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace gaplight::recorder {

// Function names by address, from the exported symbols and the symbol table (absent in stripped
// files) of each loaded file. A file's table is read at its first use.
class SymbolNames {
public:
    struct Function {
        std::string file;  // "libcudart.so.13"
        std::string name;  // mangled, or "file+0x1234" where nothing else is known
    };
    [[nodiscard]] Function at(std::uint64_t address);

private:
    struct Symbol {
        std::uint64_t begin = 0;  // from where the file is loaded
        std::uint64_t end = 0;
        std::string name;
    };
    const std::vector<Symbol>& tableOf(const std::string& path);

    std::map<std::string, std::vector<Symbol>> m_tables;  // by path, by address
};

}  // namespace gaplight::recorder
