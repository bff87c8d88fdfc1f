const megabyte = 1024 * 1024;

/** A file size in megabytes (1,048,576 bytes) with one decimal; below 0.1 MB, in whole kilobytes, at least one. */
export function formatBytes(bytes: number, locale: string): string {
  const isSmall = bytes < megabyte / 10;
  const value = isSmall ? Math.max(1, Math.round(bytes / 1024)) : bytes / megabyte;
  return new Intl.NumberFormat(locale, {
    style: 'unit',
    unit: isSmall ? 'kilobyte' : 'megabyte',
    maximumFractionDigits: isSmall ? 0 : 1,
  }).format(value);
}
