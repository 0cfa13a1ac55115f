import type { BallotDetail, OwnBallot } from '../contract.ts';
import { hiddenText, type Kind, SAYINGS, STATES, validText, wordOf } from '../rules.ts';
import './ballot.css';

const TONES: Readonly<Record<number, string>> = { 0: 'tag', 1: 'tag warn', 2: 'tag gold', 3: 'tag ok', 4: 'tag' };

export const BallotTag = ({ state }: { state: number }) => (
  <span className={TONES[state] ?? 'tag'}>{STATES[state as keyof typeof STATES]}</span>
);

/** What a vote decided: each option with its sums, where they may be told, and whether it has passed. */
export function ResultTable({
  kind,
  options,
  cast,
  voters,
  result,
}: {
  kind: Kind;
  options: readonly string[];
  cast: number;
  voters: number;
  result: NonNullable<BallotDetail['result'] | OwnBallot['result']>;
}) {
  const heads = kind === 'agree' ? Object.values(SAYINGS) : ['得票'];
  return (
    <>
      <p className="ballot-sum">
        应投{voters}人，收回{cast}票。
        {validText(kind, result.valid)}
        {hiddenText(result)}
      </p>
      <div className="ballot-scroll">
        <table className="ballot-table">
          <thead>
            <tr>
              <th scope="col">{kind === 'agree' ? '事项' : '候选人'}</th>
              {result.sums !== null &&
                heads.map((head) => (
                  <th key={head} scope="col" className="number">
                    {head}
                  </th>
                ))}
              <th scope="col">结果</th>
            </tr>
          </thead>
          <tbody>
            {options.map((option, at) => (
              <tr key={option}>
                <th scope="row">{option}</th>
                {result.sums !== null &&
                  heads.map((head, place) => (
                    <td key={head} className="number">
                      {result.sums?.[at]?.[place] ?? '—'}
                    </td>
                  ))}
                <td>
                  <span className={result.passed[at] ? 'tag ok' : 'tag'}>{wordOf(kind, result, at)}</span>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  );
}
