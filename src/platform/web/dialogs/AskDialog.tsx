import { useEffect, useState } from 'react';
import { on, type WebEvents } from '../call/events.ts';
import { Button } from '../ui/Button.tsx';
import { Dialog } from './Dialog.tsx';

/** The question before an act whose contract has `asks`: how many people and who. It is mounted once, above all pages. */
export function AskDialog() {
  const [questions, setQuestions] = useState<readonly WebEvents['asked'][]>([]);
  useEffect(() => on('asked', (question) => setQuestions((all) => [...all, question])), []);
  const [question] = questions;
  if (!question) return null;
  const close = (goesOn: boolean) => {
    question.answer(goesOn);
    setQuestions((all) => all.filter((one) => one !== question));
  };
  return (
    <Dialog
      title={question.act}
      icon="warning"
      onClose={() => close(false)}
      foot={
        <>
          <Button onClick={() => close(false)}>取消</Button>
          <Button look="primary" className="asked-yes" onClick={() => close(true)}>
            确定{question.act}
          </Button>
        </>
      }
    >
      {question.words.map((words) => (
        <p key={words}>{words}</p>
      ))}
    </Dialog>
  );
}
