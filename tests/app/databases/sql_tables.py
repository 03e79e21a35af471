#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Gaplight authors
# SPDX-License-Identifier: Apache-2.0
"""Tables of a database as Python reads them: what versions lack is None."""


def tables(db):
    return [name for name, in db.execute("SELECT name FROM sqlite_schema WHERE type = 'table'")]


def rows(db, table, *columns):
    """Rows of a table, None for columns that it lacks; none if there is no such table."""
    if table not in tables(db):
        return []
    has = {row[1] for row in db.execute(f'PRAGMA table_info("{table}")')}
    names = ", ".join(f'"{name}"' if name in has else "NULL" for name in columns)
    return db.execute(f'SELECT {names} FROM "{table}"').fetchall()
