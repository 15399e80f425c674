import { EditOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useState, useSyncExternalStore } from 'react';
import { CancelButton, EditingModal } from '../../../dialog/EditingModal.tsx';
import styles from '../../form.module.css';
import type { FormStore } from '../../form-store.ts';
import { InnerFields } from '../../InnerFields.tsx';
import type { FieldEditorProps } from '../../kind-view.ts';
import nestedStyles from '../../nested-fields.module.css';
import { problemsTopic } from '../../subscriptions.ts';
import { createHandle } from '../../use-form.ts';
import { fieldValueText } from '../../value-text.ts';

/**
 * Shows the values of a sub-form in one line, with a button that opens its fields in a dialog (S2 §1). The dialog
 * edits a copy of the form: 确定 takes its values as one change, anything else leaves the form as it was.
 */
export function SubFormField(props: FieldEditorProps) {
  const { control, disabled, field, store, path } = props;
  const [dialogStore, setDialogStore] = useState<FormStore>();
  const text = fieldValueText(store, field, path);
  const wrongCount = useSyncExternalStore(
    (listener) => store.subscribe(problemsTopic, listener),
    () => store.problemsInside(path).length,
  );
  const close = () => setDialogStore(undefined);
  return (
    <div className={nestedStyles.line}>
      <span>{text === '' ? <span className={styles.blank}>未填写</span> : text}</span>
      {/* A button can have no state such as 必填 or 有误: its description names the problems. */}
      <Button
        id={control.id}
        aria-describedby={control['aria-describedby']}
        aria-labelledby={`${control.id}-verb ${control['aria-labelledby'] ?? ''}`}
        disabled={disabled}
        icon={<EditOutlined aria-hidden />}
        onClick={() => {
          const copy = store.copy();
          if (wrongCount > 0) copy.validateInside(path);
          setDialogStore(copy);
        }}
      >
        <span id={`${control.id}-verb`}>{text === '' ? '填写' : '修改'}</span>
      </Button>
      {wrongCount > 0 && <span className={nestedStyles.wrong}>其中 {wrongCount} 处有误</span>}
      {dialogStore && (
        <SubFormDialog
          {...props}
          store={dialogStore}
          onCancel={close}
          onTake={() => {
            store.change(path, dialogStore.typedAt(path) ?? {});
            store.validateField(path);
            close();
          }}
        />
      )}
    </div>
  );
}

function SubFormDialog({
  field,
  store,
  path,
  idPrefix,
  onTake,
  onCancel,
}: FieldEditorProps & { onTake: () => void; onCancel: () => void }) {
  const dialogPrefix = `${idPrefix}-dialog`;
  const take = () => {
    const [problem] = store.validateInside(path).filter(({ field: place }) => place !== path);
    if (problem === undefined) onTake();
    else createHandle(store, dialogPrefix).focusField(problem.field);
  };
  return (
    // React sends the events of a dialog to the components around it; they must not reach the outer form.
    // biome-ignore lint/a11y/noStaticElementInteractions: stops events, and handles none
    <div
      onBlur={(event) => event.stopPropagation()}
      onChange={(event) => event.stopPropagation()}
      onClick={(event) => event.stopPropagation()}
      onCompositionEnd={(event) => event.stopPropagation()}
      onCompositionStart={(event) => event.stopPropagation()}
      onKeyDown={(event) => event.stopPropagation()}
      onPaste={(event) => event.stopPropagation()}
      onSubmit={(event) => event.stopPropagation()}
    >
      <EditingModal
        open
        title={field.title}
        width={720}
        unsaved={() => store.touched()}
        onCancel={onCancel}
        onOk={take}
        footer={
          <>
            <CancelButton />
            <Button type="primary" onClick={take}>
              确定
            </Button>
          </>
        }
      >
        <InnerFields {...{ field, store }} idPrefix={dialogPrefix} prefix={`${path}.`} />
      </EditingModal>
    </div>
  );
}
