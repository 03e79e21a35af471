// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string>

#include "core/formats/format.h"

namespace gaplight::test {

// A format whose files have several sources: the JSON documents of a list, each in its own place
// in the file. Facts beside the events are those of the first document. An EventId is an offset in
// the file, so that args and source text can be read. Its files cannot be cut.
//
// No format of the program gives several sources yet; this holds what lies behind the reader to
// keeping equal processes, devices and correlations of two sources apart.
[[nodiscard]] std::string textOfDocuments(std::span<const std::string> documents);

// The built-in formats and this one.
[[nodiscard]] std::span<const Format> formatsWithDocuments();

}  // namespace gaplight::test
