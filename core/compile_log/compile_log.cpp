// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/compile_log/compile_log.h"

#include <algorithm>

namespace gaplight {
namespace {

struct LogIssueText {
    std::string_view name;
    std::string_view explanation;
};

constexpr std::array<LogIssueText, kCompileLogIssues> kLogIssueTexts{{
    {"truncated", "the log ends inside an entry; those before it are read"},
    {"damaged_container", "the compressed data is damaged; the entries before the damage are read"},
    {"malformed_entry", "entries that are no JSON object are left out"},
    {"malformed_payload", "texts that are not of the form that PyTorch writes are left out"},
    {"oversized_entry", "entries with more text than is kept are left out"},
    {"too_many_entries", "entries beyond the number that is kept are left out"},
}};

}  // namespace

std::string_view compileLogIssueName(CompileLogIssueKind kind) {
    return kLogIssueTexts[static_cast<std::size_t>(kind)].name;
}

std::string_view compileLogIssueExplanation(CompileLogIssueKind kind) {
    return kLogIssueTexts[static_cast<std::size_t>(kind)].explanation;
}

const CompiledFrame* CompileLog::findFrame(LogCompileId id) const {
    const auto found = std::ranges::lower_bound(frames, id, {}, &CompiledFrame::id);
    return found != frames.end() && found->id == id ? &*found : nullptr;
}

}  // namespace gaplight
