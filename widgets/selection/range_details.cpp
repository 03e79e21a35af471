// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/selection/range_details.h"

#include <algorithm>
#include <chrono>
#include <tuple>
#include <utility>

#include <QStringList>

#include "core/analysis/steps/iteration_steps.h"
#include "core/analysis/torch/annotation_name.h"
#include "core/index/main_range.h"
#include "core/index/summary_thread.h"
#include "core/report/facts/idle_explanation_text.h"
#include "core/report/facts/range_report.h"
#include "widgets/convert/qt_convert.h"
#include "widgets/convert/qt_text.h"

namespace gaplight::ui {
namespace {

constexpr std::size_t kMaxActivities = 4;  // the largest

// Segments of the bar: {kind: a pattern of PatternItem, share: 0..1, text: "computes 1.20 ms"}.
QVariantList partsOf(const RangeGpuShares& gpu) {
    QVariantList parts;
    for (const GpuTimeShare& share : gpu.shares) {
        parts.push_back(QVariantMap{
            {QStringLiteral("kind"), toQString(roleName(share.color.role()))},
            {QStringLiteral("share"), share.share},
            {QStringLiteral("text"), toQString(share.label) + u' ' + durationText(share.time)}});
    }
    return parts;
}

// "12 gaps; the host in them: Python 1.02 ms, blocking call 300 µs"; empty without idle time.
QString gapsOf(const RangeGpuShares& of) {
    const RangeGpu& gpu = of.gpu;
    std::vector<std::pair<Duration, GapActivity>> activities;
    for (std::size_t i = 0; i < gpu.byMainActivity.size(); ++i) {
        if (gpu.byMainActivity[i] > Duration::zero()) {
            activities.emplace_back(gpu.byMainActivity[i], static_cast<GapActivity>(i));
        }
    }
    std::sort(activities.begin(), activities.end(),
              [](const auto& a, const auto& b) { return a.first > b.first; });
    activities.resize(std::min(activities.size(), kMaxActivities));
    QStringList words;
    for (const auto& [time, activity] : activities) {
        words << toQString(gapActivityLabel(activity)) + u' ' + durationText(time);
    }
    return words.isEmpty()
               ? QString()
               : QStringLiteral("%1; the host in them: %2")
                     .arg(countText(gpu.gaps, "gap", "gaps"), words.join(QStringLiteral(", ")));
}

// "GPU 0: busy 61.2 % of 5.30 ms".
QString titleOf(const RangeGpuShares& of) {
    const RangeGpu& gpu = of.gpu;
    if (gpu.window <= Duration::zero()) {
        return QStringLiteral("%1: nothing recorded in this range").arg(toQString(gpu.label));
    }
    if (of.shares.empty()) {
        return QStringLiteral("%1: the kernels of replayed graphs were not recorded")
            .arg(toQString(gpu.label));
    }
    const double busy = static_cast<double>(ns(gpu.busy)) / static_cast<double>(ns(gpu.window));
    return QStringLiteral("%1: busy %2 of %3")
        .arg(toQString(gpu.label), percentText(busy), durationText(gpu.window));
}

}  // namespace

RangeGpuModel::RangeGpuModel(QObject* parent)
    : RowListModel({{"title", titleOf}, {"parts", partsOf}, {"gaps", gapsOf}}, parent) {}

void RangeGpuModel::setGpus(std::vector<RangeGpuShares> gpus) {
    resetRows(std::move(gpus));
    Q_EMIT rowsChanged();
}

namespace {

std::vector<TrackId> tracksOf(const Trace& trace, const TrackRange& range) {
    if (!range.tracks.empty()) {
        return range.tracks;
    }
    std::vector<TrackId> all;
    for (std::size_t i = 0; i < trace.tracks().size(); ++i) {
        all.emplace_back(i);
    }
    return all;
}

// All of a trace's host threads, of which its verdict is; of a trace without any, all tracks. In
// the part that the timeline begins with, where most of the trace is empty.
TrackRange wholeOf(const Trace& trace) {
    return {mainRange(trace).value_or(trace.range()), hostThreads(trace)};
}

// What the user means by the GPU time of a range: on streams what ran, elsewhere what was launched.
ActivityScope usualScope(const Trace& trace, const std::vector<TrackId>& tracks) {
    const bool streamsAlone = std::all_of(tracks.begin(), tracks.end(), [&](TrackId track) {
        return trace.tracks()[track.index()].kind == TrackKind::Stream;
    });
    return streamsAlone ? ActivityScope::Ran : ActivityScope::Launched;
}

const ReplayOrigins* originsOf(const Session& session) {
    return session.provenance == nullptr ? nullptr : session.provenance->replays.get();
}

// Of all threads, those that launch GPU work, if any does: a flame graph of all has a profiler's
// and waiting threads beside them, each as wide as the program.
void keepLaunching(const Session& session, std::vector<TrackId>& threads) {
    std::vector<bool> launches(session.trace->tracks().size());
    for (const SliceId launch : session.indexes->launches.launches()) {
        launches[session.trace->trackOf(launch).index()] = true;
    }
    const auto others = std::stable_partition(
        threads.begin(), threads.end(), [&](TrackId thread) { return launches[thread.index()]; });
    if (others != threads.begin()) {
        threads.erase(others, threads.end());
    }
}

// Input shapes of the rows with most GPU time: each costs a read of the source.
KernelTreeModel::Shapes shapesOf(const Session& session, const KernelTree& kernels,
                                 const std::stop_token& stop) {
    constexpr std::size_t kMaxRead = 256;
    std::vector<std::uint32_t> shaped;
    for (std::uint32_t at = 0; at < kernels.nodes().size(); ++at) {
        if (kernels.nodes()[at].shapedOperator.isValid()) {
            shaped.push_back(at);
        }
    }
    const auto hasMoreTime = [&](std::uint32_t a, std::uint32_t b) {
        return kernels.nodes()[a].total > kernels.nodes()[b].total;
    };
    const std::size_t read = std::min(shaped.size(), kMaxRead);
    std::partial_sort(shaped.begin(), shaped.begin() + static_cast<std::ptrdiff_t>(read),
                      shaped.end(), hasMoreTime);
    shaped.resize(read);
    // In the order of the source, which a compressed one reads at less cost.
    std::sort(shaped.begin(), shaped.end(), [&](std::uint32_t a, std::uint32_t b) {
        const SliceTable& slices = session.trace->slices();
        return slices.event(kernels.nodes()[a].shapedOperator) <
               slices.event(kernels.nodes()[b].shapedOperator);
    });
    KernelTreeModel::Shapes shapes;
    for (const std::uint32_t at : shaped) {
        if (stop.stop_requested()) {
            break;
        }
        if (auto dims =
                session.details.field(kernels.nodes()[at].shapedOperator, DetailField::InputDims)) {
            shapes.emplace(at, *std::move(dims));
        }
    }
    return shapes;
}

struct Flames {
    FlameTree host;
    FlameTree gpu;
};

// `isOfAll`: the tracks are all, of which threads that launch nothing are left out.
Flames flamesOf(const Session& session, std::vector<TrackId> tracks, bool isOfAll, TimeRange range,
                const std::stop_token& stop) {
    const auto streams = std::ranges::stable_partition(tracks, [&](TrackId track) {
        return session.trace->tracks()[track.index()].kind != TrackKind::Stream;
    });
    const std::vector<TrackId> gpu(streams.begin(), streams.end());
    tracks.erase(streams.begin(), streams.end());
    if (isOfAll) {
        keepLaunching(session, tracks);
    }
    const RowIndex& rows = session.indexes->rows;
    return {FlameTree::build(*session.trace, rows, tracks, range, stop),
            FlameTree::build(*session.trace, rows, gpu, range, stop)};
}

// The tracks of another run that correspond: streams by GPU and number, others by name.
std::vector<TrackId> sameTracks(const Trace& trace, std::span<const TrackId> tracks,
                                const Trace& other) {
    const auto keyOf = [](const Trace& of, TrackId id) {
        const Track& track = of.tracks()[id.index()];
        const std::string_view name = of.text(
            track.name.isValid() && track.kind != TrackKind::Stream ? track.name : track.tid);
        return std::tuple(track.kind, track.gpu, track.stream.value_or(-1), std::string(name));
    };
    std::vector<TrackId> same;
    for (std::size_t at = 0; at < other.tracks().size(); ++at) {
        const auto key = keyOf(other, TrackId(at));
        if (std::ranges::any_of(tracks, [&](TrackId id) { return keyOf(trace, id) == key; })) {
            same.emplace_back(at);
        }
    }
    return same;
}

FlameTree compared(const Trace& trace, const FlameTree& tree, const Trace& baseTrace,
                   const FlameTree& base) {
    const auto names = sameFlameNames(trace, tree, baseTrace, base);
    return flameAgainst(tree, base, [&](StringId name) { return names.at(name); });
}

// The flame graphs of a range, compared with the base if there is one.
void addFlames(const TrackRange& range, const std::vector<TrackId>& tracks, const FlameBase& base,
               const std::stop_token& stop, RangeDetails::Measured& result) {
    const Session& session = result.trace->session();
    Flames flames = flamesOf(session, tracks, range.tracks.empty(), *range.range, stop);
    result.base = base.trace ? base.name : QString();
    if (base.trace && !stop.stop_requested()) {
        const Session& other = base.trace->session();
        TrackRange from = base.range;
        from.tracks = base.trace == result.trace
                          ? range.tracks
                          : sameTracks(*session.trace, range.tracks, *other.trace);
        const Flames before =
            flamesOf(other, tracksOf(*other.trace, from), from.tracks.empty(), *from.range, stop);
        flames = {compared(*session.trace, flames.host, *other.trace, before.host),
                  compared(*session.trace, flames.gpu, *other.trace, before.gpu)};
    }
    result.hostFlame = std::move(flames.host);
    result.gpuFlame = std::move(flames.gpu);
}

// The causes are those of the bar beside the verdict, inside the range.
std::vector<RangeGpuShares> gpuSharesOf(const Session& session, const std::vector<RangeGpu>& gpus,
                                        TimeRange range) {
    const ReportSubject subject{*session.trace, session.analysis, session.findings, {}};
    std::vector<RangeGpuShares> all;
    for (const RangeGpu& gpu : gpus) {
        all.push_back({gpu, gpuTimeShares(subject, {gpu.gpu, range})});
    }
    return all;
}

// Null if it was stopped.
std::shared_ptr<const RangeDetails::Measured> measure(
    const LoadedTrace& trace, const TrackRange& range, const FlameBase& base,
    std::optional<ActivityScope> scope, RecorderSlices recorder, const std::stop_token& stop) {
    const Session& session = trace->session();
    const RowIndex& rows = session.indexes->rows;
    const std::vector<TrackId> tracks = tracksOf(*session.trace, range);
    auto result = std::make_shared<RangeDetails::Measured>();
    result->trace = trace;
    result->tracks = tracks;
    result->tables =
        rangeTables(*session.trace, rows, session.analysis, tracks, *range.range, stop, recorder);
    result->uses = usesOfNames(*session.trace, rows, tracks, result->tables, stop);
    if (!stop.stop_requested()) {
        result->gpus = gpuSharesOf(session, result->tables.gpus, *range.range);
    }
    if (!stop.stop_requested()) {
        addFlames(range, tracks, base, stop, *result);
    }
    result->gpuScope = scope.value_or(usualScope(*session.trace, tracks));
    if (!stop.stop_requested()) {
        result->gpuTime =
            GpuTimeTree::build(*session.trace, session.indexes->launches, tracks, *range.range,
                               result->gpuScope, stop, originsOf(session));
    }
    if (!stop.stop_requested()) {
        result->kernels =
            KernelTree::build(*session.trace,
                              countedActivities(*session.trace, session.indexes->launches, tracks,
                                                *range.range, result->gpuScope),
                              stop);
        result->shapes = shapesOf(session, result->kernels, stop);
    }
    return stop.stop_requested() ? nullptr : result;
}

}  // namespace

RangeDetails::RangeDetails(const SessionObject& session, QObject* parent)
    : QObject(parent), m_session(session), m_work([this](const auto& result) { receive(result); }) {
    connect(&session, &SessionObject::traceChanged, this, &RangeDetails::updateTrace);
    for (HistogramObject* histogram : histograms()) {
        followLit(*histogram);
    }
}

RangeDetails::~RangeDetails() {
    m_stop.request_stop();
}

// Another trace has other tracks; the view sets the range again.
void RangeDetails::updateTrace() {
    setRange({});
    compareWith({});
    m_isCurrent = false;
    Q_EMIT rangeChanged();  // whether there is one depends on the trace
    update();
}

HistogramObject::Lit RangeDetails::lit() {
    for (HistogramObject* histogram : histograms()) {
        if (histogram->lit()) {
            return histogram->lit();
        }
    }
    return nullptr;
}

void RangeDetails::unlight() {
    for (HistogramObject* histogram : histograms()) {
        if (histogram->lit()) {
            histogram->unlight();
        }
    }
}

// The one that lights slices last is alone.
void RangeDetails::followLit(HistogramObject& one) {
    connect(&one, &HistogramObject::litChanged, this, [this, &one] {
        for (HistogramObject* other : histograms()) {
            if (one.lit() && other != &one && other->lit()) {
                other->unlight();
            }
        }
        Q_EMIT litChanged();
    });
}

void RangeDetails::setRange(const TrackRange& range) {
    if (range != m_range) {
        m_range = range;
        unlight();
        m_scope.reset();
        m_isCurrent = false;
        Q_EMIT rangeChanged();
        update();
    }
}

void RangeDetails::compareWith(FlameBase base) {
    if (!base.trace && !m_base.trace) {
        return;
    }
    m_base = std::move(base);
    m_isCurrent = false;
    Q_EMIT baseChanged();
    update();
}

void RangeDetails::forgetOtherRun() {
    if (m_base.trace && m_session.hasTrace() &&
        m_base.trace->session().trace != m_session.trace()->session().trace) {
        compareWith({});
    }
}

// The step that the range is, but for a fiftieth of it at each end.
std::optional<std::size_t> RangeDetails::medianStep() const {
    if (!m_range.exists() || !m_session.hasTrace()) {
        return std::nullopt;
    }
    const Analysis& analysis = m_session.trace()->session().analysis;
    const StepIndex steps(analysis.steps);
    const TimeRange range = *m_range.range;
    const auto step = steps.stepAt(range.begin + range.length() / 2);
    if (!step) {
        return std::nullopt;
    }
    constexpr int kTolerance = 50;
    const TimeRange host = steps.host(*step);
    const Duration most = host.length() / kTolerance;
    const bool isStep = std::chrono::abs(range.begin - host.begin) <= most &&
                        std::chrono::abs(range.end - host.end) <= most;
    return isStep ? medianStepLike(analysis.steps, analysis.serving.get(), *step) : std::nullopt;
}

void RangeDetails::compareWithMedianStep() {
    if (const auto median = medianStep()) {
        const Session& session = m_session.trace()->session();
        const TimeRange host = session.analysis.steps.markers.host[*median];
        const std::size_t number = session.analysis.steps.markers.firstNumber + *median;
        compareWith({m_session.trace(),
                     {host, {}},
                     QStringLiteral("step %1, the median")
                         .arg(stepNumber(*session.trace, host.begin, number))});
    }
}

void RangeDetails::compareWithThis() {
    if (m_range.exists() && m_session.hasTrace()) {
        const Trace& trace = *m_session.trace()->session().trace;
        compareWith({m_session.trace(), m_range,
                     QStringLiteral("the range at %1")
                         .arg(durationText(m_range.range->begin - trace.range().begin))});
    }
}

void RangeDetails::setRanHere(bool ranHere) {
    const ActivityScope scope = ranHere ? ActivityScope::Ran : ActivityScope::Launched;
    if (m_result && scope != m_result->gpuScope) {
        m_scope = scope;
        m_isCurrent = false;
        update();
    }
}

void RangeDetails::setWatched(bool watched) {
    if (watched != m_watched) {
        m_watched = watched;
        Q_EMIT watchedChanged();
        update();
    }
}

void RangeDetails::update() {
    if (m_isCurrent || (hasRange() && !m_watched)) {
        return;
    }
    m_isCurrent = true;
    m_stop.request_stop();
    m_stop = {};
    if (!hasRange() || !m_session.trace()) {
        m_work.drop();
        receive(nullptr);
        return;
    }
    m_measuring = true;
    Q_EMIT measured();
    const TrackRange range = isWhole() ? wholeOf(*m_session.trace()->session().trace) : m_range;
    const auto recorder = isWhole() ? RecorderSlices::LeftOut : RecorderSlices::Counted;
    m_work.start(
        [trace = m_session.trace(), range, base = m_base, scope = m_scope, recorder,
         stop = m_stop.get_token()] { return measure(trace, range, base, scope, recorder, stop); });
}

void RangeDetails::receive(std::shared_ptr<const Measured> result) {
    m_measuring = false;
    m_result = std::move(result);
    m_grouping.setInput(
        m_result ? std::make_shared<const RangeGrouping::Input>(RangeGrouping::Input{
                       m_result->trace, m_result->tracks, m_result->tables, m_result->uses})
                 : nullptr);
    m_gpuTime.setTree(m_result ? m_result->trace : nullptr,
                      m_result ? m_result->gpuTime : GpuTimeTree());
    m_kernels.setTree(m_result ? m_result->trace : nullptr,
                      m_result ? m_result->kernels : KernelTree(),
                      m_result ? m_result->shapes : KernelTreeModel::Shapes());
    m_gpus.setGpus(m_result ? m_result->gpus : std::vector<RangeGpuShares>());
    Q_EMIT measured();
}

QString RangeDetails::summary() const {
    if (!m_result) {
        return {};
    }
    const RangeTables& tables = m_result->tables;
    // The whole trace leaves out what is no thread: it would count time twice.
    const QString tracks = isWhole() ? countText(m_result->tracks.size(), "thread", "threads")
                                     : countText(m_result->tracks.size(), "track", "tracks");
    const bool isPart = tables.range != m_result->trace->session().trace->range();
    QString text = !isWhole() ? QString()
                   : isPart   ? QStringLiteral("what is shown first · ")
                              : QStringLiteral("whole trace · ");
    text += QStringLiteral("%1 over %2 · %3")
                .arg(durationText(tables.range.length()), tracks,
                     countText(tables.slices, "slice", "slices"));
    if (tables.cut > 0) {
        text += QStringLiteral(", %1 of them cut at the edges").arg(countText(tables.cut));
    }
    return text;
}

}  // namespace gaplight::ui
