import type { OutputOf } from '#contract/endpoint.ts';
import { forms } from '#contract/forms.ts';
import { createProblemFormatter } from '#domain/forms/problem-places.ts';
import { queryAs, queryOf } from '#web/api/query-of.ts';
import type { CheckedDefinition } from '#web/toolkit/definitions/Findings.tsx';
import { PublishDefinition } from '#web/toolkit/definitions/PublishDefinition.tsx';
import { useReportedMutation } from '#web/toolkit/feedback/use-reported-mutation.ts';

const file = { hint: '从“表单”下载的 JSON 文件', accept: '.json', megabytes: 1 };

const toCheckedDefinition = ({ form, ...result }: OutputOf<typeof forms.check>): CheckedDefinition => ({
  ...result,
  definition: form ?? undefined,
});

/** Shows 发布表单, for a file that is chosen here, or for text from the editor. */
export function PublishFormDialog(props: {
  /** Text from the editor. */
  editorText?: string;
  onGo?: (field: string) => void;
  /** The version on which the text is based; for a file, the version that the check returned. */
  over?: number;
  /** Called with the server's message about another person's later publication. */
  onDataChanged?: (message: string) => void;
  onPublished: (form: OutputOf<typeof forms.publish>) => void;
  onClose: () => void;
}) {
  const { over, onDataChanged, onPublished, ...publishProps } = props;
  const { mutation, running } = useReportedMutation(forms.publish, onDataChanged);
  return (
    <PublishDefinition
      kind="表单"
      file={file}
      check={(json) => queryAs(queryOf(forms.check, { body: { json } }), toCheckedDefinition)}
      textsFor={createProblemFormatter}
      running={running}
      publish={async (json, current) => {
        const form = await mutation({ body: { json, over: over ?? current } }, '表单已发布');
        if (form) onPublished(form);
        return form;
      }}
      {...publishProps}
    />
  );
}
