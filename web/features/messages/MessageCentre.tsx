import { SettingOutlined } from '@ant-design/icons';
import { useQueryClient } from '@tanstack/react-query';
import { App, Button } from 'antd';
import { useNavigate } from 'react-router';
import type { OutputOf } from '#contract/endpoint.ts';
import { type MarkReadInput, type Message, messages } from '#contract/messages.ts';
import { MessageKind, messageKindLabel, messageKindOf } from '#domain/messages/message-kind.ts';
import { useFeedback } from '#web/toolkit/feedback/use-feedback.ts';
import type { ListCard } from '#web/toolkit/list/ListCards.tsx';
import { ListPage } from '#web/toolkit/list/ListPage.tsx';
import {
  type ListColumn,
  type ListFilter,
  type ListQuery,
  type ListTools,
  listQueryOf,
} from '#web/toolkit/list-model/list-types.ts';
import { DateTime } from '#web/toolkit/status/DateTime.tsx';
import { StatusTag } from '#web/toolkit/status/StatusTag.tsx';
import { addressOf } from './message-address.ts';
import styles from './messages.module.css';
import { useMarkRead } from './use-mark-read.ts';

const filters: readonly ListFilter[] = [
  { kind: 'text', name: 'keyword', label: '关键词', placeholder: '标题、内容或流水号' },
  {
    kind: 'select',
    name: 'kind',
    label: '消息类别',
    options: Object.values(MessageKind).map((value) => ({ value, label: messageKindLabel[value] })),
  },
  {
    kind: 'select',
    name: 'unread',
    label: '阅读状态',
    options: [
      { value: 'true', label: '未读' },
      { value: 'false', label: '已读' },
    ],
  },
  { kind: 'daySpan', name: 'days', label: '接收日期', from: 'startDate', to: 'endDate' },
];

const columns: readonly ListColumn<Message>[] = [
  {
    key: 'title',
    title: '消息',
    width: 400,
    minWidth: 220,
    grows: true,
    wraps: true,
    link: addressOf,
    hint: ({ title, content }) => `${title}　${content}`,
    render: (row) => <TitleWithReadState row={row} />,
  },
  {
    key: 'content',
    title: '内容',
    width: 240,
    wraps: true,
    // The title says what the message is about; its content is read in the order that it opens.
    hiddenByDefault: true,
    hint: ({ content }) => content,
    render: ({ content }) => content,
  },
  {
    key: 'kind',
    title: '类别',
    width: 150,
    minWidth: 100,
    wraps: true,
    render: ({ kind }) => messageKindLabel[messageKindOf(kind)],
  },
  { key: 'code', title: '流水号', width: 110, render: ({ workorderCode }) => workorderCode ?? '—' },
  {
    key: 'sent',
    title: '接收时间',
    width: 150,
    render: ({ messageSendTime }) => <DateTime value={messageSendTime} />,
  },
];

/** Shows the title of a message: of an unread one bold, with a label before it; without an order the content follows. */
function TitleWithReadState({ row }: { row: Message }) {
  if (row.read) return textOf(row);
  return (
    <>
      <StatusTag tone="progress" label="未读" /> <b className={styles.unread}>{textOf(row)}</b>
    </>
  );
}

/** Returns the title, and the content of a message that opens nothing, because it can be read nowhere else. */
function textOf(row: Message): string {
  return addressOf(row) === undefined ? `${row.title}　${row.content}` : row.title;
}

/** Shows 消息中心: all messages of the user, the newest first. */
export function MessageCentre() {
  const { modal } = App.useApp();
  const client = useQueryClient();
  const navigate = useNavigate();
  const feedback = useFeedback();

  const sendReadMark = useMarkRead();

  const markRead = async (form: MarkReadInput) => {
    try {
      return await sendReadMark(form);
    } catch (failure) {
      feedback.failure(failure);
      return undefined;
    }
  };
  const open = (row: Message) => {
    if (!row.read) void markRead({ ids: [row.id] });
  };
  const confirmMarkAllRead = ({ query, total }: ListTools<Message>) => {
    const selection = filtersWithoutReadState(query);
    const { queryKey } = listQueryOf(messages.list, query);
    const asOf = client.getQueryData<OutputOf<typeof messages.list>>(queryKey)?.asOf;
    const isFiltered = Object.keys(selection).length > 0;
    modal.confirm({
      title: '全部设为已读',
      centered: true,
      content: isFiltered
        ? `符合当前筛选条件的 ${total} 条消息中，未读的将全部设为已读。`
        : '您的未读消息将全部设为已读。',
      okText: '确认设为已读',
      cancelText: '取消',
      onOk: async () => {
        const count = await markRead({ ids: [], which: selection, asOf });
        if (count !== undefined) feedback.success(`${count} 条消息已设为已读`);
      },
    });
  };
  const cardOf = (row: Message): ListCard => ({
    url: addressOf(row),
    onOpen: () => open(row),
    title: row.read ? row.title : <b className={styles.unread}>{row.title}</b>,
    secondLine:
      addressOf(row) === undefined
        ? row.content
        : [messageKindLabel[messageKindOf(row.kind)], row.workorderCode].filter(Boolean).join('　'),
    tag: row.read ? undefined : <StatusTag tone="progress" label="未读" />,
    light: <DateTime value={row.messageSendTime} />,
    actions: actionsOf(row),
  });
  const actionsOf = (row: Message) =>
    row.read ? [] : [{ key: 'read', label: '设为已读', onRun: () => void markRead({ ids: [row.id] }) }];

  return (
    <ListPage<Message>
      name="messages"
      title="消息中心"
      source={(query) => listQueryOf(messages.list, query)}
      rowKey={({ id }) => id}
      filters={filters}
      columns={columns}
      card={cardOf}
      rowActions={actionsOf}
      onOpen={open}
      actions={
        <Button
          size="small"
          icon={<SettingOutlined aria-hidden />}
          onClick={() => void navigate('/message-settings')}
        >
          消息设置
        </Button>
      }
      tools={(list) => (
        <Button
          type="text"
          disabled={list.total === 0 || list.query.filters.unread === 'false'}
          onClick={() => confirmMarkAllRead(list)}
        >
          全部设为已读
        </Button>
      )}
      empty={{ title: '暂无消息', hint: '有新的待办、催办或抄送时，会在这里告诉您。' }}
    />
  );
}

/** Returns the filters that select messages, without the read state, because that is what changes. */
function filtersWithoutReadState({
  filters: { kind, ...otherFilters },
}: ListQuery): NonNullable<MarkReadInput['which']> {
  const filterEntries = (['startDate', 'endDate', 'keyword'] as const).flatMap((name) =>
    otherFilters[name] === undefined ? [] : [[name, String(otherFilters[name])]],
  );
  return {
    ...(kind !== undefined && { kind: messageKindOf(String(kind)) }),
    ...Object.fromEntries(filterEntries),
  };
}
