import { useState } from 'react';
import { PersonDialog } from '#people/groups/web/pickers.tsx';
import { emit } from '#platform/web/call/events.ts';
import { useAct } from '#platform/web/call/hooks.ts';
import { ReasonDialog } from '#platform/web/dialogs/ReasonDialog.tsx';
import type { Column } from '#platform/web/list/columns.ts';
import { optionsOf } from '#platform/web/list/options.ts';
import { PlainList } from '#platform/web/list/PlainList.tsx';
import { OwnMatter, useIsOneself } from '#platform/web/session/oneself.tsx';
import { type StateLook, StateTag } from '#platform/web/show/StateTag.tsx';
import { Button } from '#platform/web/ui/Button.tsx';
import { type ClassDetail, type ClassPerson, classPeople, decidePeople, nominate } from '../contract.school.ts';
import { PERSON_STATES } from '../rules.school.ts';

const KEPT = ['id', 'tab'];
const MOST = 500;
const LOOKS: Readonly<Record<number, StateLook>> = { 0: 'waiting', 1: 'good', 2: 'bad', 3: 'over' };

function Standing({ row }: { row: ClassPerson }) {
  if (row.state === 1 && row.passed !== null)
    return row.passed ? <StateTag look="good">已结业</StateTag> : <StateTag look="bad">未结业</StateTag>;
  return (
    <span title={row.reason}>
      <StateTag look={LOOKS[row.state] ?? 'over'}>{PERSON_STATES[row.state as keyof typeof PERSON_STATES]}</StateTag>
    </span>
  );
}

const COLUMNS: readonly Column<ClassPerson>[] = [
  { key: 'name', title: '姓名', width: 90, card: 'title', cell: (row) => row.name },
  {
    key: 'state',
    title: '状态',
    width: 100,
    card: 'tag',
    cell: (row) => <Standing row={row} />,
    filter: {
      kind: 'choice',
      name: 'state',
      options: optionsOf(PERSON_STATES),
    },
  },
  { key: 'orgName', title: '党支部', width: 200, card: 'line', cell: (row) => row.orgName },
  {
    key: 'nominator',
    title: '推荐组织',
    width: 180,
    cell: (row) => row.nominator || <span className="muted">主办方</span>,
  },
  {
    key: 'attended',
    title: '出勤',
    width: 80,
    align: 'right',
    card: 'line',
    cell: (row) => (row.state === 1 ? `${row.attended}/${row.lessons}` : <span className="muted">—</span>),
  },
  {
    key: 'hours',
    title: '学时',
    width: 70,
    align: 'right',
    card: 'line',
    cell: (row) => (row.state === 1 ? row.hours : <span className="muted">—</span>),
  },
  {
    key: 'score',
    title: '成绩',
    width: 70,
    align: 'right',
    cell: (row) => row.score ?? <span className="muted">—</span>,
  },
  {
    key: 'lacks',
    title: '还缺',
    width: 260,
    card: 'line',
    cell: (row) =>
      row.state === 1 && row.lacks ? (
        <span title={row.lacks}>{row.lacks}</span>
      ) : (
        <span className="muted">{row.reason || '—'}</span>
      ),
  },
];

/** Who is nominated for a class and who attends it. */
export function SchoolPeople({ one }: { one: ClassDetail }) {
  const { id, can } = one;
  const isOneself = useIsOneself();
  const [adding, setAdding] = useState(false);
  const [asking, setAsking] = useState<{ rows: readonly ClassPerson[]; decision: 'refuse' | 'drop' } | null>(null);
  const add = useAct(nominate, { quiet: true });
  const decide = useAct(decidePeople);
  const agree = (rows: readonly ClassPerson[]) =>
    decide.mutate(
      { id, personIds: rows.map((row) => row.id), decision: 'agree' },
      { onSuccess: ({ people }) => emit('notice', { kind: 'success', text: `已同意${people}人，本人收到通知` }) },
    );
  const word = can.decide ? '加学员' : '推荐学员';
  return (
    <>
      <PlainList<ClassPerson>
        caption="学员"
        endpoint={classPeople}
        columns={COLUMNS}
        keep={KEPT}
        search={{ name: 'keyWords', placeholder: '姓名' }}
        unit="人"
        inputOf={({ tab: _tab, ...values }) => ({ ...values, id })}
        label={(row) => row.name}
        note={() => (one.waiting > 0 && can.decide ? <span className="muted">{one.waiting}人待审核</span> : null)}
        tools={() =>
          can.nominate ? (
            <Button look="primary" icon="plus" onClick={() => setAdding(true)}>
              {word}
            </Button>
          ) : null
        }
        {...(can.decide
          ? {
              bulk: ({ rows, clear }: { rows: readonly ClassPerson[]; clear: () => void }) => (
                <Button
                  onClick={() => {
                    const waiting = rows.filter(({ state, memberId }) => state === 0 && !isOneself(memberId));
                    if (waiting.length === 0) emit('notice', { kind: 'warning', text: '选中的人没有待同意的' });
                    else agree(waiting);
                    clear();
                  }}
                >
                  同意所选
                </Button>
              ),
            }
          : {})}
        acts={(row) =>
          can.decide && isOneself(row.memberId) ? (
            <OwnMatter act="审核培训班学员">本人的由他人审核</OwnMatter>
          ) : can.decide ? (
            <span className="record-row-acts">
              {row.state === 0 && (
                <>
                  <Button look="row" onClick={() => agree([row])}>
                    同意
                  </Button>
                  <Button look="row" onClick={() => setAsking({ rows: [row], decision: 'refuse' })}>
                    不同意
                  </Button>
                </>
              )}
              {row.state === 1 && (
                <Button look="row" onClick={() => setAsking({ rows: [row], decision: 'drop' })}>
                  退出
                </Button>
              )}
            </span>
          ) : null
        }
        empty={{
          title: '还没有学员',
          text: can.nominate ? `点“${word}”从本组织的人员中选择。` : '开始推荐后，推荐的学员列在这里。',
        }}
      />
      {adding && (
        <PersonDialog
          title={word}
          multiple
          groupType={2}
          max={MOST}
          chosen={[]}
          onConfirm={async (chosen) => {
            if (chosen.length === 0) return;
            const { added } = await add.mutateAsync({ id, memberIds: chosen.map((person) => person.id) });
            const text =
              added === chosen.length ? `已${can.decide ? '加' : '推荐'}${added}人` : `新增${added}人，其余已在名单中`;
            emit('notice', { kind: 'success', text });
          }}
          onClose={() => setAdding(false)}
        />
      )}
      {asking && (
        <ReasonDialog
          title={`${asking.decision === 'refuse' ? '不同意' : '退出'} ${asking.rows.map(({ name }) => name).join('、')}`}
          act={asking.decision === 'refuse' ? '不同意' : '退出'}
          label="原因"
          onDone={async (reason) => {
            await decide.mutateAsync({
              id,
              personIds: asking.rows.map((row) => row.id),
              decision: asking.decision,
              reason,
            });
            emit('notice', { kind: 'success', text: asking.decision === 'refuse' ? '已退回推荐' : '已退出' });
          }}
          onClose={() => setAsking(null)}
        >
          {asking.decision === 'refuse' ? '名额退还推荐组织，可以另推荐他人。' : '退出后不参加结业，原因通知本人。'}
        </ReasonDialog>
      )}
    </>
  );
}
