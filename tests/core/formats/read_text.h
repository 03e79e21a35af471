// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"
#include "core/formats/chrome/event_parser.h"
#include "core/trace/trace.h"

namespace gaplight::test {

// A whole trace out of bytes, or the error.
Result<std::shared_ptr<const Trace>> readBytes(std::string bytes);
// The same as text: a dump, or "error: ...".
std::string readToText(std::string bytes);

// The batch that the events of `json` become, read as one window.
EventBatch parseText(std::string_view json);

// What the splitter makes of `text` when it comes in pieces: the texts of the events, then what
// it put aside, found at the top level, and reported.
std::string splitInPieces(std::string_view text, const std::vector<std::size_t>& pieces);

// Files of tests/core/formats/cases, sorted by name, and the content of one.
std::vector<std::string> caseNames();
std::string caseBytes(const std::string& name);

}  // namespace gaplight::test
