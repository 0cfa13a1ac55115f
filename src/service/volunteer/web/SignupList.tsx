import { useState } from 'react';
import { Link, useLocation, useNavigate } from 'react-router';
import { useOrgSide } from '#people/org/web/pickers.nouns.tsx';
import type { ReplyOf } from '#platform/contract.ts';
import { ownMatterRefusal } from '#platform/oneself.ts';
import { emit } from '#platform/web/call/events.ts';
import { useAct } from '#platform/web/call/hooks.ts';
import type { MenuAct } from '#platform/web/dialogs/Menu.tsx';
import { ReasonDialog } from '#platform/web/dialogs/ReasonDialog.tsx';
import type { Column } from '#platform/web/list/columns.ts';
import { ListPage } from '#platform/web/list/ListPage.tsx';
import { optionsOf } from '#platform/web/list/options.ts';
import { RowLink } from '#platform/web/list/RowLink.tsx';
import { readQuery } from '#platform/web/route/navigation.ts';
import { may, useSession } from '#platform/web/session/session.ts';
import { noValue } from '#platform/web/show/none.tsx';
import { Button, ButtonLink } from '#platform/web/ui/Button.tsx';
import {
  auditSignups,
  decideObjection,
  listSignups,
  markSignups,
  SIGNUP_VIEWS,
  type SignupRow,
} from '../contract.signup.ts';
import { PresenceDialog } from './PresenceDialog.tsx';
import { StateTag } from './parts.tsx';
import { isId, PATHS } from './paths.ts';

type Answer = ReplyOf<typeof listSignups>;
const TABS = [{ value: '', label: '全部' }, ...optionsOf(SIGNUP_VIEWS)];
const WAITING = [{ value: '', label: SIGNUP_VIEWS.waiting }];
type Asked = { what: 'refuse' | 'gone' | 'uphold'; rows: readonly SignupRow[] };

const WORDS = {
  refuse: { act: '不通过', label: '原因', text: '本人会收到原因，可以重新报名。', done: '已退回报名' },
  gone: { act: '更正为未到', label: '更正原因', text: '撤销签到，不计时长；留有记录。', done: '已更正为未到' },
  uphold: { act: '不采纳', label: '原因', text: '本人会收到原因，缺席照记。', done: '申诉不采纳' },
} as const;

/** `auditActivityMember`: who signed up, what waits first; `?activityId=` of one activity alone. */
export default function SignupList() {
  const navigate = useNavigate();
  const side = useOrgSide();
  const mayWrite = may(useSession(), 'volunteer:write');
  const { activityId } = readQuery(useLocation().search, ['activityId']);
  const ofOne = isId(activityId);
  const [openDialog, setOpenDialog] = useState<Asked | null>(null);
  const [marked, setMarked] = useState<readonly SignupRow[]>([]);
  const audit = useAct(auditSignups);
  const auditQuiet = useAct(auditSignups, { quiet: true });
  const mark = useAct(markSignups, { quiet: true });
  const lift = useAct(decideObjection);
  const uphold = useAct(decideObjection, { quiet: true });
  const accept = (rows: readonly SignupRow[], then?: () => void) =>
    audit.mutate(
      { ids: rows.map(({ id }) => id), agree: true },
      {
        onSuccess: ({ done }) => {
          emit('notice', { kind: 'success', text: `已通过${done}人，本人已收到通知` });
          then?.();
        },
      },
    );
  const columns: readonly Column<SignupRow>[] = [
    {
      key: 'name',
      title: '姓名',
      width: 100,
      always: true,
      card: 'title',
      cell: (row) => (
        <RowLink to={PATHS.hoursInfoOf(row.id)} title={row.name}>
          {row.name}
        </RowLink>
      ),
    },
    {
      key: 'state',
      title: '状态',
      width: 90,
      card: 'tag',
      cell: (row) => <StateTag name={row.objectionName === '申诉待审' ? row.objectionName : row.stateName} />,
    },
    {
      key: 'coming',
      title: '能否到场',
      width: 170,
      startsHidden: !ofOne,
      card: 'line',
      cell: (row) => (row.offeredUntil ? `保留名额至${row.offeredUntil.slice(5)}` : row.comingName || noValue),
    },
    ...(ofOne
      ? []
      : [
          {
            key: 'title',
            title: '活动',
            width: 190,
            card: 'line',
            cell: (row) => (
              <Link to={PATHS.view(row.activityId)} title={row.title}>
                {row.title}
              </Link>
            ),
          } satisfies Column<SignupRow>,
        ]),
    { key: 'startsAt', title: '活动时间', width: 140, startsHidden: ofOne, card: 'line', cell: (row) => row.startsAt },
    {
      key: 'homeName',
      title: '所在党组织',
      width: 180,
      card: 'line',
      cell: (row) => <span title={row.homeName}>{row.homeName}</span>,
    },
    { key: 'phone', title: '手机号', width: 120, card: 'line', cell: (row) => row.phone || noValue },
    { key: 'askedOn', title: '报名日期', width: 110, card: 'side', cell: (row) => row.askedOn },
    {
      key: 'signedAt',
      title: '签到',
      width: 150,
      startsHidden: !ofOne,
      cell: (row) => (row.signedAt ? `${row.signedAt.slice(5)} ${row.wayName}${row.late ? ' 迟到' : ''}` : noValue),
    },
    {
      key: 'leftAt',
      title: '离开',
      width: 150,
      startsHidden: !ofOne,
      cell: (row) => (row.leftAt ? `${row.leftAt.slice(5)} ${row.leftName}` : noValue),
    },
    { key: 'source', title: '来源', width: 100, startsHidden: true, cell: (row) => row.sourceName },
    {
      key: 'reason',
      title: '原因',
      width: 140,
      startsHidden: !ofOne,
      cell: (row) => {
        const reason = row.objection ? `${row.objectionName}：${row.objection}` : row.reason;
        return reason ? <span title={reason}>{reason}</span> : noValue;
      },
    },
  ];
  const menu = (row: SignupRow): MenuAct[] => [
    ...(row.can.audit
      ? [
          { label: '通过', icon: 'check', run: () => accept([row]) } satisfies MenuAct,
          {
            label: '不通过',
            icon: 'undo',
            run: () => setOpenDialog({ what: 'refuse', rows: [row] }),
          } satisfies MenuAct,
        ]
      : []),
    ...(row.can.decide
      ? [
          {
            label: '采纳申诉',
            icon: 'check',
            run: () =>
              lift.mutate(
                { id: row.id, agree: true },
                { onSuccess: () => emit('notice', { kind: 'success', text: '已采纳，不计缺席' }) },
              ),
          } satisfies MenuAct,
          {
            label: '不采纳申诉',
            icon: 'undo',
            run: () => setOpenDialog({ what: 'uphold', rows: [row] }),
          } satisfies MenuAct,
        ]
      : []),
    ...(row.can.mark
      ? [
          {
            label: row.signedAt === null ? '代签' : '更正到场时间',
            icon: 'edit',
            run: () => setMarked([row]),
          } satisfies MenuAct,
        ]
      : []),
    ...(row.can.mark && row.signedAt !== null
      ? [
          {
            label: '更正为未到',
            icon: 'undo',
            run: () => setOpenDialog({ what: 'gone', rows: [row] }),
          } satisfies MenuAct,
        ]
      : []),
    ...(row.isMe && row.signedAt === null && mayWrite
      ? [
          {
            label: row.stateName === '待审' ? '通过' : '代签',
            icon: 'check',
            refused: ownMatterRefusal(row.stateName === '待审' ? '审核活动报名' : '登记活动签到'),
            run: () => {},
          } satisfies MenuAct,
        ]
      : []),
    { label: '详情', icon: 'eye', run: () => navigate(PATHS.hoursInfoOf(row.id)) },
  ];
  const finish = async (reason: string) => {
    if (!openDialog) return;
    const ids = openDialog.rows.map(({ id }) => id);
    if (openDialog.what === 'uphold') await uphold.mutateAsync({ id: ids[0] ?? '', agree: false, reason });
    else if (openDialog.what === 'refuse') await auditQuiet.mutateAsync({ ids, agree: false, reason });
    else await mark.mutateAsync({ ids, came: false, reason });
    emit('notice', { kind: 'success', text: `${WORDS[openDialog.what].done}（${ids.length}人）` });
  };
  return (
    <>
      <ListPage<SignupRow, Answer>
        key={activityId ?? ''}
        title="活动报名审核"
        path={PATHS.signups}
        endpoint={listSignups}
        columns={columns}
        search={{ name: 'keyWords', placeholder: '姓名' }}
        unit="人"
        keep={['activityId']}
        views={{ list: ofOne ? TABS : WAITING, counts: ({ counts }) => counts }}
        {...(side && !ofOne ? { side } : {})}
        acts={() =>
          ofOne && (
            <>
              <ButtonLink to={PATHS.signedOf(activityId)}>签到记录</ButtonLink>
              <ButtonLink to={PATHS.view(activityId)}>返回活动</ButtonLink>
            </>
          )
        }
        note={(_list, answer) => (answer?.title ? <p className="service-listed">活动：{answer.title}</p> : null)}
        bulk={({ rows, clear }) => {
          const waiting = rows.filter(({ can }) => can.audit);
          const absent = rows.filter(({ can, signedAt }) => can.mark && signedAt === null);
          return (
            <>
              {waiting.length > 0 && (
                <Button size="compact" onClick={() => accept(waiting, clear)}>
                  通过{waiting.length}人
                </Button>
              )}
              {waiting.length > 0 && (
                <Button size="compact" onClick={() => setOpenDialog({ what: 'refuse', rows: waiting })}>
                  不通过{waiting.length}人
                </Button>
              )}
              {absent.length > 0 && ofOne && (
                <Button size="compact" onClick={() => setMarked(absent)}>
                  代签{absent.length}人
                </Button>
              )}
            </>
          );
        }}
        row={{
          label: (row) => row.name,
          href: (row) => PATHS.hoursInfoOf(row.id),
          editHref: () => null,
          menu,
        }}
        empty={
          ofOne
            ? { title: '还没有人报名', text: '活动发布后，党员在“志愿活动报名”里报名，也可以由组织登记。' }
            : {
                title: '没有待审的报名',
                text: '报名要审核的活动有人报名后，在这里审核；每个活动的全部报名在活动详情里看。',
              }
        }
      />
      {marked.length > 0 && (
        <PresenceDialog
          people={marked}
          onSave={(said) => mark.mutateAsync({ ids: marked.map(({ id }) => id), came: true, ...said })}
          onClose={() => setMarked([])}
        />
      )}
      {openDialog && (
        <ReasonDialog
          title={`${WORDS[openDialog.what].act} ${openDialog.rows.length === 1 ? openDialog.rows[0]?.name : `${openDialog.rows.length}人`}`}
          act={WORDS[openDialog.what].act}
          label={WORDS[openDialog.what].label}
          max={100}
          onDone={finish}
          onClose={() => setOpenDialog(null)}
        >
          {WORDS[openDialog.what].text}
        </ReasonDialog>
      )}
    </>
  );
}
