// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/formats/chrome/batch_writer.h"

#include "core/formats/chrome/category_kind.h"
#include "core/formats/chrome/json/json_number.h"
#include "core/formats/chrome/json/json_text.h"

namespace gaplight {
namespace {

// Spelling that can be compared with that of an earlier event.
bool sameSpelling(const Token& token, std::string_view earlier) {
    return token.text() == earlier && token.plain && token.isText() && earlier.data() != nullptr;
}

}  // namespace

std::string_view BatchWriter::text(const Token& token) {
    if (!token.isText()) {
        return {};
    }
    if (token.plain) {
        return token.text();
    }
    const TextFlaws flaws = decodeJsonString(token.text(), m_decoded);
    if (flaws.badEscape) {
        report(IssueKind::BadEscape);
    }
    if (flaws.controlCharacter) {
        report(IssueKind::ControlCharacter);
    }
    if (flaws.invalidUtf8) {
        report(IssueKind::InvalidUtf8);
    }
    return m_decoded;
}

BatchCategory BatchWriter::category(const Token& token) {
    if (sameSpelling(token, m_lastCategoryText)) {
        return m_lastCategory;
    }
    m_lastCategory = categoryNamed(intern(token));
    m_lastCategoryText = token.plain ? token.text() : std::string_view();
    return m_lastCategory;
}

BatchCategory BatchWriter::categoryNamed(BatchString name) {
    if (name.index() >= m_categoryOfString.size()) {
        m_categoryOfString.resize(name.index() + 1);
    }
    BatchCategory& category = m_categoryOfString[name.index()];
    if (!category.isValid()) {
        category = BatchCategory(batch.categories.size());
        batch.categories.push_back({name, sliceKindOfCategory(batch.strings.view(name))});
    }
    return category;
}

BatchTrack BatchWriter::track(const Token& pid, const Token& tid) {
    // Chrome's own rule: an event without a thread belongs to the one that is named as its process.
    const Token& thread = tid.isText() ? tid : pid;
    if (sameSpelling(pid, m_lastPid) && sameSpelling(thread, m_lastTid)) {
        return m_lastTrack;
    }
    const BatchString process = intern(pid);
    m_lastTrack = findTrack({process, intern(thread)});
    m_lastPid = pid.plain ? pid.text() : std::string_view();
    m_lastTid = thread.plain ? thread.text() : std::string_view();
    return m_lastTrack;
}

BatchTrack BatchWriter::findTrack(BatchTrackKey key) {
    const std::uint64_t both = (std::uint64_t{key.pid.value} << 32U) | key.tid.value;
    const auto [at, isNew] = m_tracks.try_emplace(both, BatchTrack(batch.tracks.size()));
    if (isNew) {
        batch.tracks.push_back(key);
    }
    return at->second;
}

std::optional<std::uint64_t> BatchWriter::identifier(const Token& token) {
    if (token.kind == TokenKind::None) {
        return std::nullopt;
    }
    const auto value = unsignedNumber(token);
    if (!value) {
        report(IssueKind::BadId);
    }
    return value;
}

}  // namespace gaplight
