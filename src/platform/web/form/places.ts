import { type Region, regionsOf, suggestRegions } from '../../places/regions.ts';
import { pinyinSpan } from '../../text/pinyinMatch.ts';
import { placeSyllables } from './placeSyllables.ts';

const MOST = 40;

const readings = new Map<string, string[]>();
for (const [reading, signs] of Object.entries(placeSyllables))
  for (const sign of signs) readings.set(sign, [...(readings.get(sign) ?? []), reading]);

/**
 * The places that a text goes on with or has in its name (`suggestRegions`); letters alone are read as pinyin or initials of a
 * place's own name, or of its full one.
 * @param city the site's own city
 */
export function placesFor(text: string, city: string): Region[] {
  const letters = text.toLowerCase().replace(/[\s'’]/g, '');
  if (!/^[a-z]+$/.test(letters)) return suggestRegions(text, city, MOST);
  const begins = (name: string) =>
    pinyinSpan(
      [...name].map((sign) => readings.get(sign) ?? [sign]),
      letters,
    )?.[0] === 0;
  return regionsOf(city)
    .filter(({ name, full }) => begins(name) || begins(full))
    .slice(0, MOST);
}
