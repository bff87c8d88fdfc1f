import { useStore } from '@nanostores/react';
import { lazy, Suspense, useEffect, useMemo } from 'react';
import { brand } from '../../brand.ts';
import { createTranslate } from '../../lib/i18n/translate.ts';
import type { Messages } from '../../lib/i18n/translate.ts';
import { $affiliateSession } from '../../stores/affiliate/affiliate-session.ts';
import { ListContext, useList } from '../lists/list-context.ts';
import { ListFailure, ListSkeleton } from '../lists/list-state.tsx';
import { followAffiliate } from './follow-affiliate.ts';
import type { Landing } from './panel-props.ts';
import styles from './panel.module.css';

/** Loaded on demand, because the log-in form does not need it. */
const PanelPage = lazy(() =>
  import('./panel-page.tsx').then(
    (page) => ({ default: page.PanelPage }),
    () => ({ default: NotLoaded }),
  ),
);

interface AffiliatePanelIslandProps {
  /** Texts by namespace: affiliate, common, problems, fields. */
  messages: Messages;
  locale: string;
  /** The site's public address, without a slash at its end. */
  origin: string;
  /** The path of the panel in the page's language. */
  address: string;
  /** The pages that links may lead to. */
  landings: readonly Landing[];
}

/**
 * What a logged-in affiliate sees. Shows a skeleton until the session has been read, and nothing if there is no
 * session.
 */
export function AffiliatePanelIsland({ messages, locale, origin, address, landings }: AffiliatePanelIslandProps) {
  const value = useMemo(() => ({ t: createTranslate(messages), locale, currency: brand.currency }), [messages, locale]);
  const session = useStore($affiliateSession, { ssr: () => null });
  useEffect(() => followAffiliate(document), []);
  const skeleton = (
    <div className={styles.page}>
      <ListSkeleton rows={8} />
    </div>
  );
  return (
    <ListContext value={value}>
      {session === null ? (
        skeleton
      ) : (
        <Suspense fallback={skeleton}>
          <PanelPage user={session.user} {...{ origin, address, landings }} />
        </Suspense>
      )}
    </ListContext>
  );
}

/** Shown if the chunk fails to load. After a deployment its name may have changed; a reload then finds the new one. */
function NotLoaded() {
  const { t } = useList();
  const reload = () => location.reload();
  return <ListFailure text={t('problems.UNAVAILABLE')} retryLabel={t('affiliate.retry')} onRetry={reload} />;
}
