import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { createTestApp } from '../support/test-app.ts';
test('50000', async () => {
  const shop = await createTestApp();
  const { accessToken } = await shop.logIn();
  const socket = await shop.customerSocket(accessToken);
  const codes = new Map<string, number>();
  const t0 = performance.now();
  let last = 0;
  await new Promise<void>((resolve) => {
    let n = 0;
    socket.on('disconnect', (r) => { console.log('DISC', r, n); resolve(); });
    setTimeout(resolve, 25000);
    for (let i = 0; i < 50000; i++) socket.emit('closePosition', { id: randomUUID(), price: 1 }, (a: any) => {
      codes.set(a.code, (codes.get(a.code) ?? 0) + 1); last = performance.now();
      if (++n === 50000) resolve();
    });
  });
  console.log('FLOOD', Math.round(last - t0), 'ms', JSON.stringify([...codes]));
  await shop.close();
}, 60000);
