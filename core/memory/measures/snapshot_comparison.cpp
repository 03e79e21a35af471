// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/memory/measures/snapshot_comparison.h"

#include <algorithm>
#include <cstdlib>
#include <map>

namespace gaplight {
namespace {

// "train.py(12): step" without the number of the line.
std::string functionOfLine(const std::string& line) {
    const std::size_t end = line.find("): ");
    const std::size_t open = end == std::string::npos ? end : line.rfind('(', end);
    return open == std::string::npos ? line : line.substr(0, open) + line.substr(end + 1);
}

using Changes = std::map<std::string, HolderChange>;

// Joins a line that is only in A with one that is only in B where both are alone in their function.
void joinMovedLines(Changes& changes) {
    std::map<std::string, std::vector<std::string>> onlyA;
    std::map<std::string, std::vector<std::string>> onlyB;
    for (const auto& [line, change] : changes) {
        if (change.countB == 0) {
            onlyA[functionOfLine(line)].push_back(line);
        } else if (change.countA == 0) {
            onlyB[functionOfLine(line)].push_back(line);
        }
    }
    for (const auto& [function, lines] : onlyA) {
        const auto other = onlyB.find(function);
        if (lines.size() == 1 && other != onlyB.end() && other->second.size() == 1) {
            HolderChange& joined = changes[other->second.front()];
            joined.a = changes[lines.front()].a;
            joined.countA = changes[lines.front()].countA;
            changes.erase(lines.front());
        }
    }
}

}  // namespace

std::vector<HolderChange> compareHolders(const std::vector<MemoryHolder>& a,
                                         const OwnFrames& framesA,
                                         const std::vector<MemoryHolder>& b,
                                         const OwnFrames& framesB) {
    Changes changes;
    for (const MemoryHolder& holder : a) {
        HolderChange& change = changes[framesA.text(holder.frame)];
        change.a += holder.bytes;
        change.countA += holder.count;
    }
    for (const MemoryHolder& holder : b) {
        HolderChange& change = changes[framesB.text(holder.frame)];
        change.b += holder.bytes;
        change.countB += holder.count;
    }
    joinMovedLines(changes);
    std::vector<HolderChange> sorted;
    for (auto& [line, change] : changes) {
        change.line = line;
        sorted.push_back(change);
    }
    std::ranges::stable_sort(sorted, std::ranges::greater{},
                             [](const HolderChange& one) { return std::abs(one.change()); });
    return sorted;
}

}  // namespace gaplight
