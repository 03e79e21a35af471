// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/pack/frame_codec.h"

#include <zstd.h>

namespace gaplight {
namespace {

tl::unexpected<Error> noMemory() {
    return fail(ErrorCode::TooLarge, "there is not enough memory for zstd");
}

struct FreeInflater {
    void operator()(ZSTD_DCtx* context) const { ZSTD_freeDCtx(context); }
};

}  // namespace

FrameCompressor::FrameCompressor(int level) : m_context(ZSTD_createCCtx()) {
    if (m_context == nullptr) {
        return;
    }
    ZSTD_CCtx_setParameter(m_context, ZSTD_c_compressionLevel, level);
    ZSTD_CCtx_setParameter(m_context, ZSTD_c_checksumFlag, 1);
}

FrameCompressor::~FrameCompressor() {
    ZSTD_freeCCtx(m_context);
}

Result<void> FrameCompressor::compress(std::string_view raw, std::string& into) {
    if (m_context == nullptr) {
        return noMemory();
    }
    const std::size_t before = into.size();
    into.resize(before + ZSTD_compressBound(raw.size()));
    const std::size_t written = ZSTD_compress2(m_context, into.data() + before,
                                               into.size() - before, raw.data(), raw.size());
    if (ZSTD_isError(written) != 0) {  // of all causes, only memory is possible
        return noMemory();
    }
    into.resize(before + written);
    return {};
}

Result<void> inflateFrame(std::string_view frame, std::span<char> raw) {
    thread_local std::unique_ptr<ZSTD_DCtx, FreeInflater> context;
    if (context == nullptr) {  // or there was no memory for it before
        context.reset(ZSTD_createDCtx());
    }
    if (context == nullptr) {
        return noMemory();
    }
    const std::size_t inflated =
        ZSTD_decompressDCtx(context.get(), raw.data(), raw.size(), frame.data(), frame.size());
    if (ZSTD_isError(inflated) != 0 || inflated != raw.size()) {
        return fail(ErrorCode::Corrupt, "a block is damaged");
    }
    return {};
}

}  // namespace gaplight
