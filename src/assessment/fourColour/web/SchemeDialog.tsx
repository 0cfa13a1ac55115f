import { useState } from 'react';
import { useDict } from '#kernel/dictionary/web/pickers.ts';
import { emit } from '#platform/web/call/events.ts';
import { useAct, useCall } from '#platform/web/call/hooks.ts';
import { ApiError } from '#platform/web/call/request.ts';
import { Dialog } from '#platform/web/dialogs/Dialog.tsx';
import { Waiting } from '#platform/web/show/RecordLoader.tsx';
import { Button } from '#platform/web/ui/Button.tsx';
import { getScheme, saveScheme } from '../contract.hand.ts';
import {
  type Look,
  type Natures,
  PRESETS,
  type Scheme,
  SIGNS,
  schemeFaults,
  TONES,
  type Tone,
} from '../rules.scheme.ts';
import { NATURES } from '../rules.ts';
import { LevelTag } from './LevelTag.tsx';
import './scheme.css';

/** Counted everywhere; nobody chooses them. */
const HOUSE_NATURES: ReadonlySet<string> = new Set([...NATURES.city, ...NATURES.village]);

/** How the own organisation and those below draw the four levels; numbers of the past stay. */
export function SchemeDialog({ onClose }: { onClose: () => void }) {
  const schemeQuery = useCall(getScheme, {}, { quiet: true, staleTime: 0 });
  if (!schemeQuery.data)
    return (
      <Dialog title="四色方案" icon="settings" width={900} onClose={onClose} foot={null}>
        <Waiting query={schemeQuery} lines={5} />
      </Dialog>
    );
  return <Loaded {...schemeQuery.data} onClose={onClose} />;
}

const KIND_LABELS = { city: '另计入城市的单位性质', village: '另计入农村的单位性质' } as const;

interface Props extends Natures {
  looks: Scheme;
  version: number;
  orgName: string;
  onClose: () => void;
}

function Loaded({ looks: before, city, village, version, orgName, onClose }: Props) {
  const save = useAct(saveScheme, { quiet: true });
  const [looks, setLooks] = useState<Scheme>(before);
  const [told, setTold] = useState<Readonly<Record<string, string>>>({});
  const natures = useDict('0011')['0011'].filter(({ value }) => !HOUSE_NATURES.has(value));
  const [counted, setCounted] = useState<Natures>({ city, village });
  const choose = (kind: keyof Natures, nature: string, on: boolean) => {
    setTold({});
    const other = kind === 'city' ? 'village' : 'city';
    setCounted((all) => ({
      ...all,
      [kind]: on ? [...all[kind], nature] : all[kind].filter((one) => one !== nature),
      [other]: all[other].filter((one) => one !== nature),
    }));
  };
  const faults = { ...schemeFaults(looks), ...told };
  const change = (at: number, more: Partial<Look>) => {
    setTold({});
    setLooks((all) => all.map((one, place) => (place === at ? { ...one, ...more } : one)));
  };
  const submit = async () => {
    try {
      await save.mutateAsync({
        version,
        looks: [...looks],
        city: [...counted.city],
        village: [...counted.village],
      });
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setTold(Object.keys(error.fields).length > 0 ? error.fields : { looks: error.message });
      return;
    }
    emit('notice', { kind: 'success', text: '已保存四色方案' });
    onClose();
  };
  return (
    <Dialog
      title="四色方案"
      icon="settings"
      width={900}
      onClose={onClose}
      foot={
        <>
          <Button onClick={onClose}>取消</Button>
          <Button
            look="primary"
            disabled={save.isPending || Object.keys(schemeFaults(looks)).length > 0}
            onClick={submit}
          >
            保存
          </Button>
        </>
      }
    >
      <p className="muted">
        现用{orgName ? `${orgName}的方案` : '平台默认方案'}
        。保存后本组织和下级按新方案显示，以前各季度的等级不变。街道、社区计入城市，乡镇、行政村计入农村，其他的在下面选。
      </p>
      <p className="colour-presets">
        {Object.entries(PRESETS).map(([key, { name, looks: preset }]) => (
          <Button key={key} size="compact" onClick={() => setLooks(preset)}>
            {name}
          </Button>
        ))}
      </p>
      <ol className="colour-looks">
        {looks.map((one, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the four levels are their places
          <li key={at}>
            <LevelTag level={at + 1} scheme={looks} />
            <input
              className="field-box"
              aria-label={`等级${at + 1}颜色名称`}
              maxLength={2}
              value={one.label}
              onChange={(event) => change(at, { label: event.target.value.trim() })}
            />
            <input
              className="field-box"
              aria-label={`等级${at + 1}名称`}
              maxLength={4}
              value={one.name}
              onChange={(event) => change(at, { name: event.target.value.trim() })}
            />
            <select
              className="field-box"
              aria-label={`等级${at + 1}形状`}
              value={one.sign}
              onChange={(event) => change(at, { sign: event.target.value as Look['sign'] })}
            >
              {SIGNS.map((sign) => (
                <option key={sign}>{sign}</option>
              ))}
            </select>
            <select
              className="field-box"
              aria-label={`等级${at + 1}颜色`}
              value={one.tone}
              onChange={(event) => change(at, { tone: event.target.value as Tone })}
            >
              {Object.entries(TONES).map(([tone, label]) => (
                <option key={tone} value={tone}>
                  {label}色
                </option>
              ))}
            </select>
            <input
              className="field-box"
              aria-label={`等级${at + 1}字母`}
              placeholder="字母"
              maxLength={1}
              value={one.letter}
              onChange={(event) => change(at, { letter: event.target.value.trim() })}
            />
            {Object.entries(faults)
              .filter(([field]) => field.startsWith(`looks.${at}.`))
              .map(([field, text]) => (
                <small key={field} className="field-fault" role="alert">
                  {text}
                </small>
              ))}
          </li>
        ))}
      </ol>
      {(['city', 'village'] as const).map((kind) => (
        <fieldset key={kind} className="colour-natures">
          <legend>{KIND_LABELS[kind]}</legend>
          {natures.map(({ value, label }) => (
            <label key={value} className="filter-option">
              <input
                type="checkbox"
                className="tick"
                checked={counted[kind].includes(value)}
                onChange={(event) => choose(kind, value, event.target.checked)}
              />
              {label}
            </label>
          ))}
          {faults[kind] && (
            <small className="field-fault" role="alert">
              {faults[kind]}
            </small>
          )}
        </fieldset>
      ))}
      {told.looks && (
        <p className="field-fault" role="alert">
          {told.looks}
        </p>
      )}
    </Dialog>
  );
}
