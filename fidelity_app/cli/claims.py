"""What a run in verify mode prints: its rates, and the claims that were not answered right."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from fidelity_app.services.workspace import Workspace


def print_claims(ws: Workspace, run_id: str) -> bool:
    """Print the tables of a run in verify mode; return False for a run without claims, which prints nothing."""
    from fidelity_app.cli.report import print_table
    from fidelity_app.services.claim_tables import claim_tables

    tables = claim_tables(ws, run_id)
    for table in tables:
        print_table(table)
    return bool(tables)


def claims_json(ws: Workspace, run_id: str) -> dict[str, Any]:
    """Return the rates and every claim of a run in verify mode for programs, nothing for other runs."""
    from dataclasses import asdict

    from fidelity_app.cli.report import measure_json
    from fidelity_app.services.claim_tables import RATES, claim_lines
    from fidelity_app.services.claiming import claim_rates

    rates = [
        {
            "model": row.model,
            "recipe": row.recipe_label,
            "documents": row.documents,
            "claims": row.claims,
            **{name: measure_json(getattr(row, name)) for name in RATES},
            "abstained": row.abstained,
            "failed": row.failed,
            "undecided": row.undecided,
        }
        for row in claim_rates(ws, run_id)
    ]
    return {"claim_rates": rates, "claims": [asdict(line) for line in claim_lines(ws, run_id)]} if rates else {}
