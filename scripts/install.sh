#!/bin/sh
# Installs the dependencies when they are absent or older than the lock file. Runs on the Node and npm of the machine;
# later steps run on the Node among the dependencies.
set -eu
cd "$(dirname "$0")/.."
if [ ! -f node_modules/.package-lock.json ] || [ package-lock.json -nt node_modules/.package-lock.json ]; then
  npm ci --no-audit --no-fund --loglevel=error
fi
