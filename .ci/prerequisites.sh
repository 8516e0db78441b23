# Sourced by ./run and ./test: sees to a JDK 17, Maven, clang, gcc, node with npm, and Chromium. On Debian it installs what is
# missing through apt and says so first; anywhere else it names what is missing and ends with 1.

plumbline_jdk17() {
  local candidate
  for candidate in "${JAVA_HOME:-}" "$(dirname "$(dirname "$(readlink -f "$(command -v javac || true)")")")" \
    /usr/lib/jvm/java-17-openjdk-* /usr/lib/jvm/temurin-17-*; do
    if [ -x "$candidate/bin/javac" ] && "$candidate/bin/javac" -version 2>&1 | grep -q '^javac 17'; then
      printf '%s\n' "$candidate"
      return 0
    fi
  done
  return 1
}

plumbline_prerequisites() {
  local missing=()
  plumbline_jdk17 >/dev/null || missing+=(openjdk-17-jdk-headless)
  command -v mvn >/dev/null || missing+=(maven)
  command -v clang >/dev/null || missing+=(clang)
  command -v llvm-strip >/dev/null || missing+=(llvm)
  command -v gcc >/dev/null || missing+=(gcc libc6-dev)
  command -v node >/dev/null || missing+=(nodejs)
  command -v npm >/dev/null || missing+=(npm)
  command -v chromium >/dev/null || missing+=(chromium)
  if [ "${#missing[@]}" -gt 0 ]; then
    if [ ! -f /etc/debian_version ] || ! command -v apt-get >/dev/null; then
      echo "Missing: a JDK 17 (javac), Maven 3.8.7 or newer, clang with llvm-strip, gcc, node 18 or newer with npm or Chromium, as Debian's packages ${missing[*]} hold them." >&2
      echo "Please install them with your system's package manager and start again." >&2
      exit 1
    fi
    local root=()
    if [ "$(id -u)" -ne 0 ]; then
      command -v sudo >/dev/null || {
        echo "Missing: ${missing[*]}. Please install them as root: apt-get install ${missing[*]}" >&2
        exit 1
      }
      root=(sudo)
    fi
    echo "Installing through apt: ${missing[*]}"
    "${root[@]}" apt-get update -q
    DEBIAN_FRONTEND=noninteractive "${root[@]}" apt-get install -y -q --no-install-recommends "${missing[@]}" || {
      echo "apt has no ${missing[*]} here: please install a JDK 17, Maven 3.8.7 or newer, clang, llvm, gcc, node, npm and Chromium, and start again." >&2
      exit 1
    }
  fi
  JAVA_HOME=$(plumbline_jdk17)
  export JAVA_HOME
}

# Compiles what tests compile by Go, with the CPU that nothing else wants: where nothing of it is cached yet, the
# Collector of it/peers alone takes minutes. What fails here fails again where it is tested, and is told there.
plumbline_go_cache() {
  local program
  command -v go >/dev/null || return 0
  for program in it/peers it/peers/levels/otlp*; do
    (cd "$program" && exec nice -n 19 go build -o /dev/null .) >/dev/null 2>&1 || true
  done
}

# What the tests of containers, of system calls, of musl and of an old Go are skipped without. Only where apt can be
# asked as root; that it cannot is no failure.
plumbline_test_tools() {
  local package missing=()
  command -v podman >/dev/null || missing+=(podman)
  command -v runc >/dev/null || missing+=(runc)
  [ -x /bin/busybox ] || missing+=(busybox-static)
  command -v strace >/dev/null || missing+=(strace)
  command -v musl-gcc >/dev/null || missing+=(musl-tools)
  [ -x /usr/lib/go-1.19/bin/go ] || missing+=(golang-1.19-go)
  if [ "${#missing[@]}" -eq 0 ] || [ ! -f /etc/debian_version ] || [ "$(id -u)" -ne 0 ] || ! command -v apt-get >/dev/null; then
    return 0
  fi
  echo "Installing through apt, for tests that are skipped without them: ${missing[*]}"
  apt-get update -q || true
  for package in "${missing[@]}"; do
    DEBIAN_FRONTEND=noninteractive apt-get install -y -q --no-install-recommends "$package" ||
      echo "apt has no $package here: its tests are skipped." >&2
  done
}

# The mirror that this machine's apt has Debian from, as apt understands its own lists; nothing where it has none. The
# archive of security updates is another, and others' archives for Debian have other components.
plumbline_debian_mirror() {
  apt-get indextargets --format '$(REPO_URI)' 'Created-By: Packages' 'Component: main' |
    awk '/\/debian\// && !found++'
}
