import { describe, expect, test } from 'vitest';
import { areas } from '../../../src/server/operator-desk.ts';
import { understand } from '../../../src/server/operator/understand.ts';

/** Tests how the arguments after `npm run operator --` are parsed. */

const said = (...args: string[]) => {
  const understood = understand(areas, args);
  return understood.ok ? { work: understood.isLive ? 'live' : 'here' } : understood.outcome;
};

test('each command has a name of its own, and says what it is about', () => {
  expect(new Set(areas.map(({ name }) => name)).size).toBe(areas.length);
  for (const { name, about, commands } of areas) {
    expect(name).toMatch(/^[a-z][a-z-]*$/);
    expect(new Set(commands.map((one) => one.name)).size).toBe(commands.length);
    for (const one of [{ about }, ...commands]) expect(one.about).toMatch(/^\S.*\.$/);
  }
});

describe('where a command runs', () => {
  test.each([
    [['customers', 'list'], 'here'],
    [['customers', 'list', '--json'], 'here'],
    [['positions', 'list'], 'here'],
    [['positions', 'close', '01234567', '--reason', 'x'], 'live'],
    [['positions', '--json', 'close', '01234567', '--reason', 'x'], 'live'],
    [['feeds', 'status'], 'live'],
    [['dry-run', '--spread', '12'], 'here'],
    [['transactions', 'bonus', 'a@b.c', '-10', '--reason', 'x'], 'here'],
  ])('%j: %s', (args, work) => {
    const answer = said(...args);
    expect('work' in answer ? answer.work : undefined).toBe(work);
  });
});

test('an unknown area or command is refused, with a list of the existing ones', () => {
  expect(said('cars')).toMatchObject({
    ok: false,
    isMisread: true,
    text: expect.stringMatching(/^There is no area "cars"\. Areas: /) as string,
  });
  expect(said('help', 'cars')).toMatchObject({ ok: false, isMisread: true });
  expect(said('assets', 'burn')).toMatchObject({
    text: expect.stringMatching(
      /^There is no command "burn" in assets\. Commands: list, add, spread, suspend, resume\.\n/,
    ) as string,
  });
});

test('the arguments of a command are checked against its declaration', () => {
  const why = (...args: string[]) => {
    const answer = said(...args);
    return 'text' in answer ? answer.text.split('\n')[0] : 'understood';
  };
  expect(why('customers', 'show')).toBe('The email is missing: show <email> [--pin]');
  expect(why('customers', 'show', 'a@b.c', 'more')).toBe('show takes no more: show <email> [--pin]');
  expect(why('customers', 'show', 'a@b.c', '--all')).toBe('There is no --all.');
  expect(why('customers', 'list', '--search')).toBe('--search needs a value.');
  expect(why('customers', 'list', '--all=yes')).toBe('--all takes no value.');
  expect(why('customers', 'list', '--json=yes')).toBe('--json takes no value.');
});

test('help is about everything, about an area, or about a command', () => {
  expect(said('--help')).toMatchObject({
    ok: true,
    text: expect.stringMatching(/^Usage: npm run operator -- <area> <command> …\n/) as string,
  });
  expect(said('help', 'feeds')).toEqual(said('feeds', '--help'));
  expect(said('feeds', 'status', '--help')).toMatchObject({
    ok: true,
    text: expect.stringMatching(/^Usage: npm run operator -- feeds status \[--all\]\n\n/) as string,
  });
  expect(said()).toMatchObject({ ok: false, isMisread: true });
});

test('the completion has a help too, which is also printed if no shell is named', () => {
  const text = expect.stringMatching(/^Usage: npm run operator -- completion <bash\|zsh\|fish>\n\n/) as string;
  expect(said('completion', '--help')).toEqual({ ok: true, text });
  expect(said('completion', 'bash', '--help')).toEqual(said('completion', '--help'));
  expect(said('help', 'completion')).toEqual(said('completion', '--help'));
  expect(said('completion')).toEqual({ ok: false, isMisread: true, text });
});

describe('no line of a help is longer than the terminal', () => {
  const helps = [
    ['--help'],
    ['completion', '--help'],
    ...areas.flatMap(({ name, commands }) => [
      [name, '--help'],
      ...commands.map((one) => [name, one.name, '--help'].filter((word) => word !== '')),
    ]),
  ];
  const linesOf = (args: readonly string[], width?: number) => {
    const understood = understand(areas, args, width);
    return understood.ok ? [] : understood.outcome.text.split('\n');
  };

  test.each(helps)('%s %s', (...args) => {
    const lines = linesOf(args);
    expect(lines.length).toBeGreaterThan(1);
    expect(lines.filter((line) => line.length > 80)).toEqual([]);
    expect(linesOf(args, 60).filter((line) => line.length > 60)).toEqual([]);
  });

  test('and continuation lines are indented', () => {
    const lines = linesOf(['transactions', 'approve', '--help']);
    expect(lines).toContain('Usage: npm run operator -- transactions approve <id> [--amount <what came>]');
    expect(lines).toContain('       [--reason <what the customer reads>]');
    expect(linesOf(['--help'], 60)).toContainEqual(expect.stringMatching(/^ {27}\S/));
  });
});
