// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

#include "core/kernel_report/kernel_report.h"

namespace gaplight {

// Facts about the run beside its kernels, each from its message of a block's header: the profiler's
// version, the time, the GPUs; the program and its host. Throw protozero::exception at damage.
void readNcuSession(std::string_view message, KernelReport& report);
void readNcuProcess(std::string_view message, KernelReport& report);

}  // namespace gaplight
