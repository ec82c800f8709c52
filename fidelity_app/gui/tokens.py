"""Colours as named tokens, light and dark (Okabe-Ito, safe for colour-blind eyes; GUI.md "Rules of the look")."""

from __future__ import annotations

from dataclasses import dataclass, fields


@dataclass(frozen=True, slots=True)
class Tokens:
    """One scheme. Every value is `#rrggbb`; the name says what it is for, never which colour it is."""

    dark: bool
    window: str
    surface: str
    surface_alt: str
    border: str
    text: str
    text_muted: str
    accent: str
    accent_text: str
    selection: str
    selection_text: str
    rail: str
    rail_active: str
    rail_text: str
    rail_text_active: str
    canvas: str
    hint: str
    hint_text: str
    primary: str
    primary_text: str
    wrong: str
    wrong_soft: str
    right: str
    right_soft: str
    notation: str
    abstained: str
    abstained_soft: str
    versus: str
    versus_soft: str


LIGHT = Tokens(
    dark=False,
    window="#f4f6f8",
    surface="#ffffff",
    surface_alt="#f5f7f9",
    border="#d5dbe1",
    text="#1b222a",
    text_muted="#5d6873",
    accent="#0072b2",
    accent_text="#ffffff",
    selection="#e7f0fa",
    selection_text="#10202e",
    rail="#1f262e",
    rail_active="#38424d",
    rail_text="#b6c0ca",
    rail_text_active="#ffffff",
    canvas="#3a4149",
    hint="#14181d",
    hint_text="#f0f3f6",
    primary="#1f262e",
    primary_text="#ffffff",
    wrong="#c9480b",
    wrong_soft="#fde8dc",
    right="#0b7a5a",
    right_soft="#e3f3ed",
    notation="#6a737d",
    abstained="#8a4fbf",
    abstained_soft="#f1e8f9",
    versus="#0072b2",
    versus_soft="#e2eff8",
)

DARK = Tokens(
    dark=True,
    window="#171b20",
    surface="#1f242b",
    surface_alt="#262c34",
    border="#3b444e",
    text="#e6eaee",
    text_muted="#9ba6b1",
    accent="#56b4e9",
    accent_text="#08151f",
    selection="#23384b",
    selection_text="#f2f6fa",
    rail="#101419",
    rail_active="#2c353f",
    rail_text="#9ba6b1",
    rail_text_active="#ffffff",
    canvas="#0f1216",
    hint="#06080a",
    hint_text="#e6eaee",
    primary="#e6eaee",
    primary_text="#14181d",
    wrong="#ff8a4c",
    wrong_soft="#4a2613",
    right="#3fc79a",
    right_soft="#12382c",
    notation="#98a2ad",
    abstained="#c79bee",
    abstained_soft="#36264a",
    versus="#56b4e9",
    versus_soft="#17344a",
)


@dataclass(frozen=True, slots=True)
class OnPaper:
    """Mark colours drawn over a picture: the paper stays light in the dark scheme, so these do not change."""

    wrong: str = LIGHT.wrong
    right: str = LIGHT.right
    notation: str = LIGHT.notation
    abstained: str = LIGHT.abstained
    versus: str = LIGHT.versus
    chosen: str = "#0072b2"
    proposed: str = "#0072b2"


ON_PAPER = OnPaper()

assert [f.name for f in fields(LIGHT)] == [f.name for f in fields(DARK)]
