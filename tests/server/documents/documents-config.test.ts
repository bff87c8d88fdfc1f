import { describe, expect, test } from 'vitest';
import { parseConfig } from '../../../src/server/config.ts';

const whole = {
  DOCUMENTS_S3_URL: 'https://storage.example.com/',
  DOCUMENTS_S3_BUCKET: 'customers',
  DOCUMENTS_S3_KEY_ID: 'AKIA',
  DOCUMENTS_S3_SECRET: 'not to be shown',
};

describe('where documents are stored', () => {
  test('is the data folder by default', () => {
    expect(parseConfig({})).toMatchObject({ ok: true, config: { documents: { s3: null } } });
  });

  test('is a bucket if one is named', () => {
    const { bucket, url, region } = { bucket: 'customers', url: 'https://storage.example.com', region: 'us-east-1' };
    expect(parseConfig(whole)).toMatchObject({ ok: true, config: { documents: { s3: { bucket, url, region } } } });
  });

  test.each([
    ['DOCUMENTS_S3_BUCKET', ''],
    ['DOCUMENTS_S3_BUCKET', '../other'],
    ['DOCUMENTS_S3_KEY_ID', ''],
    ['DOCUMENTS_S3_SECRET', ''],
    ['DOCUMENTS_S3_URL', 'ftp://storage.example.com'],
  ])('must be said whole: %s "%s" is named, and no secret with it', (variable, value) => {
    const parsed = parseConfig({ ...whole, [variable]: value });
    expect(parsed.ok || parsed.faults.map((fault) => fault.variable)).toContain(variable);
    expect(JSON.stringify(parsed)).not.toContain(whole.DOCUMENTS_S3_SECRET);
  });
});
