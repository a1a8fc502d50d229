# agent/outputs: traces.
foreach(name words wakeup_pairs trace_line trace_report trace_stat function_graph hist_trigger latency_trace trace_dat
	trace_cases)
	latlab_test(test_${name} LABEL unit SOURCES unit/test_${name}.c USES agent_outputs)
endforeach()
if(LATLAB_TRACECMD)
	target_compile_definitions(test_trace_dat PRIVATE LATLAB_TRACECMD)
	target_compile_definitions(test_trace_cases PRIVATE LATLAB_TRACECMD)
endif()
foreach(name trace_report trace_stat function_graph hist_trigger latency_trace)
	latlab_fuzz(${name} agent_outputs)
endforeach()
