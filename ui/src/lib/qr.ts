/** A QR code, made here because what it says is nobody else's business: not even the server's.
 *
 *  ISO/IEC 18004 as far as a link needs it: bytes, the lowest level of correction, versions 1 to 6. */

const DATA = [19, 34, 55, 80, 108, 136]; // codewords by version
const CHECKS = [7, 10, 15, 20, 26, 18]; // codewords of correction in each block
const blocksOf = (version: number): number => (version < 6 ? 1 : 2);
const HEAD = 2; // codewords: what it is, how long, and the end

type Grid = (boolean | undefined)[][]; // rows; undefined: still free

const MASKS: ((x: number, y: number) => number)[] = [
  (x, y) => (x + y) % 2,
  (_, y) => y % 2,
  (x) => x % 3,
  (x, y) => (x + y) % 3,
  (x, y) => (Math.floor(x / 3) + Math.floor(y / 2)) % 2,
  (x, y) => ((x * y) % 2) + ((x * y) % 3),
  (x, y) => (((x * y) % 2) + ((x * y) % 3)) % 2,
  (x, y) => (((x + y) % 2) + ((x * y) % 3)) % 2,
];

/** Which squares are dark, row by row; null if the text is too long. */
export function qr(text: string): boolean[][] | null {
  const bytes = [...new TextEncoder().encode(text)];
  const version = DATA.findIndex((room) => bytes.length + HEAD <= room) + 1;
  if (!version) return null;
  const words = corrected(codewords(bytes, DATA[version - 1]!), version);
  const all = MASKS.map((_, mask) => drawn(words, version, mask));
  return all.reduce((best, one) => (plain(one) < plain(best) ? one : best));
}

function codewords(bytes: number[], room: number): number[] {
  const halves = [bytes.length, ...bytes].flatMap((byte) => [byte >> 4, byte & 15]);
  const nibbles = [4, ...halves, 0]; // 4: bytes; 0: the end
  const words = Array.from({ length: bytes.length + HEAD }, (_, i) => {
    return (nibbles[2 * i]! << 4) | nibbles[2 * i + 1]!;
  });
  for (let i = 0; words.length < room; i++) words.push(i % 2 ? 0x11 : 0xec);
  return words;
}

// --- Correction: Reed-Solomon over GF(256) ---

function times(a: number, b: number): number {
  let product = 0;
  for (let bit = 7; bit >= 0; bit--) {
    product = (product << 1) ^ ((product >> 7) * 0x11d);
    product ^= ((b >> bit) & 1) * a;
  }
  return product;
}

function divisor(degree: number): number[] {
  const found = Array.from({ length: degree }, (_, i) => Number(i === degree - 1));
  for (let root = 1, i = 0; i < degree; i++, root = times(root, 2))
    for (let j = 0; j < degree; j++) found[j] = times(found[j]!, root) ^ (found[j + 1] ?? 0);
  return found;
}

function checksOf(data: number[], by: number[]): number[] {
  return data.reduce(
    (rest, byte) => {
      const factor = byte ^ rest[0]!;
      return by.map((one, i) => (rest[i + 1] ?? 0) ^ times(one, factor));
    },
    by.map(() => 0),
  );
}

/** The data and its checks, the blocks by turns. */
function corrected(data: number[], version: number): number[] {
  const count = blocksOf(version);
  const length = data.length / count;
  const by = divisor(CHECKS[version - 1]!);
  const blocks = Array.from({ length: count }, (_, i) => data.slice(i * length, (i + 1) * length));
  const checks = blocks.map((block) => checksOf(block, by));
  const mixed = (all: number[][]) => all[0]!.flatMap((_, i) => all.map((one) => one[i]!));
  return [...mixed(blocks), ...mixed(checks)];
}

// --- The picture ---

function drawn(words: number[], version: number, mask: number): boolean[][] {
  const size = 17 + 4 * version;
  const grid: Grid = Array.from({ length: size }, () => Array<undefined>(size).fill(undefined));
  for (let i = 0; i < size; i++) grid[6]![i] = grid[i]![6] = i % 2 === 0;
  for (const [x, y] of [
    [3, 3],
    [size - 4, 3],
    [3, size - 4],
  ] as const)
    rings(grid, x, y, 4, [2, 4]);
  if (version > 1) rings(grid, size - 7, size - 7, 2, [1]);
  format(grid, mask);
  fill(grid, words, MASKS[mask]!);
  return grid as boolean[][];
}

/** Squares inside each other around a place; those of these distances are light. */
function rings(grid: Grid, x: number, y: number, reach: number, light: number[]): void {
  for (let dy = -reach; dy <= reach; dy++)
    for (let dx = -reach; dx <= reach; dx++) {
      const row = grid[y + dy];
      if (row && x + dx >= 0 && x + dx < grid.length)
        row[x + dx] = !light.includes(Math.max(Math.abs(dx), Math.abs(dy)));
    }
}

/** The level of correction and the mask, twice. */
function format(grid: Grid, mask: number): void {
  const data = (1 << 3) | mask; // 1: the lowest level
  let rest = data;
  for (let i = 0; i < 10; i++) rest = (rest << 1) ^ ((rest >> 9) * 0x537);
  const bits = ((data << 10) | rest) ^ 0x5412;
  const end = grid.length - 1;
  for (let i = 0; i < 15; i++) {
    const dark = ((bits >> i) & 1) === 1;
    const [x, y] = i < 8 ? [8, i < 6 ? i : i + 1] : [i === 8 ? 7 : 14 - i, 8];
    grid[y]![x] = dark;
    if (i < 8) grid[8]![end - i] = dark;
    else grid[end - 14 + i]![8] = dark;
  }
  grid[end - 7]![8] = true;
}

/** Up and down in strips of two, from the right, wherever it is free. */
function fill(grid: Grid, words: number[], mask: (x: number, y: number) => number): void {
  const size = grid.length;
  let i = 0;
  for (let right = size - 1; right > 0; right -= 2) {
    if (right === 6) right = 5;
    const up = ((right + 1) & 2) === 0;
    for (let step = 0; step < size; step++)
      for (const x of [right, right - 1]) {
        const y = up ? size - 1 - step : step;
        if (grid[y]![x] !== undefined) continue;
        const bit = ((words[i >> 3] ?? 0) >> (7 - (i & 7))) & 1;
        grid[y]![x] = (bit === 1) !== (mask(x, y) === 0);
        i++;
      }
  }
}

/** How many squares are like a neighbour: the fewer, the easier to read. */
function plain(grid: boolean[][]): number {
  const like = (x: number, y: number) =>
    Number(grid[y]![x] === grid[y]![x + 1]) + Number(grid[y]![x] === grid[y + 1]?.[x]);
  return grid.reduce((sum, row, y) => row.reduce((sum, _, x) => sum + like(x, y), sum), 0);
}
