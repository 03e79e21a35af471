// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <utility>

#include "core/formats/perfetto/packets/interned_texts.h"
#include "core/formats/trace_cutter.h"
#include "core/io/byte_source.h"

namespace gaplight {

// Cuts a Perfetto trace: packets that stay are copied byte for byte, in their order; compressed
// ones are written singly. Descriptors, interned texts, clock snapshots, packets that change the
// state of their sequence, and packets without a time stay. The packet of an event outside of the
// part is left out; if it also carries state, it stays without the event. Changed are only:
// timestamps that count from one that is left out; values of counters that are differences to one;
// flow ids of which not all ends stay; switches of threads out of columns. Reads the source twice,
// always through the descriptor that it was loaded through. Memory: PerfettoCutChoice.
class PerfettoCutter final : public TraceCutter {
public:
    // `originNs`: time 0 of the trace on its primary clock.
    PerfettoCutter(std::shared_ptr<const RandomAccess> source,
                   std::shared_ptr<const InternedTexts> texts, std::int64_t originNs)
        : m_source(std::move(source)), m_texts(std::move(texts)), m_originNs(originNs) {}

    [[nodiscard]] Result<CutTotals> cut(const CutPlan& plan, const Write& write) const override;

private:
    std::shared_ptr<const RandomAccess> m_source;
    std::shared_ptr<const InternedTexts> m_texts;
    std::int64_t m_originNs;
};

}  // namespace gaplight
