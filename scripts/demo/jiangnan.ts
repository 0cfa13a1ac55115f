import type { NewOrg, Org } from './org.ts';
import { chineseNumber } from './org.ts';
import { split } from './random.ts';

type Add = (parent: Org | null, org: NewOrg) => Org;

const COMMUNITIES = [
  { stem: '望江', form: '社区党委', type: 30, members: 512, branches: 17 },
  { stem: '橘林', form: '社区党委', type: 30, members: 538, branches: 18 },
  { stem: '渡口', form: '社区党总支', type: 40, members: 267, branches: 6 },
  { stem: '石桥', form: '社区党总支', type: 40, members: 341, branches: 11 },
  { stem: '清波', form: '社区党总支', type: 40, members: 328, branches: 11 },
  { stem: '柳溪', form: '村党总支', type: 40, members: 188, branches: 7 },
] as const;

const DUKOU = [46, 48, 45, 44, 42, 42];

/**
 * 江南街道党工委 with the branches and numbers that the pages were drawn with: 86 organisations,
 * 2,417 members. Three of its general branches are above 100 members, which the warnings show.
 */
export function addJiangnan(add: Add, district: Org): void {
  const place = `${district.place}江南街道`;
  const street = add(district, {
    name: '江南街道党工委',
    shortName: '江南街道',
    type: 20,
    place,
    lng: 111.284,
    lat: 30.676,
    unit: { name: '江南街道办事处', nature: '5' },
  });
  add(street, {
    name: '街道机关党支部',
    type: 46,
    kind: 'organ',
    members: 46,
    unit: { name: '江南街道办事处机关', nature: '1' },
  });
  for (const { stem, form, type, members, branches } of COMMUNITIES) {
    const village = form.startsWith('村');
    const body = `${stem}${village ? '村' : '社区'}`;
    const committee = add(street, {
      name: stem + form,
      shortName: body,
      type,
      place: place + body,
      unit: { name: `江南街道${body}${village ? '村民' : '居民'}委员会`, nature: village ? '8' : '7' },
    });
    const sizes =
      stem === '渡口'
        ? DUKOU
        : split(
            members,
            Array.from({ length: branches }, (_, index) => 8 + (index % 3)),
          );
    for (const [index, size] of sizes.entries()) {
      const retired = !village && index === sizes.length - 1;
      add(committee, {
        name: `${stem}${retired ? '离退休' : `第${chineseNumber(index + 1)}`}党支部`,
        type: 46,
        kind: retired ? 'retired' : village ? 'village' : 'community',
        members: size,
      });
    }
  }
  add(street, {
    name: '船舶修造公司党支部',
    type: 46,
    kind: 'firm',
    members: 39,
    unit: { name: '峡州江南船舶修造有限公司', nature: '31' },
  });
  add(street, {
    name: '实验小学党支部',
    type: 46,
    kind: 'school',
    members: 33,
    unit: { name: '江南街道实验小学', nature: '9' },
  });
  add(street, {
    name: '商圈联合党支部',
    type: 47,
    kind: 'private',
    members: 27,
    unit: { name: '江南商圈联合会', nature: '41' },
  });
  const floating = add(street, { name: '流动党员党总支', type: 40 });
  for (const [index, city] of ['武汉', '深圳', '宁波', '成都'].entries()) {
    add(floating, { name: `驻${city}流动党支部`, type: 50, kind: 'floating', members: [26, 25, 24, 23][index] ?? 0 });
  }
}
