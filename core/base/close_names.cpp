// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/base/close_names.h"

#include <algorithm>
#include <cctype>
#include <numeric>
#include <utility>
#include <vector>

#include "core/base/printable_text.h"
#include "core/base/quantity_text.h"

namespace gaplight {
namespace {

constexpr std::size_t kShown = 60;
constexpr std::size_t kMaxClose = 3;
// Longer names are not typed.
constexpr std::size_t kCompared = 200;

std::string lower(std::string_view text) {
    std::string result(text);
    std::transform(result.begin(), result.end(), result.begin(),
                   [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    return result;
}

// Levenshtein's distance.
std::size_t distance(std::string_view a, std::string_view b) {
    std::vector<std::size_t> row(b.size() + 1);
    std::iota(row.begin(), row.end(), std::size_t{0});
    for (std::size_t i = 0; i < a.size(); ++i) {
        std::size_t diagonal = row[0];
        row[0] = i + 1;
        for (std::size_t j = 0; j < b.size(); ++j) {
            const std::size_t replaced = diagonal + (a[i] == b[j] ? 0 : 1);
            diagonal = row[j + 1];
            row[j + 1] = std::min({replaced, row[j] + 1, row[j + 1] + 1});
        }
    }
    return row[b.size()];
}

std::string inQuotes(std::string_view name) {
    const std::string_view shown = truncateUtf8(name, kShown);
    return "'" + std::string(shown) + (shown.size() < name.size() ? "…'" : "'");
}

}  // namespace

std::string closeNamesText(std::string_view wanted, std::span<const std::string> known) {
    if (known.empty()) {
        return "there are none";
    }
    const std::string want = lower(wanted);
    std::vector<std::pair<std::size_t, std::size_t>> close;  // distance, position
    for (std::size_t at = 0; at < known.size(); ++at) {
        const std::string name = lower(known[at]);
        const bool contains = !want.empty() && name.find(want) != std::string::npos;
        const std::size_t longer = std::max(name.size(), want.size());
        const std::size_t shorter = std::min(name.size(), want.size());
        // A third of the characters wrong is a slip of the fingers; more is another word.
        if (!contains && (longer > kCompared || longer - shorter > longer / 3)) {
            continue;
        }
        const std::size_t off = contains ? 0 : distance(want, name);
        if (off <= longer / 3) {
            close.emplace_back(off, at);
        }
    }
    std::stable_sort(close.begin(), close.end());
    std::string text = close.empty() ? "there are " : "did you mean ";
    const std::size_t shown =
        close.empty() ? std::min(kNamesInMessage, known.size()) : std::min(kMaxClose, close.size());
    const bool isAll = !close.empty() || shown == known.size();
    for (std::size_t at = 0; at < shown; ++at) {
        const char* last = close.empty() ? " and " : " or ";
        text += at == 0 ? "" : (at + 1 == shown && isAll ? last : ", ");
        text += inQuotes(known[close.empty() ? at : close[at].second]);
    }
    if (!isAll) {
        text += " and " + countText(known.size() - shown) + " more";
    }
    return close.empty() ? text : text + "?";
}

}  // namespace gaplight
