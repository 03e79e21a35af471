// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/record/recording_text.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <filesystem>
#include <string_view>
#include <system_error>

#include <sys/wait.h>

#include "core/base/quantity_text.h"

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

namespace {

namespace fs = std::filesystem;

std::string adviceFor(const std::string& failure) {
    if (failure.find("INSUFFICIENT_PRIVILEGES") != std::string::npos) {
        return "; the driver lets only root profile: run as root, or load the driver with "
               "NVreg_RestrictProfilingToAdminUsers=0";
    }
    if (failure.find("MULTIPLE_SUBSCRIBERS") != std::string::npos) {
        return "; another profiler is in this program";
    }
    return "";
}

std::string whyNothing(const std::string& program) {
    const std::string nothing = "nothing was recorded: ";
    switch (driverPresence()) {
        case DriverPresence::NoDriver:
            return nothing + "there is no NVIDIA driver here";
        case DriverPresence::NoGpu:
            return nothing + "the NVIDIA driver has no GPU here";
        case DriverPresence::Gpu:
            break;
    }
    return nothing + program + " did not use CUDA while it was to be recorded";
}

std::string droppedText(const RecordedProcess& process) {
    return process.path + ": " + countText(process.counts.dropped, "record was", "records were") +
           " dropped: they came faster than they could be written";
}

}  // namespace

std::string freeTracePath(const std::string& folder, const std::string& program) {
    const std::string stem = fs::path(program).filename();
    std::error_code ignored;
    for (int number = 1;; ++number) {
        const std::string name =
            stem + (number == 1 ? "" : "-" + std::to_string(number)) + ".json.zst";
        const fs::path path = folder.empty() ? fs::path(name) : fs::path(folder) / name;
        if (!fs::exists(path, ignored)) {
            return path;
        }
    }
}

std::string exitText(const std::string& program, int waitStatus) {
    if (WIFSIGNALED(waitStatus)) {
        return program + " was ended by signal " + std::to_string(WTERMSIG(waitStatus)) + " (" +
               ::strsignal(WTERMSIG(waitStatus)) + ")";
    }
    const int code = WEXITSTATUS(waitStatus);
    return code == 0 ? "" : program + " exited with " + std::to_string(code);
}

std::vector<std::string> problemsOf(const std::string& program,
                                    const std::vector<RecordedProcess>& processes) {
    std::vector<std::string> lines;
    for (const RecordedProcess& process : processes) {
        if (!process.failure.empty()) {
            lines.push_back(
                (process.path.empty() ? "nothing was recorded: " : process.path + ": ") +
                process.failure + adviceFor(process.failure));
        }
        if (process.counts.dropped != 0) {
            lines.push_back(droppedText(process));
        }
        if (process.isAtLimit) {
            lines.push_back(process.path + ": recording stopped at --max-size");
        }
    }
    if (lines.empty() && firstTrace(processes).empty()) {
        lines.push_back(whyNothing(program));
    }
    return lines;
}

std::string firstTrace(const std::vector<RecordedProcess>& processes) {
    for (const RecordedProcess& process : processes) {
        if (!process.path.empty()) {
            return process.path;
        }
    }
    return {};
}

}  // namespace gaplight::record
