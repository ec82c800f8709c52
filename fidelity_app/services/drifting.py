"""Drifting: what is said where a picture is shown or sent that was made again with other pixels than before."""

from __future__ import annotations

from fidelity_app.core.canonical import sha256_hex
from fidelity_app.services.asking import crop_window
from fidelity_app.services.views import Finding

NOT_SEEN = (
    "not what the models saw: that picture was removed, and what is installed now makes it with other pixels. "
    "What was read stands beside a picture that may differ"
)
CHANGED = (
    "not what the models saw: since then the page was turned, or the box was moved of which a crop was sent. "
    "What was read stands beside the page as it is now"
)
SEEN = "what the models saw, but made with other pixels than the first time; runs before saw those"


def was_seen(finding: Finding) -> bool:
    """Say whether the page that a finding shows is what its models were sent; unknown counts as seen."""
    sent = {sha for answer in finding.models for sha in answer.trial.image_shas}
    return not sent or finding.variant.sha in sent or _crop_sha(finding) in sent


def drift_words(finding: Finding) -> str:
    """Return what is to be said of the page that a finding shows, empty when it is the one that was asked about."""
    if was_seen(finding):
        return SEEN if finding.variant.drifted else ""
    return NOT_SEEN if finding.variant.drifted else CHANGED


def _crop_sha(finding: Finding) -> str:
    """Return what the field's crop of the shown page is called in the store: what is sent in crop mode."""
    from fidelity_app.imaging.encoding import to_png

    if finding.field is None or finding.field.box is None:
        return ""
    left, top, right, bottom = crop_window(finding.variant.page_map, finding.field.box)
    return sha256_hex(to_png(finding.variant.rgb[top:bottom, left:right]))


def sent_words(count: int) -> str:
    """Return what is said of a run that sent drifted pictures, empty when it sent none."""
    if not count:
        return ""
    pictures = "picture" if count == 1 else "pictures"
    return (
        f"{count} {pictures} sent now had other pixels than when first made (they were removed, and what is installed "
        "changed): answers to them are not comparable with those of earlier runs"
    )
