/** A lesson being taken, against a server that plays along. */

import { expect, it, vi } from "vitest";
import type { Plan } from "../src/lessons/data";
import { matches, Run } from "../src/lessons/run.svelte";
import { Problem, type Frame } from "../src/lib/api";

const plan: Plan = {
  game: "push",
  players: 2,
  seed: "1",
  steps: [{}, { do: [["a"], ["b 2", "b *"]], then: [[1, "x"]] }, { then: [[1, "y"]] }, {}],
};
const LEGAL = ["a", "b 1", "b 2", "c"];

function run(): { lesson: Run; asked: ReturnType<typeof vi.fn> } {
  const asked = vi.fn(async (_: unknown, moves: [number, string][], __: number, first: number) => {
    const bad = moves.find(([seat, action]) => seat === 0 && !LEGAL.includes(action));
    if (bad) throw new Problem("illegal", "No.", "take_first", {});
    const all = [[null, ""], ...moves] as [number | null, string][];
    const frame = ([seat, action]: [number | null, string], n: number): Frame => ({
      seat,
      action,
      events: [],
      view: { n },
      legal: LEGAL,
      aids: {},
    });
    return all.map(frame).slice(first);
  });
  const lesson = new Run(plan, asked as never, () => Promise.resolve());
  return { lesson, asked };
}
const at = (lesson: Run): unknown => lesson.frame?.view["n"];

it("compares with the beginning of an action", () => {
  expect([matches("b 1", "b *"), matches("b 1", "b 1"), matches("a", "b *")]).toEqual([
    true,
    true,
    false,
  ]);
});

it("goes from step to step, and the others answer", async () => {
  const { lesson } = run();
  await lesson.start();
  expect([lesson.step, at(lesson), lesson.wanted]).toEqual([0, 0, []]);
  await lesson.next();
  expect([lesson.step, lesson.wanted]).toEqual([1, ["a"]]);
  await lesson.act("a");
  expect([lesson.step, lesson.done, lesson.wanted]).toEqual([1, 1, ["b 2", "b 1"]]);
  await lesson.act("b 1");
  expect([lesson.step, at(lesson), lesson.told.map((one) => one.action)]).toEqual([2, 3, ["x"]]);
  await lesson.next();
  expect([lesson.step, at(lesson), lesson.last]).toEqual([3, 4, true]);
  await lesson.next();
  expect([lesson.step, at(lesson)]).toEqual([3, 4]);
});

it("says kindly what it wants, or why something is not possible", async () => {
  const { lesson } = run();
  await lesson.start();
  await lesson.act("a");
  expect(lesson.not?.kind).toBe("read");
  await lesson.next();
  await lesson.act("c");
  expect(lesson.not).toEqual({ kind: "other", action: "c" });
  await lesson.act("never");
  expect(lesson.not?.kind === "no" && lesson.not.problem.why).toBe("take_first");
  expect([lesson.step, at(lesson)]).toEqual([1, 0]);
  await lesson.act("a");
  expect([lesson.not, at(lesson)]).toEqual([null, 1]);
});

it("does a step for who asks", async () => {
  const { lesson } = run();
  await lesson.start();
  for (let i = 0; i < 3; i++) await lesson.next();
  expect([lesson.step, at(lesson)]).toEqual([2, 3]);
});

it("goes back to the beginning of a step, then to the one before, and starts again", async () => {
  const { lesson, asked } = run();
  await lesson.start();
  await lesson.next();
  await lesson.act("a");
  lesson.back();
  expect([lesson.step, lesson.done, at(lesson)]).toEqual([1, 0, 0]);
  lesson.back();
  expect(lesson.step).toBe(0);
  for (let i = 0; i < 4; i++) await lesson.next();
  expect(lesson.step).toBe(3);
  lesson.back();
  expect([lesson.step, at(lesson)]).toEqual([2, 3]);
  await lesson.start();
  expect([lesson.step, at(lesson), asked.mock.lastCall?.[1]]).toEqual([0, 0, []]);
});

it("says what is wrong with the line, and goes on when it is back", async () => {
  const { lesson, asked } = run();
  await lesson.start();
  await lesson.next();
  asked.mockRejectedValueOnce(new Problem("offline", "Gone."));
  await lesson.act("a");
  expect([lesson.problem, lesson.busy, at(lesson)]).toEqual(["offline", false, 0]);
  await lesson.act("a");
  expect([lesson.problem, at(lesson)]).toEqual(["", 1]);
});

it("says nothing of what was tried before it went on", async () => {
  const { lesson, asked } = run();
  await lesson.start();
  await lesson.next();
  let answer!: () => void;
  asked.mockImplementationOnce(async () => {
    await new Promise<void>((resolve) => (answer = resolve));
    throw new Problem("illegal", "No.", "take_first", {});
  });
  const tried = lesson.act("never");
  await lesson.act("a");
  answer();
  await tried;
  expect([lesson.done, lesson.not]).toEqual([1, null]);
});
