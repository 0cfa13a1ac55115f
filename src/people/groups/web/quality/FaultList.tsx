import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useRef, useState } from 'react';
import { Link } from 'react-router';
import {
  type CheckCount,
  exportFaults,
  type FaultRow,
  getIntegrity,
  listFaults,
} from '#people/member/contract.quality.ts';
import { FIELD_LABELS } from '#people/member/rules/fields.ts';
import { keyOf, useAct } from '#platform/web/call/hooks.ts';
import { StartDialog } from '#platform/web/dialogs/StartDialog.tsx';
import type { Column } from '#platform/web/list/columns.ts';
import { PlainList } from '#platform/web/list/PlainList.tsx';
import { pathWithQuery } from '#platform/web/route/navigation.ts';
import { may, useSession } from '#platform/web/session/session.ts';
import { Button, ButtonLink } from '#platform/web/ui/Button.tsx';
import { Fix, Kept } from './Fix.tsx';

const KEPT = ['check'] as const;

/** Whom a check finds: each row is fixed where it stands. */
export function FaultList({ check, orgId, orgName }: { check: CheckCount; orgId: string; orgName: string }) {
  const client = useQueryClient();
  const start = useAct(exportFaults, { quiet: true });
  const [asking, setAsking] = useState(false);
  const rows = useRef<HTMLDivElement>(null);
  // The rows stand below all checks: whoever opens a number is brought to them.
  useEffect(() => {
    if (check.key) rows.current?.scrollIntoView();
  }, [check.key]);
  const mayExport = may(useSession(), exportFaults.access);
  const columns = useMemo((): readonly Column<FaultRow>[] => {
    const again = () => {
      for (const call of [listFaults, getIntegrity]) void client.invalidateQueries({ queryKey: keyOf(call) });
    };
    const fixed = (row: FaultRow) => {
      // Another version is another form.
      if (row.can.edit && Object.keys(row.values).length > 0) {
        return (
          <>
            <Kept row={row} />
            {Object.keys(row.values).length > row.kept.length && (
              <Fix key={`${row.id}-${row.version}-${check.key}`} row={row} onDone={again} />
            )}
          </>
        );
      }
      const words = Object.entries(row.words).map(([wire, word]) => `${FIELD_LABELS[wire] ?? wire}：${word || '空'}`);
      return words.join('，') || (row.records.length > 0 ? null : '—');
    };
    return [
      {
        key: 'name',
        title: '姓名',
        width: 110,
        card: 'title',
        cell: (row) => <Link to={`/affairs/member/browse/${row.id}`}>{row.name}</Link>,
      },
      { key: 'category', title: '人员类别', width: 110, card: 'tag', cell: (row) => row.personCategoryName },
      { key: 'orgName', title: '所在党支部', width: 220, card: 'line', cell: (row) => row.orgName },
      { key: 'idCardNo', title: '身份证号', width: 180, cell: (row) => row.idCardNo || '—' },
      {
        key: 'mend',
        title: '改正',
        width: 520,
        card: 'line',
        cell: (row) => (
          <>
            {row.records.map(({ kind, label, text }) => (
              <p key={`${kind}-${text}`} className="fault-row">
                <Link to={pathWithQuery(`/affairs/member/browse/${row.id}`, { tab: kind })}>{label}</Link>：{text}
              </p>
            ))}
            {fixed(row)}
          </>
        ),
      },
    ];
  }, [check.key, client]);
  return (
    <div className="quality-rows" ref={rows}>
      <PlainList<FaultRow>
        // Another check begins at its first page.
        key={`${check.key}-${orgId}`}
        caption={check.label}
        endpoint={listFaults}
        columns={columns}
        keep={KEPT}
        inputOf={() => ({ check: check.key, ...(orgId && { orgId }) })}
        unit="人"
        note={() => (
          <>
            <b>{check.label}</b>
            {check.clause && <span className="muted small"> {check.clause}</span>}
          </>
        )}
        tools={({ total }) =>
          mayExport &&
          Boolean(total) && (
            <Button size="compact" icon="export" onClick={() => setAsking(true)}>
              导出
            </Button>
          )
        }
        acts={(row) =>
          check.key === 'duplicate' ? (
            <ButtonLink look="row" to="/affairs/member/duplicates">
              去对照<span className="visually-hidden">{row.name}</span>
            </ButtonLink>
          ) : (
            <ButtonLink look="row" to={`/affairs/member/browse/${row.id}`}>
              查看<span className="visually-hidden">{row.name}</span>
            </ButtonLink>
          )
        }
        empty={{ title: '没有这类问题', text: `${orgName}的人员信息中没有查出“${check.label}”。` }}
      />
      {asking && (
        <StartDialog
          title={`导出“${check.label}”`}
          example="年底数据核对"
          onStart={({ purpose = '' }) => start.mutateAsync({ check: check.key, purpose, ...(orgId && { orgId }) })}
          onClose={() => setAsking(false)}
        >
          在后台导出{orgName}查出的全部人员，证件号和手机号保持遮蔽，文件带您的姓名、时间和用途的水印。
        </StartDialog>
      )}
    </div>
  );
}
