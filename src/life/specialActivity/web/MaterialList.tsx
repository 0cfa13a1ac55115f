import { useLocation, useNavigate } from 'react-router';
import type { Column } from '#platform/web/list/columns.ts';
import { ListPage } from '#platform/web/list/ListPage.tsx';
import { optionsOf, yearOptions } from '#platform/web/list/options.ts';
import { RowLink } from '#platform/web/list/RowLink.tsx';
import { readQuery } from '#platform/web/route/navigation.ts';

import { noValue } from '#platform/web/show/none.tsx';
import { ButtonLink } from '#platform/web/ui/Button.tsx';
import { listMaterials, type MaterialRow } from '../contract.read.ts';
import { STANDINGS } from '../rules.ts';
import { Due, MaterialTag } from './parts.tsx';
import { PATHS } from './paths.ts';

const name: Column<MaterialRow> = {
  key: 'name',
  title: '附件资料',
  width: 180,
  always: true,
  card: 'title',
  cell: (row) => (
    <RowLink to={PATHS.materialOf(row.id)} title={row.name}>
      {row.name}
    </RowLink>
  ),
};
const org: Column<MaterialRow> = {
  key: 'org',
  title: '参加组织',
  width: 200,
  card: 'line',
  cell: (row) => row.orgName,
};
const REST: readonly Column<MaterialRow>[] = [
  {
    key: 'standing',
    title: '情况',
    width: 176,
    card: 'tag',
    cell: (row) => <MaterialTag standing={row.standing} isReturned={row.state === 'returned'} />,
    filter: {
      kind: 'choice',
      name: 'standing',
      options: [...optionsOf(STANDINGS), { value: 'returned', label: '退回过' }],
    },
  },
  { key: 'dueOn', title: '截止日期', width: 190, card: 'line', cell: (row) => <Due row={row} /> },
  { key: 'title', title: '专项活动', width: 220, card: 'line', cell: (row) => row.title },
  { key: 'setter', title: '组织单位', width: 160, notLarge: true, cell: (row) => row.setterName },
  { key: 'required', title: '要求', width: 72, cell: (row) => (row.required ? '必交' : '选交') },
  {
    key: 'handedOn',
    title: '上传日期',
    width: 112,
    cell: (row) => (row.state === 'open' ? noValue : (row.handedOn ?? noValue)),
  },
  {
    key: 'files',
    title: '文件',
    width: 72,
    align: 'right',
    cell: (row) => (row.files > 0 ? `${row.files}份` : noValue),
  },
  {
    key: 'year',
    title: '年度',
    width: 0,
    filterOnly: true,
    cell: () => null,
    filter: { kind: 'choice', name: 'year', options: yearOptions() },
  },
];
const OWN = [name, ...REST];
const ALL = [name, org, ...REST];

/** 附件资料: what the own organisation hands in; of an activity or of one of its organisations with `activityId` or `partId`. */
export default function MaterialList() {
  const navigate = useNavigate();
  const { activityId, partId } = readQuery(useLocation().search, ['activityId', 'partId']);
  const isOwn = !activityId && !partId;
  return (
    <ListPage<MaterialRow>
      key={`${activityId}:${partId}`}
      title="附件资料"
      path={PATHS.materials}
      endpoint={listMaterials}
      columns={isOwn ? OWN : ALL}
      search={{ name: 'title', placeholder: '附件或活动名称' }}
      unit="份"
      keep={['activityId', 'partId']}
      acts={() => (
        <>
          {!isOwn && (
            <ButtonLink icon="document" to={PATHS.materials}>
              本组织的
            </ButtonLink>
          )}
        </>
      )}
      row={{
        label: (row) => `${row.name} ${row.orgName}`,
        href: (row) => PATHS.materialOf(row.id),
        editHref: (row) => (row.can.handIn ? PATHS.handInOf(row.id) : null),
        menu: (row) => [
          {
            label: row.can.decide ? '审核' : '查看详情',
            icon: row.can.decide ? 'check' : 'eye',
            run: () => navigate(PATHS.materialOf(row.id)),
          },
          ...(row.can.handIn
            ? [{ label: '上传附件', icon: 'import' as const, run: () => navigate(PATHS.handInOf(row.id)) }]
            : []),
          { label: '活动资料', icon: 'book', run: () => navigate(PATHS.openOf(row.activityId)) },
        ],
      }}
      empty={
        isOwn
          ? {
              title: '没有本组织要交的附件资料',
              text: '参加的专项活动发布后，要交的附件会出现在这里，并有待办和通知。',
            }
          : { title: '没有这样的附件资料', text: '换个情况，或看本组织的。' }
      }
    />
  );
}
