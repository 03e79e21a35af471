// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/selection/slice_facts.h"

#include <algorithm>
#include <iterator>
#include <span>

#include <QDateTime>
#include <QTimeZone>

#include "core/analysis/gpu/launched_work.h"
#include "core/analysis/steps/step_index.h"
#include "core/scene/timeline/time_text.h"
#include "widgets/convert/qt_convert.h"
#include "widgets/convert/quantity_string.h"
#include "widgets/convert/track_text.h"
#include "widgets/selection/kernel_facts.h"
#include "widgets/selection/provenance_facts.h"
#include "widgets/selection/slice_links.h"

namespace gaplight::ui {
namespace {

std::string exactly(Duration length) {
    return exactDurationText(length).toStdString();
}

qint64 number(SliceId slice) {
    return static_cast<qint64>(slice.index());
}

class FactCollector {
public:
    FactCollector(const SceneData& data, SliceId slice, TimeFormat format)
        : m_data(data),
          m_session(data.session()),
          m_model(data.model()),
          m_trace(*m_session.trace),
          m_slice(slice),
          m_format(format) {}

    [[nodiscard]] SliceFacts collect() {
        addChildren();
        addTimes();
        addGpuTime();
        addPlace();
        addStepAndAnnotation();
        addProvenance();
        addKernel();
        addLinks();
        addArgs();
        addStack();
        return std::move(m_facts);
    }

private:
    void addTimes() {
        const SliceTable& slices = m_trace.slices();
        const Time start = slices.start(m_slice);
        addFact("Start", toQString(timeText(m_model, m_format, start, exactly)));
        addFact("Duration", exactDurationText(slices.duration(m_slice)));
        addFact("Self time", exactDurationText(m_selfTime));
        addFact("Start (absolute)", absoluteTime(start));
    }

    // Children follow their parent in the table. Self time = duration − durations of the children.
    void addChildren() {
        const SliceTable& slices = m_trace.slices();
        const Track& track = m_trace.tracks()[m_trace.trackOf(m_slice).index()];
        const std::size_t last = track.firstSlice.index() + track.sliceCount;
        std::vector<SliceId> inside;
        m_selfTime = slices.duration(m_slice);
        for (std::size_t at = m_slice.index() + 1;
             at < last && slices.start(SliceId(at)) < slices.end(m_slice); ++at) {
            if (slices.parent(SliceId(at)) == m_slice) {
                m_selfTime -= slices.duration(SliceId(at));
                inside.emplace_back(at);
            }
        }
        const std::size_t shown = std::min(inside.size(), kMaxLinks);
        std::partial_sort(
            inside.begin(), inside.begin() + static_cast<std::ptrdiff_t>(shown), inside.end(),
            [&slices](SliceId a, SliceId b) { return slices.duration(a) > slices.duration(b); });
        m_facts.childrenTitle = inside.empty()
                                    ? QStringLiteral("Directly inside")
                                    : QStringLiteral("Directly inside: %1, the longest first")
                                          .arg(countText(inside.size()));
        for (const SliceId child : std::span(inside).first(shown)) {
            m_facts.children.push_back(
                {durationText(slices.duration(child)), nameOf(child), number(child)});
        }
        addMoreRow(m_facts.children, inside.size());
    }

    // The first question about a module or an operator.
    void addGpuTime() {
        const LaunchedWork work = workLaunchedIn(m_trace, m_session.indexes->launches, m_slice);
        if (work.activities == 0) {
            return;
        }
        const bool isOne = work.activities == 1;
        addFact("GPU time", durationText(work.busy) + QStringLiteral(" in ") +
                                countText(work.activities) +
                                (isOne ? QStringLiteral(" kernel or copy launched here")
                                       : QStringLiteral(" kernels and copies launched here")));
    }

    [[nodiscard]] QString absoluteTime(Time time) const {
        const std::int64_t sinceEpoch = m_trace.facts().baseTimeNs + ns(time);
        if (m_trace.facts().baseTimeNs == 0) {
            return exactDurationText(time - timeFromNs(0));
        }
        const QDateTime date =
            QDateTime::fromMSecsSinceEpoch(sinceEpoch / 1'000'000, QTimeZone::utc());
        return date.toString(QStringLiteral("yyyy-MM-dd hh:mm:ss")) +
               QStringLiteral(".%1 UTC").arg(sinceEpoch % 1'000'000'000, 9, 10, QChar(u'0'));
    }

    void addPlace() {
        const CategoryId category = m_trace.slices().category(m_slice);
        addFact("Category", toQString(m_trace.text(m_trace.categories()[category.index()].name)));
        addFact("Track", trackText(m_trace, m_trace.trackOf(m_slice)));
    }

    // Step and annotation of the slice; of a GPU activity those of its launch.
    void addStepAndAnnotation() {
        const SliceId launch = m_session.indexes->launches.launchOf(m_slice);
        const SliceId host = launch.isValid() ? launch : m_slice;
        const StepIndex steps(m_session.analysis.steps);
        if (const auto step = steps.stepAt(m_trace.slices().start(host))) {
            addFact("Step",
                    QStringLiteral("%1 of %2").arg(countText(*step + 1), countText(steps.count())));
        }
        for (SliceId at = host; at.isValid(); at = m_trace.slices().parent(at)) {
            if (m_trace.kind(at) == SliceKind::UserAnnotation) {
                m_facts.facts.push_back(
                    {QStringLiteral("Annotation"), nameOf(at), at == m_slice ? -1 : number(at)});
                return;
            }
        }
    }

    void addProvenance() {
        std::vector<DetailRow> rows = provenanceFacts(m_session, m_slice);
        std::move(rows.begin(), rows.end(), std::back_inserter(m_facts.facts));
    }

    void addKernel() {
        KernelFacts kernel = kernelFacts(m_session, m_slice);
        std::move(kernel.rows.begin(), kernel.rows.end(), std::back_inserter(m_facts.facts));
        m_facts.occupancy = kernel.occupancy;
    }

    void addLinks() {
        SliceLinks links = sliceLinks(m_data, m_slice);
        m_facts.preceding = std::move(links.preceding);
        m_facts.following = std::move(links.following);
        if (links.launchDelay) {
            addFact("Launch delay", durationText(*links.launchDelay));
        }
    }

    void addArgs() {
        const auto entries = m_session.details.args(m_slice);
        if (!entries) {
            m_facts.args.push_back(
                {QStringLiteral("not readable"), toQString(entries.error().message), -1});
            return;
        }
        for (const Arg& entry : *entries) {
            m_facts.args.push_back({toQString(entry.path), toQString(entry.value), -1});
        }
    }

    void addStack() {
        const SliceId launch = m_session.indexes->launches.launchOf(m_slice);
        const SliceId innermost = launch.isValid() ? launch : m_trace.slices().parent(m_slice);
        m_facts.stackTitle =
            launch.isValid() ? QStringLiteral("Host stack at launch") : QStringLiteral("Inside of");
        for (SliceId at = innermost; at.isValid(); at = m_trace.slices().parent(at)) {
            m_facts.stack.push_back({kindText(at), nameOf(at), number(at)});
        }
        addRecordedStack();
    }

    // torch.profiler(with_stack=True) before Kineto 2022 wrote frames into the op's args.
    void addRecordedStack() {
        const auto recorded = m_session.details.field(m_slice, DetailField::CallStack);
        if (!recorded || recorded->empty()) {
            return;
        }
        m_facts.stackTitle = QStringLiteral("Recorded call stack");
        for (const QString& frame : toQString(*recorded).split(u';', Qt::SkipEmptyParts)) {
            m_facts.stack.push_back({QStringLiteral("python"), frame.trimmed(), -1});
        }
    }

    [[nodiscard]] QString kindText(SliceId slice) const {
        switch (m_trace.kind(slice)) {
            case SliceKind::PythonFunction:
                return QStringLiteral("python");
            case SliceKind::CpuOp:
                return QStringLiteral("op");
            case SliceKind::UserAnnotation:
                return QStringLiteral("annotation");
            case SliceKind::Runtime:
            case SliceKind::Driver:
                return QStringLiteral("call");
            default:
                return {};
        }
    }

    [[nodiscard]] QString nameOf(SliceId slice) const {
        return toQString(m_model.names->label(m_trace.slices().name(slice)));
    }

    void addFact(const char* key, const QString& value) {
        m_facts.facts.push_back({QString::fromUtf8(key), value, -1});
    }
    const SceneData& m_data;
    const Session& m_session;
    SceneModel m_model;
    const Trace& m_trace;
    SliceId m_slice;
    TimeFormat m_format;
    Duration m_selfTime{};
    SliceFacts m_facts;
};

}  // namespace

SliceFacts sliceFacts(const SceneData& trace, SliceId slice, TimeFormat format) {
    return FactCollector(trace, slice, format).collect();
}

}  // namespace gaplight::ui
