// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/scene/model/name_table.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <utility>

#include "core/analysis/serving/iteration_name.h"
#include "core/analysis/torch/kernel_group.h"
#include "core/analysis/torch/python_frame.h"
#include "core/base/printable_text.h"

namespace gaplight {
namespace {

// `ProfilerStep#12` without its number.
std::string_view withoutNumber(std::string_view name) {
    std::size_t end = name.size();
    while (end > 0 && name[end - 1] >= '0' && name[end - 1] <= '9') {
        --end;
    }
    return end > 0 && end < name.size() && name[end - 1] == '#' ? name.substr(0, end) : name;
}

std::uint64_t nameHash(std::string_view name) {
    std::uint64_t hash = 0xcbf29ce484222325ULL;
    for (const char byte : withoutNumber(name)) {
        hash = (hash ^ static_cast<unsigned char>(byte)) * 0x100000001b3ULL;
    }
    // The low bits of FNV-1a depend on few input bits; fold the high ones in.
    return hash ^ (hash >> 32U);
}

}  // namespace

ColorRef nameColor(std::string_view name) {
    return ColorRef::hue(static_cast<std::uint16_t>(nameHash(name) % ColorRef::kHues));
}

namespace {

// Degrees, by KernelGroup: far from the red of idle time. Communication and copies have the colors
// that they have in the bar of a GPU's time.
constexpr std::array<std::uint16_t, kKernelGroups> kGroupHues{255, 300, 222, 140, 105,
                                                              240, 185, 330, 65};
constexpr std::uint16_t kGroupSpread = 16;  // degrees around it, by name

ColorRef kernelColor(KernelGroup group, std::string_view label) {
    if (group == KernelGroup::Copy) {
        return ColorRef::paleHue(kGroupHues[static_cast<std::size_t>(group)]);
    }
    return ColorRef::hue(static_cast<std::uint16_t>(kGroupHues[static_cast<std::size_t>(group)] +
                                                    ColorRef::kHues - kGroupSpread / 2 +
                                                    nameHash(label) % kGroupSpread));
}

bool isControl(char byte) {
    return static_cast<unsigned char>(byte) < 0x20 || byte == 0x7f;
}

bool needsRepair(std::string_view text) {
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t length = utf8SequenceLength(text, at);
        if (length == 0 || isControl(text[at])) {
            return true;
        }
        at += length;
    }
    return false;
}

std::string repaired(std::string_view text) {
    std::string result = validUtf8(text);
    std::replace_if(result.begin(), result.end(), isControl, ' ');
    return result;
}

}  // namespace

namespace {

// What has a name.
enum class Of : std::uint8_t { Host, Copy, Memset, Kernel };

std::vector<Of> activityNames(const Trace& trace) {
    std::vector<Of> of(trace.strings().size(), Of::Host);
    for (const GpuActivity& activity : trace.gpuActivities()) {
        const StringId name = trace.slices().name(activity.slice);
        if (name.isValid()) {
            const SliceKind kind = trace.kind(activity.slice);
            of[name.index()] = kind == SliceKind::Kernel   ? Of::Kernel
                               : kind == SliceKind::Memset ? Of::Memset
                                                           : Of::Copy;
        }
    }
    return of;
}

}  // namespace

NameTable NameTable::build(const Trace& trace, const NameShortener& shortenKernel) {
    NameTable table;
    const std::size_t count = trace.strings().size();
    const std::vector<Of> of = activityNames(trace);
    const auto groupOf = [&](std::size_t at) {
        return of[at] == Of::Kernel ? kernelGroupOf(trace.text(StringId(at))) : KernelGroup::Copy;
    };
    const auto colorOf = [&](std::size_t at, KernelGroup group, std::string_view label) {
        if (of[at] != Of::Host) {
            return kernelColor(group, label);
        }
        return ColorRef::paleHue(nameColor(label).degrees());
    };
    // As gpuActivityTotals() counts them.
    const auto partOf = [&](std::size_t at, KernelGroup group) {
        return of[at] == Of::Copy                 ? Role::Copy
               : group == KernelGroup::Collective ? Role::Communication
                                                  : Role::Compute;
    };
    table.m_labels.reserve(count);
    table.m_colors.reserve(count);
    table.m_parts.reserve(count);
    const auto keep = [&table](std::string text) {
        table.m_made.push_back(std::make_unique<std::string>(std::move(text)));
        return std::string_view(*table.m_made.back());
    };
    for (std::size_t i = 0; i < count; ++i) {
        std::string_view label = trace.text(StringId(i));
        if (of[i] == Of::Kernel && shortenKernel) {
            label = keep(shortenKernel(label));
        } else if (std::optional<std::string> frame = frameLabel(label)) {
            label = keep(*std::move(frame));
        }
        const std::optional<IterationName> iteration = readIterationName(label);
        if (iteration) {
            label = keep(iterationLabel(*iteration));
        }
        label = truncateUtf8(label, kLabelBytes);
        if (needsRepair(label)) {
            label = keep(repaired(label));
        }
        const KernelGroup group = groupOf(i);
        table.m_labels.push_back(label.empty() ? std::string_view("(no name)") : label);
        table.m_colors.push_back(label.empty() ? ColorRef::neutralSlice()
                                 : iteration   ? nameColor(servingPhaseName(iteration->phase))
                                               : colorOf(i, group, label));
        table.m_parts.push_back(partOf(i, group));
    }
    return table;
}

NameTable NameTable::withColors(std::vector<ColorRef> colors) const {
    NameTable table;
    table.m_labels = m_labels;
    table.m_parts = m_parts;
    table.m_colors = std::move(colors);
    return table;
}

}  // namespace gaplight
