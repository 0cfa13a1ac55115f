import type { ReactNode } from 'react';
import { RecordHead } from '#platform/web/field/record.tsx';
import { RecordTop } from '#platform/web/shell/PageHead.tsx';
import type { FileDetail } from '../../contract.ts';
import { ENDINGS } from '../../rules/path.ts';
import { stepName } from '../../rules/steps.ts';
import '#platform/web/field/record.css';

/** Whose file it is, where it stands, and what may be done about it. */
export function DetailHead({ file, title, children }: { file: FileDetail; title: string; children?: ReactNode }) {
  const facts = [
    file.genderName,
    file.age === null ? '' : `${file.age}岁`,
    file.nationName,
    file.educationName,
    [file.workUnit, file.position].filter(Boolean).join(' '),
  ].filter(Boolean);
  return (
    <>
      <RecordTop title={title} />
      <RecordHead
        name={file.name}
        tags={
          <>
            <span className="tag">{file.categoryName}</span>
            {file.isSupplement && <span className="tag">补录</span>}
            {file.ending && <span className="tag warn">{ENDINGS[file.ending]}</span>}
          </>
        }
        facts={
          <>
            <span>{file.orgName}</span>
            <span>{file.ending ? `${file.endedOn ?? ''} ${ENDINGS[file.ending]}` : stepName(file.step)}</span>
            {facts.length > 0 && <span>{facts.join('，')}</span>}
          </>
        }
      >
        {children}
      </RecordHead>
    </>
  );
}
