#!/bin/sh
# Set GM Desk up inside this checkout, then run it or test it, or build its installers:
#   sh packaging/desk.sh run [arguments of gm-desk]
#   sh packaging/desk.sh test [arguments of pytest]
#   sh packaging/desk.sh build [arguments of build.py]
set -eu

root=$(CDPATH='' cd -- "$(dirname -- "$0")/.." && pwd)
venv=$root/.venv
stamp=$venv/desk.stamp

# What Qt needs on Debian and Ubuntu: to start at all, then for X and for Wayland.
libraries="libgl1 libegl1 libglib2.0-0 libxkbcommon0 libfontconfig1 libdbus-1-3
    libxcb-cursor0 libxkbcommon-x11-0 libxcb-icccm4 libxcb-keysyms1 libxcb-shape0 libwayland-cursor0"

# What the installers are built with on Debian and Ubuntu.
tools="binutils dpkg-dev"

say() { printf '%s\n' "$*" >&2; }
fail() { say "$*"; exit 1; }

# Run a command; show what it said only if it fails.
quietly() { said=$("$@" 2>&1 </dev/null) || { say "$said"; return 1; }; }

# --- System packages -------------------------------------------------------------------------------------------------

# Print which of the Debian packages named are not installed; newer releases add t64 to some names.
missing_packages() {
    # shellcheck disable=SC2046,SC2086  # lists of names
    installed=$(dpkg-query -W -f '${db:Status-Status} ${Package}\n' $1 $(printf '%st64 ' $1) 2>/dev/null |
        sed -n 's/^installed //p')
    for package in $1; do
        printf '%s\n' "$installed" | grep -qxF -e "$package" -e "${package}t64" || printf '%s ' "$package"
    done
}

# Install the Debian packages named, as root or with a sudo that asks no password; fetch apt's lists only if that helps.
install_packages() {
    apt="env DEBIAN_FRONTEND=noninteractive apt-get -qq -o DPkg::Lock::Timeout=120"
    if [ "$(id -u)" != 0 ]; then
        sudo -n true 2>/dev/null || return 1
        apt="sudo -n $apt"
    fi
    # shellcheck disable=SC2086  # a command in words, a list of names
    $apt install -y --no-install-recommends $1 >/dev/null 2>&1 </dev/null ||
        { quietly $apt update && quietly $apt install -y --no-install-recommends $1; }
}

# On Debian and Ubuntu, see to it that the packages named are there, or say how to install them.
need_packages() {
    command -v dpkg-query >/dev/null || return 0
    missing=$(missing_packages "$1")
    missing=${missing% }
    if [ -n "$missing" ] && ! install_packages "$missing"; then
        say "Some system packages are missing; please install them with: sudo apt-get install $missing"
    fi
}

# --- The environment -------------------------------------------------------------------------------------------------

# Print the first Python that is new enough.
find_python() {
    for name in python3 python3.14 python3.13 python3.12 python3.11 python py; do
        if "$name" -c 'import sys; sys.exit(sys.version_info < (3, 11))' >/dev/null 2>&1; then
            printf '%s\n' "$name"
            return
        fi
    done
    fail "GM Desk needs Python 3.11 or newer, and there is none on this computer's PATH."
}

can_make_environments() { "$1" -c 'import ensurepip, venv' >/dev/null 2>&1; }

# Find a Python that can make virtual environments, on Debian and Ubuntu after installing what it lacks for that.
need_python() {
    python=$(find_python)
    can_make_environments "$python" ||
        need_packages "$("$python" -c 'import sys; print("python%d.%d-venv" % sys.version_info[:2])')"
    can_make_environments "$python" ||
        fail "This Python cannot make virtual environments: its modules venv and ensurepip (Debian: python3-venv) are missing."
}

# Print the Debian package of the shared library that a program built with the system's own Python takes along.
shared_library() {
    "$1" -c 'import sys; print("libpython%d.%d" % sys.version_info[:2] if sys.base_prefix == "/usr" else "")'
}

make_environment() {
    need_python
    quietly "$python" -m venv --clear "$venv"
}

# Print the folder of the environment's programs, which has a name of its own on Windows.
programs() { if [ -d "$venv/Scripts" ]; then echo "$venv/Scripts"; else echo "$venv/bin"; fi; }

# Install GM Desk into the environment, editable and with pinned libraries; "test" brings the tools for tests as well.
install_project() (
    cd "$root"
    export PIP_CONSTRAINT=packaging/constraints.txt PIP_BUILD_CONSTRAINT=packaging/constraints.txt
    export PIP_DISABLE_PIP_VERSION_CHECK=1
    case $1 in test) project=".[test]" ;; *) project="." ;; esac
    quietly "$(programs)/python" -m pip install --quiet --no-input --editable "$project"
)

# Compile the sources once for all workers, each of which would do it.
compile_sources() { "$(programs)/python" -m compileall -q "$root/gm_desk" "$root/tests" >/dev/null 2>&1 || true; }

# Bring the environment up to date for "run" or "test", and note for what; where nothing has changed, do nothing.
set_up() {
    need_packages "$libraries"
    wanted="$root $(cksum <"$root/pyproject.toml") $(cksum <"$root/packaging/constraints.txt")"
    noted=$(cat "$stamp" 2>/dev/null) || noted=""
    case $noted in
        *" $root "*) "$(programs)/python" -c '' 2>/dev/null || noted="" ;;
        *) noted="" ;; # a new checkout, or one that was moved
    esac
    case $noted in "$1 $wanted" | "test $wanted") return ;; esac
    if [ -z "$noted" ]; then make_environment; fi
    say "Setting GM Desk up in $venv; the first time this takes a minute or two."
    if [ "$1" = test ]; then compile_sources & fi
    install_project "$1"
    printf '%s\n' "$1 $wanted" >"$stamp"
}

# --- Commands --------------------------------------------------------------------------------------------------------

run() {
    set_up run
    exec "$(programs)/gm-desk" "$@"
}

# Where Python may write no bytecode, let it do so outside the source: every worker and program tested would compile anew.
keep_bytecode() {
    if [ -n "${PYTHONDONTWRITEBYTECODE-}" ]; then
        unset PYTHONDONTWRITEBYTECODE
        export PYTHONPYCACHEPREFIX="${PYTHONPYCACHEPREFIX:-$venv/bytecode}"
    fi
}

check_and_test() {
    keep_bytecode
    set_up test
    cd "$root"
    export QT_QPA_PLATFORM=offscreen
    bin=$(programs)
    "$bin/ruff" format --check .
    "$bin/ruff" check .
    report=$(mktemp)
    "$bin/mypy" >"$report" 2>&1 & # on one core, for half a minute the first time; the tests begin on the others
    mypy=$!
    tested=0 # each worker would rewrite all assertions, to explain those that fail: only these are, in a second run
    "$bin/pytest" --assert plain --numprocesses auto --dist worksteal "$@" || tested=$?
    if [ "$tested" = 1 ]; then "$bin/pytest" --last-failed --last-failed-no-failures none "$@" || true; fi
    checked=0
    wait "$mypy" || checked=$?
    cat "$report"
    rm -f "$report"
    [ "$checked" = 0 ] || return "$checked"
    return "$tested"
}

build() {
    need_packages "$libraries $tools"
    need_python
    need_packages "$(shared_library "$python")"
    exec "$python" "$root/packaging/build.py" "$@"
}

command=${1-}
[ $# = 0 ] || shift
case $command in
    run) run "$@" ;;
    test) check_and_test "$@" ;;
    build) build "$@" ;;
    *) say "Usage: sh packaging/desk.sh run [arguments of gm-desk] | test [of pytest] | build [of build.py]"; exit 2 ;;
esac
