import { useState } from 'react';
import { useParams } from 'react-router';
import { useCall } from '#platform/web/call/hooks.ts';
import { ApiError } from '#platform/web/call/request.ts';
import { ConfirmDialog } from '#platform/web/dialogs/ConfirmDialog.tsx';
import { useSession } from '#platform/web/session/session.ts';
import { PageHead } from '#platform/web/shell/PageHead.tsx';
import { useTitle } from '#platform/web/shell/useTitle.ts';
import { Icon } from '#platform/web/show/icons.tsx';
import { RecordLoader } from '#platform/web/show/RecordLoader.tsx';
import { dateTime } from '#platform/web/show/time.ts';
import { Button } from '#platform/web/ui/Button.tsx';
import { type OwnBallot, viewOwnBallot } from '../contract.ts';
import { choiceFault, SAYINGS } from '../rules.ts';
import { BallotTag, ResultTable } from './parts.tsx';
import { canBlind } from './slip.ts';
import { useSlip } from './useSlip.ts';

/** 投票: a slip is taken as oneself, the ballot handed in as nobody. */
export default function Vote() {
  const { id = '' } = useParams();
  const viewOwnBallotQuery = useCall(viewOwnBallot, { id }, { quiet: true, staleTime: 0 });
  useTitle(viewOwnBallotQuery.data?.title);
  return (
    <RecordLoader query={viewOwnBallotQuery}>
      {(ballot) => <Voting key={ballot.id} ballot={ballot} onAgain={() => void viewOwnBallotQuery.refetch()} />}
    </RecordLoader>
  );
}

function Voting({ ballot, onAgain }: { ballot: OwnBallot; onAgain: () => void }) {
  const session = useSession();
  const slip = useSlip(ballot, session.user.userId);
  const [choice, setChoice] = useState<readonly (number | null)[]>(
    ballot.kind === 'agree' ? ballot.options.map(() => null) : [],
  );
  const [fault, setFault] = useState('');
  const [sure, setSure] = useState(false);
  const open = ballot.state === 1 && !ballot.onPaper && new Date(ballot.endsAt) > new Date();
  const tell = (error: unknown) =>
    setFault(error instanceof ApiError ? (Object.values(error.fields)[0] ?? error.message) : '没有成功，请再试一次');
  const fetchSlip = async () => {
    setFault('');
    await slip.fetchSlip().then(onAgain).catch(tell);
  };
  const choose = (next: readonly (number | null)[]) => {
    setFault('');
    setChoice(next);
  };
  const ask = () => {
    const given = choice.filter((one) => one !== null);
    const wrong = given.length < choice.length ? '请对每一项表决' : choiceFault(ballot, given);
    setFault(wrong);
    if (!wrong) setSure(true);
  };
  return (
    <div className="list-page ballot-page">
      <PageHead title={ballot.title} />
      <section className="card ballot-about" aria-label="投票">
        <p className="ballot-tags">
          <BallotTag state={ballot.state} />
          <span className="muted">
            {ballot.orgName}，{dateTime(ballot.endsAt)}截止，应投{ballot.voters}人，已投{ballot.cast}票
          </span>
        </p>
        {ballot.intro && <p className="ballot-intro">{ballot.intro}</p>}
        <p className="secondary">
          <Icon name="lock" size={14} />{' '}
          {canBlind()
            ? '领票时平台给封好的票签章，看不到里面；投票时不带您的登录信息：平台知道您领了票，不知道您投了什么。'
            : '您的浏览器没有加密连接，票不能封好再签章；平台发出的票不与姓名一起保存，但请优先用加密的网址投票。领票后请不要关闭本页。'}
        </p>
      </section>
      {ballot.result ? (
        <section className="card" aria-label="结果">
          <div className="card-head">
            <h2>结果</h2>
          </div>
          <ResultTable {...ballot} result={ballot.result} />
        </section>
      ) : ballot.onPaper ? (
        <p className="card ballot-about">这次用纸质选票投票，请到会场投票。</p>
      ) : slip.voted ? (
        <p className="card ballot-about ballot-done">
          <Icon name="check" /> 您的票已经投出。结果在截止后公布。
        </p>
      ) : !open ? (
        <p className="card ballot-about">投票不在进行。</p>
      ) : !slip.ready ? null : slip.hasSlip ? (
        <section className="card ballot-about" aria-label="选票">
          {ballot.kind === 'agree' ? (
            ballot.options.map((option, at) => (
              <fieldset key={option} className="ballot-item">
                <legend>{option}</legend>
                {Object.entries(SAYINGS).map(([say, label]) => (
                  <label key={say} className={choice[at] === Number(say) ? 'ballot-say chosen' : 'ballot-say'}>
                    <input
                      type="radio"
                      name={`say-${at}`}
                      checked={choice[at] === Number(say)}
                      onChange={() => choose(choice.map((one, place) => (place === at ? Number(say) : one)))}
                    />
                    {label}
                  </label>
                ))}
              </fieldset>
            ))
          ) : (
            <fieldset className="ballot-item ballot-people">
              <legend>
                选出{ballot.seats}人，已选{choice.length}人；可以少选，不选就是弃权
              </legend>
              {ballot.options.map((option, at) => (
                <label key={option} className={choice.includes(at) ? 'ballot-say chosen' : 'ballot-say'}>
                  <input
                    type="checkbox"
                    checked={choice.includes(at)}
                    onChange={() => choose(choice.includes(at) ? choice.filter((one) => one !== at) : [...choice, at])}
                  />
                  {option}
                </label>
              ))}
            </fieldset>
          )}
          <Button look="primary" className="ballot-act" disabled={slip.busy} onClick={ask}>
            投票
          </Button>
        </section>
      ) : (
        <section className="card ballot-about" aria-label="领票">
          <p>每人一张票。领票后在这台设备的这个浏览器里投。</p>
          {ballot.hasSlip && <p className="warn-word">您已经领过票。如果是在别的设备或浏览器里领的，请到那里去投。</p>}
          <Button look="primary" className="ballot-act" disabled={slip.busy} onClick={() => void fetchSlip()}>
            领票
          </Button>
        </section>
      )}
      {fault && (
        <p className="field-fault" role="alert">
          {fault}
        </p>
      )}
      {sure && (
        <ConfirmDialog
          title="投出选票"
          act="投出"
          onConfirm={async () => {
            await slip.vote(choice.filter((one) => one !== null));
            onAgain();
          }}
          onClose={() => setSure(false)}
        >
          投出后不能更改，谁也不能查看您投了什么。
          {ballot.kind === 'choose' && choice.length === 0 && '您没有选任何人，这是一张弃权票。'}
        </ConfirmDialog>
      )}
    </div>
  );
}
