import { Radio } from 'antd';
import { useState } from 'react';
import { HandlerKind } from '#web/toolkit/pickers/handler-sources.ts';
import { ActionConfirm } from './ActionConfirm.tsx';
import { type ActionDialogProps, useButtonPreview } from './action-confirm.ts';
import { type NamedHandler, OneHandlerField } from './OneHandlerField.tsx';
import styles from './requested-seats.module.css';
import { entriesOf } from './requested-seats.ts';

/** Shows 委派: one person does the task for the handler, and then continues or returns it. */
export function DelegateDialog(props: ActionDialogProps) {
  const [handler, setHandler] = useState<NamedHandler>();
  const [returnsToHandler, setReturnsToHandler] = useState(false);
  const [showsProblems, setShowsProblems] = useState(false);
  const choice = { countersignList: handler ? entriesOf([handler]) : [], delegateReturns: returnsToHandler };
  const preview = useButtonPreview(props, choice);
  const submit = () => {
    setShowsProblems(true);
    return handler === undefined ? null : choice;
  };
  return (
    <ActionConfirm {...props} preview={preview} hasChoice onConfirm={submit}>
      <OneHandlerField
        label="受托人"
        traceId={props.task.traceId}
        kinds={[HandlerKind.staff]}
        notSelf
        value={handler}
        problem={showsProblems && handler === undefined ? '请选择受托人' : undefined}
        onChange={setHandler}
      />
      <fieldset className={styles.field}>
        <legend>办理方式</legend>
        <Radio.Group
          aria-label="办理方式"
          value={returnsToHandler}
          onChange={(event) => setReturnsToHandler(event.target.value as boolean)}
          options={[
            { value: false, label: '由受托人办结本环节' },
            { value: true, label: '受托人提出意见后，仍由我办理' },
          ]}
        />
        <p className={styles.note}>
          {returnsToHandler
            ? '委派后，本件移出您的待办；受托人提出意见后，再回到您的待办'
            : '委派后，本件移出您的待办'}
        </p>
      </fieldset>
    </ActionConfirm>
  );
}
