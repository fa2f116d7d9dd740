"""JupyterLab on the site: opening a lesson, running code in it."""

from __future__ import annotations

from playwright.sync_api import expect

MILLISECONDS = 600_000  # Pyodide is large, and machines are busy


class Lesson:
    """A lesson that is open in a page, with its kernel."""

    def __init__(self, page, url, path):
        self.page, self.address = page, f"{url}lab/index.html?path={path}"
        page.set_default_timeout(MILLISECONDS)
        self.open()

    def open(self):
        """Opens the notebook; what is run before its kernel has started waits for it."""
        self.page.goto(self.address)
        self.page.wait_for_selector(".jp-Notebook .jp-CodeCell")

    def run(self, code, until):
        """Runs code in place of the first code cell; waits until its output has the text, and returns it."""
        cell = self.page.locator(".jp-Notebook .jp-CodeCell").first
        cell.locator(".cm-content").click()
        self.page.keyboard.press("ControlOrMeta+A")
        self.page.keyboard.insert_text(code)
        self.page.keyboard.press("Shift+Enter")
        output = cell.locator(".jp-OutputArea")
        expect(output).to_contain_text(until, timeout=MILLISECONDS)
        return output.inner_text()

    def run_all(self):
        """Runs every cell, by the menu."""
        self.page.get_by_role("menuitem", name="Run", exact=True).click()
        self.page.get_by_role("menuitem", name="Run All Cells", exact=True).click()
