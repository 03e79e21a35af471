// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "recorder/symbol_names.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstring>
#include <fstream>
#include <string_view>

#include <dlfcn.h>
#include <elf.h>

namespace gaplight::recorder {
namespace {

constexpr std::uint64_t kMaxTableBytes = 256U << 20;

template <class T>
bool readArray(std::ifstream& file, std::uint64_t offset, std::vector<T>& into) {
    file.seekg(static_cast<std::streamoff>(offset));
    file.read(reinterpret_cast<char*>(into.data()),
              static_cast<std::streamsize>(into.size() * sizeof(T)));
    return static_cast<bool>(file);
}

std::vector<Elf64_Shdr> sectionsOf(std::ifstream& file) {
    std::vector<Elf64_Ehdr> header(1);
    const bool isElf =
        readArray(file, 0, header) && std::memcmp(header[0].e_ident, ELFMAG, SELFMAG) == 0 &&
        header[0].e_ident[EI_CLASS] == ELFCLASS64 && header[0].e_shentsize == sizeof(Elf64_Shdr);
    std::vector<Elf64_Shdr> sections(isElf ? header[0].e_shnum : 0U);
    return !sections.empty() && readArray(file, header[0].e_shoff, sections)
               ? sections
               : std::vector<Elf64_Shdr>();
}

std::string_view fileName(std::string_view path) {
    return path.substr(path.rfind('/') + 1);
}

}  // namespace

const std::vector<SymbolNames::Symbol>& SymbolNames::tableOf(const std::string& path) {
    const auto [found, isNew] = m_tables.try_emplace(path);
    std::vector<Symbol>& table = found->second;
    if (!isNew) {
        return table;
    }
    std::ifstream file(path, std::ios::binary);
    const std::vector<Elf64_Shdr> sections = sectionsOf(file);
    for (const Elf64_Shdr& section : sections) {
        const bool isTable = section.sh_type == SHT_SYMTAB && section.sh_link < sections.size();
        if (!isTable || section.sh_size > kMaxTableBytes ||
            sections[section.sh_link].sh_size > kMaxTableBytes) {
            continue;
        }
        std::vector<Elf64_Sym> symbols(section.sh_size / sizeof(Elf64_Sym));
        std::vector<char> names(sections[section.sh_link].sh_size + 1);
        names.pop_back();
        if (!readArray(file, section.sh_offset, symbols) ||
            !readArray(file, sections[section.sh_link].sh_offset, names)) {
            break;
        }
        names.push_back('\0');
        for (const Elf64_Sym& symbol : symbols) {
            const bool isFunction = ELF64_ST_TYPE(symbol.st_info) == STT_FUNC &&
                                    symbol.st_size != 0 && symbol.st_name < names.size();
            if (isFunction) {
                table.push_back({symbol.st_value, symbol.st_value + symbol.st_size,
                                 std::string(names.data() + symbol.st_name)});
            }
        }
    }
    std::sort(table.begin(), table.end(),
              [](const Symbol& a, const Symbol& b) { return a.begin < b.begin; });
    return table;
}

SymbolNames::Function SymbolNames::at(std::uint64_t address) {
    Dl_info info{};
    if (::dladdr(reinterpret_cast<const void*>(address), &info) == 0) {
        return {"?", "?"};
    }
    const std::string path = info.dli_fname == nullptr ? "" : info.dli_fname;
    Function function{std::string(fileName(path)), {}};
    if (info.dli_sname != nullptr) {
        function.name = info.dli_sname;
        return function;
    }
    const std::uint64_t base = reinterpret_cast<std::uint64_t>(info.dli_fbase);
    // A program may be started by a relative path and have changed its folder since.
    const std::vector<Symbol>& own = tableOf(path);
    const std::vector<Symbol>& table =
        own.empty() && path.find(".so") == std::string::npos ? tableOf("/proc/self/exe") : own;
    for (const std::uint64_t at : {address - base, address}) {  // position independent, or not
        auto after = std::upper_bound(
            table.begin(), table.end(), at,
            [](std::uint64_t offset, const Symbol& symbol) { return offset < symbol.begin; });
        if (after != table.begin() && at < std::prev(after)->end) {
            function.name = std::prev(after)->name;
            return function;
        }
    }
    std::array<char, 32> offset{};
    std::snprintf(offset.data(), offset.size(), "+0x%llx",
                  static_cast<unsigned long long>(address - base));
    function.name = function.file + offset.data();
    return function;
}

}  // namespace gaplight::recorder
