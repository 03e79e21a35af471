// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/scene/display/display_list.h"

#include <array>
#include <iterator>

#include <fmt/format.h>

#include "core/base/printable_text.h"
#include "core/scene/display/theme.h"

namespace gaplight {
namespace {

constexpr std::array<std::string_view, static_cast<std::size_t>(Layer::Count_)> kLayerNames{
    "background", "slices", "labels", "overlays", "flows", "selection", "chrome"};
constexpr std::array<std::string_view, static_cast<std::size_t>(TextStyle::Count_)> kStyleNames{
    "label", "small", "bold", "title"};

std::string colorText(ColorRef color, std::uint8_t alpha) {
    std::string text;
    if (color.isRole()) {
        text = roleName(color.role());
    } else if (color.isHue()) {
        text = fmt::format("hue {}", color.degrees());
    } else if (color.isPaleHue()) {
        text = fmt::format("pale {}", color.degrees());
    } else {
        text = "neutral";
    }
    return alpha == 255 ? text : fmt::format("{} {}%", text, (alpha * 100 + 127) / 255);
}

std::string boxText(const Box& box) {
    return fmt::format("{:.1f},{:.1f} {:.1f}x{:.1f}", box.x, box.y, box.width, box.height);
}

// Writes "  <kind> <what> <color> clip <n>" per item of one layer.
struct LayerDump {
    const DisplayList& list;
    Layer layer;
    std::string& out;

    template <class Items, class Describe>
    void write(std::string_view kind, const Items& items, Describe describe) const {
        for (const auto& item : items) {
            if (item.layer == layer) {
                fmt::format_to(std::back_inserter(out), "  {} {} {}{}\n", kind, describe(item),
                               colorText(item.color, item.alpha),
                               item.clip == 0 ? "" : fmt::format(" clip {}", item.clip));
            }
        }
    }

    void writeAll() const {
        write("rect", list.rects, [](const RectItem& item) { return boxText(item.box); });
        write("hatch", list.hatches, [](const HatchItem& item) {
            return fmt::format("{} every {:.1f}", boxText(item.box), item.spacing);
        });
        write("line", list.lines, [](const LineItem& item) {
            return fmt::format("{:.1f},{:.1f} {:.1f},{:.1f} w{:.1f}", item.x0, item.y0, item.x1,
                               item.y1, item.thickness);
        });
        write("polygon", list.polygons, [this](const PolygonItem& item) {
            std::string points;
            for (std::uint32_t i = 0; i < item.count; ++i) {
                const Point& point = list.points[item.firstPoint + i];
                fmt::format_to(std::back_inserter(points), "{}{:.1f},{:.1f}", i == 0 ? "" : " ",
                               point.x, point.y);
            }
            return points;
        });
        write("text", list.texts, [this](const TextItem& item) {
            return fmt::format("{:.1f},{:.1f} w{:.1f} {} \"{}\"", item.x, item.baselineY,
                               item.width, kStyleNames[static_cast<std::size_t>(item.style)],
                               list.text(item));
        });
    }
};

}  // namespace

void DisplayList::clear(float newWidth, float newHeight) {
    width = newWidth;
    height = newHeight;
    clips.clear();
    rects.clear();
    hatches.clear();
    lines.clear();
    polygons.clear();
    points.clear();
    texts.clear();
    textBytes.clear();
    spanRows.clear();
    clips.push_back({0, 0, newWidth, newHeight});
}

ClipIndex DisplayList::addClip(Box box) {
    clips.push_back(box);
    return static_cast<ClipIndex>(clips.size() - 1);
}

void DisplayList::addText(std::string_view utf8, TextItem item) {
    item.firstByte = static_cast<std::uint32_t>(textBytes.size());
    // Every drawn text passes here: no name changes the order of a label, or a terminal's state.
    textBytes += isPrintable(utf8) ? utf8 : std::string_view(printable(utf8));
    item.byteCount = static_cast<std::uint32_t>(textBytes.size()) - item.firstByte;
    texts.push_back(item);
}

void DisplayList::addPolygon(const Point* first, std::size_t count, PolygonItem item) {
    item.firstPoint = static_cast<std::uint32_t>(points.size());
    item.count = static_cast<std::uint32_t>(count);
    points.insert(points.end(), first, first + count);
    polygons.push_back(item);
}

void DisplayList::append(const DisplayList& part, float dx, float dy) {
    const auto firstClip = static_cast<ClipIndex>(clips.size());
    const auto moved = [&](Box box) { return Box{box.x + dx, box.y + dy, box.width, box.height}; };
    for (const Box& clip : part.clips) {
        clips.push_back(moved(clip));
    }
    const auto clipped = [&](auto item) {
        item.clip = static_cast<ClipIndex>(item.clip + firstClip);
        return item;
    };
    for (const RectItem& item : part.rects) {
        rects.push_back(clipped(item));
        rects.back().box = moved(item.box);
    }
    for (const HatchItem& item : part.hatches) {
        hatches.push_back(clipped(item));
        hatches.back().box = moved(item.box);
    }
    for (const LineItem& item : part.lines) {
        lines.push_back(clipped(item));
        lines.back().x0 += dx;
        lines.back().x1 += dx;
        lines.back().y0 += dy;
        lines.back().y1 += dy;
    }
    for (const PolygonItem& item : part.polygons) {
        polygons.push_back(clipped(item));
        polygons.back().firstPoint += static_cast<std::uint32_t>(points.size());
    }
    for (const Point& point : part.points) {
        points.push_back({point.x + dx, point.y + dy});
    }
    for (const TextItem& item : part.texts) {
        texts.push_back(clipped(item));
        texts.back().firstByte += static_cast<std::uint32_t>(textBytes.size());
        texts.back().x += dx;
        texts.back().baselineY += dy;
    }
    textBytes += part.textBytes;
}

std::string DisplayList::dump() const {
    std::string out = fmt::format("view {:.1f}x{:.1f}\n", width, height);
    for (std::size_t i = 1; i < clips.size(); ++i) {
        fmt::format_to(std::back_inserter(out), "clip {} {}\n", i, boxText(clips[i]));
    }
    for (std::size_t layer = 0; layer < kLayerNames.size(); ++layer) {
        const std::size_t before = out.size();
        out.append(kLayerNames[layer]).append("\n");
        const std::size_t empty = out.size();
        LayerDump{*this, static_cast<Layer>(layer), out}.writeAll();
        if (out.size() == empty) {
            out.resize(before);
        }
    }
    return out;
}

}  // namespace gaplight
