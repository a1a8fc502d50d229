# agent/outputs: latency tools.
foreach(name cyclictest cyclictest_hist cyclictest_json formats hackbench hdr_decode hdr_log hgrm numbers perf_sched rtapp_stream rteval schbench
	tool_cases xml)
	latlab_test(test_${name} LABEL unit SOURCES unit/test_${name}.c USES agent_outputs)
endforeach()
foreach(name cyclictest cyclictest_hist cyclictest_json hackbench hdr_log hgrm numbers perf_bench perf_sched rtapp_stream rteval schbench)
	latlab_fuzz(${name} agent_outputs)
endforeach()
