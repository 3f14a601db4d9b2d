import { beforeEach, describe, expect, it, vi } from "vitest";

/** The module as a page that is just opened sees it. */
async function opened(): Promise<typeof import("../src/lib/settings.svelte")> {
  vi.resetModules();
  return await import("../src/lib/settings.svelte");
}

beforeEach(() => localStorage.clear());

describe("what a device remembers", () => {
  it("is there when the page is opened again", async () => {
    const first = await opened();
    first.settings.theme = "dark";
    first.settings.name = "Ada";
    first.save();
    const again = await opened();
    expect(again.settings.theme).toBe("dark");
    expect(again.settings.name).toBe("Ada");
  });

  it.each(["{", "null", "7", '"text"', "[]", '{"tables": 5, "level": 9}', '{"tables": [null]}'])(
    "may be broken: %s",
    async (text) => {
      localStorage.setItem("cinquina", text);
      const { settings, kept, keep } = await opened();
      expect(settings.level).toBe("medium");
      expect(settings.tables).toEqual([]);
      keep("KMPRX", "push", 0, "token", "Ada");
      expect(kept("KMPRX")?.seats).toHaveLength(1);
    },
  );

  it("loses only the tables that are damaged", async () => {
    const good = { code: "AAAAA", game: "push", at: 1, seats: [{ seat: 0, token: "t", name: "" }] };
    const bad = [{ ...good, seats: 5 }, { ...good, seats: [null] }, { ...good, code: 0 }, null];
    localStorage.setItem("cinquina", JSON.stringify({ tables: [...bad, good] }));
    expect((await opened()).settings.tables).toEqual([good]);
  });

  it("may be impossible to store", async () => {
    const { settings, save } = await opened();
    const full = vi.spyOn(Storage.prototype, "setItem").mockImplementation(() => {
      throw new DOMException("full", "QuotaExceededError");
    });
    settings.name = "Ada";
    expect(save).not.toThrow();
    full.mockRestore();
  });

  it("has defaults for what an older version did not know", async () => {
    localStorage.setItem("cinquina", '{"name": "Ada"}');
    const { settings } = await opened();
    expect([settings.name, settings.sound, settings.oneTap]).toEqual(["Ada", true, false]);
  });
});

describe("two tabs", () => {
  it("take nothing from each other", async () => {
    const older = await opened();
    const newer = await opened();
    newer.keep("AAAAA", "push", 1, "one", "Ada");
    newer.settings.theme = "dark";
    newer.save();
    older.settings.level = "hard";
    older.save();
    older.keep("BBBBB", "burst", 0, "two", "Ada");
    newer.keepOver("AAAAA", "over");
    const { settings } = await opened();
    expect(settings.tables.map((one) => one.code)).toEqual(["BBBBB", "AAAAA"]);
    expect([settings.tables[1]?.status, settings.theme, settings.level]).toEqual([
      "over",
      "dark",
      "hard",
    ]);
  });

  it("do not bring back what the other forgot", async () => {
    const older = await opened();
    older.keep("AAAAA", "push", 1, "one", "Ada");
    const newer = await opened();
    newer.forgetTable("AAAAA");
    older.settings.sound = false;
    older.save();
    expect((await opened()).settings.tables).toEqual([]);
  });

  it("have one secret", async () => {
    const [older, newer] = [await opened(), await opened()];
    expect(newer.deviceToken()).toBe(older.deviceToken());
  });

  it("hear of each other", async () => {
    const older = await opened();
    const newer = await opened();
    newer.settings.theme = "dark";
    newer.keep("AAAAA", "push", 1, "one", "Ada");
    dispatchEvent(new StorageEvent("storage", { key: "cinquina" }));
    expect(older.kept("AAAAA")?.seats).toHaveLength(1);
    expect(document.documentElement.dataset["theme"]).toBe("dark");
  });

  it("keep what could not be stored", async () => {
    const { keep, save, settings } = await opened();
    const full = vi.spyOn(Storage.prototype, "setItem").mockImplementation(() => {
      throw new DOMException("full", "QuotaExceededError");
    });
    keep("AAAAA", "push", 1, "one", "Ada");
    settings.level = "hard";
    save();
    full.mockRestore();
    expect([settings.tables.length, settings.level]).toEqual([1, "hard"]);
    keep("BBBBB", "push", 1, "one", "Ada");
    expect((await opened()).settings.tables).toHaveLength(2);
  });
});

describe("a table", () => {
  it("is kept with the newest first, and forgotten", async () => {
    const { keep, kept, forgetTable, settings } = await opened();
    keep("AAAAA", "push", 1, "one", "Ada");
    keep("BBBBB", "burst", 0, "two", "Ada");
    expect(settings.tables.map((one) => one.code)).toEqual(["BBBBB", "AAAAA"]);
    expect(kept("AAAAA")).toMatchObject({
      game: "push",
      seats: [{ seat: 1, token: "one", name: "Ada" }],
    });
    forgetTable("AAAAA");
    expect(kept("AAAAA")).toBeUndefined();
    expect((await opened()).settings.tables.map((one) => one.code)).toEqual(["BBBBB"]);
  });

  it("whose game is over is kept to be seen again", async () => {
    const { keep, keepOver } = await opened();
    keep("AAAAA", "push", 1, "one", "Ada");
    keepOver("AAAAA", "over");
    keepOver("BBBBB", "over"); // where nobody of us sat
    const again = await opened();
    expect(again.settings.tables.map((one) => [one.code, one.status])).toEqual([["AAAAA", "over"]]);
  });

  it("has several seats in hot seat, each once", async () => {
    const { keep, kept } = await opened();
    keep("AAAAA", "push", 0, "one", "Ada");
    keep("AAAAA", "push", 1, "two", "Bob");
    keep("AAAAA", "push", 1, "two", "Bob");
    expect(kept("AAAAA")?.seats.map((one) => one.seat)).toEqual([0, 1]);
  });

  it("is dropped when there are too many newer ones", async () => {
    const { keep, settings } = await opened();
    for (let i = 0; i < 25; i++) keep(`TABLE${i}`, "push", 0, "one", "Ada");
    expect(settings.tables).toHaveLength(20);
    expect(settings.tables[0]?.code).toBe("TABLE24");
  });

  it("that is being played is not dropped for one that is over", async () => {
    const { keep, keepOver, settings } = await opened();
    keep("FRIENDS", "push", 0, "one", "Ada");
    for (let i = 0; i < 25; i++) {
      keep(`TABLE${i}`, "push", 0, "one", "Ada");
      keepOver(`TABLE${i}`, "over");
    }
    expect(settings.tables).toHaveLength(20);
    expect(settings.tables.at(-1)?.code).toBe("FRIENDS");
    expect(settings.tables[0]?.code).toBe("TABLE24");
  });
});

describe("the secret of a device", () => {
  it("stays the same, is long, and fits into an address", async () => {
    const token = (await opened()).deviceToken();
    expect(token).toMatch(/^[\w-]{32}$/);
    const again = await opened();
    expect(again.deviceToken()).toBe(token);
    expect(again.newToken()).not.toBe(token);
  });
});

describe("the look", () => {
  it("is put where the style sheet sees it", async () => {
    const { applySettings, settings } = await opened();
    for (const theme of ["dark", "light"] as const) {
      settings.theme = theme;
      applySettings();
      expect(document.documentElement.dataset["theme"]).toBe(theme);
    }
    settings.motion = false;
    applySettings();
    expect(document.documentElement.dataset["motion"]).toBe("off");
  });
});
