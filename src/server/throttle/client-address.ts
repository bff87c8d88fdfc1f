import { isIP, isIPv4, isIPv6 } from 'node:net';

/**
 * Returns the address that the proxy in front of us wrote into `X-Forwarded-For`: the last one, because the visitor may
 * have sent those before it. Removes port, brackets, quotes and zone, and turns an IPv4 address written as IPv6 into
 * IPv4. Null if the text is not an address: otherwise any text would be shown and counted as an address.
 */
export function forwardedAddress(header: string): string | null {
  const last = header.slice(header.lastIndexOf(',') + 1).trim();
  // Even the longest address with a port is shorter.
  if (last.length > 64) return null;
  const bare = /^"?\[([^\]]*)\](?::\d{1,5})?"?$/.exec(last)?.[1] ?? /^([\d.]+):\d{1,5}$/.exec(last)?.[1] ?? last;
  const address = unmapped(bare.split('%')[0] ?? '');
  return isIP(address) === 0 ? null : address.toLowerCase();
}

/**
 * The part of an address that identifies one subscriber: a whole IPv4 address, but only the /64 of an IPv6 address,
 * because a subscriber can use every address of a /64.
 */
export function subscriberAddress(address: string): string {
  const plain = unmapped(address);
  return isIPv6(plain) ? `${expand(plain).slice(0, 4).join(':')}::/64` : plain;
}

/**
 * The networks around an address, within which somebody can get more addresses cheaply. `home` is what a home
 * connection gets, an IPv6 /56; `network` is what a rented server gets, an IPv6 /48 or an IPv4 /24. Any other text is
 * returned as it is.
 */
export function networksOf(address: string): { home: string; network: string } {
  const plain = unmapped(address);
  if (isIPv6(plain)) {
    const [first, second, third, fourth = '0'] = expand(plain);
    const site = `${first}:${second}:${third}`;
    return { home: `${site}:${upperByte(fourth)}::/56`, network: `${site}::/48` };
  }
  return { home: plain, network: isIPv4(plain) ? `${plain.split('.').slice(0, 3).join('.')}.0/24` : plain };
}

function unmapped(address: string): string {
  return /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1] ?? address;
}

const upperByte = (group: string): string => (Number.parseInt(group, 16) & 0xff00).toString(16);

/** The eight groups of an IPv6 address, without leading zeros. */
function expand(address: string): string[] {
  const [before = '', after] = (address.split('%')[0] ?? '').toLowerCase().split('::');
  const head = before === '' ? [] : before.split(':');
  const tail = after === undefined || after === '' ? [] : after.split(':');
  const zeros =
    after === undefined ? [] : Array.from({ length: Math.max(0, 8 - head.length - tail.length) }, () => '0');
  return [...head, ...zeros, ...tail].map((group) => group.replace(/^0+(?=.)/, ''));
}
