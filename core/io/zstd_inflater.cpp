// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include <memory>

#include <zstd.h>

#include "core/io/inflater.h"

namespace gaplight {
namespace {

// Windows beyond 128 MiB (zstd --long=28 and more) would hold that much memory.
constexpr int kLargestWindowLog = 27;

class ZstdInflater final : public Inflater {
public:
    ZstdInflater() : m_stream(ZSTD_createDStream(), &ZSTD_freeDStream) {
        ZSTD_DCtx_setParameter(m_stream.get(), ZSTD_d_windowLogMax, kLargestWindowLog);
    }

    InflateStep step(std::span<const char> input, std::span<char> output) override {
        ZSTD_inBuffer in{input.data(), input.size(), 0};
        ZSTD_outBuffer out{output.data(), output.size(), 0};
        const std::size_t hint = ZSTD_decompressStream(m_stream.get(), &out, &in);
        if (in.pos != 0 || out.pos != 0) {
            m_inFrame = hint != 0;
        }
        return {in.pos, out.pos, ZSTD_isError(hint) != 0};
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
