import { useQuery } from '@tanstack/react-query';
import { Checkbox, Radio } from 'antd';
import { useState } from 'react';
import { handling } from '#contract/handling.ts';
import { refusalRow } from '#domain/refusals/refusals.ts';
import { queryOf } from '#web/api/query-of.ts';
import { AppModal } from '#web/toolkit/dialog/AppModal.tsx';
import { FailureState } from '#web/toolkit/feedback/FailureState.tsx';
import { SkeletonRows } from '#web/toolkit/feedback/ScreenSkeleton.tsx';
import { confirmWord } from './action-words.ts';
import styles from './handling.module.css';
import type { ActionChoice } from './use-handling-flow.ts';

/** Action 12: the handler names the branch that the matter goes on by; an inclusive gateway takes several. */
export function BranchDialog(props: {
  action: string;
  traceId: string;
  submitting: boolean;
  onSubmit: (choice: ActionChoice) => void;
  onClose: () => void;
}) {
  const { action, traceId, submitting, onSubmit, onClose } = props;
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const [asked, setAsked] = useState(false);
  const branches = useQuery({
    ...queryOf(handling.branchNodes, { query: { traceId } }),
    gcTime: 0,
  });
  const options = branches.data?.rows.map(({ flowNodeId, flowNodeName }) => ({
    value: flowNodeId,
    label: flowNodeName,
  }));
  const submit = () => {
    setAsked(true);
    if (chosen.length > 0) onSubmit({ branchProcessingNodeId: chosen.join(',') });
  };
  return (
    <AppModal
      open
      title={action}
      width={480}
      okText={confirmWord(action)}
      confirmLoading={submitting}
      okButtonProps={{ disabled: options === undefined }}
      onOk={submit}
      onCancel={onClose}
    >
      {branches.isPending && <SkeletonRows rows={3} />}
      {branches.isError && (
        <FailureState compact failure={branches.error} onRetry={() => void branches.refetch()} />
      )}
      {branches.data !== undefined && (
        <fieldset className={styles.choice}>
          <legend>
            办理分支{branches.data.multiple && <span className={styles.choiceNote}>可多选</span>}
          </legend>
          {branches.data.multiple ? (
            <Checkbox.Group options={options} value={[...chosen]} onChange={setChosen} />
          ) : (
            <Radio.Group
              options={options}
              value={chosen[0]}
              onChange={(event) => setChosen([event.target.value as string])}
            />
          )}
          {asked && chosen.length === 0 && (
            <p role="alert" className={styles.choiceFault}>
              {refusalRow.branchRequired.text}
            </p>
          )}
        </fieldset>
      )}
    </AppModal>
  );
}
