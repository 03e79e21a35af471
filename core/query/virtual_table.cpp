// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/query/virtual_table.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include <sqlite3.h>

#include "core/base/column.h"
#include "core/query/query_table.h"

namespace gaplight {
namespace {

// Shared by the tables of one connection.
struct ModuleData {
    const QueryTable& table;
    const QueryData& data;
    QueryWork& work;
};

struct TableHandle : sqlite3_vtab {
    explicit TableHandle(const ModuleData& ofModule) : sqlite3_vtab{}, module(ofModule) {}

    const ModuleData& module;
};

// How rows are found, as xBestIndex gives it to xFilter in a text: "CO" for each value, C the
// column and O the operation; then, after a '|', the columns to sort by.
constexpr char kFirstColumn = '0';
constexpr char kSort = '|';
enum Operation : char { kEqual = '=', kLess = '<', kGreater = '>', kText = 'T' };

char columnCode(int column) {
    return static_cast<char>(kFirstColumn + column);
}
std::size_t columnOf(char code) {
    return static_cast<std::size_t>(code - kFirstColumn);
}

// Whether rows can be sorted by it.
bool canSort(const QueryColumn& column) {
    return column.text != nullptr || column.group != nullptr;
}

std::uint32_t groupOf(const QueryColumn& column, const QueryRow& row) {
    return column.group != nullptr ? column.group(row) : column.text(row).value + 1;  // none: 0
}

struct Cursor : sqlite3_vtab_cursor {
    explicit Cursor(const ModuleData& ofModule)
        : sqlite3_vtab_cursor{}, module(ofModule), row{ofModule.data, 0, {}, nullptr} {}

    bool isDone() const { return isSorted ? at >= order.size() : part >= ranges.size(); }
    bool matches() const {
        return std::ranges::all_of(
            equal, [&](const auto& one) { return one.first->text(row) == one.second; });
    }
    void setRow(std::size_t index) {
        row.index = index;
        if (module.table.slice != nullptr) {
            row.slice = module.table.slice(module.data, index);
        }
    }
    // Sorted rows are anywhere in the columns: without this each costs two cache misses.
    void fetchAhead() const {
        constexpr std::size_t kAhead = 16;
        if (module.table.slice != nullptr && at + kAhead < order.size()) {
            const SliceTable& slices = module.data.trace().slices();
            const std::size_t ahead = module.table.slice(module.data, order[at + kAhead]).index();
            slices.durations().prefetch(ahead);
            __builtin_prefetch(slices.names().data() + ahead);
        }
    }
    // Goes on from `at`, where that is no row within the conditions. SQLite's result code.
    int settle();
    int readArgs();
    void rewind() {
        part = 0;
        at = ranges.empty() ? 0 : ranges.front().first;
    }
    // Calls `visit` with the group of each row, in order: of `ranges` and the conditions, or of
    // `order`. SQLite's result code.
    template <class Visit>
    int forEachGroup(const QueryColumn& column, const Visit& visit);
    // Of groups with their numbers of rows: by value, NULL first.
    std::vector<std::uint32_t> orderOfGroups(const QueryColumn& column,
                                             std::span<const std::uint32_t> counts) const;
    // Sorts the rows by the columns.
    int sort(std::span<const QueryColumn* const> columns);

    const ModuleData& module;
    std::vector<RowRange> ranges;
    std::size_t part = 0;  // of `ranges`
    std::size_t at = 0;    // row of that part; where sorted, position in `order`
    std::vector<std::pair<const QueryColumn*, StringId>> equal;
    bool isSorted = false;
    Column<std::uint32_t> order;  // where sorted: rows
    QueryRow row;
    std::vector<Arg> args;  // of the row, where the table has them
    std::size_t arg = 0;
};

int Cursor::readArgs() {
    Result<std::vector<Arg>> read = argsOfSet(module.data, static_cast<std::int64_t>(row.index));
    if (!read) {
        module.work.tableError = std::move(read.error().message);
        return SQLITE_ERROR;
    }
    args = *std::move(read);
    arg = 0;
    return SQLITE_OK;
}

int Cursor::settle() {
    if (isSorted) {
        if (!isDone()) {
            fetchAhead();
            setRow(order[at]);
        }
        return SQLITE_OK;
    }
    for (; part < ranges.size(); ++part, at = part < ranges.size() ? ranges[part].first : 0) {
        for (; at < ranges[part].last; ++at) {
            if (module.work.mustEndAfterRow()) {
                return SQLITE_INTERRUPT;
            }
            setRow(at);
            if (!matches()) {
                continue;
            }
            if (!module.table.hasArgs) {
                return SQLITE_OK;
            }
            if (const int code = readArgs(); code != SQLITE_OK) {
                return code;
            }
            if (!args.empty()) {
                row.arg = args.data();
                return SQLITE_OK;
            }
        }
    }
    return SQLITE_OK;
}

template <class Visit>
int Cursor::forEachGroup(const QueryColumn& column, const Visit& visit) {
    if (isSorted) {
        for (const std::uint32_t index : order) {
            if (module.work.mustEndAfterRow()) {
                return SQLITE_INTERRUPT;
            }
            setRow(index);
            visit(groupOf(column, row), index);
        }
        return SQLITE_OK;
    }
    rewind();
    int code = settle();
    for (; code == SQLITE_OK && !isDone(); ++at, code = settle()) {
        visit(groupOf(column, row), static_cast<std::uint32_t>(at));
    }
    return code;
}

std::vector<std::uint32_t> Cursor::orderOfGroups(const QueryColumn& column,
                                                 std::span<const std::uint32_t> counts) const {
    std::vector<std::uint32_t> groups;
    for (std::uint32_t group = 0; group < counts.size(); ++group) {
        if (counts[group] > 0) {
            groups.push_back(group);
        }
    }
    if (column.group == nullptr) {
        std::ranges::sort(groups, {}, [&](std::uint32_t group) {
            return group == 0 ? std::string_view()
                              : module.data.trace().text(StringId(group - std::size_t{1}));
        });
    }
    return groups;
}

// Stable counting sorts, from the last column to the first. The first one reads the rows twice, so
// that only their order is kept: 4 bytes a row.
int Cursor::sort(std::span<const QueryColumn* const> columns) {
    for (auto column = columns.rbegin(); column != columns.rend(); ++column) {
        std::vector<std::uint32_t> first;  // by group: its first position
        std::uint32_t count = 0;
        int code = forEachGroup(**column, [&](std::uint32_t group, std::uint32_t /*index*/) {
            if (group >= first.size()) {
                first.resize(std::size_t{group} + 1);
            }
            ++first[group];
        });
        for (const std::uint32_t group : orderOfGroups(**column, first)) {
            first[group] = std::exchange(count, count + first[group]);
        }
        Column<std::uint32_t> sorted;
        sorted.resize(count);
        if (code == SQLITE_OK) {
            code = forEachGroup(**column, [&](std::uint32_t group, std::uint32_t index) {
                sorted[first[group]++] = index;
            });
        }
        if (code != SQLITE_OK) {
            return code;
        }
        order = std::move(sorted);
        isSorted = true;
    }
    at = 0;
    return SQLITE_OK;
}

// ---- what SQLite calls ------------------------------------------------------------------------

std::string_view typeOf(Unit unit) {
    switch (unit) {
        case Unit::Number:
        case Unit::Count:
        case Unit::Nanoseconds:
        case Unit::SinceStart:
        case Unit::Bytes:
            return "INTEGER";
        case Unit::Share:
        case Unit::Estimate:
        case Unit::Factor:
        case Unit::Rate:
            return "REAL";
        default:
            return "TEXT";
    }
}

int connect(sqlite3* connection, void* module, int /*argc*/, const char* const* /*argv*/,
            sqlite3_vtab** handle, char** /*error*/) {
    const ModuleData& data = *static_cast<const ModuleData*>(module);
    std::string schema = "CREATE TABLE x(";
    for (const QueryColumn& column : data.table.columns) {
        schema += schema.ends_with('(') ? "\"" : ", \"";
        schema += column.name;
        schema += "\" ";
        schema += typeOf(column.unit);
        schema += column.isHidden ? " HIDDEN" : "";
    }
    const int code = sqlite3_declare_vtab(connection, (schema + ")").c_str());
    if (code == SQLITE_OK) {
        *handle = new TableHandle(data);
    }
    return code;
}

int disconnect(sqlite3_vtab* handle) {
    delete static_cast<TableHandle*>(handle);
    return SQLITE_OK;
}

// The operation on a column that narrows rows; empty: none.
std::optional<Operation> operationOf(sqlite3_index_info& info, int at, const QueryColumn& column) {
    const auto& constraint = info.aConstraint[at];
    const bool isEqual = constraint.op == SQLITE_INDEX_CONSTRAINT_EQ;
    if (column.text != nullptr) {
        const bool isBinary =
            isEqual && sqlite3_vtab_collation(&info, at) == std::string_view("BINARY");
        return isBinary ? std::optional(kText) : std::nullopt;
    }
    if (column.key == QueryKey::None) {
        return std::nullopt;
    }
    switch (constraint.op) {
        case SQLITE_INDEX_CONSTRAINT_EQ:
            return kEqual;
        case SQLITE_INDEX_CONSTRAINT_LT:
        case SQLITE_INDEX_CONSTRAINT_LE:
            return kLess;
        case SQLITE_INDEX_CONSTRAINT_GT:
        case SQLITE_INDEX_CONSTRAINT_GE:
            return kGreater;
        default:
            return std::nullopt;
    }
}

// Rows that are left of `rows` by a condition: guesses that rank ways to join tables.
double rowsLeft(const QueryData& data, double rows, QueryKey key, Operation operation) {
    constexpr double kOneSided = 4;
    constexpr double kPerText = 100;
    if (operation == kText) {
        return rows / kPerText;
    }
    if (operation != kEqual) {
        return rows / kOneSided;
    }
    const auto tracks = static_cast<double>(std::max<std::size_t>(data.trace().tracks().size(), 1));
    return key == QueryKey::Track                           ? rows / tracks
           : key == QueryKey::Begin || key == QueryKey::End ? std::min(rows, 2.0)
                                                            : std::min(rows, 4.0);
}

// Whether the rows come, or can be made to come, in the order that SQLite asks for, also for GROUP
// BY: with the same ORDER BY it is not sorted again. Appends the columns to sort by to `plan`.
bool takesOrder(sqlite3_index_info& info, const QueryTable& table, std::string& plan) {
    const std::span orders(info.aOrderBy, static_cast<std::size_t>(info.nOrderBy));
    if (orders.empty() || table.hasArgs) {
        return false;
    }
    const auto columnAt = [&](int column) -> const QueryColumn* {
        return column < 0 ? nullptr : &table.columns[static_cast<std::size_t>(column)];
    };
    const QueryColumn* first = columnAt(orders.front().iColumn);
    if (orders.size() == 1 && first != nullptr && first->key == QueryKey::Row &&
        orders.front().desc == 0) {
        return true;
    }
    if (!std::ranges::all_of(orders, [&](const auto& one) {
            return one.desc == 0 && columnAt(one.iColumn) != nullptr &&
                   canSort(*columnAt(one.iColumn));
        })) {
        return false;
    }
    plan += kSort;
    for (const auto& one : orders) {
        plan += columnCode(one.iColumn);
    }
    return true;
}

int bestIndex(sqlite3_vtab* handle, sqlite3_index_info* info) {
    const ModuleData& module = static_cast<TableHandle*>(handle)->module;
    const QueryTable& table = module.table;
    const auto all = static_cast<double>(table.rowCount(module.data));
    double left = all;
    double read = all;
    std::string plan;
    int values = 0;
    for (int at = 0; at < info->nConstraint; ++at) {
        const int number = info->aConstraint[at].iColumn;
        if (number < 0) {
            continue;
        }
        const QueryColumn& column = table.columns[static_cast<std::size_t>(number)];
        const auto operation = operationOf(*info, at, column);
        if (!operation) {
            continue;
        }
        const bool isArgument = column.key == QueryKey::Argument;
        if (info->aConstraint[at].usable == 0) {
            if (isArgument) {
                return SQLITE_CONSTRAINT;
            }
            continue;
        }
        plan += columnCode(number);
        plan += *operation;
        info->aConstraintUsage[at].argvIndex = ++values;
        info->aConstraintUsage[at].omit = isArgument ? 1 : 0;
        left = rowsLeft(module.data, left, column.key, *operation);
        read = *operation == kText ? read : std::min(read, left);
    }
    constexpr double kPerSearch = 10;
    constexpr double kPerSkippedRow = 0.05;
    constexpr double kPerReadOfArgs = 100;
    info->orderByConsumed = takesOrder(*info, table, plan) ? 1 : 0;
    info->estimatedRows = static_cast<sqlite3_int64>(std::max(left, 1.0));
    info->estimatedCost =
        kPerSearch + (left + read * kPerSkippedRow) * (table.hasArgs ? kPerReadOfArgs : 1);
    info->idxStr = sqlite3_mprintf("%s", plan.c_str());
    info->needToFreeIdxStr = 1;
    return info->idxStr == nullptr ? SQLITE_NOMEM : SQLITE_OK;
}

int openCursor(sqlite3_vtab* handle, sqlite3_vtab_cursor** cursor) {
    *cursor = new Cursor(static_cast<TableHandle*>(handle)->module);
    return SQLITE_OK;
}

int closeCursor(sqlite3_vtab_cursor* cursor) {
    delete static_cast<Cursor*>(cursor);
    return SQLITE_OK;
}

// The integers that a value and an operation leave. What is no number narrows nothing: SQLite
// compares each row again.
QueryInterval intervalOf(sqlite3_value* value, Operation operation) {
    QueryInterval interval;
    const int type = sqlite3_value_numeric_type(value);
    if (type == SQLITE_NULL) {
        return {1, 0};
    }
    if (type != SQLITE_INTEGER && type != SQLITE_FLOAT) {
        return interval;
    }
    std::int64_t low = 0;
    std::int64_t high = 0;
    if (type == SQLITE_INTEGER) {
        low = high = sqlite3_value_int64(value);
    } else {
        constexpr double kLargest = 9.2e18;
        const double number = sqlite3_value_double(value);
        if (!(std::abs(number) < kLargest)) {
            return interval;
        }
        low = static_cast<std::int64_t>(std::floor(number));
        high = static_cast<std::int64_t>(std::ceil(number));
    }
    if (operation != kLess) {
        interval.low = low;
    }
    if (operation != kGreater) {
        interval.high = high;
    }
    return interval;
}

// A condition of `column`; false: no row meets it.
bool applyCondition(Cursor& cursor, QueryBounds& bounds, const QueryColumn& column,
                    Operation operation, sqlite3_value* value) {
    if (operation == kText) {
        if (sqlite3_value_type(value) == SQLITE_NULL) {
            return false;
        }
        if (sqlite3_value_type(value) == SQLITE_BLOB) {
            return true;  // SQLite compares each row
        }
        const auto* text = reinterpret_cast<const char*>(sqlite3_value_text(value));
        const auto id = cursor.module.data.trace().findText(
            {text == nullptr ? "" : text, static_cast<std::size_t>(sqlite3_value_bytes(value))});
        if (id) {
            cursor.equal.emplace_back(&column, *id);
        }
        return id.has_value();
    }
    QueryInterval& bound = bounds[static_cast<std::size_t>(column.key)];
    const QueryInterval more = intervalOf(value, operation);
    bound = {std::max(bound.low, more.low), std::min(bound.high, more.high)};
    return !bound.isEmpty();
}

int filter(sqlite3_vtab_cursor* handle, int /*number*/, const char* plan, int /*count*/,
           sqlite3_value** values) {
    Cursor& cursor = *static_cast<Cursor*>(handle);
    const ModuleData& module = cursor.module;
    cursor.~Cursor();
    sqlite3_vtab* const table = handle->pVtab;
    new (&cursor) Cursor(module);
    cursor.pVtab = table;
    if (module.work.mustEndAfterRow()) {
        return SQLITE_INTERRUPT;
    }
    QueryBounds bounds;
    for (; *plan != '\0' && *plan != kSort; plan += 2, ++values) {
        if (!applyCondition(cursor, bounds, module.table.columns[columnOf(plan[0])],
                            static_cast<Operation>(plan[1]), *values)) {
            return SQLITE_OK;  // no rows
        }
    }
    cursor.ranges = module.table.narrow != nullptr
                        ? module.table.narrow(module.data, bounds)
                        : rowsWithin(bounds, module.table.rowCount(module.data));
    cursor.rewind();
    if (*plan == kSort) {
        std::vector<const QueryColumn*> columns;
        for (++plan; *plan != '\0'; ++plan) {
            columns.push_back(&module.table.columns[columnOf(*plan)]);
        }
        if (const int code = cursor.sort(columns); code != SQLITE_OK) {
            return code;
        }
    }
    return cursor.settle();
}

int next(sqlite3_vtab_cursor* handle) {
    Cursor& cursor = *static_cast<Cursor*>(handle);
    if (cursor.row.arg != nullptr && ++cursor.arg < cursor.args.size()) {
        cursor.row.arg = &cursor.args[cursor.arg];
        return SQLITE_OK;
    }
    ++cursor.at;
    return cursor.settle();
}

int isAtEnd(sqlite3_vtab_cursor* handle) {
    return static_cast<Cursor*>(handle)->isDone() ? 1 : 0;
}

struct ToSqlite {
    sqlite3_context* context;

    void operator()(std::monostate /*null*/) const { sqlite3_result_null(context); }
    void operator()(std::int64_t number) const { sqlite3_result_int64(context, number); }
    void operator()(double number) const { sqlite3_result_double(context, number); }
    void operator()(std::string_view text) const {
        sqlite3_result_text64(context, text.empty() ? "" : text.data(), text.size(), SQLITE_STATIC,
                              SQLITE_UTF8);
    }
    void operator()(const std::string& text) const {
        sqlite3_result_text64(context, text.data(), text.size(), SQLITE_TRANSIENT, SQLITE_UTF8);
    }
};

int readColumn(sqlite3_vtab_cursor* handle, sqlite3_context* context, int number) {
    const Cursor& cursor = *static_cast<Cursor*>(handle);
    const QueryValue value =
        cursor.module.table.columns[static_cast<std::size_t>(number)].valueOf(cursor.row);
    const auto* view = std::get_if<std::string_view>(&value);
    // A view of an arg ends with the row.
    if (view != nullptr && cursor.row.arg != nullptr) {
        ToSqlite{context}(std::string(*view));
    } else {
        std::visit(ToSqlite{context}, value);
    }
    return SQLITE_OK;
}

int readRowid(sqlite3_vtab_cursor* handle, sqlite3_int64* number) {
    constexpr std::size_t kMaxArgs = 1 << 16;
    const Cursor& cursor = *static_cast<Cursor*>(handle);
    *number = static_cast<sqlite3_int64>(
        cursor.module.table.hasArgs ? cursor.row.index * kMaxArgs + cursor.arg : cursor.row.index);
    return SQLITE_OK;
}

// SQLite is C: no exception passes through it.
template <auto Function>
struct Guarded;
template <class... Args, int (*Function)(Args...)>
struct Guarded<Function> {
    static int call(Args... args) {
        try {
            return Function(args...);
        } catch (const std::exception&) {
            return SQLITE_NOMEM;  // nothing else is thrown (core/base/exhaustion.h)
        }
    }
};

sqlite3_module makeModule() {
    sqlite3_module module{};
    module.iVersion = 1;
    module.xConnect = Guarded<connect>::call;  // without xCreate: there is one of each, by its name
    module.xBestIndex = Guarded<bestIndex>::call;
    module.xDisconnect = disconnect;
    module.xDestroy = disconnect;
    module.xOpen = Guarded<openCursor>::call;
    module.xClose = closeCursor;
    module.xFilter = Guarded<filter>::call;
    module.xNext = Guarded<next>::call;
    module.xEof = isAtEnd;
    module.xColumn = Guarded<readColumn>::call;
    module.xRowid = readRowid;
    return module;
}

}  // namespace

int addVirtualTables(sqlite3* connection, const QueryData& data, QueryWork& work) {
    static const sqlite3_module kModule = makeModule();
    for (const QueryTable& table : queryTables()) {
        for (const std::string_view name : {table.name, table.alias}) {
            if (name.empty()) {
                continue;
            }
            const int code = sqlite3_create_module_v2(
                connection, std::string(name).c_str(), &kModule, new ModuleData{table, data, work},
                [](void* module) { delete static_cast<ModuleData*>(module); });
            if (code != SQLITE_OK) {
                return code;
            }
        }
    }
    return SQLITE_OK;
}

}  // namespace gaplight
