// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/render/shape_mesh.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include <gtest/gtest.h>

#include "tests/widgets/support/example_list.h"

namespace gaplight::ui {
namespace {

const LayerMeshes& layerOf(const ShapeMeshes& meshes, Layer layer) {
    return meshes[static_cast<std::size_t>(layer)];
}

TEST(ShapeMesh, CutsWhatIsTooLongForSixteenBitIndices) {
    DisplayList list;
    list.clear(1000, 1000);
    constexpr std::size_t kRects = 40'000;
    for (std::size_t at = 0; at < kRects; ++at) {
        RectItem item;
        item.box = {static_cast<float>(at % 1000), static_cast<float>(at / 1000), 1, 1};
        item.color = Role::Accent;
        item.layer = Layer::Slices;
        list.rects.push_back(item);
    }
    ShapeMeshes meshes;
    buildShapeMeshes(list, test::exampleTheme(), 1, meshes);
    std::size_t vertices = 0;
    std::size_t indices = 0;
    for (const Mesh& mesh : layerOf(meshes, Layer::Slices)) {
        EXPECT_LE(mesh.vertices.size(), Mesh::kMaxVertices);
        for (const std::uint16_t index : mesh.indices) {
            ASSERT_LT(index, mesh.vertices.size());
        }
        vertices += mesh.vertices.size();
        indices += mesh.indices.size();
    }
    EXPECT_EQ(vertices, kRects * 4);
    EXPECT_EQ(indices, kRects * 6);
}

TEST(ShapeMesh, KeepsEverythingInsideItsClip) {
    DisplayList list;
    list.clear(200, 100);
    const ClipIndex clip = list.addClip({50, 20, 60, 40});
    LineItem line;
    line.x0 = -1e6F;
    line.y0 = 0;
    line.x1 = 1e6F;
    line.y1 = 90;
    line.thickness = 4;
    line.color = Role::LaunchArrow;
    line.clip = clip;
    list.lines.push_back(line);
    HatchItem hatch;
    hatch.box = {0, 0, 200, 100};
    hatch.color = Role::IdleLaunch;
    hatch.clip = clip;
    list.hatches.push_back(hatch);
    const Point points[] = {{0, 0}, {200, 50}, {0, 100}};
    PolygonItem polygon;
    polygon.color = Role::Accent;
    polygon.clip = clip;
    list.addPolygon(points, 3, polygon);

    ShapeMeshes meshes;
    buildShapeMeshes(list, test::exampleTheme(), 1, meshes);
    std::size_t seen = 0;
    for (const LayerMeshes& layer : meshes) {
        for (const Mesh& mesh : layer) {
            for (const MeshVertex& vertex : mesh.vertices) {
                EXPECT_GE(vertex.x, 50 - 0.01F);
                EXPECT_LE(vertex.x, 110 + 0.01F);
                EXPECT_GE(vertex.y, 20 - 0.01F);
                EXPECT_LE(vertex.y, 60 + 0.01F);
                ++seen;
            }
        }
    }
    EXPECT_GT(seen, 20U);
}

// The discs of plots: whole, and cut by the corner of a clip.
TEST(ShapeMesh, KeepsEveryCornerOfADisc) {
    constexpr std::size_t kDiscCorners = 28;
    std::vector<Point> points;
    for (std::size_t at = 0; at < kDiscCorners; ++at) {
        const double angle = 6.283185307 * static_cast<double>(at) / kDiscCorners;
        points.push_back({50 + 20 * static_cast<float>(std::cos(angle)),
                          50 + 20 * static_cast<float>(std::sin(angle))});
    }
    DisplayList list;
    list.clear(100, 100);
    PolygonItem disc;
    disc.color = Role::Accent;
    list.addPolygon(points.data(), points.size(), disc);
    ShapeMeshes meshes;
    buildShapeMeshes(list, test::exampleTheme(), 1, meshes);
    const Mesh& whole = layerOf(meshes, disc.layer).front();
    EXPECT_EQ(whole.vertices.size(), kDiscCorners);
    EXPECT_EQ(whole.indices.size(), (kDiscCorners - 2) * 3);

    list.clear(100, 100);
    disc.clip = list.addClip({0, 0, 69, 69});
    list.addPolygon(points.data(), points.size(), disc);
    buildShapeMeshes(list, test::exampleTheme(), 1, meshes);
    const Mesh& cut = layerOf(meshes, disc.layer).front();
    EXPECT_LE(cut.vertices.size(), kDiscCorners + 4);
    const auto highest =
        std::min_element(cut.vertices.begin(), cut.vertices.end(),
                         [](const MeshVertex& a, const MeshVertex& b) { return a.y < b.y; });
    EXPECT_NEAR(highest->y, 30, 0.5) << "the upper half as well";
}

TEST(ShapeMesh, PremultipliesAlpha) {
    DisplayList list;
    list.clear(10, 10);
    RectItem item;
    item.box = {0, 0, 10, 10};
    item.color = Role::Accent;  // pure red
    item.alpha = 51;
    list.rects.push_back(item);
    ShapeMeshes meshes;
    buildShapeMeshes(list, test::exampleTheme(), 1, meshes);
    const MeshVertex& corner = layerOf(meshes, Layer::Background).front().vertices.front();
    EXPECT_EQ(corner.r, 51);
    EXPECT_EQ(corner.g, 0);
    EXPECT_EQ(corner.a, 51);
}

TEST(ShapeMesh, ForgetsTheListBefore) {
    ShapeMeshes meshes;
    buildShapeMeshes(test::exampleList(), test::exampleTheme(), 1, meshes);
    DisplayList empty;
    empty.clear(10, 10);
    buildShapeMeshes(empty, test::exampleTheme(), 1, meshes);
    for (const LayerMeshes& layer : meshes) {
        EXPECT_TRUE(std::all_of(layer.begin(), layer.end(),
                                [](const Mesh& mesh) { return mesh.indices.empty(); }));
    }
}

}  // namespace
}  // namespace gaplight::ui
