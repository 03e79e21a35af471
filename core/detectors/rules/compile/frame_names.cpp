// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/detectors/rules/compile/frame_names.h"

#include <string>
#include <string_view>

#include "core/analysis/idle/host_cause.h"
#include "core/analysis/torch/python_frame.h"

namespace gaplight {

FrameNames::FrameNames(const Trace& trace, const PlaceFinder& places,
                       std::span<const CompiledRegion> regions)
    : m_trace(trace) {
    for (const CompiledRegion& region : regions) {
        if (region.frame.isValid()) {
            const StringId name = trace.slices().name(region.frame);
            if (places.isUserFrame(name)) {
                m_functions.emplace(region.id.frame, name);
            }
        }
    }
}

void FrameNames::set(std::int32_t frame, FindingValues& values) const {
    values.set("frame", CaseName{frame < 0 ? "unnamed" : "numbered"});
    if (frame >= 0) {
        values.set("frame_id", std::to_string(frame));
    }
    if (const StringId name = function(frame); name.isValid()) {
        const std::string_view path = shortFrame(m_trace.text(name));
        values.set("frame_function", std::string(functionOfFrame(path)));
        values.set("frame_line", std::string(path.substr(0, path.find(": "))));
    }
}

StringId FrameNames::function(std::int32_t frame) const {
    const auto at = m_functions.find(frame);
    return at == m_functions.end() ? StringId{} : at->second;
}

}  // namespace gaplight
