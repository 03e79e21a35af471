// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/gpu/copy_wait.h"

#include <algorithm>
#include <cstddef>

namespace gaplight {

SliceId waitBehindCopy(const Trace& trace, const NameClasses& names, SliceId copyCall) {
    constexpr std::size_t kLookedAt = 4;
    const SliceTable& slices = trace.slices();
    const std::size_t end = std::min(slices.size(), copyCall.index() + 1 + kLookedAt);
    for (std::size_t at = copyCall.index() + 1; at < end; ++at) {
        const SliceId next(at);
        if (slices.parent(next) == slices.parent(copyCall) && slices.parent(copyCall).isValid() &&
            isApiCall(trace.kind(next))) {
            return names.apiCall(slices.name(next)) == ApiCall::Blocking ? next : SliceId{};
        }
    }
    return {};
}

}  // namespace gaplight
