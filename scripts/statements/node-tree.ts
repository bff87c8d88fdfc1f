/**
 * A query as parsed by PostgreSQL: the content of `pg_proc.prosqlbody`. A field with exactly one value holds that value
 * itself, any other field a list.
 */
export type Tree = string | Tree[] | TreeNode;

export interface TreeNode {
  tag: string;
  fields: Record<string, Tree>;
}

const tokens = /"(?:[^"\\]|\\.)*"|[{}()]|(?:[^\s{}()\\]|\\.)+/g;

/** Parses the text form of a tree: `{TAG :field value …}`, lists in parentheses, `<>` for nothing. */
export function readTree(text: string): Tree {
  const all = text.match(tokens) ?? [];
  let at = 0;

  function readList(): Tree[] {
    const items: Tree[] = [];
    while (all[at] !== ')') items.push(readValue());
    at += 1;
    return items;
  }

  function readNode(): TreeNode {
    const node: TreeNode = { tag: all[at] ?? '', fields: {} };
    at += 1;
    while (all[at] !== '}') {
      const field = (all[at] ?? '').slice(1);
      const values: Tree[] = [];
      at += 1;
      while (all[at] !== '}' && !all[at]?.startsWith(':')) values.push(readValue());
      node.fields[field] = values.length === 1 && values[0] !== undefined ? values[0] : values;
    }
    at += 1;
    return node;
  }

  function readValue(): Tree {
    const token = all[at];
    if (token === undefined) throw new Error('Unexpected end of the tree');
    at += 1;
    if (token === '{') return readNode();
    return token === '(' ? readList() : token;
  }

  return readValue();
}

export function isNode(tree: Tree | undefined): tree is TreeNode {
  return tree !== undefined && typeof tree !== 'string' && !Array.isArray(tree);
}

/** The nodes of a list; also accepts a field that holds a single node or none. */
export function nodesOf(tree: Tree | undefined): TreeNode[] {
  if (isNode(tree)) return [tree];
  return Array.isArray(tree) ? tree.flatMap((item) => (isNode(item) ? [item] : nodesOf(item))) : [];
}
