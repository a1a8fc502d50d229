# SPDX-License-Identifier: GPL-2.0-or-later
# Every library we use from outside, as Debian packages it.
find_package(PkgConfig REQUIRED)
find_package(Threads REQUIRED)
pkg_check_modules(CURL REQUIRED IMPORTED_TARGET libcurl)         # libcurl4-openssl-dev: client/
pkg_check_modules(JANSSON REQUIRED IMPORTED_TARGET jansson)      # libjansson-dev
pkg_check_modules(SODIUM REQUIRED IMPORTED_TARGET libsodium)     # libsodium-dev
pkg_check_modules(ZSTD REQUIRED IMPORTED_TARGET libzstd)         # libzstd-dev
pkg_check_modules(TRACECMD QUIET IMPORTED_TARGET libtracecmd)    # libtracecmd-dev libtracefs-dev: agent/outputs/trace_dat_read.c
option(LATLAB_TRACECMD "Read trace.dat files by libtracecmd" ${TRACECMD_FOUND})
if(LATLAB_TRACECMD AND NOT TRACECMD_FOUND)
	message(FATAL_ERROR "LATLAB_TRACECMD is on and pkg-config does not find libtracecmd: install libtracecmd-dev and libtracefs-dev, or turn it off")
endif()
pkg_check_modules(ZLIB REQUIRED IMPORTED_TARGET zlib)            # zlib1g-dev: agent/outputs/hdr_decode.c
if(LATLAB_SERVER)
	pkg_check_modules(LZMA REQUIRED IMPORTED_TARGET liblzma)     # liblzma-dev: cli/unpack.c
	pkg_check_modules(ZLIB REQUIRED IMPORTED_TARGET zlib)        # zlib1g-dev: cli/unpack.c
	pkg_check_modules(SQLITE REQUIRED IMPORTED_TARGET sqlite3)           # libsqlite3-dev: server/db.c
	pkg_check_modules(MICROHTTPD REQUIRED IMPORTED_TARGET libmicrohttpd) # libmicrohttpd-dev: server/http.c
endif()
if(LATLAB_TESTS)
	pkg_check_modules(CMOCKA REQUIRED IMPORTED_TARGET cmocka)    # libcmocka-dev
endif()
