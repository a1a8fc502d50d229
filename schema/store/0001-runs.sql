-- SPDX-License-Identifier: GPL-2.0-or-later
-- What runs are made of. Facts, except the tables marked D: those are derived and may be dropped.

CREATE TABLE board (
	id INTEGER PRIMARY KEY,
	name TEXT NOT NULL UNIQUE,
	arch TEXT NOT NULL
) STRICT;

-- What must be equal for two boots of a board to compare, once for each different state.
CREATE TABLE board_facts (
	id INTEGER PRIMARY KEY,
	board INTEGER NOT NULL REFERENCES board,
	digest BLOB NOT NULL,
	from_at INTEGER NOT NULL,
	json TEXT NOT NULL,
	UNIQUE (board, digest)
) STRICT;

-- recipe names a build: all that is known of where it came from, "buildid:<hex>" where that is nothing.
-- config_name is '' where unknown.
CREATE TABLE kernel (
	id INTEGER PRIMARY KEY,
	recipe TEXT NOT NULL UNIQUE,
	commit_sha TEXT,
	config_name TEXT NOT NULL,
	build_id TEXT,
	release TEXT NOT NULL,
	version TEXT NOT NULL
) STRICT;
CREATE INDEX kernel_build_id ON kernel (build_id);

CREATE TABLE workload (
	id INTEGER PRIMARY KEY,
	name TEXT NOT NULL UNIQUE
) STRICT;

CREATE TABLE workload_version (
	id INTEGER PRIMARY KEY,
	workload INTEGER NOT NULL REFERENCES workload,
	digest BLOB NOT NULL,
	body TEXT NOT NULL,
	UNIQUE (workload, digest)
) STRICT;

-- Another unit, resolution or direction is another metric, and so another series: they never mix. Nor do lone
-- numbers (scalar = 1) with samples.
CREATE TABLE metric (
	id INTEGER PRIMARY KEY,
	workload INTEGER NOT NULL REFERENCES workload,
	name TEXT NOT NULL,
	unit TEXT NOT NULL,
	resolution INTEGER NOT NULL,
	direction TEXT NOT NULL,
	scalar INTEGER NOT NULL,
	UNIQUE (workload, name, unit, resolution, direction, scalar)
) STRICT;

-- started_at is the earliest start of its runs, by the board's clock where that can be believed.
CREATE TABLE boot (
	id INTEGER PRIMARY KEY,
	board INTEGER NOT NULL REFERENCES board,
	boot_uuid TEXT NOT NULL,
	kernel INTEGER NOT NULL REFERENCES kernel,
	facts INTEGER NOT NULL REFERENCES board_facts,
	cmdline TEXT NOT NULL,
	started_at INTEGER NOT NULL,
	UNIQUE (board, boot_uuid)
) STRICT;
CREATE INDEX boot_kernel ON boot (kernel, board);

-- Raw logs. bytes is NULL for one that is a file, blobs/<first two digits>/<digest>.
CREATE TABLE blob (
	digest BLOB PRIMARY KEY,
	size INTEGER NOT NULL,
	bytes BLOB,
	at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- board repeats boot.board, so that the newest runs of a board are one walk down an index.
CREATE TABLE run (
	id INTEGER PRIMARY KEY,
	run_id TEXT NOT NULL UNIQUE,
	digest BLOB NOT NULL,
	board INTEGER NOT NULL REFERENCES board,
	boot INTEGER NOT NULL REFERENCES boot,
	workload_version INTEGER NOT NULL REFERENCES workload_version,
	received_at INTEGER NOT NULL,
	outcome TEXT NOT NULL,
	reason TEXT,
	header TEXT NOT NULL,
	raw_blob BLOB REFERENCES blob
) STRICT;
CREATE INDEX run_board ON run (board);
CREATE INDEX run_boot ON run (boot);
CREATE INDEX run_workload_version ON run (workload_version);

-- pos is the distribution's place in its record; the first one stands for the run in lists.
CREATE TABLE dist (
	id INTEGER PRIMARY KEY,
	run INTEGER NOT NULL REFERENCES run,
	pos INTEGER NOT NULL,
	metric INTEGER NOT NULL REFERENCES metric,
	n INTEGER NOT NULL,
	missed INTEGER NOT NULL,
	censored INTEGER NOT NULL,
	min INTEGER NOT NULL,
	max INTEGER NOT NULL,
	mean REAL NOT NULL,
	m2 REAL NOT NULL,
	p50 INTEGER NOT NULL,
	p90 INTEGER NOT NULL,
	p95 INTEGER NOT NULL,
	p99 INTEGER NOT NULL,
	p999 INTEGER NOT NULL,
	UNIQUE (run, metric),
	UNIQUE (run, pos)
) STRICT;

-- Apart, so that reading summaries never touches blobs.
CREATE TABLE dist_body (
	dist INTEGER PRIMARY KEY REFERENCES dist,
	bytes BLOB NOT NULL,
	blocks BLOB
) STRICT;

-- Only the digest of a token is kept. scopes is a set of bits: 1 board, 2 submit, 4 admin.
CREATE TABLE token (
	id INTEGER PRIMARY KEY,
	hash BLOB NOT NULL UNIQUE,
	name TEXT NOT NULL,
	scopes INTEGER NOT NULL,
	made_at INTEGER NOT NULL,
	expires_at INTEGER
) STRICT;

-- D. Its ids are in addresses, so a rebuild keeps those that are still wanted.
CREATE TABLE series (
	id INTEGER PRIMARY KEY,
	board INTEGER NOT NULL REFERENCES board,
	metric INTEGER NOT NULL REFERENCES metric,
	config_name TEXT NOT NULL,
	UNIQUE (board, metric, config_name)
) STRICT;
CREATE INDEX series_metric ON series (metric, board);

-- D. All runs of one workload version in one boot: the boot is what is replicated. A boot has one kernel.
CREATE TABLE point (
	series INTEGER NOT NULL REFERENCES series,
	boot INTEGER NOT NULL REFERENCES boot,
	workload_version INTEGER NOT NULL REFERENCES workload_version,
	runs INTEGER NOT NULL,
	n INTEGER NOT NULL,
	missed INTEGER NOT NULL,
	censored INTEGER NOT NULL,
	min INTEGER NOT NULL,
	max INTEGER NOT NULL,
	mean REAL NOT NULL,
	m2 REAL NOT NULL,
	p50 INTEGER NOT NULL,
	p90 INTEGER NOT NULL,
	p95 INTEGER NOT NULL,
	p99 INTEGER NOT NULL,
	p999 INTEGER NOT NULL,
	PRIMARY KEY (series, boot, workload_version)
) STRICT, WITHOUT ROWID;
