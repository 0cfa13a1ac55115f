import type { Home, Lookups } from '#people/member/rules/importRules.ts';
import { plainOrgName } from '#people/org/rules.ts';
import type { HomeRecord } from './queries/import.ts';

/** Further loosened for likeness: 渡口一支部 is like 渡口第一党支部. */
const loose = (name: string) => plainOrgName(name).replace(/[第党]|社区|委员会|支部|总支|党委/g, '');
const pairs = (text: string) =>
  new Set(Array.from({ length: Math.max(text.length - 1, 1) }, (_, i) => text.slice(i, i + 2)));

/** Dice's coefficient over pairs of characters: 0 nothing in common, 1 the same. */
function likeness(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  let common = 0;
  for (const pair of a) if (b.has(pair)) common++;
  return (2 * common) / (a.size + b.size);
}

const ENOUGH = 0.4;
const SUGGESTIONS = 3;

/** Finds organisations by the names that a sheet writes; each name is looked for once. */
export function homeFinder(orgs: readonly HomeRecord[]): Lookups['home'] {
  const byName = new Map<string, HomeRecord[]>();
  const note = (name: string, org: HomeRecord) => {
    const known = byName.get(name);
    if (!known) byName.set(name, [org]);
    else if (!known.includes(org)) known.push(org);
  };
  for (const org of orgs) {
    note(plainOrgName(org.name), org);
    if (org.short_name !== '') note(plainOrgName(org.short_name), org);
    if (org.parent_name !== null) note(`${plainOrgName(org.parent_name)}>${plainOrgName(org.name)}`, org);
  }
  /** The name alone where it is the only one, else with the name above. */
  const full = (org: HomeRecord) =>
    byName.get(plainOrgName(org.name))?.length === 1 ? org.name : `${org.parent_name ?? ''}>${org.name}`;
  const shapes = orgs.map((org) => ({ org, pairs: pairs(loose(org.name)) }));

  const answers = new Map<string, ReturnType<Lookups['home']>>();
  const find = (text: string): Home | { text: string; suggestions: string[] } => {
    const found = byName.get(plainOrgName(text).replace(/[/／＞]/g, '>')) ?? [];
    const [only] = found;
    if (only && found.length === 1) return { id: only.id, code: only.code, name: only.name };
    if (found.length > 1) {
      return { text: `有${found.length}个同名的党组织，请选择`, suggestions: found.slice(0, 10).map(full) };
    }
    const wanted = pairs(loose(text));
    const near = shapes
      .map((shape) => ({ org: shape.org, score: likeness(wanted, shape.pairs) }))
      .filter(({ score }) => score >= ENOUGH)
      .sort((a, b) => b.score - a.score)
      .slice(0, SUGGESTIONS);
    return {
      text: near.length > 0 ? `找不到，有${near.length}个相近的` : '找不到这个党组织',
      suggestions: near.map(({ org }) => full(org)),
    };
  };
  return (text) => {
    let answer = answers.get(text);
    if (!answer) {
      answer = find(text);
      answers.set(text, answer);
    }
    return answer;
  };
}
