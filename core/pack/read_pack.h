// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/pack/facts_text.h"
#include "core/pack/pack_file.h"
#include "core/pack/table_completion.h"

namespace gaplight {

struct PackedTrace {
    PackFacts facts;  // without sources and issues, which are in the tables
    TraceTables tables;
};

// Reads and checks all tables, on all cores. Memory: that of the trace, and a few bytes more for
// each slice. Errors: Corrupt, NotReadable.
[[nodiscard]] Result<PackedTrace> readPack(const PackFile& file);

}  // namespace gaplight
