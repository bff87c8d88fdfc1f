/** A page that a link may lead to, in the language of the reader. */
export interface Landing {
  label: string;
  /** From the slash. */
  href: string;
}
