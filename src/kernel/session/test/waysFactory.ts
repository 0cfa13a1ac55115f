import type { Answer, TestApp } from '../../../../test/support/app.ts';
import { type Counterpart, SECRETS, settingsFor } from '../../../../test/support/counterparts/counterpart.ts';

/** What `app.inject` takes for the own address. */
export const HOST = 'localhost:80';

/** Keys that two outside sites agreed with the platform. */
export const SITE_KEYS = { dataVisualisation: 'key of the data site', annualStatistics: 'key of the statistics' };

/** Points the site at the counterpart; further settings lie over it. */
export async function configure(t: TestApp, counterpart: Counterpart, further: object = {}): Promise<void> {
  const settings = { ...settingsFor(counterpart.origin, [`http://${HOST}`]), ...further };
  const keys = {
    ...SECRETS,
    dataVisualisationKey: 'key of the data site',
    annualStatisticsKey: 'key of the statistics',
  };
  await t.db.deleteFrom('site_config').execute();
  await t.db
    .insertInto('site_config')
    .values({
      host: '*',
      data: JSON.stringify(settings),
      secrets_enc: t.services.vault.encrypt('site_config.secrets.*', JSON.stringify(keys)),
    })
    .execute();
}

/** Every cookie that an answer sets, as a browser sends it back; one that is taken away is left out. */
export function cookiesOf(answer: Answer): Record<string, string> {
  const headers = [answer.headers['set-cookie']].flat().filter((header) => header !== undefined);
  const pairs = headers.map((header) => {
    const [pair = ''] = String(header).split(';');
    const at = pair.indexOf('=');
    return [pair.slice(0, at), decodeURIComponent(pair.slice(at + 1))] as const;
  });
  return Object.fromEntries(pairs.filter(([, value]) => value !== ''));
}
