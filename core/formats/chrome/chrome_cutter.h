// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "core/formats/trace_cutter.h"
#include "core/io/byte_source.h"

namespace gaplight {

// Cuts Chrome JSON: the bytes of its events and of the text around them are copied unchanged, so
// that any viewer opens the part. Events that are no JSON for other readers are repaired or left
// out (json_repair.h), and so is damaged text around them; the part of a source that ends early is
// closed. Reads the source twice where there are flows, always through the descriptor that it was
// loaded through.
class ChromeCutter final : public TraceCutter {
public:
    explicit ChromeCutter(std::shared_ptr<const RandomAccess> source)
        : m_source(std::move(source)) {}

    [[nodiscard]] Result<CutTotals> cut(const CutPlan& plan, const Write& write) const override;

private:
    std::shared_ptr<const RandomAccess> m_source;
};

}  // namespace gaplight
