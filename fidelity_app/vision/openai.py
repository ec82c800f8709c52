"""Any endpoint that speaks the OpenAI protocol: the loop that asks, records, adjusts and asks again."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from fidelity_app.core.asks import Ask, Attempt, ModelConfig, Outcome, Recorder, Reply
from fidelity_app.core.canonical import Json
from fidelity_app.core.replies import CHAT
from fidelity_app.vision.adapters import Surroundings
from fidelity_app.vision.bodies import fewest_tokens, hash_url, request_body, stored_request
from fidelity_app.vision.capabilities import STATUSES, adjusted, adjustment_for
from fidelity_app.vision.classified import Again, Classified
from fidelity_app.vision.endpoint import Endpoint, Exchange
from fidelity_app.vision.local import LocalFault, describe
from fidelity_app.vision.retry import GiveUp, Wait, decide


class OpenAIReader:
    """Asks one model of one endpoint."""

    def __init__(self, config: ModelConfig, around: Surroundings) -> None:
        self._endpoint = Endpoint(config, around)

    async def ask(self, ask: Ask, record: Recorder) -> Reply:
        """Ask until there is an answer or asking again is no use.

        Every attempt is recorded before its answer is looked into. A cancelled task records a cancelled attempt and
        stays cancelled.
        """
        try:
            config, settings = self._endpoint.config, self._endpoint.settings
            body = request_body(config, settings, ask)
            stored = request_body(config, settings, ask, url_of=hash_url)
            return await _Asking(self._endpoint, ask, record, body, stored).until_settled()
        except LocalFault as fault:
            return await _never_sent(self._endpoint, ask, record, fault)

    async def close(self) -> None:
        """Close the connections."""
        await self._endpoint.close()


async def _never_sent(endpoint: Endpoint, ask: Ask, record: Recorder, fault: LocalFault) -> Reply:
    now = endpoint.clock()
    request = describe(ask, {"adapter": "openai", "url": endpoint.settings.base_url})
    await record(Attempt(1, request, None, {}, b"", fault.outcome, fault.reason, now, None, now))
    return Reply(fault.outcome, fault.reason, CHAT, "", 1)


@dataclass(slots=True)
class _Asking:
    """One ask on its way, and what has come of it so far."""

    endpoint: Endpoint
    ask: Ask
    record: Recorder
    body: dict[str, Json]
    stored: dict[str, Json]
    number: int = 0
    timeouts: int = 0
    backoff_s: float = 0.0
    used: frozenset[str] = field(default_factory=frozenset)

    async def until_settled(self) -> Reply:
        while True:
            self.number += 1
            exchange, adjusting = await self._attempt()
            found = exchange.found
            if found.outcome is Outcome.OK:
                await self.endpoint.limiter.succeeded()
                return self._reply(found)
            self.backoff_s = 0.0
            if adjusting:
                continue
            decision = self._decide(exchange)
            if isinstance(decision, GiveUp):
                return self._reply(_given_up(found, decision))
            await self._wait(decision)

    async def _attempt(self) -> tuple[Exchange, bool]:
        """Send once and record it; the second value says that the next attempt is adjusted."""
        async with self.endpoint.limiter.turn():
            self.used = self.endpoint.adjustments
            body = adjusted(self.body, self.used)
            cold = self.endpoint.first_time()
            exchange = await self.endpoint.exchange(body)
        exchange, adjusting = self._adjusted(exchange, body)
        if exchange.found.outcome is Outcome.OK:
            exchange = replace(exchange, found=self._with_notes(exchange.found, body))
        await self.record(self._as_attempt(exchange, cold=cold))
        if exchange.cancelled is not None:
            raise exchange.cancelled
        return exchange, adjusting

    def _adjusted(self, exchange: Exchange, body: Mapping[str, Json]) -> tuple[Exchange, bool]:
        """Adjust the one parameter that a refusal names, for all asks that follow, and say so in the reason."""
        found = exchange.found
        status = found.error.status if found.error and exchange.status == 200 else exchange.status
        name = adjustment_for(found.error, body, self.used) if status in STATUSES else None
        if name is None:
            return exchange, False
        self.endpoint.adjustments |= {name}
        return replace(exchange, found=replace(found, reason=f"{found.reason}; asked again {name}")), True

    def _with_notes(self, found: Classified, body: Mapping[str, Json]) -> Classified:
        """Add to a good answer what a person should know about it."""
        notes: list[str] = []
        asked = self.endpoint.config.model_id
        if found.served_model and found.served_model != asked:
            notes.append(f"served by {found.served_model}, asked for {asked}")
        counted, fewest = found.usage.input_tokens, fewest_tokens(body, self.ask)
        if counted is not None and counted < fewest:
            notes.append(f"{counted} input tokens counted where the text alone has at least {fewest}: was it cut?")
        return replace(found, reason="; ".join(notes))

    def _as_attempt(self, exchange: Exchange, *, cold: bool) -> Attempt:
        found = exchange.found
        return Attempt(
            number=self.number,
            request=stored_request(adjusted(self.stored, self.used), self.endpoint.settings, self.used),
            status=exchange.status,
            headers=exchange.headers,
            body=exchange.body,
            outcome=found.outcome,
            reason=found.reason,
            queued_at=exchange.sent_at,
            first_byte_at=exchange.first_byte_at,
            ended_at=exchange.ended_at,
            backoff_s=self.backoff_s,
            usage=found.usage,
            served_model=found.served_model,
            system_fingerprint=found.system_fingerprint,
            cold=cold,
        )

    def _decide(self, exchange: Exchange) -> Wait | GiveUp:
        self.timeouts += exchange.found.again is Again.TIMEOUT
        return decide(
            exchange.found,
            exchange.headers,
            attempts=self.number,
            timeouts=self.timeouts,
            policy=self.endpoint.settings.retry,
            now=self.endpoint.clock(),
            salt=self.ask.key,
        )

    async def _wait(self, wait: Wait) -> None:
        self.backoff_s = wait.delay_s
        if wait.pauses_endpoint:
            # The sleep is the limiter's: this ask sits the pause out together with its siblings.
            self.endpoint.limiter.pause(wait.delay_s)
        else:
            await self.endpoint.sleep(wait.delay_s)

    def _reply(self, found: Classified) -> Reply:
        return Reply(found.outcome, found.reason, CHAT, found.text, self.number)


def _given_up(found: Classified, decision: GiveUp) -> Classified:
    return replace(found, reason=f"{found.reason}; {decision.why}") if decision.why else found
