/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "agent/kernel_id.h"

#include <stdio.h>
#include <string.h>
#include <sys/utsname.h>

#include "base/file.h"
#include "base/mem.h"
#include "base/text.h"
#include "schema/wire/limits.h"

#define NOTE_GNU_BUILD_ID 3
#define BUILD_ID_MAX	  32
#define NOTES_MAX	  (64u << 10)
#define CONFIG_MAX	  (4u << 20)

static size_t padded(uint32_t len)
{
	return ((size_t)len + 3) & ~(size_t)3;
}

/* A note is three u32 (name length, content length, type), then name and content, each padded to four bytes. */
bool kernel_id_from_notes(struct cursor notes, char out[65])
{
	uint32_t name_len, len, type;

	while (cursor_u32le(&notes, &name_len) == 0 && cursor_u32le(&notes, &len) == 0 &&
		cursor_u32le(&notes, &type) == 0) {
		const unsigned char *name, *content;

		if (cursor_bytes(&notes, padded(name_len), &name) < 0 ||
			cursor_bytes(&notes, padded(len), &content) < 0)
			return false;
		if (type != NOTE_GNU_BUILD_ID || name_len != 4 || memcmp(name, "GNU", 4) != 0)
			continue;
		if (!len || len > BUILD_ID_MAX)
			return false;
		text_hex(content, len, out);
		return true;
	}
	return false;
}

static int set(char **field, const char *value)
{
	mem_free(*field);
	*field = mem_str(value);
	return *field ? 0 : -E_NOMEM;
}

static int read_build_id(struct run *run)
{
	scoped(buf_fini) struct buf notes = {0};
	char hex[65];

	if (file_read("/sys/kernel/notes", NOTES_MAX, &notes, NULL) < 0 ||
		!kernel_id_from_notes(cursor_over(notes.data, notes.len), hex))
		return 0;
	return set(&run->build_id, hex);
}

static int read_config(struct run *run)
{
	scoped(buf_fini) struct buf config = {0};
	char path[TEXT_MAX_LEN + 16], hex[DIGEST_HEX_LEN];
	struct digest d;

	snprintf(path, sizeof path, "/boot/config-%s", run->kernel_release);
	if (file_read("/proc/config.gz", CONFIG_MAX, &config, NULL) < 0) {
		buf_clear(&config);
		if (file_read(path, CONFIG_MAX, &config, NULL) < 0)
			return 0;
	}
	d = digest_of(config.data, config.len);
	digest_hex(&d, hex);
	return set(&run->config_digest, hex);
}

int kernel_id_read(struct run *run, struct err *e)
{
	char cmdline[LONG_MAX_LEN + 1], boot_id[65];
	struct utsname u;
	int r;

	if (uname(&u) < 0)
		return err_errno(e, "uname");
	if (file_read_value("/proc/cmdline", cmdline, sizeof cmdline, NULL) < 0 ||
		!text_is_utf8(cmdline, strlen(cmdline)))
		strcpy(cmdline, "");
	r = file_read_value("/proc/sys/kernel/random/boot_id", boot_id, sizeof boot_id, e);
	if (r < 0)
		return r;
	if (set(&run->arch, u.machine) < 0 || set(&run->kernel_release, u.release) < 0 ||
		set(&run->kernel_version, u.version) < 0 || set(&run->cmdline, cmdline) < 0 ||
		set(&run->boot_id, boot_id) < 0 || read_build_id(run) < 0 || read_config(run) < 0)
		return err_set(e, E_NOMEM, "out of memory for the kernel's identity");
	return 0;
}
