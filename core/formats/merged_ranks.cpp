// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/formats/merged_ranks.h"

#include <algorithm>
#include <cstddef>
#include <filesystem>
#include <set>
#include <system_error>
#include <utility>

#include "core/formats/chrome/chrome_json.h"

namespace gaplight {
namespace {

constexpr std::string_view kPid = "\"pid\":";
constexpr std::size_t kMaxBracket = 40;

// "[TP00-DP01]" at the begin of what follows a "pid" key; empty for anything else.
std::string_view bracketAt(std::string_view value) {
    value.remove_prefix(std::min(value.find_first_not_of(' '), value.size()));
    if (!value.starts_with("\"[")) {
        return {};
    }
    value.remove_prefix(1);
    const std::size_t end = value.find_first_not_of("ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-", 1);
    return end != std::string_view::npos && end > 1 && end < kMaxBracket &&
                   value.substr(end).starts_with("] ")
               ? value.substr(0, end + 1)
               : std::string_view();
}

}  // namespace

bool isMergedTrace(std::string_view head) {
    const std::size_t pid = head.find(kPid);
    return pid != std::string_view::npos && !bracketAt(head.substr(pid + kPid.size())).empty();
}

Result<std::vector<std::string>> ranksOfMergedTrace(ByteSource& bytes) {
    constexpr std::size_t kBlock = std::size_t{1} << 20;
    constexpr std::size_t kKept = kPid.size() + 2 * kMaxBracket;  // of a pid cut in two
    std::set<std::string, std::less<>> ranks;
    std::string text;
    for (;;) {
        const std::size_t kept = std::min(text.size(), kKept);
        text.erase(0, text.size() - kept);
        text.resize(kept + kBlock);
        const std::size_t got = TRY(bytes.readNext(std::span(text).subspan(kept)));
        if (got == 0) {
            return std::vector<std::string>(ranks.begin(), ranks.end());
        }
        text.resize(kept + got);
        const std::string_view view = text;
        for (std::size_t at = view.find(kPid); at != std::string_view::npos;
             at = view.find(kPid, at + 1)) {
            const std::string_view bracket = bracketAt(view.substr(at + kPid.size()));
            if (!bracket.empty() && !ranks.contains(bracket)) {
                ranks.emplace(bracket);
            }
        }
    }
}

std::optional<MergedRank> mergedRankOf(const std::string& path) {
    const std::size_t begin = path.ends_with(']') ? path.rfind('[') : std::string::npos;
    std::error_code ignored;
    if (begin == std::string::npos || std::filesystem::exists(path, ignored)) {
        return std::nullopt;
    }
    return MergedRank{path.substr(0, begin), path.substr(begin)};
}

Result<OpenedTrace> openMergedRank(const std::string& bracket, ByteSource& bytes,
                                   TraceBuilder& builder, const ReadOptions& options) {
    OpenedTrace opened = TRY(openChromeJsonOf(bracket, {{}, {}, bytes}, builder, options));
    opened.result.facts.rank.reset();
    return opened;
}

}  // namespace gaplight
