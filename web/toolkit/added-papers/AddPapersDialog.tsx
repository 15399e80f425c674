import { Form } from 'antd';
import { useState } from 'react';
import { handling } from '#contract/handling.ts';
import { maxReasonLength } from '#domain/opinions/limits.ts';
import { addedPapersText } from '#domain/workflow/added-papers-texts.ts';
import { useAction } from '#web/api/use-action.ts';
import { Attachments } from '../attachments/Attachments.tsx';
import { type AttachedFiles, useAttachedFiles } from '../attachments/use-attached-files.ts';
import { ConfirmDialog } from '../confirm/ConfirmDialog.tsx';
import { CountedText } from '../dialog/CountedText.tsx';
import { useChanged } from '../dialog/use-changed.ts';
import { useProblems } from '../dialog/use-problems.ts';
import { useFeedback } from '../feedback/use-feedback.ts';

export interface AddPapersDialogProps {
  order: { code: string; title: string };
  /** Called with the result as a message. */
  onDone: (message: string) => void;
  onClose: () => void;
}

/** Shows 补充材料: adds files that arrived after the start of an order, with a note to its handlers. */
export function AddPapersDialog({ order, onDone, onClose }: AddPapersDialogProps) {
  const files = useAttachedFiles(`papers.${order.code}`);
  const [note, setNote] = useState('');
  const changed = useChanged([note]);
  const { problems, showProblems, clearProblem, applyServerProblems } = useProblems();
  const { run, running } = useAction(handling.addPapers);
  const feedback = useFeedback();

  const submit = async () => {
    if (files.list.length === 0) return showProblems({ fileList: addedPapersText.missing });
    const outcome = await run({
      params: { workorderCode: order.code },
      body: { note, fileList: files.list.map(({ id }) => ({ id })) },
    });
    if (outcome.kind === 'ignored') return;
    if (outcome.kind === 'done') {
      files.clear();
      feedback.success(outcome.data.message);
      return onDone(outcome.data.message);
    }
    applyServerProblems(outcome.failure, ({ field, message }) => ({ [field]: message }));
  };

  return (
    <ConfirmDialog
      action="补充材料"
      code={order.code}
      subject={order.title}
      hasTextField
      disabled={files.busy}
      submitting={running}
      onConfirm={() => void submit()}
      unsaved={changed}
      onCancel={onClose}
    >
      <p>{addedPapersText.question}</p>
      <Form layout="vertical" component={false}>
        <Form.Item validateStatus={problems.fileList ? 'error' : ''} help={problems.fileList}>
          <Attachments
            files={{ ...files, ...withCallback(files, () => clearProblem('fileList')) }}
            disabled={running}
          />
        </Form.Item>
        <CountedText
          label="补充说明"
          problem={problems.note}
          rows={2}
          placeholder="选填，当前环节的处理人会看到"
          max={maxReasonLength}
          value={note}
          onChange={(text) => {
            setNote(text);
            clearProblem('note');
          }}
        />
      </Form>
    </ConfirmDialog>
  );
}

/** Returns the add and remove functions, each followed by a call of `afterChange`. */
function withCallback(
  { add, remove }: AttachedFiles,
  afterChange: () => void,
): Pick<AttachedFiles, 'add' | 'remove'> {
  return {
    add: (file) => {
      add(file);
      afterChange();
    },
    remove: (id) => {
      remove(id);
      afterChange();
    },
  };
}
