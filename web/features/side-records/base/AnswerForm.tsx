import { Form } from 'antd';
import { useState } from 'react';
import { maxOpinionLength } from '#domain/opinions/limits.ts';
import { CountedText } from '#web/toolkit/dialog/CountedText.tsx';
import type { Problems } from '#web/toolkit/dialog/use-problems.ts';
import { PaperFiles } from './PaperFiles.tsx';
import { RecordCommandDialog } from './RecordCommandDialog.tsx';
import type { RecordDialogProps } from './record-view.ts';

/** Asks for the files of each material that a record waits for, and for a remark of the applicant. */
export function AnswerForm(
  props: RecordDialogProps & {
    papers: readonly { name: string; hint: string }[];
    intro: string;
    running: boolean;
    problems: Problems;
    clearProblem: (field: string) => void;
    onSubmit: (files: string[][], remark: string) => Promise<void>;
  },
) {
  const { papers, intro, running, problems, clearProblem, onSubmit, record, order } = props;
  const [files, setFiles] = useState<string[][]>(() => papers.map(() => []));
  const [busy, setBusy] = useState<boolean[]>(() => papers.map(() => false));
  const [remark, setRemark] = useState('');
  return (
    <RecordCommandDialog
      {...props}
      values={[remark, files]}
      hasChoices
      disabled={busy.includes(true)}
      onSubmit={() => onSubmit(files, remark)}
    >
      <p>{intro}</p>
      <Form layout="vertical" component={false}>
        {papers.map(({ name, hint }, index) => (
          <PaperFiles
            key={name}
            storageName={`record.${order.code}.${record?.id}.${name}`}
            name={name}
            hint={hint}
            problem={problems[`files[${index}]`]}
            disabled={running}
            onChange={(fileIds, isBusy) => {
              setFiles((before) => before.map((ids, other) => (other === index ? fileIds : ids)));
              setBusy((before) => before.map((one, other) => (other === index ? isBusy : one)));
              clearProblem(`files[${index}]`);
            }}
          />
        ))}
        {problems.fileList !== undefined && <p role="alert">{problems.fileList}</p>}
        <CountedText
          label="申请人说明"
          rows={2}
          placeholder="选填"
          max={maxOpinionLength}
          problem={problems.remark}
          value={remark}
          onChange={(text) => {
            setRemark(text);
            clearProblem('remark');
          }}
        />
      </Form>
    </RecordCommandDialog>
  );
}
