#!/bin/sh
# Installs the dependencies when they are absent or older than the lock file. Runs on whatever Node and npm the
# machine has; everything after it runs on the Node that the project brings.
set -eu
cd "$(dirname "$0")/.."
if [ ! -f node_modules/.package-lock.json ] || [ package-lock.json -nt node_modules/.package-lock.json ]; then
  npm ci --no-audit --no-fund --loglevel=error
fi
