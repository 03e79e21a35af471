// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/io/raw_input.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <utility>

#include <poll.h>
#include <unistd.h>

#include "core/io/file_version.h"

namespace gaplight {
namespace {

// The caller knows the name of what is read.
Error readFailure(int error, std::uint64_t position) {
    return {ErrorCode::NotReadable,
            std::string("reading failed (") + std::strerror(error) +
                "); check the disk or connection, then open it again",
            position};
}

class FileInput final : public RawInput {
public:
    FileInput(std::shared_ptr<const FileDescriptor> file, std::uint64_t bytes)
        : m_version(file, {}), m_file(std::move(file)), m_bytes(bytes) {}

    Result<std::size_t> read(std::span<char> into) override {
        const std::ptrdiff_t got = m_file->readAt(m_position, into);
        if (got < 0) {
            return tl::unexpected(readFailure(errno, m_position));
        }
        m_position += static_cast<std::uint64_t>(got);
        return static_cast<std::size_t>(got);
    }
    std::uint64_t totalBytes() const override { return m_bytes; }
    bool isChanged() const override { return m_version.isContentChanged(); }

private:
    FileVersion m_version;
    std::shared_ptr<const FileDescriptor> m_file;
    std::uint64_t m_bytes;
    std::uint64_t m_position = 0;
};

class PipeInput final : public RawInput {
public:
    explicit PipeInput(std::shared_ptr<const FileDescriptor> pipe) : m_pipe(std::move(pipe)) {}

    Result<std::size_t> read(std::span<char> into) override {
        for (;;) {
            if (!waitForBytes()) {
                return std::size_t{0};
            }
            const ssize_t got = ::read(m_pipe->get(), into.data(), into.size());
            if (got >= 0) {
                m_position += static_cast<std::uint64_t>(got);
                return static_cast<std::size_t>(got);
            }
            if (errno != EINTR && errno != EAGAIN) {
                return tl::unexpected(readFailure(errno, m_position));
            }
        }
    }
    std::uint64_t totalBytes() const override { return 0; }
    void endWhen(const std::function<bool()>& ended) override { m_ended = ended; }

private:
    // False once the caller no longer wants to wait.
    bool waitForBytes() {
        constexpr int kMilliseconds = 50;
        for (;;) {
            if (m_ended && m_ended()) {
                return false;
            }
            pollfd ready{m_pipe->get(), POLLIN, 0};
            if (::poll(&ready, 1, kMilliseconds) != 0) {
                return true;
            }
        }
    }

    std::shared_ptr<const FileDescriptor> m_pipe;
    std::uint64_t m_position = 0;
    std::function<bool()> m_ended;
};

class MemoryInput final : public RawInput {
public:
    explicit MemoryInput(std::shared_ptr<const std::string> bytes) : m_bytes(std::move(bytes)) {}

    Result<std::size_t> read(std::span<char> into) override {
        const std::size_t count = std::min(into.size(), m_bytes->size() - m_position);
        std::copy_n(m_bytes->data() + m_position, count, into.data());
        m_position += count;
        return count;
    }
    std::uint64_t totalBytes() const override { return m_bytes->size(); }

private:
    std::shared_ptr<const std::string> m_bytes;
    std::size_t m_position = 0;
};

}  // namespace

std::unique_ptr<RawInput> fileInput(std::shared_ptr<const FileDescriptor> file,
                                    std::uint64_t bytes) {
    return std::make_unique<FileInput>(std::move(file), bytes);
}

std::unique_ptr<RawInput> pipeInput(std::shared_ptr<const FileDescriptor> pipe) {
    return std::make_unique<PipeInput>(std::move(pipe));
}

std::unique_ptr<RawInput> memoryInput(std::shared_ptr<const std::string> bytes) {
    return std::make_unique<MemoryInput>(std::move(bytes));
}

}  // namespace gaplight
