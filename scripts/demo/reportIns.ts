import type { ClientBase } from 'pg';
import { checkCharacter } from '#people/member/rules/idCard.ts';
import { maskText } from '#people/member/rules.ts';
import { idCardIndex } from '#people/member/server/rowMapper.ts';
import type { Vault } from '#platform/server/secrecy/crypto.ts';
import { addDays } from '#platform/time/days.ts';
import { inflowCardPlace, inflowPhonePlace } from '#procedures/floating/server/service/in.ts';

/** The branch worker's own branch. */
const OWN = '渡口第一党支部';
const REPORTED = '本人扫码报到';
/** Who came, born when, from where; the first three are received already. */
const CAME = [
  ['龙海峰', '1986-03-11', '湖南省常德市桃源县漳江镇党支部', '湖南省常德市', '430700'],
  ['颜晓红', '1991-07-24', '四川省达州市宣汉县东乡街道党支部', '四川省达州市', '511700'],
  ['石磊', '1989-12-02', '河南省信阳市光山县紫水街道党支部', '河南省信阳市', '411500'],
  ['彭春生', '1978-05-19', '重庆市万州区高笋塘街道党支部', '重庆市', '500000'],
  ['田亚男', '1995-09-30', '贵州省铜仁市松桃县蓼皋街道党支部', '贵州省铜仁市', '520600'],
  ['段志明', '1983-01-15', '江西省九江市修水县义宁镇党支部', '江西省九江市', '360400'],
  ['陶丽君', '1993-04-08', '安徽省六安市霍邱县城关镇党支部', '安徽省六安市', '341500'],
  ['尹国栋', '1975-11-27', '湖北省恩施州巴东县信陵镇党支部', '湖北省恩施州', '422800'],
  ['冉秋菊', '1990-08-13', '重庆市奉节县永安街道党支部', '重庆市', '500000'],
  ['童建军', '1987-02-22', '湖南省岳阳市平江县汉昌街道党支部', '湖南省岳阳市', '430600'],
] as const;
const RECEIVED = 3;

/** Ten people who came from elsewhere and reported in by the code of a poster: seven wait with the own branch and its neighbours. */
export async function writeReportIns(client: ClientBase, vault: Vault, today: string): Promise<void> {
  const { rows: hosts } = await client.query<{ id: string; code: string }>(
    `select b.id::text as id, b.code from organisation o join organisation b on b.parent_id = o.parent_id and b.type = 46 and b.deleted_at is null
      where o.id = (select id from organisation where name = $1 order by id limit 1) order by (b.id = o.id) desc, b.code limit 4`,
    [OWN],
  );
  for (const [at, [name, birthDate, homeOrg, region, regionCode]] of CAME.entries()) {
    const host = hosts[at % Math.max(1, hosts.length)];
    if (!host) return;
    const first17 = `420595${birthDate.replaceAll('-', '')}${211 + 7 * at}`;
    const number = first17 + checkCharacter(first17);
    const phone = `154${String(90_000_101 + 137 * at)}`;
    const received = at < RECEIVED;
    const { rows } = await client.query<{ id: string }>(
      `select nextval(pg_get_serial_sequence('mobile_inflow', 'id'))::text as id`,
    );
    const id = rows[0]?.id ?? '';
    const startedOn = addDays(today, -30 - 11 * at);
    await client.query(
      `insert into mobile_inflow (id, org_id, org_code, status, name, id_card_enc, id_card_mask, id_card_index, phone_enc, phone_mask,
                                  home_org, region, region_code, reason, trade, started_on, received_on, created_at, created_by, updated_by)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, 9, 99, $14, $15, $16, $17, $17)`,
      [
        id,
        host.id,
        host.code,
        received ? 2 : 1,
        name,
        vault.encrypt(inflowCardPlace(id), number),
        maskText(number),
        idCardIndex(vault, number),
        vault.encrypt(inflowPhonePlace(id), phone),
        maskText(phone),
        homeOrg,
        received ? region : '',
        received ? regionCode : null,
        startedOn,
        received ? addDays(today, -20 + at) : null,
        `${addDays(today, -1 - at)}T09:30:00+08:00`,
        REPORTED,
      ],
    );
    if (received) continue;
    await client.query(
      `insert into todo (role_id, org_id, org_code, module, title, detail, act, jump_url, subject)
       values (3, $1, $2, '流动党员', $3, $4, '确认', $5, $6)`,
      [
        host.id,
        host.code,
        `${name}扫码报到，请核实接收`,
        `${homeOrg}，${startedOn}起`,
        `/affairs/mobilePartyMembers/moveDetail?side=in&id=${id}`,
        `mobileInflow:${id}`,
      ],
    );
  }
}
