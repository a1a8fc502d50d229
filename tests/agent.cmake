# schema/workload/ and agent/
foreach(name workload resolved)
	latlab_test(test_${name} LABEL unit SOURCES unit/test_${name}.c USES workload
		ENV "WORKLOADS=${PROJECT_SOURCE_DIR}/jobs/workloads")
endforeach()
latlab_test(test_fields LABEL unit SOURCES unit/test_fields.c USES agent_outputs)
latlab_test(test_rtapp_log LABEL unit SOURCES unit/test_rtapp_log.c USES agent_outputs)
foreach(name collect kernel_id policy probe)
	latlab_test(test_${name} LABEL unit SOURCES unit/test_${name}.c USES agent_core)
endforeach()
foreach(name spool upload)
	latlab_test(test_${name} LABEL "unit;fault" SOURCES unit/test_${name}.c USES agent_core)
endforeach()

# For the shell tests: prints a record line by line.
add_executable(show_record show_record.c)
target_link_libraries(show_record PRIVATE latlab_warnings wire PkgConfig::ZSTD)
latlab_script_test(agent_run LABEL flow SCRIPT flow/agent_run.sh)
latlab_script_test(agent_faults LABEL "flow;fault" SCRIPT flow/agent_faults.sh TIMEOUT 120)
