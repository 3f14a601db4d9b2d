/** Bots that sit down by themselves have no names on the server: here they get some. */

import type { Room } from "../protocol";

const BOTS = ["Emmy", "Carl", "Sofia", "Leonhard", "Maria", "Paul"];

/** How a seat is called; "" while it is free. */
export function seatName(room: Room, seat: number): string {
  const one = room.seats[seat];
  return one?.name || (one?.who === "bot" ? (BOTS[seat % BOTS.length] ?? "") : "");
}

export function seatNames(room: Room): string[] {
  return room.seats.map((_, seat) => seatName(room, seat));
}
