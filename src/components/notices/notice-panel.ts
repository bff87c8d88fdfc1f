import { brand } from '../../brand.ts';
import type { Notice } from '../../lib/contract/accounts/notice-calls.ts';
import { formatDateTime } from '../../lib/format/format-date-time.ts';
import { formatMoney, formatSignedMoney } from '../../lib/format/format-number.ts';
import type { Translate } from '../../lib/i18n/translate.ts';
import { createTranslate } from '../../lib/i18n/translate.ts';
import { $notices, keepNoticesNew, loadNotices, loadNoticeTexts, markRead } from '../../stores/shell/notices.ts';

interface PanelParts {
  t: Translate;
  locale: string;
  /** The path in front of a page's in this language: empty or `/de`. */
  prefix: string;
  /** The address of the settings. */
  settings: string;
}

/** The texts of a panel, once they are asked for. */
const texts = new WeakMap<HTMLElement, Promise<Translate | null>>();

/**
 * Fills the panel of the bell and loads what it shows. Called each time it is opened. Resolves to false if its texts
 * could not be loaded.
 */
export async function openNoticePanel(panel: HTMLElement, settings: string): Promise<boolean> {
  const { lang: locale } = panel.ownerDocument.documentElement;
  void loadNotices();
  const known = texts.get(panel) ?? loadNoticeTexts(locale).then((notices) => notices && createTranslate({ notices }));
  texts.set(panel, known);
  const t = await known;
  if (!t) {
    texts.delete(panel);
    return false;
  }
  if (panel.dataset['filled'] !== undefined) return true;
  panel.dataset['filled'] = '';
  const prefix = settings.slice(0, settings.indexOf('/my-account'));
  const parts = { t, locale, prefix, settings };
  $notices.subscribe(() => draw(panel, parts));
  keepNoticesNew(() => panel.matches(':popover-open'));
  return true;
}

type Child = Node | string;

function make<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  attributes: Record<string, string> = {},
  ...children: Child[]
): HTMLElementTagNameMap[Name] {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  element.append(...children);
  return element;
}

function action(label: string, key: string, act: () => unknown): HTMLButtonElement {
  const button = make('button', { type: 'button', 'data-key': key }, label);
  button.addEventListener('click', () => void act());
  return button;
}

/** Draws the whole panel again; what had the focus keeps it. */
function draw(panel: HTMLElement, parts: PanelParts): void {
  const { t, settings } = parts;
  const { status, notices, hasMore } = $notices.get();
  const focused = panel.querySelector<HTMLElement>('[data-key]:focus')?.dataset['key'];
  const hasUnread = notices.some(({ read }) => read === 0);
  const head = make('div', { class: 'head' }, make('h2', {}, t('notices.title')));
  if (hasUnread) head.append(action(t('notices.markAll'), 'all', () => markRead()));
  const foot = make(
    'div',
    { class: 'foot' },
    make('a', { href: settings, 'data-key': 'settings' }, t('notices.settings')),
  );
  if (hasMore) foot.prepend(action(t('notices.more'), 'more', () => loadNotices({ older: true })));
  panel.replaceChildren(head);
  if (status === 'failed') panel.append(failure(t));
  if (status === 'loading') panel.append(make('p', { class: 'note' }, t('notices.loading')));
  if (notices.length > 0) panel.append(make('ul', { role: 'list' }, ...notices.map((one) => row(one, parts))));
  else if (status === 'ready') panel.append(emptyNote(t));
  panel.append(foot);
  if (focused === undefined) return;
  const next = panel.querySelector<HTMLElement>(`[data-key="${focused}"]`) ?? panel.querySelector<HTMLElement>('a');
  next?.focus();
}

function emptyNote(t: Translate): HTMLElement {
  const title = make('strong', {}, t('notices.empty'));
  return make('div', { class: 'note' }, title, make('p', {}, t('notices.emptyText')));
}

function failure(t: Translate): HTMLElement {
  const retry = action(t('notices.retry'), 'retry', () => loadNotices());
  return make('div', { class: 'note', role: 'alert' }, make('p', {}, t('notices.failed')), retry);
}

function row({ id, code, created_at: at, read, data, link }: Notice, { t, locale, prefix }: PanelParts): HTMLElement {
  const money = (value: number | null, format: typeof formatMoney) =>
    value === null ? '' : format(value, locale, brand.currency);
  const { amount, profit, symbol, document: field, reason, device, address } = data;
  const text = t(`notices.events.${code}.text`, {
    ...{ amount: money(amount, formatMoney), profit: money(profit, formatSignedMoney) },
    ...{ symbol: symbol ?? '', reason: reason ?? '' },
    ...{ device: device ?? '–', address: address ?? '–' },
    document: field === null ? '' : t(`notices.documents.${field}`),
  });
  const title = make('strong', {}, t(`notices.events.${code}.title`));
  if (read === 0) title.append(make('span', { class: 'visually-hidden' }, ` (${t('notices.isNew')})`));
  const time = make('time', { datetime: at, class: 'figures' }, `${formatDateTime(at, locale)} UTC`);
  const anchor = make('a', { href: prefix + link, 'data-key': id }, title, make('p', {}, text), time);
  anchor.addEventListener('click', () => {
    if (read === 0) void markRead(id);
  });
  return make('li', { 'data-read': String(read) }, anchor);
}
