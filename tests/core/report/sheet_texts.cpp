// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/core/report/sheet_texts.h"

#include <algorithm>
#include <vector>

#include <gtest/gtest.h>

#include "core/report/text/tool_version.h"
#include "core/report/trace/report.h"

namespace gaplight::test {

void expectTidy(const Figure& figure, const std::string& what) {
    std::vector<const TextItem*> texts;
    for (const TextItem& text : figure.list.texts) {
        const Box& clip = figure.list.clips[text.clip];
        if (text.layer == Layer::Chrome && text.baselineY > clip.y &&
            text.baselineY < clip.y + clip.height) {
            texts.push_back(&text);
        }
    }
    std::sort(texts.begin(), texts.end(), [](const TextItem* a, const TextItem* b) {
        return a->baselineY != b->baselineY ? a->baselineY < b->baselineY : a->x < b->x;
    });
    for (std::size_t at = 0; at < texts.size(); ++at) {
        const TextItem& text = *texts[at];
        EXPECT_GE(text.x, 0) << what << ": " << figure.list.text(text);
        EXPECT_LE(text.x + text.width, figure.list.width) << what << ": " << figure.list.text(text);
        EXPECT_LE(text.baselineY, figure.list.height) << what << ": " << figure.list.text(text);
        if (at + 1 < texts.size() && texts[at + 1]->baselineY == text.baselineY) {
            EXPECT_LE(text.x + text.width, texts[at + 1]->x + 0.5F)
                << what << ": " << figure.list.text(text) << " | "
                << figure.list.text(*texts[at + 1]);
        }
    }
}

std::string withoutVersion(std::string text) {
    const std::string version(toolVersion());
    for (auto at = text.find("Gaplight " + version); at != std::string::npos;
         at = text.find("Gaplight " + version)) {
        text.replace(at, version.size() + 9, "Gaplight X");
    }
    return text;
}

}  // namespace gaplight::test
