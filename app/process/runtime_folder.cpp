// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "app/process/runtime_folder.h"

#include <QtGlobal>

namespace gaplight::ui {
namespace {

constexpr const char* kTemporary = "TMPDIR";

}  // namespace

NoRuntimeFolder::NoRuntimeFolder()
    : m_wasSet(qEnvironmentVariableIsSet(kTemporary)), m_before(qgetenv(kTemporary)) {
    qputenv(kTemporary, "/dev/null");  // nothing can be made in what is no folder
}

NoRuntimeFolder::~NoRuntimeFolder() {
    if (m_wasSet) {
        qputenv(kTemporary, m_before);
    } else {
        qunsetenv(kTemporary);
    }
}

}  // namespace gaplight::ui
