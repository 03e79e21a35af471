// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/scene/ranks/rank_picture.h"

#include <algorithm>

namespace gaplight {

void RankPicture::indexRibbons() {
    longestOfBlock.assign((ribbons.size() + kRibbonBlock - 1) / kRibbonBlock, Duration{});
    longest = {};
    for (std::size_t at = 0; at < ribbons.size(); ++at) {
        const Duration length = ribbons[at].end - ribbons[at].first;
        Duration& block = longestOfBlock[at / kRibbonBlock];
        block = std::max(block, length);
        longest = std::max(longest, length);
    }
}

}  // namespace gaplight
