// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include <memory>

#include <zstd.h>
#include <zstd_errors.h>

#include "core/base/exhaustion.h"
#include "core/io/inflater.h"

namespace gaplight {
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
