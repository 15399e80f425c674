import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { useState } from 'react';
import { type ChannelStatus, messageChannels, type OutboundMessage } from '#contract/message-channels.ts';
import { MessageChannel, messageChannelLabel } from '#domain/enumerations/message-channel.ts';
import { type MessageState, messageStateLabel } from '#domain/messages/message-state.ts';
import { queryOf } from '#web/api/query-of.ts';
import { ListPage } from '#web/toolkit/list/ListPage.tsx';
import { type ListColumn, type ListFilter, listQueryOf } from '#web/toolkit/list-model/list-types.ts';
import { DateTime } from '#web/toolkit/status/DateTime.tsx';
import { StatusTag, type StatusTone } from '#web/toolkit/status/StatusTag.tsx';
import { type ChannelMutation, ChannelMutationDialog } from './ChannelMutationDialog.tsx';
import { SimulatorMessagesDialog } from './SimulatorMessagesDialog.tsx';
import { waitText } from './wait-text.ts';

const tone: Record<MessageState, StatusTone> = {
  waiting: 'progress',
  sending: 'progress',
  accepted: 'success',
  unknown: 'warning',
  dead: 'error',
};

const filters: readonly ListFilter[] = [
  {
    kind: 'select',
    name: 'channel',
    label: '渠道',
    options: [MessageChannel.sms, MessageChannel.governmentChat].map((value) => ({
      value,
      label: messageChannelLabel[value],
    })),
  },
];

const columns: readonly ListColumn<OutboundMessage>[] = [
  { key: 'created', title: '时间', width: 138, render: (row) => <DateTime value={row.createdAt} /> },
  { key: 'channel', title: '渠道', width: 110, wraps: true, render: (row) => row.channelLabel },
  {
    key: 'state',
    title: '状态',
    width: 200,
    wraps: true,
    render: (row) => (
      <>
        <StatusTag label={row.stateLabel} tone={tone[row.state]} />{' '}
        <small style={{ display: 'inline-block' }}>{waitText(row, new Date())}</small>
      </>
    ),
  },
  { key: 'event', title: '事由', width: 140, wraps: true, render: (row) => row.eventLabel },
  { key: 'phone', title: '接收号码', width: 120, render: (row) => row.phone || '已删除' },
  { key: 'tries', title: '次数', width: 60, align: 'right', render: (row) => row.tries },
  {
    key: 'fault',
    title: '最近的错误',
    width: 200,
    grows: true,
    render: (row) => row.fault || '—',
  },
  { key: 'gateway', title: '服务商', width: 130, wraps: true, render: (row) => row.gateway || '—' },
];

/** Shows 消息渠道: sent and failed external messages, without the content of work orders (decision 0102). */
export function MessageChannelsScreen() {
  const [openDialog, setOpenDialog] = useState<ChannelMutation>();
  const [showsSimulator, setShowsSimulator] = useState(false);
  const channels = useQuery(queryOf(messageChannels.status, {})).data?.channels;
  const countOf = (states: readonly MessageState[]) =>
    channels && String(channels.reduce((sum, { counts }) => sum + sumOf(counts, states), 0));
  const channelsWithFailures = channels?.filter(({ counts }) => counts.dead > 0) ?? [];

  return (
    <>
      <ListPage<OutboundMessage>
        name="message-channels"
        title="消息渠道"
        source={({ filters: { tab, ...rest }, ...query }) =>
          listQueryOf(messageChannels.list, {
            ...query,
            filters: { ...rest, ...(tab !== undefined && tab !== 'all' && { state: tab }) },
          })
        }
        rowKey={(row) => row.id}
        filters={filters}
        columns={columns}
        tabs={[
          {
            name: 'all',
            label: '全部',
            count: countOf(['waiting', 'sending', 'accepted', 'unknown', 'dead']),
          },
          { name: 'waiting', label: messageStateLabel.waiting, count: countOf(['waiting']) },
          { name: 'unknown', label: messageStateLabel.unknown, count: countOf(['unknown']), tone: 'warning' },
          { name: 'dead', label: messageStateLabel.dead, count: countOf(['dead']), tone: 'error' },
        ]}
        tools={() => <span>{channels?.map(textsOf).join('　')}</span>}
        actions={
          <>
            {channels?.some(({ isTwin: isSimulator }) => isSimulator) && (
              <Button onClick={() => setShowsSimulator(true)}>查看演示消息</Button>
            )}
            {channelsWithFailures.map(({ channel, label, counts }) => (
              <Button
                key={channel}
                onClick={() => setOpenDialog({ kind: 'resendAll', channel, label, count: counts.dead })}
              >
                重发全部失败{label}
              </Button>
            ))}
          </>
        }
        rowActions={(row) =>
          row.can.map((kind) => ({
            key: kind,
            label: kind === 'resend' ? '重新发送' : '确认已送达',
            onRun: () => setOpenDialog({ kind, row }),
          }))
        }
        empty={{ title: '没有消息', hint: '有人选择了短信或即时通讯，或发送了办件消息时，会列在这里。' }}
      />
      {openDialog && <ChannelMutationDialog mutation={openDialog} onClose={() => setOpenDialog(undefined)} />}
      {showsSimulator && <SimulatorMessagesDialog onClose={() => setShowsSimulator(false)} />}
    </>
  );
}

function sumOf(counts: ChannelStatus['counts'], states: readonly MessageState[]): number {
  return states.reduce((sum, state) => sum + counts[state], 0);
}

const textsOf = ({ label, gateway, isOpen }: ChannelStatus) => `${label}：${isOpen ? gateway : '未开通'}`;
