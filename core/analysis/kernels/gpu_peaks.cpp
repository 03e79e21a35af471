// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/kernels/gpu_peaks.h"

#include <algorithm>

#include <toml++/toml.h>

namespace gaplight {
namespace {

constexpr double kTera = 1e12;
constexpr double kGiga = 1e9;

bool isWordCharacter(char c) {
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

bool containsWord(std::string_view text, std::string_view part) {
    const std::size_t at = part.empty() ? std::string_view::npos : text.find(part);
    return at != std::string_view::npos &&
           (at + part.size() == text.size() || !isWordCharacter(text[at + part.size()]));
}

}  // namespace

double GpuPeaks::flopsOf(ElementType type, bool usesTensorCores) const {
    switch (type) {
        case ElementType::Float64:
            return fp64;
        case ElementType::Float32:
            return usesTensorCores && tf32 > 0 ? tf32 : fp32;
        case ElementType::Float16:
            return fp16;
        case ElementType::BFloat16:
            return bf16;
        case ElementType::Float8:
            return fp8;
        default:
            return 0;
    }
}

double GpuPeaks::linkBytesIn(std::size_t gpus) const {
    return peerBytes > 0 && gpus > 1
               ? std::min(linkBytes, peerBytes * static_cast<double>(gpus - 1))
               : linkBytes;
}

std::vector<GpuPeaks> parseGpuPeaks(std::string_view text) {
    std::vector<GpuPeaks> all;
    try {
        const toml::table file = toml::parse(text);
        const toml::array* gpus = file["gpu"].as_array();
        for (std::size_t at = 0; gpus != nullptr && at < gpus->size(); ++at) {
            const toml::table* row = gpus->get(at)->as_table();
            if (row == nullptr) {
                continue;
            }
            const auto number = [&](std::string_view key) { return (*row)[key].value_or(0.0); };
            all.push_back({(*row)["name"].value_or(std::string()),
                           (*row)["without"].value_or(std::string()),
                           (*row)["source"].value_or(std::string()), number("memory") * kGiga,
                           number("fp64") * kTera, number("fp32") * kTera, number("tf32") * kTera,
                           number("fp16") * kTera, number("bf16") * kTera, number("fp8") * kTera,
                           (*row)["link"].value_or(std::string()), number("link_rate") * kGiga,
                           number("peer_rate") * kGiga});
        }
    } catch (const toml::parse_error&) {
        all.clear();
    }
    return all;
}

std::span<const GpuPeaks> knownGpuPeaks() {
    static const std::vector<GpuPeaks> kAll = parseGpuPeaks(gpuPeaksFile());
    return kAll;
}

const GpuPeaks* gpuPeaksOf(std::string_view name) {
    const GpuPeaks* best = nullptr;
    for (const GpuPeaks& one : knownGpuPeaks()) {
        const bool isAnother = !one.without.empty() && name.find(one.without) != name.npos;
        const bool isLonger = best == nullptr || one.name.size() > best->name.size();
        if (containsWord(name, one.name) && !isAnother && isLonger) {
            best = &one;
        }
    }
    return containsWord(name, "MIG") ? nullptr : best;
}

}  // namespace gaplight
