/** Put a text on the clipboard; false if the browser does not let us.
 *
 *  On plain http, as at home, browsers know only the old way: copy what is selected. */
export async function copy(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copySelected(text);
  }
}

function copySelected(text: string): boolean {
  const before = document.activeElement as HTMLElement | null;
  const area = document.createElement("textarea");
  area.value = text;
  area.readOnly = true; // no keyboard comes up
  area.className = "unseen";
  // Behind an open dialog nothing can be selected.
  (before?.closest("dialog") ?? document.body).append(area);
  try {
    area.select();
    return document.execCommand("copy");
  } catch {
    return false;
  } finally {
    area.remove();
    before?.focus();
  }
}
