import { useState } from 'react';
import { type DependentField, dependentsText } from '#domain/forms/field-removal.ts';
import type { FieldModel } from '#domain/forms/model.ts';
import { CodeField } from '#web/toolkit/codes/CodeField.tsx';
import { ConfirmDialog } from '#web/toolkit/confirm/ConfirmDialog.tsx';

/**
 * Edits the id of a field. Where linkage or rules read the field, the author confirms that they follow the new id.
 */
export function FieldId(props: {
  prefix: string;
  field: FieldModel;
  /** The fields whose linkage or rules read the field. */
  dependents: readonly DependentField[];
  onChange: (id: string) => void;
  onRename: (id: string) => void;
}) {
  const { prefix, field, dependents, onChange, onRename } = props;
  /** The typed id, while it differs from that of the field. */
  const [typed, setTyped] = useState<string>();
  const [isConfirming, setConfirming] = useState(false);
  const isReferred = dependents.length > 0;
  const leave = () => {
    if (typed === undefined) return;
    if (typed === '' || typed === field.id) setTyped(undefined);
    else setConfirming(true);
  };
  return (
    <>
      <CodeField
        id={`${prefix}-id`}
        label="标识"
        code={{
          value: typed ?? field.id,
          type: (text) => (isReferred ? setTyped(text.trim()) : onChange(text.trim())),
        }}
        maxLength={64}
        onBlur={leave}
        hint="自动生成，字母开头，只含字母和数字；发布后不能修改，改名也不变。"
      />
      {isConfirming && typed !== undefined && (
        <ConfirmDialog
          action="修改标识"
          code={typed}
          submitting={false}
          onConfirm={() => {
            setConfirming(false);
            setTyped(undefined);
            onRename(typed);
          }}
          onCancel={() => {
            setConfirming(false);
            setTyped(undefined);
          }}
        >
          <p>存在引用：{dependentsText(dependents)}取决于本字段，一并改为新的标识。</p>
        </ConfirmDialog>
      )}
    </>
  );
}
