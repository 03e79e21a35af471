// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdlib>
#include <string>
#include <string_view>
#include <utility>

#include "core/cut/json_output.h"
#include "core/cut/part_rows.h"
#include "core/formats/open_trace.h"
#include "core/index/launch_index.h"
#include "core/io/byte_source.h"
#include "core/trace/trace_builder.h"

namespace gaplight::fuzz {

// Writes half of a trace as JSON and reads it again: a part of any trace is one without a malformed
// event.
inline void cutHalf(const Trace& trace, const EventDetails& details, bool clip) {
    const auto require = [](bool condition) {
        if (!condition) {
            std::abort();
        }
    };
    TracePart part;
    part.range = trace.range();
    part.range.end = part.range.begin + part.range.length() / 2;
    part.clip = clip;
    for (std::size_t at = 0; at < trace.slices().size(); ++at) {
        if (trace.slices().range(SliceId(at)).overlaps(part.range)) {
            part.slices.emplace_back(at);
        }
    }
    const LaunchIndex launches = LaunchIndex::build(trace);
    std::string json;
    const auto written =
        writeJson(PartRows(trace, launches, part), details, {}, [&](std::string_view bytes) {
            json += bytes;
            return Result<void>();
        });
    require(written || !written.error().message.empty());
    auto source = byteSourceFromMemory(json);
    require(source.has_value());
    TraceBuilder builder;
    auto opened = openTrace({}, **source, builder, {});
    require(opened.has_value());
    const auto again = builder.finish(std::move(opened->result.facts));
    require(again->issues().count(IssueKind::MalformedEvent) == 0);
}

}  // namespace gaplight::fuzz
