import { Form } from 'antd';
import { useState } from 'react';
import { outputRecords } from '#contract/output-records.ts';
import { maxReasonLength } from '#domain/opinions/limits.ts';
import { CountedText } from '#web/toolkit/dialog/CountedText.tsx';
import { lazyPart } from '#web/toolkit/lazy-parts/lazy-part.tsx';
import { RecordCommandDialog } from '../base/RecordCommandDialog.tsx';
import type { RecordDialogProps } from '../base/record-view.ts';
import { useRecordCommand } from '../base/use-record-command.ts';
import { IssueDialog } from './IssueDialog.tsx';

/** Takes a signature and files, whose code other records do not need. */
const CollectDialog = lazyPart(async () => (await import('./CollectDialog.tsx')).CollectDialog);

/** Shows the dialog of a command on certificates. */
export function OutputDialog(props: RecordDialogProps) {
  switch (props.offer.command) {
    case 'issue':
      return <IssueDialog {...props} />;
    case 'collect':
      return <CollectDialog {...props} onLoadFailed={props.onClose} />;
    case 'cancel':
      return <CancelDialog {...props} />;
    default:
      return <WayDialog {...props} />;
  }
}

function CancelDialog(props: RecordDialogProps) {
  const [reason, setReason] = useState('');
  const command = useRecordCommand(outputRecords.command, props);
  return (
    <RecordCommandDialog
      {...props}
      values={[reason]}
      running={command.running}
      onSubmit={() => command.send({ command: 'cancel', reason })}
    >
      <p>撤销后，这些证照不再等待领取或寄送；已告知申请人的，请另行告知。</p>
      <Form layout="vertical" component={false}>
        <CountedText
          label="撤销原因"
          required
          rows={3}
          max={maxReasonLength}
          problem={command.problems.reason}
          value={reason}
          onChange={(text) => {
            setReason(text);
            command.clearProblem('reason');
          }}
        />
      </Form>
    </RecordCommandDialog>
  );
}

/** Shows 改为邮寄 and 改为窗口领取, which need no input. */
function WayDialog(props: RecordDialogProps) {
  const command = useRecordCommand(outputRecords.command, props);
  const name = props.offer.command === 'toPost' ? 'toPost' : 'toWindow';
  return (
    <RecordCommandDialog
      {...props}
      values={[]}
      running={command.running}
      onSubmit={() => command.send({ command: name })}
    >
      <p>
        {name === 'toPost'
          ? '改为邮寄后，请在“快递寄出”中下单或登记运单号；快递妥投的时间作为送达时间。'
          : '改为窗口领取后，由申请人本人或代领人到窗口签字领取。'}
      </p>
    </RecordCommandDialog>
  );
}
