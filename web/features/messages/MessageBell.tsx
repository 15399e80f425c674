import { BellOutlined } from '@ant-design/icons';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { App, Button, Popover } from 'antd';
import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import { messages } from '#contract/messages.ts';
import { call } from '#web/api/call.ts';
import { queryOf, renewQueries } from '#web/api/query-of.ts';
import headerButtonStyles from '#web/toolkit/page/header-button.module.css';
import { popupContainerOf } from '#web/toolkit/page/popup-container.ts';
import { addressOf, MessageList } from './MessageList.tsx';
import styles from './messages.module.css';

const noticeSeconds = 30;
const pollSeconds = 60;
const badgeCap = 99;
const shownKey = 'banjian.lastMessageShown';

/** Unread messages in the header: a badge up to 99+, the latest ones on a click, and one notice per new message (S0 §4). */
export function MessageBell() {
  const [open, setOpen] = useState(false);
  const { notification } = App.useApp();
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const unread = useQuery({
    ...queryOf(messages.newest, { query: { mark: 'new' } }),
    refetchInterval: pollSeconds * 1000,
  }).data;
  const count = unread?.count ?? 0;

  useEffect(() => {
    if (!unread || localStorage.getItem(shownKey) === unread.id) return;
    localStorage.setItem(shownKey, unread.id);
    const address = addressOf(unread);
    notification.open({
      key: unread.id,
      title: unread.title,
      description: unread.content,
      duration: noticeSeconds,
      // The empty foot of the side menu: no button of any screen lies under it. Without a side menu the lower edge
      // belongs to the handler bar, and it stands below the header.
      placement: window.matchMedia('(width < 900px)').matches ? 'top' : 'bottomLeft',
      className: styles.notice,
      actions: address && (
        <Button
          size="small"
          type="primary"
          onClick={() => {
            notification.destroy(unread.id);
            void navigate(address);
          }}
        >
          查看办件
        </Button>
      ),
    });
  }, [unread, notification, navigate]);

  const markAllRead = async () => {
    await call(messages.markRead, { body: { ids: [] } });
    await renewQueries(queryClient, Object.values(messages));
  };

  return (
    <Popover
      trigger="click"
      getPopupContainer={popupContainerOf}
      placement="bottomRight"
      arrow={false}
      open={open}
      onOpenChange={setOpen}
      destroyOnHidden
      content={<MessageList unread={count} onOpen={() => setOpen(false)} onMarkAllRead={markAllRead} />}
    >
      <button type="button" className={headerButtonStyles.button} aria-expanded={open}>
        <BellOutlined className={headerButtonStyles.bell} aria-hidden="true" />
        <span className="visually-hidden">消息，</span>
        {count > 0 && <span className={styles.bellCount}>{count > badgeCap ? `${badgeCap}+` : count}</span>}
        <span className="visually-hidden">{count > 0 ? ' 条未读' : '没有未读'}</span>
      </button>
    </Popover>
  );
}
