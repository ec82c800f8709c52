"""The entry point `fidelity`: one place where errors become messages and exit codes (DESIGN section 4)."""

from __future__ import annotations

import sys
from collections.abc import Sequence

from fidelity_app.cli.exits import Exit


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command and return its exit code; without arguments open the window."""
    arguments = list(sys.argv[1:] if argv is None else argv)
    if not arguments:
        from fidelity_app.cli.window import open_window

        return open_window()
    try:
        code = _guarded(arguments)
    except KeyboardInterrupt:
        # While the commands were still being imported.
        code = Exit.INTERRUPTED
    if code == Exit.INTERRUPTED:
        from fidelity_app.cli.output import complain

        complain("interrupted; what was finished is kept")
    return code


def _guarded(arguments: list[str]) -> int:
    import typer

    from fidelity_app.cli.app import app
    from fidelity_app.cli.output import complain
    from fidelity_app.core.errors import Cancelled, Conflict, ExternalError, UserError

    # typer carries its own click and exports only some of its errors; this is the base of all usage errors.
    usage_error: type[Exception] = typer.BadParameter.__bases__[0]
    try:
        result = app(args=arguments, prog_name="fidelity", standalone_mode=False)
    except typer.Exit as stop:
        return stop.exit_code
    except usage_error as error:
        error.show()  # type: ignore[attr-defined]
        return Exit.USAGE
    except UserError as error:
        complain(str(error))
        return Exit.USAGE
    except (ExternalError, Conflict) as error:
        complain(str(error))
        return Exit.OUTSIDE
    except (KeyboardInterrupt, typer.Abort, Cancelled):
        return Exit.INTERRUPTED
    except BrokenPipeError:
        return Exit.DONE
    except Exception as error:  # noqa: BLE001 - whatever is left is our bug: keep the traceback, show a sentence
        from fidelity_app.cli.bugs import report_bug

        complain(report_bug(error))
        return Exit.BUG
    # typer turns a Ctrl+C into a code without a word; it is said in `main`, as every other way to be interrupted.
    return int(result or Exit.DONE)


def run() -> None:
    """Leave the process with the command's exit code."""
    sys.exit(main())


if __name__ == "__main__":
    run()
