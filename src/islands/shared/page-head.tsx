import styles from './page-head.module.css';

/** What a page of the account is called, and what it is for. */
export function PageHead({ title, lead }: { title: string; lead: string }) {
  return (
    <header className={styles.head}>
      <h1>{title}</h1>
      <p>{lead}</p>
    </header>
  );
}
