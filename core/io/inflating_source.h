// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <vector>

#include "core/io/byte_source.h"
#include "core/io/inflater.h"
#include "core/io/raw_input.h"

namespace gaplight {

// A source that is inflated while it is read: a compressed file, or standard input. An
// InflatedBytes keeps its bytes readable.
class InflatingSource final : public ByteSource {
public:
    // `head` are bytes already taken from `input`, to sniff the compression. `limit`: of all bytes
    // that readNext() returns.
    InflatingSource(std::unique_ptr<RawInput> input, std::vector<char> head,
                    std::unique_ptr<Inflater> inflater, std::shared_ptr<InflatedBytes> kept,
                    InflationLimit limit = {});

    Result<std::size_t> readNext(std::span<char> into) override;
    std::uint64_t consumedBytes() const override { return m_consumed; }
    std::uint64_t totalBytes() const override { return m_input->totalBytes(); }
    const char* compression() const override { return m_inflater->name(); }
    const ImportIssues& issues() const override { return m_issues; }
    bool isChanged() const override { return m_input->isChanged(); }
    std::shared_ptr<const RandomAccess> randomAccess() const override { return m_kept; }
    void endWhen(const std::function<bool()>& ended) override { m_input->endWhen(ended); }

private:
    // Fills the empty input buffer; false at the end.
    Result<bool> refill();
    void checkEnd();
    Error tooLarge(std::uint64_t allowed) const;

    std::unique_ptr<RawInput> m_input;
    std::unique_ptr<Inflater> m_inflater;
    std::shared_ptr<InflatedBytes> m_kept;
    InflationLimit m_limit;
    std::vector<char> m_buffer;
    std::size_t m_begin = 0;
    std::size_t m_end = 0;
    std::uint64_t m_consumed = 0;
    std::uint64_t m_taken = 0;  // from m_input, consumed or not
    bool m_inputEnded = false;
    bool m_ended = false;
    ImportIssues m_issues;
};

}  // namespace gaplight
