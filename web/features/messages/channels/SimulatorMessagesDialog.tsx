import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { messageChannels } from '#contract/message-channels.ts';
import { queryOf } from '#web/api/query-of.ts';
import { AppModal } from '#web/toolkit/dialog/AppModal.tsx';
import { EmptyState } from '#web/toolkit/feedback/EmptyState.tsx';
import { FailureState } from '#web/toolkit/feedback/FailureState.tsx';
import { SkeletonRows } from '#web/toolkit/feedback/ScreenSkeleton.tsx';
import { DateTime } from '#web/toolkit/status/DateTime.tsx';
import boxes from '#web/toolkit/styles/warning-box.module.css';
import { WideTable } from '#web/toolkit/table/WideTable.tsx';

const pageSize = 50;

/** Shows the messages that the simulators received in place of a telephone. */
export function SimulatorMessagesDialog({ onClose }: { onClose: () => void }) {
  const simulator = useQuery(
    queryOf(messageChannels.simulatorMessages, { query: { page: 1, size: pageSize } }),
  );
  return (
    <AppModal
      open
      title="演示消息"
      width={800}
      onCancel={onClose}
      footer={<Button onClick={onClose}>关闭</Button>}
    >
      <p className={boxes.warning}>
        演示渠道只保存，不真正发出。正式运行时请在设置中指定服务商，这里不显示内容。
      </p>
      {simulator.isPending && <SkeletonRows rows={4} />}
      {simulator.isError && (
        <FailureState compact failure={simulator.error} onRetry={() => void simulator.refetch()} />
      )}
      {simulator.data?.rows.length === 0 && <EmptyState compact title="还没有消息" />}
      {simulator.data !== undefined && simulator.data.rows.length > 0 && (
        <WideTable label="演示消息" columns={['时间', '渠道', '号码', '内容']} limitsHeight>
          {simulator.data.rows.map((row) => (
            <tr key={row.id}>
              <th scope="row">
                <DateTime value={row.receivedAt} />
              </th>
              <td>{row.channelLabel}</td>
              <td>{row.phone}</td>
              <td>{row.content ?? '（正式运行不显示内容）'}</td>
            </tr>
          ))}
        </WideTable>
      )}
    </AppModal>
  );
}
