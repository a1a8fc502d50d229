# SPDX-License-Identifier: GPL-2.0-or-later
# cmake -D IN=file -D OUT=file.c -D NAME=symbol -P embed.cmake
# NAME and NAME_len are the file's bytes, NAME_hash a short name of its content for URLs and ETags.
file(READ ${IN} hex HEX)
file(SHA256 ${IN} hash)
string(SUBSTRING ${hash} 0 12 hash)
string(REGEX REPLACE "([0-9a-f][0-9a-f])" "0x\\1," bytes "${hex}")
file(WRITE ${OUT} "#include <stddef.h>\nextern const unsigned char ${NAME}[];\nextern const size_t ${NAME}_len;\n"
	"extern const char ${NAME}_hash[];\n"
	"const unsigned char ${NAME}[] = {${bytes}0};\nconst size_t ${NAME}_len = sizeof ${NAME} - 1;\n"
	"const char ${NAME}_hash[] = \"${hash}\";\n")
