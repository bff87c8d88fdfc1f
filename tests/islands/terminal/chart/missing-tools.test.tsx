import { expect } from 'vitest';
import { page } from 'vitest/browser';
import { useScript } from '../../../../src/islands/terminal/chart/use-script.ts';
import { TerminalContext } from '../../../../src/islands/terminal/terminal-context.ts';
import { $tool } from '../../../../src/stores/chart/chart-layout.ts';
import { $toasts } from '../../../../src/stores/toasts.ts';
import { view } from '../../../support/component/chart.tsx';
import { test as pageTest } from '../../../support/component/component-test.tsx';
import { withhold } from '../../../support/component/missing-script.ts';
import { stepPathsIn } from '../../../support/component/step-paths.ts';
import { terminal, test } from '../../../support/component/shown-terminal.tsx';

test('without the script of the tools their buttons say so, and the rest of the screen stays', async ({
  showTerminal,
}) => {
  await withhold('chart-tools.tsx');
  await showTerminal();
  const { chart, ticket } = terminal();
  await expect.element(view()).toBeVisible();
  const button = chart.getByRole('button', { name: 'Chart type' });
  await button.click();
  await expect.element(page.getByText("The chart tools didn't load. Reload the page to try again.")).toBeVisible();
  await expect.element(button).toHaveAttribute('aria-expanded', 'false');
  await expect.element(ticket.getByRole('button', { name: /^Buy/ })).toBeEnabled();
});

pageTest('the next press of a tool asks for a script again that did not arrive', async ({ show }) => {
  const asked: PromiseWithResolvers<string>[] = [];
  const load = () => {
    const script = Promise.withResolvers<string>();
    asked.push(script);
    return script.promise;
  };
  const Part = () => <p>{String(useScript(load, true, false))}</p>;
  const context = { t: (key: string) => key, locale: 'en', currency: 'EUR', paths: stepPathsIn('en') };
  await show(
    <TerminalContext value={context}>
      <Part />
    </TerminalContext>,
  );
  asked[0]?.reject(new TypeError('the script did not arrive'));
  await expect.element(page.getByText('null')).toBeVisible();
  expect($toasts.get()).toMatchObject([{ kind: 'error', text: 'platform.chart.tools.failed' }]);
  expect(asked).toHaveLength(1);
  $tool.set('type');
  await expect.poll(() => asked.length).toBe(2);
  asked[1]?.resolve('arrived');
  await expect.element(page.getByText('arrived')).toBeVisible();
});
