// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/io/output_stream.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <limits>
#include <system_error>
#include <utility>
#include <vector>

#include <fcntl.h>
#include <isa-l/igzip_lib.h>
#include <unistd.h>
#include <zstd.h>

#include "core/io/file_descriptor.h"

namespace gaplight {
namespace {

// What plain text is gathered to before it is written.
constexpr std::size_t kBlock = 1U << 18;

class File {
public:
    File(std::string path, int descriptor)
        : m_path(std::move(path)), m_file(std::make_unique<FileDescriptor>(descriptor)) {}

    Result<void> write(std::string_view bytes) {
        while (!bytes.empty()) {
            const ssize_t written = ::write(m_file->get(), bytes.data(), bytes.size());
            if (written < 0 && errno != EINTR) {
                return fail(ErrorCode::WriteFailed, "cannot write " + m_path + ": " +
                                                        std::generic_category().message(errno));
            }
            const std::size_t taken = written < 0 ? 0 : static_cast<std::size_t>(written);
            m_bytes += taken;
            bytes.remove_prefix(taken);
        }
        return {};
    }
    [[nodiscard]] tl::unexpected<Error> broken(const char* what) const {
        return fail(ErrorCode::WriteFailed, "cannot write " + m_path + ": " + what + " failed");
    }
    [[nodiscard]] std::uint64_t bytes() const { return m_bytes; }

private:
    std::string m_path;
    std::unique_ptr<FileDescriptor> m_file;
    std::uint64_t m_bytes = 0;
};

class PlainStream final : public OutputStream {
public:
    explicit PlainStream(File file) : m_file(std::move(file)) {}

    Result<void> write(std::string_view bytes) override {
        m_held += bytes;
        return m_held.size() < kBlock ? Result<void>{} : flush();
    }
    Result<void> flush() override {
        Result<void> written = m_file.write(m_held);
        m_held.clear();
        return written;
    }
    Result<void> finish() override { return flush(); }
    [[nodiscard]] std::uint64_t bytesInFile() const override { return m_file.bytes(); }

private:
    File m_file;
    std::string m_held;
};

class GzipStream final : public OutputStream {
public:
    explicit GzipStream(File file) : m_file(std::move(file)), m_levelBuffer(ISAL_DEF_LVL1_DEFAULT) {
        isal_deflate_init(&m_state);
        m_state.level = 1;
        m_state.level_buf = m_levelBuffer.data();
        m_state.level_buf_size = ISAL_DEF_LVL1_DEFAULT;
        m_state.gzip_flag = IGZIP_GZIP;
    }

    Result<void> write(std::string_view bytes) override { return deflate(bytes, NO_FLUSH, 0); }
    Result<void> flush() override { return deflate({}, SYNC_FLUSH, 0); }
    Result<void> finish() override { return deflate({}, NO_FLUSH, 1); }
    [[nodiscard]] std::uint64_t bytesInFile() const override { return m_file.bytes(); }

private:
    Result<void> deflate(std::string_view bytes, std::uint16_t flush, std::uint16_t isLast) {
        m_state.flush = flush;
        m_state.end_of_stream = isLast;
        do {
            const std::size_t part =
                std::min<std::size_t>(bytes.size(), std::numeric_limits<std::uint32_t>::max() / 2);
            // ISA-L takes no pointer to const; it only reads.
            m_state.next_in =
                const_cast<std::uint8_t*>(reinterpret_cast<const std::uint8_t*>(bytes.data()));
            m_state.avail_in = static_cast<std::uint32_t>(part);
            bytes.remove_prefix(part);
            do {
                m_state.next_out = m_output.data();
                m_state.avail_out = static_cast<std::uint32_t>(m_output.size());
                if (isal_deflate(&m_state) != COMP_OK) {
                    return m_file.broken("gzip");
                }
                const auto written = m_file.write({reinterpret_cast<const char*>(m_output.data()),
                                                   m_output.size() - m_state.avail_out});
                if (!written) {
                    return written;
                }
            } while (m_state.avail_out == 0);
        } while (!bytes.empty());
        return {};
    }

    File m_file;
    isal_zstream m_state{};
    std::vector<std::uint8_t> m_levelBuffer;
    std::array<std::uint8_t, kBlock> m_output{};
};

class ZstdStream final : public OutputStream {
public:
    explicit ZstdStream(File file) : m_file(std::move(file)), m_state(ZSTD_createCCtx()) {
        ZSTD_CCtx_setParameter(m_state.get(), ZSTD_c_compressionLevel, 3);
        ZSTD_CCtx_setParameter(m_state.get(), ZSTD_c_checksumFlag, 1);
    }

    Result<void> write(std::string_view bytes) override { return compress(bytes, ZSTD_e_continue); }
    Result<void> flush() override { return compress({}, ZSTD_e_flush); }
    Result<void> finish() override { return compress({}, ZSTD_e_end); }
    [[nodiscard]] std::uint64_t bytesInFile() const override { return m_file.bytes(); }

private:
    struct Free {
        void operator()(ZSTD_CCtx* state) const { ZSTD_freeCCtx(state); }
    };

    Result<void> compress(std::string_view bytes, ZSTD_EndDirective directive) {
        ZSTD_inBuffer input{bytes.data(), bytes.size(), 0};
        for (;;) {
            ZSTD_outBuffer output{m_output.data(), m_output.size(), 0};
            const std::size_t left =
                ZSTD_compressStream2(m_state.get(), &output, &input, directive);
            if (ZSTD_isError(left) != 0) {
                return m_file.broken("zstd");
            }
            const auto written = m_file.write({m_output.data(), output.pos});
            if (!written) {
                return written;
            }
            const bool isDone = directive == ZSTD_e_continue ? input.pos == input.size : left == 0;
            if (isDone) {
                return {};
            }
        }
    }

    File m_file;
    std::unique_ptr<ZSTD_CCtx, Free> m_state;
    std::array<char, kBlock> m_output{};
};

}  // namespace

Result<std::unique_ptr<OutputStream>> OutputStream::create(const std::string& path) {
    const int descriptor = ::open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
    if (descriptor < 0) {
        return fail(ErrorCode::WriteFailed,
                    "cannot write " + path + ": " + std::generic_category().message(errno));
    }
    File file(path, descriptor);
    if (path.ends_with(".gz")) {
        return std::unique_ptr<OutputStream>(std::make_unique<GzipStream>(std::move(file)));
    }
    if (path.ends_with(".zst")) {
        return std::unique_ptr<OutputStream>(std::make_unique<ZstdStream>(std::move(file)));
    }
    return std::unique_ptr<OutputStream>(std::make_unique<PlainStream>(std::move(file)));
}

}  // namespace gaplight
