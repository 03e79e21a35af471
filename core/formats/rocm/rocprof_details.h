// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <utility>

#include "core/io/random_access.h"
#include "core/trace/event_details.h"

namespace gaplight {

// Details of records of rocprofv3's JSON: an EventId is the byte at which the record's object
// begins in the inflated source. Args are the members of the record, one level deep.
class RocprofDetails final : public EventDetails {
public:
    explicit RocprofDetails(std::shared_ptr<const RandomAccess> source)
        : m_source(std::move(source)) {}

    [[nodiscard]] Result<std::vector<Arg>> args(EventId event) const override;
    [[nodiscard]] Result<std::string> raw(EventId event) const override;

private:
    std::shared_ptr<const RandomAccess> m_source;
};

}  // namespace gaplight
