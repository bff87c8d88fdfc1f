/**
 * Finds the translation keys in the source code of a file. Works on text rather than syntax trees, because that treats
 * `.astro` and `.tsx` files alike.
 */

export interface FoundKeys {
  /** Full keys passed to a translate function, such as `login.errors.email`. */
  translated: string[];
  /** The static beginnings of computed keys, such as `problems.` in `` t(`problems.${code}`) ``. */
  prefixes: string[];
  /** Every quoted text that might be a key, once as it is and once with each namespace that the file binds. */
  mentioned: string[];
}

// `const t = words(locale, 'login')` binds t to a namespace; an island's translate function takes full keys.
const boundName = /const (\w+) = words\([^;]*?,\s*'(\w+)'\)/g;
const calledAtOnce = /words\([^;()]*(?:\([^()]*\))?[^;()]*,\s*'(\w+)'\)\(/g;
const islandNames = ['t', 'translate'];

export function findKeys(source: string): FoundKeys {
  const found: FoundKeys = { translated: [], prefixes: [], mentioned: [] };
  const bound = new Map<string, string>();
  for (const [, name = '', namespace = ''] of source.matchAll(boundName)) bound.set(name, `${namespace}.`);
  for (const name of islandNames) if (!bound.has(name)) bound.set(name, '');

  for (const [name, namespace] of bound) {
    for (const match of source.matchAll(new RegExp(`(?<![\\w.'"])${name}\\(`, 'g'))) {
      collect(found, namespace, firstArgument(source, match.index + match[0].length));
    }
  }
  for (const match of source.matchAll(calledAtOnce)) {
    collect(found, `${match[1] ?? ''}.`, firstArgument(source, match.index + match[0].length));
  }
  const namespaces = new Set(['', ...bound.values()]);
  for (const [, text = ''] of source.matchAll(/['"`]([\w-]+(?:\.[\w-]+)*)['"`]/g)) {
    for (const namespace of namespaces) found.mentioned.push(namespace + text);
  }
  for (const [, text = ''] of source.matchAll(/`([\w-]+\.(?:[\w-]+\.)*[\w-]*)\$\{/g)) found.prefixes.push(text);
  return found;
}

/** The text of a call's first argument; `start` is just after the opening parenthesis. */
function firstArgument(source: string, start: number): string {
  let depth = 0;
  for (let end = start; end < source.length; end++) {
    const character = source[end] ?? '';
    if ('([{'.includes(character)) depth++;
    if (depth === 0 && (character === ',' || character === ')')) return source.slice(start, end);
    if (')]}'.includes(character)) depth--;
  }
  return source.slice(start);
}

function collect(found: FoundKeys, namespace: string, argument: string): void {
  // If the argument is a conditional expression, only its results are keys, not the condition.
  const results = argument.includes('?') ? argument.split(/[?:]/).slice(1) : [argument];
  for (const result of results) {
    const quoted = /^\s*['"`]([^'"`$]*)(['"`]|\$\{)/.exec(result);
    if (!quoted) continue;
    const [, text = '', end] = quoted;
    if (end === '${') found.prefixes.push(namespace + text);
    else found.translated.push(namespace + text);
  }
}
