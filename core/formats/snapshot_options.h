// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <stop_token>

namespace gaplight {

struct SnapshotReadOptions {
    // Called with the bytes of the file read so far and in all (0: not known).
    std::function<void(std::uint64_t read, std::uint64_t total)> onProgress;
    // Stops within 100 ms with ErrorCode::Cancelled.
    std::stop_token stop;
};

}  // namespace gaplight
