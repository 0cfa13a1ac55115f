import { useEffect, useId, useState } from 'react';
import { useAct, useCall } from '#platform/web/call/hooks.ts';
import { ApiError } from '#platform/web/call/request.ts';
import { Dialog } from '#platform/web/dialogs/Dialog.tsx';
import { useStands } from '#platform/web/dialogs/useStands.ts';
import { useKeptState, useKeptText } from '#platform/web/kept/useKept.ts';
import { may, useSession } from '#platform/web/session/session.ts';
import { Failed, Skeleton } from '#platform/web/show/states.tsx';
import { Button } from '#platform/web/ui/Button.tsx';
import { countQuery, getQuery, type QueryDetail, saveQuery } from '../../contract.query.ts';
import { MEMBER_RECORDS } from '../../contract.records.ts';
import { faultsOf, type MemberQuery, QUERY_VERSION } from '../../rules/query.ts';
import { GroupBox } from './GroupBox.tsx';
import { EMPTY } from './tree.ts';
import './query.css';

const RECORD_KINDS = MEMBER_RECORDS.map(({ kind }) => kind);
const NEW: MemberQuery = { v: QUERY_VERSION, join: 'and', items: [EMPTY] };
/** Milliseconds of rest after which people are counted. */
const REST = 500;

interface DialogProps {
  /** The query that is used now; null: a new one. */
  id: string | null;
  /** Where the list stands: there people are counted. */
  orgId: string | undefined;
  onUse: (id: string) => void;
  onClose: () => void;
}

/** 组合条件: and/or over the fields of people, with the number found and the sentence while it is built. */
export function QueryDialog(props: DialogProps) {
  const { id, onClose } = props;
  const stored = useCall(getQuery, id === null ? null : { id }, { quiet: true, staleTime: 0 });
  // What is built stays where it is read again behind the dialog.
  if (id !== null && (!stored.data || !stored.isFetchedAfterMount)) {
    return (
      <Dialog title="组合条件" icon="filter" width={900} onClose={onClose}>
        {stored.error ? <Failed error={stored.error} onRetry={() => stored.refetch()} /> : <Skeleton lines={5} />}
      </Dialog>
    );
  }
  return <Builder {...props} found={stored.data ?? null} />;
}

/** Answers a value once it has rested. */
function useRestedValue<T>(value: T): T {
  const [rested, setRested] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setRested(value), REST);
    return () => clearTimeout(timer);
  }, [value]);
  return rested;
}

function Builder({ found, orgId, onUse, onClose }: DialogProps & { found: QueryDetail | null }) {
  const formId = useId();
  // The version that is saved against is the one that was opened.
  const [stored] = useState(found);
  const { stands } = useStands();
  const mayShare = may(useSession(), 'view:write');
  const save = useAct(saveQuery, { quiet: true });
  const of = `query ${stored?.id ?? ''}`;
  const [query, setQuery, querySent] = useKeptState<MemberQuery>(of, '组合条件', stored?.query ?? NEW);
  const [names, setNames] = useState<Readonly<Record<string, string>>>(() =>
    Object.fromEntries(
      Object.entries(stored?.names ?? {})
        .filter(([key]) => key.startsWith('orgId:'))
        .map(([key, name]) => [key.slice('orgId:'.length), name]),
    ),
  );
  const own = stored?.mine === true && stored.name !== '' ? stored : null;
  const [name, setName, nameSent] = useKeptText(`${of} name`, '查询名称', own?.name ?? '');
  const [shared, setShared] = useState(own?.shared ?? false);
  const [tried, setTried] = useState(stored !== null);
  const [refused, setRefused] = useState<Readonly<Record<string, string>>>(
    Object.fromEntries(Object.entries(stored?.faults ?? {}).map(([path, text]) => [`query.${path}`, text])),
  );
  const faults = faultsOf(query, RECORD_KINDS);
  const complete = Object.keys(faults).length === 0;
  const shownFaults = tried ? { ...atPaths(refused), ...faults } : atPaths(refused);

  const submit = async () => {
    setTried(true);
    if (!complete || save.isPending) return;
    try {
      const kept = name.trim();
      const made = await save.mutateAsync({
        query,
        name: kept,
        shared: shared && kept !== '',
        ...(own && kept !== '' ? { id: own.id, version: own.version } : {}),
      });
      querySent();
      nameSent();
      // Who closed the dialog meanwhile is at something else.
      if (!stands.current) return;
      onUse(made.id);
      onClose();
    } catch (error) {
      if (error instanceof ApiError)
        setRefused(Object.keys(error.fields).length > 0 ? error.fields : { query: error.message });
    }
  };
  const whole = shownFaults[''] ?? (stored?.query === null ? stored.fault : undefined);
  return (
    <Dialog
      title="组合条件"
      icon="filter"
      width={900}
      onClose={onClose}
      foot={
        <>
          <Count query={query} orgId={orgId} complete={complete} />
          <Button onClick={onClose}>取消</Button>
          <Button submit form={formId} look="primary" disabled={save.isPending}>
            {name.trim() ? '保存并使用' : '使用'}
          </Button>
        </>
      }
    >
      <form
        id={formId}
        className="query-form"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
        {whole && (
          <p className="field-fault" role="alert">
            {whole}
          </p>
        )}
        <GroupBox
          group={query}
          path=""
          depth={1}
          names={names}
          faults={shownFaults}
          onChange={(next, more) => {
            setRefused({});
            setQuery({ ...next, v: QUERY_VERSION });
            if (more) setNames((now) => ({ ...now, ...more }));
          }}
        />
        <div className="query-keep">
          <label className="field-label" htmlFor={`${formId}-name`}>
            名称
          </label>
          <span className={refused.name ? 'field-box wrong' : 'field-box'}>
            <input
              id={`${formId}-name`}
              autoComplete="off"
              maxLength={20}
              placeholder="起了名就保存，以后可直接选用"
              value={name}
              aria-describedby={refused.name ? `${formId}-fault` : undefined}
              onChange={(event) => setName(event.target.value)}
            />
          </span>
          {mayShare && (
            <label className="filter-option">
              <input
                type="checkbox"
                className="tick"
                checked={shared}
                disabled={!name.trim()}
                onChange={(event) => setShared(event.target.checked)}
              />
              本组织的人都能用
            </label>
          )}
          {refused.name && (
            <p id={`${formId}-fault`} className="field-fault" role="alert">
              {refused.name}
            </p>
          )}
        </div>
      </form>
    </Dialog>
  );
}

/** The server's faults at the paths of the conditions; the whole's at the empty path. */
const atPaths = (fields: Readonly<Record<string, string>>) =>
  Object.fromEntries(
    Object.entries(fields)
      .filter(([field]) => field === 'query' || field.startsWith('query.'))
      .map(([field, text]) => [field.slice('query.'.length), text]),
  );

/** How many there are, and the conditions in words, once they have rested. */
function Count({ query, orgId, complete }: { query: MemberQuery; orgId: string | undefined; complete: boolean }) {
  const rested = useRestedValue(query);
  const ready = complete && rested === query;
  const { data, error, isFetching } = useCall(
    countQuery,
    { query: rested, ...(orgId ? { orgId } : {}) },
    { quiet: true, enabled: ready, staleTime: 0 },
  );
  const text = () => {
    if (!complete) return '条件填完后在这里显示人数';
    if (error && ready) return error.message;
    if (!data || isFetching || !ready) return '正在统计…';
    return (
      <>
        <b>
          {data.capped && '多于'}
          {data.total.toLocaleString('en-US')}
        </b>
        人：{data.text}
      </>
    );
  };
  return (
    <output className="query-count" aria-live="polite">
      {text()}
    </output>
  );
}
