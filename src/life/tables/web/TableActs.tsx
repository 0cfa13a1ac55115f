import { useNavigate } from 'react-router';
import { ConfirmAct, ReasonAct } from '#house/web/given/acts.tsx';
import type { ReplyOf } from '#platform/contract.ts';
import { emit } from '#platform/web/call/events.ts';
import { useAct } from '#platform/web/call/hooks.ts';
import { may, useSession } from '#platform/web/session/session.ts';
import { Button, ButtonLink } from '#platform/web/ui/Button.tsx';
import { copyTable, publishTable, stopTable } from '../contract.ts';
import type { tableCalls } from '../nouns/table.ts';
import { AIMS, PERIODS } from '../rules.ts';
import { PATHS } from './paths.ts';

export type Table = ReplyOf<typeof tableCalls.get>;

/** What can be done with a table now, the next step first. */
export function TableActs({ table }: { table: Table }) {
  const navigate = useNavigate();
  const session = useSession();
  const publish = useAct(publishTable, { quiet: true });
  const stop = useAct(stopTable, { quiet: true });
  const copy = useAct(copyTable);
  const { id, version, title, own, round, fault } = table;
  const lacksOrgs = table.aim === 'chosen' && table.parts === 0;
  const to = table.aim === 'chosen' ? `${table.parts}个组织` : AIMS[table.aim];
  return (
    <>
      {round?.own?.fill && (
        <ButtonLink look="primary" icon="edit" to={PATHS.fillOf(round.own.id)}>
          {round.own.state === 'returned' ? '去补正' : '填报'}
        </ButtonLink>
      )}
      {own.design && (own.publish || table.period !== 'once') && (
        <ButtonLink look={own.publish && fault !== '' ? 'primary' : 'normal'} icon="columns" to={PATHS.designOf(id)}>
          设计字段
        </ButtonLink>
      )}
      <ConfirmAct
        when={own.publish && fault === '' && !lacksOrgs}
        icon="check"
        words="下发"
        act="下发"
        of={title}
        run={async () => {
          const { given } = await publish.mutateAsync({ id, version });
          return given > 0 ? `已下发给${given}个组织` : '已下发，第一期到时自动开始';
        }}
      >
        发给{to}，{PERIODS[table.period]}填报。下发后名称、周期和范围不能再改
        {table.period === 'once' ? '，字段也不能再改。' : '；改字段发布新版，从下一期起用。'}
      </ConfirmAct>
      <ConfirmAct
        when={own.run && table.isRevised && fault === ''}
        icon="check"
        words="发布新版"
        act="发布"
        of={title}
        run={async () => {
          const { number } = await publish.mutateAsync({ id, version });
          return `已发布第${number}版，从下一期起用`;
        }}
      >
        字段已有改动。发布后从下一期起按新版填报；已经开始的各期仍按原来的版本，填过的照旧可看。
      </ConfirmAct>
      {round && (
        <ButtonLink icon="chart" to={PATHS.sumOf(id)}>
          汇总
        </ButtonLink>
      )}
      {table.orgId === session.user.workOrgId && may(session, 'dataCentre:design') && table.state !== 'draft' && (
        <Button
          icon="document"
          disabled={copy.isPending}
          onClick={() =>
            copy
              .mutateAsync({ id })
              .then((made) => {
                emit('notice', { kind: 'success', text: '已复制为草稿，请核对日期和字段后下发' });
                navigate(PATHS.tableOf(made.id));
              })
              // The client has shown why.
              .catch(() => {})
          }
        >
          复制
        </Button>
      )}
      <ReasonAct
        when={own.run}
        icon="close"
        words="停用"
        act="停用"
        of={title}
        run={async (reason) => {
          await stop.mutateAsync({ id, version, reason });
          return '已停用，已通知没有报完的组织';
        }}
      >
        不再有新的一期，没有报的和待审核的终止；已审核的保留，照旧可以汇总。
      </ReasonAct>
    </>
  );
}
