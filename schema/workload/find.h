/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Where workloads are found by name. */
#ifndef LATLAB_WORKLOAD_FIND_H
#define LATLAB_WORKLOAD_FIND_H

#include "base/file.h"

/*
 * The file of a workload. A name with a '/' is a path, to the file or to its folder. Else it is looked for as
 * dir/NAME/workload.json; dir NULL means the installed workloads and, in builds made for developing, the source tree's
 * before them. E_NOT_FOUND lists what there is.
 */
int workload_find(const char *name, const char *dir, char out[FILE_PATH_MAX], struct err *e);

#endif
