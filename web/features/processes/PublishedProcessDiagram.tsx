import { useQuery } from '@tanstack/react-query';
import { processes } from '#contract/processes.ts';
import { queryOf } from '#web/api/query-of.ts';
import { type DiagramProps, ProcessDiagram } from '#web/toolkit/diagram/ProcessDiagram.tsx';
import { FailureState } from '#web/toolkit/feedback/FailureState.tsx';
import { SkeletonRows } from '#web/toolkit/feedback/ScreenSkeleton.tsx';

/**
 * Shows the diagram of one published process; a published version never changes, so its XML is loaded once.
 */
export function PublishedProcessDiagram({
  definitionId,
  ...diagramProps
}: { definitionId: string } & DiagramProps) {
  const xml = useQuery({
    ...queryOf(processes.xml, { params: { id: definitionId } }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
  });
  if (xml.isError) return <FailureState compact failure={xml.error} onRetry={() => void xml.refetch()} />;
  if (xml.data === undefined) return <SkeletonRows rows={6} />;
  return <ProcessDiagram xml={xml.data.xml} {...diagramProps} />;
}
