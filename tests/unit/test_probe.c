/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "test.h"

#include <unistd.h>

#include "agent/probe.h"

/* Puts a file into a made tree that plays /. */
static void plant(const char *root, const char *path, const char *text)
{
	char full[512], *slash;

	snprintf(full, sizeof full, "%s%s", root, path);
	slash = strrchr(full, '/');
	*slash = 0;
	assert_ok(dir_ensure(full, NULL));
	*slash = '/';
	assert_ok(file_write(full, text, strlen(text), NULL));
}

static const char *text_of(const json_t *json, const char *key)
{
	const char *s = json_string_value(json_object_get(json, key));

	return s ? s : "(none)";
}

#define CPU "/sys/devices/system/cpu/"

static void conditions_of_a_made_tree(void **state)
{
	scoped(test_dir_fini) char *dir = test_dir();
	struct probe_root root = {dir};
	json_t *c = NULL;

	(void)state;
	plant(dir, CPU "cpu0/cpufreq/scaling_governor", "performance\n");
	plant(dir, CPU "smt/control", "off\n");
	plant(dir, CPU "vulnerabilities/meltdown", "Not affected\n");
	plant(dir, CPU "vulnerabilities/l1tf", "Not affected\n");
	plant(dir, "/proc/loadavg", "1.25 0.10 0.00 1/100 42\n");
	plant(dir, "/proc/stat", "cpu  1 2 3 4 5 6 7 88 9 10\ncpu0 1 2 3 4 5 6 7 8 9 10\n");
	plant(dir, "/sys/class/thermal/thermal_zone0/temp", "41000\n");
	plant(dir, "/sys/class/thermal/thermal_zone1/temp", "52000\n");
	assert_ok(probe_conditions(&root, &c, NULL));
	assert_string_equal(text_of(c, "governor"), "performance");
	assert_string_equal(text_of(c, "smt"), "off");
	assert_string_equal(text_of(c, "load_1min"), "1.25");
	assert_string_equal(
		text_of(json_object_get(c, "mitigations"), "Not affected"), "l1tf, meltdown");
	assert_int_equal(json_integer_value(json_object_get(c, "steal_ticks")), 88);
	assert_int_equal(json_integer_value(json_object_get(c, "temperature_mc")), 52000);
	assert_string_equal(text_of(json_object_get(c, "unreadable"), "clocksource"), "not there");
	assert_null(json_object_get(c, "clocksource"));
	json_decref(c);
}

/* Two kernels of one board differ in MemTotal by their own size and must not look like two boards. */
static void facts_of_a_made_tree(void **state)
{
	scoped(test_dir_fini) char *dir = test_dir();
	struct probe_root root = {dir};
	json_t *f = NULL;

	(void)state;
	plant(dir, "/proc/cpuinfo",
		"processor\t: 0\nmodel name\t: Made CPU \xff 3000\nflags\t\t: fpu hypervisor\n");
	plant(dir, "/proc/meminfo", "MemTotal:        8049312 kB\nMemFree: 1 kB\n");
	plant(dir, "/sys/kernel/debug/sched/domains/cpu0/domain0/name", "MC\n");
	plant(dir, "/sys/kernel/debug/sched/domains/cpu0/domain0/flags", "SD_BALANCE_NEWIDLE \n");
	plant(dir, "/sys/kernel/debug/sched/domains/cpu0/domain1/name", "PKG\n");
	assert_ok(probe_facts(&root, &f, NULL));
	assert_string_equal(text_of(f, "cpu_model"), "Made CPU ? 3000");
	assert_int_equal(json_integer_value(json_object_get(f, "memory_gib")), 8);
	assert_true(json_is_true(json_object_get(f, "hypervisor")));
	assert_string_equal(text_of(f, "sched_domains"), "MC: SD_BALANCE_NEWIDLE; PKG: ");
	json_decref(f);
}

/* CPUs that differ are told apart; this machine must have two for it. */
static void cpus_that_differ(void **state)
{
	scoped(test_dir_fini) char *dir = test_dir();
	struct probe_root root = {dir};
	json_t *c = NULL, *governor;

	(void)state;
	if (sysconf(_SC_NPROCESSORS_CONF) < 2) {
		print_message("needs a machine with two CPUs\n");
		skip();
	}
	plant(dir, CPU "cpu0/cpufreq/scaling_governor", "performance\n");
	plant(dir, CPU "cpu1/cpufreq/scaling_governor", "powersave\n");
	assert_ok(probe_conditions(&root, &c, NULL));
	governor = json_object_get(c, "governor");
	assert_string_equal(text_of(governor, "performance"), "0");
	assert_string_equal(text_of(governor, "powersave"), "1");
	json_decref(c);
}

static void marks_what_changed(void **state)
{
	json_t *before = json_loads(
		"{\"governor\":\"performance\",\"load_1min\":\"0\",\"smt\":\"on\"}", 0, NULL);
	json_t *after = json_loads(
		"{\"governor\":\"powersave\",\"load_1min\":\"9\",\"cpus_online\":\"0\"}", 0, NULL);
	json_t *same = json_deep_copy(before), *changed;

	(void)state;
	assert_ok(probe_mark_changes(before, after, NULL));
	changed = json_object_get(after, "changed");
	assert_int_equal(
		json_array_size(changed), 3); /* load may change; the rest changed, came or went */
	assert_string_equal(json_string_value(json_array_get(changed, 0)), "governor");
	assert_string_equal(json_string_value(json_array_get(changed, 1)), "cpus_online");
	assert_string_equal(json_string_value(json_array_get(changed, 2)), "smt");
	assert_ok(probe_mark_changes(before, same, NULL));
	assert_null(json_object_get(same, "changed"));
	json_decref(before);
	json_decref(after);
	json_decref(same);
}

static void names_of_boards(void **state)
{
	static const struct {
		const char *path, *text, *name;
	} rows[] = {
		{"/proc/device-tree/model", "Raspberry Pi 4 Model B Rev 1.4",
			"raspberry-pi-4-model-b-rev-1.4"},
		{"/sys/class/dmi/id/product_name", " Standard PC (Q35 + ICH9, 2009)\n",
			"standard-pc-q35-ich9-2009"},
		{"/proc/sys/kernel/hostname", "Lab_Box-7\n", "lab_box-7"},
		{"/proc/sys/kernel/hostname", "???\n", "unnamed"},
		{"/nothing", "", "unnamed"},
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
		scoped(test_dir_fini) char *dir = test_dir();
		struct probe_root root = {dir};
		char name[65];

		plant(dir, rows[i].path, rows[i].text);
		probe_board_name(&root, name, sizeof name);
		assert_string_equal(name, rows[i].name);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(conditions_of_a_made_tree),
		cmocka_unit_test(facts_of_a_made_tree),
		cmocka_unit_test(cpus_that_differ),
		cmocka_unit_test(marks_what_changed),
		cmocka_unit_test(names_of_boards),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
