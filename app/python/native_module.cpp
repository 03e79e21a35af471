// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <future>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include <pybind11/pybind11.h>
#include <pybind11/stl.h>

#include "app/python/query_columns.h"
#include "app/python/trace_columns.h"
#include "app/python/trace_opening.h"
#include "app/python/trace_reports.h"
#include "core/base/quantity_text.h"
#include "core/base/result.h"
#include "core/query/query.h"
#include "core/report/text/tool_version.h"
#include "core/session/session.h"
#include "core/trace/trace.h"

// The C++ half of the package gaplight; its __init__.py is what users see.
namespace gaplight::python {
namespace {

namespace py = pybind11;

// How often an interrupt (Ctrl+C) is noticed while a trace loads.
constexpr auto kSignalInterval = std::chrono::milliseconds(50);

// The exception of Python, gaplight.Error, with its attribute `code`.
PyObject*& errorType() {
    static PyObject* type = nullptr;
    return type;
}

const char* codeText(ErrorCode code) {
    switch (code) {
        case ErrorCode::NotFound:
            return "not_found";
        case ErrorCode::NotReadable:
            return "not_readable";
        case ErrorCode::NotATrace:
            return "not_a_trace";
        case ErrorCode::Corrupt:
            return "corrupt";
        case ErrorCode::TooLarge:
            return "too_large";
        case ErrorCode::Cancelled:
            return "cancelled";
        case ErrorCode::BadArgument:
            return "bad_argument";
        case ErrorCode::WriteFailed:
            break;
    }
    return "write_failed";
}

[[noreturn]] void throwError(const Error& error) {
    const py::object exception =
        py::handle(errorType())(py::reinterpret_steal<py::str>(PyUnicode_DecodeUTF8(
            error.message.data(), static_cast<Py_ssize_t>(error.message.size()), "replace")));
    exception.attr("code") = codeText(error.code);
    PyErr_SetObject(errorType(), exception.ptr());
    throw py::error_already_set();
}

// The pending exception of a signal handler, if there is one.
std::optional<py::error_already_set> signalError() {
    const py::gil_scoped_acquire held;
    if (PyErr_CheckSignals() == 0) {
        return std::nullopt;
    }
    return py::error_already_set();
}

// Runs `work`, a function of a stop token that returns a Result, on another thread, without the
// interpreter's lock, and gives its value. Its error, or an exception of a signal handler, which
// stops it, is raised.
template <class Work>
auto runWithSignals(const Work& work) {
    std::optional<py::error_already_set> interrupted;
    std::optional<std::invoke_result_t<const Work&, std::stop_token>> done;
    {
        const py::gil_scoped_release released;
        std::stop_source stop;
        auto running = std::async(std::launch::async, [&] { return work(stop.get_token()); });
        while (!interrupted && running.wait_for(kSignalInterval) != std::future_status::ready) {
            interrupted = signalError();
        }
        if (interrupted) {
            stop.request_stop();
        }
        done = running.get();
    }
    if (interrupted) {
        throw *std::move(interrupted);
    }
    if (!*done) {
        throwError(done->error());
    }
    return **std::move(done);
}

py::dict queryColumnsOf(const OpenedTrace& opened, const std::string& sql, std::size_t maxRows,
                        double maxSeconds) {
    const QueryResult result = runWithSignals([&](std::stop_token stop) {
        QueryLimits limits;
        limits.maxRows = maxRows;
        limits.maxTime = std::chrono::milliseconds(static_cast<std::int64_t>(maxSeconds * 1e3));
        limits.stop = std::move(stop);
        return runQuery(QueryData(opened.session), sql, limits).and_then([&](QueryResult found) {
            return found.isCut ? Result<QueryResult>(fail(ErrorCode::TooLarge,
                                                          "the result has more than " +
                                                              countText(maxRows, "row", "rows") +
                                                              ": use LIMIT, or a larger max_rows"))
                               : Result<QueryResult>(std::move(found));
        });
    });
    return queryColumns(result);
}

py::list argsOf(const OpenedTrace& opened, std::int64_t slice) {
    const Session& session = *opened.session;
    if (slice < 0 || static_cast<std::size_t>(slice) >= session.trace->slices().size()) {
        throw py::index_error("the trace has " +
                              countText(session.trace->slices().size(), "slice", "slices"));
    }
    Result<std::vector<Arg>> args = [&] {
        const py::gil_scoped_release released;
        return session.details.args(SliceId(static_cast<std::size_t>(slice)));
    }();
    if (!args) {
        throwError(args.error());
    }
    py::list pairs;
    for (const Arg& arg : *args) {
        const auto text = [](std::string_view bytes) {
            return py::reinterpret_steal<py::object>(PyUnicode_DecodeUTF8(
                bytes.data(), static_cast<Py_ssize_t>(bytes.size()), "replace"));
        };
        pairs.append(py::make_tuple(text(arg.path), text(arg.value)));
    }
    return pairs;
}

// The text that `report` gives, made without the interpreter's lock. Its error is raised.
template <class Report>
py::bytes withoutLock(const Report& report) {
    const Result<std::string> text = [&]() -> Result<std::string> {
        const py::gil_scoped_release released;
        return report();
    }();
    if (!text) {
        throwError(text.error());
    }
    return py::bytes(*text);
}

py::list ranksOf(const OpenedRanks& opened) {
    py::list ranks;
    for (std::size_t at = 0; at < opened.ranks.size(); ++at) {
        ranks.append(py::make_tuple(opened.numbers[at], opened.ranks[at]));
    }
    return ranks;
}

py::dict factsOf(const OpenedTrace& opened) {
    const Trace& trace = *opened.session->trace;
    py::dict facts;
    facts["begin"] = ns(trace.range().begin);
    facts["end"] = ns(trace.range().end);
    facts["base_time"] = trace.facts().baseTimeNs;
    facts["path"] = py::cast(trace.facts().path);
    facts["format"] = py::cast(trace.facts().format);
    return facts;
}

void defineHandle(py::module_& module) {
    py::class_<OpenedTrace>(module, "Handle", "A loaded trace; arrays made of it keep it alive.")
        .def("slices", [](const py::object& self) { return sliceColumns(self); })
        .def("activities", [](const py::object& self) { return activityColumns(self); })
        .def("kernel_configs", [](const py::object& self) { return kernelConfigColumns(self); })
        .def("correlations", [](const py::object& self) { return correlationColumns(self); })
        .def("tracks", [](const py::object& self) { return trackColumns(self); })
        .def("categories", [](const py::object& self) { return categoryColumns(self); })
        .def("names", [](const py::object& self) { return nameTexts(self); })
        .def("short_names", [](const py::object& self) { return shortNameTexts(self); })
        .def("gaps", [](const py::object& self) { return gapColumns(self); })
        .def("findings", [](const py::object& self) { return findingColumns(self); })
        .def("evidence", [](const py::object& self) { return evidenceColumns(self); })
        .def("facts", &factsOf)
        .def("args", &argsOf, py::arg("slice"))
        .def("sql", &queryColumnsOf, py::arg("query"), py::arg("max_rows"), py::arg("max_seconds"))
        .def(
            "analysis_json",
            [](const OpenedTrace& opened) {
                return withoutLock([&]() -> Result<std::string> { return analysisJsonOf(opened); });
            })
        .def("info_json",
             [](const OpenedTrace& opened) {
                 return withoutLock([&]() -> Result<std::string> { return infoJsonOf(opened); });
             })
        .def("notebook_html",
             [](const OpenedTrace& opened) {
                 return withoutLock([&] { return notebookOf(opened); });
             })
        .def(
            "figure_svg",
            [](const OpenedTrace& opened, std::string range, std::optional<std::size_t> finding,
               float width) {
                return withoutLock([&] {
                    return figureOf(opened, {std::move(range), finding, width});
                });
            },
            py::arg("range"), py::arg("finding"), py::arg("width"))
        .def(
            "what_if_json",
            [](const OpenedTrace& opened, const std::vector<std::string>& edits) {
                return withoutLock([&] { return whatIfJsonOf(opened, edits); });
            },
            py::arg("edits"));
}

void defineComparison(py::module_& module) {
    module.def("compare", [](const OpenedTrace& a, const OpenedTrace& b) {
        const ComparisonTexts texts = [&] {
            const py::gil_scoped_release released;
            return comparisonOf(a, b);
        }();
        return py::make_tuple(py::bytes(texts.json), py::bytes(texts.sentence));
    });
    module.def("compare_svg", [](const OpenedTrace& a, const OpenedTrace& b) {
        return withoutLock([&] { return comparisonFigureOf(a, b); });
    });
    module.def(
        "open_ranks",
        [](const std::vector<std::string>& paths, std::vector<std::string> settings,
           bool usesSettingsFiles, bool usesCache, std::vector<std::string> ruleFolders) {
            const OpenRequest request{{},        std::move(settings),   {}, usesSettingsFiles,
                                      usesCache, std::move(ruleFolders)};
            const OpenedRanks opened = runWithSignals([&](std::stop_token stop) {
                return openRanksFor(paths, request, std::move(stop));
            });
            return py::make_tuple(ranksOf(opened), py::bytes(opened.json));
        },
        py::arg("paths"), py::arg("settings"), py::arg("use_settings_files"), py::arg("use_cache"),
        py::arg("rules"));
}

}  // namespace

PYBIND11_MODULE(_native, module) {
    module.doc() = "Reads traces for the package gaplight.";
    errorType() = PyErr_NewExceptionWithDoc(
        "gaplight.Error",
        "A trace cannot be opened or read. The text says what, where and what to do; `code` is "
        "not_found, not_readable, not_a_trace, corrupt, too_large or bad_argument.",
        nullptr, nullptr);
    module.add_object("Error", py::reinterpret_borrow<py::object>(errorType()));
    defineHandle(module);
    module.def("version", [] { return std::string(toolVersion()); });
    module.def("gap_triggers", &gapTriggerNames);
    module.def("gap_fillers", &gapActivityNames);
    module.def(
        "open",
        [](std::string path, std::vector<std::string> settings, std::string range,
           bool usesSettingsFiles, bool usesCache, std::vector<std::string> ruleFolders) {
            const OpenRequest request{std::move(path),  std::move(settings),
                                      std::move(range), usesSettingsFiles,
                                      usesCache,        std::move(ruleFolders)};
            return runWithSignals(
                [&](std::stop_token stop) { return openTraceFor(request, std::move(stop)); });
        },
        py::arg("path"), py::arg("settings"), py::arg("range"), py::arg("use_settings_files"),
        py::arg("use_cache"), py::arg("rules"));
    defineComparison(module);
}

}  // namespace gaplight::python
