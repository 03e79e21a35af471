// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/formats/demangled_name.h"

#include <cstdlib>
#include <memory>

#include <cxxabi.h>

namespace gaplight {

std::string demangledName(std::string_view name) {
    std::string asRecorded(name);
    if (!name.starts_with("_Z")) {
        return asRecorded;
    }
    int status = 0;
    const std::unique_ptr<char, decltype(&std::free)> text(
        abi::__cxa_demangle(asRecorded.c_str(), nullptr, nullptr, &status), &std::free);
    return status == 0 ? std::string(text.get()) : asRecorded;
}

}  // namespace gaplight
