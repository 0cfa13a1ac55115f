import { useParams } from 'react-router';
import { useDict } from '#kernel/dictionary/web/pickers.ts';
import type { InputOf } from '#platform/contract.ts';
import { idInput, type RecordType } from '#platform/records/records.ts';
import { useCall } from '#platform/web/call/hooks.ts';
import { dictionariesOf, RecordForm } from '#platform/web/records/RecordForm.tsx';
import { pathWithQuery } from '#platform/web/route/navigation.ts';
import { useTitle } from '#platform/web/shell/useTitle.ts';
import { Failed, Gone, NoRight, Skeleton } from '#platform/web/show/states.tsx';
import { awardDoubts, getExtension, ORG_RECORD_CALLS, ORG_RECORDS, updateExtension } from '../../contract.records.ts';
import { getOrg } from '../../contract.ts';
import { orgext, reward } from '../../rules.records.ts';

type Calls = Parameters<typeof RecordForm>[0]['calls'];

/**
 * The one row of further facts goes by the organisation's id, and is there from the beginning. The cast: the form names
 * the id as the call's path does, which the type of the general calls does not know.
 */
const EXTENSION_CALLS = { get: getExtension, edit: updateExtension } as unknown as Calls;

/** The form of a row of one tab: `:kind` names the tab, `:recordId` the row, or is `add`. */
export default function OrgRecordPage() {
  const { id = '', kind = '', recordId = 'add' } = useParams();
  if (kind === orgext.kind) return <Row orgId={id} sort={orgext} calls={EXTENSION_CALLS} recordId={id} />;
  const sort = ORG_RECORDS.find((one) => one.kind === kind);
  const calls = ORG_RECORD_CALLS[kind];
  if (!sort || !calls) return <Gone sentence="没有这张分表" />;
  return <Row key={`${kind}-${recordId}`} orgId={id} sort={sort} calls={calls} recordId={recordId} />;
}

function Row(props: { orgId: string; sort: RecordType; calls: Calls; recordId: string }) {
  const { orgId, sort, calls, recordId } = props;
  const isNew = recordId === 'add';
  const org = useCall(getOrg, { orgId }, { quiet: true });
  const wanted = idInput(calls.get, isNew ? '1' : recordId) as InputOf<Calls['get']>;
  const row = useCall(calls.get, wanted, { enabled: !isNew, quiet: true, staleTime: 0 });
  const doubts = useCall(awardDoubts, { orgId }, { enabled: sort.kind === reward.kind, quiet: true });
  const choices = useDict(...dictionariesOf(sort));
  const title = `${isNew ? '新增' : '编辑'}${sort.label}${org.data ? ` ${org.data.name}` : ''}`;
  useTitle(title);
  const failed = [org, row].find(({ error, data }) => error && !data);
  if (failed?.error) return <Failed error={failed.error} onRetry={() => void failed.refetch()} />;
  if (!org.data || (!isNew && !(row.data && row.isFetchedAfterMount))) return <Skeleton lines={8} />;
  if (!org.data.can.edit) return <NoRight title={`当前角色不能修改${org.data.name}的档案`} />;
  return (
    <RecordForm
      notes={doubts.data ?? []}
      sort={sort}
      calls={calls}
      ownerId={orgId}
      row={row.data ?? null}
      choices={choices}
      title={title}
      back={pathWithQuery(`/affairs/organization/browseOrganization/${orgId}`, { tab: sort.kind })}
    />
  );
}
