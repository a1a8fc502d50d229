/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "agent/probe.h"

#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/file.h"
#include "base/text.h"

#define VALUE_MAX   4096
#define CPUS_MAX    4096
#define DOMAINS_MAX 8
#define GIB_IN_KB   (1024 * 1024)

struct reading; /* below: one pass over a table */

struct probe {
	const char *name;
	const char *path;				       /* "%d" in it: one file a CPU */
	int (*read)(struct reading *r, const struct probe *p); /* NULL: the file's value as it is */
	bool must_stay;					       /* during a run */
};

struct reading {
	const char *root;
	json_t *into, *unreadable;
};

int probe_cpus(void)
{
	long n = sysconf(_SC_NPROCESSORS_ONLN);

	return n > 0 ? (int)n : 1;
}

/* ---- one value ----------------------------------------------------------------------------- */

static int put(struct reading *r, const char *name, json_t *value)
{
	return json_object_set_new(r->into, name, value) < 0 ? -E_NOMEM : 0;
}

static int put_unreadable(struct reading *r, const char *name, int code)
{
	const char *why = code == -E_NOT_FOUND ? "not there"
		: code == -E_DENIED	       ? "no permission"
					       : "not readable";

	return json_object_set_new(r->unreadable, name, json_string(why)) < 0 ? -E_NOMEM : 0;
}

/* Text of another program or of firmware: what is not plain text becomes '?'. */
static json_t *text_json(char *text)
{
	if (!text_is_utf8(text, strlen(text)))
		for (char *c = text; *c; c++)
			if (!isprint((unsigned char)*c))
				*c = '?';
	return json_string(text);
}

static int get(struct reading *r, const char *path, char out[VALUE_MAX])
{
	char full[FILE_PATH_MAX];
	int code = path_join(full, r->root, path + 1, NULL);

	return code < 0 ? code : file_read_value(full, out, VALUE_MAX, NULL);
}

static int read_value(struct reading *r, const struct probe *p)
{
	char value[VALUE_MAX];
	int code = get(r, p->path, value);

	return code < 0 ? put_unreadable(r, p->name, code) : put(r, p->name, text_json(value));
}

/* ---- one value a CPU ----------------------------------------------------------------------- */

static json_t *join_range(json_t *ranges, const char *value, int from, int to)
{
	const char *old = json_string_value(json_object_get(ranges, value));
	char text[VALUE_MAX];

	if (from == to)
		snprintf(text, sizeof text, "%s%s%d", old ? old : "", old ? "," : "", from);
	else
		snprintf(text, sizeof text, "%s%s%d-%d", old ? old : "", old ? "," : "", from, to);
	return json_object_set_new(ranges, value, json_string(text)) < 0 ? NULL : ranges;
}

/* {"performance": "0-3", "powersave": "4-7"}, or the value alone where all CPUs agree. */
static int read_each_cpu(struct reading *r, const struct probe *p)
{
	json_auto_t *ranges = json_object();
	char value[VALUE_MAX], last[VALUE_MAX] = "", path[256];
	int from = 0, n = 0, code = -E_NOT_FOUND, top = (int)sysconf(_SC_NPROCESSORS_CONF);

	for (int cpu = 0; cpu <= MIN(top, CPUS_MAX); cpu++) {
		int got = -E_NOT_FOUND;

		if (cpu < top) {
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
			snprintf(path, sizeof path, p->path, cpu); /* the table's own text */
#pragma GCC diagnostic pop
			got = get(r, path, value);
			if (got < 0 && got != -E_NOT_FOUND)
				code = got;
		}
		if (n && (got < 0 || strcmp(value, last) != 0)) {
			if (!join_range(ranges, last, from, cpu - 1))
				return -E_NOMEM;
			n = 0;
		}
		if (got == 0 && !n++) {
			from = cpu;
			strcpy(last, value);
		}
	}
	if (json_object_size(ranges) == 0)
		return put_unreadable(r, p->name, code);
	if (json_object_size(ranges) == 1)
		return put(r, p->name, json_string(json_object_iter_key(json_object_iter(ranges))));
	return put(r, p->name, json_incref(ranges));
}

/* ---- values that need a little work -------------------------------------------------------- */

static int read_cpus(struct reading *r, const struct probe *p)
{
	return put(r, p->name, json_integer(probe_cpus()));
}

/* /proc/cpuinfo is longer than a value; the first CPU's lines are what is wanted. */
static int cpuinfo(struct reading *r, struct buf *text)
{
	char full[FILE_PATH_MAX];
	int code = path_join(full, r->root, "proc/cpuinfo", NULL);

	return code < 0 ? code : file_read(full, 16u << 20, text, NULL);
}

static bool cpuinfo_field(const struct buf *text, const char *field, char *out, size_t size)
{
	const char *line = buf_cstr(text);
	size_t len = strlen(field);

	for (; line; line = strchr(line, '\n') ? strchr(line, '\n') + 1 : NULL) {
		const char *colon;

		if (strncmp(line, field, len) != 0 || !strchr("\t :", line[len]))
			continue;
		colon = strchr(line, ':');
		if (!colon)
			continue;
		colon += 1 + strspn(colon + 1, " ");
		snprintf(out, size, "%.*s", (int)strcspn(colon, "\n"), colon);
		return true;
	}
	return false;
}

static int read_cpu_model(struct reading *r, const struct probe *p)
{
	static const char *const fields[] = {"model name", "Hardware", "CPU part", "cpu model"};
	scoped(buf_fini) struct buf text = {0};
	char value[256];
	int code = cpuinfo(r, &text);

	if (code < 0)
		return put_unreadable(r, p->name, code);
	for (size_t i = 0; i < ARRAY_LEN(fields); i++)
		if (cpuinfo_field(&text, fields[i], value, sizeof value))
			return put(r, p->name, text_json(value));
	return put_unreadable(r, p->name, -E_NOT_FOUND);
}

static int read_microcode(struct reading *r, const struct probe *p)
{
	scoped(buf_fini) struct buf text = {0};
	char value[64];
	int code = cpuinfo(r, &text);

	if (code < 0 || !cpuinfo_field(&text, "microcode", value, sizeof value))
		return put_unreadable(r, p->name, code < 0 ? code : -E_NOT_FOUND);
	return put(r, p->name, text_json(value));
}

static int read_hypervisor(struct reading *r, const struct probe *p)
{
	scoped(buf_fini) struct buf text = {0};
	char flags[8192];
	int code = cpuinfo(r, &text);

	if (code < 0)
		return put_unreadable(r, p->name, code);
	return put(r, p->name,
		json_boolean(cpuinfo_field(&text, "flags", flags, sizeof flags) &&
			strstr(flags, " hypervisor")));
}

/* In whole GiB: the exact number moves with the kernel's own size and would split a board's history. */
static int read_memory(struct reading *r, const struct probe *p)
{
	char value[VALUE_MAX];
	int code = get(r, p->path, value);
	const char *total = code < 0 ? NULL : strstr(value, "MemTotal:");

	if (!total)
		return put_unreadable(r, p->name, code < 0 ? code : -E_MALFORMED);
	return put(r, p->name,
		json_integer((strtoll(total + 9, NULL, 10) + GIB_IN_KB - 1) / GIB_IN_KB));
}

/* The sched domains of CPU 0 from the inside out, "MC:flags PKG:flags": they decide what the scheduler can choose. */
static int read_domains(struct reading *r, const struct probe *p)
{
	scoped(buf_fini) struct buf all = {0};
	char name[VALUE_MAX], flags[VALUE_MAX], path[256];
	int code = 0;

	for (int d = 0; d < DOMAINS_MAX; d++) {
		snprintf(path, sizeof path, "%s/domain%d/name", p->path, d);
		code = get(r, path, name);
		if (code < 0)
			break;
		snprintf(path, sizeof path, "%s/domain%d/flags", p->path, d);
		if (get(r, path, flags) < 0)
			flags[0] = 0;
		buf_printf(&all, "%s%s: %s", d ? "; " : "", name, flags);
	}
	if (!all.len)
		return put_unreadable(r, p->name, code);
	return put(r, p->name, json_string(buf_cstr(&all)));
}

/* The files of a folder by what they say: {"Not affected": "l1tf, mds", "Vulnerable": "spectre_v1"}. */
static int read_folder(struct reading *r, const struct probe *p)
{
	scoped(dir_names_fini) struct dir_names names = {0};
	json_auto_t *all = json_object();
	char full[FILE_PATH_MAX], path[512], value[VALUE_MAX], list[VALUE_MAX];
	int code = path_join(full, r->root, p->path + 1, NULL);

	if (code == 0)
		code = dir_list(full, &names, NULL);
	if (code < 0)
		return put_unreadable(r, p->name, code);
	for (size_t i = 0; i < names.len; i++) {
		const char *before;

		snprintf(path, sizeof path, "%s/%s", p->path, names.name[i]);
		if (get(r, path, value) < 0 || !text_is_utf8(value, strlen(value)))
			continue;
		before = json_string_value(json_object_get(all, value));
		snprintf(list, sizeof list, "%s%s%.200s", before ? before : "", before ? ", " : "",
			names.name[i]);
		if (json_object_set_new(all, value, json_string(list)) < 0)
			return -E_NOMEM;
	}
	return put(r, p->name, json_incref(all));
}

/* What is loaded into the tools: it may replace how rt-app burns its time. */
static int read_preload(struct reading *r, const struct probe *p)
{
	char value[VALUE_MAX];

	snprintf(value, sizeof value, "%s", getenv("LD_PRELOAD") ? getenv("LD_PRELOAD") : "");
	return *value ? put(r, p->name, text_json(value)) : 0;
}

static int read_first_word(struct reading *r, const struct probe *p)
{
	char value[VALUE_MAX];
	int code = get(r, p->path, value);

	if (code < 0)
		return put_unreadable(r, p->name, code);
	value[strcspn(value, " ")] = 0;
	return put(r, p->name, text_json(value));
}

/* Ticks stolen by the host since boot: the eighth number of the cpu line. */
static int read_steal(struct reading *r, const struct probe *p)
{
	scoped(buf_fini) struct buf text = {0};
	char full[FILE_PATH_MAX];
	unsigned long long ticks;
	int code = path_join(full, r->root, p->path + 1, NULL);

	if (code == 0)
		code = file_read(full, 16u << 20, &text, NULL);
	if (code < 0 ||
		sscanf(buf_cstr(&text), "cpu %*u %*u %*u %*u %*u %*u %*u %llu", &ticks) != 1)
		return put_unreadable(r, p->name, code < 0 ? code : -E_MALFORMED);
	return put(r, p->name, json_integer((json_int_t)ticks));
}

/* The hottest zone, in thousandths of a degree. */
static int read_hottest(struct reading *r, const struct probe *p)
{
	char value[VALUE_MAX], path[128];
	int64_t most = INT64_MIN, v;
	int code = 0;

	for (int zone = 0; zone < 64; zone++) {
		snprintf(path, sizeof path, "%s%d/temp", p->path, zone);
		code = get(r, path, value);
		if (code < 0)
			break;
		if (text_i64(value, strlen(value), &v))
			most = MAX(most, v);
	}
	if (most == INT64_MIN)
		return put_unreadable(r, p->name, code < 0 ? code : -E_MALFORMED);
	return put(r, p->name, json_integer(most));
}

/* ---- the tables ---------------------------------------------------------------------------- */

#define CPU   "/sys/devices/system/cpu/"
#define EACH  CPU "cpu%d/"
#define SCHED "/sys/kernel/debug/sched/"

static const struct probe facts[] = {
	{"cpus", NULL, read_cpus, true},
	{"preload", NULL, read_preload, true},
	{"clocksources", "/sys/devices/system/clocksource/clocksource0/available_clocksource", NULL,
		true},
	{"cpu_model", NULL, read_cpu_model, true},
	{"microcode", NULL, read_microcode, true},
	{"hypervisor", NULL, read_hypervisor, true},
	{"memory_gib", "/proc/meminfo", read_memory, true},
	{"packages", EACH "topology/physical_package_id", read_each_cpu, true},
	{"smt_siblings", EACH "topology/thread_siblings_list", read_each_cpu, true},
	{"cpu_capacity", EACH "cpu_capacity", read_each_cpu, true},
	{"sched_domains", SCHED "domains/cpu0", read_domains, true},
	{"dmi_vendor", "/sys/class/dmi/id/sys_vendor", NULL, true},
	{"dmi_product", "/sys/class/dmi/id/product_name", NULL, true},
	{"dmi_bios", "/sys/class/dmi/id/bios_version", NULL, true},
	{"device_tree", "/proc/device-tree/model", NULL, true},
	{"cpufreq_driver", EACH "cpufreq/scaling_driver", read_each_cpu, true},
	{"cpuidle_driver", CPU "cpuidle/current_driver", NULL, true},
};

static const struct probe conditions[] = {
	{"governor", EACH "cpufreq/scaling_governor", read_each_cpu, true},
	{"frequency_min_khz", EACH "cpufreq/scaling_min_freq", read_each_cpu, true},
	{"frequency_max_khz", EACH "cpufreq/scaling_max_freq", read_each_cpu, true},
	{"cpus_online", CPU "online", NULL, true},
	{"cpus_isolated", CPU "isolated", NULL, true},
	{"smt", CPU "smt/control", NULL, true},
	{"cpuidle_governor", CPU "cpuidle/current_governor", NULL, true},
	{"clocksource", "/sys/devices/system/clocksource/clocksource0/current_clocksource", NULL,
		true},
	{"preempt", SCHED "preempt", NULL, true},
	{"sched_features", SCHED "features", NULL, true},
	{"autogroup", "/proc/sys/kernel/sched_autogroup_enabled", NULL, true},
	{"rt_runtime_us", "/proc/sys/kernel/sched_rt_runtime_us", NULL, true},
	{"irq_affinity", "/proc/irq/default_smp_affinity", NULL, true},
	{"mitigations", CPU "vulnerabilities", read_folder, true},
	{"timer_slack_ns", "/proc/self/timerslack_ns", NULL, false},
	{"throttle_count", EACH "thermal_throttle/core_throttle_count", read_each_cpu, true},
	{"temperature_mc", "/sys/class/thermal/thermal_zone", read_hottest, false},
	{"load_1min", "/proc/loadavg", read_first_word, false},
	{"steal_ticks", "/proc/stat", read_steal, false},
	{"uptime_s", "/proc/uptime", read_first_word, false},
};

static int read_table(const struct probe_root *root, const struct probe *table, size_t n,
	json_t **ret, struct err *e)
{
	json_auto_t *into = json_object(), *unreadable = json_object();
	struct reading r = {root->path, into, unreadable};

	if (!into || !unreadable)
		return err_set(e, E_NOMEM, "out of memory");
	for (size_t i = 0; i < n; i++) {
		const struct probe *p = &table[i];
		int code = p->read ? p->read(&r, p) : read_value(&r, p);

		if (code < 0)
			return err_set(e, E_NOMEM, "out of memory for %s", p->name);
	}
	if (json_object_size(unreadable) && put(&r, "unreadable", json_incref(unreadable)) < 0)
		return err_set(e, E_NOMEM, "out of memory");
	*ret = json_incref(into);
	return 0;
}

int probe_facts(const struct probe_root *root, json_t **ret, struct err *e)
{
	return read_table(root, facts, ARRAY_LEN(facts), ret, e);
}

int probe_conditions(const struct probe_root *root, json_t **ret, struct err *e)
{
	return read_table(root, conditions, ARRAY_LEN(conditions), ret, e);
}

int probe_mark_changes(const json_t *before, json_t *after, struct err *e)
{
	json_auto_t *changed = json_array();

	for (size_t i = 0; i < ARRAY_LEN(conditions); i++) {
		const json_t *a = json_object_get(before, conditions[i].name);
		const json_t *b = json_object_get(after, conditions[i].name);

		if (!conditions[i].must_stay || (!a && !b) || json_equal(a, b))
			continue;
		if (json_array_append_new(changed, json_string(conditions[i].name)) < 0)
			return err_set(e, E_NOMEM, "out of memory");
	}
	if (json_array_size(changed) &&
		json_object_set_new(after, "changed", json_incref(changed)) < 0)
		return err_set(e, E_NOMEM, "out of memory");
	return 0;
}

static bool make_name(const char *from, char *out, size_t size)
{
	size_t n = 0;

	for (; *from && n + 1 < size; from++) {
		char c = (char)tolower((unsigned char)*from);

		if (isalnum((unsigned char)c) || c == '.' || c == '_')
			out[n++] = c;
		else if (n && out[n - 1] != '-')
			out[n++] = '-';
	}
	while (n && strchr("-.", out[n - 1]))
		n--;
	out[n] = 0;
	return text_is_name(out, size - 1);
}

void probe_board_name(const struct probe_root *root, char *out, size_t size)
{
	static const char *const paths[] = {"/proc/device-tree/model",
		"/sys/class/dmi/id/product_name", "/proc/sys/kernel/hostname"};
	struct reading r = {.root = root->path};
	char value[VALUE_MAX];

	for (size_t i = 0; i < ARRAY_LEN(paths); i++)
		if (get(&r, paths[i], value) == 0 && make_name(value, out, size))
			return;
	snprintf(out, size, "unnamed");
}
