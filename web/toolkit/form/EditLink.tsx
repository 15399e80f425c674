import { Button } from 'antd';
import { useEffect, useRef } from 'react';
import type { CompiledField } from '#domain/forms/compiled-form.ts';
import styles from './edit-link.module.css';
import { controlId } from './field-path.ts';
import type { FieldView } from './field-view.ts';
import type { FormStore } from './form-store.ts';
import { focusControl } from './use-form.ts';

/**
 * Shows the link next to a read-only field that may still be changed (S1 §6 `allowEdit`): 修改 opens it in
 * place, 确定 keeps the input for the action that sends it, 取消 restores the previous value.
 */
export function EditLink(props: {
  field: CompiledField;
  store: FormStore;
  idPrefix: string;
  state: NonNullable<FieldView['editLinkState']>;
}) {
  const { field, store, idPrefix, state } = props;
  const link = useRef<HTMLButtonElement>(null);
  const previousState = useRef(state);
  useEffect(() => {
    const previous = previousState.current;
    previousState.current = state;
    if (previous === state) return;
    // The focus stays with the field, in either state.
    if (state === 'open') focusControl(controlId(idPrefix, field.id));
    else if (previous === 'open') link.current?.focus();
  }, [state, idPrefix, field.id]);

  if (state === 'open') {
    return (
      <span className={styles.links}>
        <Button
          type="link"
          size="small"
          aria-label={`确定修改${field.title}`}
          onClick={() => store.closeEditLink(field.id, 'accept')}
        >
          确定
        </Button>
        <Button
          type="link"
          size="small"
          aria-label={`取消修改${field.title}`}
          onClick={() => store.closeEditLink(field.id, 'discard')}
        >
          取消
        </Button>
      </span>
    );
  }
  return (
    <span className={styles.links}>
      {state === 'changed' && (
        <span className={styles.changed} role="status">
          已修改，办理时一并提交
        </span>
      )}
      <Button
        ref={link}
        type="link"
        size="small"
        aria-label={`修改${field.title}`}
        onClick={() => store.openEditLink(field.id)}
      >
        修改
      </Button>
    </span>
  );
}
