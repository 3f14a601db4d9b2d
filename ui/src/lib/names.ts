import type { Room } from "../protocol";

/** For who has no name yet: cheerful, short, and the same in all our languages. */
export const GUESTS =
  "Panda Koala Puma Kiwi Yeti Nova Pixel Turbo Tango Samba Rumba Mambo Polka Salsa Origami Judo".split(
    " ",
  );

/** Bots that sit down by themselves have no names on the server: here they get some. */
export const BOTS = ["Emmy", "Carl", "Sofia", "Leonhard", "Maria", "Paul"];

/** How a seat is called; "" while it is free. */
export function seatName(room: Room, seat: number): string {
  const one = room.seats[seat];
  return one?.name || (one?.who === "bot" ? (BOTS[seat % BOTS.length] ?? "") : "");
}

export function seatNames(room: Room): string[] {
  return room.seats.map((_, seat) => seatName(room, seat));
}

/** What somebody may be called at a table: as last time, else by chance, and like nobody there. */
export function propose(own: string, there: string[] = []): string {
  const start = Math.floor(Math.random() * GUESTS.length);
  const all = [own, ...GUESTS.slice(start), ...GUESTS.slice(0, start)];
  return all.find((name) => name && !there.includes(name)) ?? own;
}
