// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/report/facts/json_sections.h"

#include <gtest/gtest.h>

namespace gaplight {
namespace {

TEST(JsonDocument, IsTheTextOfAllMembersInOneObject) {
    const Json row{{"name", "a\n\"b\""}, {"empty", Json::object()}, {"list", {1, {{"x", 2}}}}};
    Json whole{{"schema", 1}, {"tool", {{"name", "gaplight"}}}};
    whole["rows"] = Json::array({row, 7, row});
    whole["none"] = Json::array();
    whole["text"] = "µ \u202e\xff";
    whole["null"] = nullptr;

    JsonDocument text;
    text.addMembers({{"schema", 1}, {"tool", {{"name", "gaplight"}}}});
    text.addList("rows", [&](const JsonDocument::AddValue& add) {
        add(row);
        add(7);
        add(row);
    });
    text.addList("none", [](const JsonDocument::AddValue& /*add*/) {});
    text.add("text", "µ \u202e\xff");
    text.add("null", nullptr);
    EXPECT_EQ(text.take(), jsonText(whole));
}

TEST(JsonDocument, HasNoMembers) {
    EXPECT_EQ(JsonDocument().take(), jsonText(Json::object()));
}

}  // namespace
}  // namespace gaplight
