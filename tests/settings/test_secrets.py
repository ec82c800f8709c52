"""Keys: from the keyring, else the environment, else none; nowhere in sight."""

from __future__ import annotations

import keyring
import pytest
from keyring.backend import KeyringBackend
from keyring.backends import fail
from keyring.errors import PasswordDeleteError

from fidelity_app.core.errors import ExternalError
from fidelity_app.settings.secrets import Secrets


class _Memory(KeyringBackend):
    priority = 1.0

    def __init__(self) -> None:
        super().__init__()
        self.kept: dict[tuple[str, str], str] = {}

    def get_password(self, service: str, username: str) -> str | None:
        return self.kept.get((service, username))

    def set_password(self, service: str, username: str, password: str) -> None:
        self.kept[service, username] = password

    def delete_password(self, service: str, username: str) -> None:
        if self.kept.pop((service, username), None) is None:
            raise PasswordDeleteError("none")


@pytest.fixture
def backend(request):
    before = keyring.get_keyring()
    keyring.set_keyring(request.param())
    yield keyring.get_keyring()
    keyring.set_keyring(before)


_MEMORY = pytest.mark.parametrize("backend", [_Memory], indirect=True)
_HEADLESS = pytest.mark.parametrize("backend", [fail.Keyring], indirect=True)


@_MEMORY
def test_a_key_in_the_keyring_comes_before_the_environment(backend) -> None:
    secrets = Secrets({"MY_KEY": "from-environment"})
    assert secrets.get("model", key_env="MY_KEY") == "from-environment"
    secrets.put("model", "from-keyring")
    assert secrets.get("model", key_env="MY_KEY") == "from-keyring"
    assert secrets.source("model", key_env="MY_KEY") == "keyring"
    secrets.remove("model")
    assert secrets.source("model", key_env="MY_KEY") == "environment variable MY_KEY"
    secrets.remove("model")


@_HEADLESS
def test_a_machine_without_a_keyring_uses_the_environment(backend) -> None:
    secrets = Secrets({"MY_KEY": "from-environment"})
    assert secrets.get("model", key_env="MY_KEY") == "from-environment"
    assert secrets.get("model") is None
    assert secrets.get("model", key_env="OTHER") is None
    secrets.remove("model")


@_HEADLESS
def test_keeping_a_key_on_such_a_machine_says_the_way_out_and_not_the_key(backend) -> None:
    with pytest.raises(ExternalError, match="environment variable") as caught:
        Secrets({}).put("model", "sk-very-secret")
    assert "sk-very-secret" not in str(caught.value)
    assert caught.value.__cause__ is None


def test_nothing_of_a_key_is_in_the_text_of_the_object() -> None:
    assert "hidden" not in repr(Secrets({"KEY": "hidden"}))


@_HEADLESS
def test_an_empty_variable_is_no_key(backend) -> None:
    assert Secrets({"MY_KEY": ""}).get("model", key_env="MY_KEY") is None
