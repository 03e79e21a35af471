// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/findings/idle_segment_model.h"

#include <algorithm>
#include <numeric>
#include <utility>

#include <QStringList>

#include "core/analysis/idle/gaps.h"
#include "core/report/facts/idle_explanation_text.h"
#include "core/report/facts/idle_labels.h"
#include "widgets/convert/qt_convert.h"
#include "widgets/convert/quantity_string.h"

namespace gaplight::ui {
namespace {

constexpr qsizetype kMaxFillers = 4;  // in a tip

struct SegmentTexts {
    const char* key;
    const char* label;
    const char* explanation;
};
constexpr std::array kTexts{
    SegmentTexts{"busy", "busy", "A kernel, copy or memset was running"},
    SegmentTexts{"host_late", "host late",
                 "The host launched the next work after the GPU had run out of work"},
    SegmentTexts{"after_sync", "after a sync",
                 "The host waited for the GPU in a blocking call, so that no work was queued"},
    SegmentTexts{"gpu_side", "GPU side",
                 "Work was launched in time: launch latency, or a stream waiting for another"},
    SegmentTexts{"unknown", "unknown", "The launch was not recorded"},
};

const SegmentTexts& textsOf(const QString& key) {
    const auto* found = std::find_if(kTexts.begin(), kTexts.end(), [&](const SegmentTexts& texts) {
        return key == QLatin1String(texts.key);
    });
    return found == kTexts.end() ? kTexts.back() : *found;
}

// What the host did in most of these gaps, a line each: "5.4 ms  Python".
QString fillersText(const IdleSegment& segment) {
    std::vector<std::size_t> order(segment.fillers.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
        return segment.fillers[a] > segment.fillers[b];
    });
    QStringList lines;
    for (const std::size_t filler : order) {
        const Duration length = segment.fillers[filler];
        if (length > Duration(0) && lines.size() < kMaxFillers) {
            lines << durationText(length) + QStringLiteral("  ") +
                         toQString(fillerLabel(static_cast<Filler>(filler)));
        }
    }
    return lines.join(u'\n');
}

}  // namespace

IdleSegmentModel::IdleSegmentModel(const SessionObject& session, QObject* parent)
    : RowListModel(
          {{"key", [](const IdleSegment& segment) { return segment.key; }},
           {"label",
            [](const IdleSegment& segment) {
                return QString::fromUtf8(textsOf(segment.key).label);
            }},
           {"explanation",
            [](const IdleSegment& segment) {
                return QString::fromUtf8(textsOf(segment.key).explanation);
            }},
           {"length", [](const IdleSegment& segment) { return durationText(segment.length); }},
           {"share", [](const IdleSegment& segment) { return segment.share; }},
           {"percent", [](const IdleSegment& segment) { return percentText(segment.share); }},
           {"fillers", fillersText}},
          parent),
      m_session(session) {
    connect(&session, &SessionObject::traceChanged, this, &IdleSegmentModel::reload);
}

void IdleSegmentModel::readExplanations() {
    m_mainExplanation.clear();
    QStringList lines;
    const LoadedTrace& trace = m_session.trace();
    Duration longest{};
    for (const IdleExplanations& one :
         trace ? trace->session().findings.explanations : std::vector<IdleExplanations>()) {
        if (!one.isMuch()) {
            continue;
        }
        lines << toQString(trace->session().trace->gpuLabel(one.gpu)) +
                     tr(" idle %1:").arg(durationText(one.idle()));
        for (const std::string& part : explanationParts(one)) {
            lines << QStringLiteral("  ") + toQString(part);
        }
        if (one.idle() > longest) {
            longest = one.idle();
            const auto& [name, time] = one.parts.front();
            m_mainExplanation = tr("%1 of idle: %2")
                                    .arg(ui::percentText(static_cast<double>(ns(time)) /
                                                         static_cast<double>(ns(longest))),
                                         toQString(explanationLabel(name)));
        }
    }
    m_explanations = lines.join(u'\n');
}

void IdleSegmentModel::reload() {
    std::vector<IdleSegment> segments;
    Duration busy{};
    Duration window{};
    std::array<IdleByFiller, static_cast<std::size_t>(GapTrigger::Count_)> idle{};
    if (const LoadedTrace& trace = m_session.trace()) {
        for (const DeviceAnalysis& device : trace->session().analysis.devices) {
            busy += device.totals.busy;
            window += device.totals.window.length();
            for (std::size_t at = 0; at < device.gaps.size(); ++at) {
                const Gap& gap = device.gaps[at];
                idle[static_cast<std::size_t>(gap.trigger)]
                    [static_cast<std::size_t>(device.gapFiller[at])] += gap.length();
            }
        }
    }
    const auto add = [&](const QString& key, Duration length, const IdleByFiller& fillers) {
        if (length > Duration(0)) {
            segments.push_back({key, length,
                                static_cast<double>(ns(length)) / static_cast<double>(ns(window)),
                                fillers});
        }
    };
    add(QStringLiteral("busy"), busy, {});
    for (const GapTrigger trigger :
         {GapTrigger::HostLate, GapTrigger::AfterSync, GapTrigger::GpuSide, GapTrigger::Unknown}) {
        const IdleByFiller& fillers = idle[static_cast<std::size_t>(trigger)];
        add(toQString(gapTriggerName(trigger)),
            std::accumulate(fillers.begin(), fillers.end(), Duration(0)), fillers);
    }
    m_summary =
        window > Duration(0)
            ? tr("GPU busy %1")
                  .arg(percentText(static_cast<double>(ns(busy)) / static_cast<double>(ns(window))))
            : QString();
    readExplanations();
    resetRows(std::move(segments));
    Q_EMIT contentChanged();
}

}  // namespace gaplight::ui
