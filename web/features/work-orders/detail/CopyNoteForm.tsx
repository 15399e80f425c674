import { Button, Form, Input } from 'antd';
import { useState } from 'react';
import { copies } from '#contract/copies.ts';
import { maxOpinionLength } from '#domain/opinions/limits.ts';
import { countCharacters } from '#domain/texts/characters.ts';
import { isCallError } from '#web/api/call-error.ts';
import { useAction } from '#web/api/use-action.ts';
import { useFeedback } from '#web/toolkit/feedback/use-feedback.ts';
import styles from './copy-card.module.css';

/** Asks the reader of a copy for a reading note (阅办意见). */
export function CopyNoteForm({ code, onNoted }: { code: string; onNoted: () => void }) {
  const [note, setNote] = useState('');
  const [error, setProblem] = useState<string>();
  const { run, running } = useAction(copies.leaveNote);
  const feedback = useFeedback();
  const submit = async () => {
    const outcome = await run({ params: { workorderCode: code }, body: { note } });
    if (outcome.kind === 'ignored') return;
    if (outcome.kind === 'done') {
      feedback.success(outcome.data.message);
      setNote('');
      return onNoted();
    }
    const [problem] = isCallError(outcome.failure) ? outcome.failure.problems : [];
    if (problem === undefined) feedback.failure(outcome.failure);
    setProblem(problem?.message);
  };
  return (
    <Form layout="vertical" component={false}>
      <Form.Item
        label="阅办意见"
        htmlFor="reading-note"
        className={styles.form}
        validateStatus={error && 'error'}
        help={error}
      >
        <Input.TextArea
          id="reading-note"
          rows={2}
          placeholder="选填，会记入办理轨迹；不影响流程"
          count={{ show: true, max: maxOpinionLength, strategy: countCharacters }}
          value={note}
          onChange={(event) => {
            setNote(event.target.value);
            setProblem(undefined);
          }}
        />
      </Form.Item>
      <Button loading={running} onClick={() => void submit()}>
        提交阅办意见
      </Button>
    </Form>
  );
}
