/** The same players again, at another table. */

import type { Room } from "../protocol";
import { Problem } from "./api";
import { go } from "./router.svelte";
import { kept } from "./settings.svelte";
import { takeSeat } from "./tables";

/** Everybody at this device takes the seat that they had, or another one; then all go there. */
export async function joinRematch(room: Room): Promise<void> {
  const code = room.rematch;
  if (code === null) return;
  const here = kept(room.code)?.seats ?? [];
  for (const one of here) {
    try {
      await takeSeat(code, room.game, one.name, one.token, one.seat).catch((why: unknown) => {
        if (why instanceof Problem && why.code === "taken")
          return takeSeat(code, room.game, one.name, one.token);
        throw why;
      });
    } catch (why) {
      const late = why instanceof Problem && ["started", "full", "over"].includes(why.code);
      if (!late) throw why; // too late for a seat: they watch
    }
  }
  const people = room.seats.filter((seat) => seat.who !== null && seat.who !== "bot").length;
  const waiting = here.length < people; // for somebody who is elsewhere
  go(`/t/${code}${waiting ? "" : "?start"}`);
}
