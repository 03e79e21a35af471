// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <memory>
#include <utility>
#include <vector>

#include "core/formats/perfetto/packets/interned_texts.h"
#include "core/formats/perfetto/perfetto_packets.h"
#include "core/io/byte_source.h"
#include "core/pack/args_listing.h"
#include "core/trace/event_details.h"

namespace gaplight {

// Details of events of a Perfetto trace: an EventId is the byte at which the event's packet begins
// in the inflated source, or the number of an event within a PacketContainer. Texts that the
// packet has only by number are those that were in force when it was read the first time
// (InternedTexts). Args are the debug annotations of a slice's begin, those of its end are not
// shown; of a GPU stage its launch and extra data.
class PerfettoDetails final : public EventDetails, public ArgsListing {
public:
    // `containers` ascend.
    PerfettoDetails(std::shared_ptr<const RandomAccess> source,
                    std::shared_ptr<const InternedTexts> texts,
                    std::vector<PacketContainer> containers)
        : m_source(std::move(source)),
          m_texts(std::move(texts)),
          m_containers(std::move(containers)) {}

    // Errors also: TooLarge (a packet longer than 16 MiB).
    [[nodiscard]] Result<std::vector<Arg>> args(EventId event) const override;
    [[nodiscard]] Result<std::string> field(EventId event, DetailField field) const override;
    FieldKeys fieldKeys() const override { return FieldKeys::Kineto; }
    [[nodiscard]] Result<void> checkUnchanged() const override {
        return m_source->checkUnchanged();
    }

private:
    // Calls `use` with the event's packet, unless it is damaged.
    [[nodiscard]] Result<void> readPacket(
        EventId event, const std::function<void(const PacketMessage&)>& use) const;

    std::shared_ptr<const RandomAccess> m_source;
    std::shared_ptr<const InternedTexts> m_texts;
    std::vector<PacketContainer> m_containers;
};

}  // namespace gaplight
