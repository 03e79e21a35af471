// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "core/base/result.h"
#include "core/formats/format.h"
#include "core/io/byte_source.h"
#include "core/trace/trace_builder.h"

namespace gaplight {

// Endings of the names of trace files, without those of compression: ".json", ".sqlite". They
// select files in lists and are cut from names; the format of a file is decided by its content.
[[nodiscard]] std::span<const std::string_view> traceEndings();

// ".gz" and ".zst".
[[nodiscard]] std::span<const std::string_view> compressionEndings();

// `name` without one of compressionEndings(): "run.json.gz" is "run.json".
[[nodiscard]] std::string_view withoutCompressionEnding(std::string_view name);

// `name` without one of traceEndings(), and without one of compressionEndings() after it:
// "run.json.gz" is "run", "run.gz" is "run".
[[nodiscard]] std::string_view withoutTraceEnding(std::string_view name);

// Whether `name` has one of traceEndings(), alone or with one of compressionEndings() after it:
// true for "run.json.gz", false for "run.gz".
[[nodiscard]] bool hasTraceEnding(std::string_view name);

// The formats that this program reads, in the order in which they are tried.
[[nodiscard]] std::span<const Format> builtInFormats();

// Reads all of `bytes` into `builder`, on all cores, by the first of `formats` that accepts it; the
// caller then calls `builder.finish(result.facts)`. `path`: of the file that `bytes` reads, empty
// if there is none. Memory beside the trace: as the header of the format's reader says.
// Errors: NotATrace (its message names the content), NotReadable, Corrupt, TooLarge, Cancelled;
// every other problem is an import issue in the builder.
[[nodiscard]] Result<OpenedTrace> openTrace(const std::string& path, ByteSource& bytes,
                                            TraceBuilder& builder, const ReadOptions& options = {},
                                            std::span<const Format> formats = builtInFormats());
// The same for bytes without a file.
[[nodiscard]] inline Result<OpenedTrace> openTrace(ByteSource& bytes, TraceBuilder& builder,
                                                   const ReadOptions& options = {}) {
    return openTrace({}, bytes, builder, options);
}

// The kind of content that no format accepts, for an error message: "a PNG image".
[[nodiscard]] std::string describeContent(std::string_view head);

// The first `maxBytes` that a source gives, fewer where it ends before; the source is past them.
[[nodiscard]] Result<std::string> readHead(ByteSource& source, std::size_t maxBytes);

}  // namespace gaplight
