import { login } from '../../../src/lib/contract/calls.ts';
import { longestDocumentBytes } from '../../../src/lib/contract/accounts/document-kinds.ts';
import { sendUpload } from '../../support/documents/document-desk.ts';
import { jpegOfBytes } from '../../support/documents/made-files.ts';
import { expect, test } from './proxied-test.ts';

test('two documents of 2 MB come through', async ({ request, proxied }) => {
  const answer = await request.post(login.path, { data: { email: 'new@example.com', password: 'demo1234' } });
  const { data } = (await answer.json()) as { data: { access_token: string } };
  const photo = await jpegOfBytes(longestDocumentBytes - 100_000);
  const bytes = Buffer.concat([photo, Buffer.alloc(longestDocumentBytes - photo.length)]);
  const form = { fields: { type: 'funding' }, files: [{ bytes }, { bytes }], accessToken: data.access_token };
  const { status, body } = await sendUpload({ url: proxied.siteUrl }, form);
  expect([status, body.status]).toEqual([200, 'success']);

  const tooLarge = [{ bytes: Buffer.concat([bytes, Buffer.from('x')]) }];
  const refused = await sendUpload({ url: proxied.siteUrl }, { ...form, files: tooLarge });
  expect(refused).toMatchObject({ status: 413, body: { error: { code: 'FILE_TOO_LARGE' } } });
});

test('no log contains an address that grants access or names a customer, whether the server answers or not', async ({
  request,
  proxied,
}) => {
  const secret = 'Xq7'.repeat(14);
  const secrets = [
    ...[`/autoLogin/${secret}`, `/de/autoLogin/${secret}/`, `/api/accounts/login/${secret}`],
    ...[`/socket.io/?EIO=4&transport=polling&token=${secret}`, `/preview/en/about?signature=${secret}`],
    ...[`/sandbox/pay/${secret}`, `/payment-widget/till/1?seal=${secret}`],
    ...[`/api/transactions/get/${secret}`, `/api/get/assets?token=${secret}`],
  ];
  const statuses = async () => {
    const answers = await Promise.all(secrets.map((path) => request.get(path, { maxRedirects: 0 })));
    return answers.map((answer) => answer.status());
  };
  expect((await statuses()).filter((status) => status >= 500)).toEqual([]);
  expect((await request.get('/about')).status()).toBe(200);
  expect((await request.get('/api/get/feed')).ok()).toBe(true);
  await proxied.product.stop();
  expect((await statuses()).filter((status) => status === 502)).toHaveLength(7);
  expect((await request.get('/api/get/feed')).status()).toBe(502);
  // Both logs contain the other requests, which proves that they were read, also those of the stopped server.
  await expect.poll(proxied.noted).toMatch(/"GET \/about [\s\S]*\/api\/get\/feed[\s\S]*connect\(\) failed/);
  expect(await proxied.noted()).not.toContain(secret);
});
