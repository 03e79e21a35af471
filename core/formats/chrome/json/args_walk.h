// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

#include "core/formats/chrome/json/json_token.h"

namespace gaplight {

// Calls `visit(key, value)` for each entry of an object, in order, until it returns false or the
// text is no longer readable. Nested values are skipped as one token. Allocates nothing: used for
// every event of a file; args of one event are read by simdjson (event_args).
template <class Visit>
void walkObject(const Token& object, Visit&& visit) {
    if (object.kind != TokenKind::Nested || *object.begin != '{') {
        return;
    }
    TokenCursor cursor(object.begin + 1, object.begin + object.length);
    for (;;) {
        cursor.skipSpace();
        if (cursor.take(',')) {
            continue;
        }
        Token key;
        if (cursor.atEnd() || *cursor.at() != '"' || !cursor.takeString(key)) {
            return;
        }
        cursor.skipSpace();
        if (!cursor.take(':')) {
            return;
        }
        cursor.skipSpace();
        Token value;
        if (!cursor.takeValue(value) || !visit(key, value)) {
            return;
        }
    }
}

// Calls `visit(value)` for each element of an array, likewise.
template <class Visit>
void walkArray(const Token& array, Visit&& visit) {
    if (array.kind != TokenKind::Nested || *array.begin != '[') {
        return;
    }
    TokenCursor cursor(array.begin + 1, array.begin + array.length);
    for (;;) {
        cursor.skipSpace();
        if (cursor.take(',')) {
            continue;
        }
        Token value;
        if (!cursor.takeValue(value) || !visit(value)) {
            return;
        }
    }
}

}  // namespace gaplight
