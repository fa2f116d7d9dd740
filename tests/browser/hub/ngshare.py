"""ngshare as deploy/jupyterhub/ngshare.md says: a service of the hub, and a client in both environments."""

import shutil

from tests.browser.hub.making import BASE, system
from tests.browser.lab import free_port

USER = "hubtest-ngshare"
ENVIRONMENT, FOLDER = BASE / "ngshare", BASE / "ngshare-files"
PORT = free_port()
URL = f"http://127.0.0.1:{PORT}/services/ngshare"
SERVER = ("ngshare==0.6.0", "sqlalchemy<2")
CLIENT = "ngshare_exchange==0.5.2"


def install():
    """Its packages, and a folder for what is handed in."""
    if not (ENVIRONMENT / "made").exists():
        shutil.rmtree(ENVIRONMENT, ignore_errors=True)
        system(BASE / "hub/bin/python", "-m", "venv", ENVIRONMENT)
        pip(ENVIRONMENT, *SERVER)
        (ENVIRONMENT / "made").touch()
    for environment in (BASE / "students", BASE / "course/.venv"):
        pip(environment, "--no-deps", CLIENT)
    FOLDER.mkdir(mode=0o700)
    shutil.chown(FOLDER, USER, USER)


def pip(environment, *words):
    """pip install."""
    quiet = ("--quiet", "--disable-pip-version-check")
    system(environment / "bin/python", "-m", "pip", "install", *quiet, *words)


def service(admin):
    """The lines for local_config.py."""
    return f"""
c.JupyterHub.services.append(
    {{
        "name": "ngshare",
        "url": "http://127.0.0.1:{PORT}",
        "command": [
            *("{ENVIRONMENT}/bin/python", "-m", "ngshare", "--admins", "{admin}"),
            *("--database", "sqlite:///{FOLDER}/ngshare.db", "--storage", "{FOLDER}/files"),
        ],
        "user": "{USER}",
        "cwd": "{FOLDER}",
    }}
)
"""
