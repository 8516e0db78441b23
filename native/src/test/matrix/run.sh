#!/bin/sh
# Boots kernels under emulation (no KVM needed) and runs KernelMatrix in each: every program loads,
# those of the gadgets in it/src/gadgets too, the walk through the golden program is exact, process
# starts and ends are seen.
# Usage: run.sh VMLINUZ...     from the module's directory, after its tests were compiled.
# Needs: qemu-system-x86_64, busybox (static), cpio, gcc, clang, jlink.
# MATRIX_APPEND is added to the kernel's command line, such as lockdown=confidentiality.
set -eu
for tool in qemu-system-x86_64 busybox cpio gcc clang jlink; do
	command -v $tool > /dev/null || { echo "SKIPPED kernel matrix: $tool is missing"; exit 0; }
done
[ $# -gt 0 ] || { echo "usage: run.sh VMLINUZ..." >&2; exit 2; }
here=$(cd "$(dirname "$0")/../../.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
root=$work/root
mkdir -p "$root/bin" "$root/proc" "$root/sys" "$root/dev" "$root/tmp" "$root/app"
cp "$(command -v busybox)" "$root/bin/busybox"
jlink --add-modules java.base,java.logging --strip-debug --no-header-files --no-man-pages \
	--output "$root/java"
"$root/java/bin/java" -Xshare:dump -XX:+UseSerialGC > /dev/null
for file in "$root/java/bin/java" $(find "$root/java" -name '*.so'); do
	ldd "$file" 2> /dev/null | awk '/=> \// { print $3 } /^\t\// { print $1 }'
done | sort -u | grep -v "^$root" | while read -r library; do
	mkdir -p "$root$(dirname "$library")"
	cp -L "$library" "$root$library"
done
cp -r "$here/target/classes" "$root/app/classes"
cp -r "$here/target/test-classes" "$root/app/test-classes"
for jar in $(find "${MAVEN_REPOSITORY:-$HOME/.m2/repository}" -name 'jna-5*.jar' \
	-o -name 'jspecify-1*.jar' -o -name 'assertj-core-3*.jar' -o -name 'byte-buddy-1.*.jar'); do
	cp "$jar" "$root/app/"
done
gcc -nostdlib -static -o "$root/app/golden" "$here/src/test/native/golden.S"
mkdir -p "$root/app/gadgets"
for source in "$here"/../it/src/gadgets/*/program.bpf.c; do
	name=$(basename "$(dirname "$source")")
	[ "$name" != refused ] || continue # no kernel takes it, and that is what it is for
	clang --target=bpfel -mcpu=v2 -O2 -g -I "$here/../gadget-descriptors/src/main/resources/gadgets" \
		-c "$source" -o "$root/app/gadgets/$name.bpf.o"
done
cat > "$root/init" << 'INIT'
#!/bin/busybox sh
/bin/busybox mount -t proc proc /proc
/bin/busybox mount -t sysfs sysfs /sys
/bin/busybox mount -t devtmpfs devtmpfs /dev
/bin/busybox mount -t securityfs securityfs /sys/kernel/security
cd /app
/java/bin/java -XX:+UseSerialGC -XX:TieredStopAtLevel=1 -Xmx128m \
	-cp "/app/classes:/app/test-classes:/app/*" dev.plumbline.kernel.unwind.KernelMatrix /app/golden \
	/app/classes/dev/plumbline/kernel/bpf /app/gadgets
/bin/busybox poweroff -f
INIT
chmod +x "$root/init"
(cd "$root" && find . | cpio -o -H newc --quiet | gzip -1) > "$work/initramfs.gz"
failed=0
for kernel in "$@"; do
	log=$work/$(basename "$kernel").log
	# One thread for both CPUs: with one each, a kernel that patches its own code at boot may panic.
	timeout 400 qemu-system-x86_64 -accel tcg,thread=single -cpu max,cx16=off,la57=off -smp 2 -m 1024 -nographic -no-reboot \
		-kernel "$kernel" -initrd "$work/initramfs.gz" \
		-append "console=ttyS0 quiet panic=-1 ${MATRIX_APPEND:-}" < /dev/null > "$log" 2>&1 || true
	echo "== $(basename "$kernel")"
	grep -a MATRIX "$log" || true
	if ! grep -aq "MATRIX ok" "$log"; then
		tail -40 "$log"
		failed=1
	fi
done
exit $failed
