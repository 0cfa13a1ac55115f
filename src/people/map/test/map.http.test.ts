import { gunzipSync } from 'node:zlib';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { nameGrams } from '#platform/server/database/nameSearch.ts';
import { type Caller, startTestApp, type TestApp } from '../../../../test/support/app.ts';
import { ORGS } from '../../../../test/support/fixture.ts';
import { findPlaces, listMapOrgs, mapMarkers, mapOrg, mapSettings } from '../contract.ts';
import { mark, type PlaceServer, setMap, startPlaces } from './factory.ts';

let t: TestApp;
let city: Caller;
let county: Caller;
let committee: Caller;
let places: PlaceServer;
beforeAll(async () => {
  t = await startTestApp();
  places = await startPlaces();
  [city, county, committee] = await Promise.all([t.as('cityWorker'), t.as('countyWorker'), t.as('committeeWorker')]);
  await sql`update organisation set name_grams = ${nameGrams(ORGS.branchA12.name)}::text[]
             where id = ${ORGS.branchA12.id}`.execute(t.db);
  let step = 0;
  for (const key of ['countyA', 'committeeA1', 'branchA11', 'branchA12', 'branchB11', 'deletedBranch'] as const)
    await mark(t, ORGS[key].id, [111.2 + step++ / 100, 30.69]);
});
afterAll(async () => {
  await places.close();
  await t.close();
});

const ids = (rows: readonly { id: string }[]) => rows.map(({ id }) => id);

describe('markers', () => {
  test('are those of the own subtree, in its order, with what a marker needs and no more', async () => {
    const { rows, total, body } = await city.call(mapMarkers, { orgType: '46' });
    expect(ids(rows)).toEqual([ORGS.branchA11.id, ORGS.branchA12.id, ORGS.branchB11.id]);
    expect(total).toBe(3);
    expect(Object.keys(rows[0]).sort()).toEqual(['id', 'lat', 'lng', 'name', 'orgCode', 'type']);
    expect(body).toMatchObject({ crs: 'WGS84', more: false });
    expect(ids((await county.call(mapMarkers, { orgType: '46' })).rows)).toEqual([
      ORGS.branchA11.id,
      ORGS.branchA12.id,
    ]);
  });

  test('of several types, of all, and how many there are of each whatever was asked for', async () => {
    const types = [
      { type: 10, count: 1 },
      { type: 30, count: 1 },
      { type: 46, count: 2 },
    ];
    const some = await county.call(mapMarkers, { orgType: '10,30' });
    expect(ids(some.rows)).toEqual([ORGS.countyA.id, ORGS.committeeA1.id]);
    expect(some.body.types).toEqual(types);
    const all = await county.call(mapMarkers, {});
    expect(all.total).toBe(4);
    expect(all.body.types).toEqual(types);
  });

  test('types 28 and 29 have none', async () => {
    for (const type of [28, 29]) {
      await sql`update organisation set type = ${type} where id = ${ORGS.branchB11.id}`.execute(t.db);
      expect((await city.call(mapMarkers, { orgType: String(type) })).rows).toEqual([]);
      expect(ids((await city.call(mapMarkers, {})).rows)).not.toContain(ORGS.branchB11.id);
    }
    await sql`update organisation set type = 46 where id = ${ORGS.branchB11.id}`.execute(t.db);
  });

  test('below a chosen organisation by id or code; the newly chosen one is there whatever its type', async () => {
    const { id: orgId, code: orgCode } = ORGS.committeeA1;
    const branches = [ORGS.branchA11.id, ORGS.branchA12.id];
    expect(ids((await city.call(mapMarkers, { orgType: '46', orgId })).rows)).toEqual(branches);
    expect(ids((await city.call(mapMarkers, { orgType: '46', orgCode })).rows)).toEqual(branches);
    const changed = await city.call(mapMarkers, { orgType: '46', orgId, changeFlag: '1' });
    expect(ids(changed.rows)).toEqual([orgId, ...branches]);
    expect((await city.call(mapMarkers, { orgId, orgCode: ORGS.countyB.code })).code).toBe(404);
  });

  test('P2 P3 what is out of scope, deleted or missing answers alike in all three calls', async () => {
    const foreign = [ORGS.countyA, ORGS.committeeA2, ORGS.twin, ORGS.branchB11, ORGS.deletedBranch, ORGS.otherTree];
    for (const { id: orgId, code: orgCode } of [...foreign, { id: '999999', code: '00010099' }])
      for (const answer of [
        await committee.call(mapMarkers, { orgId, changeFlag: '1' }),
        await committee.call(mapMarkers, { orgCode }),
        await committee.call(listMapOrgs, { orgId }),
        await committee.call(mapOrg, { orgId }),
        await committee.call(mapOrg, { orgCode }),
      ])
        expect(`${answer.code} ${answer.msg}`).toBe('404 组织不存在');
  });

  test('a wrong type, code or range is told at its field', async () => {
    const fields = async (answer: Promise<{ code: number; data: { fields: object } }>) => {
      const { code, data } = await answer;
      expect(code).toBe(600);
      return Object.keys(data.fields);
    };
    expect(await fields(city.get('/api/map', { orgType: '46,77' }))).toEqual(['orgType.1']);
    expect(await fields(city.get('/api/map', { orgCode: '12' }))).toEqual(['orgCode']);
    expect(await fields(city.get('/api/map', { changeFlag: '2' }))).toEqual(['changeFlag']);
    expect(await fields(city.get('/api/map/list', { bounds: '1,2,3' }))).toEqual(['bounds']);
    expect(await fields(city.get('/api/map/place', { keyWords: '' }))).toEqual(['keyWords']);
  });

  test('P1 somebody without the map right gets none of it', async () => {
    const member = await t.as('member');
    for (const call of [mapMarkers, listMapOrgs, mapOrg]) expect((await member.call(call, {})).code).toBe(403);
    expect((await member.call(findPlaces, { keyWords: '站' })).code).toBe(403);
  });
});

describe('the list beside the map', () => {
  test('holds what lies within the view, a page at a time', async () => {
    const view = await city.call(listMapOrgs, { bounds: '111.195,30.6,111.225,30.8' });
    expect(ids(view.rows)).toEqual([ORGS.countyA.id, ORGS.committeeA1.id, ORGS.branchA11.id]);
    const second = await city.call(listMapOrgs, { bounds: '111.195,30.6,111.225,30.8', pageSize: 2, pageNum: 2 });
    expect(ids(second.rows)).toEqual([ORGS.branchA11.id]);
    expect(second.total).toBe(3);
  });

  test('finds by name, pinyin and initials within the scope and the types', async () => {
    await sql`update organisation set pinyin = 'chengguanzhendiyidangzhibu', initials = 'cgzdydzb'
               where id = ${ORGS.branchA11.id}`.execute(t.db);
    for (const keyWords of ['cgzdydzb', 'diyidang'])
      expect(ids((await city.call(listMapOrgs, { keyWords })).rows)).toEqual([ORGS.branchA11.id]);
    expect((await city.call(listMapOrgs, { keyWords: 'cgzdydzb', orgType: '30' })).rows).toEqual([]);
    expect((await (await t.as('siblingWorker')).call(listMapOrgs, { keyWords: 'cgzdydzb' })).rows).toEqual([]);
  });
});

describe('one organisation', () => {
  test('says nothing where nothing is known, and counts its people by kind', async () => {
    const { data } = await committee.call(mapOrg, { orgCode: ORGS.branchA11.code });
    expect(data).toMatchObject({
      name: ORGS.branchA11.name,
      secretaryName: '',
      secretaryPhone: '',
      contact: '',
      address: '',
      tenureNumber: 0,
      can: { edit: true, browse: true },
    });
    const { rows } = await sql<{ category: number; n: number }>`
      select person_category as category, count(*)::int as n from member
       where org_id = ${ORGS.branchA11.id} and deleted_at is null group by 1`.execute(t.db);
    const counted = (category: number) => rows.find((row) => row.category === category)?.n;
    expect(data.formalPartyNumber).toBe(counted(1));
    expect(data.readyPartyNumber).toBe(counted(2));
    expect(data.developMemberNumber).toBe(counted(3));
    expect(data.positiveNumber).toBe(counted(4));
  });

  test('P55 names the secretary of the current term with a masked phone alone', async () => {
    const memberId = t.fixture.members.branchA12?.[0] ?? '';
    const { id, code } = ORGS.branchA12;
    await sql`with term as (
                insert into org_term (org_id, org_code, number, elected_on, years, expires_on)
                values (${id}, ${code}, 1, '2024-01-01', 3, '2027-01-01') returning id)
              insert into org_post (term_id, org_id, member_id, name, post)
              select id, ${id}, ${memberId}, '向守江', '书记' from term`.execute(t.db);
    const { data, text } = await committee.call(mapOrg, { orgId: id });
    expect(data).toMatchObject({ secretaryName: '向守江', tenureNumber: 1 });
    expect(data.secretaryPhone).toMatch(/^\d{3}\*{4}\d{4}$/);
    expect(text).not.toMatch(/1990000\d{4}/);
    const { rows } = await committee.call(listMapOrgs, { keyWords: '第二' });
    expect(rows[0]).toMatchObject({ secretaryName: '向守江', secretaryPhone: data.secretaryPhone });
  });
});

describe('the site decides whose map it is', () => {
  beforeEach(() => setMap(t, null));

  test('none: a drawing, and the own organisations are found by name', async () => {
    expect((await city.call(mapSettings, {})).data).toMatchObject({ provider: null, base: 'grid', findsPlaces: false });
    const { data } = await committee.call(findPlaces, { keyWords: '第二' });
    expect(data).toMatchObject({ crs: 'WGS84', fault: null });
    expect(data.places).toMatchObject([{ name: ORGS.branchA12.name, source: 'org' }]);
  });

  test.each(['tianditu', 'amap', 'baidu'] as const)(
    '%s finds places, answered as WGS84 to a metre',
    async (provider) => {
      const map = { provider, tileKey: 'k', tileOrigin: null, searchUrl: `${places.origin}/${provider}` };
      await setMap(t, map, 'server-key');
      const settings = await city.call(mapSettings, {});
      expect(settings.data).toMatchObject({ provider, tileKey: 'k', findsPlaces: true });
      expect(settings.text).not.toContain('server-key');
      const { data } = await city.call(findPlaces, { city: '峡州', keyWords: '火车站' });
      const [place] = data.places;
      expect(place.source).toBe('provider');
      expect(place.name).toContain('火车站');
      expect(Math.abs(place.lng - 111.29) * 96_000).toBeLessThan(1);
      expect(Math.abs(place.lat - 30.69) * 111_000).toBeLessThan(1);
      expect(places.hits.at(-1)?.href).toContain('server-key');
    },
  );

  test('P39 a provider that fails or answers nonsense leaves the own organisations', async () => {
    await setMap(t, { provider: 'amap', tileKey: '', tileOrigin: null, searchUrl: `${places.origin}/amap` }, 'k');
    places.answer = { status: '0', info: 'INVALID_USER_KEY' };
    const refused = await committee.call(findPlaces, { keyWords: '第二' });
    expect(refused.data.fault).toContain('地图服务的回答不能识别');
    expect(refused.data.places).toMatchObject([{ name: ORGS.branchA12.name, source: 'org' }]);
    places.answer = null;
    places.status = 500;
    const failed = await committee.call(findPlaces, { keyWords: '第二' });
    expect(failed.data.fault).toBe('外部服务暂时没有响应，请稍后再试');
    expect(failed.data.places).toHaveLength(1);
    places.status = 200;
  });
});

test('thousands of markers are one statement over the index of marked organisations', async () => {
  await sql`insert into organisation (code, parent_id, name, type, lng, lat)
            select ${ORGS.twin.code} || lpad(n::text, 4, '0'), ${ORGS.twin.id}, '第' || n || '党支部', 46,
                   111 + n % 70 / 100.0, 30.5 + n / 70 / 200.0
              from generate_series(1, 5000) as n`.execute(t.db);
  await sql`analyze organisation`.execute(t.db);
  const { rows, status } = await (await t.as('twinWorker')).call(mapMarkers, { orgType: '46' });
  expect(status).toBe(200);
  expect(rows).toHaveLength(5000);
  const worker = await t.as('twinWorker');
  const packed = await t.app.inject({
    url: '/api/map?orgType=46',
    headers: { authorization: worker.token, 'accept-encoding': 'gzip' },
  });
  expect(packed.headers['content-encoding']).toBe('gzip');
  expect(packed.rawPayload.length).toBeLessThan(150_000);
  expect(JSON.parse(gunzipSync(packed.rawPayload).toString()).rows).toEqual(rows);
  const { rows: plan } = await sql<{ 'QUERY PLAN': string }>`
    explain select id from organisation o where o.code >= ${ORGS.committeeA1.code} and o.code < ${`${ORGS.committeeA1.code}:`}
       and o.deleted_at is null and o.lng is not null and o.lat is not null`.execute(t.db);
  expect(plan.map((line) => line['QUERY PLAN']).join('\n')).toContain('Index');
});
