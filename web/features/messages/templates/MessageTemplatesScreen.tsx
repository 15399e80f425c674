import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { useState } from 'react';
import { type EventTemplate, type MessagePreset, messageTemplates } from '#contract/message-templates.ts';
import { queryOf } from '#web/api/query-of.ts';
import { EmptyState } from '#web/toolkit/feedback/EmptyState.tsx';
import { FailureState } from '#web/toolkit/feedback/FailureState.tsx';
import { SkeletonRows } from '#web/toolkit/feedback/ScreenSkeleton.tsx';
import { Page } from '#web/toolkit/page/Page.tsx';
import { DateTime } from '#web/toolkit/status/DateTime.tsx';
import { StatusTag } from '#web/toolkit/status/StatusTag.tsx';
import { joinClasses } from '#web/toolkit/styles/join-classes.ts';
import { TableCard } from '#web/toolkit/table/TableCard.tsx';
import cells from '#web/toolkit/table/table.module.css';
import { WideTable } from '#web/toolkit/table/WideTable.tsx';
import { type EditedTemplate, MessageTemplateDialog } from './MessageTemplateDialog.tsx';

type Tab = 'events' | 'presets';

/** Shows 消息模板: the texts of the portal's messages, and the message presets (decision 0103). */
export function MessageTemplatesScreen() {
  const list = useQuery(queryOf(messageTemplates.list, {}));
  const [tab, setTab] = useState<Tab>('events');
  const [editedTemplate, setEditedTemplate] = useState<EditedTemplate>();
  const nextSort = Math.max(0, ...(list.data?.picked.map(({ sort }) => sort) ?? [])) + 1;
  return (
    <Page title="消息模板">
      <TableCard
        tabs={{
          label: '消息模板',
          tabs: [
            { name: 'events', label: '自动消息', count: list.data?.events?.length },
            { name: 'presets', label: '可选内容', count: list.data?.picked?.length },
          ],
          active: tab,
          onChange: (name) => setTab(name as Tab),
        }}
        tools={
          tab === 'presets' && (
            <Button
              type="primary"
              disabled={!list.isSuccess}
              onClick={() => setEditedTemplate({ kind: 'preset', name: '', content: '', sort: nextSort })}
            >
              添加
            </Button>
          )
        }
      >
        {list.isPending && <SkeletonRows rows={12} />}
        {list.isError && <FailureState failure={list.error} onRetry={() => void list.refetch()} />}
        {list.isSuccess && tab === 'events' && (
          <EventTable rows={list.data.events} onEdit={setEditedTemplate} />
        )}
        {list.isSuccess && tab === 'presets' && (
          <PresetTable rows={list.data.picked} onEdit={setEditedTemplate} />
        )}
      </TableCard>
      {editedTemplate && (
        <MessageTemplateDialog editedTemplate={editedTemplate} onClose={() => setEditedTemplate(undefined)} />
      )}
    </Page>
  );
}

function PresetTable(props: {
  rows: readonly MessagePreset[];
  onEdit: (editedTemplate: EditedTemplate) => void;
}) {
  const { rows, onEdit } = props;
  if (rows.length === 0)
    return (
      <EmptyState compact title="还没有可选的消息内容" hint="添加后，办件详情的“办件消息”里可以选择。" />
    );
  return (
    <WideTable
      oneLine
      label="可选的消息内容列表"
      columns={[
        { title: '名称', width: 180 },
        '内容',
        { title: '最近修改', width: 180 },
        { title: '操作', kind: 'actions', width: 64 },
      ]}
    >
      {rows.map((row) => (
        <tr key={row.id}>
          <th scope="row" className={cells.wraps}>
            {row.name}
          </th>
          <td className={cells.wraps}>{row.content}</td>
          <td className={cells.quiet}>
            {row.updatedByName === '' ? '系统自带' : row.updatedByName}{' '}
            <DateTime value={row.updatedAt} dateOnly />
          </td>
          <td className={cells.actions}>
            <Button
              type="link"
              size="small"
              aria-label={`修改 ${row.name}`}
              onClick={() => onEdit({ kind: 'preset', ...row })}
            >
              修改
            </Button>
          </td>
        </tr>
      ))}
    </WideTable>
  );
}

function EventTable(props: {
  rows: readonly EventTemplate[];
  onEdit: (editedTemplate: EditedTemplate) => void;
}) {
  const { rows, onEdit } = props;
  return (
    <WideTable
      oneLine
      label="自动消息列表"
      columns={[
        { title: '事件', width: 180 },
        { title: '渠道', width: 120 },
        '内容',
        { title: '来源', width: 96 },
        { title: '操作', kind: 'actions', width: 64 },
      ]}
    >
      {rows.map((row, index) => (
        <tr key={`${row.event} ${row.channel}`}>
          <th scope="row" className={rows[index - 1]?.event === row.event ? cells.continued : undefined}>
            <span>{row.eventLabel}</span>
          </th>
          <td>{row.channelLabel}</td>
          <td className={cells.wraps}>{row.content}</td>
          <td className={joinClasses(cells.quiet, cells.state)}>
            {row.isDefault ? <StatusTag label="系统自带" /> : <StatusTag label="本单位" tone="progress" />}
          </td>
          <td className={cells.actions}>
            <Button
              type="link"
              size="small"
              aria-label={`修改 ${row.eventLabel} ${row.channelLabel}`}
              onClick={() => onEdit({ kind: 'event', ...row })}
            >
              修改
            </Button>
          </td>
        </tr>
      ))}
    </WideTable>
  );
}
