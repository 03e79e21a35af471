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

#include "core/base/utf8.h"

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

std::string hexColour(const Rgba& color) {
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

class SvgPlayer {
public:
    SvgPlayer(const Figure& figure, const Theme& theme, const SvgOptions& options)
        : m_figure(figure), m_list(figure.list), m_theme(theme), m_options(options) {}

    std::string play();

private:
    void head();
    void defineClips();
    void playLayer(Layer layer);
    template <class Items, class Play>
    void playAll(const Items& items, Layer layer, const Play& play);
    void play(const RectItem& item, std::size_t index);
    void play(const HatchItem& item);
    void play(const LineItem& item);
    void play(const PolygonItem& item);
    void play(const TextItem& item);
    void paint(std::string_view property, ColorRef color, std::uint8_t alpha);
    // Opens and closes groups so that what follows is in this track and clip.
    void enter(std::size_t track, std::optional<ClipIndex> clip);
    void leave();
    [[nodiscard]] std::size_t trackAt(Layer layer, float y, ClipIndex clip) const;
    [[nodiscard]] Box boundsOf(const PolygonItem& item) const;
    // The clip, where it cuts anything of a box away.
    [[nodiscard]] std::optional<ClipIndex> clipFor(const Box& box, ClipIndex clip) const;
    [[nodiscard]] Box clipped(const Box& box, ClipIndex clip) const;

    static constexpr std::size_t kNone = static_cast<std::size_t>(-1);

    const Figure& m_figure;
    const DisplayList& m_list;
    const Theme& m_theme;
    const SvgOptions& m_options;
    std::string m_out;
    std::size_t m_nextTitle = 0;
    std::size_t m_track = kNone;
    std::size_t m_clip = kNone;
};

void SvgPlayer::head() {
    write(m_out, "<svg xmlns=\"http://www.w3.org/2000/svg\" ",
          "xmlns:inkscape=\"http://www.inkscape.org/namespaces/inkscape\" width=\"",
          Number{m_list.width}, "\" height=\"", Number{m_list.height}, "\" viewBox=\"0 0 ",
          Number{m_list.width}, " ", Number{m_list.height}, "\" role=\"img\">\n");
    if (!m_options.title.empty()) {
        write(m_out, "<title>", xmlText(m_options.title), "</title>\n");
    }
    if (!m_options.description.empty()) {
        write(m_out, "<desc>", xmlText(m_options.description), "</desc>\n");
    }
    // Attributes, not a style sheet: every program that reads SVG understands them.
    write(m_out, "<g font-family=\"Inter, 'DejaVu Sans', 'Helvetica Neue', Arial, sans-serif\" ",
          "style=\"font-kerning:none;font-feature-settings:'calt' 0,'liga' 0;",
          "white-space:pre\" shape-rendering=\"crispEdges\">\n");
}

void SvgPlayer::defineClips() {
    m_out += "<defs>\n";
    for (std::size_t clip = 0; clip < m_list.clips.size(); ++clip) {
        const Box& box = m_list.clips[clip];
        if (clip > 0) {
            write(m_out, "<clipPath id=\"", m_options.idPrefix, "-", fmt::format("{}", clip),
                  "\"><rect x=\"", Number{box.x}, "\" y=\"", Number{box.y}, "\" width=\"",
                  Number{box.width}, "\" height=\"", Number{box.height}, "\"/></clipPath>\n");
        }
    }
    m_out += "</defs>\n";
}

Box SvgPlayer::clipped(const Box& box, ClipIndex clip) const {
    const Box& limit = m_list.clips[clip];
    const float left = std::max(box.x, limit.x);
    const float top = std::max(box.y, limit.y);
    return {left, top, std::max(0.0F, std::min(box.x + box.width, limit.x + limit.width) - left),
            std::max(0.0F, std::min(box.y + box.height, limit.y + limit.height) - top)};
}

std::optional<ClipIndex> SvgPlayer::clipFor(const Box& box, ClipIndex clip) const {
    constexpr float kSlack = 0.01F;  // of floats
    const Box inside = clipped(box, clip);
    const bool isWhole = box.width - inside.width < kSlack && box.height - inside.height < kSlack;
    return isWhole ? std::nullopt : std::optional(clip);
}

void SvgPlayer::paint(std::string_view property, ColorRef color, std::uint8_t alpha) {
    const Rgba& value = m_theme[color];
    if (m_options.variables) {
        // A presentation attribute may hold a variable only as a style.
        write(m_out, " style=\"", property, ":var(--c", fmt::format("{}", color.tableIndex()),
              ")\"");
    } else {
        write(m_out, " ", property, "=\"", hexColour(value), "\"");
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

std::size_t SvgPlayer::trackAt(Layer layer, float y, ClipIndex clip) const {
    if (clip == 0 || (layer != Layer::Slices && layer != Layer::SliceLabels)) {
        return kNone;
    }
    const auto after =
        std::upper_bound(m_figure.tracks.begin(), m_figure.tracks.end(), y,
                         [](float place, const FigureTrack& track) { return place < track.box.y; });
    if (after == m_figure.tracks.begin()) {
        return kNone;
    }
    const auto track = static_cast<std::size_t>(after - m_figure.tracks.begin()) - 1;
    const Box& box = m_figure.tracks[track].box;
    return y < box.y + box.height ? track : kNone;
}

void SvgPlayer::play(const RectItem& item, std::size_t index) {
    // Cut here and not by the reader: not every program knows clips.
    const Box box = clipped(item.box, item.clip);
    if (box.width <= 0 || box.height <= 0) {
        return;
    }
    enter(trackAt(item.layer, box.y + box.height / 2, item.clip), std::nullopt);
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
    const Box box = clipped(item.box, item.clip);
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
    enter(kNone, clipFor({std::min(item.x0, item.x1) - reach, std::min(item.y0, item.y1) - reach,
                          std::abs(item.x1 - item.x0) + item.thickness,
                          std::abs(item.y1 - item.y0) + item.thickness},
                         item.clip));
    write(m_out, "<line", kSmooth, " x1=\"", Number{item.x0}, "\" y1=\"", Number{item.y0},
          "\" x2=\"", Number{item.x1}, "\" y2=\"", Number{item.y1}, "\" stroke-width=\"",
          Number{item.thickness}, "\"");
    paint("stroke", item.color, item.alpha);
    m_out += "/>\n";
}

Box SvgPlayer::boundsOf(const PolygonItem& item) const {
    const std::span<const Point> points =
        std::span(m_list.points).subspan(item.firstPoint, item.count);
    const auto [left, right] = std::minmax_element(
        points.begin(), points.end(), [](const Point& a, const Point& b) { return a.x < b.x; });
    const auto [top, bottom] = std::minmax_element(
        points.begin(), points.end(), [](const Point& a, const Point& b) { return a.y < b.y; });
    return {left->x, top->y, right->x - left->x, bottom->y - top->y};
}

void SvgPlayer::play(const PolygonItem& item) {
    enter(kNone, clipFor(boundsOf(item), item.clip));
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
    enter(trackAt(item.layer, item.baselineY - 4, item.clip), clipFor(box, item.clip));
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
    head();
    defineClips();
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

std::string svgColours(const Theme& theme) {
    std::string text;
    for (std::size_t index = 0; index < theme.table.size(); ++index) {
        fmt::format_to(std::back_inserter(text), "--c{}:{};", index, hexColour(theme.table[index]));
    }
    return text;
}

std::string xmlText(std::string_view text) {
    std::string safe;
    for (const char c : validUtf8(text)) {
        switch (c) {
            case '&':
                safe += "&amp;";
                break;
            case '<':
                safe += "&lt;";
                break;
            case '>':
                safe += "&gt;";
                break;
            case '"':
                safe += "&quot;";
                break;
            default: {
                const bool isControl =
                    static_cast<unsigned char>(c) < 0x20 && c != '\n' && c != '\t';
                safe += isControl ? std::string("\xef\xbf\xbd") : std::string(1, c);
            }
        }
    }
    return safe;
}

}  // namespace gaplight
