import { useQuery } from '@tanstack/react-query';
import { useLocation, useParams } from 'react-router';
import { ruleLibrary } from '#contract/rule-library.ts';
import { type ConfiguredRule, newRule } from '#domain/rules/model.ts';
import { queryOf } from '#web/api/query-of.ts';
import { useReopen } from '#web/toolkit/concurrent-edits/use-reopen.ts';
import { DefinitionLoadState } from '#web/toolkit/definitions/DefinitionLoadState.tsx';
import { useIsNewDefinition } from '#web/toolkit/definitions/new-definition-address.ts';
import { useFirstAnswer } from '#web/toolkit/definitions/use-first-answer.ts';
import { useReturnPath } from '#web/toolkit/page/use-return-path.ts';
import { RuleEditor } from './RuleEditor.tsx';

/** Shows one rule: the current version with its editor and its trials, or a new rule. */
export function RuleScreen() {
  const { code = '' } = useParams();
  const [key, reopen] = useReopen(code);
  return <RuleLoader key={key} code={code} onLoad={reopen} />;
}

function RuleLoader({ code, onLoad }: { code: string; onLoad: () => void }) {
  const { state } = useLocation() as { state: { title?: string } | null };
  const returnPath = useReturnPath('/business/rules');
  // The list decides whether the rule exists, so that a new rule is not requested from the server.
  const list = useQuery(queryOf(ruleLibrary.list, {}));
  const exists = list.data?.rows.some((row) => row.code === code);
  const versions = useQuery({
    ...queryOf(ruleLibrary.versions, { query: { code } }),
    enabled: exists === true,
  });
  const rows = versions.data?.rows ?? [];
  const [newest] = rows;
  const read = useQuery({
    ...queryOf(ruleLibrary.version, { query: { id: newest?.id ?? '' } }),
    enabled: newest !== undefined,
  });
  const isNewRequested = useIsNewDefinition();
  const isNew = exists === false && isNewRequested;
  const model = isNew ? newRule(code, state?.title ?? '') : (read.data?.model as ConfiguredRule | undefined);
  const loaded = useFirstAnswer(model && { model, version: newest?.version ?? 0 }, [list, versions, read]);
  if (loaded)
    return (
      <RuleEditor
        current={loaded.model}
        over={loaded.version}
        versions={rows}
        rules={list.data?.rows ?? []}
        returnPath={returnPath}
        onLoad={onLoad}
      />
    );
  return (
    <DefinitionLoadState
      title="规则"
      returnPath={returnPath}
      queries={[list, versions, read]}
      missing={exists === false && !isNewRequested && { kind: '规则', list: '/business/rules' }}
    />
  );
}
