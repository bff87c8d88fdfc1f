import type { ReactNode } from 'react';
import { PageHead } from '../shared/page-head.tsx';
import { ToastRegion } from '../shared/toast-region.tsx';
import { useList } from './list-context.ts';
import styles from './list-page.module.css';

interface ListPageProps {
  title: string;
  lead: string;
  children: ReactNode;
}

/** A list page: its head, its content, and its toasts. */
export function ListPage({ title, lead, children }: ListPageProps) {
  const { t } = useList();
  return (
    <div className={styles.page}>
      <PageHead title={title} lead={lead} />
      {children}
      <ToastRegion label={t('common.notifications')} closeLabel={t('common.close')} />
    </div>
  );
}
