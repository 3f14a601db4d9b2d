"""PPO with action masks in NumPy alone: it learns a game against `greedy` in some minutes.

    python examples/ppo.py [UPDATES] [CURVE.html]

A network with one hidden layer sees the numbers of an observation (and the difference of the rows,
which is what add-up is about), and says how likely it takes each legal action and what it expects.
"""

import sys
from pathlib import Path
from typing import Any

import numpy as np

from cinquina.envs.vector import Tables
from cinquina.lab.charts import STYLE, curve

GAMES, STEPS, HIDDEN, EPOCHS, PARTS = 256, 64, 128, 4, 8
RATE, CLIP, FADE, CURIOSITY, SCALE = 2e-3, 0.2, 0.95, 0.005, 10
GAME, OPTIONS = "add-up", dict[str, Any](capturer_leads=True, last_capturer_takes=True)
OPTIONS["cards"] = {"1": 10, "2": 10, "3": 10}  # a small deck: it learns in minutes


class Net:
    """Two layers, and Adam; the same seed makes the same network."""

    def __init__(self, envs: Tables, seed: int) -> None:
        seen, draw = [envs.reset(seed=seed)[0]], np.random.default_rng(seed).standard_normal
        seen += [envs.step(envs.sample())[0] for _ in range(2 * STEPS)]  # what is usual?
        some = np.concatenate([one["observation"] for one in seen])
        self.used = some.std(0) > 0  # a number that is always the same tells nothing
        self.mean = some.mean(0)[self.used].astype("f4")
        self.actions = np.flatnonzero(sum(one["action_mask"].sum(0) for one in seen))
        inputs, outputs = len(self.mean) + 19, len(self.actions) + 1
        first, last = draw((inputs, HIDDEN)) / inputs**0.5, draw((HIDDEN, outputs)) * 0.01
        self.w = [w.astype("f4") for w in (first, np.zeros(HIDDEN), last, np.zeros(outputs))]
        self.m, self.v, self.t = [0 * w for w in self.w], [0 * w for w in self.w], 0

    def look(self, seen: Any) -> tuple[Any, Any]:
        """Observations about 0, and what is legal of the actions that ever were."""
        numbers = seen["observation"].astype("f4")
        gap = np.clip(numbers[:, 0] - numbers[:, 1], -9, 9)[:, None] == np.arange(-9, 10)
        x = np.column_stack([np.clip(numbers[:, self.used] - self.mean, -20, 20), gap]).astype("f4")
        return x, seen["action_mask"][:, self.actions] > 0

    def __call__(self, x: Any, mask: Any) -> tuple[Any, Any, Any]:
        """The hidden layer, the probabilities of the actions, and the value."""
        h = np.maximum(x @ self.w[0] + self.w[1], 0)
        out = h @ self.w[2] + self.w[3]
        logits = np.where(mask, out[:, :-1], -1e9)
        p = np.exp(logits - logits.max(1, keepdims=True))
        return h, p / p.sum(1, keepdims=True), out[:, -1]

    def learn(self, x: Any, h: Any, slope: Any) -> None:
        """A step of Adam, from the slope of the loss at the last layer's outputs."""
        back = (slope @ self.w[2].T) * (h > 0)
        slopes = x.T @ back, back.sum(0), h.T @ slope, slope.sum(0)
        size, self.t = np.sqrt(sum(float((g**2).sum()) for g in slopes)), self.t + 1
        for w, m, v, g in zip(self.w, self.m, self.v, slopes, strict=True):
            g = g * min(1.0, 0.5 / (size + 1e-8))
            m += 0.1 * (g - m)
            v += 0.001 * (g**2 - v)
            w -= RATE * (m / (1 - 0.9**self.t)) / (np.sqrt(v / (1 - 0.999**self.t)) + 1e-8)


def play(net: Net, envs: Tables, seen: Any, steps: int, chance: Any) -> tuple[Any, Any, Any]:
    """So many steps; without chance always the likeliest action. Also what games were won."""
    done, won = [], []
    for _ in range(steps):
        x, mask = net.look(seen)
        _, p, value = net(x, mask)
        draw = p if chance is None else p.cumsum(1) > chance.random((len(p), 1)) * 0.99999
        action = draw.argmax(1)
        seen, reward, over, _, _ = envs.step(net.actions[action])
        done.append((x, mask, action, p[np.arange(len(p)), action], value, reward / SCALE, over))
        won += (np.sign(reward[over]) / 2 + 0.5).tolist()
    return seen, done, won


def improve(net: Net, steps: Any, after: Any, chance: np.random.Generator) -> None:
    """Make actions that came out better than expected more likely, within the clip."""
    x, mask, action, old, value, reward, over = map(np.array, zip(*steps, strict=True))
    better, gain = np.zeros_like(value), np.zeros(GAMES)
    for t in reversed(range(len(steps))):
        gain = reward[t] + ~over[t] * (after + FADE * gain) - value[t]
        better[t], after = gain, value[t]
    aim, better = better + value, (better - better.mean()) / (better.std() + 1e-8)
    parts = (one.reshape(-1, *one.shape[2:]) for one in (x, mask, action, old, better, aim))
    x, mask, action, old, better, aim = parts
    for _ in range(EPOCHS):
        for rows in np.split(chance.permutation(len(x)), PARTS):
            h, p, v = net(x[rows], mask[rows])
            ratio, gains = p[np.arange(len(rows)), action[rows]] / old[rows], better[rows]
            free = np.where(gains > 0, ratio < 1 + CLIP, ratio > 1 - CLIP)
            hit, log = np.eye(p.shape[1], dtype="f4")[action[rows]], np.log(p + 1e-9)
            slope = (p - hit) * (free * ratio * gains)[:, None]  # of minus the gain
            slope += CURIOSITY * p * (log - (p * log).sum(1, keepdims=True))
            slope = np.column_stack([slope, 0.5 * (v - aim[rows])]) / len(rows)
            net.learn(x[rows], h, slope.astype("f4"))


def train(game: str, updates: int, seed: int = 1, **options: Any) -> tuple[list[float], Any]:
    """Learn from points ahead of greedy: shares won while learning, then results of an exam."""
    envs = Tables(game, GAMES, reward="score", final_obs=False, **options)
    chance = np.random.default_rng(seed)
    net, shares, seen = Net(envs, seed), [], envs.reset(seed=seed)[0]
    for update in range(updates):
        seen, steps, won = play(net, envs, seen, STEPS, chance)
        shares.append(sum(won) / max(1, len(won)))
        print(f"update {update + 1}: won {shares[-1]:.3f} of {len(won)} games", flush=True)
        improve(net, steps, net(*net.look(seen))[2], chance)
    return shares, play(net, envs, envs.reset(seed=10**6)[0], 8 * STEPS, None)[2]


if __name__ == "__main__":
    updates, file = (*sys.argv[1:], *("150", "ppo.html")[len(sys.argv) - 1 :])
    shares, exam = train(GAME, int(updates), **OPTIONS)
    print(f"Against greedy at {GAME} it now wins {np.mean(exam):.1%} of {len(exam)} games.")
    drawn = curve(f"Won against greedy at {GAME}", {"PPO": shares}, below="update")
    Path(file).write_text(f"<!doctype html><meta charset='utf-8'><style>{STYLE}</style>{drawn}")
