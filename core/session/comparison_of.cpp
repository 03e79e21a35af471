// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/session/comparison_of.h"

#include <algorithm>
#include <string_view>
#include <utility>

#include "core/analysis/slices/slice_text.h"
#include "core/analysis/torch/annotation_name.h"
#include "core/session/place_text.h"

namespace gaplight {
namespace {

ComparedTrace comparedTrace(const Session& session) {
    return {*session.trace, session.indexes->launches, session.analysis, session.findings.findings};
}

constexpr std::string_view kSlice = "slice:";

// A phase alone, such as "decode", is the name of an annotation.
bool isRange(const std::string& text) {
    return isRangeText(text) && text.find_first_of(":#.") != std::string::npos;
}

bool hasAnnotation(const Session& session, const std::string& name) {
    const std::string group = annotationGroup(name);
    return std::any_of(session.analysis.annotations.begin(), session.analysis.annotations.end(),
                       [&](const AnnotationTotals& row) {
                           const std::string own = annotationGroup(session.trace->text(row.name));
                           return own == group || own.starts_with(group + ' ');
                       });
}

Result<TimeRange> rangeIn(const Session& session, const std::string& text) {
    Result<TimeRange> range = rangeFromText(text, *session.trace, session.analysis);
    if (!range) {
        range.error().message += " in " + session.trace->facts().path;
    }
    return range;
}

}  // namespace

Comparison compareSessions(const Session& a, const Session& b, const CompareOptions& options) {
    return compare(comparedTrace(a), comparedTrace(b), options);
}

std::optional<OriginChanges> compareOrigins(const Session& a, const Provenance* knownOfA,
                                            const Session& b, const Provenance* knownOfB) {
    const auto replaysOf = [](const Provenance* known) {
        return known != nullptr ? known->replays.get() : nullptr;
    };
    if (replaysOf(knownOfA) == nullptr && replaysOf(knownOfB) == nullptr) {
        return std::nullopt;
    }
    const PlaceFinder placesOfA(*a.trace);
    const PlaceFinder placesOfB(*b.trace);
    return compareOrigins(
        {*a.trace, a.indexes->launches, placesOfA, replaysOf(knownOfA), a.analysis.range},
        {*b.trace, b.indexes->launches, placesOfB, replaysOf(knownOfB), b.analysis.range});
}

void addSlicePin(const Session& a, const Session& b, SliceId sliceOfA, SliceId sliceOfB,
                 Pins& pins) {
    const std::string nameA(a.trace->name(sliceOfA));
    const std::string nameB(b.trace->name(sliceOfB));
    const bool areAnnotations = a.trace->kind(sliceOfA) == SliceKind::UserAnnotation &&
                                b.trace->kind(sliceOfB) == SliceKind::UserAnnotation;
    if (areAnnotations && nameA != nameB) {
        pins.names.push_back({nameA, nameB});
    }
    pins.ranges.push_back({nameA == nameB ? nameA : nameA + " = " + nameB,
                           a.trace->slices().range(sliceOfA), b.trace->slices().range(sliceOfB)});
}

std::string slicePinText(const Session& a, const Session& b, SliceId sliceOfA, SliceId sliceOfB) {
    const std::string kind(kSlice);
    return kind + sliceText(*a.trace, sliceOfA) + "=" + kind + sliceText(*b.trace, sliceOfB);
}

Result<void> addPin(const Session& a, const Session& b, const std::string& partOfA,
                    const std::string& partOfB, Pins& pins) {
    if (partOfA.starts_with(kSlice) && partOfB.starts_with(kSlice)) {
        const Result<SliceId> sliceA = sliceFromText(partOfA.substr(kSlice.size()), *a.trace);
        const Result<SliceId> sliceB = sliceFromText(partOfB.substr(kSlice.size()), *b.trace);
        if (!sliceA || !sliceB) {
            return tl::unexpected<Error>(sliceA ? sliceB.error() : sliceA.error());
        }
        addSlicePin(a, b, *sliceA, *sliceB, pins);
        return {};
    }
    if (isRange(partOfA) != isRange(partOfB)) {
        return fail(ErrorCode::BadArgument, "'" + partOfA + "=" + partOfB +
                                                "' names a range and an annotation: expected two "
                                                "of one kind");
    }
    if (isRange(partOfA)) {
        const Result<TimeRange> rangeA = rangeIn(a, partOfA);
        const Result<TimeRange> rangeB = rangeIn(b, partOfB);
        if (!rangeA || !rangeB) {
            return tl::unexpected<Error>(rangeA ? rangeB.error() : rangeA.error());
        }
        pins.ranges.push_back({partOfA + " = " + partOfB, *rangeA, *rangeB});
        return {};
    }
    for (const auto& [session, name] : {std::pair(&a, &partOfA), std::pair(&b, &partOfB)}) {
        if (!hasAnnotation(*session, *name)) {
            return fail(ErrorCode::BadArgument, "'" + *name + "': no annotation of that name in " +
                                                    session->trace->facts().path);
        }
    }
    pins.names.push_back({partOfA, partOfB});
    return {};
}

}  // namespace gaplight
