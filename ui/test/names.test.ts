import { expect, test } from "vitest";
import { BOTS, GUESTS, propose } from "../src/lib/names";

test("who has a name keeps it", () => {
  expect(propose("Ada")).toBe("Ada");
  expect(propose("Ada", ["Bob"])).toBe("Ada");
});

test("nobody is proposed a name that somebody has at the table, nor that of a bot", () => {
  const there: string[] = [];
  for (const _ of GUESTS) there.push(propose("", there));
  expect([...there].sort()).toEqual([...GUESTS].sort());
  expect(GUESTS.filter((name) => BOTS.includes(name))).toEqual([]);
  expect(propose("Panda", ["Panda"])).not.toBe("Panda");
});

test("where all names are taken, none is proposed but the own", () => {
  expect(propose("", GUESTS)).toBe("");
  expect(propose("Ada", [...GUESTS, "Ada"])).toBe("Ada");
});
