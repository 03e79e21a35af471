// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "core/record/record_stream.h"

// The names that Kineto uses (libkineto/src/cupti_strings.cpp), so that any
// reader of its traces accepts these.
namespace gaplight::record {

[[nodiscard]] std::string_view memoryKindName(MemoryKind kind);  // "Pageable"
[[nodiscard]] std::string_view copyKindName(CopyKind kind);      // "HtoD"
[[nodiscard]] std::string copyName(const CopyRecord& copy);  // "Memcpy HtoD (Pageable -> Device)"
[[nodiscard]] std::string_view syncKindName(SyncKind kind);  // "Stream Wait Event"

// True for calls that launch GPU work: flow arrows start there.
[[nodiscard]] bool startsWork(std::string_view callName);

// A kernel's or function's name as in its source; itself where it is not mangled.
[[nodiscard]] std::string demangled(std::string_view name);

}  // namespace gaplight::record
