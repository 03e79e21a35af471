// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/scene/display/theme.h"

#include <algorithm>
#include <cmath>
#include <fstream>
#include <iterator>
#include <vector>

#include <gtest/gtest.h>

#include "core/scene/display/display_list.h"
#include "core/scene/display/idle_look.h"
#include "core/scene/model/name_table.h"
#include "core/scene/overlays/overlay_scene.h"

namespace gaplight {
namespace {

std::string themeText(const std::string& name) {
    std::ifstream file(std::string(GAPLIGHT_TEST_SOURCE_DIR) + "/../resources/themes/" + name);
    return {std::istreambuf_iterator<char>(file), {}};
}

Rgba over(Rgba front, Rgba back, std::uint8_t alpha) {
    const auto mixed = [alpha](std::uint8_t above, std::uint8_t below) {
        return static_cast<std::uint8_t>((above * alpha + below * (255 - alpha)) / 255);
    };
    return {mixed(front.red, back.red), mixed(front.green, back.green),
            mixed(front.blue, back.blue), 255};
}

class Themes : public ::testing::TestWithParam<const char*> {
protected:
    Themes() {
        auto theme = parseTheme(themeText(std::string(GetParam()) + ".json"));
        EXPECT_TRUE(theme.has_value()) << (theme ? "" : theme.error().message);
        m_theme = theme.value_or(Theme{});
    }
    void expectContrast(ColorRef front, ColorRef back, double least) const {
        EXPECT_GE(contrastRatio(m_theme[front], m_theme[back]), least)
            << "table entries " << front.tableIndex() << " on " << back.tableIndex();
    }
    Theme m_theme;
};

TEST_P(Themes, TextCanBeReadWhereverItStands) {
    constexpr double kText = 4.5;
    for (const Role back : {Role::Background, Role::AlternateRow, Role::HeaderBackground,
                            Role::PanelBackground, Role::TrackHeader}) {
        for (const Role front : {Role::Text, Role::SecondaryText, Role::WarningText}) {
            expectContrast(front, back, kText);
        }
    }
    expectContrast(Role::Accent, Role::HeaderBackground, 4);  // 11 px bold: the range's length
    expectContrast(Role::BlockingCallLabel, Role::BlockingCall, kText);
    expectContrast(Role::HostFiller, Role::Background, kText);   // labels of brackets
    expectContrast(Role::FindingMark, Role::Background, kText);  // counts of frames
    expectContrast(Role::TextOnSlice, ColorRef::neutralSlice(), kText);
    for (std::uint16_t hue = 0; hue < ColorRef::kHues; ++hue) {
        expectContrast(Role::TextOnSlice, ColorRef::hue(hue), kText);
    }
}

// The sentence names a part of the bar in its color, on a light ground darker by 1.4.
TEST_P(Themes, CausesAreLegibleInTheSentence) {
    const auto shade = [this](std::uint8_t channel) {
        return static_cast<std::uint8_t>(GetParam() == std::string("light") ? channel / 1.4
                                                                            : channel);
    };
    for (const Role part :
         {Role::Communication, Role::Compute, Role::Copy, Role::IdleLaunch, Role::IdleHost,
          Role::IdleData, Role::IdleSync, Role::IdleRank, Role::IdleOther, Role::IdleFirstUse}) {
        const Rgba fill = m_theme[part];
        const Rgba text{shade(fill.red), shade(fill.green), shade(fill.blue), 255};
        EXPECT_GE(contrastRatio(text, m_theme[Role::HeaderBackground]), 4.5) << roleName(part);
    }
}

// The marks of a finding lie on communication: neither color is the other's.
TEST_P(Themes, MarksOfFindingsAreNoColorOfGpuWork) {
    for (const Role work : {Role::Compute, Role::Communication, Role::Copy}) {
        const Rgba& a = m_theme[work];
        const Rgba& b = m_theme[Role::FindingMark];
        EXPECT_GE(std::abs(a.red - b.red) + std::abs(a.green - b.green) + std::abs(a.blue - b.blue),
                  150)
            << roleName(work);
    }
}

// Labels of tinted slices are read through the tint.
TEST_P(Themes, TintsLeaveLabelsLegible) {
    const auto mixed = [](std::uint8_t below, std::uint8_t above) {
        return static_cast<std::uint8_t>((below * (255 - kTintWash) + above * kTintWash) / 255);
    };
    const Rgba tint = m_theme[Role::FindingMark];
    for (std::uint16_t at = 0; at < 2 * ColorRef::kHues; ++at) {
        const auto hue = static_cast<std::uint16_t>(at % ColorRef::kHues);
        const Rgba slice =
            m_theme[at < ColorRef::kHues ? ColorRef::hue(hue) : ColorRef::paleHue(hue)];
        const Rgba tinted{mixed(slice.red, tint.red), mixed(slice.green, tint.green),
                          mixed(slice.blue, tint.blue), 255};
        EXPECT_GE(contrastRatio(m_theme[Role::TextOnSlice], tinted), 4.5) << hue;
        EXPECT_GE(contrastRatio(tinted, m_theme[Role::Background]), 1.5) << hue;
    }
}

TEST_P(Themes, LabelsOfDimmedSlicesAreLegible) {
    for (const Role ground : {Role::Background, Role::AlternateRow}) {
        for (std::uint16_t hue = 0; hue < ColorRef::kHues; ++hue) {
            const Rgba slice = over(m_theme[ColorRef::hue(hue)], m_theme[ground], kDimmedSlice);
            const Rgba label = over(m_theme[Role::Text], slice, kDimmedLabel);
            EXPECT_GE(contrastRatio(label, slice), 4.5) << hue;
        }
    }
}

TEST_P(Themes, PlacesOfFramesAreLegible) {
    const auto over = [](std::uint8_t above, std::uint8_t below) {
        return static_cast<std::uint8_t>((above * kDimmedPlace + below * (255 - kDimmedPlace)) /
                                         255);
    };
    const Rgba text = m_theme[Role::TextOnSlice];
    for (std::uint16_t hue = 0; hue < ColorRef::kHues; ++hue) {
        const Rgba slice = m_theme[ColorRef::paleHue(hue)];
        const Rgba dimmed{over(text.red, slice.red), over(text.green, slice.green),
                          over(text.blue, slice.blue), 255};
        EXPECT_GE(contrastRatio(dimmed, slice), 4.5) << hue;
    }
}

TEST_P(Themes, MarksStandOutFromTheGround) {
    constexpr double kMark = 3;
    for (const Role back : {Role::Background, Role::AlternateRow}) {
        for (const Role mark : {Role::Accent,       Role::SelectionOutline, Role::HoverOutline,
                                Role::IdleOther,    Role::BlockingCall,     Role::HostFiller,
                                Role::FindingMark,  Role::SeverityCritical, Role::SeverityWarning,
                                Role::SeverityInfo, Role::LaunchArrow,      Role::SlowArrow,
                                Role::Healthy,      Role::Unhealthy,        Role::CounterLine,
                                Role::Compute,      Role::RangeSelection,   Role::OverviewWindow,
                                Role::Instant,      Role::SearchHit,        Role::NoteBlue,
                                Role::NoteGreen,    Role::NoteYellow,       Role::NoteRed,
                                Role::NotePurple,   Role::Communication,    Role::Copy,
                                Role::IdleLaunch,   Role::IdleHost,         Role::IdleData,
                                Role::IdleSync,     Role::IdleRank}) {
            expectContrast(mark, back, kMark);
        }
    }
}

// What a person without receptors for green sees (Machado, Oliveira, Fernandes 2009).
Rgba deuteranopia(Rgba color) {
    const auto linear = [](std::uint8_t channel) {
        const double value = channel / 255.0;
        return value <= 0.04045 ? value / 12.92 : std::pow((value + 0.055) / 1.055, 2.4);
    };
    const auto coded = [](double value) {
        value = std::clamp(value, 0.0, 1.0);
        const double srgb =
            value <= 0.0031308 ? value * 12.92 : 1.055 * std::pow(value, 1 / 2.4) - 0.055;
        return static_cast<std::uint8_t>(std::lround(srgb * 255));
    };
    const double r = linear(color.red);
    const double g = linear(color.green);
    const double b = linear(color.blue);
    return {coded(0.367322 * r + 0.860646 * g - 0.227968 * b),
            coded(0.280085 * r + 0.672501 * g + 0.047413 * b),
            coded(-0.011820 * r + 0.042940 * g + 0.968881 * b), 255};
}

// Parts of the bar are apart by lines of the ground, and differ by stripes of the ground: both must
// be seen in gray (which is what the ratio compares) and without green.
TEST_P(Themes, PartsOfBusyTimeAreApartWithoutColor) {
    constexpr double kApart = 3;
    std::vector<float> spacings;
    for (const Role part : {Role::Compute, Role::Communication, Role::Copy}) {
        expectContrast(part, Role::Background, kApart);
        EXPECT_GE(
            contrastRatio(deuteranopia(m_theme[part]), deuteranopia(m_theme[Role::Background])),
            kApart);
        DisplayList list;
        addBusyPattern(list, {0, 0, 40, 18}, part, Layer::Slices, 0);
        spacings.push_back(list.hatches.empty() ? 0 : list.hatches.front().spacing);
        EXPECT_TRUE(list.hatches.empty() ||
                    list.hatches.front().color == ColorRef(Role::Background));
    }
    EXPECT_EQ(spacings[0], 0);
    EXPECT_GE(spacings[1], 2 * spacings[2]);
    EXPECT_GT(spacings[2], 0);
}

// Of two classes of idle time that stand side by side, both gray, first use is a fill with few
// lines: it is no cause to look for.
TEST_P(Themes, FirstUseDiffersFromOtherIdleTimeWithoutColor) {
    const IdleLook first = idleLook(Role::IdleFirstUse);
    const IdleLook other = idleLook(Role::IdleOther);
    EXPECT_GE(first.spacing, 2 * other.spacing);
    EXPECT_GE(first.ground, 2 * other.ground);
}

// On streams the same stripes are faint, so that names on them are legible: on whole slices and on
// dimmed ones, in gray and without green.
TEST_P(Themes, SlicesOfStreamsDifferWithoutColor) {
    constexpr double kSeen = 1.3;
    constexpr double kLegible = 4.5;
    std::vector<float> spacings;
    for (const Role part : {Role::Compute, Role::Communication, Role::Copy}) {
        DisplayList narrow;
        addSlicePattern(narrow, {0, 0, kMinStripedSlice - 1, 18}, part, 255, 0);
        EXPECT_TRUE(narrow.hatches.empty());
        DisplayList list;
        addSlicePattern(list, {0, 0, 40, 18}, part, 255, 0);
        addSlicePattern(list, {0, 20, 40, 18}, part, kDimmedSlice, 0);
        spacings.push_back(list.hatches.empty() ? 0 : list.hatches.front().spacing);
        if (list.hatches.empty()) {
            continue;
        }
        const HatchItem whole = list.hatches.front();
        const HatchItem dimmed = list.hatches.back();
        for (std::uint16_t hue = 0; hue < ColorRef::kHues; ++hue) {
            for (const ColorRef color : {ColorRef::hue(hue), ColorRef::paleHue(hue)}) {
                const Rgba slice = m_theme[color];
                const Rgba stripe = over(m_theme[whole.color], slice, whole.alpha);
                EXPECT_GE(contrastRatio(m_theme[Role::TextOnSlice], stripe), kLegible) << hue;
                EXPECT_GE(contrastRatio(stripe, slice), kSeen) << hue;
                EXPECT_GE(contrastRatio(deuteranopia(stripe), deuteranopia(slice)), kSeen) << hue;
                const Rgba faint = over(slice, m_theme[Role::Background], kDimmedSlice);
                const Rgba line = over(m_theme[dimmed.color], faint, dimmed.alpha);
                const Rgba label = over(m_theme[Role::Text], line, kDimmedLabel);
                EXPECT_GE(contrastRatio(label, line), kLegible) << hue;
            }
        }
    }
    EXPECT_EQ(spacings[0], 0);
    EXPECT_GE(spacings[1], 2 * spacings[2]);
    EXPECT_GT(spacings[2], 0);
}

TEST_P(Themes, OverlaysAreMoreSaturatedThanSlices) {
    const auto spread = [this](ColorRef color) {
        const Rgba& c = m_theme[color];
        return std::max({c.red, c.green, c.blue}) - std::min({c.red, c.green, c.blue});
    };
    for (std::uint16_t hue = 0; hue < ColorRef::kHues; ++hue) {
        EXPECT_LT(spread(ColorRef::hue(hue)), spread(Role::IdleLaunch));
        EXPECT_LT(spread(ColorRef::hue(hue)), spread(Role::FindingMark));
    }
}

// Red is idle time alone: calls that wait are neutral, and stand out by lightness.
TEST_P(Themes, BlockingCallsAreNeutral) {
    const Rgba& c = m_theme[Role::BlockingCall];
    EXPECT_LT(std::max({c.red, c.green, c.blue}) - std::min({c.red, c.green, c.blue}), 32);
    for (std::uint16_t hue = 0; hue < ColorRef::kHues; ++hue) {
        expectContrast(Role::BlockingCall, ColorRef::hue(hue), 1.5);
        expectContrast(Role::BlockingCall, ColorRef::paleHue(hue), 1.5);
    }
}

INSTANTIATE_TEST_SUITE_P(Files, Themes, ::testing::Values("dark", "light"));

TEST(Theme, SaysWhichRoleIsWrong) {
    const std::string dark = themeText("dark.json");
    const auto with = [&](const std::string& from, const std::string& to) {
        std::string text = dark;
        text.replace(text.find(from), from.size(), to);
        const auto theme = parseTheme(text);
        return theme ? std::string("fine") : theme.error().message;
    };
    EXPECT_EQ(with("\"idle_host\"", "\"idle_hose\""),
              "theme: role \"idle_host\" must be a color like #rrggbb");
    EXPECT_EQ(with("#F58F5B", "F58F5B"), "theme: role \"idle_data\" must be a color like #rrggbb");
    EXPECT_EQ(with("\"idle_host\":", "\"hole\": \"#000000\", \"idle_host\":"),
              "theme: unknown role \"hole\"");
    EXPECT_EQ(with("0.70", "\"gray\""),
              "theme: expected numbers \"lightness\", \"chroma\" and \"host_chroma\" in \"slice\"");
    EXPECT_FALSE(parseTheme("[]").has_value());
    EXPECT_FALSE(parseTheme("{").has_value());
}

// Reference values of CSS Color 4's sample code.
TEST(Theme, ConvertsOklch) {
    EXPECT_EQ(oklch(1, 0, 0), (Rgba{255, 255, 255, 255}));
    EXPECT_EQ(oklch(0, 0, 0), (Rgba{0, 0, 0, 255}));
    EXPECT_EQ(oklch(0.62796, 0.25768, 29.234), (Rgba{255, 0, 0, 255}));
    EXPECT_EQ(oklch(0.86644, 0.29483, 142.495), (Rgba{0, 255, 0, 255}));
}

TEST(Theme, MeasuresContrastAsWcagDoes) {
    EXPECT_NEAR(contrastRatio({255, 255, 255, 255}, {0, 0, 0, 255}), 21, 1e-9);
    EXPECT_NEAR(contrastRatio({0x77, 0x77, 0x77, 255}, {255, 255, 255, 255}), 4.48, 0.01);
}

TEST(NameColor, IsTheSameForever) {
    EXPECT_EQ(nameColor("aten::add").degrees(), nameColor("aten::add").degrees());
    EXPECT_EQ(nameColor("ProfilerStep#1"), nameColor("ProfilerStep#25"));
    EXPECT_NE(nameColor("aten::add"), nameColor("aten::mul"));
    // Images of two versions of the program must agree.
    EXPECT_EQ(nameColor("aten::add").degrees(), 324);
    EXPECT_EQ(nameColor("cudaLaunchKernel").degrees(), 282);
}

TEST(NameColor, SpreadsNamesOverTheCircle) {
    std::array<int, 12> sectors{};
    for (int i = 0; i < 1200; ++i) {
        ++sectors[nameColor("operation_" + std::to_string(i)).degrees() / 30U];
    }
    for (const int count : sectors) {
        EXPECT_GT(count, 60);
        EXPECT_LT(count, 140);
    }
}

}  // namespace
}  // namespace gaplight
