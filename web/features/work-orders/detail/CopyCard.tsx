import { Button, Form, Input } from 'antd';
import { useEffect, useRef, useState } from 'react';
import { copies } from '#contract/copies.ts';
import type { WorkOrderPage } from '#contract/work-orders.ts';
import { maxOpinionLength } from '#domain/opinions/limits.ts';
import { countCharacters } from '#domain/texts/characters.ts';
import { isCallError } from '#web/api/call-error.ts';
import { useAction } from '#web/api/use-action.ts';
import { useFeedback } from '#web/toolkit/feedback/use-feedback.ts';
import { Card } from '#web/toolkit/page/Card.tsx';
import { DateTime } from '#web/toolkit/status/DateTime.tsx';
import styles from './copy-card.module.css';

type Copy = NonNullable<WorkOrderPage['copy']>;

/**
 * Shows the sender and the note of a copy, before everything that is read-only; opening it marks it as read.
 * Readers leave a reading note here if the process allows it.
 */
export function CopyCard(props: { copy: Copy; code: string; onNoted: () => void }) {
  const { copy, code, onNoted } = props;
  useReadMark(copy);
  return (
    <Card title="抄送给我的">
      <p className={styles.from}>
        <b>{copy.handlerName}</b>
        <span className={styles.second}>{copy.handlerOrgName}</span>
        <span className={styles.second}>
          <DateTime value={copy.createdAt} /> 抄送
        </span>
      </p>
      {copy.note !== '' && <blockquote className={styles.note}>{copy.note}</blockquote>}
      {copy.mayNote && <NoteForm code={code} onNoted={onNoted} />}
    </Card>
  );
}

/** Marks the copy as read when it is shown; a failed attempt is repeated at the next visit. */
function useReadMark({ traceId, read }: Copy): void {
  const { run } = useAction(copies.markRead);
  const markedTraceId = useRef<string>(undefined);
  useEffect(() => {
    if (read || markedTraceId.current === traceId) return;
    markedTraceId.current = traceId;
    void run({ body: { traceId } });
  }, [read, traceId, run]);
}

function NoteForm({ code, onNoted }: { code: string; onNoted: () => void }) {
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
