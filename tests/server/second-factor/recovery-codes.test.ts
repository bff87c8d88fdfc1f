import { describe, expect, test } from 'vitest';
import { createRecoveryHash, makeRecoveryCodes } from '../../../src/server/second-factor/recovery-codes.ts';
import { createTestRuntime } from '../../support/test-runtime.ts';

const hash = createRecoveryHash(Buffer.alloc(32, 7));

describe('a recovery code', () => {
  test('is one of ten, all different, without letters that look like digits', () => {
    const codes = makeRecoveryCodes(createTestRuntime().randomBytes);
    expect(new Set(codes).size).toBe(10);
    for (const code of codes) expect(code).toMatch(/^[^ilou\W_]{5}-[^ilou\W_]{5}$/);
  });

  test('is the same however it is typed', () => {
    for (const typed of ['AB1C0-DEFGH', ' ab1c0 defgh ', 'abIcO–defgh', 'ablco defgh'])
      expect(hash(12, typed)).toEqual(hash(12, 'ab1c0-defgh'));
  });

  test('differs under another key and for another account', () => {
    expect(hash(12, 'ab1c0-defgh')).not.toEqual(hash(13, 'ab1c0-defgh'));
    expect(createRecoveryHash(Buffer.alloc(32, 8))(12, 'ab1c0-defgh')).not.toEqual(hash(12, 'ab1c0-defgh'));
  });
});
