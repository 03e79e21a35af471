// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace gaplight::bench {

// What the replay of one trace costs. All figures are doubles, so that they can be handed from one
// process to another.
struct ReplayPricing {
    double buildSeconds = 0;     // the dependency graph and its unchanged replays
    double findingsSeconds = 0;  // 30 sets of edits, in parallel
    double answerSeconds = 0;    // one edit in the window: everything that happens under it
    double findings = 0;
    double slices = 0;
    double activities = 0;
};

// Reads the trace, then prices as many findings as a load does: all blocking calls dropped, a tenth
// of them each, and host time scaled from all over the trace. Throws std::runtime_error where the
// trace cannot be read.
[[nodiscard]] ReplayPricing priceByReplay(const std::string& path);

}  // namespace gaplight::bench
