import { useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router';
import { documentTemplates } from '#contract/document-templates.ts';
import { queryOf } from '#web/api/query-of.ts';
import { useReopen } from '#web/toolkit/concurrent-edits/use-reopen.ts';
import { DefinitionLoadState } from '#web/toolkit/definitions/DefinitionLoadState.tsx';
import { useFirstAnswer } from '#web/toolkit/definitions/use-first-answer.ts';
import { useReturnPath } from '#web/toolkit/page/use-return-path.ts';
import { TemplateEditor } from './editor/TemplateEditor.tsx';

/**
 * Shows one document template of an item: its draft, else the version in force, else the last published version
 * (decision 0155).
 */
export function DocumentTemplateScreen() {
  const { taskCode = '', code = '' } = useParams();
  const [key, reopen] = useReopen(`${taskCode}/${code}`);
  return <TemplateLoader key={key} taskCode={taskCode} code={code} onLoad={reopen} />;
}

function TemplateLoader(props: { taskCode: string; code: string; onLoad: () => void }) {
  const { taskCode, code, onLoad } = props;
  const returnPath = useReturnPath('/business/document-templates');
  const versions = useQuery(queryOf(documentTemplates.versions, { query: { taskCode, code } }));
  const facts = useQuery(queryOf(documentTemplates.facts, { query: { taskCode } }));
  const rows = versions.data?.rows ?? [];
  const version =
    rows.find(({ state }) => state === 'draft') ??
    rows.find(({ state }) => state === 'published') ??
    rows.find(({ publishedAt }) => publishedAt !== null) ??
    rows[0];
  const read = useQuery({
    ...queryOf(documentTemplates.read, { query: { id: version?.id ?? '' } }),
    enabled: version !== undefined,
  });
  const loaded = useFirstAnswer(facts.data && read.data && { read: read.data, facts: facts.data }, [
    versions,
    facts,
    read,
  ]);
  if (loaded)
    return (
      <TemplateEditor
        versions={rows}
        openedVersion={loaded.read}
        facts={loaded.facts}
        returnPath={returnPath}
        onLoad={onLoad}
      />
    );
  return <DefinitionLoadState title="文书模板" returnPath={returnPath} queries={[versions, facts, read]} />;
}
