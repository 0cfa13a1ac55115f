import { useEffect, useMemo, useRef, useState } from 'react';
import { call } from '#platform/web/call/api.ts';
import { emit } from '#platform/web/call/events.ts';
import { ReasonDialog } from '#platform/web/field/MaskedValue.tsx';
import type { Column } from '#platform/web/list/columns.ts';
import { Icon } from '#platform/web/show/icons.tsx';
import { Button } from '#platform/web/ui/Button.tsx';
import { PHONES_OPEN_MINUTES, revealPhones } from '../contract.reveal.ts';
import type { MemberRow } from '../contract.ts';

const REASONS = ['通知会议', '核对联系方式', '办理组织关系'];

/** The phones that one reason has opened, and until when; what is open is kept in this page's memory alone. */
export interface OpenPhones {
  open: boolean;
  reason: string;
  /** Milliseconds of this machine's clock. */
  until: number;
  numbers: ReadonlyMap<string, string>;
  start: (rows: readonly MemberRow[], reason: string) => Promise<void>;
  /** Opens further rows by the same reason, e.g. of the next page; each person is asked for once. */
  goOn: (rows: readonly MemberRow[]) => void;
  close: () => void;
}

const NONE = { reason: '', until: 0, numbers: new Map<string, string>() };
const withPhone = (rows: readonly MemberRow[], known: ReadonlyMap<string, string>) =>
  rows.filter(({ id, phonenumber }) => phonenumber !== '' && !known.has(id)).map(({ id }) => id);

/** 查看手机号 of a list: one reason, fifteen minutes, each person logged and counted by the server. */
export function useOpenPhones(): OpenPhones {
  const [now, setNow] = useState(NONE);
  /** Whoever is on the way already, so that a list that is drawn anew asks for nobody twice. */
  const asked = useRef(new Set<string>());
  const open = now.until > 0;
  const close = () => {
    asked.current.clear();
    setNow(NONE);
  };
  useEffect(() => {
    if (!open) return;
    const timer = setTimeout(
      () => {
        asked.current.clear();
        setNow(NONE);
      },
      Math.max(0, now.until - Date.now()),
    );
    return () => clearTimeout(timer);
  }, [open, now.until]);

  const fetchPhones = async (ids: readonly string[], reason: string) => {
    const { phones } = await call(revealPhones, { ids: [...ids], reason }, { quiet: true });
    return phones;
  };
  return {
    ...now,
    open,
    start: async (rows, reason) => {
      const ids = withPhone(rows, NONE.numbers);
      const phones = ids.length > 0 ? await fetchPhones(ids, reason) : [];
      asked.current = new Set(ids);
      const until = Date.now() + PHONES_OPEN_MINUTES * 60_000;
      setNow({ reason, until, numbers: new Map(phones.map(({ id, value }) => [id, value])) });
    },
    goOn: (rows) => {
      if (!open) return;
      const ids = withPhone(rows, now.numbers).filter((id) => !asked.current.has(id));
      if (ids.length === 0) return;
      for (const id of ids) asked.current.add(id);
      fetchPhones(ids, now.reason).then(
        (phones) =>
          // Closed or opened for another reason meanwhile: what comes late is not shown.
          setNow((later) =>
            later.until === now.until
              ? {
                  ...later,
                  numbers: new Map([...later.numbers, ...phones.map(({ id, value }) => [id, value] as const)]),
                }
              : later,
          ),
        (error: Error) => emit('notice', { kind: 'warning', text: error.message }),
      );
    },
    close,
  };
}

/** The columns of a list with the opened phones in the place of the masked ones, and 拨打 where one can call. */
export function useColumnsWithPhones(columns: readonly Column<MemberRow>[], numbers: ReadonlyMap<string, string>) {
  return useMemo(() => {
    if (numbers.size === 0) return columns;
    return columns.map((column) =>
      column.key === 'phonenumber'
        ? {
            ...column,
            cell: (row: MemberRow) => {
              const full = numbers.get(row.id);
              if (full === undefined) return column.cell(row);
              return (
                <>
                  {full}
                  <a className="word masked-act masked-call" href={`tel:${full}`} aria-label={`拨打 ${row.name}`}>
                    拨打
                  </a>
                </>
              );
            },
          }
        : column,
    );
  }, [columns, numbers]);
}

/** Says until when the phones are open; rows that come while they are (another page) are opened too. */
export function OpenPhonesNote({ phones, rows }: { phones: OpenPhones; rows: readonly MemberRow[] }) {
  const { goOn, open, until } = phones;
  const latest = useRef(goOn);
  latest.current = goOn;
  useEffect(() => {
    if (open) latest.current(rows);
  }, [open, rows]);
  if (!open) return null;
  const time = new Date(until).toLocaleTimeString('zh-CN', { hour: '2-digit', minute: '2-digit' });
  return (
    <div className="banner member-phones" role="status">
      <Icon name="phone" />
      <span>
        手机号已打开，{time}自动遮住。原因：{phones.reason}
      </span>
      <Button look="word" onClick={phones.close}>
        现在遮住
      </Button>
    </div>
  );
}

/** Asks why; how many people it opens now, and that each is logged, stands above the reason. */
export function OpenPhonesDialog({
  phones,
  rows,
  onClose,
}: {
  phones: OpenPhones;
  rows: readonly MemberRow[];
  onClose: () => void;
}) {
  const count = withPhone(rows, NONE.numbers).length;
  return (
    <ReasonDialog
      title="查看手机号"
      label="查看原因"
      act={`查看${count}人`}
      reasons={REASONS}
      onReason={async (reason) => {
        await phones.start(rows, reason);
        onClose();
      }}
      onClose={onClose}
    >
      本页有手机号的{count}人各留一条记录：谁、何时、为什么，并各计一次当日查看次数。{PHONES_OPEN_MINUTES}
      分钟内翻页、换条件后新出现的人也随之打开并留痕，到时自动遮住。
    </ReasonDialog>
  );
}
