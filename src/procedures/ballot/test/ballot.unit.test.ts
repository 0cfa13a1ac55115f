import { RSABSSA } from '@cloudflare/blindrsa-ts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { choiceFault, countBallots, outcomeOf, type Question, sumsFault, toldOf } from '#procedures/ballot/rules.ts';
import { createSlip, isGenuine, makeKeys, signBlinded } from '#procedures/ballot/server/slip.ts';

const agree: Question = { kind: 'agree', options: ['甲', '乙'], seats: 1 };
const choose: Question = { kind: 'choose', options: ['甲', '乙', '丙'], seats: 2 };

test('a ballot says something of each item, or chooses at most as many as there are seats', () => {
  expect(choiceFault(agree, [1, 3])).toBe('');
  for (const bad of [[1], [1, 0], [1, 4], [1, 2, 3]]) expect(choiceFault(agree, bad)).toBe('请对每一项表决');
  for (const good of [[], [0], [0, 2]]) expect(choiceFault(choose, good)).toBe('');
  expect(choiceFault(choose, [0, 1, 2])).toBe('最多选2人');
  for (const bad of [[0, 0], [3], [-1]]) expect(choiceFault(choose, bad)).toBe('选票内容不正确');
});

test('more than half of those entitled must vote, and must agree', () => {
  const yes = (n: number) => [[n, 0, 0]];
  const one: Question = { kind: 'agree', options: ['甲'], seats: 1 };
  expect(outcomeOf(one, 16, 8, yes(8)).valid).toBe(false);
  expect(outcomeOf(one, 16, 9, yes(9))).toMatchObject({ valid: true, passed: [true] });
  expect(outcomeOf(one, 16, 16, [[8, 8, 0]])).toMatchObject({ valid: true, passed: [false] });
});

test('elected are those with more than half of the ballots, the most first; who shares the last place is not yet', () => {
  expect(outcomeOf(choose, 10, 10, [[9], [8], [7]])).toEqual({
    valid: true,
    passed: [true, true, false],
    tied: [false, false, false],
  });
  expect(outcomeOf(choose, 10, 10, [[9], [7], [7]])).toEqual({
    valid: true,
    passed: [true, false, false],
    tied: [false, true, true],
  });
  expect(outcomeOf(choose, 10, 10, [[6], [5], [2]]).passed).toEqual([true, false, false]);
});

test('an election holds from four fifths of those entitled on', () => {
  expect(outcomeOf(choose, 10, 8, [[8], [5], [3]])).toMatchObject({ valid: true, passed: [true, true, false] });
  expect(outcomeOf(choose, 10, 7, [[7], [5], [3]])).toMatchObject({ valid: false, passed: [false, false, false] });
  expect(outcomeOf(choose, 11, 8, [[8], [5], [3]]).valid).toBe(false);
});

/** Every way in which so many ballots can say 赞成, 反对, 弃权, and what is told of it. */
function* tellings(question: Question, voters: number, cast: number) {
  for (let yes = 0; yes <= cast; yes += 1)
    for (let no = 0; no <= cast - yes; no += 1) {
      const sums = question.kind === 'agree' ? [[yes, no, cast - yes - no]] : [[yes]];
      if (question.kind === 'choose' && no > 0) continue;
      const told = JSON.stringify(toldOf(question, voters, cast, { ...outcomeOf(question, voters, cast, sums), sums }));
      yield { told, says: question.kind === 'agree' ? [yes, no, cast - yes - no] : [yes, cast - yes] };
    }
}

test.each(['agree', 'choose'] as const)('%s: what is told of an item says of nobody what they voted', (kind) => {
  const question: Question = { kind, options: ['甲'], seats: 1 };
  for (let voters = 3; voters <= 16; voters += 1)
    for (let cast = 2; cast <= voters; cast += 1) {
      const byTold = Map.groupBy(tellings(question, voters, cast), ({ told }) => told);
      for (const [told, ways] of byTold) {
        const where = `${voters} entitled, ${cast} voted: ${told}`;
        // Nobody outside: not every way that leads here has all ballots alike.
        const alike = ways.filter(({ says }) => says.includes(cast));
        expect(alike.length === ways.length, where).toBe(false);
        // Nor does the figure tell somebody who knows the own ballot what all others say.
        if (!told.includes('"sums":[[')) continue;
        for (const { says } of ways) expect(Math.max(...says), where).toBeLessThan(cast - 1);
      }
    }
});

test('a bare quorum decides nothing aloud: that it passed would say that everybody agreed', () => {
  const one: Question = { kind: 'agree', options: ['甲'], seats: 1 };
  const told = (voters: number, cast: number, sums: number[][]) =>
    toldOf(one, voters, cast, { ...outcomeOf(one, voters, cast, sums), sums });
  expect(told(9, 5, [[5, 0, 0]])).toEqual(told(9, 5, [[1, 2, 2]]));
  expect(told(9, 5, [[5, 0, 0]])).toMatchObject({ withheld: true, sums: null, passed: [false] });
  expect(told(9, 9, [[9, 0, 0]])).toMatchObject({ withheld: false, sums: [null], passed: [true] });
  expect(told(9, 9, [[9, 0, 0]])).toEqual(told(9, 9, [[7, 1, 1]]));
  expect(told(9, 9, [[6, 2, 1]]).sums).toEqual([[6, 2, 1]]);
});

test('sums equal a count of each ballot, and pass the tellers’ check', () => {
  const ballots = fc.array(fc.tuple(fc.constantFrom(1, 2, 3), fc.constantFrom(1, 2, 3)), { maxLength: 40 });
  fc.assert(
    fc.property(ballots, (list) => {
      const sums = countBallots(agree, list);
      expect(sums.map((one) => one.reduce((sum, n) => sum + n, 0))).toEqual([list.length, list.length]);
      expect(sums[1]?.[0]).toBe(list.filter(([, second]) => second === 1).length);
      expect(sumsFault(agree, list.length, sums)).toBe('');
      expect(sumsFault(agree, list.length + 1, sums)).toContain('合计应为');
    }),
  );
});

test('a slip signed blind is genuine once unblinded; a foreign, changed or foreign-keyed one is not', async () => {
  const [mine, other] = await Promise.all([makeKeys(), makeKeys()]);
  const suite = RSABSSA.SHA384.PSS.Deterministic();
  const key = await crypto.subtle.importKey(
    'jwk',
    { kty: 'RSA', ...mine.publicKey, ext: true },
    { name: 'RSA-PSS', hash: 'SHA-384' },
    true,
    ['verify'],
  );
  const slip = crypto.getRandomValues(new Uint8Array(32));
  const { blindedMsg, inv } = await suite.blind(key, slip);
  expect(Buffer.from(blindedMsg).includes(Buffer.from(slip))).toBe(false);
  const signed = signBlinded(mine.privateKey, Buffer.from(blindedMsg));
  expect(signBlinded(mine.privateKey, Buffer.from(blindedMsg)).equals(signed)).toBe(true);
  const proof = Buffer.from(await suite.finalize(key, slip, new Uint8Array(signed), inv));
  const bytes = Buffer.from(slip);
  expect(isGenuine(mine.publicKey, mine.privateKey, bytes, proof)).toBe(true);
  expect(isGenuine(other.publicKey, other.privateKey, bytes, proof)).toBe(false);
  expect(isGenuine(mine.publicKey, mine.privateKey, Buffer.alloc(32, 1), proof)).toBe(false);
  const plain = createSlip(mine.privateKey);
  const [own, ownProof] = [Buffer.from(plain.slip, 'base64url'), Buffer.from(plain.proof, 'base64url')];
  expect(isGenuine(mine.publicKey, mine.privateKey, own, ownProof)).toBe(true);
  expect(isGenuine(other.publicKey, other.privateKey, own, ownProof)).toBe(false);
});
