// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/support/checks/drawable_checks.h"

#include <cmath>
#include <cstddef>
#include <string>

namespace gaplight::test {
namespace {

// Painters convert to device pixels in integers.
constexpr float kFarPixels = 1e7F;

bool isDrawable(float value) {
    return std::isfinite(value) && std::abs(value) < kFarPixels;
}

bool isDrawable(const Box& box) {
    return isDrawable(box.x) && isDrawable(box.y) && isDrawable(box.width) &&
           isDrawable(box.height) && box.width >= 0 && box.height >= 0;
}

}  // namespace

void checkDrawable(const DisplayList& list, std::string_view what, Problems& problems) {
    bool isFine = true;
    for (const Box& clip : list.clips) {
        isFine = isFine && isDrawable(clip);
    }
    for (const RectItem& item : list.rects) {
        isFine = isFine && isDrawable(item.box) && item.clip < list.clips.size();
    }
    for (const HatchItem& item : list.hatches) {
        isFine = isFine && isDrawable(item.box) && item.spacing > 0;
    }
    for (const LineItem& item : list.lines) {
        isFine = isFine && isDrawable(item.x0) && isDrawable(item.y0) && isDrawable(item.x1) &&
                 isDrawable(item.y1);
    }
    for (const Point& point : list.points) {
        isFine = isFine && isDrawable(point.x) && isDrawable(point.y);
    }
    for (const TextItem& item : list.texts) {
        isFine = isFine && isDrawable(item.x) && isDrawable(item.baselineY) &&
                 isDrawable(item.width) &&
                 std::size_t{item.firstByte} + item.byteCount <= list.textBytes.size();
    }
    problems.expect(isFine, std::string(what) + ": an item that cannot be drawn");
}

}  // namespace gaplight::test
