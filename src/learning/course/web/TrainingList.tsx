import { Link } from 'react-router';
import type { Column } from '#platform/web/list/columns.ts';
import { PlainList } from '#platform/web/list/PlainList.tsx';
import { may, useSession } from '#platform/web/session/session.ts';
import { PageHead } from '#platform/web/shell/PageHead.tsx';

import { StateTag } from '#platform/web/show/StateTag.tsx';
import { ButtonLink } from '#platform/web/ui/Button.tsx';
import { listTrainings, type TrainingRow } from '../contract.training.ts';
import { PATHS } from './paths.ts';

const now = new Date().getFullYear();

export const daysOf = ({ startsOn, endsOn }: { startsOn: string; endsOn: string }) =>
  startsOn === endsOn ? startsOn : `${startsOn} 至 ${endsOn}`;

const COLUMNS: readonly Column<TrainingRow>[] = [
  {
    key: 'title',
    title: '培训名称',
    width: 260,
    card: 'title',
    cell: (row) => <Link to={PATHS.view(row.id)}>{row.title}</Link>,
  },
  {
    key: 'state',
    title: '性质',
    width: 100,
    card: 'tag',
    cell: (row) =>
      row.isWithdrawn ? (
        <StateTag look="over">已撤销</StateTag>
      ) : row.central ? (
        <span className="tag info">集中培训</span>
      ) : (
        <span className="muted">—</span>
      ),
  },
  { key: 'days', title: '日期', width: 190, card: 'line', cell: daysOf },
  { key: 'hours', title: '学时', width: 70, align: 'right', card: 'line', cell: (row) => row.hours },
  { key: 'people', title: '人数', width: 70, align: 'right', card: 'line', cell: (row) => row.people },
  { key: 'organiser', title: '主办单位', width: 190, card: 'line', cell: (row) => row.organiser },
  { key: 'orgName', title: '登记组织', width: 190, card: 'line', cell: (row) => row.orgName },
  {
    key: 'year',
    title: '年份',
    width: 0,
    filterOnly: true,
    cell: () => null,
    filter: {
      kind: 'choice',
      name: 'year',
      options: [now, now - 1, now - 2].map((year) => ({ value: String(year), label: `${year}年` })),
    },
  },
];

/** 线下培训: what was registered below, the latest first. */
export default function TrainingList() {
  const mayWrite = may(useSession(), 'hours:write');
  return (
    <div className="list-page">
      <PageHead>
        {mayWrite && (
          <>
            <ButtonLink icon="import" to={PATHS.imports}>
              导入参加人员
            </ButtonLink>
            <ButtonLink look="primary" icon="plus" to={PATHS.add}>
              登记线下培训
            </ButtonLink>
          </>
        )}
      </PageHead>
      <PlainList<TrainingRow>
        caption="线下培训"
        endpoint={listTrainings}
        columns={COLUMNS}
        search={{ name: 'keyWords', placeholder: '培训名称' }}
        unit="次"
        acts={(row) => (
          <span className="record-row-acts">
            <ButtonLink look="row" to={PATHS.view(row.id)}>
              查看
            </ButtonLink>
            {row.can.edit && (
              <ButtonLink look="row" to={PATHS.edit(row.id)}>
                修改
              </ButtonLink>
            )}
          </span>
        )}
        empty={{ title: '没有线下培训', text: '平台以外参加的集中培训、辅导报告等，上传证明材料登记后计入学时。' }}
      />
    </div>
  );
}
