import { trimEndSigns } from '#platform/text/edges.ts';

/** Groups as marks, belongings, the log and the recycle bin name them. */
export const GROUP_KIND = 'group';
/** Longest name of a group, in characters. */
export const MOST_GROUP_NAME = 40;
/** So much of an organisation's name tells its groups from another one's. */
const ORG_PART = 10;

const plain = (orgName: string) => orgName.replace(/[（）]/g, '').slice(0, ORG_PART);

/**
 * What a group may be called in another organisation, the best first: as it is called, else with the name of where it
 * comes from. A group that comes home is called as it was.
 */
export function* possibleNames(name: string, from: string, to: string): Generator<string> {
  const [, own, org] = /^(.+)（([^（）]+)）$/.exec(name) ?? [];
  if (own !== undefined && org !== undefined && plain(to).startsWith(trimEndSigns(org, /\d/))) yield own;
  yield name;
  for (let n = 1; ; n++) {
    const tail = `${plain(from)}${n > 1 ? n : ''}`;
    yield `${name.slice(0, MOST_GROUP_NAME - tail.length - 2)}（${tail}）`;
  }
}
