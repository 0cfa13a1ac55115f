import type { RecordRow } from '#platform/records/records.ts';
import { Line } from '#platform/web/field/record.tsx';
import { ButtonLink } from '#platform/web/ui/Button.tsx';
import { FileList } from '#platform/web/upload/FileList.tsx';
import type { MemberDetail } from '../../contract.ts';
import { extra } from '../../rules/records.ts';
import { ImportLink } from './ImportLink.tsx';

/** 补充信息: the further facts as lines; `row` is missing while nobody has written any. */
export function ExtraTab({ member, row }: { member: MemberDetail; row: RecordRow | undefined }) {
  return (
    <section className="record-rows" aria-label={extra.label}>
      <div className="record-section">
        <h2 className="section-title">{extra.label}</h2>
        {row && <span className="muted tiny">{row.updateName}登记</span>}
        <span className="record-section-acts">
          {!member.ownOnly && <ImportLink kind={extra.kind} />}
          {member.can.edit && (
            <ButtonLink size="compact" to={`/affairs/member/record/${member.id}/extra/${member.id}`}>
              {row ? '编辑' : '登记'}
            </ButtonLink>
          )}
        </span>
      </div>
      <dl className="record-fields">
        {extra.fields.map(({ name, label, kind }) => (
          <Line key={name} label={label} wide={kind === 'text'}>
            {String((kind === 'choice' ? row?.[`${name}Name`] : row?.[name]) ?? '') || <span className="muted">—</span>}
          </Line>
        ))}
        <Line label="附件" wide>
          {row && row.files.length > 0 ? <FileList files={row.files} /> : <span className="muted">—</span>}
        </Line>
      </dl>
    </section>
  );
}
