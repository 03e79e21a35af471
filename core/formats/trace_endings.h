// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string_view>

namespace gaplight {

// Endings of the names of trace files, without those of compression: ".json", ".sqlite". They
// select files in lists and are cut from names; the format of a file is decided by its content.
[[nodiscard]] std::span<const std::string_view> traceEndings();

// ".gz" and ".zst".
[[nodiscard]] std::span<const std::string_view> compressionEndings();

// `name` without one of traceEndings(), and without one of compressionEndings() behind it:
// "run.json.gz" is "run", "run.gz" is "run".
[[nodiscard]] std::string_view withoutTraceEnding(std::string_view name);

// Whether `name` has one of traceEndings(), alone or with one of compressionEndings() behind it:
// true for "run.json.gz", false for "run.gz".
[[nodiscard]] bool hasTraceEnding(std::string_view name);

}  // namespace gaplight
