"""Fetch the fonts of the site from their npm packages into `src/arpad/web/static/fonts`, where git does not keep them.

The packages are of fontsource, under the SIL Open Font License, which is fetched with them. The site works without
them; a wheel that is built after this has them. `npm` asks the registry that it is set to.
"""

from __future__ import annotations

import io
import subprocess
import sys
import tarfile
import tempfile
from pathlib import Path

FOLDER = Path(__file__).resolve().parents[1] / "src" / "arpad" / "web" / "static" / "fonts"
PACKAGES = {"inter": "5.3.0", "source-serif-4": "5.3.1"}
SUBSETS, WEIGHTS = ("latin", "latin-ext", "cyrillic"), (400, 600)


def main() -> int:
    FOLDER.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as place:
        for name, version in PACKAGES.items():
            command = ["npm", "pack", "--silent", f"@fontsource/{name}@{version}"]
            done = subprocess.run(command, cwd=place, check=False, capture_output=True, text=True)
            if done.returncode:
                print(f"npm could not fetch @fontsource/{name}: {done.stderr.strip()}", file=sys.stderr)
                return 1
            copy_fonts(name, (Path(place) / done.stdout.split()[-1]).read_bytes())
    return 0


def copy_fonts(name: str, package: bytes) -> None:
    """Copy the subsets and weights that the style sheet names, and the licence."""
    with tarfile.open(fileobj=io.BytesIO(package)) as archive:
        wanted = {f"{name}-{subset}-{weight}-normal.woff2" for subset in SUBSETS for weight in WEIGHTS}
        members = {f"package/files/{file}": file for file in sorted(wanted)} | {"package/LICENSE": f"LICENSE-{name}"}
        for member, file in members.items():
            content = archive.extractfile(member)
            if content is None:
                raise SystemExit(f"@fontsource/{name} has no {member}")
            (FOLDER / file).write_bytes(content.read())
            print(f"{file}: {(FOLDER / file).stat().st_size:,} bytes")


if __name__ == "__main__":
    raise SystemExit(main())
