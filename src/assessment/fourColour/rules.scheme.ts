/** Colours that a level may have; the page has a tone of its palette for each. */
export const TONES = { green: '绿', blue: '蓝', yellow: '黄', orange: '橙', red: '红', grey: '灰黑' } as const;
export type Tone = keyof typeof TONES;
/** Shapes, told apart in grey and by those who see no colours. */
export const SIGNS = ['■', '◆', '▲', '●', '★', '▼'] as const;
export type Sign = (typeof SIGNS)[number];

/** Natures of main units (dictionary 0011) by kind. */
export interface Natures {
  city: readonly string[];
  village: readonly string[];
}

/** How one level is drawn. */
export interface Look {
  /** The colour's word: 绿. */
  label: string;
  /** What it means: 良好. */
  name: string;
  sign: Sign;
  tone: Tone;
  /** Printed beside it; empty: none. */
  letter: string;
}
/** Of the four levels, best first. */
export type Scheme = readonly Look[];

const look = (label: string, name: string, sign: Sign, tone: Tone, letter = ''): Look => ({
  label,
  name,
  sign,
  tone,
  letter,
});

/** The house's own, both of `domain.md` 6.4, and one of three colours whose middle ones differ by shape. */
export const PRESETS = {
  house: {
    name: '绿黄橙红',
    looks: [
      look('绿', '良好', '■', 'green'),
      look('黄', '一般', '◆', 'yellow'),
      look('橙', '预警', '▲', 'orange'),
      look('红', '警示', '●', 'red'),
    ],
  },
  redBest: {
    name: '红先进、绿良好、黄一般、黑后进',
    looks: [
      look('红', '先进', '★', 'red', 'A'),
      look('绿', '良好', '■', 'green', 'B'),
      look('黄', '一般', '◆', 'yellow', 'C'),
      look('黑', '后进', '▼', 'grey', 'D'),
    ],
  },
  lights: {
    name: '绿优、蓝良、黄预警、红警示',
    looks: [
      look('绿', '优', '■', 'green', 'A'),
      look('蓝', '良', '◆', 'blue', 'B'),
      look('黄', '预警', '▲', 'yellow', 'C'),
      look('红', '警示', '●', 'red', 'D'),
    ],
  },
  three: {
    name: '三色：绿、黄、红',
    looks: [
      look('绿', '良好', '■', 'green'),
      look('黄', '一般', '◆', 'yellow'),
      look('黄', '预警', '▲', 'yellow'),
      look('红', '警示', '●', 'red'),
    ],
  },
} as const satisfies Record<string, { name: string; looks: Scheme }>;

export const HOUSE: Scheme = PRESETS.house.looks;

/** A level's look; the house's own where a scheme lacks it. */
export const lookOf = (scheme: Scheme, level: number): Look =>
  scheme[level - 1] ?? HOUSE[level - 1] ?? PRESETS.house.looks[3];

/** Words of a level: 黄一般. */
export const wordsOf = (scheme: Scheme, level: number): string => {
  const { label, name, letter } = lookOf(scheme, level);
  return `${label}${name}${letter ? ` ${letter}` : ''}`;
};

/**
 * What is wrong with the natures of main units that a scheme counts beside the house's own, at their fields; empty: nothing.
 * @param house those that count everywhere
 */
export function natureFaults(
  { city, village }: Natures,
  house: Natures,
  isKnown: (nature: string) => boolean,
): Record<string, string> {
  const faults: Record<string, string> = {};
  for (const [field, own] of [
    ['city', city],
    ['village', village],
  ] as const) {
    if (own.some((nature) => !isKnown(nature))) faults[field] = '没有这个单位性质';
    else if (own.some((nature) => [...house.city, ...house.village].includes(nature)))
      faults[field] = '街道、乡镇、社区和行政村已经计入，不用再选';
  }
  if (!faults.village && village.some((nature) => city.includes(nature))) faults.village = '同一个单位性质只能计入一类';
  return faults;
}

/** What is wrong with a scheme, at its fields; empty: nothing. Two levels of one shape could not be told apart in grey. */
export function schemeFaults(scheme: Scheme): Record<string, string> {
  const faults: Record<string, string> = {};
  for (const [at, one] of scheme.entries()) {
    const before = scheme.findIndex(({ sign }) => sign === one.sign);
    if (before < at) faults[`looks.${at}.sign`] = `和等级${before + 1}的形状相同，黑白打印时分不清`;
    const same = scheme.findIndex(({ label, name }) => label === one.label && name === one.name);
    if (same < at) faults[`looks.${at}.name`] = `和等级${same + 1}的名称相同`;
  }
  return faults;
}
