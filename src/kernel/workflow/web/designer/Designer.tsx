import { useQueryClient } from '@tanstack/react-query';
import { type KeyboardEvent, useEffect, useMemo, useRef, useState } from 'react';
import { useDict } from '#kernel/dictionary/web/pickers.ts';
import { call } from '#platform/web/call/api.ts';
import { emit } from '#platform/web/call/events.ts';
import { keyOf, useAct } from '#platform/web/call/hooks.ts';
import { ApiError, isConflict } from '#platform/web/call/request.ts';
import { ConfirmDialog } from '#platform/web/dialogs/ConfirmDialog.tsx';
import { useKept } from '#platform/web/kept/useKept.ts';
import { PageHead } from '#platform/web/shell/PageHead.tsx';
import { useTitle } from '#platform/web/shell/useTitle.ts';
import { Button, IconButton } from '#platform/web/ui/Button.tsx';
import type { Definition } from '../../contract.definition.ts';
import { getProcess, type ProcessDetail, publishProcess, saveProcess } from '../../contract.process.ts';
import { type Fault, publishFaults } from '../../rules.definition.ts';
import { templatesOf } from '../../rules.templates.ts';
import type { Picked } from '../PeoplePicker.tsx';
import { Canvas } from './Canvas.tsx';
import { CheckPanel } from './CheckPanel.tsx';
import { DesignerTools } from './DesignerTools.tsx';
import { findNode } from './edit.ts';
import { type Draft, NodePanel } from './NodePanel.tsx';
import { PublishDialog } from './PublishDialog.tsx';
import { type Past, recordChange, redo, startHistory, undo } from './past.ts';
import { TryPanel } from './TryPanel.tsx';
import { VersionPanel } from './VersionPanel.tsx';
import { FINISH, START } from './walk.ts';
import { type Names, titleOf } from './words.ts';
import './designer.css';

type Side = 'node' | 'checks' | 'versions' | 'try';
/** Edits a process: the tree, the selected card's fields, the check, the versions and the trial run. */
export function Designer({
  process,
  roles,
}: {
  process: ProcessDetail;
  roles: readonly { id: number; name: string }[];
}) {
  const client = useQueryClient();
  const { name, description, draft: definition } = process;
  const [past, setPast] = useState<Past<Draft>>(() => startHistory<Draft>({ name, description, definition }));
  const [saved, setSaved] = useState(past.now);
  const [version, setVersion] = useState(process.version);
  const [selected, setSelected] = useState(START);
  const [focus, setFocus] = useState(0);
  const [entered, setEntered] = useState(0);
  const [side, setSide] = useState<Side | null>(() => (innerWidth > 900 ? 'node' : null));
  const [zoom, setZoom] = useState(1);
  const [lit, setLit] = useState<ReadonlySet<string> | null>(null);
  const [serverFaults, setServerFaults] = useState<{ of: Definition; faults: Fault[] } | null>(null);
  const [met, setMet] = useState<ReadonlyMap<string, string>>(new Map());
  const [openDialog, setOpenDialog] = useState<'publish' | 'conflict' | null>(null);
  const save = useAct(saveProcess, { quiet: true });
  const publish = useAct(publishProcess, { quiet: true });
  const panel = useRef<HTMLElement>(null);

  const draft = past.now;
  const readOnly = !process.can.edit;
  const dirty = draft !== saved && JSON.stringify(draft) !== JSON.stringify(saved);
  useTitle(draft.name);
  useKept({
    of: `process:${process.id}`,
    called: draft.name,
    value: draft,
    changed: dirty && !readOnly,
    base: JSON.stringify(saved),
    restore: (kept) => setPast((now) => recordChange(now, kept, '')),
  });

  const types = useDict('0001')['0001'];
  const { fields, people } = process;
  const names: Names = useMemo(() => {
    const known = new Map(people.map((one) => [one.accountId, one.usable ? one.name : `${one.name}（已不能审批）`]));
    return {
      person: (accountId) => known.get(accountId) ?? met.get(accountId) ?? '（未知）',
      role: (roleId) => roles.find(({ id }) => id === roleId)?.name ?? '（已删除的角色）',
      fields,
      orgTypes: Object.fromEntries(types.map(({ value, label }) => [value, label])),
    };
  }, [people, met, roles, fields, types]);
  const found = useMemo(() => publishFaults(draft.definition, fields), [draft.definition, fields]);
  const faults = serverFaults?.of === draft.definition ? [...found, ...serverFaults.faults] : found;

  const put = (next: Draft, mark = '') => {
    setPast((now) => recordChange(now, next, mark));
    setLit(null);
  };
  const go = (id: string) => {
    setSelected(id);
    setFocus((count) => count + 1);
  };
  const step = (to: (past: Past<Draft>) => Past<Draft>) => {
    const next = to(past);
    if (next === past) return;
    setPast(next);
    setLit(null);
    if (selected !== FINISH && selected !== START && !findNode(next.now.definition, selected)) setSelected(START);
  };
  const open = (id: string, byKey: boolean) => {
    setSelected(id);
    setSide('node');
    if (byKey) setEntered((count) => count + 1);
  };
  // Opened by a key, the panel's first field takes the focus; the panel is drawn by now.
  useEffect(() => {
    if (entered > 0)
      panel.current?.querySelector<HTMLElement>('.panel-body :is(input, select, textarea, button)')?.focus();
  }, [entered]);

  const store = async (): Promise<number | null> => {
    if (!dirty) return version;
    try {
      const done = await save.mutateAsync({ id: process.id, version, ...draft });
      setVersion(done.version);
      setSaved(draft);
      return done.version;
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (isConflict(error)) setOpenDialog('conflict');
      else emit('notice', { kind: 'error', text: Object.values(error.fields)[0] ?? error.message });
      return null;
    }
  };
  const saveNow = async () => {
    if (readOnly || !dirty || save.isPending) return;
    if ((await store()) !== null) emit('notice', { kind: 'success', text: '草稿已保存' });
  };
  /** Takes the other's draft over; one's own can be had back by 撤销. */
  const takeTheirs = async () => {
    const input = { id: process.id };
    const query = { queryKey: keyOf(getProcess, input), queryFn: () => call(getProcess, input), staleTime: 0 };
    const theirs = await client.fetchQuery(query);
    const next: Draft = { name: theirs.name, description: theirs.description, definition: theirs.draft };
    setPast((now) => recordChange(now, next));
    setSaved(next);
    setVersion(theirs.version);
    setSelected(START);
  };
  const publishNow = async (note: string): Promise<boolean> => {
    const at = await store();
    // Where somebody else was first, their question has taken the dialog's place.
    if (at === null) return false;
    try {
      const done = await publish.mutateAsync({ id: process.id, version: at, note });
      setSide('versions');
      emit('notice', { kind: 'success', text: `已发布第${done.number}版` });
      return true;
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      const given = (error.data as { faults?: Fault[] } | null)?.faults;
      if (given) {
        setServerFaults({
          of: draft.definition,
          faults: given.filter((one) => !found.some((own) => own.text === one.text && own.nodeId === one.nodeId)),
        });
        setSide('checks');
      }
      emit('notice', { kind: 'error', text: error.message });
      return given !== undefined;
    }
  };
  const askPublish = () => {
    if (faults.length === 0) setOpenDialog('publish');
    else setSide('checks');
  };

  const latest = useRef<(event: globalThis.KeyboardEvent) => void>(() => {});
  latest.current = (event) => {
    if (!(event.ctrlKey || event.metaKey) || event.altKey || document.querySelector('dialog[open]')) return;
    const key = event.key.toLowerCase();
    const act = { s: saveNow, z: () => step(event.shiftKey ? redo : undo), y: () => step(redo) }[key];
    if (!act) return;
    event.preventDefault();
    void act();
  };
  useEffect(() => {
    const listen = (event: globalThis.KeyboardEvent) => latest.current(event);
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, []);

  const node = findNode(draft.definition, selected);
  const titles: Readonly<Record<Side, string>> = {
    node: node ? titleOf(node) : selected === FINISH ? '流程结束' : '流程设置',
    checks: faults.length > 0 ? `检查：${faults.length}处要改` : '检查',
    versions: '版本',
    try: '试运行',
  };
  const toggle = (which: Side) => () => setSide((now) => (now === which ? null : which));
  return (
    <div className="designer">
      <PageHead title={draft.name || '未命名流程'}>
        <Button aria-pressed={side === 'try'} onClick={toggle('try')}>
          试运行
        </Button>
        <Button aria-pressed={side === 'versions'} onClick={toggle('versions')}>
          版本{process.versions > 0 && ` ${process.versions}`}
        </Button>
        {!readOnly && (
          <>
            <Button disabled={!dirty || save.isPending} title="Ctrl+S" onClick={saveNow}>
              {save.isPending ? '正在保存' : '保存草稿'}
            </Button>
            <Button look="primary" disabled={publish.isPending || !(dirty || process.can.publish)} onClick={askPublish}>
              发布
            </Button>
          </>
        )}
      </PageHead>
      <DesignerTools
        past={past}
        onStep={step}
        zoom={zoom}
        onZoom={setZoom}
        faults={faults.length}
        checking={side === 'checks'}
        onCheck={toggle('checks')}
        templates={readOnly ? [] : templatesOf(process.kind)}
        onTemplate={({ name, definition }) => {
          put({ ...draft, definition });
          go(START);
          emit('notice', { kind: 'info', text: `已套用“${name}”，可以撤销` });
        }}
        state={stateWords(dirty, process)}
      />
      <div className={side ? 'designer-work with-panel' : 'designer-work'}>
        <Canvas
          definition={draft.definition}
          names={names}
          fields={fields}
          faults={faults}
          lit={lit}
          selected={selected}
          focus={focus}
          zoom={zoom}
          readOnly={readOnly}
          onOpen={open}
          onSelect={go}
          onChange={(definition, id) => {
            put({ ...draft, definition });
            go(id);
          }}
        />
        {side && (
          <aside
            ref={panel}
            className="card designer-panel"
            aria-label={titles[side]}
            onKeyDown={(event: KeyboardEvent) => {
              // A dialog of the panel stands elsewhere in the page; its Esc is its own.
              if (event.key !== 'Escape' || !event.currentTarget.contains(event.target as Node)) return;
              if (side === 'node') go(selected);
              else setSide('node');
            }}
          >
            <div className="card-head">
              <h2>{titles[side]}</h2>
              <span className="card-extra">
                <IconButton icon="close" label="收起" className="dialog-close" onClick={() => setSide(null)} />
              </span>
            </div>
            <fieldset className="panel-body" disabled={readOnly && side === 'node'}>
              {side === 'node' && (
                <NodePanel
                  key={selected}
                  draft={draft}
                  orgName={process.orgName}
                  kindName={process.kindName}
                  selected={selected}
                  names={names}
                  roles={roles}
                  onChange={put}
                  onSelect={go}
                  onPicked={(list: readonly Picked[]) =>
                    setMet((now) => new Map([...now, ...list.map((one) => [one.accountId, one.name] as const)]))
                  }
                />
              )}
              {side === 'checks' && (
                <CheckPanel
                  definition={draft.definition}
                  faults={faults}
                  onGo={(id) => {
                    setSide('node');
                    go(id);
                  }}
                />
              )}
              {side === 'versions' && (
                <VersionPanel
                  history={process.history}
                  published={process.number}
                  now={draft.definition}
                  names={names}
                  onTake={(definition, number) => {
                    put({ ...draft, definition });
                    go(START);
                    emit('notice', { kind: 'info', text: `第${number}版已放入草稿，可以撤销` });
                  }}
                />
              )}
              {side === 'try' && (
                <TryPanel kind={process.kind} definition={draft.definition} names={names} onWay={setLit} />
              )}
            </fieldset>
          </aside>
        )}
      </div>
      {openDialog === 'publish' && (
        <PublishDialog
          name={draft.name}
          running={process.running}
          onPublish={publishNow}
          onClose={() => setOpenDialog(null)}
        />
      )}
      {openDialog === 'conflict' && (
        <ConfirmDialog
          title={`载入 ${draft.name} 的最新草稿`}
          icon="warning"
          act="载入最新草稿"
          cancel="先不载入"
          onConfirm={takeTheirs}
          onClose={() => setOpenDialog(null)}
        >
          别人刚刚保存过这个流程，您的改动没有保存。载入后可用“撤销”找回自己的改动，再对照着补上。
        </ConfirmDialog>
      )}
    </div>
  );
}

function stateWords(dirty: boolean, { changed, number }: ProcessDetail): string {
  if (dirty) return '有未保存的改动';
  if (number !== null && !changed) return `与第${number}版一致`;
  return number === null ? '草稿已保存' : '草稿已保存，尚未发布';
}
