// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/scene/display/text_measure.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>

#include "core/base/printable_text.h"

namespace gaplight {
namespace {

// Advances of Inter 4.0 (SIL Open Font License), from the tables `hmtx` and `cmap` of
// Inter-Regular.otf and Inter-Bold.otf, in units of the em.
constexpr float kUnitsPerEm = 2816;
constexpr char32_t kFirstAscii = 0x20;
constexpr char32_t kFirstLatin = 0xa0;
constexpr char32_t kEndLatin = 0x100;
// Characters the font lacks: about the width in common fallback fonts.
constexpr std::uint16_t kUnknown = 1760;
constexpr std::uint16_t kUnknownWide = 2816;  // CJK, emoji
constexpr char32_t kFirstWide = 0x2e80;

using Ascii = std::array<std::uint16_t, 95>;
using Latin = std::array<std::uint16_t, 96>;
// clang-format off
constexpr Ascii kAscii{
    792, 784, 1136, 1776, 1796, 2288, 1800, 624, 1020, 1020, 1408, 1856, 788, 1296, 776, 1004,
    1760, 1308, 1704, 1792, 1808, 1712, 1756, 1608, 1736, 1756, 776, 788, 1856, 1856, 1856, 1428,
    2636, 1904, 1832, 2048, 2024, 1684, 1652, 2092, 2084, 744, 1528, 1836, 1584, 2504, 2120, 2144,
    1788, 2144, 1800, 1796, 1808, 2088, 1904, 2672, 1808, 1872, 1760, 1020, 1004, 1020, 1320, 1272,
    1400, 1588, 1748, 1572, 1748, 1640, 1016, 1716, 1664, 668, 668, 1532, 668, 2448, 1648, 1680,
    1716, 1716, 1048, 1472, 1024, 1636, 1568, 2288, 1520, 1568, 1524, 1020, 920, 1020, 1856,
};
constexpr Ascii kAsciiBold{
    653, 914, 1105, 1829, 1844, 2420, 1898, 588, 1152, 1152, 1590, 1914, 853, 1320, 838, 1098,
    1938, 1378, 1774, 1857, 1909, 1815, 1859, 1675, 1861, 1859, 838, 853, 1914, 1914, 1914, 1584,
    2902, 2106, 1861, 2118, 2048, 1725, 1647, 2142, 2101, 790, 1605, 1942, 1598, 2576, 2070, 2202,
    1824, 2204, 1848, 1844, 1882, 2054, 2106, 2917, 2012, 2040, 1878, 1152, 1098, 1152, 1373, 1342,
    1400, 1634, 1789, 1654, 1789, 1683, 1086, 1783, 1758, 766, 766, 1638, 766, 2568, 1751, 1728,
    1781, 1781, 1151, 1582, 1094, 1751, 1650, 2394, 1616, 1650, 1610, 1152, 1052, 1152, 1914,
};
constexpr Latin kLatin{
    792, 784, 1572, 1776, 2036, 1544, 748, 1552, 1664, 2576, 1264, 1520, 1520, 1296, 1888, 1264,
    1280, 1856, 1184, 1212, 1400, 1752, 1688, 776, 752, 882, 1264, 1520, 2488, 2608, 2672, 1428,
    1904, 1904, 1904, 1904, 1904, 1904, 2788, 2048, 1684, 1684, 1684, 1684, 744, 744, 744, 744,
    2024, 2120, 2144, 2144, 2144, 2144, 2144, 1856, 2144, 2088, 2088, 2088, 2088, 1872, 1776, 1716,
    1588, 1588, 1588, 1588, 1588, 1588, 2604, 1572, 1640, 1640, 1640, 1640, 668, 668, 668, 668,
    1632, 1648, 1680, 1680, 1680, 1680, 1680, 1856, 1680, 1636, 1636, 1636, 1636, 1568, 1716, 1568,
};
constexpr Latin kLatinBold{
    653, 914, 1654, 1891, 2154, 1611, 971, 1670, 1506, 2576, 1372, 1762, 1633, 1320, 1869, 1590,
    1294, 1914, 1194, 1246, 1400, 1877, 1717, 838, 1054, 904, 1365, 1772, 2476, 2579, 2718, 1584,
    2106, 2106, 2106, 2106, 2106, 2106, 2901, 2118, 1725, 1725, 1725, 1725, 790, 790, 790, 790,
    2048, 2070, 2202, 2202, 2202, 2202, 2202, 1914, 2202, 2054, 2054, 2054, 2054, 2040, 1889, 1870,
    1634, 1634, 1634, 1634, 1634, 1634, 2573, 1654, 1683, 1683, 1683, 1683, 766, 766, 766, 766,
    1688, 1751, 1728, 1728, 1728, 1728, 1728, 1914, 1728, 1751, 1751, 1751, 1751, 1650, 1726, 1650,
};
// clang-format on

struct Other {
    char32_t character;
    std::uint16_t regular;
    std::uint16_t bold;
};
constexpr std::array kOthers{
    Other{0x0394, 1904, 2106}, Other{0x03b1, 1804, 1835}, Other{0x03b2, 1668, 1716},
    Other{0x03bc, 1752, 1877}, Other{0x2009, 512, 435},   Other{0x2013, 1408, 1408},
    Other{0x2014, 2816, 2816}, Other{0x2018, 560, 682},   Other{0x2019, 520, 642},
    Other{0x201c, 1072, 1187}, Other{0x201d, 1072, 1185}, Other{0x2022, 1584, 1306},
    Other{0x2026, 2312, 2250}, Other{0x202f, 512, 435},   Other{0x2190, 2688, 2688},
    Other{0x2191, 2688, 2688}, Other{0x2192, 2688, 2688}, Other{0x2193, 2688, 2688},
    Other{0x2212, 1856, 1914}, Other{0x2248, 1856, 1914}, Other{0x2260, 1856, 1914},
    Other{0x2264, 1856, 1914}, Other{0x2265, 1856, 1914}, Other{0x2713, 2480, 2480},
    Other{0x2717, 2480, 2480},
};

std::uint16_t unitsOf(char32_t character, bool bold) {
    if (character >= kFirstAscii && character < kFirstAscii + kAscii.size()) {
        return (bold ? kAsciiBold : kAscii)[character - kFirstAscii];
    }
    if (character >= kFirstLatin && character < kEndLatin) {
        return (bold ? kLatinBold : kLatin)[character - kFirstLatin];
    }
    const auto* known = std::lower_bound(
        kOthers.begin(), kOthers.end(), character,
        [](const Other& other, char32_t wanted) { return other.character < wanted; });
    if (known != kOthers.end() && known->character == character) {
        return bold ? known->bold : known->regular;
    }
    return character >= kFirstWide && character != 0xfffd ? kUnknownWide : kUnknown;
}

}  // namespace

float InterTextMeasure::width(std::string_view utf8, TextStyle style) const {
    const auto size = static_cast<float>(textPixels(style));
    const bool bold = isBold(style);
    float sum = 0;
    for (std::size_t at = 0; at < utf8.size();) {
        const auto lead = static_cast<unsigned char>(utf8[at]);
        const std::size_t length = lead < 0x80 ? 1 : utf8SequenceLength(utf8, at);
        char32_t character = length == 0   ? 0xfffd
                             : length == 1 ? lead
                                           : lead & (0xffU >> (length + 1));
        for (std::size_t next = 1; next < length; ++next) {
            character = (character << 6U) | (static_cast<unsigned char>(utf8[at + next]) & 0x3fU);
        }
        // In 64ths of a pixel, as font engines give advances.
        sum +=
            std::floor(static_cast<float>(unitsOf(character, bold)) * size * 64 / kUnitsPerEm) / 64;
        at += std::max<std::size_t>(length, 1);
    }
    return sum;
}

}  // namespace gaplight
