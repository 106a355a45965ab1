/** Hands a text to the phone as a file. */
export function download(name: string, type: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // The browser reads it after the click; a while later it is surely done.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
