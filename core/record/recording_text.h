// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/record/recording.h"

// Messages about a recording, shared by the command line and the window.

namespace gaplight::record {

// Whether CUDA would find a driver and a GPU on this machine, or in this container.
enum class DriverPresence : std::uint8_t { NoDriver, NoGpu, Gpu };

// Reads a few names below /proc and /dev of `root`; loads nothing.
[[nodiscard]] DriverPresence driverPresence(const std::string& root = "/");

// Unused path in a folder (empty: the current one): "python3.json.zst", otherwise with a number.
[[nodiscard]] std::string freeTracePath(const std::string& folder, const std::string& program);

// "planted exited with 7", "planted was ended by signal 11 (Segmentation fault)"; empty for 0.
[[nodiscard]] std::string exitText(const std::string& program, int waitStatus);

// Problems and notices of a recording, one per line; `program`: its name.
[[nodiscard]] std::vector<std::string> problemsOf(const std::string& program,
                                                  const std::vector<RecordedProcess>& processes);

// The first trace that was written; empty: none.
[[nodiscard]] std::string firstTrace(const std::vector<RecordedProcess>& processes);

}  // namespace gaplight::record
