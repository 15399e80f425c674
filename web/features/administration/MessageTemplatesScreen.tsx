import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { useState } from 'react';
import { type EventTemplate, messageTemplates, type PickedTemplate } from '#contract/message-templates.ts';
import { queryOf } from '#web/api/query-of.ts';
import { EmptyState } from '#web/toolkit/feedback/EmptyState.tsx';
import { FailureState } from '#web/toolkit/feedback/FailureState.tsx';
import { SkeletonRows } from '#web/toolkit/feedback/ScreenSkeleton.tsx';
import { Card } from '#web/toolkit/page/Card.tsx';
import { Page } from '#web/toolkit/page/Page.tsx';
import { DateTime } from '#web/toolkit/status/DateTime.tsx';
import { StatusTag } from '#web/toolkit/status/StatusTag.tsx';
import cells from '#web/toolkit/table/table.module.css';
import { WideTable } from '#web/toolkit/table/WideTable.tsx';
import { type EditedTemplate, MessageTemplateDialog } from './MessageTemplateDialog.tsx';

/** 消息模板: the words of the portal's messages, and those that a sender picks from (decision 0103). */
export function MessageTemplatesScreen() {
  const list = useQuery(queryOf(messageTemplates.list, {}));
  const [edited, setEdited] = useState<EditedTemplate>();
  const next = Math.max(0, ...(list.data?.picked.map(({ sort }) => sort) ?? [])) + 1;
  return (
    <Page title="消息模板">
      {list.isPending && (
        <Card>
          <SkeletonRows rows={12} />
        </Card>
      )}
      {list.isError && (
        <Card>
          <FailureState failure={list.error} onRetry={() => void list.refetch()} />
        </Card>
      )}
      {list.isSuccess && (
        <>
          <Card
            title="可选的消息内容"
            extra={
              <Button
                type="primary"
                onClick={() => setEdited({ kind: 'picked', name: '', content: '', sort: next })}
              >
                添加
              </Button>
            }
          >
            <PickedTable rows={list.data.picked} onEdit={setEdited} />
          </Card>
          <Card title="自动消息">
            <EventTable rows={list.data.events} onEdit={setEdited} />
          </Card>
        </>
      )}
      {edited && <MessageTemplateDialog edited={edited} onClose={() => setEdited(undefined)} />}
    </Page>
  );
}

function PickedTable(props: { rows: readonly PickedTemplate[]; onEdit: (edited: EditedTemplate) => void }) {
  const { rows, onEdit } = props;
  if (rows.length === 0)
    return (
      <EmptyState compact title="还没有可选的消息内容" hint="添加后，办件详情的“办件消息”里可以选择。" />
    );
  return (
    <WideTable
      label="可选的消息内容列表"
      columns={['名称', '内容', '最近修改', { title: '操作', kind: 'deeds' }]}
    >
      {rows.map((row) => (
        <tr key={row.id}>
          <th scope="row">{row.name}</th>
          <td>{row.content}</td>
          <td className={cells.quiet}>
            {row.updatedByName === '' ? '系统自带' : row.updatedByName}{' '}
            <DateTime value={row.updatedAt} dateOnly />
          </td>
          <td className={cells.deeds}>
            <Button
              type="link"
              size="small"
              aria-label={`修改 ${row.name}`}
              onClick={() => onEdit({ kind: 'picked', ...row })}
            >
              修改
            </Button>
          </td>
        </tr>
      ))}
    </WideTable>
  );
}

function EventTable(props: { rows: readonly EventTemplate[]; onEdit: (edited: EditedTemplate) => void }) {
  const { rows, onEdit } = props;
  return (
    <WideTable
      label="自动消息列表"
      columns={['事件', '渠道', '内容', '来源', { title: '操作', kind: 'deeds' }]}
    >
      {rows.map((row) => (
        <tr key={`${row.event} ${row.channel}`}>
          <th scope="row">{row.eventLabel}</th>
          <td>{row.channelLabel}</td>
          <td>{row.content}</td>
          <td className={cells.quiet}>
            {row.isDefault ? <StatusTag label="系统自带" /> : <StatusTag label="本单位" tone="progress" />}
          </td>
          <td className={cells.deeds}>
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
