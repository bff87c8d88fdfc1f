import type { PaymentMethod } from '../../lib/contract/payments/payment-entities.ts';
import { useDeposit } from './deposit-context.ts';
import styles from './method-cards.module.css';
import { MethodIcon } from './method-icon.tsx';
import { methodLabel } from './method-label.ts';

interface MethodCardsProps {
  methods: readonly PaymentMethod[];
  chosen: PaymentMethod;
  isBusy: boolean;
  onChoose: (method: PaymentMethod) => void;
}

/** The methods that are set up, each a card of its own to choose from. */
export function MethodCards({ methods, chosen, isBusy, onChoose }: MethodCardsProps) {
  const { t, locale } = useDeposit();
  return (
    <fieldset className={styles.methods} aria-disabled={isBusy || undefined}>
      <legend>{t('deposit.method.legend')}</legend>
      {methods.map((method) => (
        <label key={`${method.method} ${method.provider}`} className={styles.card}>
          <input
            type="radio"
            name="method"
            value={method.provider}
            checked={method.provider === chosen.provider && method.method === chosen.method}
            // Not disabled while it is sent: the keyboard stays where it is.
            onChange={() => !isBusy && onChoose(method)}
          />
          <MethodIcon icon={method.icon} />
          <span className={styles.name}>{methodLabel(method, locale)}</span>
          {method.simulated === 1 ? (
            <span className={styles.tag}>{t('deposit.method.simulated')}</span>
          ) : (
            <span className={styles.kind}>{t(`deposit.kind.${method.kind}`)}</span>
          )}
        </label>
      ))}
    </fieldset>
  );
}
