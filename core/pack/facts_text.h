// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/base/import_issue.h"
#include "core/base/result.h"
#include "core/pack/args_listing.h"
#include "core/pack/pack_file.h"
#include "core/trace/source.h"
#include "core/trace/trace.h"

namespace gaplight {

// What a pack stores of a trace beside its tables.
struct PackFacts {
    TraceFacts facts;             // without path
    std::vector<Source> sources;  // without paths
    ImportIssues issues;
    std::string cacheKey;  // of a pack in the cache (core/session/pack_cache.h); empty in others
    bool hasArgs = false;
    FieldKeys fieldKeys = FieldKeys::None;
};

[[nodiscard]] std::string factsBytes(const PackFacts& facts);
// Errors: Corrupt.
[[nodiscard]] Result<PackFacts> factsFrom(std::string_view bytes);
// Reads these alone. Errors: Corrupt, NotReadable.
[[nodiscard]] Result<PackFacts> readPackFacts(const PackFile& file);

}  // namespace gaplight
