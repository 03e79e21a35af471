// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/memory/measured_moment.h"

#include <utility>

namespace gaplight::ui {

MeasuredMoment::MeasuredMoment(LoadedMemory ofData, std::size_t ofDevice, Moment atMoment)
    : data(std::move(ofData)),
      device(ofDevice),
      moment(atMoment),
      holders(holdersAt(model(), data->assessment().frames, moment)),
      segments(model(), moment),
      flame(model(), data->snapshot().stacks, data->assessment().frames, moment) {}

}  // namespace gaplight::ui
