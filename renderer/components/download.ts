/** Saves a file as the browser's download. */
export function download(name: string, type: string, content: string | Uint8Array<ArrayBuffer>): void {
  const url = URL.createObjectURL(new Blob([content], { type }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // The browser reads the URL after this function returns.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
