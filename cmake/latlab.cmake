# SPDX-License-Identifier: GPL-2.0-or-later
# How every target here is made: flags as interface libraries, one library a folder.

include(GNUInstallDirs)

set(CMAKE_C_STANDARD 11)
set(CMAKE_C_STANDARD_REQUIRED ON)
set(CMAKE_C_EXTENSIONS ON)
set(CMAKE_POSITION_INDEPENDENT_CODE ON)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
set(CMAKE_RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/bin)
set(CMAKE_C_FLAGS_RELWITHDEBINFO "-O2 -g") # with assertions
if(NOT CMAKE_BUILD_TYPE)
	set(CMAKE_BUILD_TYPE RelWithDebInfo CACHE STRING "" FORCE)
endif()

set(CMAKE_INTERPROCEDURAL_OPTIMIZATION_RELEASE ON)

add_library(latlab_warnings INTERFACE)
target_compile_options(latlab_warnings INTERFACE
	-Wall -Wextra -Wshadow -Wstrict-prototypes -Wmissing-prototypes -Wold-style-definition
	-Wpointer-arith -Wcast-qual -Wwrite-strings -Wvla -Wformat=2 -Wundef -Wimplicit-fallthrough
	$<$<BOOL:${LATLAB_WERROR}>:-Werror>)

add_library(latlab_options INTERFACE)
target_compile_definitions(latlab_options INTERFACE _GNU_SOURCE LATLAB_VERSION="${PROJECT_VERSION}"
	$<$<BOOL:${LATLAB_FAULTS}>:LATLAB_FAULTS=1>
	$<$<CONFIG:Release>:_FORTIFY_SOURCE=2>)
target_compile_options(latlab_options INTERFACE -fstack-protector-strong -fno-common)
target_link_options(latlab_options INTERFACE -Wl,-z,relro,-z,now -Wl,--as-needed)
if(LATLAB_SANITIZE)
	target_compile_options(latlab_options INTERFACE
		-fsanitize=${LATLAB_SANITIZE} -fno-sanitize-recover=all -fno-omit-frame-pointer)
	target_link_options(latlab_options INTERFACE -fsanitize=${LATLAB_SANITIZE})
endif()

# latlab_library(NAME SOURCES a.c ... USES target ...)
function(latlab_library name)
	cmake_parse_arguments(arg "" "" "SOURCES;USES" ${ARGN})
	add_library(${name} STATIC ${arg_SOURCES})
	target_include_directories(${name} PUBLIC ${PROJECT_SOURCE_DIR} ${PROJECT_BINARY_DIR}/generated)
	target_link_libraries(${name} PUBLIC latlab_options ${arg_USES} PRIVATE latlab_warnings)
endfunction()

# latlab_program(NAME SOURCES main.c USES target ... COMPONENT agent)
function(latlab_program name)
	cmake_parse_arguments(arg "" "COMPONENT" "SOURCES;USES" ${ARGN})
	add_executable(${name} ${arg_SOURCES})
	target_link_libraries(${name} PRIVATE latlab_options latlab_warnings ${arg_USES})
	install(TARGETS ${name} RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR} COMPONENT ${arg_COMPONENT})
endfunction()

# latlab_embed(TARGET NAME file): bytes of a file as `const unsigned char NAME[]`, size_t NAME_len.
function(latlab_embed target name file)
	set(out ${PROJECT_BINARY_DIR}/generated/embed/${name}.c)
	add_custom_command(OUTPUT ${out}
		COMMAND ${CMAKE_COMMAND} -D IN=${CMAKE_CURRENT_SOURCE_DIR}/${file} -D OUT=${out} -D NAME=${name}
			-P ${PROJECT_SOURCE_DIR}/cmake/embed.cmake
		DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/${file} ${PROJECT_SOURCE_DIR}/cmake/embed.cmake
		VERBATIM)
	target_sources(${target} PRIVATE ${out})
endfunction()

# latlab_test(NAME LABEL unit SOURCES x.c USES target ... [TIMEOUT seconds] [ENV A=b ...]): a cmocka program.
function(latlab_test name)
	cmake_parse_arguments(arg "" "TIMEOUT" "LABEL;SOURCES;USES;ENV" ${ARGN})
	add_executable(${name} ${arg_SOURCES})
	target_link_libraries(${name} PRIVATE latlab_warnings ${arg_USES} PkgConfig::CMOCKA)
	add_test(NAME ${name} COMMAND ${name})
	latlab_test_properties(${name} "${arg_LABEL}" "${arg_TIMEOUT}" "${arg_ENV}")
endfunction()

# latlab_script_test(NAME LABEL flow SCRIPT path [ARGS ...] [TIMEOUT s]): a shell program that gets BIN, the folder of programs.
function(latlab_script_test name)
	cmake_parse_arguments(arg "" "TIMEOUT;SCRIPT" "LABEL;ARGS;ENV" ${ARGN})
	add_test(NAME ${name} COMMAND bash ${CMAKE_CURRENT_SOURCE_DIR}/${arg_SCRIPT} ${arg_ARGS})
	latlab_test_properties(${name} "${arg_LABEL}" "${arg_TIMEOUT}"
		"BIN=${CMAKE_RUNTIME_OUTPUT_DIRECTORY};SOURCE=${PROJECT_SOURCE_DIR};${arg_ENV}")
endfunction()

function(latlab_test_properties name label timeout env)
	if(NOT timeout)
		set(timeout 60)
	endif()
	set_tests_properties(${name} PROPERTIES LABELS "${label}" TIMEOUT ${timeout} SKIP_RETURN_CODE 77
		ENVIRONMENT "${env}")
	# What measures or races real programs has the machine to itself.
	if("flow" IN_LIST label OR "page" IN_LIST label)
		set_tests_properties(${name} PROPERTIES RUN_SERIAL ON)
	endif()
endfunction()
