import type { OutputOf } from '#contract/endpoint.ts';
import { forms } from '#contract/forms.ts';
import { wordsOfFaults } from '#domain/forms/fault-places.ts';
import { queryAs, queryOf } from '#web/api/query-of.ts';
import type { CheckedDefinition } from '#web/toolkit/definitions/Findings.tsx';
import { PublishDefinition } from '#web/toolkit/definitions/PublishDefinition.tsx';
import { useFormDeed } from './use-form-deed.ts';

const file = { hint: '从“表单”下载的 JSON 文件', accept: '.json', megabytes: 1 };

const asChecked = ({ form, ...found }: OutputOf<typeof forms.check>): CheckedDefinition => ({
  ...found,
  hints: [],
  of: form ?? undefined,
});

/** 发布表单, of a file that is chosen here, or of what was written by hand. */
export function PublishFormDialog(props: {
  /** Written by hand. */
  written?: string;
  onGo?: (field: string) => void;
  onPublished: (form: OutputOf<typeof forms.publish>) => void;
  onClose: () => void;
}) {
  const { onPublished, ...others } = props;
  const { deed, running } = useFormDeed(forms.publish);
  return (
    <PublishDefinition
      kind="表单"
      file={file}
      check={(json) => queryAs(queryOf(forms.check, { body: { json } }), asChecked)}
      wordsFor={wordsOfFaults}
      running={running}
      publish={async (json) => {
        const form = await deed({ body: { json } }, '表单已发布');
        if (form) onPublished(form);
      }}
      {...others}
    />
  );
}
