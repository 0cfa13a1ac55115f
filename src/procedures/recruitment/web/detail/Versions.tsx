import { useCall } from '#platform/web/call/hooks.ts';
import { listCalendars } from '../../contract.plan.ts';
import type { FileDetail } from '../../contract.ts';
import type { Finding } from '../../rules/findings.ts';
import { stepDefinition } from '../../rules/steps.ts';
import { isAcross, stepVersions } from '../../rules/versions.ts';
import { pathOf } from './path.ts';

const said = (finding: Finding | null): string => {
  if (!finding) return '没有这项规定';
  return `${finding.ok ? (finding.open ? '还没有办' : '符合') : '不符合'}：${finding.evidence}（${finding.clause}）`;
};

/** 新旧细则对照: of a file that runs across the switch, which version holds for each step and what the other would say. */
export function Versions({ file }: { file: FileDetail }) {
  const calendarsQuery = useCall(listCalendars, {}, { quiet: true });
  if (!calendarsQuery.data) return null;
  const calendar = Object.fromEntries(calendarsQuery.data.rows.map(({ year, off, work }) => [year, { off, work }]));
  const path = pathOf(file, calendar);
  if (!isAcross(path, file.ending === null)) return null;
  const rows = stepVersions(path);
  const old = rows.filter(({ applied }) => applied === '2014').length;
  return (
    <section className="card" aria-label="新旧细则对照">
      <div className="card-head">
        <h2>新旧细则对照</h2>
        <span className="card-extra">
          {old}步按2014年版，{rows.length - old}步按2026年版
        </span>
      </div>
      <ul className="fz-doubts">
        {rows.map(({ no, because, compared, note }) => (
          <li key={no}>
            <b>
              第{no}步 {stepDefinition(no).title}
            </b>
            <p className="muted">{because}</p>
            {note && <p>{note}</p>}
            {compared.map(({ title, by }) => (
              <dl key={title} className="fz-versions">
                <dt>{title}</dt>
                <dd>2014年版 {said(by[2014])}</dd>
                <dd>2026年版 {said(by[2026])}</dd>
              </dl>
            ))}
          </li>
        ))}
      </ul>
    </section>
  );
}
