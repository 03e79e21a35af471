// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/scene/row_painter.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>

#include "core/base/without_branch.h"
#include "core/scene/elided_text.h"

namespace gaplight {
namespace {

constexpr std::uint8_t kDimmed = 115;  // 45 %
constexpr double kNarrowestSeparated = 5;

// Device pixels of the narrowest slice that may have a label.
std::int32_t labelPixels(const Frame& frame) {
    return static_cast<std::int32_t>((kNarrowestLabel + 2 * SliceLabel::kPadding) *
                                     frame.devicePixels);
}

std::size_t pixelsOf(const Frame& frame) {
    constexpr double kOutside = 2 * Frame::kBeyond + 2;
    return static_cast<std::size_t>((frame.right - frame.left) * frame.devicePixels + kOutside);
}

}  // namespace

// Spans share no pixel. One more is written before it is known whether it counts.
std::size_t RowPainter::mostSpans(const Frame& frame) {
    return pixelsOf(frame) + 1;
}

std::size_t RowPainter::mostLabels(const Frame& frame) {
    return pixelsOf(frame) / static_cast<std::size_t>(labelPixels(frame)) + 1;
}

RowPainter::RowPainter(const Frame& frame, const FollowedFlow& followed, const SearchHits* beside,
                       std::span<SliceSpan> spans, std::span<SliceLabel> labels)
    : m_frame(frame),
      m_followed(followed),
      m_beside(beside),
      m_spans(spans),
      m_labels(labels),
      m_labelled(labelPixels(frame)),
      m_separated(static_cast<std::int32_t>(std::ceil(kNarrowestSeparated * frame.devicePixels))) {}

void RowPainter::addLabel(const SliceLabel& label) {
    if (m_labelCount < m_labels.size()) {
        m_labels[m_labelCount++] = label;
    }
}

void RowPainter::paint(const Row& row) {
    RunWalk walk(row, m_frame.range(), m_frame.bucketShift);
    std::array<DetailRun, kBlock> runs;
    std::array<Stroke, kBlock> strokes;
    while (const std::size_t count = walk.next(runs)) {
        measure(std::span(runs).first(count), row, strokes);
        stroke(std::span(runs).first(count), row, strokes);
    }
    if (m_pen.from < m_pen.to && m_count < m_spans.size()) {
        m_spans[m_count++] = {m_pen.from, m_pen.to, m_pen.ink};
    }
    m_separators = static_cast<std::size_t>(
        std::count_if(m_spans.begin(), m_spans.begin() + static_cast<std::ptrdiff_t>(m_count),
                      [](const SliceSpan& span) { return span.ink.isSeparated(); }));
}

// Casts round towards zero, and a library's floor is a call on plain x86-64. So positions are moved
// to where all are positive, and an end of a narrow run is seen from the right, where down is up.
void RowPainter::measure(std::span<const DetailRun> runs, const Row& row,
                         std::span<Stroke> strokes) const {
    const Frame frame = m_frame;  // a copy: what is written below might alias it
    const NameTable& names = *frame.model().names;
    const bool dims = m_followed.isActive();
    const std::uint8_t usual = m_beside != nullptr ? kDimmed : 255;
    constexpr std::int32_t kLeft = 2 * static_cast<std::int32_t>(Frame::kBeyond);
    const auto right = static_cast<std::int32_t>(pixelsOf(frame));
    // By whether a run is wide: its ends are rounded, those of a narrow one go outwards.
    const std::array<double, 2> addToBegin{kLeft, kLeft + 0.5};
    const std::array<double, 2> addToEnd{static_cast<double>(right), kLeft + 0.5};
    const std::array<double, 2> endSign{-1, 1};
    const std::array<std::int32_t, 2> endOrigin{right, -kLeft};
    for (std::size_t i = 0; i < runs.size(); ++i) {
        const DetailRun& run = runs[i];
        const double begin = frame.device(run.beginNs);
        const double end = frame.device(run.endNs);
        // Rounding is monotone: neighbours of a pixel or more share no pixel and lose none.
        const bool wide = run.wide & (end - begin >= 1);
        const auto from = static_cast<std::int32_t>(begin + addToBegin[wide]) - kLeft;
        const auto toEnd = static_cast<std::int32_t>(end * endSign[wide] + addToEnd[wide]);
        const std::int32_t to = endOrigin[wide] + chooseWithoutBranch(wide, toEnd, -toEnd);
        std::uint8_t alpha = usual;
        if (dims && !(run.wide && m_followed.contains(row.slice(run.longest)))) {
            alpha = kDimmed;
        }
        // Bits of floats that are not negative order as the floats do.
        const auto rank = std::bit_cast<std::int32_t>(run.duration);
        strokes[i] = {from, std::max(from + 1, to), chooseWithoutBranch(wide, kWide, rank),
                      SliceInk(names.color(run.name), alpha, wide)};
    }
}

// A wide run keeps all of its pixels, a narrow one what nothing longer covers. In a crowded row it
// is a coin toss for the processor who wins a pixel and whether a span goes on, so nothing here
// branches on it: the pen is written out again and again, and counts once the next span begins.
void RowPainter::stroke(std::span<const DetailRun> runs, const Row& row,
                        std::span<const Stroke> strokes) {
    SliceSpan* const spans = m_spans.data();
    const std::size_t most = m_spans.size();
    const std::int32_t labelled = m_labelled;
    const std::int32_t separated = m_separated;
    std::size_t count = m_count;
    // Not a struct: it is to lie in registers.
    std::int32_t penFrom = m_pen.from;
    std::int32_t penTo = m_pen.to;
    std::int32_t penRank = m_pen.rank;
    std::uint32_t penInk = m_pen.ink.bits();
    for (std::size_t i = 0; i < runs.size() && count < most; ++i) {
        const Stroke& own = strokes[i];
        const bool takes = (own.from < penTo) & (own.rank > penRank);
        penTo = chooseWithoutBranch(takes, own.from, penTo);
        const std::int32_t from = std::max(own.from, penTo);
        const bool visible = from < own.to;
        const bool remains = visible & (penFrom < penTo);
        const bool extends = remains & (own.ink.bits() == penInk) & (own.from <= penTo);
        spans[count] = {penFrom, penTo, SliceInk::fromBits(penInk)};
        count += static_cast<std::size_t>(remains ^ extends);
        std::uint32_t ink = own.ink.bits() | (own.ink.bits() & SliceInk::kWide) << 1U;
        if (own.to - from >= separated) {
            const bool joins =
                remains & (((ink ^ penInk) & ~SliceInk::kSeparated) == 0) & (own.from <= penTo);
            ink |= joins ? SliceInk::kSeparated : 0;
            const bool room = own.to - own.from >= labelled;
            if (room && !(m_beside != nullptr && m_beside->contains(row.slice(runs[i].longest)))) {
                addLabel({runs[i].name, own.from, own.to, own.ink.alpha()});
            }
        }
        penFrom = chooseWithoutBranch(visible ^ extends, from, penFrom);
        penTo = chooseWithoutBranch(visible, own.to, penTo);
        penRank = chooseWithoutBranch(visible, own.rank, penRank);
        penInk = chooseWithoutBranch(visible, ink, penInk);
    }
    m_count = count;
    m_pen = {penFrom, penTo, penRank, SliceInk::fromBits(penInk)};
}

}  // namespace gaplight
