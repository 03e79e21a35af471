// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/selection/slice_facts.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <iterator>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include <QDateTime>
#include <QTimeZone>

#include "core/analysis/gpu/launch_delay.h"
#include "core/analysis/gpu/occupancy.h"
#include "core/analysis/steps/steps.h"
#include "core/analysis/torch/kernel_group.h"
#include "core/analysis/torch/torch_names.h"
#include "core/base/quantity_text.h"
#include "core/index/device_properties.h"
#include "core/provenance/provenance.h"
#include "core/scene/panels/occupancy_scene.h"
#include "core/scene/timeline/time_ruler.h"
#include "core/session/scene_data.h"
#include "core/session/session.h"
#include "widgets/convert/qt_convert.h"
#include "widgets/convert/qt_text.h"
#include "widgets/selection/detail_list_model.h"

namespace gaplight::ui {
namespace {

inline constexpr std::size_t kMaxLinks = 50;  // of one kind; a graph launch can have thousands

// Slices that a slice is linked to by a launch or by a flow event, with delays.
struct SliceLinks {
    std::vector<DetailRow> preceding;     // its launch, sources of flows to it
    std::vector<DetailRow> following;     // GPU activities that it launched, targets of its flows
    std::optional<Duration> launchDelay;  // of a GPU activity: from the end of its launch
};

// Adds a row "and 12 more" if `count` is above kMaxLinks.
void addMoreRow(std::vector<DetailRow>& rows, std::size_t count) {
    if (count > kMaxLinks) {
        rows.push_back(
            {QString(), QStringLiteral("and %1 more").arg(countText(count - kMaxLinks)), -1});
    }
}

class LinkCollector {
public:
    LinkCollector(const SceneData& data, SliceId slice)
        : m_session(data.session()),
          m_names(*data.model().names),
          m_trace(*m_session.trace),
          m_slice(slice) {}

    [[nodiscard]] SliceLinks collect() {
        addLaunches();
        addFlows();
        return std::move(m_links);
    }

private:
    void addLaunches() {
        const LaunchIndex& launches = m_session.indexes->launches;
        if (const SliceId launch = launches.launchOf(m_slice); launch.isValid()) {
            addPreceding(QStringLiteral("launch"), launch);
            m_links.launchDelay = delayBetween(launch, m_slice);
        }
        const auto launched = launches.activitiesOf(m_slice);
        for (const ActivityId activity : launched.first(std::min(launched.size(), kMaxLinks))) {
            addFollowing(QStringLiteral("launched"),
                         m_trace.gpuActivities()[activity.index()].slice);
        }
        addMoreRow(m_links.following, launched.size());
    }

    void addFlows() {
        const auto outgoing = m_session.indexes->flows.from(m_trace, m_slice);
        for (const Flow& flow : outgoing.first(std::min(outgoing.size(), kMaxLinks))) {
            addFollowing(toQString(m_trace.text(flow.category)), flow.to);
        }
        addMoreRow(m_links.following, outgoing.size());
        const auto incoming = m_session.indexes->flows.to(m_trace, m_slice);
        for (const FlowId id : incoming.first(std::min(incoming.size(), kMaxLinks))) {
            const Flow& flow = m_trace.flows()[id.index()];
            addPreceding(toQString(m_trace.text(flow.category)), flow.from);
        }
        addMoreRow(m_links.preceding, incoming.size());
    }

    // "launch, 5.24 µs before". A GPU activity may start before its launch call ends.
    void addPreceding(const QString& kind, SliceId slice) {
        const Duration delay = delayBetween(slice, m_slice);
        const QString when = delay < Duration(0) ? QStringLiteral("%1, ends %2 later")
                                                 : QStringLiteral("%1, %2 before");
        addRow(m_links.preceding, when.arg(kind, durationText(abs(delay))), slice);
    }
    void addFollowing(const QString& kind, SliceId slice) {
        const Duration delay = delayBetween(m_slice, slice);
        const QString when = delay < Duration(0) ? QStringLiteral("%1, %2 before the end")
                                                 : QStringLiteral("%1, %2 later");
        addRow(m_links.following, when.arg(kind, durationText(abs(delay))), slice);
    }
    void addRow(std::vector<DetailRow>& rows, const QString& when, SliceId slice) const {
        const SliceTable& slices = m_trace.slices();
        rows.push_back({when,
                        toQString(m_names.label(slices.name(slice))) + QStringLiteral(" · ") +
                            durationText(slices.duration(slice)),
                        static_cast<qint64>(slice.index())});
    }
    Duration delayBetween(SliceId before, SliceId after) const {
        return m_trace.slices().start(after) - m_trace.slices().end(before);
    }

    const Session& m_session;
    const NameTable& m_names;
    const Trace& m_trace;
    SliceId m_slice;
    SliceLinks m_links;
};

// O(log slices), and O(links) up to kMaxLinks of each kind.
SliceLinks sliceLinks(const SceneData& data, SliceId slice) {
    return LinkCollector(data, slice).collect();
}

constexpr std::size_t kMaxLines = 4;

void addOriginRow(const char* key, const QString& value, qint64 slice,
                  std::vector<DetailRow>& rows) {
    if (!value.isEmpty()) {
        rows.push_back({QString::fromUtf8(key), value, slice});
    }
}

QString certaintyText(OriginConfidence confidence) {
    switch (confidence) {
        case OriginConfidence::Names:
            return QStringLiteral("same kernel names in the same order");
        case OriginConfidence::NodeIds:
            return QStringLiteral("by the order of graph node ids");
        case OriginConfidence::StartOrder:
            return QStringLiteral("by the order on its stream");
        case OriginConfidence::Ambiguous:
            return QStringLiteral("ambiguous: another captured graph fits as well");
    }
    return {};
}

void addOrigin(const ReplayOrigins& origins, const NodeOrigin& node, std::vector<DetailRow>& rows) {
    const auto text = [&](OriginKind kind) {
        return toQString(origins.paths.innermostText(node.path, kind));
    };
    const std::string_view module = origins.paths.innermostText(node.path, OriginKind::Module);
    // A slice of another trace cannot be shown.
    const qint64 call = origins.isSameTrace ? static_cast<qint64>(node.call.index()) : -1;
    addOriginRow("Captured operator", text(OriginKind::Operator), call, rows);
    addOriginRow("Captured module", toQString(moduleNameOf(module)), -1, rows);
    addOriginRow("Captured annotation", text(OriginKind::Annotation), -1, rows);
    addOriginRow("Captured frame", text(OriginKind::Python), -1, rows);
    addOriginRow("Found", certaintyText(node.confidence), -1, rows);
}

void addSource(const CompiledKernel& kernel, bool isAmbiguous, std::vector<DetailRow>& rows) {
    std::size_t shown = 0;
    for (const SourceLine& line : kernel.lines) {
        if (++shown > kMaxLines) {
            addOriginRow("", QStringLiteral("…"), -1, rows);
            break;
        }
        QString text = toQString(line.file) + QStringLiteral(":%1").arg(line.line);
        text += line.code.empty() ? QString() : QStringLiteral("  ") + toQString(line.code);
        addOriginRow(kernel.isLineOfFrame ? "Compiled function" : "Source line", text, -1, rows);
    }
    addOriginRow("Operators", toQString(joinedText(kernel.operators)), -1, rows);
    addOriginRow("Fused nodes", toQString(joinedText(kernel.nodes)), -1, rows);
    if (isAmbiguous) {
        addOriginRow("Found", QStringLiteral("ambiguous: other graphs have this name as well"), -1,
                     rows);
    }
}

// Where a kernel, copy or memset comes from, beyond the trace: operator, module, annotation and
// frame of the captured call, with how sure that is; lines, operators and nodes of a generated
// kernel. Empty where nothing is known. O(log kernels + depth).
std::vector<DetailRow> provenanceFacts(const Session& session, SliceId slice) {
    std::vector<DetailRow> rows;
    const Provenance* known = session.provenance.get();
    if (known == nullptr) {
        return rows;
    }
    if (known->replays != nullptr) {
        if (const NodeOrigin* node = known->replays->find(slice)) {
            addOrigin(*known->replays, *node, rows);
        }
    }
    if (known->kernels != nullptr) {
        if (const KernelSource* source = known->kernels->find(slice)) {
            addSource(known->compileLog->kernels[source->kernel], source->isAmbiguous, rows);
        }
    }
    return rows;
}

// Launch configuration and occupancy of a kernel.
struct KernelFacts {
    std::vector<DetailRow> rows;  // grid, block, registers, shared memory, occupancy, waves
    std::optional<OccupancyDiagram>
        occupancy;  // empty if the GPU or the launch configuration is not known
};

constexpr double kMillion = 1'000'000;

template <class Number>
QString triple(const std::array<Number, 3>& of) {
    return QStringLiteral("%1 × %2 × %3").arg(of[0]).arg(of[1]).arg(of[2]);
}

QString limitWords(const Occupancy& occupancy) {
    switch (occupancy.limit) {
        case OccupancyLimit::Warps:
            return QStringLiteral("the SM's warps are all in use");
        case OccupancyLimit::Blocks:
            return QStringLiteral("the number of blocks that an SM holds: blocks are small");
        case OccupancyLimit::Registers:
            return QStringLiteral("registers per thread");
        case OccupancyLimit::SharedMemory:
            return QStringLiteral("shared memory per block");
        case OccupancyLimit::Grid:
            return QStringLiteral("the grid: %1 blocks for %2 SMs")
                .arg(countText(static_cast<std::uint64_t>(occupancy.blocks)),
                     countText(static_cast<std::uint64_t>(occupancy.sms)));
    }
    return {};
}

QString wavesText(const Occupancy& occupancy) {
    const auto full = static_cast<std::uint64_t>(occupancy.fullWaves());
    const double rest = static_cast<double>(occupancy.blocksInLastWave()) /
                        static_cast<double>(occupancy.blocksPerWave());
    if (occupancy.blocksInLastWave() == 0) {
        return countText(full);
    }
    return full == 0
               ? QStringLiteral("1, %1 full").arg(percentText(rest))
               : QStringLiteral("%1, the last %2 full").arg(countText(full + 1), percentText(rest));
}

GpuId gpuOf(const Trace& trace, SliceId slice) {
    return trace.tracks()[trace.trackOf(slice).index()].gpu.value_or(GpuId());
}

// Empty for other slices than kernels. O(log kernels).
KernelFacts kernelFacts(const Session& session, SliceId slice) {
    const Trace& trace = *session.trace;
    KernelFacts facts;
    if (trace.kind(slice) != SliceKind::Kernel) {
        return facts;
    }
    const auto add = [&](const char* key, const QString& value) {
        facts.rows.push_back({QString::fromUtf8(key), value, -1});
    };
    add("Kernel group", toQString(kernelGroupName(kernelGroupOf(trace.name(slice)))));
    const KernelConfig* config = trace.kernelConfigs().find(slice);
    if (config == nullptr || config->grid[0] == 0) {
        return facts;
    }
    add("Grid", triple(config->grid));
    add("Block", triple(config->block));
    add("Registers", QStringLiteral("%1 per thread").arg(config->registersPerThread));
    add("Shared memory", bytesText(config->sharedMemoryBytes));
    const DeviceProperties* device = propertiesOf(trace, gpuOf(trace, slice));
    const auto occupancy =
        device == nullptr ? std::optional<Occupancy>() : occupancyOf(*config, *device);
    if (!occupancy) {
        return facts;
    }
    add("Occupancy", percentText(static_cast<double>(occupancy->ppm()) / kMillion));
    add("Limited by", limitWords(*occupancy));
    add("Waves", wavesText(*occupancy));
    facts.occupancy = OccupancyDiagram{occupancy->maxWarpsPerSm,     occupancy->warpsPerBlock,
                                       occupancy->activeBlocksPerSm, occupancy->blocksPerWave(),
                                       occupancy->fullWaves(),       occupancy->blocksInLastWave()};
    return facts;
}

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

    QString absoluteTime(Time time) const {
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

    QString kindText(SliceId slice) const {
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

    QString nameOf(SliceId slice) const {
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
