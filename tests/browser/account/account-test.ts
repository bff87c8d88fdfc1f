import { chosenPassword } from '../customer.ts';
import { expect, operatedTest } from '../operated-test.ts';

let opened = 0;

/** A product where accounts can be opened, so that each test has a customer of its own to change. */
export const test = operatedTest({
  // The usual site: only the server lets strangers in, each from an address of their own.
  program: 'tests/support/programs/variant-server.ts',
  env: { REGISTRATION: 'on', TRUST_PROXY: 'on' },
}).extend<{ email: string }>({
  email: async ({ request }, use, { testId }) => {
    opened += 1;
    const email = `customer.${testId}@example.com`;
    const answer = await request.post('/api/accounts/register', {
      headers: { 'x-forwarded-for': `203.0.113.${opened}` },
      data: {
        ...{ first_name: 'Nele', last_name: 'Brandt', email, password: chosenPassword },
        ...{ phone: '+493012345678', agree: true },
      },
    });
    expect(answer.status()).toBe(200);
    await use(email);
  },
});

export { expect };
