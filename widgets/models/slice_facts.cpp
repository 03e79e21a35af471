// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/models/slice_facts.h"

#include <algorithm>

#include <QDateTime>
#include <QTimeZone>

#include "core/formats/event_text.h"
#include "widgets/convert/qt_convert.h"
#include "widgets/convert/quantity_text.h"
#include "widgets/convert/track_text.h"

namespace gaplight::ui {
namespace {

constexpr std::size_t kMostLinks = 50;  // of one kind; a graph launch can have thousands

qint64 number(SliceId slice) {
    return static_cast<qint64>(slice.index());
}

class FactCollector {
public:
    FactCollector(const SceneData& data, SliceId slice)
        : m_session(data.session()),
          m_model(data.model()),
          m_trace(*m_session.trace),
          m_slice(slice) {}

    [[nodiscard]] SliceFacts collect() {
        times();
        place();
        launches();
        flows();
        args();
        stack();
        return std::move(m_facts);
    }

private:
    void times() {
        const SliceTable& slices = m_trace.slices();
        const Time start = slices.start(m_slice);
        fact("Start", exactDurationText(start - m_trace.range().begin));
        fact("Duration", exactDurationText(slices.duration(m_slice)));
        fact("Self time", exactDurationText(selfTime()));
        fact("Start (absolute)", absoluteTime(start));
    }

    // Duration less that of the slices directly inside. Those follow it in the table.
    [[nodiscard]] Duration selfTime() const {
        const SliceTable& slices = m_trace.slices();
        const Track& track = m_trace.tracks()[m_trace.trackOf(m_slice).index()];
        const std::size_t last = track.firstSlice.index() + track.sliceCount;
        Duration self = slices.duration(m_slice);
        for (std::size_t at = m_slice.index() + 1;
             at < last && slices.start(SliceId(at)) < slices.end(m_slice); ++at) {
            if (slices.parent(SliceId(at)) == m_slice) {
                self -= slices.duration(SliceId(at));
            }
        }
        return self;
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

    void place() {
        const CategoryId category = m_trace.slices().category(m_slice);
        fact("Category", toQString(m_trace.text(m_trace.categories()[category.index()].name)));
        fact("Track", trackText(m_trace, m_trace.trackOf(m_slice)));
    }

    void launches() {
        const LaunchIndex& launches = m_session.indexes->launches;
        if (const SliceId launch = launches.launchOf(m_slice); launch.isValid()) {
            link("Launched by", launch);
            fact("Launch delay", delayText(launch, m_slice));
        }
        const auto launched = launches.activitiesOf(m_slice);
        for (const ActivityId activity : launched.first(std::min(launched.size(), kMostLinks))) {
            const SliceId kernel = m_trace.gpuActivities()[activity.index()].slice;
            link(QStringLiteral("Launched (delay %1)").arg(delayText(m_slice, kernel)), kernel);
        }
        more(launched.size());
    }

    [[nodiscard]] QString delayText(SliceId launch, SliceId activity) const {
        const SliceTable& slices = m_trace.slices();
        return durationText(slices.start(activity) - slices.end(launch));
    }

    void flows() {
        const auto leaving = m_session.indexes->flows.from(m_trace, m_slice);
        for (const Flow& flow : leaving.first(std::min(leaving.size(), kMostLinks))) {
            link(QStringLiteral("%1 to").arg(toQString(m_trace.text(flow.category))), flow.to);
        }
        more(leaving.size());
        const auto coming = m_session.indexes->flows.to(m_trace, m_slice);
        for (const FlowId id : coming.first(std::min(coming.size(), kMostLinks))) {
            const Flow& flow = m_trace.flows()[id.index()];
            link(QStringLiteral("%1 from").arg(toQString(m_trace.text(flow.category))), flow.from);
        }
        more(coming.size());
    }

    void args() {
        const auto text = readEventText(*m_session.source, m_trace.slices().offset(m_slice));
        const auto entries = text ? parseArgs(*text) : tl::unexpected<Error>(text.error());
        if (!entries) {
            m_facts.args.push_back(
                {QStringLiteral("not readable"), toQString(entries.error().message), -1});
            return;
        }
        for (const ArgEntry& entry : *entries) {
            m_facts.args.push_back({toQString(entry.path), toQString(entry.value), -1});
        }
    }

    void stack() {
        const SliceId launch = m_session.indexes->launches.launchOf(m_slice);
        const SliceId innermost = launch.isValid() ? launch : m_trace.slices().parent(m_slice);
        m_facts.stackTitle =
            launch.isValid() ? QStringLiteral("Host stack at launch") : QStringLiteral("Inside of");
        for (SliceId at = innermost; at.isValid(); at = m_trace.slices().parent(at)) {
            m_facts.stack.push_back({kindText(at), nameOf(at), number(at)});
        }
        recordedStack();
    }

    // torch.profiler(with_stack=True) before Kineto 2022 wrote frames into the op's args.
    void recordedStack() {
        for (const DetailRow& row : m_facts.args) {
            if (row.key == QLatin1String("Call stack")) {
                m_facts.stackTitle = QStringLiteral("Recorded call stack");
                for (const QString& frame : row.value.split(u';', Qt::SkipEmptyParts)) {
                    m_facts.stack.push_back({QStringLiteral("python"), frame.trimmed(), -1});
                }
            }
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

    void fact(const char* key, const QString& value) {
        m_facts.facts.push_back({QString::fromUtf8(key), value, -1});
    }
    void link(const QString& key, SliceId slice) {
        m_facts.links.push_back(
            {key,
             nameOf(slice) + QStringLiteral(" · ") + durationText(m_trace.slices().duration(slice)),
             number(slice)});
    }
    void more(std::size_t count) {
        if (count > kMostLinks) {
            m_facts.links.push_back(
                {QString(), QStringLiteral("and %1 more").arg(groupedText(count - kMostLinks)),
                 -1});
        }
    }

    const Session& m_session;
    SceneModel m_model;
    const Trace& m_trace;
    SliceId m_slice;
    SliceFacts m_facts;
};

}  // namespace

SliceFacts sliceFacts(const SceneData& trace, SliceId slice) {
    return FactCollector(trace, slice).collect();
}

}  // namespace gaplight::ui
