import { useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router';
import { documentTemplates } from '#contract/document-templates.ts';
import { queryOf } from '#web/api/query-of.ts';
import { FailureState } from '#web/toolkit/feedback/FailureState.tsx';
import { SkeletonRows } from '#web/toolkit/feedback/ScreenSkeleton.tsx';
import { Card } from '#web/toolkit/page/Card.tsx';
import { Page } from '#web/toolkit/page/Page.tsx';
import { useWayBack } from '#web/toolkit/page/use-way-back.ts';
import { TemplateEditor } from './papers/TemplateEditor.tsx';

/** One paper of an item: its draft where there is one, else the version that counts (decision 0161). */
export function DocumentTemplateScreen() {
  const { taskCode = '', code = '' } = useParams();
  const way = useWayBack('/business/document-templates');
  const versions = useQuery(queryOf(documentTemplates.versions, { query: { taskCode, code } }));
  const facts = useQuery(queryOf(documentTemplates.facts, { query: { taskCode } }));
  const rows = versions.data?.rows ?? [];
  const shown =
    rows.find(({ state }) => state === 'draft') ?? rows.find(({ state }) => state === 'published') ?? rows[0];
  const read = useQuery({
    ...queryOf(documentTemplates.read, { query: { id: shown?.id ?? '' } }),
    enabled: shown !== undefined,
  });
  if (versions.data && facts.data && read.data && shown)
    return (
      <TemplateEditor
        key={`${taskCode}/${code}`}
        versions={versions.data.rows}
        read={read.data}
        facts={facts.data}
        way={way}
      />
    );
  const failed = [versions, facts, read].find(({ isError }) => isError);
  return (
    <Page title="文书模板" {...way}>
      <Card>
        {failed ? (
          <FailureState failure={failed.error} onRetry={() => void failed.refetch()} />
        ) : (
          <SkeletonRows rows={12} />
        )}
      </Card>
    </Page>
  );
}
