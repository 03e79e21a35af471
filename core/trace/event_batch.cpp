// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/trace/event_batch.h"

#include <algorithm>

namespace gaplight {

BatchCategory EventBatch::category(std::string_view name, SliceKind kind) {
    const BatchCategoryRow wanted{strings.intern(name), kind};
    const auto known = std::find(categories.begin(), categories.end(), wanted);
    if (known != categories.end()) {
        return BatchCategory(static_cast<std::size_t>(known - categories.begin()));
    }
    categories.push_back(wanted);
    return BatchCategory(categories.size() - 1);
}

}  // namespace gaplight
