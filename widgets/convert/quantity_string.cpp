// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/convert/quantity_string.h"

#include <algorithm>
#include <array>
#include <cmath>

#include <QLocale>

#include "core/base/duration_text.h"
#include "widgets/convert/qt_convert.h"

namespace gaplight::ui {
namespace {

constexpr char16_t kThinSpace = u'\u2009';

struct Unit {
    double size;
    const char* name;
};

QString withUnit(const QString& number, const char* unit) {
    return number + QChar(kThinSpace) + QString::fromUtf8(unit);
}

// English grouping and point everywhere: the files and the reports have them too.
QLocale numbers() {
    return QLocale::c();
}

// The largest unit of which there are at least `least`.
const Unit& byteUnit(std::uint64_t bytes, double least) {
    static constexpr std::array kUnits{Unit{1, "B"}, Unit{1e3, "kB"}, Unit{1e6, "MB"}};
    const auto fits = [bytes, least](const Unit& unit) {
        return static_cast<double>(bytes) >= unit.size * least || unit.size == 1;
    };
    return *std::find_if(kUnits.rbegin(), kUnits.rend(), fits);
}

QString inUnit(std::uint64_t bytes, const Unit& unit) {
    return groupedText(
        static_cast<std::uint64_t>(std::llround(static_cast<double>(bytes) / unit.size)));
}

}  // namespace

QString groupedText(std::uint64_t count) {
    QString digits = QString::number(count);
    for (qsizetype at = digits.size() - 3; at > 0; at -= 3) {
        digits.insert(at, u',');
    }
    return digits;
}

QString durationText(Duration duration) {
    return toQString(gaplight::durationText(duration));
}

QString percentText(double share) {
    return withUnit(numbers().toString(share * 100, 'f', 1), "%");
}

QString exactDurationText(Duration duration) {
    const std::int64_t length = ns(duration);
    const std::uint64_t size =
        length < 0 ? 0 - static_cast<std::uint64_t>(length) : static_cast<std::uint64_t>(length);
    const QString sign = length < 0 ? QStringLiteral("\u2212") : QString();
    const auto decimal = [&](std::uint64_t unit, int decimals, const char* name) {
        const QString rest = QString::number(size % unit).rightJustified(decimals, u'0');
        return withUnit(sign + groupedText(size / unit) + u'.' + rest, name);
    };
    if (size >= 1'000'000'000) {
        return decimal(1'000'000'000, 9, "s");
    }
    if (size >= 1'000'000) {
        return decimal(1'000'000, 6, "ms");
    }
    if (size >= 1'000) {
        return decimal(1'000, 3, "µs");
    }
    return withUnit(sign + QString::number(size), "ns");
}

QString bytesText(std::uint64_t bytes) {
    const Unit& unit = byteUnit(bytes, 1);
    const double value = static_cast<double>(bytes) / unit.size;
    const bool isSmall = value < 9.95 && unit.size > 1;
    return withUnit(isSmall ? numbers().toString(value, 'f', 1) : inUnit(bytes, unit), unit.name);
}

QString bytesOfText(std::uint64_t part, std::uint64_t whole) {
    const Unit& unit = byteUnit(whole, 10);
    return withUnit(inUnit(part, unit) + QStringLiteral(" of ") + inUnit(whole, unit), unit.name);
}

QString countText(std::uint64_t count) {
    if (count < 1'000'000) {
        return groupedText(count);
    }
    return withUnit(numbers().toString(static_cast<double>(count) / 1e6, 'f', 1), "M");
}

}  // namespace gaplight::ui
