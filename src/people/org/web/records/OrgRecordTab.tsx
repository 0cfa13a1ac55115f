import { restoreRecycled } from '#kernel/system/contract.ts';
import { MOST_RECORDS, type RecordCalls, type RecordType } from '#platform/records/records.ts';
import { useCall } from '#platform/web/call/hooks.ts';
import { Line } from '#platform/web/field/record.tsx';
import { RecordTable } from '#platform/web/records/RecordTable.tsx';
import { pathWithQuery } from '#platform/web/route/navigation.ts';

import { Waiting } from '#platform/web/show/RecordLoader.tsx';
import { ButtonLink } from '#platform/web/ui/Button.tsx';
import { FileList } from '#platform/web/upload/FileList.tsx';
import { getExtension, ORG_RECORD_CALLS, ORG_RECORDS, orderOrgRecords } from '../../contract.records.ts';
import type { OrgDetail } from '../../contract.ts';
import { orgext } from '../../rules.records.ts';
import { ExportRecords } from './ExportRecords.tsx';
import { orgRecordImport } from './importing.ts';

const formOf = (org: OrgDetail, kind: string, id: string) => `/affairs/organization/record/${org.id}/${kind}/${id}`;

/** One tab of an organisation's record; another kind than the known ones shows nothing. */
export function OrgRecordTab({ org, kind }: { org: OrgDetail; kind: string }) {
  if (kind === orgext.kind) return <Extension org={org} />;
  const sort = ORG_RECORDS.find((one) => one.kind === kind);
  const calls = ORG_RECORD_CALLS[kind];
  return sort && calls ? <Rows org={org} sort={sort} calls={calls} /> : null;
}

/** Rows out to a workbook, and in from one; the sheet names the organisations, so that one holds those of many. */
function SheetActs({ org, sort }: { org: OrgDetail; sort: RecordType }) {
  return (
    <>
      <ExportRecords org={org} sort={sort} />
      {org.can.edit && (
        <ButtonLink
          size="compact"
          icon="import"
          iconSize={14}
          to={pathWithQuery(orgRecordImport.path, { kind: sort.kind })}
        >
          导入
        </ButtonLink>
      )}
    </>
  );
}

function Rows({ org, sort, calls }: { org: OrgDetail; sort: RecordType; calls: RecordCalls }) {
  const list = useCall(calls.list, { orgId: org.id, pageSize: String(MOST_RECORDS) }, { quiet: true });
  if (!list.data) return <Waiting query={list} lines={6} />;
  return (
    <RecordTable
      sort={sort}
      calls={calls}
      order={orderOrgRecords}
      ownerId={org.id}
      rows={list.data.rows}
      mayAdd={org.can.edit}
      formOf={(id) => formOf(org, sort.kind, id)}
      restore={restoreRecycled}
      binKind="orgRecord"
      headActs={<SheetActs org={org} sort={sort} />}
    />
  );
}

/** 扩展信息: the further facts as lines. */
function Extension({ org }: { org: OrgDetail }) {
  const record = useCall(getExtension, { orgId: org.id }, { quiet: true });
  if (!record.data) return <Waiting query={record} lines={6} />;
  const row = record.data;
  const known = row.version > 0;
  return (
    <section className="record-rows" aria-label={orgext.label}>
      <div className="record-section">
        <h2 className="section-title">{orgext.label}</h2>
        {known && <span className="muted tiny">{row.updateName}登记</span>}
        <span className="record-section-acts">
          <SheetActs org={org} sort={orgext} />
          {row.can.edit && (
            <ButtonLink size="compact" to={formOf(org, orgext.kind, org.id)}>
              {known ? '编辑' : '登记'}
            </ButtonLink>
          )}
        </span>
      </div>
      <dl className="record-fields">
        {orgext.fields.map(({ name, label, kind }) => (
          <Line key={name} label={label} wide={kind === 'text'}>
            {String((kind === 'choice' ? row[`${name}Name`] : row[name]) ?? '') || <span className="muted">—</span>}
          </Line>
        ))}
        <Line label="附件" wide>
          {row.files.length > 0 ? <FileList files={row.files} /> : <span className="muted">—</span>}
        </Line>
      </dl>
    </section>
  );
}
