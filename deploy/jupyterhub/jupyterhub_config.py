"""JupyterHub's configuration for a class. Its settings are in hub.toml, beside it.

For another authenticator, limits, or a certificate: write them into local_config.py beside it, which
is loaded last and which the set-up script leaves alone.
"""

import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))
from hub_settings import read  # noqa: E402 (the copy that the set-up script put there)

hub = read(HERE / "hub.toml")
c = get_config()  # noqa: F821 (given by whoever loads this file)

# ------------------------------------------------------------------------------------- the hub
c.JupyterHub.bind_url = hub.address
c.JupyterHub.cookie_secret_file = str(hub.state / "cookie_secret")
c.JupyterHub.db_url = f"sqlite:///{hub.state / 'hub.sqlite'}"
c.ConfigurableHTTPProxy.pid_file = str(hub.state / "proxy.pid")
c.ConfigurableHTTPProxy.command = [
    str(hub.hub_environment / "proxy" / "node_modules" / ".bin" / "configurable-http-proxy")
]
if hub.subdomains:
    c.JupyterHub.subdomain_host = hub.subdomains

# --------------------------------------------------------------------------- who may, and what
teachers = {hub.instructor, *hub.graders}
c.JupyterHub.authenticator_class = "pam"  # users of this machine, with their passwords
c.PAMAuthenticator.open_sessions = False
c.Authenticator.allowed_users = teachers | set(hub.students)
c.JupyterHub.load_groups = {
    hub.taken_by: {"users": list(hub.students)},
    hub.graded_by: {"users": sorted(teachers)},
}

# The formgrader is a frame in JupyterLab. Only where each user has an origin of his own, this allows
# nobody else's pages anything: without, a student's page could read what is in the frame.
HEADERS = {"Content-Security-Policy": "frame-ancestors 'self'"}
FRAMES = [f"--ServerApp.tornado_settings={{'headers': {HEADERS!r}}}"] if hub.subdomains else []

# When a class logs in at once, a server waits for its share of the machine. In seconds.
PATIENCE = 300

# Further graders share the instructor's JupyterLab and formgrader, as nbgrader means it.
if hub.graders:
    c.JupyterHub.services = [
        {
            "name": hub.course,
            "url": f"http://127.0.0.1:{hub.service_port}",
            "command": [str(hub.programs / "instructor-server"), *FRAMES],
            "user": hub.instructor,
            "cwd": str(hub.class_folder),
            "environment": {"JUPYTERHUB_DEFAULT_URL": "/lab", "GRADER_BACKEND": hub.backend},
            "oauth_no_confirm": True,
            "timeout": PATIENCE,  # the hub ends where its service is not there by then
        }
    ]
    c.JupyterHub.load_roles = [
        {
            "name": hub.graded_by,
            "groups": [hub.graded_by],
            "scopes": [f"access:services!service={hub.course}"],
        }
    ]

# --------------------------------------------------------------------------- a server for each
c.Spawner.default_url = "/lab"
c.Spawner.env_keep = ["LANG", "LC_ALL", "TZ"]  # nothing of the hub's own environment
c.Spawner.start_timeout = PATIENCE
c.Spawner.http_timeout = PATIENCE
c.Spawner.environment = {"GRADER_BACKEND": hub.backend}


def prepare(spawner):
    """Students get their own environment, the instructor the course and the class."""
    if spawner.user.name == hub.instructor:
        spawner.cmd = [str(hub.programs / "instructor-server")]
        spawner.args = [*spawner.args, *FRAMES]
        spawner.notebook_dir = str(hub.class_folder)
    else:
        spawner.cmd = [str(hub.programs / "student-server")]


c.Spawner.pre_spawn_hook = prepare

if (HERE / "local_config.py").is_file():
    load_subconfig("local_config.py", path=str(HERE))  # noqa: F821
