import { useState } from 'react';
import { expect } from 'vitest';
import { page } from 'vitest/browser';
import { OnDemand, preload } from '../../../src/islands/shared/on-demand.tsx';
import { ToastRegion } from '../../../src/islands/shared/toast-region.tsx';
import { test } from '../../support/component/component-test.tsx';

/** A part whose script arrives when the test says so. */
function aScript() {
  const arriving: PromiseWithResolvers<typeof Part>[] = [];
  const load = () => {
    const script = Promise.withResolvers<typeof Part>();
    arriving.push(script);
    return script.promise;
  };
  return { load, arriving };
}

function Part({ name, onShut }: { name: string; onShut: () => void }) {
  return (
    <div role="dialog" aria-label={name}>
      <button type="button" onClick={onShut}>
        Shut
      </button>
    </div>
  );
}

function Opener({ load }: { load: () => Promise<typeof Part> }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        Open
      </button>
      {isOpen && <OnDemand load={load} t={(key) => key} name="Details" onShut={() => setOpen(false)} />}
      <ToastRegion label="Notices" closeLabel="Close" />
    </>
  );
}

const open = () => page.getByRole('button', { name: 'Open' }).click();
const dialog = page.getByRole('dialog', { name: 'Details' });

test('a part whose script does not arrive says so, and can be opened again', async ({ show }) => {
  const { load, arriving } = aScript();
  await show(<Opener load={load} />);
  await open();
  arriving[0]?.reject(new Error('the connection is lost'));
  await expect.element(page.getByText('problems.UNAVAILABLE')).toBeVisible();
  await expect.element(dialog).not.toBeInTheDocument();

  await open();
  arriving[1]?.resolve(Part);
  await expect.element(dialog).toBeVisible();
});

test('a part that was loaded before is there at once, without asking for its script', async ({ show }) => {
  const { load, arriving } = aScript();
  await show(<Opener load={load} />);
  await open();
  arriving[0]?.resolve(Part);
  await page.getByRole('button', { name: 'Shut' }).click();
  await expect.element(dialog).not.toBeInTheDocument();
  await open();
  await expect.element(dialog).toBeVisible();
  expect(arriving).toHaveLength(1);
});

test('a part that was loaded ahead opens with the press itself, so that keys pressed next reach it', async ({
  show,
}) => {
  const { load, arriving } = aScript();
  await show(<Opener load={load} />);
  preload(load);
  arriving[0]?.resolve(Part);
  await arriving[0]?.promise;
  const opener = page.getByRole('button', { name: 'Open' }).element() as HTMLElement;
  opener.click();
  await Promise.resolve();
  expect(dialog.query()).not.toBeNull();
  expect(arriving).toHaveLength(1);
});
