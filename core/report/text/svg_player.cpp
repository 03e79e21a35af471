// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/report/text/svg_player.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>
#include <optional>
#include <span>
#include <vector>

#include <fmt/format.h>

#include "core/report/text/escaped_text.h"

namespace gaplight {
namespace {

constexpr auto kLayers = static_cast<std::size_t>(Layer::Count_);

// Rectangles touch each other: smoothed edges would leave seams between them at most scales.
constexpr std::string_view kSmooth = " shape-rendering=\"auto\"";

// Coordinates to a hundredth, without trailing zeros.
struct Number {
    float value;
};

void append(std::string& out, Number number) {
    const long hundredths = std::lround(static_cast<double>(number.value) * 100);
    fmt::format_to(std::back_inserter(out), "{}{}", hundredths < 0 ? "-" : "",
                   std::abs(hundredths) / 100);
    if (const long rest = std::abs(hundredths) % 100; rest != 0) {
        out += rest % 10 == 0 ? fmt::format(".{}", rest / 10) : fmt::format(".{:02}", rest);
    }
}
void append(std::string& out, std::string_view text) {
    out += text;
}
template <class... Parts>
void write(std::string& out, const Parts&... parts) {
    (append(out, parts), ...);
}

std::string hexColor(const Rgba& color) {
    return fmt::format("{}{:02x}{:02x}{:02x}", '#', color.red, color.green, color.blue);
}

// A stripe of a hatch as a polygon inside its box: the part between two diagonals.
std::vector<Point> stripeInside(const Box& box, float fromSum, float toSum) {
    std::vector<Point> shape{{box.x, box.y},
                             {box.x + box.width, box.y},
                             {box.x + box.width, box.y + box.height},
                             {box.x, box.y + box.height}};
    const auto cut = [&](float sum, float side) {
        std::vector<Point> kept;
        for (std::size_t at = 0; at < shape.size(); ++at) {
            const Point& a = shape[at];
            const Point& b = shape[(at + 1) % shape.size()];
            const float da = side * (a.x + a.y - sum);
            const float db = side * (b.x + b.y - sum);
            if (da >= 0) {
                kept.push_back(a);
            }
            if ((da > 0 && db < 0) || (da < 0 && db > 0)) {
                const float t = da / (da - db);
                kept.push_back({a.x + t * (b.x - a.x), a.y + t * (b.y - a.y)});
            }
        }
        shape = std::move(kept);
    };
    cut(fromSum, 1);
    cut(toSum, -1);
    return shape;
}

constexpr std::size_t kNone = static_cast<std::size_t>(-1);

// The part of a box inside another one.
Box intersection(const Box& box, const Box& limit) {
    const float left = std::max(box.x, limit.x);
    const float top = std::max(box.y, limit.y);
    return {left, top, std::max(0.0F, std::min(box.x + box.width, limit.x + limit.width) - left),
            std::max(0.0F, std::min(box.y + box.height, limit.y + limit.height) - top)};
}

// A clip, if it removes any part of a box.
std::optional<ClipIndex> clipFor(const DisplayList& list, const Box& box, ClipIndex clip) {
    constexpr float kSlack = 0.01F;  // of floats
    const Box inside = intersection(box, list.clips[clip]);
    const bool isWhole = box.width - inside.width < kSlack && box.height - inside.height < kSlack;
    return isWhole ? std::nullopt : std::optional(clip);
}

Box boundsOf(const DisplayList& list, const PolygonItem& item) {
    const std::span<const Point> points =
        std::span(list.points).subspan(item.firstPoint, item.count);
    const auto [left, right] = std::minmax_element(
        points.begin(), points.end(), [](const Point& a, const Point& b) { return a.x < b.x; });
    const auto [top, bottom] = std::minmax_element(
        points.begin(), points.end(), [](const Point& a, const Point& b) { return a.y < b.y; });
    return {left->x, top->y, right->x - left->x, bottom->y - top->y};
}

// The track of a figure that an item belongs to, by its center's y; kNone: none.
std::size_t trackAt(const std::vector<FigureTrack>& tracks, Layer layer, float y, ClipIndex clip) {
    if (clip == 0 || (layer != Layer::Slices && layer != Layer::SliceLabels)) {
        return kNone;
    }
    const auto after =
        std::upper_bound(tracks.begin(), tracks.end(), y,
                         [](float place, const FigureTrack& track) { return place < track.box.y; });
    if (after == tracks.begin()) {
        return kNone;
    }
    const auto track = static_cast<std::size_t>(after - tracks.begin()) - 1;
    const Box& box = tracks[track].box;
    return y < box.y + box.height ? track : kNone;
}

void writeHead(std::string& out, const DisplayList& list, const SvgOptions& options) {
    write(out, "<svg xmlns=\"http://www.w3.org/2000/svg\" ",
          "xmlns:inkscape=\"http://www.inkscape.org/namespaces/inkscape\" width=\"",
          Number{list.width}, "\" height=\"", Number{list.height}, "\" viewBox=\"0 0 ",
          Number{list.width}, " ", Number{list.height}, "\" role=\"img\">\n");
    if (!options.title.empty()) {
        write(out, "<title>", xmlText(options.title), "</title>\n");
    }
    if (!options.description.empty()) {
        write(out, "<desc>", xmlText(options.description), "</desc>\n");
    }
    // Attributes, not a style sheet: every program that reads SVG understands them.
    write(out, "<g font-family=\"Inter, 'DejaVu Sans', 'Helvetica Neue', Arial, sans-serif\" ",
          "style=\"font-kerning:none;font-feature-settings:'calt' 0,'liga' 0;",
          "white-space:pre\" shape-rendering=\"crispEdges\">\n");
}

void writeClips(std::string& out, const DisplayList& list, const SvgOptions& options) {
    out += "<defs>\n";
    for (std::size_t clip = 0; clip < list.clips.size(); ++clip) {
        const Box& box = list.clips[clip];
        if (clip > 0) {
            write(out, "<clipPath id=\"", options.idPrefix, "-", fmt::format("{}", clip),
                  "\"><rect x=\"", Number{box.x}, "\" y=\"", Number{box.y}, "\" width=\"",
                  Number{box.width}, "\" height=\"", Number{box.height}, "\"/></clipPath>\n");
        }
    }
    out += "</defs>\n";
}

class SvgPlayer {
public:
    SvgPlayer(const Figure& figure, const Theme& theme, const SvgOptions& options)
        : m_figure(figure), m_list(figure.list), m_theme(theme), m_options(options) {}

    std::string play();

private:
    void playLayer(Layer layer);
    template <class Items, class Play>
    void playAll(const Items& items, Layer layer, const Play& play);
    void play(const RectItem& item, std::size_t index);
    void play(const HatchItem& item);
    void play(const LineItem& item);
    void play(const PolygonItem& item);
    void play(const TextItem& item);
    void paint(std::string_view property, ColorRef color, std::uint8_t alpha);
    // Opens and closes groups so that the next element is in this track and clip.
    void enter(std::size_t track, std::optional<ClipIndex> clip);
    void leave();

    const Figure& m_figure;
    const DisplayList& m_list;
    const Theme& m_theme;
    const SvgOptions& m_options;
    std::string m_out;
    std::size_t m_nextTitle = 0;
    std::size_t m_track = kNone;
    std::size_t m_clip = kNone;
};

void SvgPlayer::paint(std::string_view property, ColorRef color, std::uint8_t alpha) {
    const Rgba& value = m_theme[color];
    if (m_options.variables) {
        // A presentation attribute may hold a variable only as a style.
        write(m_out, " style=\"", property, ":var(--c", fmt::format("{}", color.tableIndex()),
              ")\"");
    } else {
        write(m_out, " ", property, "=\"", hexColor(value), "\"");
    }
    const int opacity = alpha * value.alpha / 255;
    if (opacity < 255) {
        write(m_out, " ", property, "-opacity=\"", Number{static_cast<float>(opacity) / 255}, "\"");
    }
}

void SvgPlayer::leave() {
    m_out += m_clip != kNone ? "</g>\n" : "";
    m_out += m_track != kNone ? "</g>\n" : "";
    m_clip = kNone;
    m_track = kNone;
}

void SvgPlayer::enter(std::size_t track, std::optional<ClipIndex> clip) {
    const std::size_t wanted = clip ? *clip : kNone;
    if (track == m_track && wanted == m_clip) {
        return;
    }
    leave();
    if (track != kNone) {
        const std::string name = xmlText(m_figure.tracks[track].name);
        write(m_out, "<g class=\"track\" aria-label=\"", name, "\" inkscape:label=\"", name,
              "\">\n");
    }
    if (wanted != kNone) {
        write(m_out, "<g clip-path=\"url(#", m_options.idPrefix, "-", fmt::format("{}", wanted),
              ")\">\n");
    }
    m_track = track;
    m_clip = wanted;
}

void SvgPlayer::play(const RectItem& item, std::size_t index) {
    // Clipped here instead of by a clip path, which some programs ignore.
    const Box box = intersection(item.box, m_list.clips[item.clip]);
    if (box.width <= 0 || box.height <= 0) {
        return;
    }
    enter(trackAt(m_figure.tracks, item.layer, box.y + box.height / 2, item.clip), std::nullopt);
    write(m_out, "<rect x=\"", Number{box.x}, "\" y=\"", Number{box.y}, "\" width=\"",
          Number{box.width}, "\" height=\"", Number{box.height}, "\"");
    paint("fill", item.color, item.alpha);
    while (m_nextTitle < m_figure.slices.size() && m_figure.slices[m_nextTitle].rect < index) {
        ++m_nextTitle;
    }
    const bool isTitled =
        m_nextTitle < m_figure.slices.size() && m_figure.slices[m_nextTitle].rect == index;
    if (isTitled) {
        write(m_out, "><title>", xmlText(m_figure.slices[m_nextTitle].title), "</title></rect>\n");
    } else {
        m_out += "/>\n";
    }
}

void SvgPlayer::play(const HatchItem& item) {
    // In whole shapes and not as a pattern, which many programs print as pixels or not at all.
    enter(kNone, std::nullopt);
    const float diagonal = std::sqrt(2.0F);
    const float step = item.spacing * diagonal;
    const float half = item.thickness * diagonal / 2;
    const Box box = intersection(item.box, m_list.clips[item.clip]);
    std::string path;
    const float last = box.x + box.width + box.y + box.height + half;
    for (float at = std::floor((box.x + box.y - half) / step) * step; at <= last; at += step) {
        const std::vector<Point> stripe = stripeInside(box, at - half, at + half);
        for (std::size_t corner = 0; stripe.size() >= 3 && corner < stripe.size(); ++corner) {
            write(path, corner == 0 ? "M" : "L", Number{stripe[corner].x}, " ",
                  Number{stripe[corner].y}, corner + 1 == stripe.size() ? "z" : "");
        }
    }
    if (!path.empty()) {
        write(m_out, "<path", kSmooth, " d=\"", path, "\"");
        paint("fill", item.color, item.alpha);
        m_out += "/>\n";
    }
}

void SvgPlayer::play(const LineItem& item) {
    const float reach = item.thickness / 2;
    enter(kNone, clipFor(m_list,
                         {std::min(item.x0, item.x1) - reach, std::min(item.y0, item.y1) - reach,
                          std::abs(item.x1 - item.x0) + item.thickness,
                          std::abs(item.y1 - item.y0) + item.thickness},
                         item.clip));
    write(m_out, "<line", kSmooth, " x1=\"", Number{item.x0}, "\" y1=\"", Number{item.y0},
          "\" x2=\"", Number{item.x1}, "\" y2=\"", Number{item.y1}, "\" stroke-width=\"",
          Number{item.thickness}, "\"");
    paint("stroke", item.color, item.alpha);
    m_out += "/>\n";
}

void SvgPlayer::play(const PolygonItem& item) {
    enter(kNone, clipFor(m_list, boundsOf(m_list, item), item.clip));
    write(m_out, "<polygon", kSmooth, " points=\"");
    for (std::uint32_t at = 0; at < item.count; ++at) {
        const Point& point = m_list.points[item.firstPoint + at];
        write(m_out, at == 0 ? "" : " ", Number{point.x}, ",", Number{point.y});
    }
    m_out += "\"";
    paint("fill", item.color, item.alpha);
    m_out += "/>\n";
}

void SvgPlayer::play(const TextItem& item) {
    const auto size = static_cast<float>(textPixels(item.style));
    const Box box{item.x, item.baselineY - size, item.width, size};
    enter(trackAt(m_figure.tracks, item.layer, item.baselineY - 4, item.clip),
          clipFor(m_list, box, item.clip));
    write(m_out, "<text x=\"", Number{item.x}, "\" y=\"", Number{item.baselineY}, "\" font-size=\"",
          fmt::format("{}", textPixels(item.style)), "\"",
          isBold(item.style) ? " font-weight=\"700\"" : "");
    if (item.width > 0) {
        write(m_out, " textLength=\"", Number{item.width}, "\" lengthAdjust=\"spacingAndGlyphs\"");
    }
    paint("fill", item.color, item.alpha);
    write(m_out, " xml:space=\"preserve\">", xmlText(m_list.text(item)), "</text>\n");
}

template <class Items, class Play>
void SvgPlayer::playAll(const Items& items, Layer layer, const Play& play) {
    for (std::size_t at = 0; at < items.size(); ++at) {
        if (items[at].layer == layer) {
            play(items[at], at);
        }
    }
}

void SvgPlayer::playLayer(Layer layer) {
    m_nextTitle = 0;
    const auto one = [&](const auto& item, std::size_t) { play(item); };
    playAll(m_list.rects, layer,
            [&](const RectItem& item, std::size_t index) { play(item, index); });
    playAll(m_list.hatches, layer, one);
    playAll(m_list.lines, layer, one);
    playAll(m_list.polygons, layer, one);
    playAll(m_list.texts, layer, one);
}

std::string SvgPlayer::play() {
    writeHead(m_out, m_list, m_options);
    writeClips(m_out, m_list, m_options);
    for (std::size_t layer = 0; layer < kLayers; ++layer) {
        playLayer(static_cast<Layer>(layer));
        leave();
    }
    m_out += "</g>\n</svg>\n";
    return std::move(m_out);
}

}  // namespace

std::string svgText(const Figure& figure, const Theme& theme, const SvgOptions& options) {
    return SvgPlayer(figure, theme, options).play();
}

std::string svgColors(const Theme& theme) {
    std::string text;
    for (std::size_t index = 0; index < theme.table.size(); ++index) {
        fmt::format_to(std::back_inserter(text), "--c{}:{};", index, hexColor(theme.table[index]));
    }
    return text;
}

}  // namespace gaplight
