// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/io/inflating_source.h"

#include <algorithm>
#include <string>
#include <utility>

#include "core/base/quantity_text.h"
#include "core/base/result.h"

namespace gaplight {
namespace {

constexpr std::size_t kBufferBytes = std::size_t{256} * 1024;

}  // namespace

InflatingSource::InflatingSource(std::unique_ptr<RawInput> input, std::vector<char> head,
                                 std::unique_ptr<Inflater> inflater,
                                 std::shared_ptr<InflatedBytes> kept, InflationLimit limit)
    : m_input(std::move(input)),
      m_inflater(std::move(inflater)),
      m_kept(std::move(kept)),
      m_limit(limit),
      m_buffer(std::move(head)),
      m_end(m_buffer.size()),
      m_taken(m_buffer.size()) {
    m_buffer.resize(std::max(kBufferBytes, m_buffer.size()));
}

Result<std::size_t> InflatingSource::readNext(std::span<char> into) {
    std::size_t filled = 0;
    while (filled < into.size() && !m_ended) {
        if (m_begin == m_end && !m_inputEnded) {
            TRY(refill());
        }
        const InflateStep step =
            m_inflater->step({m_buffer.data() + m_begin, m_end - m_begin}, into.subspan(filled));
        m_begin += step.consumed;
        m_consumed += step.consumed;
        filled += step.produced;
        const std::uint64_t allowed = m_limit.bytesFor(m_consumed);
        if (m_kept->size() + filled > allowed) {
            return tl::unexpected(tooLarge(allowed));
        }
        const bool stuck = step.consumed == 0 && step.produced == 0;
        if (step.damaged || (stuck && m_begin != m_end)) {
            m_issues.record(IssueKind::BrokenContainer, m_kept->size() + filled,
                            std::string(m_inflater->name()) + " data damaged at its byte " +
                                std::to_string(m_consumed) +
                                (step.problem == nullptr ? "" : std::string(": ") + step.problem));
            m_ended = true;
        } else if (stuck && m_inputEnded) {
            checkEnd();
            m_ended = true;
        }
    }
    TRY(m_kept->append(into.first(filled), *m_inflater, m_consumed));
    return filled;
}

Error InflatingSource::tooLarge(std::uint64_t allowed) const {
    return {ErrorCode::TooLarge,
            "its first " + bytesText(m_consumed) + " inflate to more than " + bytesText(allowed) +
                ", the limit" + (m_limit.maxBytes == 0 ? " for a file of this size" : "") +
                "; --max-inflated sets another",
            m_kept->size()};
}

Result<bool> InflatingSource::refill() {
    const std::size_t got = TRY(m_input->read(m_buffer));
    m_begin = 0;
    m_end = got;
    m_taken += got;
    m_inputEnded = got == 0;
    return !m_inputEnded;
}

void InflatingSource::checkEnd() {
    if (!m_inflater->atBoundary()) {
        m_issues.record(IssueKind::BrokenContainer, m_kept->size(),
                        std::string(m_inflater->name()) + " data cut at its byte " +
                            std::to_string(m_consumed));
    }
    if (m_taken < m_input->totalBytes()) {
        m_issues.record(IssueKind::SourceShrank, m_kept->size(),
                        "the file had " + std::to_string(m_input->totalBytes()) +
                            " bytes and ended after " + std::to_string(m_taken));
    }
}

}  // namespace gaplight
