/** The rule books' Markdown: headings, paragraphs, flat lists, code, emphasis, and ids of rules.
 *
 *  It becomes plain objects, never HTML: the page makes elements of them. */

export type Inline =
  { kind: "text" | "code" | "em"; text: string } | { kind: "ids"; ids: string[] };

/** A paragraph or an item of a list. */
export interface Entry {
  item: boolean;
  parts: Inline[];
  ids: string[]; // the rules that are told here
  anchor: string[]; // those of them that are looked for here
}

export interface Section {
  id: string; // the same in every language
  title: string;
  entries: Entry[];
}

export interface Book {
  title: string;
  lead: string;
  sections: Section[];
  foot: Entry | null;
}

const INLINE = /`([^`]+)`|\(((?:[A-Z0-9]{2}-[RG]\d+(?:, )?)+)\)|\*([^*]+)\*/g;

export function inline(text: string): Inline[] {
  const found: Inline[] = [];
  let at = 0;
  const plain = (until: number): void => {
    if (until > at) found.push({ kind: "text", text: text.slice(at, until) });
  };
  for (const match of text.matchAll(INLINE)) {
    plain(match.index);
    at = match.index + match[0].length;
    if (match[1] !== undefined) found.push({ kind: "code", text: match[1] });
    else if (match[2] !== undefined) found.push({ kind: "ids", ids: match[2].split(", ") });
    else found.push({ kind: "em", text: match[3]! });
  }
  plain(text.length);
  return found;
}

export function parse(text: string): Book {
  const book: Book = { title: "", lead: "", sections: [], foot: null };
  for (const [first, ...rest] of paragraphs(text)) {
    const line = [first!, ...rest].join(" ");
    if (line.startsWith("# ")) book.title = line.slice(2);
    else if (line.startsWith("## "))
      book.sections.push({ id: `s${book.sections.length + 1}`, title: line.slice(3), entries: [] });
    else if (!book.sections.length) book.lead = line.replace(/^\*|\*$/g, "");
    else book.sections.at(-1)!.entries.push(entry(line));
  }
  const last = book.sections.at(-1)?.entries;
  if (last?.at(-1) && !last.at(-1)!.item && last.length > 1) book.foot = last.pop()!;
  anchor(book);
  return book;
}

/** The lines of each paragraph, heading or item. */
function paragraphs(text: string): string[][] {
  const found: string[][] = [];
  let open = false;
  for (const line of text.split(/\r?\n/)) {
    const starts = /^(- |#)/.test(line);
    if (line.trim() && (starts || !open)) found.push([line.trim()]);
    else if (line.trim()) found.at(-1)!.push(line.trim());
    open = line.trim() !== "" && !line.startsWith("#");
  }
  return found;
}

function entry(line: string): Entry {
  const item = line.startsWith("- ");
  const parts = inline(item ? line.slice(2) : line);
  return {
    item,
    parts,
    ids: parts.flatMap((one) => (one.kind === "ids" ? one.ids : [])),
    anchor: [],
  };
}

/** A rule is looked for where it is told first; the summary at the beginning counts last. */
function anchor(book: Book): void {
  const taken = new Set<string>();
  const [summary, ...others] = book.sections;
  for (const section of summary ? [...others, summary] : []) {
    for (const one of section.entries) {
      one.anchor = one.ids.filter((id) => !taken.has(id));
      one.anchor.forEach((id) => taken.add(id));
    }
  }
}
