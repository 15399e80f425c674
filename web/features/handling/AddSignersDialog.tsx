import { Radio } from 'antd';
import { useState } from 'react';
import { HandlerKind } from '#web/toolkit/pickers/handler-sources.ts';
import { ActionConfirm } from './ActionConfirm.tsx';
import { type ActionDialogProps, useButtonPreview } from './action-confirm.ts';
import handlingStyles from './handling.module.css';
import type { NamedHandler } from './NodeHandlersField.tsx';
import styles from './requested-seats.module.css';
import { entriesOf, seatCountText } from './requested-seats.ts';
import { SeatPills } from './SeatPills.tsx';
import { type Sequence, SequenceChoice } from './SequenceChoice.tsx';

/**
 * Shows 加签: several people give their opinion before the handler's own work or after it, at the same
 * time or one after the other.
 */
export function AddSignersDialog(props: ActionDialogProps) {
  const [members, setMembers] = useState<readonly NamedHandler[]>([]);
  const [place, setPlace] = useState<'before' | 'after'>('before');
  const [sequence, setSequence] = useState<Sequence>('1');
  const [showsProblems, setShowsProblems] = useState(false);
  const isMissing = members.length === 0;
  const choice = {
    countersignList: entriesOf(members),
    countersignHandlerType: sequence,
    signerPlace: place,
  };
  const preview = useButtonPreview(props, choice);
  const submit = () => {
    setShowsProblems(true);
    return isMissing ? null : choice;
  };
  return (
    <ActionConfirm
      {...props}
      preview={preview}
      hasChoice
      countText={seatCountText(null, members.length)}
      onConfirm={submit}
    >
      <fieldset className={styles.field}>
        <legend>
          <span className={handlingStyles.requiredMark} aria-hidden="true">
            *
          </span>
          加签人员
        </legend>
        <SeatPills
          label="加签人员"
          traceId={props.task.traceId}
          kinds={[HandlerKind.staff]}
          members={members}
          isOrdered={sequence === '2'}
          onChange={setMembers}
        />
        {showsProblems && isMissing && (
          <p role="alert" className={styles.fault}>
            请选择加签人员
          </p>
        )}
      </fieldset>
      <div className={styles.choiceLine}>
        <span className={styles.label}>加签位置</span>
        <Radio.Group
          optionType="button"
          aria-label="加签位置"
          value={place}
          options={[
            { value: 'before', label: '我办理之前' },
            { value: 'after', label: '我办理之后' },
          ]}
          onChange={(event) => setPlace(event.target.value)}
        />
        <span className={styles.label}>加签顺序</span>
        <SequenceChoice label="加签顺序" value={sequence} onChange={setSequence} />
      </div>
    </ActionConfirm>
  );
}
