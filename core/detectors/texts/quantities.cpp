// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/detectors/texts/quantities.h"

#include <fmt/format.h>

#include "core/base/quantity_text.h"

namespace gaplight {

std::string sizeText(std::int64_t bytes) {
    return bytesText(bytes);
}

std::string portionText(Duration part, Duration whole) {
    return percentText(part, whole);
}

std::string amountText(std::uint64_t count, std::string_view one, std::string_view many) {
    return fmt::format("{} {}", count, count == 1 ? one : many);
}

std::string perStepText(double count) {
    return fmt::format("{:g}", count);
}

}  // namespace gaplight
