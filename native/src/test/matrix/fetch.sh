#!/usr/bin/env bash
# Downloads Debian's cloud kernels 5.10, 6.1 and 6.12 with apt from the mirror that this machine uses,
# without touching the machine's own package lists.
# Usage: fetch.sh DIRECTORY     Result: DIRECTORY/vmlinuz-*
set -euo pipefail
. "$(dirname "$0")/../../../../.ci/prerequisites.sh"
dir=$(mkdir -p "$1" && cd "$1" && pwd)
mirror=$(plumbline_debian_mirror)
[ -n "$mirror" ] || { echo "fetch.sh: no Debian mirror configured for apt" >&2; exit 1; }
mkdir -p "$dir/state/lists/partial" "$dir/cache/archives/partial"
for suite in bullseye bookworm bookworm-backports; do
	echo "deb [signed-by=/usr/share/keyrings/debian-archive-keyring.gpg] $mirror $suite main"
done > "$dir/sources.list"
options="-o Dir::Etc::sourcelist=$dir/sources.list -o Dir::Etc::sourceparts=-
	-o Dir::State::lists=$dir/state/lists -o Dir::Cache=$dir/cache"
apt-get $options -qq update
cd "$dir"
for version in 5.10 6.1 6.12; do
	package=$(apt-cache $options search --names-only "^linux-image-$version\\..*cloud-amd64\$" |
		awk '{ print $1 }' | sort -V | tail -1)
	[ -n "$package" ] || { echo "fetch.sh: the mirror has no cloud kernel $version" >&2; exit 1; }
	apt-get $options -qq download "$package"
	rm -rf unpacked && dpkg -x "$package"_*.deb unpacked
	cp unpacked/boot/vmlinuz-* .
	rm -rf unpacked "$package"_*.deb
done
rm -rf state cache sources.list
ls vmlinuz-*
