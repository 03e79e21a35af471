// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "core/formats/xplane/xplane_texts.h"
#include "core/io/random_access.h"
#include "core/trace/event_details.h"

namespace gaplight {

// The bytes of a plane in the source, and its names.
struct XplaneExtent {
    std::uint64_t begin = 0;
    std::uint64_t end = 0;
    std::unique_ptr<const XplaneTexts> texts;
};

// Details of events of an XSpace: an EventId is the byte at which the event's XEvent message begins
// in the inflated source. Args are its stats, and those of all events of its kind.
class XplaneDetails final : public EventDetails {
public:
    // `planes` ascend.
    XplaneDetails(std::shared_ptr<const RandomAccess> source, std::vector<XplaneExtent> planes)
        : m_source(std::move(source)), m_planes(std::move(planes)) {}

    [[nodiscard]] Result<std::vector<Arg>> args(EventId event) const override;

private:
    std::shared_ptr<const RandomAccess> m_source;
    std::vector<XplaneExtent> m_planes;
};

}  // namespace gaplight
