// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/what_if/what_if_offers.h"

#include <optional>
#include <string>
#include <string_view>

#include "core/analysis/slices/slice_text.h"
#include "core/analysis/torch/kernel_group.h"
#include "core/analysis/torch/kernel_meaning.h"
#include "core/analysis/torch/python_frame.h"
#include "core/detectors/what_if/edit_spec.h"
#include "widgets/convert/qt_convert.h"
#include "widgets/convert/qt_text.h"

namespace gaplight::ui {
namespace {

struct Kind {
    QString word;                                // "kernel"
    std::optional<std::string_view> namesOfAll;  // as an edit says it; empty: none does
};

std::optional<Kind> kindOf(SliceKind kind) {
    switch (kind) {
        case SliceKind::Kernel:
            return Kind{QStringLiteral("kernel"), "kernel"};
        case SliceKind::Memcpy:
            return Kind{QStringLiteral("copy"), std::nullopt};
        case SliceKind::Memset:
            return Kind{QStringLiteral("memset"), std::nullopt};
        case SliceKind::UserAnnotation:
            return Kind{QStringLiteral("annotation"), "annotation"};
        case SliceKind::PythonFunction:
            return Kind{QStringLiteral("function"), "function"};
        case SliceKind::CpuOp:
            return Kind{QStringLiteral("operator"), "op"};
        case SliceKind::Runtime:
        case SliceKind::Driver:
            return Kind{QStringLiteral("call"), std::nullopt};
        default:
            return std::nullopt;
    }
}

// Without the middle of a long name: the figures after it are read.
QString shortName(const Trace& trace, SliceId slice) {
    constexpr qsizetype kHalf = 20;
    const std::string_view name = trace.name(slice);
    const SliceKind kind = trace.kind(slice);
    const QString whole = kind == SliceKind::Kernel           ? toQString(kernelRowLabel(name))
                          : kind == SliceKind::PythonFunction ? toQString(functionOfFrame(name))
                                                              : toQString(name);
    return whole.size() <= 2 * kHalf ? whole
                                     : whole.first(kHalf) + QStringLiteral("…") + whole.last(kHalf);
}

QString changeText(double factor) {
    return factor == 0 ? QStringLiteral("takes no time") : QStringLiteral("is 2× faster");
}

// "remove:kernel:=gemm", "scale:kernel:=gemm:0.5".
WhatIfOffer offerOf(const QString& label, const QString& title, const std::string& what,
                    double factor) {
    const Result<WhatIf> named =
        parseWhatIf(factor == 0 ? "remove:" + what
                                : "scale:" + what + ":" + QString::number(factor).toStdString());
    return {label, title, named.value_or(WhatIf{}), {}};
}

WhatIfOffer offerOfOne(const Trace& trace, SliceId slice, const Kind& kind, double factor) {
    const QString at = durationText(trace.slices().start(slice) - trace.range().begin);
    return offerOf(
        QStringLiteral("This %1 %2").arg(kind.word, changeText(factor)),
        QStringLiteral("%1 at %2 %3").arg(shortName(trace, slice), at, changeText(factor)),
        "slice:" + sliceText(trace, slice), factor);
}

WhatIfOffer offerOfAll(const Trace& trace, SliceId slice, const Kind& kind, double factor) {
    return offerOf(factor == 0 ? QStringLiteral("All of this name take no time")
                               : QStringLiteral("All of this name are 2× faster"),
                   QStringLiteral("every %1 %2 %3")
                       .arg(kind.word, shortName(trace, slice), changeText(factor)),
                   std::string(*kind.namesOfAll) + ":=" + std::string(trace.name(slice)), factor);
}

QString playedTitle(const QString& name, Duration at, Duration recorded, Duration played) {
    return QStringLiteral("%1 at %2: %3 → %4")
        .arg(name, durationText(at), durationText(recorded), durationText(played));
}

QString playedCondition(const PlayedEnd& played, const QString& name, Duration at,
                        Duration length) {
    const QString what = QStringLiteral("%1 at %2 ").arg(name, durationText(at));
    if (length == Duration::zero()) {
        return what + (played.isGap() ? QStringLiteral("is not") : QStringLiteral("takes no time"));
    }
    return what + QStringLiteral("takes %1, not %2")
                      .arg(durationText(length), durationText(played.range.length()));
}

WhatIfOffer programOffer(const char* text, const QString& title) {
    WhatIfOffer offer;
    offer.label = title;
    offer.title = title;
    if (const Result<WhatIf> edit = parseWhatIf(text)) {
        offer.edit = *edit;
    }
    return offer;
}

}  // namespace

std::vector<WhatIfOffer> sliceOffers(const Session& session, SliceId slice) {
    const Trace& trace = *session.trace;
    const std::optional<Kind> kind =
        slice.isValid() ? kindOf(trace.kind(slice)) : std::optional<Kind>{};
    if (!kind) {
        return {};
    }
    std::vector<WhatIfOffer> offers;
    for (const double factor : {0.0, 0.5}) {
        offers.push_back(offerOfOne(trace, slice, *kind, factor));
        if (kind->namesOfAll) {
            offers.push_back(offerOfAll(trace, slice, *kind, factor));
        }
    }
    return offers;
}

WhatIfOffer playedOffer(const Session& session, const PlayedEnd& played) {
    const Trace& trace = *session.trace;
    const Duration recorded = played.range.length();
    const Duration length = played.end - played.range.begin;
    const double factor =
        static_cast<double>(length.count()) / static_cast<double>(recorded.count());
    const Duration at = played.range.begin - trace.range().begin;
    const QString name = played.isGap() ? QStringLiteral("GPU %1 idle").arg(played.gpu.device)
                                        : shortName(trace, played.slice);
    const std::string what = played.isGap() ? "gap:" + std::to_string(played.gpu.device) + "@" +
                                                  std::to_string(at.count()) + "ns"
                                            : "slice:" + sliceText(trace, played.slice);
    const QString title = playedTitle(name, at, recorded, length);
    WhatIfOffer offer = offerOf(title, title, what, factor);
    offer.condition = playedCondition(
        played, played.isGap() ? QStringLiteral("the gap of GPU %1").arg(played.gpu.device) : name,
        at, length);
    return offer;
}

std::vector<WhatIfOffer> programOffers(const Session& session) {
    const Trace& trace = *session.trace;
    bool hasCopies = false;
    bool hasCollectives = false;
    KernelGroups groups(trace);
    for (const GpuActivity& activity : trace.gpuActivities()) {
        const SliceKind kind = trace.kind(activity.slice);
        hasCopies |= kind == SliceKind::Memcpy;
        hasCollectives |=
            kind == SliceKind::Kernel && groups.of(activity.slice) == KernelGroup::Collective;
    }
    std::vector<WhatIfOffer> offers;
    if (!replayedSteps(session.analysis.steps).empty()) {
        offers.push_back(
            programOffer("graph:steps", QStringLiteral("Each step launched as one CUDA graph")));
    }
    if (hasCopies) {
        offers.push_back(programOffer(
            "async:copies", QStringLiteral("Copies to the GPU from pinned memory, asynchronous")));
        offers.push_back(
            programOffer("overlap:copies", QStringLiteral("Copies beside the kernels that wait")));
    }
    if (hasCollectives) {
        offers.push_back(
            programOffer("balance:ranks", QStringLiteral("No rank waits for another one")));
    }
    return offers;
}

}  // namespace gaplight::ui
