// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/what_if/what_if_answer_text.h"

#include <algorithm>
#include <array>
#include <vector>

#include "core/base/quantity_text.h"
#include "widgets/convert/qt_convert.h"
#include "widgets/convert/quantity_string.h"

namespace gaplight::ui {
namespace {

struct PathLook {
    const char* pattern;  // of PatternItem
    const char* label;
};
constexpr std::array<PathLook, kPathKinds> kPathLooks{{{"path_host", "host between calls"},
                                                       {"path_launch", "launching"},
                                                       {"path_kernel", "kernels"},
                                                       {"path_copy", "copies"},
                                                       {"path_sync", "blocking calls"},
                                                       {"path_collective", "collectives"},
                                                       {"path_gpu_wait", "GPU waiting to start"}}};

QString beforeAfterText(Duration before, Duration after) {
    return before == after ? durationText(after)
                           : durationText(before) + QStringLiteral(" → ") + durationText(after);
}

double shareOf(Duration part, Duration whole) {
    return whole == Duration::zero()
               ? 0
               : static_cast<double>(part.count()) / static_cast<double>(whole.count());
}

}  // namespace

QString problemText(const WhatIfOutcome& outcome) {
    const WhatIfAnswer& answer = outcome.answer;
    if (answer.measured == Duration::zero()) {
        return QStringLiteral("There is no GPU activity to replay.");
    }
    if (!answer.trusted) {
        return QStringLiteral(
                   "No saving is given: the replay of this trace misses its measured window by %1.")
            .arg(toQString(gaplight::percentText(answer.modelError, PercentForm::Error)));
    }
    return toQString(outcome.problem);
}

QString predictedWindowText(const WhatIfOutcome& outcome) {
    const WhatIfAnswer& answer = outcome.answer;
    return answer.trusted ? beforeAfterText(answer.replayed, answer.window) : QString();
}

QString savingText(const WhatIfOutcome& outcome) {
    const WhatIfAnswer& answer = outcome.answer;
    if (!answer.trusted) {
        return {};
    }
    if (answer.saving == Duration::zero()) {
        return QStringLiteral("No saving: the GPU does not wait for it.");
    }
    const Duration change = std::max(answer.saving, -answer.saving);
    return QStringLiteral("%1 (%2) %3 · %4 as fast")
        .arg(durationText(change), percentText(shareOf(change, answer.measured)),
             answer.saving > Duration::zero() ? QStringLiteral("less") : QStringLiteral("more"),
             toQString(factorText(answer.speedUp)));
}

QString predictedStepText(const WhatIfOutcome& outcome) {
    const WhatIfAnswer& answer = outcome.answer;
    if (!answer.trusted || !answer.step || !answer.stepBefore) {
        return {};
    }
    return QStringLiteral("median step ") + beforeAfterText(*answer.stepBefore, *answer.step);
}

QString modelErrorText(const WhatIfOutcome& outcome) {
    if (!outcome.answer.trusted) {
        return {};
    }
    const double error = outcome.answer.modelError;
    const QString text = QStringLiteral("model error ") +
                         toQString(gaplight::percentText(error, PercentForm::Error));
    const QString rough =
        error > kReplayWarnError ? text + QStringLiteral(": the saving is rough") : text;
    const Duration firstUse = outcome.answer.firstUse;
    return firstUse > Duration::zero()
               ? rough + QStringLiteral(" · without first use, ") + durationText(firstUse)
               : rough;
}

QVariantList criticalPathParts(const WhatIfOutcome& outcome) {
    Duration whole{};
    std::vector<std::size_t> order;
    for (std::size_t kind = 0; kind < kPathKinds; ++kind) {
        whole += outcome.path[kind];
        if (outcome.path[kind] > Duration::zero()) {
            order.push_back(kind);
        }
    }
    std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
        return outcome.path[a] > outcome.path[b];
    });
    QVariantList parts;
    for (const std::size_t kind : order) {
        const double share = shareOf(outcome.path[kind], whole);
        parts.append(QVariantMap{{QStringLiteral("kind"), kPathLooks[kind].pattern},
                                 {QStringLiteral("label"), kPathLooks[kind].label},
                                 {QStringLiteral("length"), durationText(outcome.path[kind])},
                                 {QStringLiteral("percent"), percentText(share)},
                                 {QStringLiteral("share"), share}});
    }
    return parts;
}

}  // namespace gaplight::ui
