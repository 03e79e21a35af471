// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/memory/allocation_text.h"

#include <algorithm>
#include <span>

#include <QStringList>

#include "core/analysis/torch/kernel_group.h"
#include "core/memory/placement/snapshot_placement.h"
#include "widgets/convert/qt_convert.h"
#include "widgets/convert/qt_text.h"

namespace gaplight::ui {
namespace {

constexpr std::size_t kTipFrames = 4;
constexpr std::size_t kMaxFrames = 64;
constexpr std::size_t kMaxKernels = 5;

// From the innermost own frame outwards; all where there is none.
std::span<const FrameId> ownFrames(const MemoryData& data, StackId stack) {
    const std::span<const FrameId> all = data.snapshot().stacks.frames(stack);
    const auto own = std::ranges::find(all, data.assessment().frames.of(stack));
    return own == all.end() ? all : all.subspan(static_cast<std::size_t>(own - all.begin()));
}

QStringList frameTexts(const MemoryData& data, std::span<const FrameId> frames, std::size_t most) {
    QStringList texts;
    for (const FrameId frame : frames.first(std::min(most, frames.size()))) {
        texts << toQString(data.assessment().frames.text(frame));
    }
    if (frames.size() > most) {
        texts << QStringLiteral("… %1 more").arg(countText(frames.size() - most));
    }
    return texts;
}

QString lifeText(const MemoryModel& model, const Allocation& one) {
    const bool isHeld = one.end > model.lastMoment();
    const std::int64_t us =
        model.timeUs(isHeld ? model.lastMoment() : one.end) - model.timeUs(one.begin);
    const QString life = durationText(Duration(us * 1000));
    const QString held = isHeld ? QStringLiteral("held at the end of the history")
                                : QStringLiteral("held for %1").arg(life);
    if (one.begin == 0) {
        return QStringLiteral("allocated before the history, %1").arg(held);
    }
    return isHeld ? QStringLiteral("%1, after %2").arg(held, life) : held;
}

// The event that freed it; null: none was recorded.
const AllocatorEvent* freeOf(const MemoryModel& model, const Allocation& one) {
    if (one.end == 0 || one.end > model.lastMoment()) {
        return nullptr;
    }
    const AllocatorEvent& event = model.events[one.end - 1];
    const bool isFree = event.action == AllocatorAction::FreeRequested ||
                        event.action == AllocatorAction::FreeCompleted;
    return isFree && event.address == one.address ? &event : nullptr;
}

QString freedBy(const MemoryData& data, const MemoryModel& model, const Allocation& one) {
    const AllocatorEvent* event = freeOf(model, one);
    if (event == nullptr || !event->stack.isValid()) {
        return {};
    }
    return toQString(data.assessment().frames.text(data.assessment().frames.of(event->stack)));
}

QString streamText(const MemoryData& data, const Allocation& one) {
    const std::int64_t stream =
        one.stream < data.snapshot().streams.size() ? data.snapshot().streams[one.stream] : 0;
    return stream == 0 ? QStringLiteral("default stream")
                       : QStringLiteral("stream 0x%1").arg(stream, 0, 16);
}

}  // namespace

QString stepOf(const MemoryData& data, std::size_t device, Moment moment) {
    for (const RangeMemory& step : data.facts(device).steps) {
        if (step.begin < moment && moment <= step.end) {
            return toQString(step.label);
        }
    }
    return {};
}

QString allocationTitle(const MemoryData& data, std::size_t device, std::uint32_t allocation) {
    const Allocation& one = data.model(device).allocations[allocation];
    return QStringLiteral("%1 · %2").arg(
        memoryText(one.size),
        toQString(data.assessment().frames.text(data.assessment().frames.of(one.stack))));
}

QString meanwhileText(const MemoryData& data, std::size_t device, std::uint32_t allocation,
                      const Session& session) {
    const MemoryModel& model = data.model(device);
    const WorkMeanwhile work = workMeanwhile(
        *data.placement(), model, model.allocations[allocation], *session.trace, session.analysis);
    if (work.activities == 0) {
        return QStringLiteral("nothing");
    }
    QStringList lines{countText(work.activities, "activity", "activities")};
    const std::size_t most = std::min(kMaxKernels, work.kernels.size());
    for (const KernelTotal& kernel : std::span(work.kernels).first(most)) {
        lines << QStringLiteral("%1 in %2 of %3")
                     .arg(durationText(kernel.time), countText(kernel.count),
                          toQString(shortKernelName(session.trace->text(kernel.name))));
    }
    if (work.kernels.size() > most) {
        lines << QStringLiteral("… %1").arg(
            countText(work.kernels.size() - most, "more name", "more names"));
    }
    return lines.join(u'\n');
}

QString momentText(const MemoryData& data, std::size_t device, Moment moment, Duration at,
                   std::optional<std::size_t> allocation) {
    const MemoryModel& model = data.model(device);
    QStringList parts{durationText(at),
                      QStringLiteral("%1 allocated").arg(memoryText(model.allocated[moment]))};
    if (!model.segments.empty()) {
        parts << QStringLiteral("%1 reserved").arg(memoryText(model.reservedAt(moment)));
    }
    if (const QString step = stepOf(data, device, moment); !step.isEmpty()) {
        parts << step;
    }
    if (allocation) {
        parts << allocationTitle(data, device, static_cast<std::uint32_t>(*allocation));
    }
    return parts.join(QStringLiteral(" · "));
}

QString allocationTip(const MemoryData& data, std::size_t device, std::uint32_t allocation) {
    const MemoryModel& model = data.model(device);
    const Allocation& one = model.allocations[allocation];
    QStringList lines{allocationTitle(data, device, allocation), lifeText(model, one)};
    if (one.stack.isValid()) {
        const std::span<const FrameId> frames = ownFrames(data, one.stack);
        lines << frameTexts(data, frames.subspan(std::min<std::size_t>(1, frames.size())),
                            kTipFrames);
    }
    if (const QString freed = freedBy(data, model, one); !freed.isEmpty()) {
        lines << QStringLiteral("freed by %1").arg(freed);
    }
    const QString step = stepOf(data, device, one.begin);
    if (!step.isEmpty()) {
        lines << QStringLiteral("allocated in %1").arg(step);
    }
    return lines.join(u'\n');
}

std::vector<DetailRow> allocationRows(const MemoryData& data, std::size_t device,
                                      std::uint32_t allocation, const QString& meanwhile) {
    const MemoryModel& model = data.model(device);
    const Allocation& one = model.allocations[allocation];
    std::vector<DetailRow> rows;
    const auto add = [&](const QString& key, const QString& value) {
        if (!value.isEmpty()) {
            rows.push_back({key, value});
        }
    };
    add(QStringLiteral("Size"),
        QStringLiteral("%1 (%2 B)")
            .arg(memoryText(one.size),
                 countText(static_cast<std::uint64_t>(std::max<std::int64_t>(0, one.size)))));
    add(QStringLiteral("Lifetime"), lifeText(model, one));
    if (one.begin > 0) {
        add(QStringLiteral("Allocated"), durationText(data.sinceOrigin(device, one.begin)));
    }
    if (one.end <= model.lastMoment()) {
        add(QStringLiteral("Freed"), durationText(data.sinceOrigin(device, one.end)));
        const QString freed = freedBy(data, model, one);
        add(QStringLiteral("Freed by"),
            freed.isEmpty() ? QStringLiteral("no call stack was recorded") : freed);
    }
    add(QStringLiteral("Step"), stepOf(data, device, one.begin));
    add(QStringLiteral("GPU meanwhile"), meanwhile);
    add(QStringLiteral("Stream"), streamText(data, one));
    add(QStringLiteral("Address"), QStringLiteral("0x%1").arg(one.address, 0, 16));
    if (one.stack.isValid()) {
        add(QStringLiteral("Call stack"),
            frameTexts(data, ownFrames(data, one.stack), kMaxFrames).join(u'\n'));
        const std::span<const FrameId> all = data.snapshot().stacks.frames(one.stack);
        const std::size_t inner = all.size() - ownFrames(data, one.stack).size();
        add(QStringLiteral("Inside it"),
            frameTexts(data, all.first(inner), kMaxFrames).join(u'\n'));
    } else {
        add(QStringLiteral("Call stack"), QStringLiteral("not recorded"));
    }
    return rows;
}

AllocationDetails::AllocationDetails(const MemorySelection& selection, QObject* parent)
    : DetailListModel(parent),
      m_selection(selection),
      m_work([this](const QString& meanwhile) { showMeanwhile(meanwhile); }) {
    connect(&selection, &MemorySelection::selectedChanged, this, &AllocationDetails::reload);
}

void AllocationDetails::reload() {
    const LoadedMemory& data = m_selection.memory().data();
    const std::optional<std::uint32_t> selected = m_selection.selectedAllocation();
    m_work.drop();
    if (!data || !selected) {
        m_title.clear();
        m_text.clear();
        setRows({});
    } else {
        const std::size_t device = m_selection.memory().deviceIndex();
        const LoadedTrace& trace = m_selection.memory().session().trace();
        m_title = allocationTitle(*data, device, *selected);
        m_text = allocationTip(*data, device, *selected);
        const bool isPlaced = trace && data->placement();
        showMeanwhile(isPlaced ? QStringLiteral("measuring…") : QString());
        if (isPlaced) {
            m_work.start([data, device, trace, allocation = *selected] {
                return meanwhileText(*data, device, allocation, trace->session());
            });
        }
    }
    Q_EMIT titleChanged();
}

void AllocationDetails::showMeanwhile(const QString& meanwhile) {
    const LoadedMemory& data = m_selection.memory().data();
    if (const auto selected = m_selection.selectedAllocation(); data && selected) {
        setRows(allocationRows(*data, m_selection.memory().deviceIndex(), *selected, meanwhile));
    }
}

}  // namespace gaplight::ui
