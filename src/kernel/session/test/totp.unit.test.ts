import fc from 'fast-check';
import { expect, test } from 'vitest';
import { agentWords, ipTail } from '../server/agent.ts';
import { base32, codeAt, makeSecret, matchingStep, stepAt } from '../server/totp.ts';

/** RFC 6238, appendix B: the secret `12345678901234567890`, SHA-1, the last six of the eight digits. */
test.each([
  [59, '287082'],
  [1_111_111_109, '081804'],
  [1_111_111_111, '050471'],
  [1_234_567_890, '005924'],
  [2_000_000_000, '279037'],
  [20_000_000_000, '353130'],
])('P20 at second %i the code is %s', (seconds, code) => {
  const secret = base32(Buffer.from('12345678901234567890'));
  expect(secret).toBe('GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ');
  expect(codeAt(secret, stepAt(seconds))).toBe(code);
  expect(matchingStep(secret, code, seconds)).toBe(stepAt(seconds));
});

test('P20 a code is known one step before and after its own, no further', () => {
  const secret = makeSecret();
  const code = codeAt(secret, 1000);
  const known = [998, 999, 1000, 1001, 1002].map((step) => matchingStep(secret, code, step * 30 + 7));
  expect(known.slice(1, 4)).toEqual([1000, 1000, 1000]);
  expect([known[0], known[4]]).not.toContain(1000);
});

test('nothing that is not six digits is a code', () => {
  const secret = makeSecret();
  fc.assert(
    fc.property(fc.string(), (text) => {
      fc.pre(!/^\d{6}$/.test(text));
      expect(matchingStep(secret, text, 3_000_000)).toBeNull();
    }),
  );
});

test.each([
  ['Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/126.0 Safari/537.36', 'Chrome浏览器，Windows'],
  ['Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/126.0 Safari/537.36 Edg/126.0', 'Edge浏览器，Windows'],
  ['Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) Mobile MicroMessenger/8.0.49', '微信，iPhone'],
  ['Mozilla/5.0 (X11; Linux x86_64; UOS) Gecko/20100101 Firefox/115.0', 'Firefox浏览器，统信UOS'],
  ['Mozilla/5.0 (Macintosh; Intel Mac OS X 14_5) Version/17.5 Safari/605.1.15', 'Safari浏览器，macOS'],
  ['curl/8', '未知设备'],
  [undefined, '未知设备'],
])('%s reads %s', (header, words) => {
  expect(agentWords(header)).toBe(words);
});

test('of an address the end is shown', () => {
  expect(['192.168.3.7', '::ffff:10.0.3.7', '2001:db8::4f2a:91c0', '::1', ''].map(ipTail)).toEqual([
    '*.*.3.7',
    '*.*.3.7',
    '*:4f2a:91c0',
    '*:1',
    '',
  ]);
});
