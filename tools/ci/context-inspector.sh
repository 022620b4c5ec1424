#!/usr/bin/env bash
# The command line of this checkout for CI and pre-commit: builds it where that has not been done, then runs it.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
if ! command -v node > /dev/null || ! node -e 'process.exit(Number(process.versions.node.split(".")[0]) >= 20 ? 0 : 1)'; then
	echo 'context-inspector needs Node 20 or newer.' >&2
	exit 2
fi
if [ ! -e "$here/dist/cli.js" ] || [ ! -e "$here/dist/secrets.js" ]; then
	# Several hooks may start at once; the first one builds.
	(
		if command -v flock > /dev/null; then flock 9; fi
		if [ ! -e "$here/dist/cli.js" ] || [ ! -e "$here/dist/secrets.js" ]; then
			cd "$here"
			npm ci --ignore-scripts --no-audit --no-fund > /dev/null && node esbuild.config.mjs --production > /dev/null
		fi
	) 9> "$here/.build.lock" >&2 || {
		echo 'context-inspector cannot be built; run "npm ci && npm run build" in its checkout to see why.' >&2
		exit 2
	}
fi
exec node "$here/dist/cli.js" "$@"
