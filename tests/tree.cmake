# The source itself.
latlab_script_test(layers LABEL tree SCRIPT tree/layers.sh)
latlab_script_test(format LABEL tree SCRIPT tree/format.sh)
latlab_script_test(words LABEL tree SCRIPT tree/words.sh)
