// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <filesystem>
#include <fstream>
#include <thread>

namespace gaplight::test {

// Waits until a write in `folder` gets a later modification time than writes before this call: a
// file system's clock advances in steps of some milliseconds.
inline void waitForFileClock(const std::filesystem::path& folder) {
    const std::filesystem::path probe = folder / "file_clock";
    const auto timeOfAWrite = [&] {
        std::ofstream(probe) << "x";
        return std::filesystem::last_write_time(probe);
    };
    for (const auto before = timeOfAWrite(); timeOfAWrite() == before;) {
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
    std::filesystem::remove(probe);
}

}  // namespace gaplight::test
