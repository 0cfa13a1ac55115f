import { SECRETARY_TYPES, TERM_TYPES } from './rules.ts';

/** 单位节点 and 虚拟分组 are no party organisations; only their names count. */
export const NODES: readonly number[] = [28, 29];
/** 所在单位情况 (dictionary 0010): the organisation of one legal unit, which is then known. */
const OWN_UNIT = '2';

/** What the completeness of an organisation is reckoned from. */
export interface OrgContent {
  type: number;
  shortName: string;
  foundedOn: string | null;
  unitRelation: string;
  contact: string;
  phone: string;
  address: string;
  lng: number | null;
  lat: number | null;
  term: unknown;
  secretaryName: string;
  units: readonly unknown[];
}

/** Where a gap is closed: a field of the organisation's form, the form of a new term, the current term, a new unit. */
export type GapPlace = 'form' | 'newTerm' | 'term' | 'unit';
export interface Gap {
  field: string;
  label: string;
  place: GapPlace;
}

/** What an organisation's record must hold, and which of it lacks. `percent` is rounded down: 100 means nothing lacks. */
export function integrityOf(org: OrgContent): { percent: number; due: number; missing: Gap[] } {
  const party = !NODES.includes(org.type);
  const due: (Gap & { has: boolean })[] = [
    { field: 'shortName', label: '组织简称', place: 'form', has: org.shortName !== '' },
    { field: 'foundedOn', label: '成立日期', place: 'form', has: org.foundedOn !== null },
    { field: 'contact', label: '联系人', place: 'form', has: org.contact !== '' },
    { field: 'phone', label: '联系电话', place: 'form', has: org.phone !== '' },
    { field: 'address', label: '地址', place: 'form', has: org.address !== '' },
  ];
  if (party) due.push({ field: 'lng', label: '坐标', place: 'form', has: org.lng !== null && org.lat !== null });
  if (TERM_TYPES.includes(org.type)) {
    due.push({ field: 'term', label: '本届任期', place: 'newTerm', has: org.term !== null });
  }
  if (SECRETARY_TYPES.includes(org.type)) {
    const place = org.term === null ? 'newTerm' : 'term';
    due.push({ field: 'secretary', label: '书记', place, has: org.secretaryName !== '' });
  }
  if (party && org.unitRelation === OWN_UNIT) {
    due.push({ field: 'unit', label: '所在单位', place: 'unit', has: org.units.length > 0 });
  }
  const missing = due.filter(({ has }) => !has).map(({ has: _has, ...gap }) => gap);
  return { percent: Math.floor(((due.length - missing.length) * 100) / due.length), due: due.length, missing };
}
