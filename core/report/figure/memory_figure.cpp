// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/report/figure/memory_figure.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "core/base/printable_text.h"
#include "core/base/quantity_text.h"
#include "core/report/facts/report_subject.h"
#include "core/report/text/svg_player.h"
#include "core/report/text/tool_version.h"
#include "core/scene/display/elided_text.h"
#include "core/scene/display/text_measure.h"
#include "core/scene/memory/memory_view_scene.h"

namespace gaplight {
namespace {

constexpr float kLeft = 76;  // for the labels of the axis
constexpr float kTop = 46;
constexpr float kRight = 16;
constexpr float kBottom = 12;
constexpr std::int64_t kNsPerUs = 1000;

std::size_t shownDevice(const MemorySubject& subject) {
    std::size_t shown = 0;
    for (std::size_t at = 0; at < subject.assessment.devices.size(); ++at) {
        const DeviceMemoryFacts& facts = subject.assessment.devices[at];
        const bool isWanted = subject.device && *subject.device == facts.device;
        const bool isLarger =
            !subject.device &&
            facts.peak.allocated > subject.assessment.devices[shown].peak.allocated;
        shown = isWanted || isLarger ? at : shown;
    }
    return shown;
}

class MemoryFigure {
public:
    MemoryFigure(const MemorySubject& subject, MemoryFigureSize size, std::string title,
                 const MemoryFigureView& view, std::vector<std::string> provenance,
                 const TextMeasure& measure)
        : m_subject(subject),
          m_size(size),
          m_title(std::move(title)),
          m_view(view),
          m_provenance(std::move(provenance)),
          m_measure(measure) {}

    Result<Figure> build() {
        const std::size_t at = m_subject.snapshot.devices.empty() ? 0 : shownDevice(m_subject);
        if (m_subject.snapshot.devices.empty() ||
            m_subject.snapshot.devices[at].events.size() < 2) {
            return fail(ErrorCode::BadArgument, std::string(kNothingToDraw));
        }
        const MemoryModel& model = m_subject.snapshot.devices[at];
        const DeviceMemoryFacts& facts = m_subject.assessment.devices[at];
        DisplayList& list = m_figure.list;
        list.clear(m_size.width, m_size.height);
        list.rects.push_back({{0, 0, m_size.width, m_size.height}, Role::Background});
        addTexts(model, facts);
        const float width = m_size.width - kRight;
        const DisplayList legend = legendOf(facts);
        const DisplayList foot = figureFoot(m_provenance, m_size.width, m_measure);
        const float below = legend.height + std::max(foot.height, kBottom);
        const float height = std::max(m_size.height - kTop - below, 1.0F);
        DisplayList view;
        MemoryViewLayout layout;
        const MemoryIndex index(model);
        const AddressMap addresses(model);
        const std::vector<SnapshotStep> steps = snapshotStepsOf(model, facts);
        const std::vector<MemoryTick> ticks = memoryTicksOf(m_subject.assessment, model.device);
        MemoryViewInput input = inputOf(model, index, addresses, width, height);
        input.steps = steps;
        input.ticks = ticks;
        input.peak = facts.peak.moment;
        buildMemoryView(input, m_measure, view, layout);
        m_figure.list.append(view, 0, kTop);
        m_figure.list.append(legend, 0, kTop + height);
        m_figure.list.append(foot, 0, m_size.height - foot.height);
        m_figure.tracks.push_back(
            {fmt::format("memory of GPU {}", model.device), {0, kTop, width, height}});
        return std::move(m_figure);
    }

private:
    void addText(std::string_view text, float x, float y, float width, TextStyle style,
                 Role color) {
        TextItem item;
        item.x = x;
        item.baselineY = y;
        item.style = style;
        item.color = color;
        item.layer = Layer::Chrome;
        addElidedText(m_figure.list, m_measure, text, width, item);
    }

    void addTexts(const MemoryModel& model, const DeviceMemoryFacts& facts) {
        const float width = m_size.width - 2 * kRight;
        addText(m_title.empty() ? runFileName(m_subject.snapshot.path) : m_title, kRight, 20, width,
                TextStyle::Title, Role::Text);
        addText(fmt::format(
                    "GPU {}: {} allocated at the peak, {} reserved; one color for each line "
                    "that allocates, below what they hold at the peak",
                    model.device, bytesText(facts.peak.allocated), bytesText(facts.peak.reserved)),
                kRight, 37, width, TextStyle::Label, Role::SecondaryText);
    }

    // The lines that hold most at the peak, from left to right, as many as fit into two rows.
    DisplayList legendOf(const DeviceMemoryFacts& facts) const {
        constexpr float kSwatch = 10;
        constexpr float kRow = 18;
        constexpr float kGap = 20;
        constexpr float kWidest = 420;
        DisplayList list;
        list.clear(m_size.width, 0);
        float x = kLeft;
        float y = 8;
        for (const MemoryHolder& holder : facts.holders) {
            const OwnFrames& frames = m_subject.assessment.frames;
            const bool isOld = holder.fromBefore == holder.count && !holder.frame.isValid();
            const std::string line =
                bytesText(holder.bytes) + " " +
                (isOld ? "before the history" : printable(frames.label(holder.frame)));
            const float width = std::min(m_measure.width(line, TextStyle::Small) + 1, kWidest);
            if (x + kSwatch + 6 + width > m_size.width - kRight) {
                x = kLeft;
                y += kRow;
            }
            if (y > kRow + 8) {
                break;
            }
            const AllocationLook look = lookOf(frames, holder.frame);
            list.rects.push_back(
                {{x, y + 3, kSwatch, kSwatch}, look.color, look.alpha, Layer::Overlays});
            TextItem item;
            item.x = x + kSwatch + 6;
            item.baselineY = y + 12;
            item.style = TextStyle::Small;
            item.color = Role::Text;
            item.layer = Layer::Chrome;
            addElidedText(list, m_measure, line, width, item);
            x += kSwatch + 6 + width + kGap;
            list.height = y + kRow;
            list.clips[0].height = list.height;
        }
        return list;
    }

    MemoryViewInput inputOf(const MemoryModel& model, const MemoryIndex& index,
                            const AddressMap& addresses, float width, float height) const {
        MemoryViewInput input{.model = model,
                              .index = index,
                              .frames = m_subject.assessment.frames,
                              .addresses = addresses,
                              .viewport = {},
                              .steps = {},
                              .ticks = {},
                              .cursor = {}};
        input.clockNs = model.timeUs(0) * kNsPerUs;
        input.originNs = m_view.originNs.value_or(input.clockNs);
        const auto [begin, end] = m_view.rangeNs.value_or(
            std::pair(input.clockNs, model.timeUs(model.lastMoment()) * kNsPerUs));
        input.viewport.namesWidth = kLeft;
        input.viewport.width = width;
        input.viewport.height = height;
        input.viewport.begin = timeFromNs(begin - input.clockNs);
        input.viewport.nsPerPixel = static_cast<double>(std::max(kNsPerUs, end - begin)) /
                                    static_cast<double>(width - kLeft);
        input.bytes = m_view.bytes;
        input.bottom = m_view.bottom;
        input.order = m_view.order;
        return input;
    }

    const MemorySubject& m_subject;
    MemoryFigureSize m_size;
    std::string m_title;
    MemoryFigureView m_view;
    std::vector<std::string> m_provenance;
    const TextMeasure& m_measure;
    Figure m_figure;
};

}  // namespace

FigurePlan memoryFigurePlan(const MemorySubject& subject, MemoryFigureSize size, std::string title,
                            MemoryFigureView view, std::optional<std::string> command) {
    FigurePlan plan;
    plan.title = title.empty() ? runFileName(subject.snapshot.path) : title;
    plan.source = "PyTorch memory snapshot " + runFileName(subject.snapshot.path);
    plan.command = command.value_or("");
    std::vector<std::string> provenance;
    if (command) {
        provenance.push_back(plan.source + " · Gaplight " + std::string(toolVersion()));
    }
    if (!plan.command.empty()) {
        provenance.push_back(printable(plan.command));
    }
    plan.build = [subject, size, title, view, provenance](const TextMeasure& measure) {
        return MemoryFigure(subject, size, title, view, provenance, measure).build();
    };
    return plan;
}

std::string memoryFigureSvg(const MemorySubject& subject, const Theme& theme) {
    const InterTextMeasure measure;
    const Result<Figure> figure = MemoryFigure(subject, {}, {}, {}, {}, measure).build();
    SvgOptions options;
    options.variables = true;
    options.title = "allocated memory over time, by line";
    return figure ? svgText(*figure, theme, options) : std::string{};
}

}  // namespace gaplight
