import { codePattern } from '#domain/texts/code-pattern.ts';
import { NewDefinition } from '#web/toolkit/definitions/NewDefinition.tsx';

/** Asks for the name of a new rule, before its conditions are written. */
export function NewRuleDialog(props: {
  usedCodes: readonly string[];
  usedNames: readonly string[];
  onCreate: (created: { code: string; name: string }) => void;
  onClose: () => void;
}) {
  return (
    <NewDefinition
      kind="规则"
      okText="添加条件"
      example="场所面积与业态相符"
      isCode={(text) => codePattern.test(text)}
      {...props}
    />
  );
}
