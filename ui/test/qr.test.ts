import { describe, expect, it } from "vitest";
import { qr } from "../src/lib/qr";

const link = (length: number): string =>
  "https://cinquina.example/t/KMPRX#seat=".padEnd(length, "aZ9-_").slice(0, length);

async function hashed(rows: boolean[][]): Promise<string> {
  const text = rows.map((row) => row.map(Number).join("")).join("");
  const hash = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
  return [...new Uint8Array(hash).slice(0, 8)]
    .map((byte) => byte.toString(16).padStart(2, "0"))
    .join("");
}

describe("a QR code", () => {
  // Compared with what segno makes, square by square.
  it.each([
    [17, 21, "9aec0c223271979d"],
    [32, 25, "8dc8d6db561a42c5"],
    [53, 29, "cf7e66b371a4b35d"],
    [78, 33, "9976fcfb7edf5629"],
    [106, 37, "89f9f2240ec57ee0"],
    [134, 41, "65dd0033f0953744"],
  ])("of %i letters is %i squares wide", async (length, size, hash) => {
    const rows = qr(link(length))!;
    expect([rows.length, rows[0]?.length]).toEqual([size, size]);
    expect(await hashed(rows)).toBe(hash);
  });

  it("takes the smallest size that is enough, and says if there is none", () => {
    expect(qr(link(18))).toHaveLength(25);
    expect(qr("é".repeat(9))).toHaveLength(25); // two bytes each
    expect(qr(link(135))).toBeNull();
  });
});
