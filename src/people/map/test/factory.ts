import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { sql } from 'kysely';
import type { TestApp } from '../../../../test/support/app.ts';

/** Sets an organisation's place; null takes it away. */
export async function mark(t: TestApp, orgId: string, place: readonly [number, number] | null): Promise<void> {
  await sql`update organisation set lng = ${place?.[0] ?? null}::float8, lat = ${place?.[1] ?? null}::float8
             where id = ${orgId}`.execute(t.db);
}

/** A site's map settings for every host, with or without the key for places. */
export async function setMap(t: TestApp, map: object | null, key?: string): Promise<void> {
  const encrypted =
    key === undefined ? null : t.services.vault.encrypt('site_config.secrets.*', JSON.stringify({ mapSearchKey: key }));
  await sql`insert into site_config (host, data, secrets_enc) values ('*', ${JSON.stringify({ map })}::jsonb, ${encrypted})
            on conflict (host) do update set data = excluded.data, secrets_enc = excluded.secrets_enc`.execute(t.db);
}

/** Plays the three providers' place search as their documents say; `answer` may be exchanged for a wrong one. */
export async function startPlaces(): Promise<PlaceServer> {
  const hits: URL[] = [];
  const places: PlaceServer = { origin: '', hits, status: 200, answer: null, close: async () => {} };
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://places');
    hits.push(url);
    const body = places.answer ?? ANSWERS[url.pathname]?.(url.searchParams) ?? {};
    response.writeHead(places.status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  });
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  places.origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  places.close = () => new Promise((closed) => server.close(() => closed()));
  return places;
}

export interface PlaceServer {
  origin: string;
  hits: URL[];
  status: number;
  answer: object | null;
  close(): Promise<void>;
}

/** The square before the railway station as each provider states it: WGS84, GCJ-02, BD-09. */
const ANSWERS: Readonly<Record<string, (query: URLSearchParams) => object>> = {
  '/tianditu': (query) => ({
    pois: [{ name: JSON.parse(query.get('postStr') ?? '{}').keyWord, address: '东山大道', lonlat: '111.29,30.69' }],
  }),
  '/amap': (query) => ({
    status: '1',
    // An address that the provider does not know comes as an empty list.
    pois: [{ name: query.get('keywords'), address: [], location: '111.295667,30.687565' }],
  }),
  '/baidu': (query) => ({
    status: 0,
    results: [{ name: query.get('query'), address: '东山大道', location: { lng: 111.302238, lat: 30.693234 } }],
  }),
};
