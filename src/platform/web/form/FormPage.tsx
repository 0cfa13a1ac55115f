import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { countWrites } from '../call/api.ts';
import { ConfirmDialog } from '../dialogs/ConfirmDialog.tsx';
import { useStands } from '../dialogs/useStands.ts';
import { KeptAt } from '../kept/KeptAt.tsx';
import { PageHead } from '../shell/PageHead.tsx';
import { Icon } from '../show/icons.tsx';
import { Button, Pressable } from '../ui/Button.tsx';
import { restsUnchanged } from './act.ts';
import type { Form } from './useForm.ts';
import './form.css';

interface FormPageProps {
  title: string;
  form: Form;
  /** The sections in their order; each is a part of the page with a link to it. */
  sections: readonly { id: string; title: string; content: ReactNode }[];
  /** Banners above the form. */
  banners?: ReactNode;
  /** What is hardly right: whoever saves is asked once whether it is meant so. */
  doubts?: readonly { text: string }[];
  /** The word for saving; by default 保存. */
  act?: string;
  /** Saves by quiet calls: the form tells what they are refused for, and keeps what was typed. */
  onSave: () => Promise<void>;
  onCancel: () => void;
}

/** A record's form: sections with links to them, faults counted, Ctrl+S, when its draft was kept. */
export function FormPage({
  title,
  form,
  sections,
  banners,
  doubts = [],
  act = '保存',
  onSave,
  onCancel,
}: FormPageProps) {
  const [pending, setPending] = useState(false);
  const { tell } = useStands();
  const faults = Object.keys(form.faults).length;
  const changed = form.dirty.length;

  const [lossesToConfirm, setLossesToConfirm] = useState<readonly string[] | null>(null);
  const sure = useRef<readonly string[]>([]);
  const save = async () => {
    if (pending || !form.validate()) return;
    const unsure = doubts.map(({ text }) => text).filter((text) => !sure.current.includes(text));
    if (unsure.length > 0) {
      setLossesToConfirm(unsure);
      return;
    }
    setPending(true);
    try {
      const before = countWrites();
      await onSave();
      // What only asked further, or met somebody else's change, has written nothing.
      if (countWrites() > before) form.sent();
    } catch (error) {
      if (!tell(error)) form.tell(error);
    } finally {
      setPending(false);
    }
  };
  // A fault whose field is not drawn is said here: nobody is stopped by what they cannot see.
  const [hidden, setHidden] = useState<readonly string[]>([]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is drawn is looked at after each drawing of the faults
  useEffect(() => {
    const drawn = [...(form.box.current?.querySelectorAll('section') ?? [])].map((part) => part.textContent).join();
    const otherFaults = Object.values(form.faults).filter((text) => !drawn.includes(text));
    setHidden((now) => (now.join() === otherFaults.join() ? now : otherFaults));
  }, [form.faults, form.values]);
  const latest = useRef(save);
  latest.current = save;
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (event.key !== 's' || !(event.ctrlKey || event.metaKey)) return;
      event.preventDefault();
      void latest.current();
    };
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, []);

  return (
    <div className="form-page">
      {lossesToConfirm && (
        <ConfirmDialog
          title="没填错吗"
          icon="warning"
          act={`没有错，${act}`}
          cancel="回去看看"
          onConfirm={async () => {
            sure.current = [...sure.current, ...lossesToConfirm];
            await save();
          }}
          onClose={() => setLossesToConfirm(null)}
        >
          <ul className="form-doubts">
            {lossesToConfirm.map((text) => (
              <li key={text}>{text}</li>
            ))}
          </ul>
        </ConfirmDialog>
      )}
      <PageHead title={title} />
      {banners}
      <div className="form-work">
        <form
          ref={form.box}
          className="card form-card"
          noValidate
          onSubmit={(event: FormEvent) => {
            event.preventDefault();
            void save();
          }}
        >
          {sections.map((section) => (
            <section key={section.id} id={`form-${section.id}`} aria-labelledby={`form-${section.id}-title`}>
              <h2 id={`form-${section.id}-title`} className="section-title">
                {section.title}
              </h2>
              <div className="form-grid">{section.content}</div>
            </section>
          ))}
          <footer className="form-foot">
            {faults > 0 ? (
              <span className="form-faults" role="alert">
                <Icon name="warning" />
                还有{faults}处要改
                {hidden.length > 0 && `：${hidden.join('；')}`}
              </span>
            ) : (
              <span className="muted small">
                {changed === 0 ? '还没有改动' : `改了${changed}项`}
                <KeptAt before="，" />
              </span>
            )}
            <Button onClick={onCancel}>取消</Button>
            <Button submit look="primary" disabled={pending || (changed === 0 && restsUnchanged(act))} title="Ctrl+S">
              {pending ? `正在${act}` : act}
            </Button>
          </footer>
        </form>
        {sections.length > 1 && (
          <nav className="form-nav" aria-label="表单各节">
            {sections.map((section) => (
              <Pressable
                key={section.id}
                onClick={() => document.getElementById(`form-${section.id}`)?.scrollIntoView({ behavior: 'smooth' })}
              >
                {section.title}
              </Pressable>
            ))}
          </nav>
        )}
      </div>
    </div>
  );
}
