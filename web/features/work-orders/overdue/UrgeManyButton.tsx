import { BellOutlined } from '@ant-design/icons';
import { useQueryClient } from '@tanstack/react-query';
import { Button } from 'antd';
import { useState } from 'react';
import type { Endpoint } from '#contract/endpoint.ts';
import type { QueriedOrder } from '#contract/order-query.ts';
import { maxBatchTasks } from '#domain/workflow/batch.ts';
import { renewQueries } from '#web/api/query-of.ts';
import { useFeedback } from '#web/toolkit/feedback/use-feedback.ts';
import type { ListTools } from '#web/toolkit/list-model/list-types.ts';
import { reasonToUrgeAll } from './overdue-texts.ts';
import type { UrgeManyDialogOfList } from './use-urging.tsx';

/** Shows 催办 for the selected orders, if one of them is not concluded. */
export function UrgeManyButton<Row extends QueriedOrder>({
  selected,
  choose,
  list,
  Dialog,
}: Pick<ListTools<Row>, 'selected' | 'choose'> & {
  /** The call of the list, which is loaded again after urging. */
  list: Endpoint;
  Dialog: UrgeManyDialogOfList;
}) {
  const [orders, setOrders] = useState<readonly Row[]>();
  const client = useQueryClient();
  const feedback = useFeedback();
  const openCount = selected.filter(({ endedAt }) => endedAt === null).length;
  return (
    <>
      {openCount > 0 && (
        <Button
          type="primary"
          size="small"
          icon={<BellOutlined aria-hidden />}
          onClick={() =>
            selected.length > maxBatchTasks
              ? feedback.warn(`一次最多选择${maxBatchTasks}件`)
              : setOrders(selected)
          }
        >
          催办 {openCount} 件
        </Button>
      )}
      {orders && (
        <Dialog
          orders={orders}
          reason={reasonToUrgeAll(orders.filter(({ endedAt }) => endedAt === null))}
          onClose={(wasSent) => {
            setOrders(undefined);
            if (!wasSent) return;
            choose([]);
            void renewQueries(client, [list]);
          }}
        />
      )}
    </>
  );
}
