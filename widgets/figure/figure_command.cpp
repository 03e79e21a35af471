// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/figure/figure_command.h"

#include <array>
#include <string_view>
#include <utility>

#include "core/base/quantity_text.h"
#include "core/report/text/escaped_text.h"

namespace gaplight::ui {
namespace {

std::string annotationWords(const FigureAnnotations& annotate) {
    const std::array<std::pair<bool, std::string_view>, 5> parts{{{annotate.findings, "findings"},
                                                                  {annotate.idle, "idle"},
                                                                  {annotate.checklist, "checklist"},
                                                                  {annotate.arrows, "arrows"},
                                                                  {annotate.notes, "notes"}}};
    std::string words;
    for (const auto& [isWanted, name] : parts) {
        if (isWanted) {
            appendItem(words, name, ",");
        }
    }
    return words.empty() ? "none" : words;
}

// " --name word", where there is something to say.
std::string option(const char* name, const std::string& word) {
    return word.empty() ? "" : std::string(" ") + name + " " + shellWord(word);
}

}  // namespace

std::string figureCommand(const FigureCommand& figure) {
    std::string text = "gaplight export " + shellWord(figure.trace);
    if (!figure.other.empty()) {
        text += " " + shellWord(figure.other) + (figure.ownScales ? " --own-scales" : "");
        for (const std::string& pin : figure.pins) {
            text += option("--pin", pin);
        }
    }
    text += option("--range", figure.range);
    text += figure.finding > 0 ? " --finding " + std::to_string(figure.finding) : "";
    text += option("--annotate", annotationWords(figure.annotate));
    text += option("--select", figure.selected);
    for (const std::string& edit : figure.edits) {
        text += option("--what-if", edit);
    }
    text += !figure.edits.empty() && !figure.hasGhosts ? " --no-outlines" : "";
    text += figure.hasPath ? " --critical-path" : "";
    text += option("--tracks", figure.tracks);
    text += " --size " + std::to_string(figure.width) +
            (figure.height > 0 ? "x" + std::to_string(figure.height) : "");
    text += figure.scale != 1 ? " --scale " + std::to_string(figure.scale) : "";
    text += figure.dark ? " --theme dark" : "";
    return text + option("--title", figure.title) + option("--caption", figure.caption) +
           option("--out", figure.out);
}

}  // namespace gaplight::ui
