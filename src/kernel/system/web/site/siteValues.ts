import type { SiteSettings } from '#kernel/session/contract.site.ts';
import type { FormValues } from '#platform/web/form/useForm.ts';

export type Setting = keyof SiteSettings;

/** The outside sites that menus know. */
export const OUTSIDE = [
  ['dataVisualisation', '数据可视化'],
  ['annualStatistics', '年度统计'],
  ['assessmentSupervision', '考核督查'],
  ['publishing', '信息发布'],
] as const satisfies readonly (readonly [SiteSettings['outsideSites'][number]['key'], string])[];

/** Settings that are objects: a new one does not compile until its parts stand below. */
type Grouped = {
  [K in Setting]: NonNullable<SiteSettings[K]> extends readonly unknown[]
    ? never
    : NonNullable<SiteSettings[K]> extends object
      ? K
      : never;
}[Setting];

/** Settings of several fields; all but the first may be off as a whole. */
const GROUPS = {
  sms: ['kind', 'url', 'sign'],
  reportLink: ['text', 'url'],
  pastePlugin: ['url', 'version'],
  wechat: ['appId', 'domains'],
  ehb: ['url', 'clientId'],
  basePlatform: ['platformUrl', 'appKey', 'origin', 'checkUrl'],
  speech: ['url'],
  reportServer: ['url'],
  backup: ['hour', 'folder', 'days'],
  map: ['provider', 'tileKey', 'tileOrigin', 'searchUrl'],
} as const satisfies Record<Grouped, readonly string[]>;

const isGroup = (key: Setting): key is keyof typeof GROUPS => key in GROUPS;
/** Lists of addresses, one a line. */
const LINES = new Set(['redirectOrigins', 'wechat.domains']);
/** An empty text means that there is none. */
const NULLABLE = new Set<Setting>([
  'appQr',
  'officialQr',
  'thirdTokenUrl',
  'appCodeUrl',
  'intranetUrl',
  'instantMessagingUrl',
]);

/** The form's name of a setting or of a part of it, as the call names it in its faults. */
export const fieldOf = (key: Setting, part?: string) => `settings.${key}${part ? `.${part}` : ''}`;
/** Whether the host sets it itself. */
export const ownOf = (key: Setting) => `own.${key}`;
/** A key that is to be written; `false`: to be taken away. */
export const secretOf = (name: string) => `secrets.${name}`;

const textOf = (value: unknown): string =>
  Array.isArray(value) ? value.join('\n') : value === null || value === undefined ? '' : String(value);

/** One setting as the texts and ticks of the form. */
export function flatOf(key: Setting, settings: SiteSettings): FormValues {
  const flat: Record<string, string | boolean> = {};
  if (key === 'outsideSites') {
    for (const [site, label] of OUTSIDE) {
      const found = settings.outsideSites.find((candidate) => candidate.key === site);
      flat[fieldOf(key, `${site}.on`)] = found !== undefined;
      flat[fieldOf(key, `${site}.name`)] = found?.name ?? label;
      flat[fieldOf(key, `${site}.url`)] = found?.url ?? '';
      flat[fieldOf(key, `${site}.legacyTokenHandoff`)] = found?.legacyTokenHandoff ?? false;
    }
  } else if (isGroup(key)) {
    const group = settings[key] as Record<string, unknown> | null;
    flat[fieldOf(key, 'on')] = group !== null;
    for (const part of GROUPS[key]) flat[fieldOf(key, part)] = textOf(group?.[part]);
  } else {
    const value = settings[key];
    flat[fieldOf(key)] = typeof value === 'boolean' ? value : textOf(value);
  }
  return flat;
}

const linesOf = (text: string) =>
  text
    .split(/[\n,，;；]/)
    .map((line) => line.trim())
    .filter(Boolean);

function readSetting(key: Setting, values: FormValues): unknown {
  const text = (part?: string) => String(values[fieldOf(key, part)] ?? '').trim();
  if (key === 'outsideSites') {
    return OUTSIDE.filter(([site]) => values[fieldOf(key, `${site}.on`)] === true).map(([site]) => ({
      key: site,
      name: text(`${site}.name`),
      url: text(`${site}.url`),
      legacyTokenHandoff: values[fieldOf(key, `${site}.legacyTokenHandoff`)] === true,
    }));
  }
  if (isGroup(key)) {
    if (values[fieldOf(key, 'on')] !== true) return null;
    return Object.fromEntries(
      GROUPS[key].map((part) => [part, LINES.has(`${key}.${part}`) ? linesOf(text(part)) : text(part)]),
    );
  }
  const value = values[fieldOf(key)];
  if (typeof value === 'boolean') return value;
  if (LINES.has(key)) return linesOf(text());
  return NULLABLE.has(key) && text() === '' ? null : text();
}

/** What the host sets itself, as the call takes it: texts as typed, which the contract's own schema reads. */
export function settingsOf(keys: readonly Setting[], values: FormValues): Partial<SiteSettings> {
  const own = keys.filter((key) => values[ownOf(key)] === true);
  return Object.fromEntries(own.map((key) => [key, readSetting(key, values)]));
}

/** The form's name of a field that the call found wrong: entries of lists stand in one field each or all in one. */
export function fieldOfFault(fault: string, values: FormValues): string {
  const site = /^settings\.outsideSites\.(\d+)\.(\w+)$/.exec(fault);
  if (site) {
    const on = OUTSIDE.filter(([key]) => values[fieldOf('outsideSites', `${key}.on`)] === true);
    return fieldOf('outsideSites', `${on[Number(site[1])]?.[0]}.${site[2]}`);
  }
  return fault.replace(/\.\d+$/, '');
}
