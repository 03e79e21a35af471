// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/report/facts/report_subject.h"

namespace gaplight {

std::string runFileName(std::string_view path) {
    return path == "-" ? "standard input" : std::string(path.substr(path.find_last_of('/') + 1));
}

std::string runName(std::string_view path) {
    const std::string file = runFileName(path);
    std::string_view name = file;
    for (const std::string_view ending : {".gz", ".zst", ".json", ".pt.trace", ".pt"}) {
        if (name.size() > ending.size() && name.ends_with(ending)) {
            name.remove_suffix(ending.size());
        }
    }
    return std::string(name);
}

std::string displayedPath(const std::string& path, PageStyle style) {
    return style == PageStyle::Html ? runFileName(path) : path;
}

}  // namespace gaplight
