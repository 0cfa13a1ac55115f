import { useState } from 'react';
import { emit } from '#platform/web/call/events.ts';
import { useAct } from '#platform/web/call/hooks.ts';
import { ApiError } from '#platform/web/call/request.ts';
import { Dialog } from '#platform/web/dialogs/Dialog.tsx';
import { useKeptState } from '#platform/web/kept/useKept.ts';
import { Button } from '#platform/web/ui/Button.tsx';
import { type BallotDetail, enterSums } from '../contract.ts';
import { SAYINGS, sumsFault } from '../rules.ts';

const numberOf = (text: string) => (/^\d{1,6}$/.test(text.trim()) ? Number(text) : null);

/** What a teller has counted of paper ballots. What the other one counted is not shown. */
export function TellerDialog({ ballot, onClose }: { ballot: BallotDetail; onClose: () => void }) {
  const enter = useAct(enterSums, { quiet: true });
  const heads = ballot.kind === 'agree' ? Object.values(SAYINGS) : ['得票'];
  const [counted, setCounted, sent] = useKeptState(`sums ${ballot.id}`, '录入的票数', {
    cast: '',
    cells: ballot.options.map(() => heads.map(() => '')),
  });
  const { cast, cells } = counted;
  const [fault, setFault] = useState('');
  const write = (at: number, place: number, value: string) =>
    setCounted((now) => ({
      ...now,
      cells: now.cells.map((row, one) => (one === at ? row.map((old, two) => (two === place ? value : old)) : row)),
    }));
  const save = async () => {
    const collected = numberOf(cast);
    const sums = cells.map((row) => row.map((one) => numberOf(one)));
    if (collected === null) return setFault('请填写收回的票数');
    if (sums.some((row) => row.includes(null))) return setFault('请填写每一项的票数，没有的填0');
    const known = sums.map((row) => row.map((one) => one ?? 0));
    const wrong = sumsFault(ballot, collected, known);
    if (wrong) return setFault(wrong);
    try {
      const { differs, isClosed } = await enter.mutateAsync({ id: ballot.id, cast: collected, sums: known });
      sent();
      if (differs) return setFault('与另一名计票人录入的不一致，请两人一起重新点票；改后再录入');
      emit('notice', {
        kind: 'success',
        text: isClosed ? '两名计票人一致，投票结束' : '已录入，等另一名计票人录入',
      });
      onClose();
    } catch (error) {
      setFault(error instanceof ApiError ? (Object.values(error.fields)[0] ?? error.message) : '保存失败，请稍后再试');
    }
  };
  return (
    <Dialog
      title="录入票数"
      icon="edit"
      width={700}
      onClose={onClose}
      foot={
        <>
          <Button onClick={onClose}>取消</Button>
          <Button look="primary" disabled={enter.isPending} onClick={() => void save()}>
            录入
          </Button>
        </>
      }
    >
      <div className="ballot-teller">
        <label className="ballot-tags">
          收回选票
          <span className="field-box">
            <input
              inputMode="numeric"
              maxLength={6}
              value={cast}
              onChange={(event) => setCounted({ ...counted, cast: event.target.value })}
            />
          </span>
          张（应投{ballot.voters}人）
        </label>
        <div className="ballot-scroll">
          <table className="ballot-table">
            <thead>
              <tr>
                <th scope="col">{ballot.kind === 'agree' ? '事项' : '候选人'}</th>
                {heads.map((head) => (
                  <th key={head} scope="col">
                    {head}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {ballot.options.map((option, at) => (
                <tr key={option}>
                  <th scope="row">{option}</th>
                  {heads.map((head, place) => (
                    <td key={head}>
                      <span className="field-box ballot-number">
                        <input
                          aria-label={`${option}${head}`}
                          inputMode="numeric"
                          maxLength={6}
                          value={cells[at]?.[place] ?? ''}
                          onChange={(event) => write(at, place, event.target.value)}
                        />
                      </span>
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
        {fault && (
          <p className="field-fault" role="alert">
            {fault}
          </p>
        )}
      </div>
    </Dialog>
  );
}
