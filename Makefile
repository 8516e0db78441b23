# One line over Maven each; ./run and ./test are the main entries.
.PHONY: it long old-jdks matrix bars bench fuzz lint double-build release

# One integration test: make it TEST=ExportIT
it:
	mvn -B -ntp -Dquick verify -pl it -am -Dsurefire.failIfNoSpecifiedTests=false -Dtest=none $(if $(TEST),-Dit.test=$(TEST) -Dfailsafe.failIfNoSpecifiedTests=false)

# What takes minutes, and what needs root and a network; CONTRIBUTING.md names them.
long:
	mvn -B -ntp -Dquick verify -pl it -am -Dsurefire.failIfNoSpecifiedTests=false -Dtest=none -Dit.groups=long -Dit.excludedGroups=

old-jdks:
	it/bin/old-jdks

# The BPF programs on Debian's kernels 5.10, 6.1 and 6.12 under emulation.
matrix:
	mvn -B -q -Dquick test-compile -pl native -am
	native/src/test/matrix/fetch.sh native/target/kernels
	cd native && src/test/matrix/run.sh target/kernels/vmlinuz-*
	cd native && MATRIX_APPEND="lockdown=confidentiality lsm=lockdown,capability" src/test/matrix/run.sh target/kernels/vmlinuz-6.12*

bars:
	mvn -B -ntp -Dquick verify -pl it -am -Dsurefire.failIfNoSpecifiedTests=false -Dtest=none -Dit.groups=bars -Dit.excludedGroups=

bench:
	mvn -B -q -Dquick -DskipTests package -pl it -am && java -cp 'it/target/test-classes:it/target/classes:it/target/test-lib/*' org.openjdk.jmh.Main $(ARGS)

# Damaged input for every reader of foreign bytes: make fuzz TRIES=1000000
fuzz:
	mvn -B -ntp -Dquick test -pl exporter,sidecar -am -Dsurefire.failIfNoSpecifiedTests=false '-Dtest=*FuzzTest' -Dplumbline.fuzz.tries=$(or $(TRIES),100000) -Djunit.jupiter.execution.timeout.mode=disabled

lint:
	mvn -B -ntp -DskipTests test-compile

double-build:
	.ci/double-build

release: double-build
	mvn -B -ntp clean verify
