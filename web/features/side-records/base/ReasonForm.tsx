import { Form } from 'antd';
import { useState } from 'react';
import { maxReasonLength } from '#domain/opinions/limits.ts';
import { CountedText } from '#web/toolkit/dialog/CountedText.tsx';
import type { Problems } from '#web/toolkit/dialog/use-problems.ts';
import { RecordCommandDialog } from './RecordCommandDialog.tsx';
import type { RecordDialogProps } from './record-view.ts';

/** Asks for the reason of a command; without a label only for a confirmation. */
export function ReasonForm(
  props: RecordDialogProps & {
    intro: string;
    label?: string | undefined;
    /** Field of the text in the command. */
    field?: 'reason' | 'remark';
    running: boolean;
    problems: Problems;
    clearProblem: (field: string) => void;
    onSubmit: (reason: string) => Promise<void>;
  },
) {
  const { intro, label, field = 'reason', running, problems, clearProblem, onSubmit } = props;
  const [text, setText] = useState('');
  return (
    <RecordCommandDialog {...props} values={[text]} running={running} onSubmit={() => onSubmit(text)}>
      <p>{intro}</p>
      {label !== undefined && (
        <Form layout="vertical" component={false}>
          <CountedText
            label={label}
            required={field === 'reason'}
            rows={3}
            max={maxReasonLength}
            problem={problems[field]}
            value={text}
            onChange={(value) => {
              setText(value);
              clearProblem(field);
            }}
          />
        </Form>
      )}
    </RecordCommandDialog>
  );
}
