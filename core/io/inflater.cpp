// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/io/inflater.h"

#include <algorithm>
#include <cstdint>
#include <limits>
#include <memory>

#include <isa-l/igzip_lib.h>
#include <zstd.h>
#include <zstd_errors.h>

#include "core/base/exhaustion.h"

namespace gaplight {
namespace {

class CopyInflater final : public Inflater {
public:
    InflateStep step(std::span<const char> input, std::span<char> output) override {
        const std::size_t count = std::min(input.size(), output.size());
        std::copy_n(input.data(), count, output.data());
        return {count, count, false};
    }
    bool atBoundary() const override { return true; }
    const char* name() const override { return "none"; }
};

}  // namespace

std::unique_ptr<Inflater> copyInflater() {
    return std::make_unique<CopyInflater>();
}

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

namespace {

// Windows of up to 2 GiB (zstd --long=31). The memory of a window is only used as far as the
// frame's content reaches, and the limit of inflated bytes bounds that.
constexpr int kMaxWindowLog = 31;

// The causes that are not a damaged file.
const char* problemOf(std::size_t hint) {
    if (ZSTD_isError(hint) == 0) {
        return nullptr;
    }
    switch (ZSTD_getErrorCode(hint)) {
        case ZSTD_error_memory_allocation:  // for its window
            continueAsBadAlloc();
        case ZSTD_error_frameParameter_windowTooLarge:
            return "its window is larger than 2 GiB";
        default:
            return nullptr;
    }
}

class ZstdInflater final : public Inflater {
public:
    ZstdInflater() : m_stream(ZSTD_createDStream(), &ZSTD_freeDStream) {
        if (m_stream == nullptr) {
            continueAsBadAlloc();
        }
        ZSTD_DCtx_setParameter(m_stream.get(), ZSTD_d_windowLogMax, kMaxWindowLog);
    }

    InflateStep step(std::span<const char> input, std::span<char> output) override {
        ZSTD_inBuffer in{input.data(), input.size(), 0};
        ZSTD_outBuffer out{output.data(), output.size(), 0};
        const std::size_t hint = ZSTD_decompressStream(m_stream.get(), &out, &in);
        if (in.pos != 0 || out.pos != 0) {
            m_inFrame = hint != 0;
        }
        return {in.pos, out.pos, ZSTD_isError(hint) != 0, problemOf(hint)};
    }
    bool atBoundary() const override { return !m_inFrame; }
    const char* name() const override { return "zstd"; }

private:
    std::unique_ptr<ZSTD_DStream, decltype(&ZSTD_freeDStream)> m_stream;
    bool m_inFrame = false;
};

}  // namespace

std::unique_ptr<Inflater> zstdInflater() {
    return std::make_unique<ZstdInflater>();
}

}  // namespace gaplight
