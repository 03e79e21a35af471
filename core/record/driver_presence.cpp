// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/record/driver_presence.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <string_view>
#include <system_error>

namespace gaplight::record {
namespace {

namespace fs = std::filesystem;

using Names = std::array<const char*, 3>;

// /dev/dxg is the GPU under WSL, the others that of a Jetson.
constexpr Names kOtherGpus{"dev/dxg", "dev/nvgpu", "dev/nvhost-gpu"};

bool hasAny(const fs::path& root, const Names& names) {
    return std::any_of(names.begin(), names.end(), [&](const char* name) {
        std::error_code ignored;
        return fs::exists(root / name, ignored);
    });
}

// /dev/nvidia0, /dev/nvidia1, ...
bool hasDeviceFile(const fs::path& root) {
    constexpr std::string_view kPrefix = "nvidia";
    std::error_code ignored;
    for (fs::directory_iterator at(root / "dev", ignored), end; at != end; at.increment(ignored)) {
        const std::string name = at->path().filename();
        if (name.size() > kPrefix.size() && name.starts_with(kPrefix) &&
            name[kPrefix.size()] >= '0' && name[kPrefix.size()] <= '9') {
            return true;
        }
    }
    return false;
}

bool hasListedGpu(const fs::path& root) {
    std::error_code failed;
    return fs::directory_iterator(root / "proc/driver/nvidia/gpus", failed) !=
           fs::directory_iterator();
}

}  // namespace

DriverPresence driverPresence(const std::string& root) {
    if (hasAny(root, kOtherGpus) || hasDeviceFile(root) || hasListedGpu(root)) {
        return DriverPresence::Gpu;
    }
    std::error_code ignored;
    const bool hasDriver = fs::exists(fs::path(root) / "proc/driver/nvidia/version", ignored) ||
                           fs::exists(fs::path(root) / "dev/nvidiactl", ignored);
    return hasDriver ? DriverPresence::NoGpu : DriverPresence::NoDriver;
}

}  // namespace gaplight::record
