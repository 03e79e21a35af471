// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <string>

#include "core/analysis/torch/compiled_regions.h"
#include "core/analysis/torch/place.h"
#include "core/trace/trace.h"

namespace gaplight {

// Which Python function a compiled frame's number represents, according to call stacks.
class FrameNames {
public:
    FrameNames(const Trace& trace, const PlaceFinder& places,
               std::span<const CompiledRegion> regions);

    // "frame 0 (`forward`, model.py(9))", "frame 0", "an unnamed frame" for -1.
    [[nodiscard]] std::string text(std::int32_t frame) const;
    // The name of its Python function; invalid where it is not known.
    [[nodiscard]] StringId function(std::int32_t frame) const;

private:
    const Trace& m_trace;
    std::map<std::int32_t, StringId> m_functions;
};

}  // namespace gaplight
