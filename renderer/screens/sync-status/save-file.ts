/** Offers a text as a file to keep; the browser, or the shell's dialog, asks where. */
export function saveFile(name: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: 'application/json' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // The download has taken what it needs by the time the next task runs.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
