import { NewDefinition } from '#web/toolkit/definitions/NewDefinition.tsx';

const codePattern = /^[a-z][a-z0-9-]{0,59}$/;

/** Asks for the name of a new form, before its fields are written. */
export function NewFormDialog(props: {
  usedCodes: readonly string[];
  usedNames: readonly string[];
  onCreate: (created: { code: string; name: string }) => void;
  onClose: () => void;
}) {
  return (
    <NewDefinition
      kind="表单"
      okText="添加字段"
      example="占道经营申请表"
      isCode={(text) => codePattern.test(text)}
      {...props}
    />
  );
}
