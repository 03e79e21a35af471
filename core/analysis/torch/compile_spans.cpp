// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/torch/compile_spans.h"

#include <algorithm>
#include <charconv>
#include <iterator>
#include <optional>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "core/analysis/slices/slice_scan.h"

namespace gaplight {
namespace {

// Reads "3/1" at the front of a text. What follows does not matter: "3/1_2" is the second attempt
// at the same version.
std::optional<CompileId> idAtFront(std::string_view text) {
    CompileId id;
    const char* const end = text.data() + text.size();
    const auto [slash, frameError] = std::from_chars(text.data(), end, id.frame);
    if (frameError != std::errc{} || slash == end || *slash != '/') {
        return std::nullopt;
    }
    const auto [rest, versionError] = std::from_chars(slash + 1, end, id.version);
    const bool read = versionError == std::errc{} && id.frame >= 0 && id.version >= 0;
    return read ? std::optional(id) : std::nullopt;
}

}  // namespace

std::string compileIdText(CompileId id) {
    return id.isKnown() ? fmt::format("{}/{}", id.frame, id.version) : "?";
}

std::optional<CompileId> regionIdOf(std::string_view name) {
    constexpr std::string_view kRegion = "Torch-Compiled Region";
    if (!name.starts_with(kRegion)) {
        return std::nullopt;
    }
    name.remove_prefix(kRegion.size());
    if (name.empty()) {
        return CompileId{};
    }
    return name.starts_with(": ") ? idAtFront(name.substr(2)).value_or(CompileId{})
                                  : std::optional<CompileId>{};
}

bool isCompiledCode(std::string_view name) {
    return name.starts_with("Torch-Compiled Region") ||
           name.starts_with("## Call CompiledFxGraph") || name.starts_with("CompiledFunction");
}

std::optional<CompileId> annotatedCompileIdOf(std::string_view name) {
    constexpr std::string_view kKey = "compile_id=";
    const std::size_t at = name.find(kKey);
    return at == std::string_view::npos ? std::nullopt : idAtFront(name.substr(at + kKey.size()));
}

namespace {

bool isHostSlice(SliceKind kind) {
    return kind == SliceKind::CpuOp || kind == SliceKind::UserAnnotation ||
           kind == SliceKind::PythonFunction;
}

using IdOfName = std::optional<CompileId> (*)(std::string_view name);

std::vector<std::optional<CompileId>> idsOfTexts(const Trace& trace, IdOfName idOf) {
    std::vector<std::optional<CompileId>> ids(trace.strings().size());
    for (std::size_t at = 0; at < ids.size(); ++at) {
        ids[at] = idOf(trace.text(StringId(at)));
    }
    return ids;
}

// What runs inside a compiled region tunes that region's kernels.
void nameTuning(const Trace& trace, std::vector<CompileSpan>& spans) {
    const std::vector<std::optional<CompileId>> ids = idsOfTexts(trace, regionIdOf);
    const SliceTable& slices = trace.slices();
    for (CompileSpan& span : spans) {
        for (SliceId up = slices.parent(span.slice); up.isValid(); up = slices.parent(up)) {
            if (const auto& id = ids[slices.name(up).index()]; id && !span.id.isKnown()) {
                span.id = *id;
                span.tunes = true;
                break;
            }
        }
    }
}

// Slices on one thread that overlap without nesting (a record_function outlives the Python frame
// that opened it) are one compilation. `outermost` ascending, hence per thread by start.
std::vector<CompileSpan> merged(const Trace& trace, const std::vector<SliceId>& outermost) {
    std::vector<CompileSpan> spans;
    for (const SliceId slice : outermost) {
        const TrackId track = trace.trackOf(slice);
        const TimeRange range = trace.slices().range(slice);
        const bool isOther = isOtherCompiler(trace.name(slice));
        if (spans.empty() || spans.back().track != track || range.begin >= spans.back().range.end) {
            spans.push_back({slice, track, range, {}, false, false, isOther});
            continue;
        }
        CompileSpan& last = spans.back();
        last.range.end = std::max(last.range.end, range.end);
        last.isOther = last.isOther && isOther;
        if (range.length() > trace.slices().duration(last.slice)) {
            last.slice = slice;
        }
    }
    return spans;
}

// The span of a slice's thread that it begins in, or null.
CompileSpan* spanAround(const Trace& trace, std::vector<CompileSpan>& spans, SliceId slice) {
    const std::pair key(trace.trackOf(slice), trace.slices().start(slice));
    const auto after = std::upper_bound(spans.begin(), spans.end(), key,
                                        [](const auto& value, const CompileSpan& span) {
                                            return value < std::pair(span.track, span.range.begin);
                                        });
    if (after == spans.begin()) {
        return nullptr;
    }
    CompileSpan& span = *std::prev(after);
    return span.track == key.first && span.range.contains(key.second) ? &span : nullptr;
}

}  // namespace

std::vector<CompileSpan> compileSpans(const Trace& trace, const NameClasses& names) {
    if (!names.has(HostWork::Compile)) {
        return {};
    }
    const SliceTable& slices = trace.slices();
    const auto compiles = [&](SliceId slice) {
        return names.hostWork(slices.name(slice)) == HostWork::Compile &&
               isHostSlice(trace.kind(slice));
    };
    const auto isOutermost = [&](SliceId slice) {
        for (SliceId up = slices.parent(slice); up.isValid(); up = slices.parent(up)) {
            if (compiles(up)) {
                return false;
            }
        }
        return true;
    };
    const std::vector<SliceId> outermost =
        scanSlices(trace, [&](SliceId slice) { return compiles(slice) && isOutermost(slice); });
    std::vector<CompileSpan> spans = merged(trace, outermost);
    if (spans.empty()) {
        return spans;
    }
    const std::vector<std::optional<CompileId>> ids = idsOfTexts(trace, annotatedCompileIdOf);
    for (const SliceId slice : scanSlices(trace, [&](SliceId one) {
             return ids[slices.name(one).index()].has_value() && isHostSlice(trace.kind(one));
         })) {
        CompileSpan* span = spanAround(trace, spans, slice);
        if (span != nullptr && !span->id.isKnown()) {
            span->id = *ids[slices.name(slice).index()];
        }
    }
    nameTuning(trace, spans);
    for (CompileSpan& span : spans) {
        span.backward = trace.name(span.slice) == "entire_backward_compile";
    }
    return spans;
}

}  // namespace gaplight
