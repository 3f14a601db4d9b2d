"""The games for PettingZoo: `env("push", players=4)`. Every seat is an agent, one acts at a time.

    from cinquina.envs import pettingzoo
    env = pettingzoo.env("push", players=4, risk=True)
    env.reset(seed=7)
    for agent in env.agent_iter():
        observation, reward, termination, truncation, info = env.last()
        legal = observation["action_mask"]
        env.step(None if termination else env.action_space(agent).sample(legal))

An observation is a dict: "observation" are the numbers of `cinquina.envs.layout`, "action_mask" has
a 1 for each legal action. Rewards come at the end: a victory is 1, shared between winners; with
reward="score" the points ahead of the mean of the others. Where there are no turns the agent with
the fastest reaction acts next, on a simulation clock in milliseconds (`env.ms`).
"""

from typing import Any

import numpy as np

from cinquina.core.errors import CinquinaError, shown
from cinquina.core.record import look
from cinquina.envs import MISSING, picture
from cinquina.envs.batch import Batch
from cinquina.envs.layout import OBSERVATION
from cinquina.envs.spaces import Copyable, checked_mode, checked_seed, game_of, spaces_of
from cinquina.envs.stepping import NEVER
from cinquina.table import Table

try:
    from pettingzoo import AECEnv  # type: ignore[import-untyped, unused-ignore]
except ImportError:
    raise ImportError(MISSING.format("PettingZoo")) from None

Observation = dict[str, Any]
MODES = ("human", "ansi", "rgb_array")


class Seats(Copyable, AECEnv):  # type: ignore[misc, type-arg, unused-ignore]
    """One game; each agent sees what its seat may know and acts when it is its turn."""

    VIEWS = "_course", "_phase", "_mask"

    def __init__(
        self,
        game: str,
        players: int = 2,
        render_mode: str | None = None,
        reward: str = "result",
        reactions: str = "greedy",
        **options: Any,
    ) -> None:
        """`reactions` is the bot whose reaction times agents have where there are no turns."""
        super().__init__()
        rules = game_of(Seats, game, players, options)
        self.game, self.render_mode = rules, checked_mode(render_mode, MODES)
        version = rules.rules.VERSION
        name = f"cinquina_{rules.slug.replace('-', '_')}_v{version}"
        self.metadata = {
            "name": name,
            "render_modes": [*MODES],
            "is_parallelizable": False,
            "observation": OBSERVATION,
        }
        self.possible_agents = [f"player_{p}" for p in range(rules.players)]
        self.agents: list[str] = []
        self._seats = {agent: p for p, agent in enumerate(self.possible_agents)}
        nobody = [None] * rules.players
        self._batch = Batch(rules, nobody, 1, reward, NEVER, reactions)
        self._spaces = [spaces_of(self._batch.layout) for _ in self.possible_agents]
        self._dealt = False
        self._look()

    # --- What PettingZoo asks for ---

    def observation_space(self, agent: str) -> Any:
        return self._spaces[self._seats[agent]][0]

    def action_space(self, agent: str) -> Any:
        return self._spaces[self._seats[agent]][1]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Deal a game: number 0 of a seed, or without one the next number of the last seed."""
        if seed is None and self._dealt:
            self._batch.begin_next()
        else:
            self.seed = checked_seed(seed)
            self._batch.begin([self.seed])
        self._dealt = True
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._skip_agent_selection = None
        self._select()

    def step(self, action: int | None) -> None:
        """The selected agent acts; an agent whose game is over acts None."""
        self._check_dealt()
        if not self.agents:
            raise CinquinaError("The game is over and all agents know it: reset deals the next.")
        if self.terminations[self.agent_selection]:
            if action is not None:
                raise CinquinaError("The game is over: the only action that is left is None.")
            self._was_dead_step(None)
            return
        self._batch.act(action)
        self._cumulative_rewards[self.agent_selection] = 0.0
        self._select()
        if self._phase.phase == 0:
            rewards = self._batch.rewards[0].tolist()
            for agent, reward in zip(self.agents, rewards, strict=True):
                self.rewards[agent] = reward
                self.terminations[agent] = True
            self._accumulate_rewards()
            self._deads_step_first()
        if self.render_mode == "human":
            self.render()

    def observe(self, agent: str) -> Observation:
        """What this agent may know now, and what it may do."""
        if not self._dealt:  # asked here: a call takes longer than the question
            self._check_dealt()
        seat = self._seats[agent]
        if seat == self._course.seat:
            seen, mask = self._batch.observations[0].copy(), self._mask.copy()
        else:
            many, masks = self._batch.show(seat)
            seen, mask = many[0], masks[0]
        return {"observation": seen, "action_mask": mask}

    def render(self) -> Any:
        """What the selected agent sees: as a text, as a picture, or (human) printed."""
        if self.render_mode is None:
            raise CinquinaError(f"Nothing is drawn without a render_mode: {', '.join(MODES)}.")
        self._check_dealt()
        seat = self._seats[self.agent_selection]
        text = picture.text(self.table(), seat)
        if self.render_mode == "human":
            print(text, end="\n\n")
            return None
        return text if self.render_mode == "ansi" else picture.picture(text)

    def close(self) -> None:
        """There is nothing to close."""

    # --- More ---

    def describe(self, observation: Observation | np.ndarray[Any, Any]) -> str:
        """An observation in words."""
        return self._batch.layout.describe(observation)

    def table(self) -> Table:
        """A copy of the game with all that is hidden: to look into, not to play by."""
        return self._batch.table()

    @property
    def ms(self) -> int:
        """Where there are no turns: the time on the simulation clock."""
        return int(self._course.ms)

    def last(self, observe: bool = True) -> Any:
        """What the selected agent sees, its reward, whether its game is over, and infos."""
        if not self._dealt:
            self._check_dealt()
        return super().last(observe)

    def _look(self) -> None:
        self._course = look(self._batch.courses, 0)
        self._phase = look(self._batch.states, 0)
        self._mask = self._batch.masks[0]

    def _check_dealt(self) -> None:
        if not self._dealt:
            raise CinquinaError("Nothing is dealt yet: call reset first.")

    def _select(self) -> None:
        self.agent_selection = self.possible_agents[self._course.seat]


def raw_env(game: str, players: int = 2, **given: Any) -> Seats:
    """An environment of a game: see `Seats`; other arguments are the game's options."""
    if not isinstance(game, str):
        raise CinquinaError(f"A game is named by its slug, such as 'push', not {shown(game)}.")
    return Seats(game, players, **given)


def env(game: str, players: int = 2, **given: Any) -> Seats:
    """The same: it refuses illegal actions by itself, so it needs no wrapper, and is fast."""
    return raw_env(game, players, **given)
