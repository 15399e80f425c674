import { Form, Radio } from 'antd';
import { useState } from 'react';
import { sideRecords } from '#contract/side-records.ts';
import { CorrectionCategory, correctionCategoryLabel } from '#domain/enumerations/correction.ts';
import type { CorrectionData } from '#domain/records/correction-data.ts';
import { AnswerForm } from '../base/AnswerForm.tsx';
import { ReasonForm } from '../base/ReasonForm.tsx';
import { RecordCommandDialog } from '../base/RecordCommandDialog.tsx';
import type { RecordDialogProps } from '../base/record-view.ts';
import { useRecordCommand } from '../base/use-record-command.ts';
import { AskCorrectionForm } from './AskCorrectionForm.tsx';
import { ReceiveForm } from './ReceiveForm.tsx';

/** Shows the dialog of a command on a correction. */
export function CorrectionDialog(props: RecordDialogProps) {
  switch (props.offer.command) {
    case 'ask':
      return <AskCorrectionForm {...props} />;
    case 'receive':
      return <ReceiveForm {...props} />;
    case 'choose':
      return <ChooseForm {...props} />;
    case 'submit':
      return <SubmitForm {...props} />;
    default:
      return <ShortForm {...props} />;
  }
}

/** Texts of the commands that ask for a reason at most. */
const shortTexts: Record<string, { intro: string; label?: string }> = {
  remind: { intro: '以短信提醒申请人尽快补正。' },
  abandon: { intro: '申请人放弃后不能再补正，由您决定如何继续办理。', label: '放弃补正的说明' },
  cancel: {
    intro:
      '撤销后不再需要申请人补正，时限接着计算，并告知申请人。实行一次性告知的事项，撤销后不能再要求补正。',
    label: '撤销原因',
  },
};

function ShortForm(props: RecordDialogProps) {
  const { command: name } = props.offer;
  const command = useRecordCommand(sideRecords.correction, props);
  const { intro = '', label } = shortTexts[name] ?? {};
  return (
    <ReasonForm
      {...props}
      {...command}
      intro={intro}
      label={label}
      onSubmit={(reason) =>
        name === 'remind'
          ? command.send({ command: 'remind' })
          : command.send({ command: name === 'abandon' ? 'abandon' : 'cancel', reason })
      }
    />
  );
}

function ChooseForm(props: RecordDialogProps) {
  const [category, setCategory] = useState<CorrectionCategory>(CorrectionCategory.online);
  const { send, running } = useRecordCommand(sideRecords.correction, props);
  return (
    <RecordCommandDialog
      {...props}
      values={[category]}
      running={running}
      onSubmit={() => send({ command: 'choose', category })}
    >
      <Form layout="vertical" component={false}>
        <Form.Item label="补正方式" required>
          <Radio.Group
            aria-label="补正方式"
            value={category}
            options={Object.values(CorrectionCategory).map((value) => ({
              value,
              label: correctionCategoryLabel[value],
            }))}
            onChange={({ target }) => setCategory(target.value as CorrectionCategory)}
          />
        </Form.Item>
      </Form>
    </RecordCommandDialog>
  );
}

function SubmitForm(props: RecordDialogProps) {
  const command = useRecordCommand(sideRecords.correction, props);
  const { papers } = (props.record?.data ?? { papers: [] }) as unknown as CorrectionData;
  return (
    <AnswerForm
      {...props}
      {...command}
      intro="代申请人提交补正的材料，提交后由经办人审核。"
      papers={papers.map(({ name, reason }) => ({ name, hint: reason }))}
      onSubmit={(files, remark) => command.send({ command: 'submit', files, remark })}
    />
  );
}
