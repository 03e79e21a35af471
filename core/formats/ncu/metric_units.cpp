// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/formats/ncu/metric_units.h"

#include <array>
#include <utility>

namespace gaplight {
namespace {

struct UnitFactor {
    std::string_view name;
    double factor;
};

constexpr std::array<UnitFactor, 12> kTimes{{{"ns", 1},
                                             {"nsecond", 1},
                                             {"us", 1e3},
                                             {"usecond", 1e3},
                                             {"ms", 1e6},
                                             {"msecond", 1e6},
                                             {"s", 1e9},
                                             {"second", 1e9},
                                             {"nanosecond", 1},
                                             {"microsecond", 1e3},
                                             {"millisecond", 1e6},
                                             {"min", 6e10}}};
constexpr std::array<UnitFactor, 5> kPrefixes{
    {{"K", 1e3}, {"M", 1e6}, {"G", 1e9}, {"T", 1e12}, {"P", 1e15}}};
constexpr double kNsOfSecond = 1e9;

double timeFactor(std::string_view unit) {
    for (const UnitFactor& time : kTimes) {
        if (time.name == unit) {
            return time.factor;
        }
    }
    return 0;
}

double prefixFactor(std::string_view unit) {
    const bool hasPrefix = unit.size() > 2 && unit[1] >= 'a' && unit[1] <= 'z';
    for (const UnitFactor& prefix : kPrefixes) {
        if (hasPrefix && unit.starts_with(prefix.name)) {
            return prefix.factor;
        }
    }
    return 1;
}

}  // namespace

double baseUnitFactor(std::string_view unit) {
    const std::size_t slash = unit.find('/');
    const std::string_view above = unit.substr(0, slash);
    const double time = timeFactor(above);
    double factor = time > 0 ? time : prefixFactor(above);
    if (slash != std::string_view::npos) {
        const std::string_view below = unit.substr(slash + 1);
        const double perTime = timeFactor(below);
        factor *= perTime > 0 ? kNsOfSecond / perTime : prefixFactor(below);
    }
    return factor;
}

}  // namespace gaplight
