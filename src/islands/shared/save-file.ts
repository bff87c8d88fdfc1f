/** How long a saved file can be read. */
const keepMs = 60_000;

/** Has the browser save a text as a CSV file. */
export function saveCsv(name: string, text: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([text], { type: 'text/csv;charset=utf-8' }));
  link.download = name;
  link.click();
  // Not at once: some browsers have only begun to read it.
  setTimeout(() => URL.revokeObjectURL(link.href), keepMs);
}
