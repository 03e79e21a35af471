// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <stop_token>

#include "core/index/search_hits.h"
#include "core/session/saved_view.h"
#include "core/session/session.h"

namespace gaplight::ui {

// Searches a trace again, blocking. Reads the args of its file where the search needs them. Null
// where it was stopped, is no valid query, or the file cannot be read. Cost of the search.
[[nodiscard]] std::shared_ptr<const SearchHits> runSavedSearch(const Session& session,
                                                               const SavedSearch& search,
                                                               const std::stop_token& stop);

}  // namespace gaplight::ui
