import type { Encoding } from './site-form.ts';

const known = new Map<string, Encoding>();
/** Browsers send a handful of values; a stranger who sends others must not fill the memory. */
const mostKnown = 100;

/** The best encoding that an `Accept-Encoding` header allows: brotli, gzip, none. */
export function negotiateEncoding(accepted: string | undefined): Encoding {
  if (accepted === undefined) return 'identity';
  const remembered = known.get(accepted);
  if (remembered) return remembered;
  const encoding = choose(accepted);
  if (known.size < mostKnown && accepted.length < 200) known.set(accepted, encoding);
  return encoding;
}

function choose(accepted: string): Encoding {
  const allowed = new Set<string>();
  for (const part of accepted.toLowerCase().split(',')) {
    const [name = '', ...parameters] = part.split(';').map((text) => text.trim());
    const refused = parameters.some((parameter) => /^q=0(\.0{0,3})?$/.test(parameter));
    if (!refused) allowed.add(name);
  }
  if (allowed.has('br')) return 'br';
  return allowed.has('gzip') ? 'gzip' : 'identity';
}
