import { useState } from 'react';
import { useParams } from 'react-router';
import { PersonDialog } from '#people/groups/web/pickers.tsx';
import { emit } from '#platform/web/call/events.ts';
import { useAct, useCall } from '#platform/web/call/hooks.ts';
import { ReasonDialog } from '#platform/web/dialogs/ReasonDialog.tsx';
import { Line } from '#platform/web/field/record.tsx';
import type { Column } from '#platform/web/list/columns.ts';
import { PlainList } from '#platform/web/list/PlainList.tsx';
import { PageHead } from '#platform/web/shell/PageHead.tsx';
import { useTitle } from '#platform/web/shell/useTitle.ts';
import { Icon } from '#platform/web/show/icons.tsx';
import { RecordLoader } from '#platform/web/show/RecordLoader.tsx';
import { Button, ButtonLink } from '#platform/web/ui/Button.tsx';
import { FileList } from '#platform/web/upload/FileList.tsx';
import {
  addTrainingPeople,
  getTraining,
  MOST_PEOPLE,
  removeTrainingPerson,
  type TrainingDetail,
  type TrainingPerson,
  trainingPeople,
  withdrawTraining,
} from '../contract.training.ts';
import { PATHS } from './paths.ts';
import { daysOf } from './TrainingList.tsx';
import '#platform/web/records/records.css';

const COLUMNS: readonly Column<TrainingPerson>[] = [
  { key: 'name', title: '姓名', width: 110, card: 'title', cell: (row) => row.name },
  { key: 'orgName', title: '党支部', width: 260, card: 'line', cell: (row) => row.orgName },
  { key: 'hours', title: '学时', width: 80, align: 'right', card: 'tag', cell: (row) => row.hours },
  { key: 'addedBy', title: '登记人', width: 110, card: 'line', cell: (row) => row.addedBy },
];

/** One training: what it was, its proof, and who has its hours. */
export default function TrainingView() {
  const { id = '' } = useParams();
  const trainingQuery = useCall(getTraining, { id }, { quiet: true });
  useTitle(trainingQuery.data?.title);
  return <RecordLoader query={trainingQuery}>{(one) => <View training={one} />}</RecordLoader>;
}

function View({ training }: { training: TrainingDetail }) {
  const [adding, setAdding] = useState(false);
  const [withdrawing, setWithdrawing] = useState(false);
  const [removing, setRemoving] = useState<TrainingPerson | null>(null);
  const add = useAct(addTrainingPeople, { quiet: true });
  const remove = useAct(removeTrainingPerson, { quiet: true });
  const withdraw = useAct(withdrawTraining, { quiet: true });
  const { id, version, can } = training;
  return (
    <div className="record-page">
      <PageHead title={training.title}>
        {can.edit && (
          <>
            <Button icon="undo" onClick={() => setWithdrawing(true)}>
              撤销
            </Button>
            <ButtonLink icon="edit" to={PATHS.edit(id)}>
              修改
            </ButtonLink>
            <Button look="primary" icon="plus" onClick={() => setAdding(true)}>
              加入人员
            </Button>
          </>
        )}
      </PageHead>
      {training.isWithdrawn && (
        <div className="banner warn" role="note">
          <Icon name="warning" />
          <span>已撤销：{training.withdrawnFor}。参加人员的学时已经冲回。</span>
        </div>
      )}
      <section className="card" aria-label="培训">
        <dl className="record-fields">
          <Line label="日期">{daysOf(training)}</Line>
          <Line label="学时">{training.hours}学时</Line>
          <Line label="性质">{training.central ? '集中培训' : '其他培训'}</Line>
          <Line label="主办单位">{training.organiser}</Line>
          <Line label="地点">{training.place || '—'}</Line>
          <Line label="登记组织">{training.orgName}</Line>
          {training.note && (
            <Line label="说明" wide>
              {training.note}
            </Line>
          )}
          <Line label="证明材料" wide>
            {training.files.length > 0 ? <FileList files={training.files} label="证明材料" /> : '—'}
          </Line>
        </dl>
      </section>
      <PlainList<TrainingPerson>
        caption="参加人员"
        endpoint={trainingPeople}
        columns={COLUMNS}
        search={{ name: 'keyWords', placeholder: '姓名' }}
        unit="人"
        inputOf={(values) => ({ ...values, id })}
        note={() => <span className="muted">参加人员的学时随登记入账</span>}
        acts={(row) =>
          can.edit ? (
            <Button look="row" onClick={() => setRemoving(row)}>
              移出
            </Button>
          ) : null
        }
        empty={{ title: '还没有参加人员', text: '点“加入人员”选择，或在“导入参加人员”中用表格导入。' }}
      />
      {adding && (
        <PersonDialog
          title="选择参加人员"
          multiple
          groupType={2}
          max={MOST_PEOPLE}
          chosen={[]}
          onConfirm={async (chosen) => {
            if (chosen.length === 0) return;
            const { added } = await add.mutateAsync({ id, memberIds: chosen.map((one) => one.id) });
            emit('notice', {
              kind: 'success',
              text: added === chosen.length ? `已加入${added}人，学时已入账` : `已加入${added}人，其余已在名单中`,
            });
          }}
          onClose={() => setAdding(false)}
        />
      )}
      {removing && (
        <ReasonDialog
          title={`移出 ${removing.name}`}
          act="移出"
          label="移出原因"
          max={200}
          onDone={async (reason) => {
            await remove.mutateAsync({ id, memberId: removing.id, reason });
            emit('notice', { kind: 'success', text: '已移出，学时已冲回' });
          }}
          onClose={() => setRemoving(null)}
        >
          移出后，{removing.name}在这次培训的{removing.hours}学时以冲回记账。
        </ReasonDialog>
      )}
      {withdrawing && (
        <ReasonDialog
          title={`撤销 ${training.title}`}
          act="撤销"
          label="撤销原因"
          max={200}
          onDone={async (reason) => {
            await withdraw.mutateAsync({ id, version, reason });
            emit('notice', { kind: 'success', text: '已撤销，参加人员的学时已冲回' });
          }}
          onClose={() => setWithdrawing(false)}
        >
          {training.people}人在这次培训的学时将全部冲回；登记和证明材料留存，不能恢复。
        </ReasonDialog>
      )}
    </div>
  );
}
