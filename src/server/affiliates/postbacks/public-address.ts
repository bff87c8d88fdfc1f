import { BlockList, isIP } from 'node:net';

/** Networks where no affiliate's server can be: private and unroutable ones (IANA's special-purpose registries). */
const special: readonly [network: string, prefix: number][] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
];
/**
 * The same for IPv6, within 2000::/3, the only routed range: networks that embed other addresses (Teredo, 6to4) or are
 * unroutable.
 */
const specialSix: readonly [network: string, prefix: number][] = [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
];

const closed = new BlockList();
for (const [network, prefix] of special) closed.addSubnet(network, prefix, 'ipv4');
for (const [network, prefix] of specialSix) closed.addSubnet(network, prefix, 'ipv6');
const routed = new BlockList();
routed.addSubnet('2000::', 3, 'ipv6');

/** Whether this is an IP address of the public Internet; false if it is not an address. */
export function isPublicAddress(address: string): boolean {
  switch (isIP(address)) {
    case 4:
      return !closed.check(address, 'ipv4');
    case 6:
      return routed.check(address, 'ipv6') && !closed.check(address, 'ipv6');
    default:
      return false;
  }
}
