import styles from './page-head.module.css';

/** The title of an account page, and what the page is for. */
export function PageHead({ title, lead }: { title: string; lead: string }) {
  return (
    <header className={styles.head}>
      <h1>{title}</h1>
      <p>{lead}</p>
    </header>
  );
}
