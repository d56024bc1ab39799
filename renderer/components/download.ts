/** Hands the person a file, as any web page does. */
export function download(name: string, type: string, content: string | Uint8Array<ArrayBuffer>): void {
  const url = URL.createObjectURL(new Blob([content], { type }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // The address is read after this returns.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
