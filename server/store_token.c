/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Tokens. Only the BLAKE2b digest of one is kept: 256 random bits need no slow hash, and a stolen
 * database holds nothing to log in with.
 */
#include <sodium.h>
#include <string.h>

#include "base/clock.h"
#include "base/text.h"
#include "schema/wire/limits.h"
#include "server/store_inside.h"

enum { TOKEN_FIND, TOKEN_MAKE, TOKEN_LIST, TOKEN_NSTMT };

const char *const token_sql[] = {
	[TOKEN_FIND] = "SELECT hash, scopes, expires_at FROM token WHERE hash = :hash",
	[TOKEN_MAKE] = ("INSERT INTO token (hash, name, scopes, made_at, expires_at)"
			" VALUES (:hash, :name, :scopes, :at, :expires)"),
	[TOKEN_LIST] = "SELECT name, scopes, expires_at FROM token ORDER BY name, id",
};
const size_t token_nsql = TOKEN_NSTMT;
_Static_assert(ARRAY_LEN(token_sql) == TOKEN_NSTMT, "a statement a name");

static const struct {
	const char *name;
	enum scope scope;
	unsigned grants;
} scopes[] = {
	{"board", SCOPE_BOARD, SCOPE_BOARD},
	{"submit", SCOPE_SUBMIT, SCOPE_SUBMIT},
	{"admin", SCOPE_ADMIN, SCOPE_ADMIN | SCOPE_SUBMIT | SCOPE_BOARD},
};

static const char prefix[] = "latlab_";
#define SECRET_BYTES 32
_Static_assert(sizeof prefix + 2 * SECRET_BYTES <= TOKEN_TEXT_LEN, "a token fits its text");

bool scope_parse(const char *name, enum scope *ret)
{
	for (size_t i = 0; i < ARRAY_LEN(scopes); i++) {
		if (strcmp(scopes[i].name, name) != 0)
			continue;
		*ret = scopes[i].scope;
		return true;
	}
	return false;
}

static void make_text(char text[TOKEN_TEXT_LEN])
{
	unsigned char secret[SECRET_BYTES];

	randombytes_buf(secret, sizeof secret);
	memcpy(text, prefix, sizeof prefix);
	text_hex(secret, sizeof secret, text + strlen(prefix));
	sodium_memzero(secret, sizeof secret);
}

int store_token_add(struct store *s, const char *name, enum scope scope, int64_t days,
	char ret_text[TOKEN_TEXT_LEN], struct err *e)
{
	int64_t now = clock_wall_ns();
	struct db_arg expires = days ? db_int(":expires", now + days * 86400 * NS_PER_S)
				     : db_text(":expires", NULL);
	char text[TOKEN_TEXT_LEN];
	struct digest hash;
	int r;

	if (!text_is_name(name, NAME_MAX_LEN))
		return err_set(e, E_USAGE,
			"a token's name may hold a-z 0-9 . _ : - only, not \"%.80s\"", name);
	if (sodium_init() < 0)
		return err_set(e, E_UNSUPPORTED, "no random numbers from the system");
	make_text(text);
	hash = digest_of(text, strlen(text));
	r = query_run(&s->token, TOKEN_MAKE,
		DB_ARGS(db_bytes(":hash", hash.bytes, sizeof hash.bytes), db_text(":name", name),
			db_int(":scopes", scope), db_int(":at", now), expires),
		e);
	if (r < 0)
		return r;
	memcpy(ret_text, text, sizeof text);
	return 0;
}

static unsigned granted(int64_t bits)
{
	unsigned all = 0;

	for (size_t i = 0; i < ARRAY_LEN(scopes); i++)
		if (bits & scopes[i].scope)
			all |= scopes[i].grants;
	return all;
}

int store_token_scopes(struct store *s, const char *text, unsigned *ret, struct err *e)
{
	struct digest hash = digest_of(text, strlen(text));
	scoped(query_end) struct query q = query_on(
		&s->token, TOKEN_FIND, DB_ARGS(db_bytes(":hash", hash.bytes, sizeof hash.bytes)));
	int r = query_step(&q, e);
	const void *stored;
	int64_t expires;
	size_t len;

	if (r < 0)
		return r;
	*ret = 0;
	if (r == 0)
		return 0;
	stored = query_bytes(&q, 0, &len);
	expires = query_int(&q, 2); /* 0 for NULL */
	/* the index found it by its bytes; whether it is that one must not show in the time taken */
	if (len == sizeof hash.bytes && sodium_memcmp(stored, hash.bytes, len) == 0 &&
		(!expires || expires > clock_wall_ns()))
		*ret = granted(query_int(&q, 1));
	return 0;
}

static void put_line(const struct query *q, struct buf *out)
{
	char until[CLOCK_ISO_LEN] = "for ever";
	int64_t bits = query_int(q, 1), expires = query_int(q, 2);

	buf_printf(out, "%-24s", query_text(q, 0) ? query_text(q, 0) : "");
	for (size_t i = 0; i < ARRAY_LEN(scopes); i++)
		if (bits & scopes[i].scope)
			buf_printf(out, " %-8s", scopes[i].name);
	if (expires)
		clock_iso(expires, until);
	buf_printf(out, " %s%s\n", until, expires && expires <= clock_wall_ns() ? " (over)" : "");
}

int store_token_list(struct store *s, struct buf *out, struct err *e)
{
	scoped(query_end) struct query q = query_on(&s->token, TOKEN_LIST, NULL, 0);
	int r;

	while ((r = query_step(&q, e)) > 0)
		put_line(&q, out);
	return r < 0 ? r : buf_check(out, "the list of tokens", e);
}
