import { chosenPassword } from '../customer.ts';
import { expect, operatedTest } from '../operated-test.ts';

let opened = 0;

/** A product with open registration, so that each test can change a customer of its own. */
export const test = operatedTest({
  // The standard site. Only the server is configured to let strangers in, and each registers from an address of their
  // own.
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
