"""The cards of a recipe's steps in the order in which they are carried out; a card is moved by its grip."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from PySide6.QtCore import QPoint, QPointF, Signal
from PySide6.QtWidgets import QApplication, QFrame, QVBoxLayout, QWidget

from fidelity_app.core.recipes import Step
from fidelity_app.gui.degrade.order import carried_out, companions, why_fixed
from fidelity_app.gui.degrade.step_card import StepCard
from fidelity_app.gui.theme import Theme
from fidelity_app.services.catalogue import Operation

GAP_PX = 8
LINE_PX = 3


class StepList(QWidget):
    """Shows steps; says what a person wants by signals with the step's number in the recipe.

    `moved(number, to)`: `to` counts among the steps of its kind. `fixed(why)`: it cannot go there; "" when it can.
    """

    severity_wanted = Signal(int, float)
    parameter_wanted = Signal(int, str, float)
    removal_wanted = Signal(int)
    moved = Signal(int, int)
    fixed = Signal(str)
    reached = Signal(int)

    def __init__(self, operations: Mapping[str, Operation], theme: Theme) -> None:
        super().__init__()
        self._operations = operations
        self._theme = theme
        self._open: set[str] = set()
        self._steps: tuple[Step, ...] = ()
        self._numbers: tuple[int, ...] = ()
        self.cards: list[StepCard] = []
        self._layout = QVBoxLayout(self)
        self._layout.setContentsMargins(0, 0, 0, 0)
        self._layout.setSpacing(GAP_PX)
        self._line = QFrame(self)
        self._line.setFixedHeight(LINE_PX)
        self._line.hide()
        self._restyle()
        theme.changed.connect(self._restyle)

    def show_steps(self, steps: Sequence[Step], shown: Sequence[Step]) -> None:
        """Show the steps of a recipe with the numbers of `shown`; cards of steps that are still there stay."""
        self._steps = tuple(steps)
        self._numbers = carried_out(self._steps, self._operations)
        self._keep_cards([self._steps[number].op for number in self._numbers])
        for card, number in zip(self.cards, self._numbers, strict=True):
            card.show_step(shown[number])

    def focused(self) -> int | None:
        """Return the place of the card that has the focus."""
        widget = QApplication.focusWidget()
        return next((place for place, card in enumerate(self.cards) if widget and card.isAncestorOf(widget)), None)

    def number_at(self, place: int) -> int:
        """Return the step's number in the recipe."""
        return self._numbers[place]

    def move_focused(self, by: int) -> None:
        """Move the card that has the focus, or say why it stays."""
        place = self.focused()
        if place is not None:
            first, last = self._room(place)
            if first <= place + by <= last:
                self._move(place, place + by)
            else:
                self.fixed.emit(self._why(place))

    # --- cards ---------------------------------------------------------------------------------------------------

    def _keep_cards(self, ops: Sequence[str]) -> None:
        old = list(self.cards)
        if [card.operation.name for card in old] == list(ops):
            return
        lost = self.focused()
        cards = []
        for op in ops:
            known = next((card for card in old if card.operation.name == op), None)
            if known is not None:
                old.remove(known)
            cards.append(known or self._new_card(op))
        hands = [place for place, card in enumerate(self.cards) if card in old]
        self.cards = cards
        for place, card in enumerate(cards):
            self._layout.insertWidget(place, card)
        if lost in hands and cards:
            cards[min(lost or 0, len(cards) - 1)].remove.setFocus()
        for card in old:
            self._layout.removeWidget(card)
            card.hide()
            card.deleteLater()
        self._order_tabs()

    def _new_card(self, op: str) -> StepCard:
        card = StepCard(self._operations[op], is_open=op in self._open)
        card.severity_wanted.connect(lambda value: self.severity_wanted.emit(self._number_of(card), value))
        card.parameter_wanted.connect(
            lambda name, value: self.parameter_wanted.emit(self._number_of(card), name, value)
        )
        card.removal_wanted.connect(lambda: self.removal_wanted.emit(self._number_of(card)))
        card.opened.connect(lambda is_open: self._remember_open(op, is_open=is_open))
        card.grip.dragged.connect(lambda y: self._on_dragged(card, y))
        card.grip.dropped.connect(lambda y: self._on_dropped(card, y))
        card.grip.let_go.connect(lambda: self._put_down(card))
        return card

    def _number_of(self, card: StepCard) -> int:
        return self._numbers[self.cards.index(card)]

    def _remember_open(self, op: str, *, is_open: bool) -> None:
        self._open = self._open | {op} if is_open else self._open - {op}

    def _order_tabs(self) -> None:
        previous: QWidget | None = None
        for card in self.cards:
            sliders = (card.severity, *card.parameters.values())
            inside = (card.grip, card.toggle, card.remove, *(w for s in sliders for w in (s.slider, s.spin)))
            for widget in inside:
                if previous is not None:
                    QWidget.setTabOrder(previous, widget)
                previous = widget

    # --- moving --------------------------------------------------------------------------------------------------

    def _room(self, place: int) -> tuple[int, int]:
        """Return the first and the last place that a card may take."""
        kind = companions(self._numbers[place], self._steps, self._operations)
        places = [other for other, number in enumerate(self._numbers) if number in kind]
        return places[0], places[-1]

    def _why(self, place: int) -> str:
        return why_fixed(self._numbers[place], self._steps, self._operations)

    def _move(self, place: int, to: int) -> None:
        number = self._numbers[place]
        first, _ = self._room(place)
        # First here, so that the card in hand stays the same one also where two steps are of one operation.
        self.cards.insert(to, self.cards.pop(place))
        self._layout.insertWidget(to, self.cards[to])
        self.fixed.emit("")
        self.moved.emit(number, to - first)

    def _on_dragged(self, card: StepCard, screen_y: float) -> None:
        place = self.cards.index(card)
        card.lift(True)
        gap = self._gap_at(screen_y)
        first, last = self._room(place)
        clamped = min(max(gap, first), last + 1)
        self.fixed.emit(self._why(place) if clamped != gap else "")
        self._show_line(clamped)
        self.reached.emit(self._local_y(screen_y))

    def _on_dropped(self, card: StepCard, screen_y: float) -> None:
        self._put_down(card)
        place = self.cards.index(card)
        first, last = self._room(place)
        gap = min(max(self._gap_at(screen_y), first), last + 1)
        to = gap - 1 if gap > place else gap
        if to != place:
            self._move(place, to)

    def _put_down(self, card: StepCard) -> None:
        card.lift(False)
        self._line.hide()

    def _local_y(self, screen_y: float) -> int:
        return self.mapFromGlobal(QPoint(0, round(screen_y))).y()

    def _gap_at(self, screen_y: float) -> int:
        """Return before which card a height lies."""
        y = self.mapFromGlobal(QPointF(0, screen_y)).y()
        return sum(card.geometry().center().y() < y for card in self.cards)

    def _show_line(self, gap: int) -> None:
        top = self.cards[gap].y() if gap < len(self.cards) else self.cards[-1].geometry().bottom() + GAP_PX
        self._line.setGeometry(0, max(0, top - (GAP_PX + LINE_PX) // 2), self.width(), LINE_PX)
        self._line.show()
        self._line.raise_()

    def _restyle(self) -> None:
        self._line.setStyleSheet(f"background: {self._theme.tokens.accent};")
