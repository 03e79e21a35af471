// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "core/record/event_json.h"
#include "core/record/record_stream.h"
#include "core/trace/trace.h"

namespace gaplight::record {

// The names that Kineto uses (libkineto/src/cupti_strings.cpp), so that any reader of its traces
// accepts these.
[[nodiscard]] std::string_view memoryKindName(MemoryKind kind);  // "Pageable"
[[nodiscard]] std::string_view copyKindName(CopyKind kind);      // "HtoD"
[[nodiscard]] std::string copyName(const CopyRecord& copy);  // "Memcpy HtoD (Pageable -> Device)"
[[nodiscard]] std::string_view syncKindName(SyncKind kind);  // "Stream Wait Event"

// True for calls that launch GPU work: flow arrows start there.
[[nodiscard]] bool startsWork(std::string_view callName);

// A kernel's or function's name as in its source; itself where it is not mangled.
[[nodiscard]] std::string demangled(std::string_view name);

// Output of a trace's events: their text and the time that counts as 0.
struct EventBase {
    std::int64_t baseTime = 0;  // ns since 1970; written times are relative to it
    std::string& text;          // events are appended to it

    std::int64_t since(std::int64_t time) const { return nsBetween(baseTime, time); }
};

// Each appends the activity and the end of its launch arrow. `device`: null if the GPU's properties
// are unknown; occupancy is then omitted.
void writeKernel(const EventBase& base, const KernelRecord& kernel, std::string_view name,
                 const DeviceProperties* device);
void writeCopy(const EventBase& base, const CopyRecord& copy);
void writeFill(const EventBase& base, const FillRecord& fill);

}  // namespace gaplight::record
