// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/memory/measures/own_frames.h"

#include <algorithm>
#include <optional>
#include <unordered_map>

#include "core/analysis/torch/place.h"

namespace gaplight {
namespace {

enum class FrameRank : std::uint8_t { Other, Python, User };

FrameRank rankOf(const std::string& text) {
    return isUserFrame(text)                        ? FrameRank::User
           : text.find(".py(") != std::string::npos ? FrameRank::Python
                                                    : FrameRank::Other;
}

}  // namespace

OwnFrames::OwnFrames(const CallStacks& stacks) : m_stacks(stacks) {
    std::unordered_map<FrameId, FrameRank> ranks;
    m_ownOfStack.resize(stacks.size());
    for (std::size_t at = 0; at < stacks.size(); ++at) {
        std::optional<FrameRank> best;
        for (const FrameId frame : stacks.frames(StackId(at))) {
            const auto [rank, isNew] = ranks.try_emplace(frame, FrameRank::Other);
            if (isNew) {
                rank->second = rankOf(stacks.frameText(frame));
            }
            if (!best || rank->second > *best) {
                best = rank->second;
                m_ownOfStack[at] = frame;
            }
            if (best == FrameRank::User) {
                break;
            }
        }
    }
}

std::string OwnFrames::text(FrameId frame) const {
    return frame.isValid() ? std::string(shortFrame(m_stacks.frameText(frame)))
                           : std::string("no call stack");
}

std::string OwnFrames::label(FrameId frame) const {
    const std::string whole = text(frame);
    const std::size_t slash = whole.rfind('/', whole.find('('));
    return slash == std::string::npos ? whole : whole.substr(slash + 1);
}

}  // namespace gaplight
