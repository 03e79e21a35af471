// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/support/exercise/exercise_memory.h"

#include <array>
#include <string>
#include <utility>
#include <vector>

#include "core/memory/measures/memory_holders.h"
#include "core/report/figure/memory_figure.h"
#include "core/report/memory/memory_report.h"
#include "core/report/text/html_page.h"
#include "core/scene/display/theme.h"
#include "core/scene/memory/memory_view_scene.h"
#include "core/scene/memory/segment_scene.h"
#include "core/scene/memory/segment_table.h"
#include "tests/support/checks/drawable_checks.h"
#include "tests/support/checks/fixed_text_measure.h"
#include "tests/support/checks/output_checks.h"

namespace gaplight::test {
namespace {

constexpr std::array kOrders{StackOrder::Age, StackOrder::Size, StackOrder::Address};

void report(const MemorySubject& subject, Problems& problems) {
    checkJson(memoryInfoJson(subject), "memory info", problems);
    checkJson(memoryJson(subject), "memory", problems);
    checkCsv(memoryCsv(subject), "memory", problems);
    for (const auto& [style, check] : {std::pair(PageStyle::Plain, &checkPlainText),
                                       std::pair(PageStyle::Markdown, &checkMarkdown)}) {
        check(memoryInfoText(subject, style), "memory info", problems);
        check(memoryText(subject, style), "memory", problems);
        check(memoryComparisonText(subject, subject, style), "memory compare", problems);
    }
    checkJson(memoryComparisonJson(subject, subject), "memory compare", problems);
    const Result<Theme> light = builtInTheme(false);
    const Result<Theme> dark = builtInTheme(true);
    if (problems.expect(light && dark, "no themes")) {
        const std::string figure = memoryFigureSvg(subject, *light);
        checkMarkup(memoryHtml(subject, figure, {*light, *dark}), "memory", problems);
    }
}

void drawFigures(const MemorySubject& subject, Problems& problems) {
    for (const StackOrder order : kOrders) {
        const FigurePlan plan =
            memoryFigurePlan(subject, {}, {}, MemoryFigureView{order, {}, 0, 0, {}});
        if (const auto figure = plan.build(FixedTextMeasure())) {
            checkDrawable(figure->list, "memory figure", problems);
        }
    }
}

class DeviceViews {
public:
    DeviceViews(const MemorySnapshot& snapshot, const MemoryModel& model, Problems& problems)
        : m_snapshot(snapshot),
          m_model(model),
          m_frames(snapshot.stacks),
          m_index(model),
          m_addresses(model),
          m_problems(problems) {}

    void draw() {
        const Moment peak = m_model.peak();
        drawSegments(peak);
        constexpr std::array<double, 3> kParts{1, 0.1, 0.001};
        for (const StackOrder order : kOrders) {
            for (const double part : kParts) {
                drawStack(order, peak, part);
            }
        }
    }

private:
    void drawStack(StackOrder order, Moment peak, double part) {
        const std::int64_t first = m_model.timeUs(0) * 1000;
        const std::int64_t last =
            m_model.timeUs(static_cast<Moment>(m_model.allocated.size() - 1)) * 1000;
        MemoryViewInput input{m_model, m_index, m_frames, m_addresses, {}};
        input.viewport.width = 900;
        input.viewport.height = 400;
        input.viewport.nsPerPixel = std::max(1.0, static_cast<double>(last - first) / 900 * part);
        input.clockNs = first;
        input.originNs = first;
        input.order = order;
        input.peak = peak;
        input.moment = peak;
        input.cursor = input.viewport.begin;
        buildMemoryView(input, FixedTextMeasure(), m_list, m_layout);
        checkDrawable(m_list, "memory view", m_problems);
        if (const auto hit = m_layout.allocationAt(450, 200)) {
            m_problems.expect(*hit < m_model.allocations.size(), "a hit on no allocation");
            input.selected = hit;
            buildMemoryView(input, FixedTextMeasure(), m_list, m_layout);
        }
    }

    void drawSegments(Moment moment) {
        const SegmentTable table(m_model, moment);
        const SegmentInput input{m_model, m_frames, table, m_snapshot.streams, 150, 900, 400, 0};
        std::vector<MemoryBox> boxes;
        buildSegments(input, FixedTextMeasure(), m_list, boxes);
        checkDrawable(m_list, "segments", m_problems);
        for (float y = 5; y < 400; y += 20) {
            if (const auto hole = holeAt(input, 500, y)) {
                m_problems.expect(hole->size > 0, "a hole of no bytes");
            }
        }
    }

    const MemorySnapshot& m_snapshot;
    const MemoryModel& m_model;
    OwnFrames m_frames;
    MemoryIndex m_index;
    AddressMap m_addresses;
    DisplayList m_list;
    MemoryViewLayout m_layout;
    Problems& m_problems;
};

}  // namespace

void exerciseMemory(const MemorySnapshot& snapshot, const MemoryAssessment& assessment,
                    Problems& problems) {
    const MemorySubject subject{snapshot, assessment, {}, {}};
    report(subject, problems);
    drawFigures(subject, problems);
    for (const MemoryModel& model : snapshot.devices) {
        if (!model.allocated.empty()) {
            DeviceViews(snapshot, model, problems).draw();
        }
    }
}

}  // namespace gaplight::test
