import { AGE_BANDS } from '#people/member/rules/facts.ts';
import type { Kind } from './org.ts';
import { fitShares } from './random.ts';

/** Shares of the bulletin of 2024 (percent); the order is that of the dictionaries and bands. */
const OCCUPATIONS = [6.6, 26.1, 16.3, 11.5, 7.6, 2.6, 21.4, 7.8];
const AGES = [12.2, 10.7, 11.4, 9.7, 9.0, 9.4, 8.6, 28.9];
const EDUCATION = [4.1, 31.2, 22.3, 6, 18.6, 17.8];
const WOMEN = 30.9;
const MINORITIES = 7.7;

/** workers, farmers, professionals, managers, officials, students, retired, others */
const OCCUPATION_BY_KIND: Record<Kind, number[]> = {
  village: [5, 72, 3, 4, 1, 1, 4, 10],
  community: [10, 8, 8, 10, 2, 1, 45, 16],
  organ: [2, 0, 14, 16, 55, 0, 12, 1],
  school: [1, 0, 72, 8, 1, 0, 16, 2],
  health: [3, 0, 74, 9, 0, 0, 12, 2],
  firm: [32, 0, 18, 34, 0, 0, 12, 4],
  private: [22, 2, 22, 30, 0, 0, 4, 20],
  staff: [2, 0, 72, 18, 0, 0, 8, 0],
  students: [0, 0, 5, 0, 0, 95, 0, 0],
  retired: [0, 0, 0, 0, 0, 0, 100, 0],
  floating: [30, 10, 10, 14, 0, 0, 2, 34],
};

const AGE_BY_OCCUPATION = [
  [14, 13, 14, 13, 13, 14, 11, 8],
  [7, 7, 9, 9, 10, 12, 12, 34],
  [17, 17, 18, 14, 12, 11, 9, 2],
  [10, 13, 16, 15, 14, 15, 13, 4],
  [18, 17, 17, 13, 12, 12, 10.5, 0.5],
  [99, 1, 0, 0, 0, 0, 0, 0],
  [0, 0, 0, 0, 0, 0.3, 2, 97.7],
  [22, 12, 12, 11, 10, 10, 8, 15],
];

/** postgraduate, bachelor, junior college, secondary, high school, lower; by occupation, below 46 years */
const EDUCATION_BY_OCCUPATION = [
  [0.2, 12, 34, 16, 28, 10],
  [0.02, 6, 22, 12, 38, 22],
  [12, 66, 18, 3, 1, 0.2],
  [8, 56, 26, 4, 5, 1],
  [14, 68, 16, 1, 1, 0.1],
  [6, 62, 30, 0.1, 2, 0.1],
  [1, 10, 22, 14, 28, 25],
  [1, 28, 34, 8, 20, 9],
];
const EDUCATION_BY_AGE = [
  [1, 1, 1, 1, 1, 1],
  [0.5, 0.7, 1.1, 1.3, 1.3, 1.3],
  [0.1, 0.25, 0.6, 1.4, 1.6, 2.6],
];

const WOMEN_BY_AGE = [0.46, 0.42, 0.38, 0.35, 0.32, 0.3, 0.26, 0.19];
const WOMEN_BY_KIND: Partial<Record<Kind, number>> = {
  village: 0.7,
  firm: 0.75,
  school: 1.6,
  health: 1.6,
  students: 1.3,
};

const KINDS = Object.keys(OCCUPATION_BY_KIND) as Kind[];

/** Likelihoods from which people are drawn; fitted to how many stand in each kind of branch. */
export interface Profiles {
  /** By kind: the eight occupations. */
  occupation: Record<Kind, number[]>;
  /** By occupation − 1: the eight age bands. */
  age: number[][];
  /** By (occupation − 1) × 3 + third of life: the six education bands. */
  education: number[][];
  /** By kind and age band: the share of women. */
  women: Record<Kind, number[]>;
  /** By county. */
  minority: number[];
}

/** The third of life (below 46, to 60, above) of an age band. */
export const thirdOf = (band: number) =>
  (AGE_BANDS[band]?.from ?? 0) > 60 ? 2 : (AGE_BANDS[band]?.from ?? 0) > 45 ? 1 : 0;

/** Fits all tables to the bulletin's shares, given the party members of each kind and of each county. */
export function makeProfiles(
  membersByKind: Record<Kind, number>,
  counties: readonly { members: number; minority: number }[],
): Profiles {
  const kindWeights = KINDS.map((kind) => membersByKind[kind]);
  const occupation = fitShares(
    kindWeights,
    KINDS.map((kind) => OCCUPATION_BY_KIND[kind]),
    OCCUPATIONS,
  );
  const byOccupation = OCCUPATIONS.map((_share, column) =>
    kindWeights.reduce((sum, weight, row) => sum + weight * (occupation[row]?.[column] ?? 0), 0),
  );
  const age = fitShares(byOccupation, AGE_BY_OCCUPATION, AGES);

  const educationRows = OCCUPATIONS.flatMap((_share, job) =>
    EDUCATION_BY_AGE.map((factors, third) => ({
      weight:
        (byOccupation[job] ?? 0) *
        (age[job] ?? []).reduce((sum, part, band) => sum + (thirdOf(band) === third ? part : 0), 0),
      shares: (EDUCATION_BY_OCCUPATION[job] ?? []).map((share, column) => share * (factors[column] ?? 1)),
    })),
  );
  const education = fitShares(
    educationRows.map(({ weight }) => weight),
    educationRows.map(({ shares }) => shares),
    EDUCATION,
  );

  const womenRows = KINDS.flatMap((kind, row) =>
    WOMEN_BY_AGE.map((base, band) => {
      const share = Math.min(0.85, base * (WOMEN_BY_KIND[kind] ?? 1));
      const inBand = (occupation[row] ?? []).reduce((sum, part, job) => sum + part * (age[job]?.[band] ?? 0), 0);
      return { weight: (kindWeights[row] ?? 0) * inBand, shares: [share, 1 - share] };
    }),
  );
  const women = fitShares(
    womenRows.map(({ weight }) => weight),
    womenRows.map(({ shares }) => shares),
    [WOMEN, 100 - WOMEN],
  );
  const minority = fitShares(
    counties.map(({ members }) => members),
    counties.map(({ minority: share }) => [share, 1 - share]),
    [MINORITIES, 100 - MINORITIES],
  );
  return {
    occupation: Object.fromEntries(KINDS.map((kind, row) => [kind, occupation[row]])) as Record<Kind, number[]>,
    age,
    education,
    women: Object.fromEntries(
      KINDS.map((kind, row) => [
        kind,
        WOMEN_BY_AGE.map((_base, band) => women[row * WOMEN_BY_AGE.length + band]?.[0] ?? 0),
      ]),
    ) as Record<Kind, number[]>,
    minority: minority.map((row) => row[0] ?? 0),
  };
}

/** Party members by kind of branch and by county, as makeProfiles asks for them. */
export function countMembers(
  orgs: readonly { kind: Kind | null; county: number; members: number }[],
  counties: readonly { minority: number }[],
) {
  const byKind = Object.fromEntries(KINDS.map((kind) => [kind, 0])) as Record<Kind, number>;
  const byCounty = counties.map(({ minority }) => ({ members: 0, minority }));
  for (const { kind, county, members } of orgs) {
    if (kind === null) continue;
    byKind[kind] += members;
    const own = byCounty[county];
    if (own) own.members += members;
  }
  return { byKind, byCounty };
}
