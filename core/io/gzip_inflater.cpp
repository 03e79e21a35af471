// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cstdint>
#include <limits>

#include <isa-l/igzip_lib.h>

#include "core/io/inflater.h"

namespace gaplight {
namespace {

std::uint32_t clamped(std::size_t bytes) {
    return static_cast<std::uint32_t>(
        std::min<std::size_t>(bytes, std::numeric_limits<std::uint32_t>::max() / 2));
}

class GzipInflater final : public Inflater {
public:
    InflateStep step(std::span<const char> input, std::span<char> output) override {
        if (!m_inMember) {
            if (input.empty()) {
                return {};
            }
            isal_inflate_init(&m_state);
            m_state.crc_flag = ISAL_GZIP;
            m_inMember = true;
        }
        // ISA-L does not write through next_in.
        m_state.next_in =
            reinterpret_cast<std::uint8_t*>(const_cast<char*>(input.data()));  // NOLINT
        m_state.avail_in = clamped(input.size());
        m_state.next_out = reinterpret_cast<std::uint8_t*>(output.data());  // NOLINT
        m_state.avail_out = clamped(output.size());
        const int status = isal_inflate(&m_state);
        if (m_state.block_state == ISAL_BLOCK_FINISH && status >= 0) {
            m_inMember = false;
        }
        return {clamped(input.size()) - m_state.avail_in,
                clamped(output.size()) - m_state.avail_out, status < 0 || status == ISAL_NEED_DICT};
    }
    bool atBoundary() const override { return !m_inMember; }
    const char* name() const override { return "gzip"; }
    // ISA-L's state holds the last 32 KiB and all that it has read ahead; its pointers are set
    // anew at every step.
    std::unique_ptr<Inflater> snapshot() const override {
        return std::make_unique<GzipInflater>(*this);
    }

private:
    inflate_state m_state{};
    bool m_inMember = false;
};

}  // namespace

std::unique_ptr<Inflater> gzipInflater() {
    return std::make_unique<GzipInflater>();
}

}  // namespace gaplight
