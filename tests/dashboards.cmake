add_library(made_pages STATIC made_pages.c unit/page_check.c)
target_link_libraries(made_pages PUBLIC dashboards PRIVATE latlab_warnings)
target_include_directories(made_pages PUBLIC . unit)

foreach(name format html pages plain svg textogram)
	latlab_test(test_${name} LABEL unit SOURCES unit/test_${name}.c USES made_pages)
endforeach()
target_compile_definitions(test_pages PRIVATE GOLDEN_DIR="${CMAKE_CURRENT_SOURCE_DIR}/golden")

# For developers: bin/preview FOLDER writes every page there.
add_executable(preview EXCLUDE_FROM_ALL preview.c)
target_link_libraries(preview PRIVATE latlab_warnings made_pages)
