import { isProcessKey } from '#domain/workflow/steps/step-plan.ts';
import { NewDefinition } from '#web/toolkit/definitions/NewDefinition.tsx';

/** Asks for the name of a new process, before its steps are written. */
export function NewProcessDialog(props: {
  usedCodes: readonly string[];
  usedNames: readonly string[];
  onCreate: (created: { code: string; name: string }) => void;
  onClose: () => void;
}) {
  return (
    <NewDefinition
      kind="流程"
      okText="填写步骤"
      example="占道经营许可办理"
      isCode={isProcessKey}
      {...props}
    />
  );
}
