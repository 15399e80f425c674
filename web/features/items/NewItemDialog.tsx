import { NewDefinition } from '#web/toolkit/definitions/NewDefinition.tsx';

const codePattern = /^[a-z][a-z0-9-]{1,59}$/;

/** Asks for the name of a new item, before its settings are edited. */
export function NewItemDialog(props: {
  usedCodes: readonly string[];
  usedNames: readonly string[];
  onCreate: (created: { code: string; name: string }) => void;
  onClose: () => void;
}) {
  return (
    <NewDefinition
      kind="事项"
      okText="填写事项"
      example="占道经营许可"
      isCode={(text) => codePattern.test(text)}
      {...props}
    />
  );
}
