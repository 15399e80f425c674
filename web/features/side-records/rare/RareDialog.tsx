import { sideRecords } from '#contract/side-records.ts';
import type { RareData } from '#domain/records/rare-data.ts';
import { AnswerForm } from '../base/AnswerForm.tsx';
import { ReasonForm } from '../base/ReasonForm.tsx';
import type { RecordDialogProps } from '../base/record-view.ts';
import { useRecordCommand } from '../base/use-record-command.ts';
import { AskRareForm } from './AskRareForm.tsx';

/** Texts of the commands that ask for one text at most. */
const shortTexts: Record<string, { intro: string; label?: string; field?: 'reason' | 'remark' }> = {
  receive: { intro: '容缺的材料已在窗口收齐，核对无误。', label: '说明', field: 'remark' },
  accept: { intro: '补充的材料符合要求，容缺结束。' },
  reject: { intro: '补充的材料不符合要求，申请人可以在期限内重新补充。', label: '不通过的原因' },
  end: { intro: '终止后不再等待容缺的材料，由您按现有材料决定。', label: '终止的原因' },
};

/** Shows the dialog of a command on a rare supplement. */
export function RareDialog(props: RecordDialogProps) {
  if (props.offer.command === 'ask') return <AskRareForm {...props} />;
  return <ExistingRareDialog {...props} />;
}

function ExistingRareDialog(props: RecordDialogProps) {
  const { offer, record } = props;
  const command = useRecordCommand(sideRecords.rare, props);
  if (offer.command === 'submit') {
    const { papers } = (record?.data ?? { papers: [] }) as unknown as RareData;
    return (
      <AnswerForm
        {...props}
        {...command}
        intro="代申请人提交容缺的材料，提交后由经办人审核。"
        papers={papers.map(({ name }) => ({ name, hint: '' }))}
        onSubmit={(files, remark) => command.send({ command: 'submit', files, remark })}
      />
    );
  }
  const { intro = '', label, field = 'reason' } = shortTexts[offer.command] ?? {};
  return (
    <ReasonForm
      {...props}
      {...command}
      intro={intro}
      label={label}
      field={field}
      onSubmit={(text) => {
        if (offer.command === 'receive') return command.send({ command: 'receive', remark: text });
        if (offer.command === 'accept') return command.send({ command: 'accept' });
        return command.send({ command: offer.command === 'reject' ? 'reject' : 'end', reason: text });
      }}
    />
  );
}
