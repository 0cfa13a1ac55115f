import type { ReactNode } from 'react';
import { Link, useParams } from 'react-router';
import { ApprovalActs } from '#platform/web/approval/ApprovalActs.tsx';
import { emit } from '#platform/web/call/events.ts';
import { useAct, useCall } from '#platform/web/call/hooks.ts';
import { useTitle } from '#platform/web/shell/useTitle.ts';
import { Icon } from '#platform/web/show/icons.tsx';
import { RecordLoader } from '#platform/web/show/RecordLoader.tsx';
import { ButtonLink } from '#platform/web/ui/Button.tsx';
import { FileList } from '#platform/web/upload/FileList.tsx';
import {
  decideVariation,
  getVariation,
  type VariationDetail as Shown,
  undoVariation,
  withdrawVariation,
} from '../contract.ts';
import { PATHS } from './paths.ts';
import './variation.css';

const TONES: Readonly<Record<string, string>> = { pending: 'tag red', approved: 'tag warn', effective: 'tag ok' };

/** `variationDetail/:id`: facts, papers and meeting, the decision, and what followed from it. */
export default function VariationView() {
  const { id = '' } = useParams();
  const query = useCall(getVariation, { id }, { quiet: true, staleTime: 0 });
  return <RecordLoader query={query}>{(row) => <Detail key={row.id} row={row} />}</RecordLoader>;
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{children || '—'}</dd>
    </div>
  );
}

function Detail({ row }: { row: Shown }) {
  useTitle(`${row.kindName} ${row.name}`);
  const decide = useAct(decideVariation, { quiet: true });
  const withdraw = useAct(withdrawVariation);
  const undo = useAct(undoVariation, { quiet: true });
  const { id, version } = row;
  const say = (text: string) => emit('notice', { kind: 'success', text });
  return (
    <>
      <header className="vary-head">
        <h1>
          {row.kindName} {row.name}
          <span className={TONES[row.state] ?? 'tag'}>{row.stateName}</span>
        </h1>
        <div className="vary-acts">
          <ApprovalActs
            acts={{
              agree: row.can.decide && {
                label: '批准',
                title: `批准 ${row.name}${row.kindName}`,
                words: { label: '意见', free: true },
                consequence:
                  row.kindName === '恢复党籍'
                    ? `${row.name}将编入${row.toOrgName}，停止党籍的月数不计入党龄。`
                    : '生效后党员不再计入，账号停用、角色收回，任职、流动和以后的党费同时结束。',
                run: async (opinion) => {
                  const { state } = await decide.mutateAsync({ id, version, agree: true, opinion });
                  say(state === 'effective' ? '已批准并生效' : `已批准，${row.effectiveOn}自动生效`);
                },
              },
              refuse: row.can.decide && {
                label: '不批准',
                title: `不批准 ${row.name}${row.kindName}`,
                words: { label: '理由' },
                consequence: '党员的党籍状态不变，登记人会收到理由。',
                run: (opinion) => decide.mutateAsync({ id, version, agree: false, opinion }),
              },
              withdraw: row.can.withdraw && {
                title: `撤回 ${row.name}${row.kindName}`,
                consequence: '还没有生效，撤回后可以重新登记。',
                run: async () => {
                  await withdraw.mutateAsync({ id, version });
                  say('已撤回');
                },
              },
              takeBack: row.can.undo && {
                label: '撤销（登记错误）',
                title: `撤销 ${row.name}${row.kindName}`,
                act: '撤销',
                words: { label: '撤销原因' },
                consequence: '恢复原来的党籍状态、账号和角色，增减台账另记一笔更正；任职、流动和党费不自动恢复。',
                run: async (reason) => {
                  const { left } = await undo.mutateAsync({ id, version, reason });
                  say(left.length > 0 ? `已撤销。${left.join('；')}` : '已撤销，党籍状态和账号已恢复');
                },
              },
            }}
          />
          {row.can.restore && (
            <ButtonLink look="primary" to={PATHS.restore(id)}>
              恢复党籍
            </ButtonLink>
          )}
          <ButtonLink to={PATHS.list}>返回名单</ButtonLink>
        </div>
      </header>
      {row.can.whyNot && (
        <div className="banner warn">
          <Icon name="warning" />
          <span className="grow">{row.can.whyNot}</span>
        </div>
      )}
      <div className="vary-work">
        <section className="card" aria-label="异动情况">
          <div className="card-head">
            <h2>异动情况</h2>
            <span className="card-extra">
              {row.askedName} {row.askedOn}
            </span>
          </div>
          <dl className="vary-facts">
            <Fact label="党员">
              <Link to={`/affairs/member/browse/${row.memberId}`}>{row.name}</Link>
            </Fact>
            <Fact label="党支部">{row.orgName}</Fact>
            {row.toOrgName && <Fact label="编入党支部">{row.toOrgName}</Fact>}
            <Fact label="生效日期">{row.effectiveOn}</Fact>
            {row.groundName && <Fact label="情形">{row.groundName}</Fact>}
            {row.groundOn && <Fact label={row.groundSince}>{row.groundOn}</Fact>}
            <Fact label="情况说明">{row.reason}</Fact>
            {row.meetingOn && (
              <Fact label="支部大会">
                {row.meetingOn}，应到{row.due}人，实到{row.present}人，赞成{row.agree}票
              </Fact>
            )}
            <Fact label="依据">{row.clause}</Fact>
          </dl>
        </section>
        <div className="vary-stack">
          <section className="card" aria-label="材料">
            <div className="card-head">
              <h2>材料</h2>
              <span className="card-extra">{row.papers}</span>
            </div>
            <div className="vary-body">
              {row.files.length > 0 ? <FileList files={row.files} /> : <p className="muted">没有材料。</p>}
            </div>
          </section>
          <section className="card" aria-label="办理">
            <div className="card-head">
              <h2>办理</h2>
            </div>
            <ul className="vary-log">
              <li>
                <span>{row.askedOn}</span>
                <span>{row.askedName}登记</span>
              </li>
              {row.deciderName && !row.decidedOn && row.state === 'pending' && (
                <li>
                  <span>待办</span>
                  <span>由{row.deciderName}审批</span>
                </li>
              )}
              {row.decidedOn && (
                <li>
                  <span>{row.decidedOn}</span>
                  <span>
                    {row.decidedName}（{row.deciderName}）{row.state === 'refused' ? '未批准' : '批准'}
                    {row.opinion && `：${row.opinion}`}
                  </span>
                </li>
              )}
              {row.carriedOn && (
                <li>
                  <span>{row.carriedOn}</span>
                  <span>已生效{row.followed.length > 0 && `：${row.followed.join('；')}`}</span>
                </li>
              )}
              {row.undoneOn && (
                <li>
                  <span>{row.undoneOn}</span>
                  <span>已撤销：{row.undoReason}</span>
                </li>
              )}
            </ul>
          </section>
        </div>
      </div>
    </>
  );
}
