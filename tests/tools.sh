#!/bin/sh
# The other tools that exports are opened with, for `pytest -m tools`: factgenie and
# Label Studio's SDK from PyPI, each in an environment of its own since their needs
# differ from ours, and LibreOffice from Debian.
#
# usage: tests/tools.sh [FOLDER]    FOLDER is .tools in the checkout if not given; the
#                                   tests look there or in $FACTCHECK_TOOLS
set -eu

here=$(cd "$(dirname "$0")/.." && pwd)
folder=${1:-${FACTCHECK_TOOLS:-$here/.tools}}
python=${PYTHON:-python3}

# environment NAME PACKAGE...: marked ready only when the installation is complete.
environment() {
    name=$1
    shift
    if [ ! -e "$folder/$name/ready" ]; then
        rm -rf "${folder:?}/$name"
        "$python" -m venv "$folder/$name"
        "$folder/$name/bin/pip" install --quiet --disable-pip-version-check "$@"
        touch "$folder/$name/ready"
    fi
}

debian() {
    if command -v soffice >/dev/null && command -v pdftoppm >/dev/null &&
        /usr/bin/python3 -c "import uno" 2>/dev/null; then
        return
    fi
    if [ "$(id -u)" -ne 0 ]; then
        echo "not root: install libreoffice-writer-nogui, poppler-utils and python3-uno yourself" >&2
        return
    fi
    apt-get update -qq
    apt-get install -y -qq --no-install-recommends \
        libreoffice-writer-nogui poppler-utils python3-uno >/dev/null
}

mkdir -p "$folder"
environment factgenie factgenie==1.2.1
environment label-studio label-studio-sdk==2.1.2
debian
