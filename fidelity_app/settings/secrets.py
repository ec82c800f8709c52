"""Keys of endpoints: from the keyring, else from the environment, else none. Never stored, logged or shown anywhere."""

from __future__ import annotations

import logging
import os
from collections.abc import Mapping
from typing import TYPE_CHECKING

from fidelity_app.core.errors import ExternalError

if TYPE_CHECKING:
    from keyring.backend import KeyringBackend

SERVICE = "fidelity"
_log = logging.getLogger(__name__)


NO_KEY = "none"
"""What `Secrets.source` says when there is no key."""


class Secrets:
    """Where keys come from. A machine without a keyring (a server, a container) falls back to the environment."""

    def __init__(self, environment: Mapping[str, str] | None = None) -> None:
        self._environment = os.environ if environment is None else environment

    def get(self, name: str, *, key_env: str = "") -> str | None:
        """Return the key kept under `name`, else the value of the variable `key_env`, else None."""
        return self._from_keyring(name) or (self._environment.get(key_env) if key_env else None) or None

    def source(self, name: str, *, key_env: str = "") -> str:
        """Say in words where the key of `name` comes from, without the key."""
        if self._from_keyring(name):
            return "keyring"
        if key_env and self._environment.get(key_env):
            return f"environment variable {key_env}"
        return NO_KEY

    def put(self, name: str, secret: str) -> None:
        """Keep a key in the keyring. Raises ExternalError when this machine has none, with the way out."""
        from keyring.errors import KeyringError

        try:
            _backend().set_password(SERVICE, name, secret)
        except (KeyringError, RuntimeError, OSError) as error:
            raise ExternalError(
                f"this machine has no usable keyring ({type(error).__name__}); set the key in an environment variable "
                "and name that variable in the model"
            ) from None

    def remove(self, name: str) -> None:
        """Forget the key kept under `name`; having none is no fault."""
        from keyring.errors import KeyringError

        try:
            _backend().delete_password(SERVICE, name)
        except (KeyringError, RuntimeError, OSError) as error:
            _log.info("no key to remove from the keyring: %s", type(error).__name__)

    def _from_keyring(self, name: str) -> str | None:
        from keyring.errors import KeyringError

        try:
            return _backend().get_password(SERVICE, name)
        except (KeyringError, RuntimeError, OSError) as error:
            _log.debug("the keyring did not answer: %s", type(error).__name__)
            return None

    def __repr__(self) -> str:
        return "Secrets()"


def _backend() -> KeyringBackend:
    """Return the machine's keyring; a headless machine has `fail.Keyring`, whose every call raises NoKeyringError."""
    import keyring

    return keyring.get_keyring()
