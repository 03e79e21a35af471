// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/io/plain_sources.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <utility>

#include "core/io/raw_input.h"

namespace gaplight {
namespace {

class FileAccess final : public RandomAccess {
public:
    explicit FileAccess(FileVersion file) : m_file(std::move(file)) {}

    Result<std::size_t> readAt(std::uint64_t offset, std::span<char> into) const override {
        const std::ptrdiff_t got = m_file.file().readAt(offset, into);
        if (got < 0) {
            return failAt(ErrorCode::NotReadable,
                          std::string("reading failed (") + std::strerror(errno) +
                              "); check the disk or connection, then open it again",
                          offset);
        }
        return static_cast<std::size_t>(got);
    }
    std::uint64_t size() const override { return m_file.file().size(); }
    Result<void> checkUnchanged() const override { return m_file.checkUnchanged(); }

private:
    FileVersion m_file;
};

class MemoryAccess final : public RandomAccess {
public:
    explicit MemoryAccess(std::shared_ptr<const std::string> bytes) : m_bytes(std::move(bytes)) {}

    Result<std::size_t> readAt(std::uint64_t offset, std::span<char> into) const override {
        if (offset >= m_bytes->size()) {
            return std::size_t{0};
        }
        const std::size_t count = std::min<std::size_t>(into.size(), m_bytes->size() - offset);
        std::copy_n(m_bytes->data() + offset, count, into.data());
        return count;
    }
    std::uint64_t size() const override { return m_bytes->size(); }

private:
    std::shared_ptr<const std::string> m_bytes;
};

class PlainSource final : public ByteSource {
public:
    PlainSource(std::unique_ptr<RawInput> input, std::shared_ptr<const RandomAccess> access)
        : m_input(std::move(input)), m_access(std::move(access)) {}

    Result<std::size_t> readNext(std::span<char> into) override {
        if (into.empty() || m_ended) {
            return std::size_t{0};
        }
        Result<std::size_t> got = m_input->read(into);
        if (!got) {
            return got;
        }
        m_consumed += *got;
        m_ended = *got == 0;
        if (m_ended && m_consumed < m_input->totalBytes()) {
            m_issues.record(IssueKind::SourceShrank, m_consumed,
                            "the file had " + std::to_string(m_input->totalBytes()) +
                                " bytes and ended after " + std::to_string(m_consumed));
        }
        return got;
    }
    std::uint64_t consumedBytes() const override { return m_consumed; }
    std::uint64_t totalBytes() const override { return m_input->totalBytes(); }
    const char* compression() const override { return "none"; }
    const ImportIssues& issues() const override { return m_issues; }
    bool isChanged() const override { return m_input->isChanged(); }
    std::shared_ptr<const RandomAccess> randomAccess() const override { return m_access; }

private:
    std::unique_ptr<RawInput> m_input;
    std::shared_ptr<const RandomAccess> m_access;
    std::uint64_t m_consumed = 0;
    bool m_ended = false;
    ImportIssues m_issues;
};

}  // namespace

std::unique_ptr<ByteSource> plainFileSource(std::shared_ptr<const FileDescriptor> file,
                                            std::string path, std::uint64_t bytes) {
    auto access = std::make_shared<FileAccess>(FileVersion(file, std::move(path)));
    return std::make_unique<PlainSource>(fileInput(std::move(file), bytes), std::move(access));
}

std::unique_ptr<ByteSource> plainMemorySource(std::shared_ptr<const std::string> bytes) {
    auto access = std::make_shared<MemoryAccess>(bytes);
    return std::make_unique<PlainSource>(memoryInput(std::move(bytes)), std::move(access));
}

namespace {

class ReplayedSource final : public ByteSource {
public:
    explicit ReplayedSource(std::shared_ptr<const RandomAccess> bytes)
        : m_bytes(std::move(bytes)) {}

    Result<std::size_t> readNext(std::span<char> into) override {
        const Result<std::size_t> got = m_bytes->readAt(m_at, into);
        m_at += got ? *got : 0;
        return got;
    }
    std::uint64_t consumedBytes() const override { return m_at; }
    std::uint64_t totalBytes() const override { return m_bytes->size(); }
    const char* compression() const override { return "none"; }
    const ImportIssues& issues() const override { return m_issues; }
    std::shared_ptr<const RandomAccess> randomAccess() const override { return m_bytes; }

private:
    std::shared_ptr<const RandomAccess> m_bytes;
    std::uint64_t m_at = 0;
    ImportIssues m_issues;
};

}  // namespace

std::unique_ptr<ByteSource> replayedSource(std::shared_ptr<const RandomAccess> bytes) {
    return std::make_unique<ReplayedSource>(std::move(bytes));
}

}  // namespace gaplight
