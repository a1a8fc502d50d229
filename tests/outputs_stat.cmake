# SPDX-License-Identifier: GPL-2.0-or-later
# cli/ and what it prints
if(LATLAB_SERVER)
	foreach(name stat_table textogram_tool)
		latlab_test(test_${name} LABEL unit SOURCES unit/test_${name}.c USES made_pages)
	endforeach()
	latlab_test(test_export LABEL unit SOURCES unit/test_export.c USES dashboards agent_outputs)
	foreach(name sets source unpack)
		latlab_test(test_${name} LABEL "unit;fault" SOURCES unit/test_${name}.c USES cli_core)
	endforeach()
	latlab_test(test_rtapp LABEL "unit;fault" SOURCES unit/test_rtapp.c USES agent_outputs)
	latlab_script_test(stat LABEL flow SCRIPT flow/stat.sh)
endif()
latlab_fuzz(rtapp agent_outputs)
