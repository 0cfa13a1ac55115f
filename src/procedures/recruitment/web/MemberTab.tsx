import { useCall } from '#platform/web/call/hooks.ts';
import { pathWithQuery } from '#platform/web/route/navigation.ts';
import { RecordLoader, Waiting } from '#platform/web/show/RecordLoader.tsx';
import { Empty } from '#platform/web/show/states.tsx';
import { ButtonLink } from '#platform/web/ui/Button.tsx';
import { type FileDetail, type FileRow, getFile, listFiles } from '../contract.ts';
import { ENDINGS } from '../rules/path.ts';
import { stepName } from '../rules/steps.ts';
import { PHASE_STEPS } from './detail/stages.ts';
import { PATHS } from './paths.ts';
import './detail/detail.css';
import './memberTab.css';

/** 发展经历, a tab of the person's record: every development file of the person, the running one first, with the days of its steps. */
export default function MemberTab({ id }: { id: string }) {
  const filesQuery = useCall(listFiles, { memberId: id, pageSize: 20 }, { quiet: true });
  return (
    <RecordLoader query={filesQuery} lines={6}>
      {({ rows }) =>
        rows.length === 0 ? (
          <Empty title="没有发展档案">在本平台登记为入党申请人以后，会自动建立发展档案；以前的经历在纸质档案里。</Empty>
        ) : (
          <div className="fz-member">
            {rows.map((row) => (
              <File key={row.id} row={row} />
            ))}
          </div>
        )
      }
    </RecordLoader>
  );
}

function File({ row }: { row: FileRow }) {
  const fileQuery = useCall(getFile, { id: row.id }, { quiet: true });
  return (
    <section aria-label={nameOf(row)}>
      <h2>
        {nameOf(row)}
        {row.isSupplement && <span className="tag">补录</span>}
        {fileQuery.data && !fileQuery.data.isOwn && (
          <ButtonLink to={pathWithQuery(PATHS.detailInfo, { id: row.id })}>完整档案</ButtonLink>
        )}
      </h2>
      {fileQuery.data ? <Days file={fileQuery.data} /> : <Waiting query={fileQuery} lines={4} />}
    </section>
  );
}

const nameOf = ({ ending, endedOn, step, appliedOn, orgName }: FileRow): string =>
  ending
    ? `${ENDINGS[ending]}${endedOn ? `（${endedOn}）` : ''}，${orgName}`
    : `正在办理${stepName(step)}${appliedOn ? `，${appliedOn} 申请` : ''}，${orgName}`;

/** The steps that are done, by phase, each with its day; the superior's where it decided. */
function Days({ file }: { file: FileDetail }) {
  const phases = PHASE_STEPS.map(({ title, steps }) => ({
    title,
    done: steps.flatMap(({ no, title: name }) => {
      const step = file.steps[no - 1];
      const day = step?.decidedOn ?? step?.handledOn;
      return step?.state === 'done' && day ? [{ no, name, day }] : [];
    }),
  })).filter(({ done }) => done.length > 0);
  if (phases.length === 0) return <p className="muted">还没有登记步骤的日期。</p>;
  return (
    <div className="fz-member-phases">
      {phases.map(({ title, done }) => (
        <div key={title}>
          <h3>{title}</h3>
          <ol>
            {done.map(({ no, name, day }) => (
              <li key={no}>
                <span className="muted">{day}</span>
                <span>{name}</span>
              </li>
            ))}
          </ol>
        </div>
      ))}
    </div>
  );
}
