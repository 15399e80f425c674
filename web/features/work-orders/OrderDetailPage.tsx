import { type UseQueryResult, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useNavigate, useParams, useSearchParams } from 'react-router';
import { type WorkOrderPage, workOrders } from '#contract/work-orders.ts';
import { refusalRow } from '#domain/refusals/refusals.ts';
import { isCallError } from '#web/api/call-error.ts';
import { markStale } from '#web/api/query-of.ts';
import { useLiveOrder } from '#web/api/use-live-event.ts';
import { useMe } from '#web/api/use-me.ts';
import { FailureState } from '#web/toolkit/feedback/FailureState.tsx';
import { useFeedback } from '#web/toolkit/feedback/use-feedback.ts';
import { Card } from '#web/toolkit/page/Card.tsx';
import { useDeferred } from '#web/toolkit/page/deferred.ts';
import { notifyParent } from '#web/toolkit/page/embedding.ts';
import { FirstScreenLink } from '#web/toolkit/page/FirstScreenLink.tsx';
import { Page } from '#web/toolkit/page/Page.tsx';
import { recordRecentOrder } from '#web/toolkit/page/recent-orders.ts';
import { useReturnPath } from '#web/toolkit/page/use-return-path.ts';
import { BusinessApplication } from '#web/toolkit/pickers/business-application.ts';
import { DetailSkeleton } from './detail/DetailSkeleton.tsx';
import detailStyles from './detail/detail.module.css';
import { readDetailParameters } from './detail/detail-parameters.ts';
import { OrderDetail } from './detail/OrderDetail.tsx';
import type { DetailSlots } from './detail-slots.ts';
import { orderPageQuery } from './order-queries.ts';

/** The query by which the user found the order, and the address to return to. */
export interface OrderLookup {
  pageQuery: (code: string) => ReturnType<typeof orderPageQuery>;
  homePath: string;
}

/**
 * Shows the work-order detail (S1 §2): one call loads everything, and actions of colleagues appear without a
 * reload.
 */
export function OrderDetailPage(props: { slots: DetailSlots; lookup?: OrderLookup }) {
  const { slots, lookup } = props;
  const { code = '' } = useParams();
  const [query, setQuery] = useSearchParams();
  const client = useQueryClient();
  const feedback = useFeedback();
  const parameters = readDetailParameters(query);
  const returnPath = useReturnPath(lookup?.homePath ?? (parameters.isInitiated ? '/my-initiated' : '/todo'));
  const requestedCode = query.get('workorderCode') ?? code;
  const page = useQuery(
    lookup?.pageQuery(requestedCode) ?? orderPageQuery(requestedCode, parameters.traceId),
  );
  useRecordRecentOrder(page.data);
  const isAwaiting = useIsAwaitingTask(requestedCode, page);
  // Subscribing is enough: each event of the order reloads every query about orders.
  useLiveOrder(page.data?.order.id, () => undefined);

  /** Loads the task before the address changes, so that the current page stays until the other is loaded. */
  const switchTask = async (traceId: string) => {
    try {
      const pageOfTask = await client.fetchQuery(orderPageQuery(requestedCode, traceId));
      const newQuery = new URLSearchParams(query);
      for (const name of ['isDone', 'flowNodeId', 'focus']) newQuery.delete(name);
      newQuery.set('traceId', traceId);
      setQuery(newQuery, { replace: true });
      return pageOfTask;
    } catch (failure) {
      feedback.failure(failure);
      return undefined;
    }
  };

  const diagram = useDiagramAddress();
  const { workorderId } = parameters;
  const isOtherOrder =
    page.data !== undefined && workorderId !== undefined && page.data.order.id !== workorderId;
  const currentPage = useDeferred(isOtherOrder || isAwaiting ? undefined : page.data);
  // Reserves the space of the bar, so that nothing moves.
  const opensTask = parameters.traceId !== undefined && !parameters.isDone && !page.isError && !isOtherOrder;

  if (currentPage === undefined) {
    return (
      <Page
        title="办件详情"
        {...returnPath}
        footer={opensTask && <div className={detailStyles.skeletonBar} />}
      >
        {page.isError || isOtherOrder ? (
          <Card>
            <FailureState
              failure={page.error}
              {...(isOtherOrder || isUnreadable(page.error)
                ? { title: '没有找到该办件，或您无权查看', action: <FirstScreenLink /> }
                : { onRetry: () => void page.refetch() })}
            />
          </Card>
        ) : (
          <DetailSkeleton />
        )}
      </Page>
    );
  }
  return (
    <BusinessApplication value={currentPage.order.categoryId}>
      <OrderDetail
        key={currentPage.order.code}
        newestPage={currentPage}
        isAccessLost={page.isRefetchError && isUnreadable(page.error)}
        slots={slots}
        parameters={parameters}
        onReload={async () => (await page.refetch()).data}
        onActed={() => {
          void markStale(client, [workOrders.detailPage]);
          void notifyParent(client, {
            type: 'submitSuccess',
            path: location.pathname,
            workorderCode: requestedCode,
          });
        }}
        onSwitchTask={switchTask}
        returnPath={returnPath}
        diagram={diagram.isShown}
        onShowDiagram={diagram.show}
      />
    </BusinessApplication>
  );
}

/** Adds the opened order to the recent orders that the search for pages offers. */
function useRecordRecentOrder(page: WorkOrderPage | undefined): void {
  const staffId = useMe()?.id;
  const { code, title } = page?.order ?? {};
  useEffect(() => {
    if (staffId === undefined || code === undefined || title === undefined) return;
    recordRecentOrder(staffId, { code, title, at: new Date().toISOString() });
  }, [staffId, code, title]);
}

/**
 * Checks whether to wait for the pending response although an older one is cached: a task is not handled with
 * an old response, because it may be done already. A user who only reads sees the old response meanwhile.
 */
function useIsAwaitingTask(code: string, page: UseQueryResult<WorkOrderPage>): boolean {
  const isOutdated = page.isStale && page.isFetching && page.data?.task !== null;
  const [awaited, setAwaited] = useState({ code, waits: isOutdated });
  const current = awaited.code === code ? awaited : { code, waits: isOutdated };
  const isAwaiting = current.waits && page.isFetching;
  if (current !== awaited || isAwaiting !== current.waits) setAwaited({ code, waits: isAwaiting });
  return isAwaiting;
}

/** Checks that the order is refused or not found; a broken connection does not mean either. */
function isUnreadable(failure: unknown): boolean {
  const unreadable = [refusalRow.forbidden.errcode, refusalRow.notFound.errcode];
  return isCallError(failure) && unreadable.some((errcode) => errcode === failure.errcode);
}

/** Adds an address of the diagram to the browser's history, so that going back closes it. */
function useDiagramAddress(): { isShown: boolean; show: (isShown: boolean) => void } {
  const [query, setQuery] = useSearchParams();
  const navigate = useNavigate();
  const isPushed = useRef(false);
  const show = (isShown: boolean) => {
    if (!isShown && isPushed.current) {
      isPushed.current = false;
      return void navigate(-1);
    }
    isPushed.current = isShown;
    const newQuery = new URLSearchParams(query);
    if (isShown) newQuery.set('view', 'diagram');
    else newQuery.delete('view');
    setQuery(newQuery, { replace: !isShown });
  };
  return { isShown: query.get('view') === 'diagram', show };
}
