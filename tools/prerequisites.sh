#!/bin/sh
# Installs what the tests need and the machine lacks: a C compiler for the race
# detector, with "browser" a Chromium, with "scans" tesseract. Everything else
# comes with the Go modules.
set -eu
need=""
command -v gcc >/dev/null 2>&1 || need="$need gcc libc6-dev"
command -v git >/dev/null 2>&1 || need="$need git"
if [ "${1:-}" = browser ]; then
	command -v chromium >/dev/null 2>&1 || command -v google-chrome >/dev/null 2>&1 || need="$need chromium"
fi
if [ "${1:-}" = scans ]; then
	command -v tesseract >/dev/null 2>&1 || need="$need tesseract-ocr"
fi
[ -z "$need" ] && exit 0
sudo=""
if [ "$(id -u)" != 0 ]; then
	command -v sudo >/dev/null 2>&1 || { echo "please install:$need" >&2; exit 1; }
	sudo="sudo"
fi
command -v apt-get >/dev/null 2>&1 || { echo "please install:$need" >&2; exit 1; }
$sudo apt-get update -qq
# shellcheck disable=SC2086
$sudo apt-get install -y -qq $need
