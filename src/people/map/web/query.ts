import { pathWithQuery, readQuery } from '#platform/web/route/navigation.ts';
import { DEFAULT_TYPE, MAP_TYPES } from '../rules.ts';

/** What the map shows, as its address says it. */
export interface MapQuery {
  /** Dictionary 0001. */
  types: readonly number[];
  /** The organisation whose subtree is shown; empty: the session's own. */
  org: string;
}

/** Reads an address; what it does not say is the default (46), and what nobody knows is left out. */
export function readMapQuery(search: string): MapQuery {
  const { types = '', org = '' } = readQuery(search, ['types', 'org']);
  const wantedTypes = types.split(',').map(Number);
  const known = MAP_TYPES.filter((type) => wantedTypes.includes(type));
  return { types: known.length > 0 ? known : [DEFAULT_TYPE], org: /^[1-9]\d{0,17}$/.test(org) ? org : '' };
}

/** The address that shows this. */
export const mapPath = (path: '/map' | '/maxMap', { types, org }: MapQuery): string =>
  pathWithQuery(path, { types: types.length === 1 && types[0] === DEFAULT_TYPE ? '' : types.join(','), org });
