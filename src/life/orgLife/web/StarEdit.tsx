import { useState } from 'react';
import { useNavigate, useParams } from 'react-router';
import { emit } from '#platform/web/call/events.ts';
import { useAct, useCall } from '#platform/web/call/hooks.ts';
import { ApiError } from '#platform/web/call/request.ts';
import { clearKeptInput, useKept } from '#platform/web/kept/useKept.ts';
import { PageHead } from '#platform/web/shell/PageHead.tsx';
import { Icon } from '#platform/web/show/icons.tsx';
import { RecordLoader } from '#platform/web/show/RecordLoader.tsx';
import { Button, IconButton } from '#platform/web/ui/Button.tsx';
import { type Contest, getContest, listContests, saveContest } from '../contract.star.ts';
import { DEFAULT_BANDS, DEFAULT_ITEMS, STAR_NAMES } from '../rules.star.ts';
import { PATHS } from './paths.ts';
import './event.css';

/** The items and bands of a contest; `0` is a new one. */
export default function StarEdit() {
  const { id = '0' } = useParams();
  const query = useCall(getContest, { id }, { quiet: true, enabled: id !== '0' });
  const list = useCall(listContests, {}, { quiet: true, enabled: id === '0' });
  if (id === '0') {
    return (
      <RecordLoader query={list} refused={({ can }) => (can.add ? '' : '五星创评由上级党组织发起，本组织不能发起')}>
        {() => <Edit contest={null} />}
      </RecordLoader>
    );
  }
  return (
    <RecordLoader query={query} fresh refused={(one) => (one.can.edit ? '' : '自评开始后不能再改项目和分数线')}>
      {(contest) => <Edit contest={contest} />}
    </RecordLoader>
  );
}

const whole = (text: string) => (/^\d{1,4}$/.test(text.trim()) ? Number(text.trim()) : -1);

function Edit({ contest }: { contest: Contest | null }) {
  const navigate = useNavigate();
  const now = String(contest?.year ?? new Date().getFullYear());
  const [year, setYear] = useState(now);
  const [title, setTitle] = useState(contest?.title ?? `${now}年五星党支部创评`);
  const [items, setItems] = useState(() =>
    (contest?.items ?? DEFAULT_ITEMS).map(({ name, max }) => ({ name, max: String(max) })),
  );
  const [bands, setBands] = useState(() => (contest?.bands ?? DEFAULT_BANDS).map(String));
  const [faults, setFaults] = useState<Readonly<Record<string, string>>>({});
  const [touched, setTouched] = useState(false);
  const save = useAct(saveContest, { quiet: true });
  useKept({
    of: 'star',
    called: '五星创评',
    value: { year, title, items, bands },
    changed: touched,
    ...(contest && { base: String(contest.version) }),
    restore: (kept) => {
      setYear(kept.year);
      setTitle(kept.title);
      setItems(kept.items);
      setBands(kept.bands);
      setTouched(true);
    },
  });
  const total = items.reduce((sum, { max }) => sum + Math.max(0, whole(max)), 0);
  const submit = async () => {
    setFaults({});
    try {
      const { id } = await save.mutateAsync({
        id: contest?.id ?? '',
        version: contest?.version ?? 0,
        year,
        title,
        items: items.map(({ name, max }) => ({ name, max: whole(max) })),
        bands: bands.map(whole),
      });
      clearKeptInput();
      emit('notice', { kind: 'success', text: '已保存' });
      navigate(PATHS.scores(id), { replace: true });
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setFaults(error.fields);
      emit('notice', { kind: 'error', text: Object.values(error.fields)[0] ?? error.message });
    }
  };
  const set = (at: number, more: Partial<{ name: string; max: string }>) => {
    setTouched(true);
    setItems(items.map((one, index) => (index === at ? { ...one, ...more } : one)));
  };
  const shown = [...new Set(Object.values(faults))];
  return (
    <div className="life-page">
      <PageHead title={contest ? `编辑 ${contest.title}` : '发起五星创评'}>
        <Button look="primary" disabled={save.isPending} onClick={() => void submit()}>
          保存
        </Button>
      </PageHead>
      {shown.length > 0 && (
        <p className="banner bad" role="alert">
          <Icon name="warning" />
          <span className="grow">{shown.join('；')}</span>
        </p>
      )}
      <section className="card" aria-label="创评">
        <div className="card-head">
          <h2>创评</h2>
        </div>
        <div className="life-write">
          <label className="life-topics">
            <span className="field-label">年份</span>
            <input
              className="field-box"
              inputMode="numeric"
              maxLength={4}
              value={year}
              onChange={(event) => {
                setTouched(true);
                setYear(event.target.value);
              }}
            />
          </label>
          <label className="life-topics">
            <span className="field-label">名称</span>
            <input
              className="field-box"
              maxLength={60}
              value={title}
              onChange={(event) => {
                setTouched(true);
                setTitle(event.target.value);
              }}
            />
          </label>
        </div>
      </section>
      <section className="card" aria-label="项目">
        <div className="card-head">
          <h2>项目和满分</h2>
          <span className="secondary">合计{total}分，含加分</span>
        </div>
        <div className="life-write life-topics">
          <ol>
            {items.map((one, at) => (
              // Rows have no name of their own before they are saved; their place is what tells them apart.
              // biome-ignore lint/suspicious/noArrayIndexKey: see above
              <li key={at}>
                <input
                  className="field-box"
                  aria-label={`第${at + 1}项`}
                  maxLength={30}
                  value={one.name}
                  onChange={(event) => set(at, { name: event.target.value })}
                />
                <input
                  className="field-box life-points"
                  aria-label={`${one.name}满分`}
                  inputMode="numeric"
                  maxLength={4}
                  value={one.max}
                  onChange={(event) => set(at, { max: event.target.value })}
                />
                <IconButton
                  look="normal"
                  icon="trash"
                  label={`删去${one.name || `第${at + 1}项`}`}
                  onClick={() => {
                    setTouched(true);
                    setItems(items.filter((_one, index) => index !== at));
                  }}
                />
              </li>
            ))}
          </ol>
          <span>
            <Button
              icon="plus"
              onClick={() => {
                setTouched(true);
                setItems([...items, { name: '', max: '' }]);
              }}
            >
              添加项目
            </Button>
          </span>
        </div>
      </section>
      <section className="card" aria-label="星级分数线">
        <div className="card-head">
          <h2>星级分数线</h2>
          <span className="secondary">达到这个分数评为该星级，都不到的为一星</span>
        </div>
        <div className="life-write life-votes">
          {bands.map((least, at) => (
            <label key={STAR_NAMES[5 - at]}>
              {STAR_NAMES[5 - at]}
              <input
                className="field-box"
                inputMode="numeric"
                maxLength={4}
                value={least}
                onChange={(event) => {
                  setTouched(true);
                  setBands(bands.map((one, index) => (index === at ? event.target.value : one)));
                }}
              />
            </label>
          ))}
        </div>
      </section>
    </div>
  );
}
