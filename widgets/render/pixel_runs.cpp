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

// The boundary of pixels at `logical`; none: it lies within a pixel, or far outside. Rounded by a
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
    m_firstBoundaries.clear();
    findCandidates(list);
    if (!m_candidates.empty()) {
        takeCandidates(list);
        fill(list, colors);
    }
}

void PixelRuns::findCandidates(const DisplayList& list) {
    m_candidates.clear();
    m_boundaries.clear();
    for (std::size_t at = 0; at < list.rects.size();) {
        const std::size_t firstBoundary = m_boundaries.size();
        const std::size_t end = addBoundaries(list, at);
        if (end - at >= kMinBoxes) {
            m_candidates.push_back({at, end, firstBoundary});
        } else {
            m_boundaries.resize(firstBoundary);
        }
        at = end;
    }
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

std::size_t PixelRuns::addBoundaries(const DisplayList& list, std::size_t first) {
    std::size_t end = first;
    while (end < list.rects.size() &&
           (end == first || isBehind(list.rects[end - 1], list.rects[end]))) {
        const Box& box = list.rects[end].box;
        const auto left = boundaryAt(box.x, m_ratio);
        const auto right = boundaryAt(box.x + box.width, m_ratio);
        if (!left || !right || (end > first && *left - m_boundaries.back() > kMaxGap)) {
            break;
        }
        m_boundaries.push_back(*left);
        m_boundaries.push_back(*right);
        ++end;
    }
    return std::max(end, first + 1);
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
    run.imageWidth = m_boundaries[candidate.firstBoundary + 2 * run.count - 1] -
                     m_boundaries[candidate.firstBoundary];
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
    m_firstBoundaries.push_back(candidate.firstBoundary);
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
        const int* boundary = m_boundaries.data() + m_firstBoundaries[at];
        uchar* pixel = m_image.scanLine(run.imageY) + std::ptrdiff_t{4} * run.imageX;
        int x = boundary[0];
        for (std::size_t rect = run.first; rect < run.first + run.count; ++rect, boundary += 2) {
            const auto gap = static_cast<std::size_t>(std::max(boundary[0] - x, 0)) * 4;
            pixel = std::fill_n(pixel, gap, uchar{0});
            const RectItem& item = list.rects[rect];
            const PixelColor color = colors.of(item.color, item.alpha);
            for (x = boundary[0]; x < boundary[1]; ++x, pixel += 4) {
                std::memcpy(pixel, color.data(), color.size());
            }
        }
    }
}

}  // namespace gaplight::ui
