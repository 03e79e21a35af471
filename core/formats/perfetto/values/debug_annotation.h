// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "core/formats/perfetto/packets/interned_texts.h"

namespace gaplight {

// A named value of an event: DebugAnnotation, or ExtraComputeArg of a GPU stage.
struct DebugAnnotation {
    // A dictionary, an array, or no value at all: the annotation's message, or a NestedValue.
    struct Nested {
        std::string_view message;
        bool isOldForm = false;
    };

    std::string_view name;  // empty also where the number of an interned name is unknown
    std::variant<std::monostate, std::int64_t, std::uint64_t, double, bool, std::string_view,
                 Nested>
        value;
    bool hasUnknownId = false;  // of an interned name or text

    // Integers, also as texts.
    std::optional<std::int64_t> integer() const;
    std::optional<std::uint64_t> unsignedInteger() const;
    std::optional<double> real() const;
    // Empty for other values.
    std::string_view text() const;
};

// The integer within the range of Target; `absent` where the value is none.
template <class Target>
Target clampedOr(const DebugAnnotation& annotation, Target absent) {
    const auto value = annotation.integer();
    return value ? static_cast<Target>(std::clamp<std::int64_t>(*value,
                                                                std::numeric_limits<Target>::min(),
                                                                std::numeric_limits<Target>::max()))
                 : absent;
}

// The name of a DebugAnnotation message that begins with it, as writers write them; empty
// otherwise. O(1). Throws protozero::exception.
[[nodiscard]] std::string_view leadingName(std::string_view message, InternedTexts::View texts);
// Reads a DebugAnnotation message; views are into it and into `texts`.
// Throws protozero::exception (also below).
[[nodiscard]] DebugAnnotation readDebugAnnotation(std::string_view message,
                                                  InternedTexts::View texts);
// The same for a GpuRenderStageEvent.ExtraComputeArg message.
[[nodiscard]] DebugAnnotation readComputeArg(std::string_view message, InternedTexts::View texts);

// Entries of a dictionary, or values of an array (without names). Empty for other values.
[[nodiscard]] std::vector<DebugAnnotation> membersOf(const DebugAnnotation& annotation,
                                                     InternedTexts::View texts);

// A value as text for display: texts without quotes, dictionaries and arrays as JSON.
[[nodiscard]] std::string displayText(const DebugAnnotation& annotation, InternedTexts::View texts);

}  // namespace gaplight
