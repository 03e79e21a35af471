// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "core/io/byte_source.h"
#include "core/pack/args_listing.h"
#include "core/trace/event_details.h"

namespace gaplight {

// Details of events of Chrome JSON: an EventId is the byte at which the event's object begins in
// the inflated source. Args are in the file's order; text that is not valid JSON is
// unchanged.
class ChromeDetails final : public EventDetails, public ArgsListing {
public:
    explicit ChromeDetails(std::shared_ptr<const RandomAccess> source)
        : m_source(std::move(source)) {}

    [[nodiscard]] Result<std::vector<Arg>> args(EventId event) const override;
    // Errors also: TooLarge (longer than 16 MiB).
    [[nodiscard]] Result<std::string> raw(EventId event) const override;
    [[nodiscard]] Result<std::string> field(EventId event, DetailField field) const override;
    FieldKeys fieldKeys() const override { return FieldKeys::Kineto; }
    [[nodiscard]] Result<void> checkUnchanged() const override {
        return m_source->checkUnchanged();
    }
    // Reads the source in order, a window at a time.
    bool listsInOrder() const override { return true; }
    [[nodiscard]] Result<void> listArgs(std::span<const EventId> events,
                                        const std::stop_token& stop,
                                        const ArgsSink& sink) const override;
    // The first part covers a megabyte, the others 8. O(bytes of the source), on all cores.
    [[nodiscard]] Result<void> forEachKeySet(std::span<const EventId> events,
                                             const std::stop_token& stop,
                                             const KeySetSink& sink) const override;

private:
    std::shared_ptr<const RandomAccess> m_source;
};

}  // namespace gaplight
