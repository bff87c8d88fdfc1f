import { isIP, isIPv4, isIPv6 } from 'node:net';

/**
 * The address in an `X-Forwarded-For` that the proxy in front of us wrote: the last one, because what stands before it
 * came from the visitor. A port, brackets, quotes and a zone are left out, and an IPv4 address that is written as IPv6
 * becomes IPv4. Null where it is no address: otherwise any text would be shown and counted as one.
 */
export function forwardedAddress(header: string): string | null {
  const last = header.slice(header.lastIndexOf(',') + 1).trim();
  // As long as an address can be written, with a port: what is longer is not even looked at.
  if (last.length > 64) return null;
  const bare = /^"?\[([^\]]*)\](?::\d{1,5})?"?$/.exec(last)?.[1] ?? /^([\d.]+):\d{1,5}$/.exec(last)?.[1] ?? last;
  const address = unmapped(bare.split('%')[0] ?? '');
  return isIP(address) === 0 ? null : address.toLowerCase();
}

/**
 * The part of an address that one subscriber holds: an IPv4 address whole, an IPv6 address cut to its /64, because
 * whoever has one of those can come from any address in it.
 */
export function subscriberAddress(address: string): string {
  const plain = unmapped(address);
  return isIPv6(plain) ? `${expand(plain).slice(0, 4).join(':')}::/64` : plain;
}

/**
 * The networks around it, because addresses are cheap in them: `home` is what a line at home is given, an IPv6 /56, and
 * `network` what a rented server comes with, an IPv6 /48 or an IPv4 /24. What is no address is its own network.
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
