// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string>

#include "core/formats/format.h"

namespace gaplight::test {

// A format for tests. A file holds several JSON documents; each document is a source of the trace.
// TraceFacts come from the first document. An EventId is a byte offset in the file, so that args
// and source text can be read. Its files cannot be cut.
//
// No built-in format gives several sources yet. With this one, tests check that analysis, findings
// and reports do not mix equal process, device and correlation numbers of two sources.
[[nodiscard]] std::string textOfDocuments(std::span<const std::string> documents);

// The built-in formats and this one.
[[nodiscard]] std::span<const Format> formatsWithDocuments();

}  // namespace gaplight::test
