import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type DragEvent, useRef, useState } from 'react';
import { OrgTree, useOrg } from '#people/org/web/pickers.tsx';
import { call, download } from '#platform/web/call/api.ts';
import { keyOf } from '#platform/web/call/hooks.ts';
import { ApiError } from '#platform/web/call/request.ts';
import { Popup } from '#platform/web/dialogs/Popup.tsx';
import { useStands } from '#platform/web/dialogs/useStands.ts';
import { Icon } from '#platform/web/show/icons.tsx';
import { Button, Pressable } from '#platform/web/ui/Button.tsx';
import { fileFault } from '#platform/web/upload/sheetFault.ts';
import { type ImportBatch, importTemplate, listImports, uploadImport } from '../../contract.import.ts';

/** Where a sheet is dropped or chosen, for which organisation, and the template to start from. */
export function UploadCard({ onUploaded }: { onUploaded: (batch: ImportBatch) => void }) {
  const client = useQueryClient();
  const { stands, tell } = useStands();
  const input = useRef<HTMLInputElement>(null);
  const [over, setOver] = useState(false);
  const [fault, setFault] = useState('');
  const [orgId, setOrgId] = useState<string>();
  const upload = useMutation({
    mutationFn: (file: File) => {
      const body = new FormData();
      if (orgId) body.set('orgId', orgId);
      body.set('file', file);
      // The fault stands at the field.
      return call(uploadImport, {}, { body, quiet: true });
    },
    onSuccess: (batch) => {
      void client.invalidateQueries({ queryKey: keyOf(listImports) });
      // Who has left meanwhile finds it among the imports.
      if (stands.current) onUploaded(batch);
    },
    onError: (error) =>
      tell(error) || setFault((error instanceof ApiError && Object.values(error.fields)[0]) || error.message),
  });
  const take = (files: FileList | null) => {
    if (!files || files.length === 0 || upload.isPending) return;
    const wrong = fileFault([...files]);
    setFault(wrong);
    const [file] = files;
    if (wrong === '' && file) upload.mutate(file);
    // The same file may be chosen again after it was fixed.
    if (input.current) input.current.value = '';
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    take(event.dataTransfer.files);
  };
  return (
    <section className="card import-upload" aria-label="上传表格">
      {/* biome-ignore lint/a11y/noStaticElementInteractions: dropping is a second way, the button inside is the first */}
      <div
        className={over ? 'import-drop over' : 'import-drop'}
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
        aria-busy={upload.isPending}
      >
        <Icon name="sheet" size={32} />
        <p className="import-drop-lead">{upload.isPending ? '正在上传并读取表头…' : '把表格拖到这里，或'}</p>
        {!upload.isPending && (
          <Button look="primary" icon="import" onClick={() => input.current?.click()}>
            选择文件
          </Button>
        )}
        <input
          ref={input}
          type="file"
          accept=".xlsx,.xls,.csv"
          hidden
          aria-label="选择要导入的表格"
          onChange={(event) => take(event.target.files)}
        />
        <p className="muted small">支持 xlsx、xls、csv，不超过20兆字节，第一行或前几行里要有“姓名”和“身份证号”的表头</p>
        {fault && (
          <p className="field-fault" role="alert">
            <Icon name="warning" />
            {fault}
          </p>
        )}
      </div>
      <div className="import-upload-side">
        <h2>先拿模板</h2>
        <p>模板的列都能识别；已有的花名册也可以直接导入，列名不同时下一步再匹配。</p>
        <Button
          icon="export"
          // The client has shown why it failed.
          onClick={() => download(importTemplate, {}).catch(() => {})}
        >
          下载模板
        </Button>
        <h2>导入到</h2>
        <OrgChoice orgId={orgId} onChoose={setOrgId} />
        <p>按表中的党支部名称在这个组织范围内归入；选的是党支部时，没写支部的行归入它。</p>
      </div>
    </section>
  );
}

function OrgChoice({ orgId, onChoose }: { orgId: string | undefined; onChoose: (orgId: string) => void }) {
  const button = useRef<HTMLButtonElement>(null);
  const [open, setOpen] = useState(false);
  const org = useOrg(orgId);
  return (
    <span className="field-box">
      <Pressable
        ref={button}
        className="form-choice"
        aria-haspopup="tree"
        aria-expanded={open}
        aria-label={`导入到 ${org.name}`}
        onClick={() => setOpen(!open)}
      >
        <span className="ellipsis">{org.name}</span>
        <Icon name="down" size={14} />
      </Pressable>
      {open && button.current && (
        <Popup anchor={button.current} label="选择组织" className="org-popup" onClose={() => setOpen(false)}>
          <OrgTree
            count="members"
            selectedId={org.id}
            openIds={org.path.map(({ id }) => id)}
            onSelect={(node) => {
              onChoose(node.id);
              setOpen(false);
            }}
          />
        </Popup>
      )}
    </span>
  );
}
