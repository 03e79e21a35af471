// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/detectors/engine/detector.h"

namespace gaplight {

// Work of the GPU that changes the dtype, the layout or the place of numbers.
enum class Conversion : std::uint8_t {
    Cast,         // to another dtype
    Contiguous,   // the same dtype, elements in another order
    CudnnLayout,  // NCHW to NHWC and back, around a convolution
    Dequantize,
    Duplicate,  // the same elements in the same order again
    Count_,
};
inline constexpr std::size_t kConversions = static_cast<std::size_t>(Conversion::Count_);

// Finds conversions by kernel name and by the op that launched them.
//
// Not conversions: copies to and from the host and between GPUs; concatenation and stacking, which
// make something new; copies that an optimizer or aten::_foreach_copy_ makes, which is its work;
// conversions that a Triton kernel makes beside its arithmetic.
class ConversionFinder {
public:
    // O(texts of the few op names looked up).
    explicit ConversionFinder(const DetectorInput& input);

    // Empty where an activity is none. O(length of a name seen for the first time + depth).
    [[nodiscard]] std::optional<Conversion> of(ActivityId activity);

    // The label of a conversion: the outermost converting op around a launch and,
    // if there is one, the op around that: "`aten::contiguous` in `aten::rms_norm`".
    [[nodiscard]] std::string labelOf(SliceId launch) const;
    // The outermost converting op around a launch, else the innermost op; may be invalid.
    [[nodiscard]] SliceId opOf(SliceId launch) const;

private:
    enum class Candidate : std::uint8_t { NotLookedUp, None, ByOp, Cast, Layout, Dequantize };

    [[nodiscard]] bool converts(StringId op) const;
    [[nodiscard]] Candidate candidateOf(StringId name);
    [[nodiscard]] std::optional<Conversion> byOp(SliceId launch, Candidate candidate) const;

    const DetectorInput* m_input;
    std::vector<Candidate> m_candidates;  // per text
    std::vector<StringId> m_castOps;
    std::vector<StringId> m_orderOps;
    std::vector<StringId> m_copyOps;
    std::vector<StringId> m_notConversions;
};

}  // namespace gaplight
