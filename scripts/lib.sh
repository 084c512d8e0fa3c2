# Shared by every script: paths, messages and caching.
# Sourced, not executed:  . "$(dirname "$0")/lib.sh"
set -euo pipefail

ROOT=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
cd "$ROOT"

# The cache outlives a clone: tools, the WebAssembly sysroot, built packages.
CACHE=${PROMPTCASE_CACHE:-${XDG_CACHE_HOME:-$HOME/.cache}/promptcase}
TARGET=${CARGO_TARGET_DIR:-$ROOT/target}
mkdir -p "$CACHE"

WASM_BINDGEN_VERSION=0.2.130
WASM_PACK_VERSION=0.15.1
BINARYEN_VERSION=132.0.0

say() { echo "$(basename "$0"): $*" >&2; }
die() { say "error: $1"; [ $# -lt 2 ] || say "hint: $2"; exit 1; }
need() { command -v "$1" >/dev/null || die "$1 is not installed" "$2"; }

# Digests the names and contents of all files below the given paths that git does not ignore.
digest() {
  local files
  files=$(git ls-files --cached --others --exclude-standard -- "$@" | sort -u \
    | while IFS= read -r f; do if [ -f "$f" ]; then echo "$f"; fi; done)
  { echo "$files"; git hash-object --no-filters --stdin-paths <<<"$files"; } \
    | git hash-object --stdin | cut -c1-16
}

# `once DIR DIGEST COMMAND…` runs the command that creates DIR, unless DIR exists and was created from the same
# digest. The marks are stored in the clone, as DIR is.
once() {
  local made=$1 want=$2 mark=$ROOT/target/made/${1//\//-}; shift 2
  if [ -d "$made" ] && [ "$(cat "$mark" 2>/dev/null)" = "$want" ]; then return; fi
  "$@"
  mkdir -p "$(dirname "$mark")"
  echo "$want" >"$mark"
}
