// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0

// Any bytes as the summary of a trace: an error that says something, or a summary that is written
// and read again as it is, and that makes a fleet with a copy of itself.
#include <cstdint>
#include <cstdlib>
#include <string>
#include <vector>

#include "core/fleet/fleet.h"
#include "core/fleet/ranks_to_open.h"
#include "core/fleet/summary_folder.h"
#include "core/io/byte_source.h"

namespace {

using namespace gaplight;

void require(bool condition) {
    if (!condition) {
        std::abort();
    }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const auto source =
        byteSourceFromMemory(std::string(reinterpret_cast<const char*>(data), size));
    if (!source) {
        return 0;
    }
    const auto summary = readSummary((*source)->randomAccess());
    if (!summary) {
        require(!summary.error().message.empty());
        return 0;
    }
    const auto bytes = summaryBytes(*summary);
    require(bytes.has_value());
    const auto again = byteSourceFromMemory(*bytes);
    require(again.has_value());
    require(readSummary((*again)->randomAccess()).has_value());
    RankSummary copy = *summary;
    copy.trace.rank = summary->trace.rank.value_or(0) + 1;
    copy.trace.ends += " copy";
    std::vector<FleetRank> ranks{{"a", *summary}, {"b", copy}};
    const Fleet fleet = fleetOf(std::move(ranks));
    require(fleet.ranks.size() == 2);
    require(ranksToOpen(fleet, measureFleet(fleet)).size() <= 2);
    return 0;
}
