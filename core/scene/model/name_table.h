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

// How kernels are labelled: by their short name.
using NameShortener = std::function<std::string(std::string_view name)>;

// Label and colour of every name that slices have, so that drawing a slice is two array reads.
// The colour is that of the label: kernels that read alike look alike.
class NameTable {
public:
    NameTable() = default;
    // `shortenKernel` is called once per distinct kernel name; without it they stay whole. Python
    // frames and graphs of torch.compile are labelled by frameLabel(), all else as it is.
    // O(GPU activities + names).
    [[nodiscard]] static NameTable build(const Trace& trace, const NameShortener& shortenKernel);

    // At most kLabelBytes long, cut at a character; valid UTF-8 without control characters. Valid
    // as long as the table and the trace.
    [[nodiscard]] std::string_view label(StringId name) const { return m_labels[name.index()]; }
    [[nodiscard]] ColorRef color(StringId name) const { return m_colors[name.index()]; }

    static constexpr std::size_t kLabelBytes = 256;

private:
    std::vector<std::string_view> m_labels;  // per StringId
    std::vector<ColorRef> m_colors;
    std::vector<std::unique_ptr<std::string>> m_made;  // labels that are not in the trace
};

}  // namespace gaplight
