// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string_view>

#include "core/formats/chrome/split_text.h"
#include "core/trace/event_batch.h"

namespace gaplight {

struct ParsedEvents {
    EventBatch batch;
    std::uint64_t withPhase = 0;  // events with a ph, known or not; 0: the file is no trace
};

// Reads the events of one window. `text` needs kTextPadding and is not kept; `offset`: its position
// in the source. A bad event becomes an issue and affects no other. Safe from any thread.
[[nodiscard]] ParsedEvents parseEvents(std::string_view text, std::uint64_t offset,
                                       const SplitWindow& window);

}  // namespace gaplight
