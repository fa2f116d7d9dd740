"""What a reader does in JupyterLab, as functions: by menus, keys and buttons, never by its insides."""

import re
from dataclasses import dataclass
from pathlib import Path

import nbformat
from playwright.sync_api import Locator, Page, expect

from tests.browser.lab import Lab

MILLISECONDS = 1000
READY = 60 * MILLISECONDS
RUN = 180 * MILLISECONDS
DONE = re.compile(r"^\[\d+\]:$")

# JupyterLab shows errors as text on stderr.
ERRORS = ".jp-OutputArea-output[data-mime-type='application/vnd.jupyter.stderr']"
# Whether nothing waits or runs any more, and something has run.
ALL_DONE = """() => {
  const prompts = [...document.querySelectorAll(".jp-CodeCell .jp-InputPrompt")].map(p => p.innerText.trim());
  return prompts.length > 0 && !prompts.some(p => p.includes("*")) && prompts.some(p => /\\d/.test(p));
}"""


@dataclass(frozen=True)
class Notebook:
    """A notebook that is open in a page. Cells are found by their nbgrader id or their number."""

    page: Page
    file: Path

    def number(self, grade_id: str) -> int:
        """The place of the cell that nbgrader knows by that name."""
        cells = nbformat.read(self.file, as_version=4).cells
        names = [cell.metadata.get("nbgrader", {}).get("grade_id") for cell in cells]
        return names.index(grade_id)

    def cell(self, which: int | str) -> Locator:
        number = which if isinstance(which, int) else self.number(which)
        return self.page.locator(".jp-Notebook .jp-Cell").nth(number)

    def write(self, which: int | str, source: str) -> None:
        """Puts `source` in the place of what stands in the cell, as pasting does."""
        self.cell(which).locator(".cm-content").click()
        self.page.keyboard.press("ControlOrMeta+a")
        self.page.keyboard.insert_text(source.rstrip("\n"))

    def run(self, which: int | str) -> Locator:
        """Runs the cell by Shift and Enter; returns its output when it is there."""
        cell = self.cell(which)
        prompt = cell.locator(".jp-InputPrompt")
        before = prompt.inner_text()
        cell.locator(".cm-content").click()
        self.page.keyboard.press("Shift+Enter")
        expect(prompt).not_to_have_text(before, timeout=RUN)
        expect(prompt).to_have_text(DONE, timeout=RUN)
        return cell.locator(".jp-Cell-outputArea")

    def run_all(self) -> None:
        """Run > Run All Cells, to the end or to the first cell that fails and has no tag that allows it."""
        menu(self.page, "Run", "Run All Cells")
        self.page.wait_for_function(ALL_DONE, timeout=RUN)


def menu(page: Page, *names: str) -> None:
    """Chooses an entry of the menu bar: menu(page, "Settings", "Theme", "JupyterLab Dark")."""
    page.locator(".lm-MenuBar-item", has_text=re.compile(f"^{names[0]}$")).click()
    for name in names[1:]:
        # Entries that ask for something more end in three dots.
        label = re.compile(f"^{re.escape(name)}(…|\\.\\.\\.)?$")
        page.locator(".lm-Menu-itemLabel", has_text=label).last.click()


def theme(page: Page, name: str) -> None:
    """Changes JupyterLab's theme by its menu."""
    if page.locator("body").get_attribute("data-jp-theme-name") != name:
        menu(page, "Settings", "Theme", name)
    expect(page.locator("body")).to_have_attribute("data-jp-theme-name", name)
    page.wait_for_selector("#jupyterlab-splash", state="detached")


def open_lab(page: Page, lab: Lab, path: str = "/lab") -> None:
    """Opens JupyterLab at an address, without the tabs of the last time."""
    page.goto(lab.address(f"{path}?reset"))
    page.wait_for_selector("#jupyterlab-splash", state="detached", timeout=READY)


def open_notebook(page: Page, lab: Lab, path: str) -> Notebook:
    """Opens a notebook and waits for its kernel."""
    open_lab(page, lab, f"/lab/tree/{path}")
    page.wait_for_selector(".jp-Notebook .jp-Cell", timeout=READY)
    # Who runs a cell before the kernel is known is asked which one to take.
    status = page.locator("#jp-main-statusbar")
    expect(status).to_contain_text(re.compile(r"Python 3.*\| Idle"), timeout=READY)
    return Notebook(page, lab.folder / path)
