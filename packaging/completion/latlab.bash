# SPDX-License-Identifier: GPL-2.0-or-later
# bash completion of latlab: verbs, options, and the words that options take.
_latlab() {
	local cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD - 1]} verb=${COMP_WORDS[1]:-} words=
	local measure="--column --by --warm-up --help --version"

	if [ "$COMP_CWORD" = 1 ]; then
		mapfile -t COMPREPLY < <(compgen -W "stat hist convert runs show --help --version" -- "$cur")
		return
	fi
	if [ "$cur" = = ]; then # --by=
		cur=
	elif [ "$prev" = = ]; then # --by=gr
		prev=${COMP_WORDS[COMP_CWORD - 2]}
	fi
	case $verb:$prev in
	*:--by | stat:-b | hist:-b | convert:-b) words="thread group file all" ;;
	*:--column | stat:-c | hist:-c | convert:-c) words="wu_lat slack run period c_duration c_period" ;;
	stat:--unit | stat:-u) words="ns us ms s" ;;
	hist:--percent | hist:-p) words="tool inside all" ;;
	convert:--to | convert:-t) words="json csv hgrm dist record" ;;
	*)
		case $verb:$cur in
		stat:-*) words="$measure --unit --st" ;;
		hist:-*) words="$measure --from --to --buckets --percent --log" ;;
		convert:-*) words="$measure --to --output --board --workload --kernel --boot" ;;
		runs:-* | show:-*) words="--server --json --help --version" ;;
		show:*) words="runs boards kernels series/" ;;
		esac
		;;
	esac
	mapfile -t COMPREPLY < <(compgen -W "$words" -- "$cur")
	case $verb in
	stat | hist | convert) [ -n "$words" ] || mapfile -t COMPREPLY < <(compgen -f -- "$cur") ;;
	esac
}
complete -o filenames -F _latlab latlab
