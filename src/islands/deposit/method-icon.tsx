import type { PaymentMethod } from '../../lib/contract/payments/payment-entities.ts';
import styles from './method-cards.module.css';

/** Drawings of our own: no brand of a scheme is copied. */
const drawings: Record<PaymentMethod['icon'], string> = {
  card: 'M4 6h20a2.5 2.5 0 0 1 2.5 2.5v11A2.5 2.5 0 0 1 24 22H4a2.5 2.5 0 0 1-2.5-2.5v-11A2.5 2.5 0 0 1 4 6zM1.5 11.5h25M6 17.5h5',
  bank: 'M2.5 11 14 4.5 25.5 11zM5.5 14.5V20M11 14.5V20M17 14.5V20M22.5 14.5V20M3 23.5h22',
  wallet:
    'M23.5 9V7A2.5 2.5 0 0 0 21 4.5H5A3 3 0 0 0 2 7.5V21a2.5 2.5 0 0 0 2.5 2.5H24a2 2 0 0 0 2-2V11a2 2 0 0 0-2-2H4M26 14h-5.5a2.25 2.25 0 0 0 0 4.5H26',
  transfer: 'M3 10h20M18 5l5 5-5 5M25 19H5M10 14l-5 5 5 5',
  voucher: 'M3 7h22v4.5a2.5 2.5 0 0 0 0 5V21H3v-4.5a2.5 2.5 0 0 0 0-5zM18 9.5v1.5M18 13.25v1.5M18 17v1.5',
};

export function MethodIcon({ icon }: { icon: PaymentMethod['icon'] }) {
  return (
    <svg className={styles.icon} viewBox="0 0 28 28" width="28" height="28" aria-hidden="true">
      <path d={drawings[icon]} />
    </svg>
  );
}
