/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The pages that are read from the store, as rows of the routes table want them. */
#ifndef LATLAB_SERVER_VIEWS_H
#define LATLAB_SERVER_VIEWS_H

#include "server/routes.h"

#define VIEW_HANDLER(name)                                            \
	enum http_next get_##name(struct app *app, struct call *call, \
		const struct http_request *req, struct http_answer *answer)

VIEW_HANDLER(home);
VIEW_HANDLER(boards);
VIEW_HANDLER(board);
VIEW_HANDLER(kernels);
VIEW_HANDLER(kernel);
VIEW_HANDLER(runs);
VIEW_HANDLER(run);
VIEW_HANDLER(series);
VIEW_HANDLER(health);
VIEW_HANDLER(style);

#endif
