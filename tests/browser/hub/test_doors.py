"""Who gets in where: students into their own server alone, and graders into the class."""

import re
from dataclasses import dataclass

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import SIZE
from tests.browser.hub.conftest import ANN, BEN, HELPER, TEACHER
from tests.browser.hub.making import RunningHub, set_up
from tests.browser.hub.test_hub import RUN, formgrader, log_in

# What the set-up script says of each step when there is nothing to do.
STEPS = ("users", "folders", "course", "course's packages", "hub's packages", "students' packages")
STEPS += ("configuration", "data and pages", "class", "exchange")
COURSE = "graphs"
CALL = """async ([method, path, body]) => {
  const headers = {"Content-Type": "application/json"};
  const address = `/hub/api/${path}?_xsrf=${window.jhdata.xsrf_token}`;
  const answer = await fetch(address, {method, body, headers});
  return [answer.status, await answer.text()];
}"""


@dataclass(frozen=True)
class Shared:
    """The instructor's JupyterLab, as other graders see it: a service of the hub."""

    hub: RunningHub
    page: Page

    def address(self, path: str) -> str:
        return f"{self.hub.address(f'{COURSE}--service')}/services/{COURSE}{path}"


@pytest.fixture
def ben(hub, browser):
    """Ben, logged in, in a page that is not watched: to be refused is an error on its console."""
    context = browser.new_context(viewport=SIZE)
    yield log_in(context.new_page(), hub, BEN)
    context.close()


def test_a_second_set_up_finds_nothing_to_do(hub):
    told = set_up(hub.settings)
    assert [step for step in STEPS if f"  {step}: as it should be\n" not in told] == []


@pytest.mark.parametrize("owner", [ANN, TEACHER])
def test_a_student_gets_into_nobody_elses_server(hub, open_page, ben, owner, picture):
    log_in(open_page(), hub, owner)  # it runs
    assert ben.page.goto(ben.address("/api/contents")).status == 200
    for path in ("/api/contents", "/api/terminals", f"/assignments?course_id={COURSE}", "/lab"):
        answer = ben.page.goto(f"{hub.address(owner)}/user/{owner}{path}")
        assert answer.status == 403, f"{path}: {answer.status} {answer.url}"
    picture(ben.page, "hub-refused")


def test_a_student_gets_neither_into_the_class_nor_to_the_hubs_controls(hub, ben):
    shared = Shared(hub, ben.page)
    for address in (shared.address("/lab"), shared.address("/formgrader"), "/hub/admin"):
        answer = ben.page.goto(address if "//" in address else hub.address() + address)
        assert answer.status == 403, f"{address}: {answer.status}"
    ben.page.goto(f"{hub.address()}/hub/home")
    status, told = ben.page.evaluate(CALL, ["POST", f"users/{BEN}/tokens", "{}"])
    assert status == 201, told
    for method, path in (
        ("POST", f"users/{ANN}/tokens"),
        ("POST", f"users/{ANN}/server"),
        ("DELETE", f"users/{ANN}/server"),
        ("POST", f"groups/formgrade-{COURSE}/users"),
        ("GET", "users"),
        ("POST", "shutdown"),
    ):
        body = f'{{"users": ["{BEN}"]}}' if "groups" in path else None
        # 404 where the hub does not even say that there is such a user or group.
        status, told = ben.page.evaluate(CALL, [method, path, body])
        assert status in (403, 404), f"{method} {path}: {status} {told}"
        assert "XSRF" not in told


def test_the_hubs_own_pages_show_students_only_what_is_theirs(hub, open_page, picture):
    page = log_in(open_page(), hub, BEN).page
    for path in ("home", "token"):
        page.goto(f"{hub.address()}/hub/{path}", wait_until="networkidle")
        expect(page.locator("nav")).to_contain_text(BEN)
        expect(page.locator("nav")).not_to_contain_text(re.compile("Services|Admin"))
        picture(page, f"hub-{path}")
    page.goto(f"{hub.address()}/hub/logout")
    expect(page.locator("#username_input, #login-main")).not_to_have_count(0)


def test_another_grader_shares_the_formgrader_of_the_class(hub, open_page, picture):
    page = log_in(open_page(), hub, HELPER).page
    page.goto(f"{hub.address()}/hub/home")
    page.locator("nav").get_by_text("Services").click()
    expect(page.locator("nav a.dropdown-item", has_text=COURSE)).to_be_visible()
    # The link itself lacks the port, as JupyterHub makes it where users have origins of their own.
    shared = Shared(hub, page)
    page.goto(shared.address("/"))
    page.wait_for_url(re.compile(rf"/services/{COURSE}/lab"), timeout=RUN)
    formgrader(shared)
    picture(page, "hub-shared-formgrader")
