// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/io/replayed_source.h"

#include <utility>

namespace gaplight {
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
