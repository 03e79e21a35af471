// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "core/base/result.h"
#include "core/formats/read_trace.h"

namespace gaplight {

// One file format that we read.
struct Format {
    const char* name;
    // Decides by the first kSniffBytes of the inflated source (fewer where it is shorter).
    bool (*sniff)(std::string_view head);
    // Reads a source whose first bytes, `head`, have been taken already.
    Result<ReadResult> (*open)(std::string head, ByteSource& source, TraceBuilder& builder,
                               const ReadOptions& options);
};

inline constexpr std::size_t kSniffBytes = 4096;

// What bytes that no format knows seem to be, as an error says it: "a PNG image".
[[nodiscard]] std::string describeContent(std::string_view head);

}  // namespace gaplight
