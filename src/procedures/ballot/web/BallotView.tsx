import { useState } from 'react';
import { Link, useParams } from 'react-router';
import { call } from '#platform/web/call/api.ts';
import { emit } from '#platform/web/call/events.ts';
import { useAct, useCall } from '#platform/web/call/hooks.ts';
import { ConfirmDialog } from '#platform/web/dialogs/ConfirmDialog.tsx';
import { OwnPassword } from '#platform/web/dialogs/OwnPassword.tsx';
import { ReasonDialog } from '#platform/web/dialogs/ReasonDialog.tsx';
import { PaperDialog } from '#platform/web/paper/PaperDialog.tsx';
import { PageHead } from '#platform/web/shell/PageHead.tsx';
import { useTitle } from '#platform/web/shell/useTitle.ts';

import { RecordLoader } from '#platform/web/show/RecordLoader.tsx';
import { dateTime } from '#platform/web/show/time.ts';
import { Button } from '#platform/web/ui/Button.tsx';
import {
  type BallotDetail,
  closeBallot,
  getBallot,
  printBallot,
  sealBallot,
  urgeBallot,
  voidBallot,
} from '../contract.ts';
import { BallotTag, ResultTable } from './parts.tsx';
import { TellerDialog } from './TellerDialog.tsx';

const WATCHED = 15_000;

/** One vote at the desk: how many have voted while it is open, what it decided, who has confirmed. */
export default function BallotView() {
  const { id = '' } = useParams();
  const ballotQuery = useCall(
    getBallot,
    { id },
    {
      quiet: true,
      staleTime: 0,
      refetchInterval: (read) => (read?.state === 1 || read?.state === 2 ? WATCHED : false),
    },
  );
  useTitle(ballotQuery.data?.title);
  return <RecordLoader query={ballotQuery}>{(ballot) => <Shown ballot={ballot} />}</RecordLoader>;
}

type Asked = 'print' | 'urge' | 'close' | 'tell' | 'seal' | 'void';

function Shown({ ballot }: { ballot: BallotDetail }) {
  const [openDialog, setOpenDialog] = useState<Asked | null>(null);
  const urge = useAct(urgeBallot);
  const close = useAct(closeBallot);
  const seal = useAct(sealBallot, { quiet: true });
  const voidOne = useAct(voidBallot, { quiet: true });
  const { can, id } = ballot;
  const done = () => setOpenDialog(null);
  const isOwnSeal = ballot.seals.some(({ isOwn }) => isOwn);
  return (
    <div className="ballot-view">
      <PageHead title={ballot.title}>
        {ballot.result && (
          <Button icon="print" onClick={() => setOpenDialog('print')}>
            打印结果
          </Button>
        )}
        {can.void && <Button onClick={() => setOpenDialog('void')}>作废</Button>}
        {can.urge && (
          <Button icon="bell" onClick={() => setOpenDialog('urge')}>
            催投
          </Button>
        )}
        {can.close && (
          <Button look="primary" onClick={() => setOpenDialog('close')}>
            结束并计票
          </Button>
        )}
        {can.tell && (
          <Button look="primary" icon="edit" onClick={() => setOpenDialog('tell')}>
            录入票数
          </Button>
        )}
        {can.seal && !isOwnSeal && (
          <Button look="primary" icon="lock" onClick={() => setOpenDialog('seal')}>
            确认结果
          </Button>
        )}
      </PageHead>
      {ballot.state === 4 && (
        <div className="banner warn" role="note">
          <span>已作废：{ballot.voidReason}</span>
        </div>
      )}
      <section className="card ballot-about" aria-label="投票">
        <p className="ballot-tags">
          <BallotTag state={ballot.state} />
          <span className="muted">
            {ballot.orgName}，{dateTime(ballot.endsAt)}截止
            {ballot.onPaper && '，纸质选票'}
          </span>
        </p>
        {ballot.meeting && (
          <p className="secondary">
            <Link to={ballot.meeting.href}>{ballot.meeting.title}</Link>的应到人员中有表决权的党员投票。
          </p>
        )}
        {ballot.intro && <p className="ballot-intro">{ballot.intro}</p>}
        {ballot.state !== 0 && (
          <dl className="ballot-figures">
            <div>
              <dt>应投</dt>
              <dd>{ballot.voters}人</dd>
            </div>
            {!ballot.onPaper && (
              <div>
                <dt>已领票</dt>
                <dd>{ballot.slips}人</dd>
              </div>
            )}
            <div>
              <dt>{ballot.onPaper ? '收回' : '已投'}</dt>
              <dd>{ballot.cast}票</dd>
            </div>
          </dl>
        )}
        {ballot.state === 1 && (
          <p className="secondary">
            {ballot.onPaper
              ? `两名计票人分别录入，一致才成立。${ballot.tellers.length > 0 ? `已录入：${ballot.tellers.map(({ name }) => name).join('、')}` : '还没有人录入。'}`
              : `投票期间只显示人数。谁领了票平台知道，谁投了什么平台不知道。${
                  ballot.withoutAccount > 0 ? `有${ballot.withoutAccount}人没有账号，不能在线投票。` : ''
                }`}
          </p>
        )}
      </section>
      {ballot.result ? (
        <section className="card" aria-label="结果">
          <div className="card-head">
            <h2>结果</h2>
          </div>
          <ResultTable {...ballot} result={ballot.result} />
          <p className="secondary ballot-foot">
            {ballot.state === 3 && ballot.sealedAt
              ? `${dateTime(ballot.sealedAt)} 封存，不能再改。`
              : '两个人各用自己的密码确认后封存。'}
            {ballot.seals.length > 0 &&
              `确认：${ballot.seals.map(({ name, sealedAt }) => `${name}（${dateTime(sealedAt)}）`).join('、')}`}
          </p>
          {ballot.seal && <p className="ballot-foot ballot-code muted">校验码 {ballot.seal}</p>}
        </section>
      ) : (
        <section className="card" aria-label="选项">
          <div className="card-head">
            <h2>{ballot.kind === 'agree' ? '表决事项' : `候选人，应选${ballot.seats}人`}</h2>
          </div>
          <ol className="ballot-options">
            {ballot.options.map((option) => (
              <li key={option}>{option}</li>
            ))}
          </ol>
        </section>
      )}
      {openDialog === 'print' && (
        <PaperDialog
          title={`投票结果 ${ballot.title}`}
          ask={(signal) => call(printBallot, { id }, { quiet: true, signal })}
          onClose={done}
        />
      )}
      {openDialog === 'urge' && (
        <ConfirmDialog
          title="催投"
          icon="bell"
          act="发出提醒"
          onConfirm={async () => {
            const { people } = await urge.mutateAsync({ id });
            emit('notice', { kind: 'success', text: `已提醒${people}人` });
          }}
          onClose={done}
        >
          由系统提醒还没有领票的人，不显示是谁。两小时只能催一次。
        </ConfirmDialog>
      )}
      {openDialog === 'close' && (
        <ConfirmDialog
          title="结束并计票"
          act="结束"
          onConfirm={async () => {
            await close.mutateAsync({ id });
          }}
          onClose={done}
        >
          全部{ballot.voters}人都已投票。结束后选票打乱顺序再计票。
        </ConfirmDialog>
      )}
      {openDialog === 'tell' && <TellerDialog ballot={ballot} onClose={done} />}
      {openDialog === 'seal' && (
        <OwnPassword
          title="确认结果"
          icon="lock"
          act="确认"
          onConfirm={async (sealed) => {
            const { isSealed } = await seal.mutateAsync({ id, password: await sealed() });
            emit('notice', { kind: 'success', text: isSealed ? '结果已封存' : '已确认，还要另一个人确认' });
            done();
          }}
          onClose={done}
        >
          <p>
            {ballot.seals.length > 0
              ? '您是第二个确认的人，确认后结果封存，谁也不能再改。'
              : '两个人都确认后结果封存，谁也不能再改。'}
          </p>
        </OwnPassword>
      )}
      {openDialog === 'void' && (
        <ReasonDialog
          title={`作废 ${ballot.title}`}
          act="作废"
          label="作废原因"
          onDone={async (reason) => {
            await voidOne.mutateAsync({ id, reason });
          }}
          onClose={done}
        >
          已投的票全部销毁，不能恢复。
        </ReasonDialog>
      )}
    </div>
  );
}
