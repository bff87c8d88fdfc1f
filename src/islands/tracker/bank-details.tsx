import type { PaymentMethod } from '../../lib/contract/payments/payment-entities.ts';
import { CopyButton } from '../shared/export/copy-button.tsx';
import styles from './bank-details.module.css';

interface BankDetailsProps {
  account: NonNullable<PaymentMethod['account']>;
  locale: string;
  /** The amount as displayed and as a bank's form accepts it; undefined if there is none yet. */
  amount: { shown: string; written: string } | undefined;
  /** The transfer reference by which the broker recognises the customer. */
  reference: string;
  words: BankWords;
}

export interface BankWords {
  title: string;
  amount: string;
  reference: string;
  /** Explains to the customer what the reference is for. */
  text: string;
  copy: (name: string) => string;
  copied: (name: string) => string;
  notCopied: string;
}

/**
 * The bank account to transfer to, the amount, and the reference that identifies the customer; each row can be copied.
 */
export function BankDetails({ account, locale, amount, reference, words }: BankDetailsProps) {
  const own = account.map(({ name, names, value }) => ({ name: names?.[locale] ?? name, value, copied: value }));
  const rows = [
    ...own,
    ...(amount ? [{ name: words.amount, value: amount.shown, copied: amount.written }] : []),
    { name: words.reference, value: reference, copied: reference },
  ];
  return (
    <section className={styles.account} aria-label={words.title}>
      <p className={styles.title}>{words.title}</p>
      <dl>
        {rows.map(({ name, value, copied }, index) => (
          <div key={index}>
            <dt>{name}</dt>
            <dd className="figures">
              {value}
              <CopyButton
                text={copied}
                label={words.copy(name)}
                copied={words.copied(name)}
                notCopied={words.notCopied}
              />
            </dd>
          </div>
        ))}
      </dl>
      <p className={styles.text}>{words.text}</p>
    </section>
  );
}
