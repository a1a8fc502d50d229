# base/, schema/wire, client/
foreach(name buf cursor err file opt proc text util uuid)
	latlab_test(test_${name} LABEL unit SOURCES unit/test_${name}.c USES base)
endforeach()
foreach(name dist dist_builder record rice)
	latlab_test(test_${name} LABEL unit SOURCES unit/test_${name}.c USES wire)
endforeach()
latlab_test(test_http_client LABEL unit SOURCES unit/test_http_client.c USES client)
