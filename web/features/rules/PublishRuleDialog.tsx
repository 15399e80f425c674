import type { OutputOf } from '#contract/endpoint.ts';
import { ruleLibrary } from '#contract/rule-library.ts';
import { ruleProblemText } from '#domain/rules/rule-changes.ts';
import { queryAs, queryOf } from '#web/api/query-of.ts';
import type { CheckedDefinition } from '#web/toolkit/definitions/Findings.tsx';
import { PublishDefinition } from '#web/toolkit/definitions/PublishDefinition.tsx';
import { useReportedMutation } from '#web/toolkit/feedback/use-reported-mutation.ts';

const file = { hint: '从“规则”下载的 JSON 文件', accept: '.json', megabytes: 0.4 };

const toCheckedDefinition = ({ rule, ...result }: OutputOf<typeof ruleLibrary.check>): CheckedDefinition => ({
  ...result,
  definition: rule?.name.trim() ? rule : undefined,
});

/** Shows 发布规则, with the problems, hints and changes of the rule in the editor. */
export function PublishRuleDialog(props: {
  editorText: string;
  over: number;
  onGo: (field: string) => void;
  /** Called with the server's message about another person's later publication. */
  onDataChanged: (message: string) => void;
  onPublished: (rule: OutputOf<typeof ruleLibrary.publish>) => void;
  onClose: () => void;
}) {
  const { over, onDataChanged, onPublished, ...publishProps } = props;
  const { mutation, running } = useReportedMutation(ruleLibrary.publish, onDataChanged);
  return (
    <PublishDefinition
      kind="规则"
      file={file}
      check={(json) => queryAs(queryOf(ruleLibrary.check, { body: { json } }), toCheckedDefinition)}
      textsFor={() => ruleProblemText}
      effectText="发布后立即生效，此后的校验都按新版。"
      running={running}
      publish={async (json) => {
        const rule = await mutation({ body: { json, over } }, '规则已发布');
        if (rule) onPublished(rule);
        return rule;
      }}
      {...publishProps}
    />
  );
}
