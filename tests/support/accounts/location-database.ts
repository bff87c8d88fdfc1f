import { isIPv6 } from 'node:net';

/** A record of a made-up database: a network in CIDR notation, and the location stored for it. */
export interface LocationOf {
  network: string;
  country: string;
  city?: string;
}

type Value = string | number | Value[] | { [key: string]: Value };
/** A branch leads to another node or to a data record; null: nothing is known of the network. */
type Branch = { node: number } | { offset: number } | null;

/**
 * The bytes of a location database in MaxMind's format (version 2.0, an IPv6 tree), so that tests need not ship a real
 * one.
 */
export function makeLocationDatabase(locations: readonly LocationOf[]): Buffer {
  const nodes: [Branch, Branch][] = [[null, null]];
  const known: Buffer[] = [];
  let offset = 0;
  for (const { network, country, city } of locations) {
    const names: Record<string, Value> = city === undefined ? {} : { city: { names: { en: city } } };
    const record = encode({ country: { iso_code: country }, ...names });
    plant(nodes, bitsOf(network), { offset });
    known.push(record);
    offset += record.length;
  }
  const tree = Buffer.concat(nodes.flatMap((pair) => pair.map((branch) => pointer(branch, nodes.length))));
  const metadata = encode({
    ...{ binary_format_major_version: 2, binary_format_minor_version: 0, build_epoch: 1_767_225_600 },
    ...{ database_type: 'Test-City', description: { en: 'Made by a test' }, ip_version: 6, languages: ['en'] },
    ...{ node_count: nodes.length, record_size: 24 },
  });
  const marker = Buffer.concat([Buffer.from('abcdef', 'hex'), Buffer.from('MaxMind.com')]);
  return Buffer.concat([tree, Buffer.alloc(16), ...known, marker, metadata]);
}

function plant(nodes: [Branch, Branch][], bits: readonly (0 | 1)[], leaf: { offset: number }): void {
  let at = 0;
  bits.forEach((bit, depth) => {
    const pair = nodes[at]!;
    if (depth === bits.length - 1) {
      pair[bit] = leaf;
      return;
    }
    const branch = (pair[bit] ??= { node: nodes.push([null, null]) - 1 });
    if ('offset' in branch) throw new Error('One network contains another');
    at = branch.node;
  });
}

/** The bits of a network's prefix in a tree of IPv6 addresses: IPv4 lives under ::/96. */
function bitsOf(network: string): (0 | 1)[] {
  const [address = '', length = ''] = network.split('/');
  const bits = isIPv6(address) ? groupsOf(address) : '0'.repeat(96) + bytesOf(address);
  const prefix = Number(length) + (isIPv6(address) ? 0 : 96);
  return Array.from(bits.slice(0, prefix), (bit) => (bit === '1' ? 1 : 0));
}

const bytesOf = (address: string) =>
  address
    .split('.')
    .map((part) => Number(part).toString(2).padStart(8, '0'))
    .join('');

function groupsOf(address: string): string {
  const [head = '', tail = ''] = address.split('::').map((half) => half.split(':').filter(Boolean).map(group).join(''));
  return head + '0'.repeat(128 - head.length - tail.length) + tail;
}

const group = (hex: string) => Number.parseInt(hex, 16).toString(2).padStart(16, '0');

function pointer(branch: Branch, nodeCount: number): Buffer {
  const value = branch === null ? nodeCount : 'node' in branch ? branch.node : nodeCount + 16 + branch.offset;
  return Buffer.from(value.toString(16).padStart(6, '0'), 'hex');
}

const types = { text: 2, map: 7, whole: 6, list: 11 } as const;

function encode(value: Value): Buffer {
  if (typeof value === 'string')
    return Buffer.concat([control(types.text, Buffer.byteLength(value)), Buffer.from(value)]);
  if (typeof value === 'number') {
    const bytes = Buffer.alloc(4);
    bytes.writeUInt32BE(value);
    return Buffer.concat([control(types.whole, 4), bytes]);
  }
  if (Array.isArray(value)) return Buffer.concat([control(types.list, value.length), ...value.map(encode)]);
  const entries = Object.entries(value).flatMap(([key, inner]) => [encode(key), encode(inner)]);
  return Buffer.concat([control(types.map, entries.length / 2), ...entries]);
}

/** The control byte: the type and length of the value that follows. Types above 7 are stored in a second byte. */
function control(type: number, size: number): Buffer {
  if (size > 28) throw new Error('The value is longer than this writer can encode');
  return type > 7 ? Buffer.of(size, type - 7) : Buffer.of((type << 5) | size);
}
