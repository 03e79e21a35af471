// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/record/kineto_names.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <memory>

#include <cxxabi.h>

namespace gaplight::record {
namespace {

template <std::size_t Size, class Kind>
std::string_view nameOf(const std::array<std::string_view, Size>& names, Kind kind) {
    const auto at = static_cast<std::size_t>(kind);
    return at < Size ? names[at] : "Unknown";
}

}  // namespace

std::string_view memoryKindName(MemoryKind kind) {
    static constexpr std::array<std::string_view, 8> kNames{
        "Unknown", "Pageable", "Pinned",        "Device",
        "Array",   "Managed",  "Device Static", "Managed Static"};
    return nameOf(kNames, kind);
}

std::string_view copyKindName(CopyKind kind) {
    static constexpr std::array<std::string_view, 11> kNames{
        "Unknown", "HtoD", "DtoH", "HtoA", "AtoH", "AtoA", "AtoD", "DtoA", "DtoD", "HtoH", "PtoP"};
    return nameOf(kNames, kind);
}

std::string copyName(const CopyRecord& copy) {
    std::string name = "Memcpy ";
    name += copyKindName(copy.kind);
    name += " (";
    name += memoryKindName(copy.source);
    name += " -> ";
    name += memoryKindName(copy.target);
    return name + ")";
}

std::string_view syncKindName(SyncKind kind) {
    static constexpr std::array<std::string_view, 5> kNames{
        "Unknown", "Event Sync", "Stream Wait Event", "Stream Sync", "Context Sync"};
    return nameOf(kNames, kind);
}

bool startsWork(std::string_view callName) {
    static constexpr std::array<std::string_view, 3> kWords{"Launch", "Memcpy", "Memset"};
    return std::any_of(kWords.begin(), kWords.end(), [&](std::string_view word) {
        return callName.find(word) != std::string_view::npos;
    });
}

std::string demangled(std::string_view name) {
    if (!name.starts_with("_Z")) {
        return std::string(name);
    }
    struct Free {
        void operator()(char* text) const { std::free(text); }
    };
    int status = 0;
    const std::unique_ptr<char, Free> text(
        abi::__cxa_demangle(std::string(name).c_str(), nullptr, nullptr, &status));
    return status == 0 ? std::string(text.get()) : std::string(name);
}

}  // namespace gaplight::record
