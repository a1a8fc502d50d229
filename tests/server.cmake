# server/ and schema/store/
foreach(name db token ingest)
	latlab_test(test_${name} LABEL unit SOURCES unit/test_${name}.c USES server)
endforeach()
foreach(name routes store)
	latlab_test(test_${name} LABEL "unit;fault" SOURCES unit/test_${name}.c USES server)
endforeach()
latlab_test(test_writer LABEL "unit;fault;threads" SOURCES unit/test_writer.c USES server)
foreach(name server server_killed)
	latlab_test(test_${name} LABEL "flow;threads" SOURCES flow/test_${name}.c USES server client TIMEOUT 180
		ENV "LATLABD=$<TARGET_FILE:latlabd>")
	target_include_directories(test_${name} PRIVATE unit)
	add_dependencies(test_${name} latlabd)
endforeach()
