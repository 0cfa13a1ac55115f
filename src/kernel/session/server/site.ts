import {
  type SiteConfig,
  type SiteSecrets,
  type SiteSettings,
  siteConfig,
  siteSecrets,
  siteSettings,
} from '#kernel/session/contract.site.ts';
import type { Services } from '#platform/server/context.ts';
import type { Db } from '#platform/server/database/db.ts';
import { encryptedColumn } from '#platform/server/secrecy/encryptedColumns.ts';
import type { Config } from '#platform/server/start/config.ts';
import { readSite } from './queries/site.ts';

const NEUTRAL: SiteSettings = {
  productName: '智慧党建平台',
  logoText: '智慧党建',
  slogan: '一件事，一次填，办到哪一步看得清。',
  hostUnit: '',
  supportPhone: '',
  supportHours: '',
  reportLink: { text: '12380举报网站', url: 'https://www.12380.gov.cn/' },
  icp: '',
  police: '',
  appQr: null,
  officialQr: null,
  city: '',
  kind: 'city',
  carousel: 'band',
  verificationOn: false,
  captcha: 'off',
  captchaAppId: '',
  passwordPolicy: 'spec',
  qrLogin: true,
  wechat: null,
  thirdParty: false,
  intranetUrl: null,
  instantMessagingUrl: null,
  pastePlugin: null,
  pageMark: true,
  appPackage: '',
  sms: { kind: 'off', url: null, sign: '' },
  captchaUrl: 'https://ssl.captcha.qq.com/ticket/verify',
  wechatUrl: 'https://api.weixin.qq.com',
  wechatPageUrl: 'https://open.weixin.qq.com',
  ehb: null,
  thirdTokenUrl: null,
  appCodeUrl: null,
  basePlatform: null,
  outsideSites: [],
  speech: null,
  reportServer: null,
  map: null,
  redirectOrigins: [],
  singleLogon: false,
  secondFactor: 'optional',
  separateAdministrators: false,
  secretVoters: 5,
  answerDays: 7,
  backup: null,
  revealsPerDay: 200,
};

const DEMO: SiteSettings = {
  ...NEUTRAL,
  productName: '峡州智慧党建平台',
  logoText: '峡州智慧党建',
  hostUnit: '中共峡州市委组织部',
  supportPhone: '0700-6551200',
  supportHours: '工作日 8:30 至 17:30',
  icp: '鄂ICP备2026000000号-1',
  police: '鄂公网安备42000002000000号',
  city: '峡州',
  sms: { kind: 'file', url: null, sign: '峡州智慧党建' },
};

/**
 * What a row of `site_config` sets. A value that a later version of the product no longer takes counts as not set:
 * a login page with a default is better than none.
 */
export function ownSettings(data: object): Partial<SiteSettings> {
  const { shape } = siteSettings;
  const entries = Object.entries(data).flatMap(([key, value]) => {
    const parsed = key in shape ? shape[key as keyof SiteSettings].safeParse(value) : null;
    return parsed?.success ? [[key, parsed.data]] : [];
  });
  return Object.fromEntries(entries);
}

/** The settings of an installation in which nobody has set anything. */
export const builtInSettings = ({ demo }: Config): SiteSettings => (demo ? DEMO : NEUTRAL);

/** The rows that a host reads, the last one winning: `*`, the bare name, the name with its port. */
export function rowsOf(host: string): string[] {
  const name = host.toLowerCase();
  return ['*', ...new Set([name.replace(/:\d+$/, ''), name])].filter((row, at) => at === 0 || row !== '*');
}

/** The place for which a host's keys are encrypted. */
export const secretsPlace = (host: string) => `site_config.secrets.${host}`;

/** Where the keys of outside services rest. */
export const encryptedSiteKeys = encryptedColumn('site_config', 'secrets_enc', secretsPlace, { key: { host: 'text' } });

/** Within a transaction its own connection: one that waits for a second one can wait for ever. */
export type SiteSource = Omit<Services, 'db'> & { db: Db };

/** What is set for a host, and the keys of its outside services. */
export interface SiteSetup {
  settings: SiteSettings;
  secrets: SiteSecrets;
  /** The database's clock in epoch milliseconds. */
  serverTime: number;
}

/**
 * The settings of a host (as in the Host header, or a bare name): the row of the host over the row `*`
 * over the built-in values; a row names only what differs. Keys likewise.
 */
export async function siteSetup({ db, config, vault }: SiteSource, host: string): Promise<SiteSetup> {
  const order = rowsOf(host);
  const { now, rows } = await readSite(db, order);
  const given = order.flatMap((key) => rows.filter((row) => row.host === key));
  const opened = given.map(({ host, secrets }) =>
    secrets === null ? {} : JSON.parse(vault.decrypt(secretsPlace(host), Buffer.from(secrets, 'base64'))),
  );
  return {
    settings: Object.assign({}, builtInSettings(config), ...given.map(({ data }) => ownSettings(data))),
    secrets: siteSecrets.parse(Object.assign({}, ...opened)),
    serverTime: now,
  };
}

/** What everybody may read of a host, and the database's clock in epoch milliseconds. */
export async function siteOf(services: Services, host: string): Promise<{ site: SiteConfig; serverTime: number }> {
  const { settings, serverTime } = await siteSetup(services, host);
  return { site: siteConfig.parse(settings), serverTime };
}
