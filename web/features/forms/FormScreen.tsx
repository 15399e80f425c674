import { useQuery } from '@tanstack/react-query';
import { useLocation, useParams } from 'react-router';
import { forms } from '#contract/forms.ts';
import { newForm } from '#domain/forms/editing.ts';
import type { FormModel } from '#domain/forms/model.ts';
import { queryOf } from '#web/api/query-of.ts';
import { useReopen } from '#web/toolkit/concurrent-edits/use-reopen.ts';
import { DefinitionLoadState } from '#web/toolkit/definitions/DefinitionLoadState.tsx';
import { useIsNewDefinition } from '#web/toolkit/definitions/new-definition-address.ts';
import { useFirstAnswer } from '#web/toolkit/definitions/use-first-answer.ts';
import { useReturnPath } from '#web/toolkit/page/use-return-path.ts';
import { FormEditor } from './FormEditor.tsx';

/** Shows one form: the current version with its editor and preview, or a new form. */
export function FormScreen() {
  const { code = '' } = useParams();
  const [key, reopen] = useReopen(code);
  return <FormLoader key={key} code={code} onLoad={reopen} />;
}

function FormLoader({ code, onLoad }: { code: string; onLoad: () => void }) {
  const { state } = useLocation() as { state: { title?: string } | null };
  const returnPath = useReturnPath('/business/forms');
  // The list decides whether the form exists, so that a new form is not requested from the server.
  const list = useQuery(queryOf(forms.list, {}));
  const exists = list.data?.rows.some((row) => row.code === code);
  const versions = useQuery({ ...queryOf(forms.versions, { query: { code } }), enabled: exists === true });
  const rows = versions.data?.rows ?? [];
  const [newest] = rows;
  const read = useQuery({
    ...queryOf(forms.version, { query: { id: newest?.id ?? '' } }),
    enabled: newest !== undefined,
  });
  const isNewRequested = useIsNewDefinition();
  const isNew = exists === false && isNewRequested;
  const model = isNew ? newForm(code, state?.title ?? '') : (read.data?.model as FormModel);
  const loaded = useFirstAnswer(model && { model, version: newest?.version ?? 0 }, [list, versions, read]);
  if (loaded)
    return (
      <FormEditor
        current={loaded.model}
        over={loaded.version}
        versions={rows}
        returnPath={returnPath}
        onLoad={onLoad}
      />
    );
  return (
    <DefinitionLoadState
      title="表单"
      returnPath={returnPath}
      queries={[list, versions, read]}
      missing={exists === false && !isNewRequested && { kind: '表单', list: '/business/forms' }}
    />
  );
}
