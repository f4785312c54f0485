"""Pages of the site that lie outside docs/, the tutorial, the poster, and links between them."""

from __future__ import annotations

import json
import posixpath
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

from mkdocs.structure.files import File, Files

ROOT = Path(__file__).resolve().parent.parent

PAGES = {
    "README.md": "index.md",
    "CONTRIBUTING.md": "contributing.md",
    "SECURITY.md": "security.md",
    "CHANGELOG.md": "changes.md",
    "kb/README.md": "kb-relations.md",
    "kb/examples/README.md": "kb-examples.md",
}
"""Where files of the repository stand in the site."""

_LINK = re.compile(r"(\]\()([^)#\s]+)((?:#[^)\s]*)?\))")


def on_files(files: Files, config: Any, **_: Any) -> Files:
    """Add the pages that lie outside docs/."""
    for source, target in PAGES.items():
        text = (ROOT / source).read_text(encoding="utf-8")
        files.append(File.generated(config, target, content=_relinked(text, source)))
    files.append(File.generated(config, "tutorial.md", content=_tutorial()))
    return files


def on_post_build(config: Any, **_: Any) -> None:
    """Add the poster, a page of its own."""
    out = Path(config.site_dir) / "poster.html"
    script = ROOT / "benchmarks" / "poster.py"
    subprocess.run([sys.executable, str(script), "-o", str(out)], check=True, cwd=ROOT)


def _tutorial() -> str:
    """Return the notebook, with what its cells print, as Markdown."""
    notebook = json.loads((ROOT / "docs/tutorial/tutorial.ipynb").read_text(encoding="utf-8"))
    parts = []
    for cell in notebook["cells"]:
        source = "".join(cell["source"])
        if cell["cell_type"] == "markdown":
            parts.append(source)
            continue
        parts.append(f"```python\n{source}\n```")
        for output in cell["outputs"]:
            text = output.get("text") or output.get("data", {}).get("text/plain", "")
            parts.append(f"```text\n{''.join(text).rstrip()}\n```")
    return "\n\n".join(parts)


def on_page_markdown(markdown: str, page: Any, **_: Any) -> str:
    """Lead links out of docs/ to where the site has those pages."""
    if page.file.generated_by is not None:
        return markdown
    return _relinked(markdown, f"docs/{page.file.src_uri}")


def _relinked(text: str, source: str) -> str:
    folder = posixpath.dirname(source)
    here = posixpath.dirname(PAGES.get(source, posixpath.relpath(source, "docs")))

    def target(found: re.Match[str]) -> str:
        link = found[2]
        if "://" in link:
            return found[0]
        path = posixpath.normpath(posixpath.join(folder, link))
        page = PAGES.get(path) or (path.removeprefix("docs/") if path.startswith("docs/") else None)
        return (
            found[0] if page is None else found[1] + posixpath.relpath(page, here or ".") + found[3]
        )

    return _LINK.sub(target, text)
