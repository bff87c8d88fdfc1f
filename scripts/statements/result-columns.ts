import type { Tree, TreeNode } from './node-tree.ts';
import { isNode, nodesOf } from './node-tree.ts';

/** A table column, identified by PostgreSQL's numbers for the table (`oid`) and the column (`attnum`). */
export interface Origin {
  table: number;
  column: number;
}

/** Where a value can come from: a column, or a literal text in the statement. */
export type Source = Origin | { literal: string };

export interface ResultColumn {
  /** All possible sources of the value, or of the elements if it is a list; empty: unknown. */
  sources: readonly Source[];
  /** Whether it is a list of values from `sources`, and whether its elements may be null. */
  list: 'none' | 'of values' | 'of values or null';
  /** Whether it may be null even without an outer join. */
  isNullable: boolean;
  /**
   * The numbers of the outer joins that can make it null; columns with equal `nulledBy` are null together. Empty: none.
   */
  nulledBy: string;
}

export interface NamedColumn extends ResultColumn {
  name: string;
}

type IsNotNull = (origin: Origin) => boolean;

const command = { select: '1' };
const relation = { table: '0', subquery: '1', join: '2', cte: '6', group: '9' };
/** The text of a field that is a single token; otherwise empty. */
const word = (tree: Tree | undefined): string => (typeof tree === 'string' ? tree : '');

/** PostgreSQL's function numbers of `count(x)` and `count(*)`. */
const countFunctions = ['2147', '2803'];
/** The function number of `array_agg`. */
const arrayAgg = '2335';
/** The function numbers of `max` and `min` of text. */
const maxAndMin = ['2129', '2145'];
const sublink = { exists: '0', value: '4' };

const unknown: ResultColumn = { sources: [], list: 'none', isNullable: true, nulledBy: '' };

/** The columns that a query returns; a column about which nothing is known counts as nullable. */
export function resultColumns(query: TreeNode, isNotNull: IsNotNull): NamedColumn[] {
  const list = query.fields.commandType === command.select ? query.fields.targetList : query.fields.returningList;
  const entries = nodesOf(list).filter(({ fields }) => fields.resjunk === 'false');
  const leaves = setLeaves(query).map((leaf) => resultColumns(leaf, isNotNull));
  return entries.map(({ fields }, index) => {
    const name = typeof fields.resname === 'string' ? fields.resname.replaceAll('\\', '') : '';
    const own = columnOf(query, isNode(fields.expr) ? fields.expr : undefined, isNotNull);
    return { name, ...(leaves.length === 0 ? own : merge(leaves.map((columns) => columns[index] ?? unknown))) };
  });
}

/** The queries that a union combines. */
function setLeaves(query: TreeNode): TreeNode[] {
  const visit = (node: TreeNode | undefined): TreeNode[] => {
    if (node?.tag === 'SETOPERATIONSTMT')
      return [...nodesOf(node.fields.larg), ...nodesOf(node.fields.rarg)].flatMap(visit);
    if (node?.tag !== 'RANGETBLREF') return [];
    const entry = nodesOf(query.fields.rtable)[Number(node.fields.rtindex) - 1];
    return nodesOf(entry?.fields.subquery);
  };
  return nodesOf(query.fields.setOperations).flatMap(visit);
}

/** Merges the columns of several queries that a union returns as one. */
function merge(columns: ResultColumn[]): ResultColumn {
  const lists = new Set(columns.map(({ list }) => list));
  const isKnown = lists.size === 1 && columns.every(({ sources }) => sources.length > 0);
  const [list = 'none'] = lists;
  const isNullable = columns.some((column) => column.isNullable || column.nulledBy !== '');
  return {
    ...(isKnown ? { sources: columns.flatMap(({ sources }) => sources), list } : unknown),
    isNullable,
    nulledBy: '',
  };
}

function columnOf(query: TreeNode, expression: TreeNode | undefined, isNotNull: IsNotNull): ResultColumn {
  if (expression?.tag === 'VAR') return variable(query, expression, isNotNull);
  const isNullable = !isNeverNull(query, expression, isNotNull);
  return { ...unknown, ...(expression && sourcesOf(query, expression, isNotNull)), isNullable };
}

/** The possible sources of an expression that passes on the value of a column or constant. */
function sourcesOf(
  query: TreeNode,
  { tag, fields }: TreeNode,
  isNotNull: IsNotNull,
): Pick<ResultColumn, 'sources' | 'list'> {
  const all = (expressions: TreeNode[]) =>
    merge(expressions.filter((one) => !isNull(one)).map((one) => columnOf(query, one, isNotNull)));
  if (tag === 'CONST') return { sources: textOf(fields), list: 'none' };
  if (tag === 'CASEEXPR' || tag === 'CASE') {
    const results = nodesOf(fields.args).flatMap((when) => nodesOf(when.fields.result));
    return all([...results, ...nodesOf(fields.defresult)]);
  }
  if (tag === 'COALESCEEXPR' || tag === 'COALESCE') return all(nodesOf(fields.args));
  if (tag === 'RELABELTYPE') return all(nodesOf(fields.arg));
  if (tag === 'SUBLINK' && fields.subLinkType === sublink.value) {
    const [select] = nodesOf(fields.subselect);
    const { sources, list } = (select && resultColumns(select, isNotNull)[0]) ?? unknown;
    return { sources, list };
  }
  if (tag === 'AGGREF') {
    const column = all(
      nodesOf(fields.args)
        .slice(0, 1)
        .flatMap((entry) => nodesOf(entry.fields.expr)),
    );
    if (maxAndMin.includes(word(fields.aggfnoid))) return column;
    if (word(fields.aggfnoid) !== arrayAgg || column.list !== 'none') return unknown;
    return { ...column, list: column.isNullable ? 'of values or null' : 'of values' };
  }
  return unknown;
}

const isNull = ({ tag, fields }: TreeNode) => tag === 'CONST' && fields.constisnull === 'true';

/** The text of a constant, which is stored as a header of four bytes (the length) and the text's bytes. */
function textOf({ consttype, constvalue, constisnull }: TreeNode['fields']): Source[] {
  if (consttype !== '25' || constisnull !== 'false' || !Array.isArray(constvalue)) return [];
  const bytes = constvalue.slice(constvalue.indexOf('[') + 1, -1).map((byte) => Number(word(byte)) & 255);
  return [{ literal: Buffer.from(bytes.slice(4)).toString() }];
}

/**
 * True only if the expression can certainly never be null. For others, the statement's author marks the column with
 * `!`.
 */
function isNeverNull(query: TreeNode, expression: TreeNode | undefined, isNotNull: IsNotNull): boolean {
  if (!expression) return false;
  const { tag, fields } = expression;
  const known = (of: TreeNode | undefined) => isNeverNull(query, of, isNotNull);
  if (tag === 'VAR') {
    const { isNullable, nulledBy } = variable(query, expression, isNotNull);
    return !isNullable && nulledBy === '';
  }
  if (tag === 'CONST') return fields.constisnull === 'false';
  if (tag === 'NULLTEST' || tag === 'BOOLEANTEST') return true;
  if (tag === 'AGGREF') return countFunctions.includes(word(fields.aggfnoid));
  if (tag === 'CASEEXPR' || tag === 'CASE') {
    const results = nodesOf(fields.args).flatMap((when) => nodesOf(when.fields.result));
    return [...results, ...nodesOf(fields.defresult)].every(known);
  }
  if (tag === 'SUBLINK') return fields.subLinkType === sublink.exists;
  if (tag === 'COALESCEEXPR' || tag === 'COALESCE') return nodesOf(fields.args).some(known);
  if (tag === 'BOOLEXPR') return nodesOf(fields.args).every(known);
  if (tag === 'RELABELTYPE' || tag === 'COERCEVIAIO') return nodesOf(fields.arg).every(known);
  // A cast returns null only for null; any other function might return null.
  if (tag === 'FUNCEXPR' && ['1', '2'].includes(word(fields.funcformat))) return known(nodesOf(fields.args)[0]);
  return false;
}

function variable(query: TreeNode, { fields }: TreeNode, isNotNull: IsNotNull): ResultColumn {
  const entry = nodesOf(query.fields.rtable)[Number(fields.varno) - 1];
  if (!entry || fields.varlevelsup !== '0') return unknown;
  const nulling = Array.isArray(fields.varnullingrels) ? fields.varnullingrels.slice(1).map(word).join() : '';
  const below = entryColumn(query, entry, Number(fields.varattno), isNotNull);
  const isNullable = below.isNullable || below.nulledBy !== '';
  return nulling === '' ? below : { ...below, isNullable, nulledBy: nulling };
}

function entryColumn(query: TreeNode, entry: TreeNode, number: number, isNotNull: IsNotNull): ResultColumn {
  const { fields } = entry;
  const at = (list: TreeNode[]) => columnOf(query, list[number - 1], isNotNull);
  switch (fields.rtekind) {
    case relation.table: {
      const origin = { table: Number(fields.relid), column: number };
      return { sources: [origin], list: 'none', isNullable: !isNotNull(origin), nulledBy: '' };
    }
    case relation.subquery:
      return inner(nodesOf(fields.subquery)[0], number, isNotNull);
    case relation.cte: {
      const cte = nodesOf(query.fields.cteList).find((one) => one.fields.ctename === fields.ctename);
      return inner(nodesOf(cte?.fields.ctequery)[0], number, isNotNull);
    }
    case relation.join:
      return at(nodesOf(fields.joinaliasvars));
    case relation.group:
      return at(nodesOf(fields.groupexprs));
    default:
      return unknown;
  }
}

/**
 * A column of a subquery. `merge` turns its outer joins into `isNullable`: their numbers mean nothing in the outer
 * query.
 */
function inner(query: TreeNode | undefined, number: number, isNotNull: IsNotNull): ResultColumn {
  const column = query && resultColumns(query, isNotNull)[number - 1];
  return column ? merge([column]) : unknown;
}
