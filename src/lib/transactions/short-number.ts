/** As much of a transaction's number as tells two of a customer apart: what screens and mails show of it. */
export const shortNumber = (id: string): string => id.slice(0, 8);
