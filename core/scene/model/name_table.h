// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "core/scene/display/color_ref.h"
#include "core/trace/trace.h"

namespace gaplight {

// Hue of a name, from the FNV-1a hash of its bytes: the same in every run, trace, panel and image.
// A number after `#` is not hashed, so that `ProfilerStep#1` and `ProfilerStep#2` look alike.
[[nodiscard]] ColorRef nameColor(std::string_view name);

// Returns the label of a kernel: its short name.
using NameShortener = std::function<std::string(std::string_view name)>;

// Label and color of every slice name, so that drawing a slice takes two array reads. Kernels have
// the color of their group (KernelGroup), a little different by label, communication and copies
// that of their part of a GPU's time. Beside GPU work the colors of host code are pale: what shouts
// is what a GPU did. The color is computed from the label: names with the same label have the same.
class NameTable {
public:
    NameTable() = default;
    // `shortenKernel` is called once per distinct kernel name; null keeps full names. Python frames
    // and torch.compile graphs are labeled by frameLabel(), iterations of servers by
    // iterationLabel() in the color of their phase, all others by their name.
    // O(GPU activities + names).
    [[nodiscard]] static NameTable build(const Trace& trace, const NameShortener& shortenKernel);

    // At most kLabelBytes, cut at a character boundary; valid UTF-8 without control characters. The
    // view is valid while the table and the trace live.
    std::string_view label(StringId name) const { return m_labels[name.index()]; }
    ColorRef color(StringId name) const { return m_colors[name.index()]; }
    // Of a GPU activity: Role::Compute, Communication or Copy, the part of a GPU's time that it is
    // in. Of other names Role::Compute.
    Role part(StringId name) const { return m_parts[name.index()]; }

    // The same labels in other colors, one for each StringId. This table must outlive it.
    NameTable withColors(std::vector<ColorRef> colors) const;

    static constexpr std::size_t kLabelBytes = 256;

private:
    std::vector<std::string_view> m_labels;  // per StringId
    std::vector<ColorRef> m_colors;
    std::vector<Role> m_parts;
    std::vector<std::unique_ptr<std::string>>
        m_made;  // labels that differ from the name in the trace
};

}  // namespace gaplight
