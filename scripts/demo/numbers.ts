import { checkCharacter } from '#people/member/rules/idCard.ts';

/** Hands out id-card and mobile numbers, each once. */
export interface Numbers {
  idCard(birthDate: string, gender: number): string;
  phone(): string;
}

/** Area codes 4205xx that were never assigned. */
const AREAS = ['420599', '420598', '420597', '420596'];
/** Sequences below this one are kept for the people with a given number. */
const FIRST_SEQUENCE = 100;
const SEQUENCES = 450;
/** Mobile prefixes that no operator holds. */
const PREFIXES = ['154', '164', '169'];
const PHONES = 100_000_000;

/** Numbers of one lane of several that work at once; no two lanes give out the same. */
export function makeNumbers(lane = 0, lanes = 1): Numbers {
  const areas = AREAS.filter((_area, index) => index % lanes === lane);
  const given = new Map<string, number>();
  let phones = 0;
  return {
    idCard(birthDate, gender) {
      const key = birthDate + gender;
      const count = given.get(key) ?? 0;
      given.set(key, count + 1);
      const round = Math.floor(count / areas.length);
      if (round >= SEQUENCES) throw new Error(`no id-card number left for ${birthDate}`);
      // Each day begins elsewhere, so that the numbers of a list do not all end alike.
      const start = Number(birthDate.replaceAll('-', '')) * 389;
      const sequence = FIRST_SEQUENCE + 2 * ((start + round) % SEQUENCES) + (gender === 1 ? 1 : 0);
      const first17 = `${areas[count % areas.length]}${birthDate.replaceAll('-', '')}${sequence}`;
      return first17 + checkCharacter(first17);
    },
    phone() {
      const number = phones++ * lanes + lane;
      // The factor has none in common with the modulus, so that no two numbers meet.
      return (
        (PREFIXES[number % PREFIXES.length] ?? '154') +
        String((number * 61_803_437 + 6_551_208) % PHONES).padStart(8, '0')
      );
    },
  };
}
