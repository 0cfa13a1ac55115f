import type { UseQueryResult } from '@tanstack/react-query';
import { useState } from 'react';
import { useDict } from '#kernel/dictionary/web/pickers.ts';
import { restoreRecycled } from '#kernel/system/contract.ts';
import type { ReplyOf } from '#platform/contract.ts';
import type { RecordRow } from '#platform/records/records.ts';
import { Doubts } from '#platform/web/form/Doubts.tsx';
import { dictionariesOf } from '#platform/web/records/RecordForm.tsx';
import { RecordTable } from '#platform/web/records/RecordTable.tsx';
import { OwnMatter, useIsOneself } from '#platform/web/session/oneself.tsx';
import { Failed, Skeleton } from '#platform/web/show/states.tsx';
import { Button } from '#platform/web/ui/Button.tsx';
import { addFamily, MEMBER_RECORDS, type memberRecords, orderRecords, RECORD_CALLS } from '../../contract.records.ts';
import type { MemberDetail } from '../../contract.ts';
import { extra, family } from '../../rules/records.ts';
import { nameOf } from '../memberColumns.tsx';
import { AuditEntry } from './AuditEntry.tsx';
import { tabProblems } from './around.ts';
import { ExtraTab } from './ExtraTab.tsx';
import { ImportLink } from './ImportLink.tsx';

/** One tab of a person's record that holds rows; all tabs come by the one call. */
export function RecordTab({
  member,
  kind,
  records,
}: {
  member: MemberDetail;
  kind: string;
  records: UseQueryResult<ReplyOf<typeof memberRecords>, Error>;
}) {
  const choices = useDict(...(kind === family.kind ? dictionariesOf(family) : []));
  const isOneself = useIsOneself();
  const [auditing, setAuditing] = useState<RecordRow | null>(null);
  const sort = MEMBER_RECORDS.find((one) => one.kind === kind);
  const calls = RECORD_CALLS[kind];
  if (records.error && !records.data) return <Failed error={records.error} onRetry={() => records.refetch()} />;
  const found = records.data ? tabProblems(kind, member, records.data) : [];
  const banners = found.length > 0 && (
    <div className="record-doubts">
      <Doubts found={found} />
    </div>
  );
  if (records.data && kind === extra.kind) {
    return (
      <>
        {banners}
        <ExtraTab member={member} row={records.data[kind]?.[0]} />
      </>
    );
  }
  if (!records.data || !sort || !calls) return <Skeleton lines={6} />;
  const isOwnMatter = sort.decides === true && isOneself(member.id) && member.can.edit;
  return (
    <>
      {banners}
      <RecordTable
        sort={sort}
        calls={calls}
        order={orderRecords}
        ownerId={member.id}
        rows={records.data[kind] ?? []}
        mayAdd={member.can.edit && !isOwnMatter}
        formOf={(recordId) => `/affairs/member/record/${member.id}/${kind}/${recordId}`}
        restore={restoreRecycled}
        binKind="memberRecord"
        {...(kind === family.kind ? { entry: { add: addFamily, choices } } : {})}
        headActs={
          !member.ownOnly && (
            <>
              {isOwnMatter && <OwnMatter act={`登记${sort.label}`}>本人的由其他工作人员或上级登记</OwnMatter>}
              <ImportLink kind={kind} />
            </>
          )
        }
        acts={(row) =>
          row.can.audit && (
            <Button look="row" onClick={() => setAuditing(row)}>
              审核
            </Button>
          )
        }
      />
      {auditing && <AuditEntry name={nameOf(member)} row={auditing} onClose={() => setAuditing(null)} />}
    </>
  );
}
