// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/report/text/tool_version.h"

namespace gaplight {

std::string_view toolVersion() {
    return GAPLIGHT_VERSION;
}

}  // namespace gaplight
