// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include <cmath>
#include <string>

#include <gtest/gtest.h>

#include "core/base/utf8.h"
#include "tests/widgets/support/example_list.h"
#include "widgets/render/qt_text_measure.h"
#include "widgets/render/text_mesh.h"

namespace gaplight::ui {
namespace {

TEST(TextFaces, WidthIsTheSumOfItsCharacters) {
    const TextFaces faces;
    const QtTextMeasure measure(faces);
    const float sum = faces.advance(U'a', TextStyle::Label) + faces.advance(U'b', TextStyle::Label);
    EXPECT_FLOAT_EQ(measure.width("ab", TextStyle::Label), sum);
    EXPECT_GT(measure.width("ab", TextStyle::Label), measure.width("ab", TextStyle::Small));
    EXPECT_EQ(measure.width("", TextStyle::Bold), 0);
}

TEST(TextFaces, MeasuresWhatTheFontLacksAndWhatIsNoUtf8) {
    const TextFaces faces;
    EXPECT_GT(faces.width("µ…∗字", TextStyle::Label), 0);
    EXPECT_FLOAT_EQ(faces.width("\xff", TextStyle::Label),
                    faces.width("\xef\xbf\xbd", TextStyle::Label));  // U+FFFD
}

TEST(TextAtlas, DrawsACharacterOncePerColourAndPlace) {
    const TextFaces faces;
    TextAtlas atlas(faces, 1);
    const AtlasGlyph* first = atlas.glyph(U'g', TextStyle::Label, 0xffffffff, 0);
    ASSERT_NE(first, nullptr);
    EXPECT_GT(first->width, 0);
    const std::uint64_t revision = atlas.revision();
    EXPECT_EQ(atlas.glyph(U'g', TextStyle::Label, 0xffffffff, 0), first);
    EXPECT_EQ(atlas.revision(), revision);
    EXPECT_NE(atlas.glyph(U'g', TextStyle::Label, 0xff0000ff, 0), nullptr);
    EXPECT_GT(atlas.revision(), revision);
    EXPECT_EQ(atlas.glyph(U' ', TextStyle::Label, 0xffffffff, 0)->width, 0);
}

TEST(TextAtlas, GrowsUntilAListFits) {
    const TextFaces faces;
    TextAtlas atlas(faces, 2);
    DisplayList list;
    list.clear(20'000, 200);
    std::string text;
    for (char32_t character = 0x4E00; character < 0x4E00 + 3000; ++character) {
        appendUtf8(text, character);
    }
    TextItem item;
    item.baselineY = 100;
    list.clips.front().width = 1e6F;
    list.addText(text, item);
    TextMeshes meshes;
    const int side = atlas.image().width();
    buildTextMeshes(list, test::exampleTheme(), faces, atlas, meshes);
    EXPECT_GT(atlas.image().width(), side);
    EXPECT_FALSE(meshes[static_cast<std::size_t>(Layer::SliceLabels)].empty());
}

TEST(TextMesh, LiesOnDevicePixelsInsideItsClip) {
    const TextFaces faces;
    TextAtlas atlas(faces, 2);
    DisplayList list;
    list.clear(200, 100);
    const ClipIndex clip = list.addClip({10, 40, 30, 20});
    TextItem item;
    item.x = 5.3F;
    item.baselineY = 52.4F;
    item.clip = clip;
    list.addText("cudaStreamSynchronize", item);
    TextMeshes meshes;
    buildTextMeshes(list, test::exampleTheme(), faces, atlas, meshes);
    const auto& corners = meshes[static_cast<std::size_t>(Layer::SliceLabels)];
    ASSERT_FALSE(corners.empty());
    EXPECT_EQ(corners.size() % 4, 0U);
    for (const TextVertex& corner : corners) {
        EXPECT_GE(corner.x, 10);
        EXPECT_LE(corner.x, 40);
        EXPECT_FLOAT_EQ(corner.x * 2, std::round(corner.x * 2));
        EXPECT_FLOAT_EQ(corner.y * 2, std::round(corner.y * 2));
    }
}

}  // namespace
}  // namespace gaplight::ui
