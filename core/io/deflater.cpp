// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/io/deflater.h"

#include <vector>

#include <isa-l/igzip_lib.h>
#include <zstd.h>
#include <zstd_errors.h>

#include "core/base/exhaustion.h"

namespace gaplight {
namespace {

constexpr std::size_t kRoom = std::size_t{64} << 10U;

class Plain final : public Deflater {
public:
    Result<void> deflate(std::string_view bytes, FlushMode /*mode*/, std::string& into) override {
        into += bytes;
        return {};
    }
};

class Gzip final : public Deflater {
public:
    Gzip() : m_level(ISAL_DEF_LVL1_DEFAULT), m_room(kRoom) {
        isal_deflate_init(&m_stream);
        m_stream.gzip_flag = IGZIP_GZIP;
        m_stream.level = 1;
        m_stream.level_buf = m_level.data();
        m_stream.level_buf_size = static_cast<std::uint32_t>(m_level.size());
    }

    Result<void> deflate(std::string_view bytes, FlushMode mode, std::string& into) override {
        do {
            // In parts that fit the stream's 32-bit counts. ISA-L does not write to its input.
            constexpr std::size_t kPart = std::size_t{1} << 30U;
            const std::string_view part = bytes.substr(0, kPart);
            bytes.remove_prefix(part.size());
            m_stream.next_in = reinterpret_cast<std::uint8_t*>(const_cast<char*>(part.data()));
            m_stream.avail_in = static_cast<std::uint32_t>(part.size());
            m_stream.flush = mode == FlushMode::Sync && bytes.empty() ? SYNC_FLUSH : NO_FLUSH;
            m_stream.end_of_stream = mode == FlushMode::Finish && bytes.empty() ? 1 : 0;
            do {
                m_stream.next_out = m_room.data();
                m_stream.avail_out = static_cast<std::uint32_t>(m_room.size());
                if (isal_deflate(&m_stream) != COMP_OK) {
                    return fail(ErrorCode::WriteFailed, "gzip failed");
                }
                into.append(reinterpret_cast<const char*>(m_room.data()),
                            m_room.size() - m_stream.avail_out);
            } while (m_stream.avail_out == 0);
        } while (!bytes.empty());
        return {};
    }

private:
    isal_zstream m_stream{};
    std::vector<std::uint8_t> m_level;
    std::vector<std::uint8_t> m_room;
};

class Zstd final : public Deflater {
public:
    Zstd() : m_stream(ZSTD_createCStream(), &ZSTD_freeCStream), m_room(kRoom) {
        if (m_stream == nullptr) {
            continueAsBadAlloc();
        }
        ZSTD_CCtx_setParameter(m_stream.get(), ZSTD_c_checksumFlag, 1);
    }

    Result<void> deflate(std::string_view bytes, FlushMode mode, std::string& into) override {
        const ZSTD_EndDirective directive = mode == FlushMode::None   ? ZSTD_e_continue
                                            : mode == FlushMode::Sync ? ZSTD_e_flush
                                                                      : ZSTD_e_end;
        ZSTD_inBuffer input{bytes.data(), bytes.size(), 0};
        std::size_t rest = 0;
        do {
            ZSTD_outBuffer output{m_room.data(), m_room.size(), 0};
            rest = ZSTD_compressStream2(m_stream.get(), &output, &input, directive);
            if (ZSTD_getErrorCode(rest) == ZSTD_error_memory_allocation) {
                continueAsBadAlloc();
            }
            if (ZSTD_isError(rest) != 0) {
                return fail(ErrorCode::WriteFailed, "zstd failed");
            }
            into.append(m_room.data(), output.pos);
        } while (mode == FlushMode::None ? input.pos < input.size : rest != 0);
        return {};
    }

private:
    std::unique_ptr<ZSTD_CStream, std::size_t (*)(ZSTD_CStream*)> m_stream;
    std::vector<char> m_room;
};

}  // namespace

Deflation deflationOf(std::string_view path) {
    return path.ends_with(".gz")    ? Deflation::Gzip
           : path.ends_with(".zst") ? Deflation::Zstd
                                    : Deflation::None;
}

std::unique_ptr<Deflater> makeDeflater(Deflation deflation) {
    switch (deflation) {
        case Deflation::Gzip:
            return std::make_unique<Gzip>();
        case Deflation::Zstd:
            return std::make_unique<Zstd>();
        case Deflation::None:
            break;
    }
    return std::make_unique<Plain>();
}

}  // namespace gaplight
