// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "core/session/session.h"

namespace gaplight::test {

// A trace as the bytes of a pack.
[[nodiscard]] std::string packOf(const Trace& trace, const EventDetails& details,
                                 bool withArgs = true);
// The trace of a JSON text as the bytes of a pack; empty where it is no trace.
[[nodiscard]] std::string packOfText(const std::string& json);

// The pack as earlier programs wrote it: without hashes of its blocks of args.
[[nodiscard]] std::string packWithoutHashes(const std::string& pack);

// Bytes of a pack as they are opened.
[[nodiscard]] Result<LoadedTrace> readPacked(std::string bytes);

// A pack with some of its values changed by `choices`: numbers become others, or those of another
// row; bytes of texts, args and facts change; sections are cut. Blocks, checksums and directory are
// those of a whole pack, so that only the values are wrong.
[[nodiscard]] std::string mutatedPack(const std::string& pack,
                                      std::span<const std::uint8_t> choices);

}  // namespace gaplight::test
