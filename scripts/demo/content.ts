import { nameGrams, textPinyin } from '#platform/server/database/nameSearch.ts';
import type { Row } from './copy.ts';
import type { Placed } from './leaders.ts';
import type { Demo } from './makeDemo.ts';
import type { Org } from './org.ts';

const CLASSES = [
  ['党建工作', ['组织建设', '党员教育', '作风纪律']],
  ['工作动态', ['基层动态', '志愿服务']],
  ['学习资料', []],
] as const;

const LABELS = [
  ['主题教育', 'red', ['主题教育', '读书班', '专题党课']],
  ['先进典型', 'gold', ['先进', '典型', '两优一先']],
  ['发展党员', 'blue', ['积极分子', '发展对象', '培训班']],
  ['双报到', 'green', ['双报到', '社区报到', '服务队']],
  ['待整改', 'orange', ['整改', '问题清单']],
  ['党务联络', 'grey', ['联络员', '联络组']],
] as const;

interface Group {
  type: number;
  name: string;
  org: Org;
  people: readonly Placed[];
  /** Index into LABELS, and the name of the class. */
  label: number;
  class: string;
}

const AT_MOST = 40;

/** Groups of the city and of each county, all of people whom the demo knows. */
function makeGroups({ orgs, people, posts }: Demo): Group[] {
  const city = orgs[0];
  if (!city) return [];
  const counties = city.children.filter(({ children }) => children.length > 0);
  const below = (org: Org) => people.filter((placed) => placed.org.code.startsWith(org.code));
  const secretaries = (org: Org) =>
    posts.filter(({ post, org: of }) => post === '书记' && of.code.startsWith(org.code)).map(({ holder }) => holder);
  const group = (type: number, name: string, org: Org, of: readonly Placed[], label: number, inClass: string) => ({
    type,
    name,
    org,
    people: [...new Map(of.map((placed) => [placed.id, placed])).values()].slice(0, AT_MOST),
    label,
    class: inClass,
  });
  const activists = (org: Org) => below(org).filter(({ person }) => person.personCategory === 4);
  return [
    group(1, '市直党务联络员', city, secretaries(city).slice(0, 24), 5, '组织建设'),
    group(2, '入党积极分子培训班', city, activists(city), 2, '党员教育'),
    group(5, '党务知识测试命题组', city, secretaries(city).slice(24, 33), 0, '党员教育'),
    ...counties.flatMap((county) => [
      group(1, `${county.shortName}党务联络员`, county, secretaries(county), 5, '组织建设'),
      group(4, `${county.shortName}主题党日示范组`, county, below(county).slice(0, 15), 0, '基层动态'),
      group(6, `${county.shortName}双报到服务队`, county, below(county).slice(20, 38), 3, '志愿服务'),
    ]),
  ].filter((one) => one.people.length > 0);
}

/** Rows of classes, labels and groups by table, each table after those that it names. */
export function contentRows(demo: Demo): readonly (readonly [string, Row[]])[] {
  const classes: Row[] = [];
  const addClass = (name: string, parentId: number | null, sort: number) => {
    const { full, initials } = textPinyin(name);
    classes.push({
      id: classes.length + 1,
      parent_id: parentId,
      name,
      pinyin: full,
      initials,
      sort,
      created_by: '平台',
    });
    return classes.length;
  };
  for (const [at, [name, below]] of CLASSES.entries()) {
    const id = addClass(name, null, at + 1);
    for (const [index, child] of below.entries()) addClass(child, id, index + 1);
  }
  const groups = makeGroups(demo);
  const idOf = (name: string) => classes.findIndex((row) => row.name === name) + 1;
  return [
    ['content_class', classes],
    [
      'content_label',
      LABELS.map(([name, colour], at) => ({ id: at + 1, name, colour, created_by: '平台', updated_by: '平台' })),
    ],
    [
      'content_label_keyword',
      LABELS.flatMap(([, , words], at) => words.map((keyword, sort) => ({ keyword, label_id: at + 1, sort }))),
    ],
    [
      'content_group',
      groups.map(({ org, type, name, people }, at) => ({
        id: at + 1,
        org_id: org.id,
        org_code: org.code,
        type,
        name,
        name_grams: nameGrams(name),
        leader_id: people[0]?.id ?? null,
        sort: at + 1,
        created_by: '平台',
        updated_by: '平台',
      })),
    ],
    [
      'content_group_member',
      groups.flatMap(({ people }, at) =>
        people.map((placed, sort) => ({ group_id: at + 1, member_id: placed.id, sort: sort + 1, added_by: '平台' })),
      ),
    ],
    [
      'content_label_link',
      groups.map(({ org, label }, at) => ({
        label_id: label + 1,
        kind: 'group',
        row_id: at + 1,
        org_code: org.code,
        added_by: '平台',
      })),
    ],
    [
      'content_class_link',
      groups.map((group, at) => ({
        kind: 'group',
        row_id: at + 1,
        class_id: idOf(group.class),
        org_code: group.org.code,
        added_by: '平台',
      })),
    ],
  ];
}
