import { type ChangeEvent, useRef } from 'react';
import { MAX_SUBTITLES } from '../../files/subtitles.ts';
import { emit } from '../call/events.ts';
import { AreaField } from '../form/fields.tsx';
import type { Form } from '../form/useForm.ts';
import { Button } from '../ui/Button.tsx';

/** WebVTT, typed or read from a file. */
export function SubtitleField({ form }: { form: Form }) {
  const box = useRef<HTMLInputElement>(null);
  const read = async ({ target }: ChangeEvent<HTMLInputElement>) => {
    const file = target.files?.[0];
    target.value = '';
    if (!file) return;
    if (file.size > MAX_SUBTITLES * 3) {
      emit('notice', { kind: 'error', text: '字幕文件太大' });
      return;
    }
    form.set({ subtitles: await file.text() });
  };
  return (
    <div className="form-field wide">
      <AreaField
        form={form}
        name="subtitles"
        label="字幕"
        wide
        max={MAX_SUBTITLES}
        rows={6}
        hint="WebVTT格式，第一行是 WEBVTT；不填就没有字幕"
      />
      <Button size="compact" icon="import" iconSize={14} onClick={() => box.current?.click()}>
        从 .vtt 文件读取
      </Button>
      <input
        ref={box}
        type="file"
        accept=".vtt,text/vtt"
        hidden
        aria-label="字幕文件"
        onChange={(event) => void read(event)}
      />
    </div>
  );
}
