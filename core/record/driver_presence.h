// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>

namespace gaplight::record {

// Whether CUDA would find a driver and a GPU on this machine, or in this container.
enum class DriverPresence : std::uint8_t { NoDriver, NoGpu, Gpu };

// Reads a few names below /proc and /dev of `root`; loads nothing.
[[nodiscard]] DriverPresence driverPresence(const std::string& root = "/");

}  // namespace gaplight::record
