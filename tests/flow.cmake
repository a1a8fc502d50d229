# Real programs together.
if(LATLAB_AGENT AND LATLAB_SERVER)
	latlab_script_test(pipe LABEL flow SCRIPT flow/pipe.sh TIMEOUT 120)
	latlab_script_test(show LABEL flow SCRIPT flow/show.sh)
	latlab_script_test(page LABEL page SCRIPT flow/page.sh TIMEOUT 180)
endif()
