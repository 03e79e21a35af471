// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "core/ranks/rank_set.h"

namespace gaplight {

// What connects the GPUs of a communicator, as its maker's document has it
// (resources/gpus/peaks.toml). Rates are bytes per second that a GPU sends at most; collectives
// that a switch reduces can exceed them.
struct CommunicatorLink {
    std::string name;      // "NVLink 4"; empty: not known
    std::string source;    // the document
    std::string unknown;   // why it is not known
    double bytes = 0;      // to the others of the group together
    double peerBytes = 0;  // to one of them
};

// The link of each communicator of the set. It is known where all ranks of the communicator are on
// one host and have GPUs of one name that the file has. One host: the traces record the same, or,
// where they record none, all ranks are within one block of as many ranks as the host has GPUs.
// O(ranks of all communicators).
[[nodiscard]] std::vector<CommunicatorLink> communicatorLinks(const RankSet& set);

}  // namespace gaplight
