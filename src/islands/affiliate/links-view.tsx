import { useState } from 'react';
import { linkFileName, referralLink, sourceTagPattern } from '../../lib/affiliates/referral-link.ts';
import { useList } from '../lists/list-context.ts';
import { Field } from '../shared/fields/field.tsx';
import { SelectField } from '../shared/fields/select-field.tsx';
import { LinkPanel } from '../shared/export/link-panel.tsx';
import type { PanelProps } from './panel-props.ts';
import styles from './links-view.module.css';

/** Creates links that identify the affiliate who sent a visitor, with an optional tag for the source. */
export function LinksView({ user, origin, landings }: PanelProps) {
  const { t } = useList();
  const [path, setPath] = useState(landings[0]?.href ?? '/');
  const [typed, setTyped] = useState('');
  const tag = typed.trim();
  const isTag = tag === '' || sourceTagPattern.test(tag);
  // No link while the tag is invalid: visitors who followed a link without it would not be counted under the tag.
  const link = isTag ? referralLink({ origin, path, uniqid: user.uniqid, tag }) : '';
  const words = {
    ...{ label: t('affiliate.link.label'), hint: t('affiliate.link.hint'), code: t('affiliate.link.code') },
    copy: t('affiliate.link.copy'),
    copied: t('affiliate.link.copied'),
    notCopied: t('affiliate.link.notCopied'),
    ...{ save: t('affiliate.link.save'), notSaved: t('affiliate.link.notSaved') },
    saved: (file: string) => t('affiliate.link.saved', { file }),
  };
  return (
    <LinkPanel link={link} fileName={linkFileName({ path, tag })} words={words}>
      <div className={styles.parts}>
        <SelectField
          label={t('affiliate.link.page')}
          value={path}
          onChange={({ target }) => setPath(target.value)}
          hint={t('affiliate.link.pageHint')}
        >
          {landings.map(({ label, href }) => (
            <option key={href} value={href}>
              {label}
            </option>
          ))}
        </SelectField>
        <Field
          label={t('affiliate.link.tag')}
          value={typed}
          maxLength={50}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          onChange={({ target }) => setTyped(target.value)}
          onBlur={() => setTyped(tag)}
          error={isTag ? undefined : t('affiliate.link.tagFault')}
          hint={t('affiliate.link.tagHint')}
        />
      </div>
    </LinkPanel>
  );
}
