import { useParams } from 'react-router';
import { useDict } from '#kernel/dictionary/web/pickers.ts';
import type { RecordType } from '#platform/records/records.ts';
import { useCall } from '#platform/web/call/hooks.ts';
import { dictionariesOf, RecordForm } from '#platform/web/records/RecordForm.tsx';
import { pathWithQuery } from '#platform/web/route/navigation.ts';
import { useTitle } from '#platform/web/shell/useTitle.ts';
import { Failed, Gone, NoRight, Skeleton } from '#platform/web/show/states.tsx';
import { getExtra, MEMBER_RECORDS, memberRecords, RECORD_CALLS, updateExtra } from '../../contract.records.ts';
import { getMember } from '../../contract.ts';
import { extra } from '../../rules/records.ts';
import { nameOf } from '../memberColumns.tsx';
import { aroundOf } from './around.ts';

type Calls = Parameters<typeof RecordForm>[0]['calls'];

/** The one row of further facts goes by the person's id, and is there from the beginning. */
const EXTRA_CALLS: Calls = { get: getExtra, edit: updateExtra };

/** The form of a row of one tab: `:kind` names the tab, `:recordId` the row, or is `add`. */
export default function RecordPage() {
  const { id = '', kind = '', recordId = 'add' } = useParams();
  if (kind === extra.kind) return <Row memberId={id} sort={extra} calls={EXTRA_CALLS} recordId={id} />;
  const sort = MEMBER_RECORDS.find((one) => one.kind === kind);
  const calls = RECORD_CALLS[kind];
  if (!sort || !calls) return <Gone sentence="没有这张分表" />;
  return <Row key={`${kind}-${recordId}`} memberId={id} sort={sort} calls={calls} recordId={recordId} />;
}

function Row(props: { memberId: string; sort: RecordType; calls: Calls; recordId: string }) {
  const { memberId, sort, calls, recordId } = props;
  const isNew = recordId === 'add';
  const member = useCall(getMember, { id: memberId }, { quiet: true });
  const row = useCall(calls.get, { id: isNew ? '1' : recordId }, { enabled: !isNew, quiet: true, staleTime: 0 });
  const records = useCall(memberRecords, { id: memberId }, { quiet: true });
  const choices = useDict(...dictionariesOf(sort));
  const title = `${isNew ? '新增' : '编辑'}${sort.label}${member.data ? ` ${nameOf(member.data)}` : ''}`;
  useTitle(title);
  const failed = [member, row, records].find(({ error, data }) => error && data === undefined);
  if (failed?.error) return <Failed error={failed.error} onRetry={() => void failed.refetch()} />;
  if (!member.data || !records.data || (!isNew && (!row.data || !row.isFetchedAfterMount)))
    return <Skeleton lines={8} />;
  if (!member.data.can.edit) return <NoRight title={`当前角色不能修改${nameOf(member.data)}的档案`} />;
  return (
    <RecordForm
      sort={sort}
      calls={calls}
      ownerId={memberId}
      row={row.data ?? null}
      choices={choices}
      around={aroundOf(member.data, records.data)}
      title={title}
      back={pathWithQuery(`/affairs/member/browse/${memberId}`, { tab: sort.kind })}
    />
  );
}
