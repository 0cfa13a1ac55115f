import { useState } from 'react';
import { Link, useLocation, useNavigate } from 'react-router';
import { z } from 'zod';
import { useAct, useCall } from '#platform/web/call/hooks.ts';
import { DeleteDialog } from '#platform/web/dialogs/DeleteDialog.tsx';
import { FormDialog } from '#platform/web/dialogs/FormDialog.tsx';
import { AreaField, TextField, TickField } from '#platform/web/form/fields.tsx';
import { useForm } from '#platform/web/form/useForm.ts';
import { Pager } from '#platform/web/list/Pager.tsx';
import { pathWithQuery, readQuery } from '#platform/web/route/navigation.ts';
import { may, useSession } from '#platform/web/session/session.ts';
import { PageHead } from '#platform/web/shell/PageHead.tsx';

import { Waiting } from '#platform/web/show/RecordLoader.tsx';
import { Empty } from '#platform/web/show/states.tsx';
import { durationText } from '#platform/web/show/time.ts';
import { Button, ButtonLink } from '#platform/web/ui/Button.tsx';
import { CoverField } from '#platform/web/upload/CoverField.tsx';
import { createUnit, listUnits, removeUnit, type Unit, unitForm, updateUnit } from '../contract.unit.ts';
import { listVideos } from '../contract.watch.ts';
import { videoTimeText } from '../rules.ts';
import { Progress, progressText, SearchBox, VideoCover } from './parts.tsx';
import { PATHS } from './paths.ts';

const PAGE = 20;
type Asked = { act: 'add' } | { act: 'edit' | 'remove'; unit: Unit };

/** 视频单元: series of videos in their order, the required ones first. */
export default function UnitList() {
  const session = useSession();
  const navigate = useNavigate();
  const { page: askedPage } = readQuery(useLocation().search, ['page']);
  const page = Math.max(1, Number(askedPage) || 1);
  const [words, setWords] = useState('');
  const [openDialog, setOpenDialog] = useState<Asked | null>(null);
  const remove = useAct(removeUnit, { quiet: true });
  const writes = may(session, 'edu:write');
  const unitsQuery = useCall(
    listUnits,
    { pageNum: page, pageSize: PAGE, ...(words ? { keyWords: words } : {}) },
    { quiet: true, keepPrevious: true },
  );
  return (
    <div className="list-page">
      <PageHead title="视频单元">
        <SearchBox label="搜索单元" placeholder="单元名称" onSearch={setWords} />
        {writes && (
          <Button look="primary" icon="plus" onClick={() => setOpenDialog({ act: 'add' })}>
            新增单元
          </Button>
        )}
      </PageHead>
      {!unitsQuery.data ? (
        <Waiting query={unitsQuery} />
      ) : unitsQuery.data.rows.length === 0 ? (
        <div className="card">
          <Empty title={words ? `没有找到“${words}”` : '还没有视频单元'}>
            {writes ? '单元是按顺序学的一组视频。点“新增单元”建第一个。' : '单元由您所在的党组织和上级党组织建立。'}
          </Empty>
        </div>
      ) : (
        <ul className="edu-units">
          {unitsQuery.data.rows.map((unit) => (
            <UnitCard key={unit.id} unit={unit} onAsk={setOpenDialog} />
          ))}
        </ul>
      )}
      {(unitsQuery.data?.total ?? 0) > PAGE && (
        <div className="card edu-pager">
          <Pager
            page={page}
            size={PAGE}
            total={unitsQuery.data?.total ?? 0}
            capped={false}
            unit="个"
            onPage={(next) =>
              navigate(pathWithQuery(PATHS.units, { page: next === 1 ? undefined : String(next) }), { replace: true })
            }
          />
        </div>
      )}
      {openDialog?.act === 'add' && <UnitDialog unit={null} onClose={() => setOpenDialog(null)} />}
      {openDialog?.act === 'edit' && <UnitDialog unit={openDialog.unit} onClose={() => setOpenDialog(null)} />}
      {openDialog?.act === 'remove' && (
        <DeleteDialog
          verb="删除单元"
          name={openDialog.unit.name}
          consequence="单元里没有视频才能删除，删除后不能恢复。"
          onDelete={async ({ deleteReason }) => {
            await remove.mutateAsync({ id: openDialog.unit.id, deleteReason });
          }}
          onClose={() => setOpenDialog(null)}
        />
      )}
    </div>
  );
}

function UnitCard({ unit, onAsk }: { unit: Unit; onAsk: (asked: Asked) => void }) {
  const videos = useCall(
    listVideos,
    { pageNum: 1, pageSize: 100, unitId: unit.id },
    { quiet: true, enabled: unit.videos > 0 },
  );
  return (
    <li className="card edu-unit">
      <div className="edu-unit-head">
        <VideoCover cover={unit.cover} name={unit.name} />
        <div className="edu-unit-words">
          <h2 className="serif">{unit.name}</h2>
          <p className="edu-card-tags">
            <span className={unit.isRequired ? 'tag red' : 'tag'}>{unit.isRequired ? '必修' : '选修'}</span>
            <span className="muted">
              {unit.videos}讲 · {durationText(unit.seconds)} · 已学完{unit.learned}讲 · {unit.orgName}
            </span>
          </p>
          {unit.intro && <p className="edu-unit-intro">{unit.intro}</p>}
        </div>
        {unit.can.edit && (
          <span className="edu-unit-acts">
            <ButtonLink look="row" to={pathWithQuery(PATHS.edit('new'), { unit: unit.id })}>
              加视频
            </ButtonLink>
            <Button look="row" onClick={() => onAsk({ act: 'edit', unit })}>
              编辑
            </Button>
            {unit.can.remove && (
              <Button look="row" onClick={() => onAsk({ act: 'remove', unit })}>
                删除
              </Button>
            )}
          </span>
        )}
      </div>
      {unit.videos === 0 ? (
        <p className="muted edu-unit-none">这里没有发给本组织的视频，管理范围内的见“视频管理”。</p>
      ) : !videos.data ? (
        <Waiting query={videos} lines={3} />
      ) : (
        <ol className="edu-series">
          {videos.data.rows.map((row, index) => (
            <li key={row.id}>
              <Link to={PATHS.view(row.id)}>
                <span className="edu-series-number">{index + 1}</span>
                <span className="edu-series-title ellipsis">{row.title}</span>
                <span className="muted edu-series-speaker">{row.speaker}</span>
                <span className="muted">{videoTimeText(row.seconds)}</span>
                <span className={row.isLearned ? 'tag ok' : 'tag'}>{progressText(row)}</span>
              </Link>
              <Progress percent={row.percent} done={row.isLearned} />
            </li>
          ))}
        </ol>
      )}
    </li>
  );
}

const schema = unitForm.extend({ isRequired: z.boolean() });

function UnitDialog({ unit, onClose }: { unit: Unit | null; onClose: () => void }) {
  const create = useAct(createUnit, { quiet: true });
  const update = useAct(updateUnit, { quiet: true });
  const form = useForm({
    schema,
    initial: {
      name: unit?.name ?? '',
      intro: unit?.intro ?? '',
      cover: unit?.cover ?? '',
      isRequired: unit?.isRequired ?? false,
      sort: String(unit?.sort ?? 0),
    },
    of: `UnitDialog ${unit?.id ?? ''}`,
    isNew: unit === null,
  });
  const input = () => form.values;
  return (
    <FormDialog
      title={unit ? `编辑 ${unit.name}` : '新增视频单元'}
      icon="layers"
      width={700}
      form={form}
      pending={create.isPending || update.isPending}
      onSave={() =>
        unit
          ? update.mutateAsync({ ...(input() as object), id: unit.id, version: unit.version } as never)
          : create.mutateAsync(input())
      }
      onClose={onClose}
    >
      <TextField form={form} name="name" label="单元名称" required max={40} />
      <AreaField form={form} name="intro" label="简介" max={300} rows={3} />
      <CoverField form={form} name="cover" label="封面" />
      <TextField form={form} name="sort" label="排序" required max={4} inputMode="numeric" hint="小的在前" />
      <TickField form={form} name="isRequired" label="必修" hint="排在继续学习的最前面" />
    </FormDialog>
  );
}
