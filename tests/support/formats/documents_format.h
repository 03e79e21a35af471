// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <span>
#include <string>

#include "core/formats/format.h"
#include "core/session/session.h"

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

// Opens a trace from memory in one of them. Errors: as openSession().
[[nodiscard]] Result<std::shared_ptr<const Session>> openText(const std::string& text);

}  // namespace gaplight::test
