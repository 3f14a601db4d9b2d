import { afterEach, expect, it, vi } from "vitest";
import { ask, get, post, Problem } from "../src/lib/api";

function answers(body: string | null, init: ResponseInit = {}): ReturnType<typeof vi.fn> {
  const fetched = vi.fn(() => Promise.resolve(new Response(body, init)));
  vi.stubGlobal("fetch", fetched);
  return fetched;
}
const json = { "content-type": "application/json" };
const codeOf = (asked: Promise<unknown>): Promise<string> =>
  asked.then(
    () => "",
    (why: unknown) => (why instanceof Problem ? why.code : "no Problem"),
  );
afterEach(() => vi.unstubAllGlobals());

it("gives what the server answers", async () => {
  const fetched = answers('{"code": "KMPRX"}', { status: 201, headers: json });
  expect(await post("/api/tables", { game: "push" })).toEqual({ code: "KMPRX" });
  expect(fetched).toHaveBeenCalledWith("/api/tables", {
    method: "POST",
    headers: json,
    body: '{"game":"push"}',
  });
  answers("Plain.", { headers: { "content-type": "text/plain" } });
  expect(await get("/api/text")).toBe("Plain.");
});

it("gives nothing where there is nothing", async () => {
  const fetched = answers(null, { status: 204 });
  expect(await ask("DELETE", "/api/x", undefined, { "X-Token": "t" })).toBeUndefined();
  expect(fetched).toHaveBeenCalledWith("/api/x", { method: "DELETE", headers: { "X-Token": "t" } });
});

it("says why not, with the game's reason", async () => {
  const no = { code: "illegal", text: "No.", why: "take_first", facts: { n: 2 } };
  answers(JSON.stringify(no), { status: 409, headers: json });
  await expect(get("/api/x")).rejects.toMatchObject({
    code: "illegal",
    message: "No.",
    why: "take_first",
    facts: { n: 2 },
  });
});

it("says that something in between failed", async () => {
  answers("<h1>Bad Gateway</h1>", { status: 502, headers: { "content-type": "text/html" } });
  expect(await codeOf(get("/api/x"))).toBe("http");
  answers('{"code": "ille', { status: 200, headers: json }); // broken off
  expect(await codeOf(get("/api/x"))).toBe("http");
  vi.stubGlobal("fetch", () => Promise.reject(new TypeError("Failed to fetch")));
  expect(await codeOf(get("/api/x"))).toBe("offline");
});
