import { rm, writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { csvOf } from '../../lib/format/csv.ts';
import { writeAudit } from '../audit/audit-log.ts';
import type { Area, OperatorParts } from '../operator/command.ts';
import { command } from '../operator/command.ts';
import { findId } from '../operator/ids-rows.ts';
import type { CommandOutcome, TableColumn } from '../operator/outcome.ts';
import { tableOutcome, whenText } from '../operator/outcome.ts';
import { flag, idArgument, optional, optionalText, requiredText } from '../operator/read-values.ts';
import type { SubmissionFilter, ListedSubmission } from './form-submission-rows.ts';
import { listSubmissions, loadSubmission, updateRead } from './form-submission-rows.ts';

const mostShown = 100;
const mostExported = 100_000;
const longestShown = 60;

const cut = (text: string) => (text.length > longestShown ? `${text.slice(0, longestShown - 1)}…` : text);

const columns: readonly TableColumn<ListedSubmission>[] = [
  { title: 'id', of: ({ id }) => id.slice(0, 8) },
  { title: 'when (UTC)', of: ({ createdAt }) => whenText(createdAt) },
  { title: 'form', of: ({ form }) => form },
  { title: 'read', of: ({ readAt }) => (readAt ? 'yes' : '') },
  { title: 'from', of: ({ fields }) => fields.email ?? '' },
  { title: 'message', of: ({ fields }) => cut(fields.message ?? Object.values(fields).join(' ')) },
];

const formOption = optionalText('name', 'only messages of this form: contact, or a form of the content');

const list = command({
  name: 'list',
  about:
    'Lists unread messages, or all with --all, optionally of one form (contact, or a form of the content). Shows the newest 100 at most.',
  options: { form: formOption, all: flag('include messages that were read') },
  async carryOut({ database }, { form, all }) {
    const rows = await listSubmissions(database, { form, onlyUnread: !all, from: null, until: null, most: mostShown });
    return tableOutcome(columns, rows);
  },
});

const show = command({
  name: 'show',
  about: 'Shows a message and marks it as read.',
  arguments: { id: idArgument('message') },
  carryOut: (parts, { id }) => showSubmission(parts, id),
});

async function showSubmission({ database, runtime, actor }: OperatorParts, typed: string): Promise<CommandOutcome> {
  const found = await findId(database, { table: 'form_entries', what: 'message', id: typed });
  if (!found.ok) return found;
  const { id } = found;
  return database.transaction(async (connection) => {
    const submission = await loadSubmission(connection, id);
    if (!submission) return { ok: false, text: `There is no message whose id begins with ${typed}.` };
    const at = new Date(runtime.now());
    if (await updateRead(connection, id, at)) {
      await writeAudit(connection, {
        id: runtime.newId(),
        at,
        event: 'form_entry_read',
        actor,
        details: { entry: id },
      });
    }
    const facts: [string, string][] = [
      ['id', id],
      ['form', submission.form],
      ['when', `${whenText(submission.createdAt)} UTC`],
      ['humanity', submission.humanity],
      ...Object.entries(submission.fields),
    ];
    const widest = Math.max(...facts.map(([name]) => name.length));
    const lines = facts.map(
      ([name, value]) => `${name.padEnd(widest)}  ${value.replaceAll(/\r?\n/g, `\n${' '.repeat(widest + 2)}`)}`,
    );
    return { ok: true, text: lines.join('\n'), data: submission };
  });
}

const dayPattern = /^\d{4}-\d{2}-\d{2}$/;
const dayMs = 24 * 3_600_000;

/** An option for a day; its value is the start of that day in UTC. */
const dayOption = (about: string) =>
  optional('day', about, (typed) => {
    const at = new Date(`${typed}T00:00:00Z`);
    if (dayPattern.test(typed) && !Number.isNaN(at.getTime())) return { ok: true, value: at };
    return { ok: false, why: '--from and --until take a date, such as 2026-11-02.' };
  });

interface Export extends Pick<SubmissionFilter, 'form' | 'from' | 'until'> {
  out: string;
}

const exportAll = command({
  name: 'export',
  about:
    'Exports the messages of a period into a new CSV file, with a column for each field. Both days are included and in UTC.',
  options: {
    out: requiredText('file.csv', 'the file to write', '--out is missing. Name the file to write.'),
    form: formOption,
    from: dayOption('the first day'),
    until: dayOption('the last day'),
  },
  carryOut: (parts, { until: last, ...said }) =>
    exportSubmissions(parts, { ...said, until: last && new Date(last.getTime() + dayMs) }),
});

async function exportSubmissions(parts: OperatorParts, { out, ...filter }: Export): Promise<CommandOutcome> {
  const { database, runtime, actor, cwd } = parts;
  const rows = await listSubmissions(database, { ...filter, onlyUnread: false, most: mostExported + 1 });
  if (rows.length > mostExported)
    return {
      ok: false,
      text: `There are more than ${mostExported} messages. Choose a --form, or fewer days with --from and --until.`,
    };
  const names = [...new Set(rows.flatMap(({ fields }) => Object.keys(fields)))].toSorted();
  const head = ['id', 'created_at', 'form', 'humanity', ...names];
  const cells = rows.map(({ id, createdAt, form, humanity, fields }) => [
    ...[id, createdAt.toISOString(), form, humanity],
    ...names.map((name) => fields[name] ?? null),
  ]);
  const at = new Date(runtime.now());
  const details = { count: rows.length };
  const file = resolve(cwd, out);
  const text = csvOf([head, ...cells]);
  const fault = await writeFile(file, text, { mode: 0o600, flag: 'wx' }).then(() => null, faultOfFile);
  if (fault !== null) return { ok: false, text: `${out} cannot be written: ${fault}` };
  const record = { id: runtime.newId(), at, event: 'form_entries_exported', actor, details } as const;
  await writeAudit(database, record).catch(async (unwritten: unknown) => {
    // Data must not be exported without an audit record, so the file is deleted.
    await rm(file, { force: true });
    throw unwritten;
  });
  return { ok: true, text: `Messages exported to ${out}: ${rows.length}.`, data: details };
}

/** Returns the error code of a file that cannot be written; rethrows any other error. */
function faultOfFile(fault: unknown): string {
  const { code, syscall } = fault as NodeJS.ErrnoException;
  if (syscall === undefined || code === undefined) throw fault;
  return code;
}

/** Commands about visitors' messages from the site's forms. */
export const messagesArea: Area = {
  name: 'messages',
  about: 'Messages that visitors sent through forms of the site.',
  commands: [list, show, exportAll],
  more: 'The first eight digits of an id are enough. The audit log records who read or exported what, but not the messages.',
};
