// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string_view>

namespace gaplight {

// How the names of trace files end: ".json", ".sqlite". A file's content decides its format; these
// are for lists of files and for names made from others.
[[nodiscard]] std::span<const std::string_view> traceEndings();

// ".gz" and ".zst".
[[nodiscard]] std::span<const std::string_view> compressionEndings();

// `name` without one of traceEndings(), and without one of compressionEndings() behind it:
// "run.json.gz" is "run", "run.gz" is "run".
[[nodiscard]] std::string_view withoutTraceEnding(std::string_view name);

// Whether `name` ends as a trace, compressed or not: "run.json.gz", not "run.gz".
[[nodiscard]] bool hasTraceEnding(std::string_view name);

}  // namespace gaplight
