import { useQuery } from '@tanstack/react-query';
import { useLocation, useParams } from 'react-router';
import { processes } from '#contract/processes.ts';
import { newPlan } from '#domain/workflow/steps/step-plan.ts';
import { queryOf } from '#web/api/query-of.ts';
import { useReopen } from '#web/toolkit/concurrent-edits/use-reopen.ts';
import { DefinitionLoadState } from '#web/toolkit/definitions/DefinitionLoadState.tsx';
import { useIsNewDefinition } from '#web/toolkit/definitions/new-definition-address.ts';
import { useFirstAnswer } from '#web/toolkit/definitions/use-first-answer.ts';
import { EmptyState } from '#web/toolkit/feedback/EmptyState.tsx';
import { useReturnPath } from '#web/toolkit/page/use-return-path.ts';
import { StepsEditor } from './steps/StepsEditor.tsx';

/**
 * Shows a process in steps: a new one, or the current version of one that was written in steps (decision
 * 0171).
 */
export function ProcessStepsScreen() {
  const { key: code = '' } = useParams();
  const [key, reopen] = useReopen(code);
  return <ProcessLoader key={key} code={code} onLoad={reopen} />;
}

function ProcessLoader({ code, onLoad }: { code: string; onLoad: () => void }) {
  const { state } = useLocation() as { state: { name?: string } | null };
  const returnPath = useReturnPath('/business/processes');
  // The list decides whether the process exists, so that a new one is not requested from the server.
  const list = useQuery(queryOf(processes.overview, {}));
  const newest = list.data?.rows.find(({ key }) => key === code);
  const read = useQuery({
    ...queryOf(processes.version, { query: { id: newest?.id ?? '' } }),
    enabled: newest !== undefined,
  });
  const forms = useQuery(queryOf(processes.forms, {}));
  const isNewRequested = useIsNewDefinition();
  const isUnknown = list.isSuccess && newest === undefined;
  const isNew = isUnknown && isNewRequested;
  const plan = isNew ? newPlan(code, state?.name ?? '') : read.data?.plan;
  const loaded = useFirstAnswer(plan && { plan, version: newest?.version ?? 0 }, [list, read]);
  if (loaded && forms.data)
    return (
      <StepsEditor
        current={loaded.plan}
        over={loaded.version}
        version={newest?.version ?? 0}
        forms={forms.data.rows}
        returnPath={returnPath}
        onLoad={onLoad}
      />
    );
  return (
    <DefinitionLoadState
      title="流程步骤"
      returnPath={returnPath}
      queries={[forms, list, read]}
      missing={isUnknown && !isNewRequested && { kind: '流程', list: '/business/processes' }}
    >
      {plan === null && (
        <EmptyState
          title="这个流程不能按步骤修改"
          hint="它是用绘图工具画的。请下载流程文件，用绘图工具修改后发布新版本。"
        />
      )}
    </DefinitionLoadState>
  );
}
