// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/detectors/shared/sync_cures.h"

#include <algorithm>
#include <array>

#include "core/detectors/shared/cure_file.h"

namespace gaplight {
namespace {

// In the order of SyncSource.
constexpr std::array<std::string_view, 14> kWaits{
    "item",        "size-argument",  "condition",         "error-check", "nonzero",
    "read-back",   "list-to-tensor", "scalars-to-tensor", "upload",      "copy",
    "synchronize", "event-wait",     "operator",          "unknown"};
static_assert(kWaits.size() == static_cast<std::size_t>(SyncSource::Unknown) + 1);

std::vector<SyncCure> readSyncCures() {
    std::vector<SyncCure> cures;
    for (const toml::table& table : cureTables("sync_cures")) {
        const auto* wait = std::find(kWaits.begin(), kWaits.end(), cureText(table, "wait"));
        SyncCure& cure = cures.emplace_back();
        cure.key = cureText(table, "key");
        cure.wait = wait == kWaits.end() ? SyncSource::Unknown
                                         : static_cast<SyncSource>(wait - kWaits.begin());
        cure.label = cureText(table, "label");
        cure.text = cureText(table, "text");
        cure.otherText = cureText(table, "without_torch");
        cure.source = cureText(table, "source");
        cure.isHarmless = table["harmless"].value_or(false);
        const toml::array* inside = table["inside"].as_array();
        for (std::size_t at = 0; inside != nullptr && at < inside->size(); ++at) {
            cure.inside.push_back(inside->get(at)->value_or(std::string{}));
        }
    }
    if (cures.empty()) {
        cures.emplace_back();
    }
    return cures;
}

bool contains(std::string_view text, std::string_view part) {
    return text.find(part) != std::string_view::npos;
}

}  // namespace

std::span<const SyncCure> syncCures() {
    static const std::vector<SyncCure> kCures = readSyncCures();
    return kCures;
}

std::uint32_t syncCureOf(SyncSource wait, std::string_view function, std::string_view annotation,
                         std::string_view op) {
    const auto cures = syncCures();
    const auto isAround = [&](const std::string& part) {
        return contains(function, part) || contains(annotation, part) || contains(op, part);
    };
    const auto at = std::find_if(cures.begin(), cures.end(), [&](const SyncCure& cure) {
        return cure.wait == wait && (cure.inside.empty() ||
                                     std::any_of(cure.inside.begin(), cure.inside.end(), isAround));
    });
    return static_cast<std::uint32_t>((at == cures.end() ? at - 1 : at) - cures.begin());
}

}  // namespace gaplight
