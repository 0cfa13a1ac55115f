import { useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { useOrgSide } from '#people/org/web/pickers.nouns.tsx';
import type { ReplyOf } from '#platform/contract.ts';
import { download } from '#platform/web/call/api.ts';
import { emit } from '#platform/web/call/events.ts';
import { useAct, useCall } from '#platform/web/call/hooks.ts';
import { Dialog } from '#platform/web/dialogs/Dialog.tsx';
import { FormDialog } from '#platform/web/dialogs/FormDialog.tsx';
import { TextField } from '#platform/web/form/fields.tsx';
import { useForm } from '#platform/web/form/useForm.ts';
import type { Column } from '#platform/web/list/columns.ts';
import { ListPage } from '#platform/web/list/ListPage.tsx';
import { RowLink } from '#platform/web/list/RowLink.tsx';
import { readQuery } from '#platform/web/route/navigation.ts';
import { may, useSession } from '#platform/web/session/session.ts';
import { noValue } from '#platform/web/show/none.tsx';
import { Waiting } from '#platform/web/show/RecordLoader.tsx';
import { Button } from '#platform/web/ui/Button.tsx';
import {
  addCadre,
  endCadre,
  exportQuarters,
  type QuarterRow,
  quarterCadres,
  quarterForm,
  saveQuarter,
  sumQuarters,
} from '../contract.quarter.ts';
import { isId, PATHS } from './paths.ts';
import VolunteerDialog from './VolunteerDialog.tsx';
import './volunteer.css';

const figure = (
  key: keyof QuarterRow & string,
  title: string,
  cell: (row: QuarterRow) => number,
): Column<QuarterRow> => ({
  key,
  title,
  width: 90,
  card: 'line',
  cell: (row) => cell(row),
});

const COLUMNS: readonly Column<QuarterRow>[] = [
  {
    key: 'name',
    title: '小区',
    width: 150,
    always: true,
    card: 'title',
    cell: (row) => (
      <RowLink to={PATHS.quarterOf(row.id)} title={row.name}>
        {row.name}
      </RowLink>
    ),
  },
  {
    key: 'orgName',
    title: '社区党组织',
    width: 180,
    card: 'line',
    cell: (row) => <span title={row.orgName}>{row.orgName}</span>,
  },
  figure('households', '户数', (row) => row.households),
  { key: 'cadres', title: '包联干部', width: 150, card: 'line', cell: (row) => row.cadres || noValue },
  figure('reported', '报到党员', (row) => row.reported),
  figure('needs', '需求', (row) => row.needs),
  figure('ended', '已办结', (row) => row.ended),
  figure('activities', '活动', (row) => row.activities),
  figure('hours', '时长', (row) => row.hours),
  { key: 'address', title: '地址', width: 180, startsHidden: true, cell: (row) => row.address || noValue },
];

type Open = { row: QuarterRow | null } | null;

/** `/service/quarter`: the quarters of the communities with who looks after them and what the year came to; `?id=` who looks after one. */
export default function QuarterList() {
  const navigate = useNavigate();
  const { id } = readQuery(useLocation().search, ['id']);
  const side = useOrgSide();
  const mayWrite = may(useSession(), 'volunteer:write');
  const [open, setOpen] = useState<Open>(null);
  return (
    <>
      <ListPage<QuarterRow, ReplyOf<typeof sumQuarters>>
        title="小区管理"
        path={PATHS.quarters}
        endpoint={sumQuarters}
        columns={COLUMNS}
        search={{ name: 'keyWords', placeholder: '小区名称' }}
        unit="个"
        {...(side ? { side } : {})}
        acts={() => (
          <>
            <Button icon="export" onClick={() => void download(exportQuarters, {}).catch(() => {})}>
              导出
            </Button>
            {mayWrite && (
              <Button look="primary" icon="plus" aria-haspopup="dialog" onClick={() => setOpen({ row: null })}>
                登记小区
              </Button>
            )}
          </>
        )}
        note={(_list, answer) =>
          answer && answer.total > 0 ? (
            <p className="service-listed">
              {answer.year}年合计：{answer.sums.households}户，报到党员{answer.sums.reported}名，需求{answer.sums.needs}
              件（办结
              {answer.sums.ended}件），活动{answer.sums.activities}次，{answer.sums.hours}
              小时。需求和活动按地点里写的小区名称归到小区。
            </p>
          ) : null
        }
        row={{
          label: (row) => row.name,
          href: (row) => PATHS.quarterOf(row.id),
          editHref: () => null,
          menu: (row) => [
            ...(row.can.edit ? [{ label: '编辑', icon: 'edit', run: () => setOpen({ row }) } as const] : []),
            { label: '包联干部', icon: 'members', run: () => navigate(PATHS.quarterOf(row.id)) },
          ],
        }}
        empty={{ title: '还没有小区', text: '社区登记本地的小区、户数和包联干部，报到和需求按小区合计。' }}
      />
      {open && <EditDialog row={open.row} onClose={() => setOpen(null)} />}
      {isId(id) && <CadresDialog key={id} id={id} onClose={() => navigate(PATHS.quarters)} />}
    </>
  );
}

function EditDialog({ row, onClose }: { row: QuarterRow | null; onClose: () => void }) {
  const save = useAct(saveQuarter, { quiet: true });
  const form = useForm({
    schema: quarterForm,
    initial: {
      name: row?.name ?? '',
      address: row?.address ?? '',
      households: row ? String(row.households) : '',
      lng: row?.lng?.toString() ?? '',
      lat: row?.lat?.toString() ?? '',
    },
    of: `Quarter ${row?.id ?? ''}`,
    isNew: row === null,
  });
  return (
    <FormDialog
      title={row ? `编辑 ${row.name}` : '登记小区'}
      icon="edit"
      form={form}
      pending={save.isPending}
      onClose={onClose}
      onSave={() =>
        save.mutateAsync({
          name: form.text('name'),
          address: form.text('address'),
          households: form.text('households'),
          lng: form.text('lng'),
          lat: form.text('lat'),
          ...(row ? { id: row.id, version: row.version } : {}),
        })
      }
    >
      <TextField form={form} name="name" label="小区名称" required max={30} />
      <TextField form={form} name="address" label="地址" max={80} />
      <TextField form={form} name="households" label="户数" required max={6} inputMode="numeric" />
      <TextField form={form} name="lng" label="经度" max={12} inputMode="decimal" />
      <TextField form={form} name="lat" label="纬度" max={12} inputMode="decimal" />
    </FormDialog>
  );
}

const today = () => new Date(Date.now() + 8 * 3_600_000).toISOString().slice(0, 10);

function CadresDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const query = useCall(quarterCadres, { id }, { quiet: true, staleTime: 0 });
  const [isChoosing, setChoosing] = useState(false);
  const add = useAct(addCadre);
  const end = useAct(endCadre);
  const answer = query.data;
  if (isChoosing) {
    return (
      <VolunteerDialog
        title="选择包联干部"
        multiple={false}
        groups={false}
        onConfirm={([one]) => {
          setChoosing(false);
          if (!one) return;
          add.mutate(
            { quarterId: id, memberId: one.id, fromOn: today() },
            { onSuccess: () => emit('notice', { kind: 'success', text: '已指定包联干部' }) },
          );
        }}
        onClose={() => setChoosing(false)}
      />
    );
  }
  return (
    <Dialog
      title={`包联干部 ${answer?.name ?? ''}`}
      icon="members"
      width={700}
      onClose={onClose}
      foot={
        <>
          <Button onClick={onClose}>关闭</Button>
          {answer?.can.edit && (
            <Button look="primary" onClick={() => setChoosing(true)}>
              指定包联干部
            </Button>
          )}
        </>
      }
    >
      {!answer ? (
        <Waiting query={query} lines={3} />
      ) : answer.cadres.length === 0 ? (
        <p>还没有包联干部。</p>
      ) : (
        <ul className="service-cadres">
          {answer.cadres.map((one) => (
            <li key={one.id}>
              <span>
                {one.name}　<span className="muted">{one.homeName}</span>
              </span>
              <span className="muted">
                {one.fromOn}至{one.toOn ?? '今'}　{one.phone}
              </span>
              {answer.can.edit && one.toOn === null && (
                <Button
                  size="compact"
                  disabled={end.isPending}
                  onClick={() =>
                    end.mutate(
                      { quarterId: id, id: one.id, toOn: today() },
                      { onSuccess: () => emit('notice', { kind: 'success', text: `${one.name}的包联已结束` }) },
                    )
                  }
                >
                  结束包联
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
    </Dialog>
  );
}
