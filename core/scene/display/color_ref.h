// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace gaplight {

// Meaning of a color. A theme maps each role to RGBA; the scene uses no literal colors.
enum class Role : std::uint16_t {
    Background,
    AlternateRow,
    Grid,
    Text,
    SecondaryText,
    TextOnSlice,  // dark or light, whichever contrasts with the slice colors of the theme
    Accent,
    SelectionOutline,
    HoverOutline,
    BlockingCall,
    BlockingCallLabel,  // text on a blocking call's ribbon
    HostFiller,
    FindingMark,  // frames, strips and washes of overlays
    SeverityCritical,
    SeverityWarning,
    SeverityInfo,
    WarningText,
    LaunchArrow,
    SlowArrow,
    Healthy,
    Unhealthy,
    HeaderBackground,
    PanelBackground,
    TrackHeader,
    CounterFill,
    CounterLine,
    // Time of a GPU: the parts of the time that it is busy, and of its idle time by what it waited
    // for: a class of causes (IdleClass), or what happens once in a process.
    Compute,
    Communication,
    Copy,
    IdleLaunch,
    IdleHost,
    IdleData,
    IdleSync,
    IdleRank,
    IdleOther,
    IdleFirstUse,
    RangeSelection,
    OverviewWindow,
    Instant,
    SearchHit,
    NoteBlue,  // colors of notes
    NoteGreen,
    NoteYellow,
    NoteRed,
    NotePurple,
    Count_,
};

// A theme role, or a name color: one of 360 hues at the theme's slice lightness, and at its chroma
// of slices or at the lower one of host code (OKLCH). Display lists contain only these, and so do
// not depend on the theme.
class ColorRef {
public:
    static constexpr std::uint16_t kHues = 360;

    constexpr ColorRef() = default;
    constexpr ColorRef(Role role)
        : m_value(static_cast<std::uint16_t>(role)) {}  // NOLINT: a role is a color
    [[nodiscard]] static constexpr ColorRef hue(std::uint16_t degrees) {
        ColorRef ref;
        ref.m_value = static_cast<std::uint16_t>(kFirstHue + degrees % kHues);
        return ref;
    }
    // The same hue with little chroma: of host code, so that marks and kernels stand out.
    [[nodiscard]] static constexpr ColorRef paleHue(std::uint16_t degrees) {
        ColorRef ref;
        ref.m_value = static_cast<std::uint16_t>(kFirstPale + degrees % kHues);
        return ref;
    }
    // Gray at slice lightness, for items without a name.
    [[nodiscard]] static constexpr ColorRef neutralSlice() {
        ColorRef ref;
        ref.m_value = kNeutral;
        return ref;
    }

    constexpr bool isRole() const { return m_value < kFirstHue; }
    constexpr bool isHue() const { return m_value >= kFirstHue && m_value < kFirstPale; }
    constexpr bool isPaleHue() const { return m_value >= kFirstPale && m_value < kNeutral; }
    constexpr Role role() const { return static_cast<Role>(m_value); }
    // Of a hue, pale or not.
    constexpr std::uint16_t degrees() const {
        return static_cast<std::uint16_t>((m_value - kFirstHue) % kHues);
    }
    // Index into a theme's table of Role::Count_ roles padded to 64, then 360 hues, then these
    // pale, then neutral.
    constexpr std::uint16_t tableIndex() const { return m_value; }
    static constexpr std::uint16_t kTableSize = 64 + 2 * kHues + 1;

    friend constexpr bool operator==(ColorRef, ColorRef) = default;

private:
    static constexpr std::uint16_t kFirstHue = 64;
    static constexpr std::uint16_t kFirstPale = kFirstHue + kHues;
    static constexpr std::uint16_t kNeutral = kFirstPale + kHues;
    static_assert(static_cast<std::uint16_t>(Role::Count_) <= kFirstHue);

    std::uint16_t m_value = 0;
};

}  // namespace gaplight
