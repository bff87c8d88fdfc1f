import { describe, expect, test } from 'vitest';
import { findStep } from '../../../src/server/second-factor/totp.ts';

/** The secret and the codes of RFC 6238, appendix B. Its codes have eight digits, of which the last six count. */
const secret = Buffer.from('12345678901234567890');

describe('a code of the app', () => {
  test.each([
    [59, '287082'],
    [1_111_111_109, '081804'],
    [1_111_111_111, '050471'],
    [1_234_567_890, '005924'],
    [2_000_000_000, '279037'],
    [20_000_000_000, '353130'],
  ])('at %i s is the one of the standard', (seconds, code) => {
    const step = Math.floor(seconds / 30);
    const now = seconds * 1000;
    expect(findStep(secret, { code, now, after: null })).toBe(step);
    expect(findStep(secret, { code, now: now + 30_000, after: null })).toBe(step);
    expect(findStep(secret, { code, now: now + 60_000, after: null })).toBeNull();
    expect(findStep(secret, { code, now: now - 30_000, after: null })).toBe(step);
    expect(findStep(secret, { code, now: now - 60_000, after: null })).toBeNull();
  });

  test('is refused for a time step that was used, or an earlier one', () => {
    const now = 59_000;
    expect(findStep(secret, { code: '287082', now, after: 0 })).toBe(1);
    expect(findStep(secret, { code: '287082', now, after: 1 })).toBeNull();
    expect(findStep(secret, { code: '287082', now, after: 2 })).toBeNull();
  });
});
