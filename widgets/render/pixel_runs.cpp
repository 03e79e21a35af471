// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/render/pixel_runs.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <optional>

namespace gaplight::ui {
namespace {

constexpr std::size_t kMinBoxes = 64;    // below that, triangles cost less than a row
constexpr int kMaxGap = 12;              // device pixels: at 4 bytes each, nearly a box
constexpr double kTolerance = 1.0 / 16;  // device pixels
constexpr int kMaxRows = 1024;
constexpr int kRowStep = 16;  // the image grows, and keeps its memory

bool isBehind(const RectItem& left, const RectItem& right) {
    return left.box.y == right.box.y && left.box.height == right.box.height &&
           left.layer == right.layer && left.clip == right.clip &&
           left.box.x + left.box.width <= right.box.x;
}

// The boundary of pixels at `logical`; none: it is within a pixel, or far outside. Rounded by a
// conversion, since std::round is a call.
std::optional<int> boundaryAt(float logical, double ratio) {
    constexpr int kFar = 1 << 20;
    const double pixels = static_cast<double>(logical) * ratio;
    if (!(pixels > -kFar && pixels < kFar)) {
        return std::nullopt;
    }
    const int nearest = static_cast<int>(pixels + kFar + 0.5) - kFar;
    return std::abs(pixels - nearest) < kTolerance ? std::optional(nearest) : std::nullopt;
}

PixelColor premultiplied(const Rgba& rgba, float opacity) {
    const auto byte = [opacity](float value) {
        return static_cast<std::uint8_t>(std::clamp(value * opacity + 0.5F, 0.0F, 255.0F));
    };
    return {byte(rgba.red), byte(rgba.green), byte(rgba.blue), byte(255)};
}

}  // namespace

PixelColors::PixelColors(const Theme& theme) {
    for (std::size_t at = 0; at < m_table.size(); ++at) {
        m_table[at].rgba = theme.table[at];
        m_table[at].full = faded(m_table[at], 255);
    }
}

PixelColor PixelColors::faded(const Entry& entry, std::uint8_t alpha) {
    return premultiplied(entry.rgba, static_cast<float>(entry.rgba.alpha) / 255.0F *
                                         static_cast<float>(alpha) / 255.0F);
}

void PixelRuns::build(const DisplayList& list, const PixelColors& colors, double devicePixelRatio) {
    m_ratio = devicePixelRatio;
    m_rowWidth = static_cast<int>(std::ceil(static_cast<double>(list.width) * m_ratio));
    m_row = 0;
    m_rowUsed = 0;
    m_runs.clear();
    m_taken.clear();
    findCandidates(list);
    if (!m_candidates.empty()) {
        takeCandidates(list);
        fill(list, colors);
    }
}

void PixelRuns::findCandidates(const DisplayList& list) {
    m_candidates.clear();
    m_spans.clear();
    std::span<const SpanRow> rows = list.spanRows;
    for (std::size_t at = 0; at < list.rects.size();) {
        while (!rows.empty() && (rows.front().firstRect < at || !hasWholePixels(rows.front()))) {
            rows = rows.subspan(1);
        }
        const std::size_t limit = rows.empty() ? list.rects.size() : rows.front().firstRect;
        at = at == limit ? addRow(list, rows.front()) : addSpans(list, at, limit);
    }
}

bool PixelRuns::hasWholePixels(const SpanRow& row) const {
    return row.devicePixels == m_ratio && boundaryAt(row.left, m_ratio).has_value();
}

// Returns the first rect behind the row. A rect over the left end of a span ends a run.
std::size_t PixelRuns::addRow(const DisplayList& list, const SpanRow& row) {
    std::size_t rect = row.firstRect;
    const std::size_t end = row.firstSpan + row.spanCount;
    for (std::size_t first = row.firstSpan; first < end;) {
        std::size_t last = first;
        while (last + 1 < end && !list.spans[last].ink.isSeparated() &&
               list.spans[last + 1].from - list.spans[last].to <= kMaxGap) {
            ++last;
        }
        const std::size_t count = last + 1 - first;
        if (count >= kMinBoxes) {
            m_candidates.push_back({rect, rect + count, first, true});
        }
        rect += count + (list.spans[last].ink.isSeparated() ? 1 : 0);
        first = last + 1;
    }
    return rect;
}

void PixelRuns::takeCandidates(const DisplayList& list) {
    const auto lines = static_cast<std::size_t>(std::max(list.height, 0.0F)) + 1;
    for (Rights& rights : m_covered) {
        rights.assign(lines, std::numeric_limits<float>::lowest());
    }
    std::size_t covered = 0;
    for (const Candidate& candidate : m_candidates) {
        cover(list, covered, candidate.first);
        covered = takeRun(list, candidate) ? candidate.end : candidate.first;
    }
}

// A candidate of rects from `first` on, if there are enough. Returns the first behind it.
std::size_t PixelRuns::addSpans(const DisplayList& list, std::size_t first, std::size_t limit) {
    const std::size_t firstSpan = m_spans.size();
    std::size_t end = first;
    while (end < limit && (end == first || isBehind(list.rects[end - 1], list.rects[end]))) {
        const RectItem& item = list.rects[end];
        const auto left = boundaryAt(item.box.x, m_ratio);
        const auto right = boundaryAt(item.box.x + item.box.width, m_ratio);
        if (!left || !right || (end > first && *left - m_spans.back().to > kMaxGap)) {
            break;
        }
        m_spans.push_back({*left, *right, SliceInk(item.color, item.alpha, false)});
        ++end;
    }
    if (end - first >= kMinBoxes) {
        m_candidates.push_back({first, end, firstSpan, false});
    } else {
        m_spans.resize(firstSpan);
    }
    return std::max(end, first + 1);
}

std::span<const SliceSpan> PixelRuns::spansOf(const DisplayList& list,
                                              const Candidate& candidate) const {
    return std::span(candidate.isListed ? list.spans : m_spans)
        .subspan(candidate.firstSpan, candidate.end - candidate.first);
}

std::span<float> PixelRuns::lines(const RectItem& rect) {
    Rights& rights = m_covered[static_cast<std::size_t>(rect.layer)];
    const auto last = static_cast<float>(rights.size());
    const auto first = static_cast<std::size_t>(std::clamp(std::floor(rect.box.y), 0.0F, last));
    const auto end = static_cast<std::size_t>(
        std::clamp(std::ceil(rect.box.y + rect.box.height), static_cast<float>(first), last));
    return std::span(rights).subspan(first, end - first);
}

void PixelRuns::cover(const DisplayList& list, std::size_t first, std::size_t end) {
    for (std::size_t rect = first; rect < end; ++rect) {
        const Box& box = list.rects[rect].box;
        for (float& right : lines(list.rects[rect])) {
            right = std::max(right, box.x + box.width);
        }
    }
}

bool PixelRuns::takeRun(const DisplayList& list, const Candidate& candidate) {
    const RectItem& left = list.rects[candidate.first];
    const Box& last = list.rects[candidate.end - 1].box;
    PixelRun run{
        candidate.first, candidate.end - candidate.first, left.layer, left.clip, left.box, 0, 0, 0};
    run.box.width = last.x + last.width - left.box.x;
    const std::span<const SliceSpan> spans = spansOf(list, candidate);
    run.imageWidth = spans.back().to - spans.front().from;
    const auto covered = lines(left);
    const bool covers = std::any_of(covered.begin(), covered.end(), [&](float right) {
        return static_cast<double>(right - left.box.x) * m_ratio > kTolerance;
    });
    if (covers || run.imageWidth <= 0 || run.imageWidth > m_rowWidth) {
        return false;
    }
    const bool startsRow = m_rowUsed + run.imageWidth > m_rowWidth;
    if (startsRow && m_row + 1 == kMaxRows) {
        return false;
    }
    m_row += startsRow ? 1 : 0;
    run.imageX = startsRow ? 0 : m_rowUsed;
    run.imageY = m_row;
    m_rowUsed = run.imageX + run.imageWidth;
    m_runs.push_back(run);
    m_taken.push_back(candidate);
    return true;
}

void PixelRuns::fill(const DisplayList& list, const PixelColors& colors) {
    const int rows = (m_row / kRowStep + 1) * kRowStep;
    if (m_image.width() != m_rowWidth || m_image.height() < rows) {
        m_image = QImage(m_rowWidth, rows, QImage::Format_RGBA8888_Premultiplied);
        m_image.fill(Qt::transparent);
    }
    for (std::size_t at = 0; at < m_runs.size(); ++at) {
        const PixelRun& run = m_runs[at];
        const std::span<const SliceSpan> spans = spansOf(list, m_taken[at]);
        uchar* pixel = m_image.scanLine(run.imageY) + std::ptrdiff_t{4} * run.imageX;
        std::int32_t x = spans.front().from;
        for (const SliceSpan& span : spans) {
            constexpr PixelColor kGap{};
            for (; x < span.from; ++x, pixel += kGap.size()) {
                std::memcpy(pixel, kGap.data(), kGap.size());
            }
            const PixelColor color = colors.of(span.ink.color(), span.ink.alpha());
            for (; x < span.to; ++x, pixel += color.size()) {
                std::memcpy(pixel, color.data(), color.size());
            }
        }
    }
}

}  // namespace gaplight::ui
