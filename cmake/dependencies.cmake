# SPDX-License-Identifier: GPL-2.0-or-later
# Every library we use from outside, as Debian packages it.
find_package(PkgConfig REQUIRED)
find_package(Threads REQUIRED)
pkg_check_modules(CURL REQUIRED IMPORTED_TARGET libcurl)         # libcurl4-openssl-dev: client/
pkg_check_modules(JANSSON REQUIRED IMPORTED_TARGET jansson)      # libjansson-dev
pkg_check_modules(SODIUM REQUIRED IMPORTED_TARGET libsodium)     # libsodium-dev
pkg_check_modules(ZSTD REQUIRED IMPORTED_TARGET libzstd)         # libzstd-dev
if(LATLAB_SERVER)
	pkg_check_modules(SQLITE REQUIRED IMPORTED_TARGET sqlite3)           # libsqlite3-dev: server/db.c
	pkg_check_modules(MICROHTTPD REQUIRED IMPORTED_TARGET libmicrohttpd) # libmicrohttpd-dev: server/http.c
endif()
if(LATLAB_TESTS)
	pkg_check_modules(CMOCKA REQUIRED IMPORTED_TARGET cmocka)    # libcmocka-dev
endif()
