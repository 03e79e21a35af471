// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/report/facts/replay_sections.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <string>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "core/base/duration_text.h"
#include "core/base/quantity_text.h"

namespace gaplight {
namespace {

constexpr std::array<std::string_view, kPathKinds> kPathWords{
    "host between calls", "launching",           "kernels", "copies", "blocking calls",
    "collectives",        "GPU waiting to start"};

// "12.1 ms less (3.2 %), 1.03× as fast".
std::string gainText(const WhatIfAnswer& answer) {
    if (answer.saving == Duration::zero()) {
        return "nothing gained";
    }
    const Duration change = std::max(answer.saving, -answer.saving);
    return fmt::format("{} {} ({}), {} as fast", durationText(change),
                       answer.saving > Duration::zero() ? "less" : "more",
                       percentText(change, answer.measured), factorText(answer.speedUp));
}

}  // namespace

void writeWhatIf(const ReportSubject& subject, ReportPage& page) {
    if (subject.whatIf == nullptr) {
        return;
    }
    const WhatIfAnswer& answer = *subject.whatIf;
    page.heading("What if");
    for (const std::string& edit : answer.edits) {
        page.item("·", edit);
    }
    if (answer.measured == Duration::zero()) {
        page.line("there is no GPU activity to replay");
        return;
    }
    if (!answer.trusted) {
        page.line("no saving is given: the replay of this trace misses its measured window by " +
                  percentText(answer.modelError, PercentForm::Error));
        return;
    }
    page.line(fmt::format("window {} → {}: {}", durationText(answer.replayed),
                          durationText(answer.window), gainText(answer)));
    if (answer.firstUse > Duration::zero()) {
        page.line("first use, " + durationText(answer.firstUse) + ", is left out of both");
    }
    if (answer.stepBefore && answer.step) {
        page.line(fmt::format("median step {} → {}", durationText(*answer.stepBefore),
                              durationText(*answer.step)));
    }
    if (answer.unprofiledBefore && answer.unprofiled) {
        const Duration less = *answer.unprofiledBefore - *answer.unprofiled;
        page.line(fmt::format("without the profiler about {} → {} ({} {})",
                              durationText(*answer.unprofiledBefore),
                              durationText(*answer.unprofiled),
                              percentText(std::max(less, -less), *answer.unprofiledBefore),
                              less < Duration::zero() ? "more" : "less"));
    }
    page.line(fmt::format("model error {}{}", percentText(answer.modelError, PercentForm::Error),
                          answer.modelError > kReplayWarnError ? ": the saving is rough" : ""));
}

void writeCriticalPath(const ReportSubject& subject, ReportPage& page) {
    if (subject.criticalPath == nullptr) {
        return;
    }
    const auto& totals = subject.criticalPath->totals;
    Duration whole{};
    std::array<std::size_t, kPathKinds> order{};
    for (std::size_t kind = 0; kind < kPathKinds; ++kind) {
        whole += totals[kind];
        order[kind] = kind;
    }
    std::stable_sort(order.begin(), order.end(),
                     [&](std::size_t a, std::size_t b) { return totals[a] > totals[b]; });
    page.heading(subject.whatIf == nullptr ? "Critical path"
                                           : "Critical path of the changed program");
    PageTable table{{{"goes through"}, {"time", Align::Right}, {"share", Align::Right}}, {}};
    for (const std::size_t kind : order) {
        if (totals[kind] > Duration::zero()) {
            table.rows.push_back({std::string(kPathWords[kind]), durationText(totals[kind]),
                                  percentText(totals[kind], whole)});
        }
    }
    page.table(table);
}

Json jsonWhatIf(const ReportSubject& subject) {
    if (subject.whatIf == nullptr) {
        return nullptr;
    }
    const WhatIfAnswer& answer = *subject.whatIf;
    Json json{{"edits", answer.edits},
              {"window_ns", nullptr},
              {"saving_ns", nullptr},
              {"saving_share", nullptr},
              {"speed_up", nullptr},
              {"step_before_ns", nullptr},
              {"step_ns", nullptr},
              {"unprofiled_before_ns", nullptr},
              {"unprofiled_window_ns", nullptr},
              {"model_error", answer.modelError},
              {"trusted", answer.trusted}};
    if (!answer.trusted) {
        return json;
    }
    json["window_ns"] = answer.window.count();
    json["saving_ns"] = answer.saving.count();
    json["saving_share"] =
        static_cast<double>(answer.saving.count()) / static_cast<double>(answer.measured.count());
    json["speed_up"] = answer.speedUp;
    if (answer.stepBefore && answer.step) {
        json["step_before_ns"] = answer.stepBefore->count();
        json["step_ns"] = answer.step->count();
    }
    if (answer.unprofiledBefore && answer.unprofiled) {
        json["unprofiled_before_ns"] = answer.unprofiledBefore->count();
        json["unprofiled_window_ns"] = answer.unprofiled->count();
    }
    return json;
}

Json jsonCriticalPath(const ReportSubject& subject) {
    if (subject.criticalPath == nullptr) {
        return nullptr;
    }
    Json json = Json::array();
    for (std::size_t kind = 0; kind < kPathKinds; ++kind) {
        json.push_back({{"kind", pathKindName(static_cast<PathKind>(kind))},
                        {"total_ns", subject.criticalPath->totals[kind].count()}});
    }
    return json;
}

}  // namespace gaplight
