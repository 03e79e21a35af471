// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/report/figure/memory_figure.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "core/base/duration_text.h"
#include "core/base/quantity_text.h"
#include "core/report/facts/run_names.h"
#include "core/report/text/svg_player.h"
#include "core/scene/display/elided_text.h"
#include "core/scene/display/inter_text_measure.h"
#include "core/scene/memory/memory_stack_scene.h"

namespace gaplight {
namespace {

constexpr float kLeft = 76;  // for the labels of the axis
constexpr float kTop = 46;
constexpr float kRight = 16;
constexpr float kBottom = 30;
constexpr int kTimeLabels = 5;
constexpr int kByteLabels = 4;
constexpr float kLabelDrop = 14;  // baseline of a label of the time axis below the plot

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
                 const TextMeasure& measure)
        : m_subject(subject), m_size(size), m_title(std::move(title)), m_measure(measure) {}

    Result<Figure> build() {
        const std::size_t at = m_subject.snapshot.devices.empty() ? 0 : shownDevice(m_subject);
        if (m_subject.snapshot.devices.empty() ||
            m_subject.snapshot.devices[at].events.size() < 2) {
            return fail(ErrorCode::BadArgument, "the snapshot has no history to draw");
        }
        const MemoryModel& model = m_subject.snapshot.devices[at];
        const DeviceMemoryFacts& facts = m_subject.assessment.devices[at];
        DisplayList& list = m_figure.list;
        list.clear(m_size.width, m_size.height);
        list.rects.push_back({{0, 0, m_size.width, m_size.height}, Role::Background});
        addTexts(model, facts);
        const float width = m_size.width - kLeft - kRight;
        const float height = m_size.height - kTop - kBottom;
        const std::int64_t bytes = facts.peak.allocated + facts.peak.allocated / 10 + 1;
        DisplayList stack;
        std::vector<MemoryBox> boxes;
        const MemoryIndex index(model);
        const std::int64_t begin = model.timeUs(0);
        const std::int64_t end = std::max(begin + 1, model.timeUs(model.lastMoment()));
        buildMemoryStack({model,
                          index,
                          m_subject.assessment.frames,
                          {begin * 1000, end * 1000, bytes, 0, width, height}},
                         m_measure, stack, boxes);
        addAxes(Duration((end - begin) * 1000), bytes);
        list.append(stack, kLeft, kTop);
        m_figure.tracks.push_back(
            {fmt::format("memory of GPU {}", model.device), {kLeft, kTop, width, height}});
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
                    "that allocates",
                    model.device, bytesText(facts.peak.allocated), bytesText(facts.peak.reserved)),
                kRight, 37, width, TextStyle::Label, Role::SecondaryText);
    }

    void addAxes(Duration span, std::int64_t bytes) {
        const float width = m_size.width - kLeft - kRight;
        const float height = m_size.height - kTop - kBottom;
        const auto line = [&](float x0, float y0, float x1, float y1) {
            m_figure.list.lines.push_back({x0, y0, x1, y1, 1, Role::Grid, 255, Layer::Background});
        };
        for (int at = 0; at <= kByteLabels; ++at) {
            const float y = kTop + height - height * static_cast<float>(at) / kByteLabels;
            line(kLeft, y, kLeft + width, y);
            addText(bytesText(bytes * at / kByteLabels), 8, y + 4, kLeft - 12, TextStyle::Small,
                    Role::SecondaryText);
        }
        for (int at = 0; at < kTimeLabels; ++at) {
            const float x = kLeft + width * static_cast<float>(at) / kTimeLabels;
            addText(durationText(span * at / kTimeLabels), x, kTop + height + kLabelDrop,
                    width / kTimeLabels, TextStyle::Small, Role::SecondaryText);
        }
    }

    const MemorySubject& m_subject;
    MemoryFigureSize m_size;
    std::string m_title;
    const TextMeasure& m_measure;
    Figure m_figure;
};

}  // namespace

FigurePlan memoryFigurePlan(const MemorySubject& subject, MemoryFigureSize size,
                            std::string title) {
    FigurePlan plan;
    plan.title = title.empty() ? runFileName(subject.snapshot.path) : title;
    plan.source = "PyTorch memory snapshot " + runFileName(subject.snapshot.path);
    plan.build = [subject, size, title](const TextMeasure& measure) {
        return MemoryFigure(subject, size, title, measure).build();
    };
    return plan;
}

std::string memoryFigureSvg(const MemorySubject& subject, const Theme& theme) {
    const InterTextMeasure measure;
    const Result<Figure> figure = MemoryFigure(subject, {}, {}, measure).build();
    SvgOptions options;
    options.variables = true;
    options.title = "allocated memory over time, by line";
    return figure ? svgText(*figure, theme, options) : std::string{};
}

}  // namespace gaplight
